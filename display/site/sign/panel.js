// One jackpot on the sign: its title, amount, state, pay table and winners.

/** @import { ShownMeter, Winner } from "./meters.js" */
/** @import { Row } from "./rotation.js" */

import { make, setText } from "../common/nodes.js";
import { words } from "../common/words.js";
import { roll } from "./odometer.js";

/** @type {Record<string, string>} */
const SYMBOLS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
/** @type {Record<string, string>} */
const IN_WORDS = { unavailable: "unavailable", fault: "out_of_service", test: "test_word" }; // instead of or beside the amount

// States that often follow one another: there is room for the words of each, so that nothing moves or must be measured
// when the state changes.
const USUAL = ["open", "locked", "verifying", "not_offered", "closed", "suspended"];

export class Panel {
  node = make("section", "jackpot");
  /** @type {ShownMeter["ack"]} */
  ack = null;
  form = "";
  #title = make("h1", "title", this.node);
  #win = make("div", "win", this.node);
  #figure = make("div", "figure", this.node);
  #amount = make("p", "amount", this.#figure);
  #word = make("p", "word", this.#figure);
  #state = make("p", "state", this.node);
  #pays = make("div", "pays", this.node);
  #announcement = make("p", "announcement", this.node);
  /** @type {ShownMeter | null} */
  #shown = null;
  /** @type {(() => void) | null} */
  #stopRoll = null;
  #rolled;

  /**
   * @param {string} jackpot
   * @param {() => void} rolled - called when a rolling amount has arrived
   */
  constructor(jackpot, rolled) {
    this.#rolled = rolled;
    this.node.dataset.jackpot = jackpot;
    this.#announcement.setAttribute("aria-live", "polite");
    this.#amount.setAttribute("aria-hidden", "true"); // a screen reader cannot read wheels; the announcement has it
  }

  get state() {
    return this.#shown?.state;
  }

  get rolling() {
    return this.#stopRoll !== null;
  }

  /**
   * The faces that alternate: the words come first, so that people see a fault at once.
   *
   * @returns {Row}
   */
  get faces() {
    return [[this.#word], [this.#amount]];
  }

  /** @param {ShownMeter} meter */
  show(meter) {
    const before = this.#shown;
    this.#shown = meter;
    this.ack = meter.ack;
    const usual = USUAL.includes(meter.state);
    const texts = JSON.stringify([meter.title, usual || meter.state, meter.suit, meter.awards, meter.winners]);
    const form = texts + meter.amount.replace(/\d/g, "0");
    if (this.form !== form) {
      this.form = form;
      this.#write(meter, usual ? USUAL : meter.state === "unavailable" ? [] : [meter.state]);
    }
    if (before?.state !== meter.state) this.#showState(meter.state);
    if (before?.amount !== meter.amount) this.#showAmount(meter, before);
    this.#announce(meter);
  }

  // Ends a roll.
  stop() {
    this.#stopRoll?.();
    this.#stopRoll = null;
  }

  /** @param {string} state */
  #showState(state) {
    this.node.dataset.state = state;
    for (const node of this.#state.querySelectorAll("span")) node.classList.toggle("now", node.dataset.of === state);
  }

  /**
   * @param {ShownMeter} meter
   * @param {string[]} states
   */
  #write({ title, state, suit, awards, winners }, states) {
    setText(this.#title, title);
    setText(this.#word, state in IN_WORDS ? words("sign", IN_WORDS[state]) : "");
    this.#state.replaceChildren();
    for (const each of states) {
      make("span", each === state ? "now" : "", this.#state, words("sign", each)).dataset.of = each;
    }
    this.#win.replaceChildren(...(state === "won" ? winnerList(winners) : []));
    this.#pays.replaceChildren(...payTable(suit, awards));
  }

  /**
   * @param {ShownMeter} meter
   * @param {ShownMeter | null} before
   */
  #showAmount(meter, before) {
    this.stop();
    if (before && rolls(meter, before)) {
      this.#stopRoll = roll(this.#amount, before.amount, meter.amount, () => {
        this.#stopRoll = null;
        this.#rolled();
      });
    } else setText(this.#amount, meter.amount);
  }

  /** @param {ShownMeter} meter */
  #announce({ title, state, amount, winners }) {
    const stateWords = state === "unavailable" ? [] : [words("sign", state)];
    const wins = state === "won" ? [words("sign", "win"), ...winners.map((win) => winnerTexts(win).join(" "))] : [];
    setText(this.#announcement, [title, ...wins, ...stateWords, amount || words("sign", "unavailable")].join(". "));
  }
}

/**
 * Only a progressive rolls, only up, and not after a win; an amount with more digits than before is shown at once.
 *
 * @param {ShownMeter} meter
 * @param {ShownMeter} before
 */
function rolls(meter, before) {
  return (
    meter.type === "progressive" &&
    meter.amount.length === before.amount.length &&
    meter.ack !== null &&
    before.ack !== null &&
    meter.ack.epoch === before.ack.epoch &&
    meter.ack.cents > before.ack.cents &&
    !["won", "test", "fault"].includes(meter.state) &&
    before.state !== "won" &&
    document.visibilityState === "visible" &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** @param {Winner} winner */
function winnerTexts({ seat, award, amount }) {
  return [words("sign", "seat", { seat }), award, amount];
}

/** @param {Winner[]} winners */
function winnerList(winners) {
  const list = make("ul", "winners");
  for (const winner of winners) {
    const line = make("li", "winner", list);
    const [seat, award, amount] = winnerTexts(winner);
    make("span", "won-seat", line, seat);
    line.append(" ");
    make("span", "won-award", line, award);
    line.append(" ");
    make("span", "won-amount", line, amount);
  }
  return [make("p", "win-word", null, words("sign", "win")), list];
}

/**
 * The suit is shown with the awards that need it.
 *
 * @param {string} suit
 * @param {ShownMeter["awards"]} awards
 */
function payTable(suit, awards) {
  const nodes = [];
  if (suit) {
    const symbol = SYMBOLS[suit] ?? "";
    const line = make("p", "suit", null, `${words("sign", "suit")} `);
    const chosen = make("span", `chosen ${symbol && suit}`, line, words("sign", suit));
    if (symbol) {
      chosen.append(" ");
      make("span", "symbol", chosen, symbol);
    }
    nodes.push(line);
  }
  if (!awards.length) return nodes;
  const lines = make("dl", "lines");
  for (const { event, pays } of awards) {
    const line = make("div", "line", lines);
    make("dt", "event", line, event);
    make("dd", "paid", line, pays);
  }
  return [...nodes, lines];
}
