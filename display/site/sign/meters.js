// The last received meters, and what the sign may show now. Pure: it touches no page and reads no clock. It keeps only the
// newest payload of each topic.

/** @import { Acknowledgement, Message, Meter } from "../../messages.js" */

import { centsAsMoney, grouped } from "../common/money.js";
import { isMessage } from "../common/words.js";

const SILENCE = 10_000; // ms without a payload after which the amount is removed (R128)

const STATES = ["open", "locked", "verifying", "won", "not_offered", "closed", "suspended", "fault", "test"];
const NUMBERS = ["epoch", "seq", "pub", "cents"];
const TEXTS = ["title", "type", "state", "suit", "disclosure"];

/** @typedef {{ payload: Meter, receivedAt: number | null }} Received - `receivedAt` is null while the meter is in doubt */
/** @typedef {{ seat: number, award: string, amount: string }} Winner */
/**
 * @typedef {object} ShownMeter
 * @property {string} jackpot
 * @property {string} title
 * @property {string} type
 * @property {string} state
 * @property {string} amount
 * @property {string} suit
 * @property {{ event: string, pays: string }[]} awards
 * @property {Winner[]} winners
 * @property {Acknowledgement | null} ack - null while the amount is not shown
 */

export class Meters {
  /** @type {Map<string, Received>} */
  #received = new Map();
  /** @type {Map<string, number[]>} */
  #highest = new Map(); // jackpot -> the highest [epoch, seq, pub], also of a jackpot that was removed
  /** @type {string[]} */
  #order = []; // of those on the sign, from left to right
  #online = false;

  /**
   * Takes a message, at `now` of a monotonic clock. False: it was ignored.
   *
   * @param {string} topic
   * @param {unknown} payload
   * @param {number} now
   */
  receive(topic, payload, now) {
    if (topic === "status") return this.#receiveStatus(payload);
    const jackpot = /^jackpot\/([^/]+)\/meter$/.exec(topic)?.[1];
    if (!jackpot) return false;
    if (payload === null) {
      this.#received.delete(jackpot);
      this.#arrange();
      return true;
    }
    return isMeter(payload) && this.#receiveMeter(jackpot, payload, now);
  }

  /**
   * The `status` that arrived last counts. Meters from before the table went offline are not valid when it is back.
   *
   * @param {any} payload
   */
  #receiveStatus(payload) {
    this.#online = payload?.state === "online";
    if (!this.#online) for (const meter of this.#received.values()) meter.receivedAt = null;
    return true;
  }

  /**
   * @param {string} jackpot
   * @param {Meter} payload
   * @param {number} now
   */
  #receiveMeter(jackpot, payload, now) {
    const place = [payload.epoch, payload.seq, payload.pub];
    const order = compare(place, this.#highest.get(jackpot) ?? [-1, -1, -1]);
    // An equal place is the same payload again: it does not restart the ten seconds.
    if (order < 0 || (order === 0 && this.#received.has(jackpot))) return false;
    this.#highest.set(jackpot, place);
    const known = this.#received.has(jackpot);
    this.#received.set(jackpot, { payload, receivedAt: now });
    if (!known) this.#arrange();
    return true;
  }

  // The highest amount first; the order then stays until a jackpot comes or goes.
  #arrange() {
    const byAmount = [...this.#received].sort(
      ([a, one], [b, other]) => other.payload.cents - one.payload.cents || (a < b ? -1 : 1),
    );
    this.#order = byAmount.map(([jackpot]) => jackpot);
  }

  /**
   * What the sign shows at `now`, and `until` when that is valid if nothing more arrives.
   *
   * @param {number} now
   */
  view(now) {
    const meters = this.#order.flatMap((jackpot) => {
      const meter = this.#received.get(jackpot);
      return meter ? [{ jackpot, payload: meter.payload, end: (meter.receivedAt ?? -Infinity) + SILENCE }] : [];
    });
    const current = (/** @type {{ end: number }} */ { end }) => this.#online && now < end;
    return {
      jackpots: meters.map((meter) => (current(meter) ? shown : unavailable)(meter.jackpot, meter.payload)),
      disclosures: distinct(meters.map(({ payload }) => payload.disclosure)),
      others: distinct(meters.flatMap(({ payload }) => [payload.rules, ...payload.notices])),
      until: Math.min(...meters.filter(current).map(({ end }) => end)),
    };
  }
}

/**
 * @param {string} jackpot
 * @param {Meter} payload
 * @returns {ShownMeter}
 */
function unavailable(jackpot, { title, type }) {
  return { jackpot, title, type, state: "unavailable", amount: "", suit: "", awards: [], winners: [], ack: null };
}

/**
 * @param {string} jackpot
 * @param {Meter} payload
 * @returns {ShownMeter}
 */
function shown(jackpot, { title, type, state, suit, awards, winners, epoch, seq, pub, cents }) {
  return {
    jackpot,
    title,
    type,
    state: STATES.includes(state) ? state : "suspended",
    amount: centsAsMoney(cents),
    suit,
    awards: awards.map(({ event, pays }) => ({ event, pays: pays.replace(/\d{4,}(?=\.\d\d)/g, grouped) })),
    winners: state === "won" ? winners.map((win) => ({ ...win, amount: centsAsMoney(win.cents) })) : [],
    ack: { jackpot, epoch, seq, pub, cents },
  };
}

/**
 * @template {string | Message} Item
 * @param {Item[]} items
 * @returns {Item[]}
 */
function distinct(items) {
  return [...new Map(items.filter(Boolean).map((item) => [JSON.stringify(item), item])).values()];
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function compare(one, other) {
  const first = one.findIndex((number, at) => number !== other[at]);
  return first < 0 ? 0 : one[first] - other[first];
}

/**
 * A payload of another version could mislead, so it is ignored.
 *
 * @param {any} payload
 * @returns {payload is Meter}
 */
function isMeter(payload) {
  return (
    payload?.v === 1 &&
    NUMBERS.every((name) => Number.isSafeInteger(payload[name]) && payload[name] >= 0) &&
    TEXTS.every((name) => typeof payload[name] === "string") &&
    isMessage(payload.rules) &&
    isListOf(payload.notices, isMessage) &&
    isListOf(payload.awards, (line) => typeof line?.event === "string" && typeof line.pays === "string") &&
    isListOf(payload.winners, (win) => typeof win?.award === "string" && Number.isSafeInteger(win.cents))
  );
}

/**
 * @param {unknown} list
 * @param {(item: any) => boolean} isItem
 */
function isListOf(list, isItem) {
  return Array.isArray(list) && list.every(isItem);
}
