// What was heard of the table, and what may stand on the glass now. It decides everything and touches nothing: no page, no
// clock of its own. Nothing is remembered but the newest word of each topic.

const SILENCE = 10_000; // ms without a meter, then its amount goes (R128)

const STATES = ["open", "locked", "verifying", "won", "not_offered", "closed", "suspended", "fault", "test"];
const NUMBERS = ["epoch", "seq", "pub", "cents"];
const TEXTS = ["title", "type", "state", "suit", "rules", "disclosure"];

export class Heard {
  #meters = new Map(); // jackpot -> { said, at }; `said` is null of one that is no more, `at` null where it is in doubt
  #places = new Map(); // jackpot -> the highest [epoch, seq, pub], of one that is no more too
  #order = []; // of those on the glass, from left to right
  #online = false;

  // One message, at `now` of a clock that nobody sets. False: it is ignored.
  hear(topic, said, now) {
    if (topic === "status") return this.#status(said);
    const jackpot = /^jackpot\/([^/]+)\/meter$/.exec(topic)?.[1];
    if (!jackpot) return false;
    if (said === null) {
      this.#meters.delete(jackpot);
      this.#arrange();
      return true;
    }
    return isMeter(said) && this.#meter(jackpot, said, now);
  }

  // For `status` the newest to arrive counts. What was said before the table went is no word of a table that is back.
  #status(said) {
    this.#online = said?.state === "online";
    if (!this.#online) for (const meter of this.#meters.values()) meter.at = null;
    return true;
  }

  #meter(jackpot, said, now) {
    const place = [said.epoch, said.seq, said.pub];
    const order = compared(place, this.#places.get(jackpot) ?? [-1, -1, -1]);
    // An equal one is the same word once more: it makes nothing younger.
    if (order < 0 || (order === 0 && this.#meters.has(jackpot))) return false;
    this.#places.set(jackpot, place);
    const known = this.#meters.has(jackpot);
    this.#meters.set(jackpot, { said, at: now });
    if (!known) this.#arrange();
    return true;
  }

  // The highest amount first; the order then stands until a jackpot comes or goes.
  #arrange() {
    const cents = (jackpot) => this.#meters.get(jackpot).said.cents;
    this.#order = [...this.#meters.keys()].sort((a, b) => cents(b) - cents(a) || (a < b ? -1 : 1));
  }

  // What stands on the glass at `now`, and `until` when that is so if nothing more is heard.
  glass(now) {
    const heard = this.#order.map((jackpot) => [jackpot, this.#meters.get(jackpot)]);
    const sure = ({ at }) => this.#online && at !== null && now - at < SILENCE;
    const alive = heard.map(([, meter]) => meter).filter(sure);
    const texts = (of) => [...new Set(heard.flatMap(([, { said }]) => of(said)).filter(Boolean))];
    return {
      jackpots: heard.map(([jackpot, meter]) => (sure(meter) ? shown(jackpot, meter.said) : doubted(jackpot, meter.said))),
      disclosures: texts((said) => said.disclosure),
      others: texts((said) => [said.rules, ...said.notices]),
      until: Math.min(...alive.map(({ at }) => at + SILENCE)),
    };
  }
}

// Nothing of it may be believed but its name.
function doubted(jackpot, { title, type }) {
  return { jackpot, title, type, state: "unavailable", amount: "", suit: "", awards: [], winners: [] };
}

function shown(jackpot, { title, type, state, suit, awards, winners, epoch, seq, pub, cents }) {
  return {
    jackpot,
    title,
    type,
    state: STATES.includes(state) ? state : "suspended",
    amount: dollars(cents),
    suit,
    awards: awards.map(({ event, pays }) => ({ event, pays: pays.replace(/\d{4,}(?=\.\d\d)/g, separated) })),
    winners: state === "won" ? winners.map((win) => ({ ...win, amount: dollars(win.cents) })) : [],
    ack: { jackpot, epoch, seq, pub, cents },
  };
}

export function dollars(cents) {
  return `$${separated(String(Math.floor(cents / 100)))}.${String(cents % 100).padStart(2, "0")}`;
}

function separated(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

function compared(one, other) {
  const first = one.findIndex((number, at) => number !== other[at]);
  return first < 0 ? 0 : one[first] - other[first];
}

// A payload of another version could mislead: a sign that does not know it says nothing.
function isMeter(said) {
  return (
    said?.v === 1 &&
    NUMBERS.every((name) => Number.isSafeInteger(said[name]) && said[name] >= 0) &&
    TEXTS.every((name) => typeof said[name] === "string") &&
    listOf(said.notices, (text) => typeof text === "string") &&
    listOf(said.awards, (line) => typeof line?.event === "string" && typeof line.pays === "string") &&
    listOf(said.winners, (win) => typeof win?.award === "string" && Number.isSafeInteger(win.cents))
  );
}

function listOf(list, is) {
  return Array.isArray(list) && list.every(is);
}
