// What happened at a seat in one of the last rounds: sensor, lock, posted amount, signs, claim, slip, chain. Three touches
// from anywhere: this view, the round, the seat.

/** @import { ListedRound, Replay, ReplayStep, Round } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { money } from "../common/money.js";
import { day, say, words } from "../common/words.js";
import { lookUp } from "./commands.js";
import { jackpotTitle, spotName, time } from "./sentences.js";
import { change, known } from "./state.js";
import { h } from "./vdom.js";

/**
 * @typedef {object} Shown
 * @property {ListedRound[] | null} rounds - null while they are looked up
 * @property {boolean} refused
 * @property {Round | null} round - the one chosen
 * @property {string | null} spot - the one chosen
 * @property {Replay | null} replay
 * @property {boolean} waiting - for the replay
 */

/** @type {Readonly<Shown>} */
const NOTHING = { rounds: null, refused: false, round: null, spot: null, replay: null, waiting: false };
/** @type {Shown} */
const shown = { ...NOTHING };

// Queries the rounds each time the view is opened, because the newest ones matter.
export async function openReplay() {
  Object.assign(shown, NOTHING);
  const list = await lookUp("round list");
  Object.assign(shown, { rounds: list?.rounds ?? null, refused: list === null });
  change();
}

/** @param {Round} round */
function chooseRound(round) {
  Object.assign(shown, { round, spot: null, replay: null, waiting: false });
  change();
}

/**
 * @param {Round} round
 * @param {string} spot
 */
async function chooseSpot(round, spot) {
  Object.assign(shown, { spot, replay: null, waiting: true });
  change();
  const replay = await lookUp("round replay", { round: round.round, spot });
  if (shown.round !== round || shown.spot !== spot) return; // another one was chosen meanwhile
  Object.assign(shown, { replay, waiting: false });
  change();
}

export function replayView() {
  const { refused, rounds, round } = shown;
  if (refused) return h("p", { class: "nothing bad", role: "status" }, words("replay", "not_known"));
  if (rounds === null) return h("p", { class: "nothing", role: "status" }, words("table", "waiting"));
  if (!rounds.length) return h("p", { class: "nothing" }, words("replay", "no_rounds"));
  return h(
    "div",
    { class: "replay" },
    h("ul", { class: "rounds", "aria-label": words("replay", "rounds") }, rounds.map(roundItem)),
    h(
      "div",
      { class: "story" },
      round ? [spotKeys(round), story(round)] : h("p", { class: "nothing" }, words("replay", "choose")),
    ),
  );
}

/** @param {ListedRound} round */
function roundItem(round) {
  const facts = [
    time(round.utc, false),
    round.trusted ? "" : words("replay", "untrusted"),
    ...peculiarities(round),
    words("replay", "seats", { number: round.spots.length }),
    round.claims.length ? words("replay", "claims", { number: round.claims.length }) : "",
  ];
  const attributes = {
    class: "key",
    "aria-pressed": String(shown.round?.round === round.round),
    "data-round": round.round,
  };
  return h(
    "li",
    { key: round.round },
    h(
      "button",
      { type: "button", ...attributes, onclick: () => chooseRound(round) },
      h("span", { class: "label" }, words("replay", "round", { round: round.round })),
      h("small", {}, joined(facts)),
    ),
  );
}

/** @param {string[]} texts */
function joined(texts) {
  return texts.filter(Boolean).join(" · ");
}

/**
 * What is unusual about the round.
 *
 * @param {Round} round
 */
function peculiarities({ state, late, recovered }) {
  return [
    state === "over" ? "" : words("round_states", state),
    late ? words("replay", "late") : "",
    recovered ? words("replay", "recovered") : "",
  ];
}

/** @param {Round} round */
function spotKeys(round) {
  return h(
    "div",
    { class: "choices seats", role: "group", "aria-label": words("table", "seats") },
    Object.keys(known().table.spots).map((spot) => {
      const played = round.spots.includes(spot);
      return h(
        "button",
        {
          key: spot,
          type: "button",
          class: `key ${played ? "plays" : ""}`,
          "aria-pressed": String(shown.spot === spot),
          "data-spot": spot,
          "aria-label": words("replay", played ? "seat_played" : "seat_idle", { spot }),
          onclick: () => chooseSpot(round, spot),
        },
        spotName(spot),
      );
    }),
  );
}

/** @param {Round} round */
function story(round) {
  const { replay, waiting, spot } = shown;
  if (waiting) return h("p", { role: "status" }, words("table", "waiting"));
  if (!spot) return h("p", { class: "nothing" }, words("replay", "choose_seat"));
  if (!replay) return h("p", { class: "nothing" }, words("replay", "no_story"));
  const posted = Object.entries(replay.posted).map(([id, amount]) => `${jackpotTitle(id)} ${money(amount)}`);
  const facts = [
    words("replay", replay.plays ? "played" : "did_not_play", { stake: replay.stake }),
    posted.length ? words("replay", "posted", { amounts: posted }) : "",
    day(round.day),
    ...peculiarities(replay),
  ];
  const proof = words("replay", replay.verified ? "verified" : "not_verified");
  return [
    h("p", { class: "line" }, joined(facts)),
    h("ol", { class: "steps" }, replay.steps.map(stepItem)),
    section("signs", replay.signs.map(signLine)),
    section("slips", replay.slips.map(slipText)),
    section(
      "chain",
      replay.chain.map(({ seq, kind, hash }) => `${seq} ${kind} ${hash.slice(0, 16)}`),
      h("p", { class: replay.verified ? "good" : "bad" }, proof),
    ),
  ];
}

/**
 * @param {ReplayStep} step
 * @param {number} place
 */
function stepItem(step, place) {
  return h(
    "li",
    { key: place, class: `step ${step.kind}` },
    h("span", { class: "when" }, time(step.utc), step.trusted ? "" : " ?"),
    h("span", { class: "kind" }, words("steps", step.kind)),
    h(
      "span",
      {},
      say(step.say),
      step.by.length ? ` (${step.by.join(", ")})` : "",
      step.row ? h("small", {}, ` ${words("replay", "row", { row: step.row })}`) : null,
    ),
  );
}

/** @param {Replay["signs"][number]} shown */
function signLine({ sign, jackpot, amount, at, agrees }) {
  const verdict = words("replay", agrees ? "agrees" : "differs");
  const text = `${sign}: ${jackpotTitle(jackpot)} ${money(amount)} ${time(at)} ${verdict}`;
  return h("span", { class: agrees ? "" : "bad" }, text);
}

/** @param {Replay["slips"][number]} slip */
function slipText({ slip, amount, state }) {
  const signed = amount.startsWith("-") ? `-${money(amount.slice(1))}` : money(amount);
  return joined([words("claims", "slip", { slip }), signed, words("slip_states", state)]);
}

/**
 * @param {string} name
 * @param {Child[]} lines
 * @param {Child} more
 */
function section(name, lines, more = null) {
  if (!lines.length && !more) return null;
  return h(
    "section",
    { key: name, class: "group" },
    h("h2", {}, words("replay", name)),
    more,
    h(
      "ul",
      { class: "rows" },
      lines.map((line, place) => h("li", { key: place }, line)),
    ),
  );
}
