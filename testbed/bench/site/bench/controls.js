// The controls around the felt: the chip rack, the dealer's keys, what people do, faults, clock and links.

/** @import { BenchFelt, BenchOrder, BenchTable } from "../../../../display/messages.js" */
/** @import { Felt, Order } from "./felt.js" */

import { make, setData, setLabel, setText } from "../common/nodes.js";
import { words } from "../common/words.js";

const KEYS = ["lock", "settle", "clear", "win", "void", "tier", "open_close", "deal", "keyswitch", "door"];
const SWITCHES = ["keyswitch", "door"];
const MISHAPS = ["cable", "unplug", "brownout", "chatter", "storm", "stuck", "broker", "power"];
const AT_A_SPOT = ["chatter", "storm", "stuck"];
const LASTING = /** @type {const} */ (["broker", "power"]); // off until they are switched on again
const PARTS = /** @type {const} */ (["power", "broker", "board"]); // of the table, each of which works or does not

/**
 * A button that sends an order; tests find it by `name`.
 *
 * @param {Element} parent
 * @param {string} name
 * @param {string} text
 * @param {() => void} press
 */
function makeButton(parent, name, text, press) {
  const node = make("button", "press", parent, text);
  node.type = "button";
  node.dataset.do = name;
  node.addEventListener("click", press);
  return node;
}

export class Rack {
  #chips;

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   * @param {Felt} felt
   */
  constructor(parent, table, felt) {
    const root = make("section", "rack", parent);
    root.setAttribute("aria-label", words("bench", "rack"));
    make("span", "hint", root, words("bench", "rack_hint"));
    const row = make("div", "chips", root);
    const spots = Object.values(table.spots);
    const amounts = [...new Set(spots.flatMap((spot) => spot.amounts))].sort((a, b) => a - b);
    this.#chips = amounts.map((amount) => {
      const chip = make("button", "chip", row, `$${amount}`);
      chip.type = "button";
      chip.dataset.amount = String(amount);
      chip.setAttribute("aria-label", words("bench", "chip", { amount: `$${amount}` }));
      chip.addEventListener("click", () => this.#choose(felt, chip));
      return chip;
    });
    const spot = spots.find((each) => each.sensor === "coin");
    if (spot) {
      const amount = `$${spot.amounts[0] / spot.pulses}`;
      const coin = make("span", "chip coin", row, amount);
      coin.dataset.coin = amount;
      coin.title = words("bench", "coin", { amount });
    }
    this.#choose(felt, this.#chips[0]);
  }

  /**
   * The chip that a press on a spot places.
   *
   * @param {Felt} felt
   * @param {HTMLButtonElement} chosen
   */
  #choose(felt, chosen) {
    felt.amount = this.#chips.indexOf(chosen);
    for (const chip of this.#chips) chip.setAttribute("aria-pressed", String(chip === chosen));
  }
}

export class Keys {
  #open;
  /** @type {Map<string, HTMLElement>} */
  #nodes = new Map();

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   * @param {Order} order
   */
  constructor(parent, table, order) {
    const root = make("section", "keys", parent);
    root.setAttribute("aria-label", words("bench", "keys"));
    this.#open = table.openable ? makeButton(root, "open", "", () => order({ do: "open" })) : null;
    for (const key of KEYS.filter((each) => table.keys.includes(each))) {
      const node = makeButton(root, "key", words("bench", `key_${key}`), () => order({ do: "key", key }));
      node.classList.add("key", key);
      node.dataset.key = key;
      this.#nodes.set(key, node);
    }
  }

  /** @param {BenchFelt} state */
  draw(state) {
    if (this.#open) setText(this.#open, words("bench", state.phase === "closed" ? "open_table" : "close_table"));
    for (const key of SWITCHES) {
      this.#nodes.get(key)?.setAttribute("aria-pressed", String(state.switches.includes(key)));
    }
  }
}

export class People {
  /** @type {Record<string, HTMLButtonElement>} */
  #nodes = {};

  /**
   * @param {Element} parent
   * @param {Order} order
   */
  constructor(parent, order) {
    const root = make("section", "people", parent);
    root.setAttribute("aria-label", words("bench", "people"));
    for (const name of ["settle", "drop", "resume"]) {
      this.#nodes[name] = makeButton(root, name, words("bench", `do_${name}`), () => order({ do: name }));
    }
  }

