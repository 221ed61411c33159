// Claiming a win: the seat, then its cards or its award from the pay table. People approve it afterwards.

/** @import { Answer, AwardLine, Facts, Permission, Wager } from "../../messages.js" */

import { microsAsMoney } from "../common/money.js";
import { percent, say, words } from "../common/words.js";
import { CardPad } from "./cards.js";
import { notify, permission, refused, send } from "./commands.js";
import { ask } from "./dialog.js";
import { perform } from "./keys.js";
import { jackpotTitle, spotName } from "./sentences.js";
import { blocked, change, known, state } from "./state.js";
import { h } from "./vdom.js";

/** @typedef {Answer | "named"} Ending - of the dialog: the claim was made, or a person should put a name to it */

const CLAIMANTS = ["dealer", "floor", "manager"];

/**
 * Whether a claim may be made here, or the award of an existing claim may still be named.
 *
 * @param {string} spot
 * @returns {Permission}
 */
export function claimPermission(spot) {
  const allowed = permission("win claim", { spot });
  return allowed.code === "refusals.claimed_already" ? { persons: 0, roles: [] } : allowed;
}

/**
 * For the whole table: the answer for the first spot that may claim, or for the first spot if none may.
 *
 * @returns {Permission}
 */
export function anyClaimPermission() {
  if (!state.allowed) return refused("no_news");
  const all = Object.keys(state.allowed.spots).map(claimPermission);
  return all.find(({ code }) => code === undefined) ?? all[0];
}

export async function askWin() {
  const allowed = anyClaimPermission();
  if (allowed.code !== undefined) {
    // No spot plays, which is a fact about the round, not about one seat.
    notify(say(allowed.code === "refusals.not_playing" ? refused("none_plays") : allowed), false);
    return;
  }
  /** @type {string | null} */
  const spot = await ask((done) => ({
    title: words("win", "which_seat"),
    body: h(
      "div",
      { class: "choices seats" },
      Object.keys(known().table.spots).map((each) => seatKey(each, done)),
    ),
  }));
  if (spot) await askClaim(spot);
}

/**
 * @param {string} spot
 * @param {(spot: string) => void} done
 */
function seatKey(spot, done) {
  const allowed = claimPermission(spot);
  const press = () => (allowed.code === undefined ? done(spot) : notify(say(allowed), false));
  return h(
    "button",
    {
      key: spot,
      type: "button",
      class: "key big",
      "data-spot": spot,
      "aria-disabled": allowed.code === undefined ? undefined : "true",
      onclick: press,
    },
    spotName(spot),
  );
}

/**
 * Asks for the cards or the award of a claim, or skips both for now.
 *
 * @param {string} spot
 */
export async function askClaim(spot) {
  const allowed = claimPermission(spot);
  if (allowed.code !== undefined) {
    notify(say(allowed), false);
    return;
  }
  const form = new ClaimForm(spot);
  /** @type {Ending | null} */
  const ending = await ask((done) => form.draw(done));
  const answer = ending === "named" ? await named(spot, form.facts) : ending;
  if (answer) change({ view: "claims" });
}

/**
 * A claim by somebody with a PIN: beyond the dealer's limit it takes one approver fewer than a claim without a name.
 *
 * @param {string} spot
 * @param {Facts} facts
 */
function named(spot, facts) {
  const allowed = { persons: 1, roles: CLAIMANTS };
  return perform("win claim", { spot, ...facts }, { title: words("win", "title", { spot }), allowed });
}

class ClaimForm {
  #spot;
  #wager;
  #cards;
  #award = "";
  #byAward;
  #busy = false;

  /** @param {string} spot */
  constructor(spot) {
    const { spots, wagers } = known().table;
    this.#spot = spot;
    this.#wager = wagers[spots[spot].wager];
    this.#cards = new CardPad(this.#wager.cards);
    this.#byAward = this.#wager.cards === 0;
  }

  get facts() {
    return this.#byAward ? { award: this.#award } : { cards: this.#cards.text };
  }

  get #complete() {
    return this.#byAward ? this.#award !== "" : this.#cards.complete;
  }

  /**
   * @param {{ award?: string, cards?: string }} facts
   * @param {(answer: Answer) => void} done
   */
  async #claim(facts, done) {
    if (this.#busy) return;
    this.#busy = true;
    const answer = await send("win claim", { spot: this.#spot, ...facts });
    this.#busy = false;
    change();
    if (answer.ok) done(answer);
  }

  /** @param {(ending: Ending) => void} done */
  draw(done) {
    return {
      title: words("win", "title", { spot: this.#spot }),
      typed: (/** @type {KeyboardEvent} */ event) => this.#byAward || this.#cards.type(event),
      body: [
        this.#wager.cards > 0 &&
          h(
            "div",
            { class: "ways", role: "group", "aria-label": words("win", "how") },
            this.#wayKey(false),
            this.#wayKey(true),
          ),
        this.#byAward ? this.#awards() : this.#cards.draw(),
        h("div", { class: "finish" }, this.#claimKey(done), this.#laterKey(done), this.#namedKey(done)),
      ],
    };
  }

  /** @param {boolean} byAward */
  #wayKey(byAward) {
    const press = () => {
      this.#byAward = byAward;
      change();
    };
    return h(
      "button",
      {
        key: String(byAward),
        type: "button",
        class: "key",
        "aria-pressed": String(this.#byAward === byAward),
        onclick: press,
      },
      words("win", byAward ? "by_award" : "by_cards"),
    );
  }

  #awards() {
    const column = Math.max(this.#wager.amounts.indexOf(known().status.spots[this.#spot].stake), 0);
    return h(
      "div",
      { class: "choices awards" },
      this.#wager.awards.map((line) => this.#awardKey(line, column)),
    );
  }

  /**
   * @param {AwardLine} line
   * @param {number} column
   */
  #awardKey(line, column) {
    const press = () => {
      this.#award = line.event;
      change();
    };
    return h(
      "button",
      {
        key: line.event,
        type: "button",
        class: "key award",
        "aria-pressed": String(this.#award === line.event),
        onclick: press,
      },
      h("span", { class: "label" }, line.title),
      h("strong", {}, payText(this.#wager, line, column)),
    );
  }

  /** @param {(answer: Answer) => void} done */
  #claimKey(done) {
    const block = blocked(); // the dialog shows the reason below
    const press = () => {
      if (block) return;
      if (!this.#complete) notify(words("win", this.#byAward ? "choose_award" : "choose_cards"), false);
      else this.#claim(this.facts, done);
    };
    return h(
      "button",
      {
        type: "button",
        class: "key lead large",
        "aria-disabled": block || !this.#complete ? "true" : undefined,
        "aria-busy": this.#busy ? "true" : undefined,
        onclick: press,
      },
      this.#busy ? words("table", "waiting") : words("win", "claim"),
    );
  }

  /** @param {(ending: Ending) => void} done */
  #namedKey(done) {
    const press = () => {
      if (this.#complete) done("named");
      else notify(words("win", this.#byAward ? "choose_award" : "choose_cards"), false);
    };
    return h(
      "button",
      { type: "button", class: "key", "aria-disabled": this.#complete ? undefined : "true", onclick: press },
      words("win", "named"),
    );
  }

  /**
   * Only the claim, without cards; not for a claim that already exists.
   *
   * @param {(answer: Answer) => void} done
   */
  #laterKey(done) {
    if (permission("win claim", { spot: this.#spot }).code !== undefined) return null;
    const press = () => {
      this.#cards.clear();
      this.#award = "";
      this.#claim({}, done);
    };
    return h("button", { type: "button", class: "key", onclick: press }, words("win", "later"));
  }
}

/**
 * What a line pays, and from which meter if the wager plays for several.
 *
 * @param {Wager} wager
 * @param {AwardLine} line
 * @param {number} column
 */
function payText({ jackpots }, { pays, shares, jackpot }, column) {
  if (pays.length) return microsAsMoney(pays[column]);
  const share = percent(shares[column]);
  return jackpots.length > 1 ? words("claims", "of", { share, jackpot: jackpotTitle(jackpot) }) : share;
}