  /** @param {BenchFelt} state */
  draw({ claims, phase }) {
    this.#nodes.settle.disabled = claims === 0;
    this.#nodes.drop.disabled = claims === 0;
    this.#nodes.resume.disabled = phase !== "recovered";
  }
}

export class Mishaps {
  #spot;
  /** @type {Record<string, { button: HTMLElement, effect: HTMLElement }>} */
  #nodes = {};
  /** @type {BenchFelt | null} */
  #state = null;

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   * @param {Order} order
   */
  constructor(parent, table, order) {
    const root = make("section", "mishaps", parent);
    const head = make("div", "head", root);
    make("h2", "", head, words("bench", "mishaps"));
    const where = make("label", "where", head, words("bench", "at_spot"));
    this.#spot = make("select", "", where);
    for (const spot of Object.keys(table.spots)) make("option", "", this.#spot, spot).value = spot;
    for (const name of MISHAPS) {
      const row = make("div", "mishap", root);
      this.#nodes[name] = {
        button: makeButton(row, name, words("bench", `${name}_do`), () => order(this.#order(name))),
        effect: make("span", "seen", row, words("bench", `${name}_seen`)),
      };
    }
    this.#spot.addEventListener("change", () => this.#state && this.draw(this.#state));
  }

  /**
   * @param {string} name
   * @returns {BenchOrder}
   */
  #order(name) {
    if (AT_A_SPOT.includes(name)) return { do: name, spot: this.#spot.value };
    const lasting = LASTING.find((each) => each === name);
    return lasting ? { do: name, on: !this.#state?.[lasting] } : { do: name };
  }

  /** @param {BenchFelt} state */
  draw(state) {
    this.#state = state;
    for (const name of LASTING) this.#show(name, !state[name]);
    this.#show("stuck", state.spots[this.#spot.value].stuck);
  }

  /**
   * The same button undoes its order.
   *
   * @param {string} name
   * @param {boolean} done
   */
  #show(name, done) {
    const { button, effect } = this.#nodes[name];
    setData(button, "done", done);
    setText(button, words("bench", done ? `${name}_undo` : `${name}_do`));
    setText(effect, words("bench", done ? `${name}_after` : `${name}_seen`));
  }
}

export class Head {
  #phase;
  #round;
  #parts;

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   */
  constructor(parent, table) {
    const root = make("header", "head", parent);
    make("h1", "", root, words("bench", "title", { table: table.table }));
    this.#phase = make("span", "phase", root);
    this.#round = make("span", "round", root);
    this.#parts = PARTS.map((name) => ({ name, node: make("span", "works", root, words("bench", `works_${name}`)) }));
    const links = make("nav", "links", root);
    for (const page of ["table", "sign"]) {
      const link = make("a", "", links, words("bench", `to_${page}`));
      link.href = `/${page}/${table.table}`;
      link.target = `litbet-${page}`;
    }
  }

  /** @param {BenchFelt} state */
  draw(state) {
    setData(this.#phase, "phase", state.phase);
    setText(this.#phase, words("bench", `phase_${state.phase}`));
    setText(this.#round, words("bench", "round", { round: state.round }));
    for (const { name, node } of this.#parts) {
      setData(node, "works", state[name]);
      setLabel(node, words("bench", state[name] ? "it_works" : "it_fails", { what: node.textContent }));
    }
  }
}

export class Clock {
  /** @type {BenchFelt | null} */
  #state = null;
  #speed;
  #time;
  #date;
  #day;
  #timeFormat;
  #dateFormat;

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   * @param {string} language
   * @param {Order} order
   */
  constructor(parent, table, language, order) {
    this.#speed = table.speed;
    const root = make("section", "clock", parent);
    const now = make("span", "now", root);
    this.#time = make("time", "", now);
    this.#date = make("span", "date", now);
    this.#day = make("span", "day", root);
    makeButton(root, "wind", words("bench", "wind"), () => order({ do: "wind" }));
    const zone = { timeZone: table.zone };
    this.#timeFormat = new Intl.DateTimeFormat(language, { ...zone, timeStyle: "medium" });
    this.#dateFormat = new Intl.DateTimeFormat(language, { ...zone, weekday: "short", day: "numeric", month: "short" });
    setInterval(() => this.#tick(), 250);
  }

  /** @param {BenchFelt} state */
  draw(state) {
    this.#state = state;
    this.#tick();
  }

  #tick() {
    if (!this.#state) return;
    const now = this.#state.zero + Date.now() * this.#speed;
    setText(this.#time, this.#timeFormat.format(now));
    setText(this.#date, this.#dateFormat.format(now));
    setText(this.#day, words("bench", "day", { day: this.#state.day ?? "–" }));
  }
}
