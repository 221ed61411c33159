// Puts a view of the meters (meters.js) on the page, and changes only what differs.

/** @import { Message } from "../../messages.js" */
/** @import { Meters } from "./meters.js" */
/** @import { Row } from "./rotation.js" */

import { make, setText } from "../common/nodes.js";
import { say, words } from "../common/words.js";
import { Panel } from "./panel.js";
import { interleaved } from "./rotation.js";

/** @type {Record<number, number>} */
const PARTS = { 3: 2, 4: 3, 5: 6, 6: 12 }; // of a pay table, at a level of tightness

export class Screen {
  #main;
  #rolled;
  #jackpots = make("div", "jackpots");
  #texts = make("footer", "texts");
  #empty = make("p", "nothing word");
  /** @type {Map<string, Panel>} */
  #panels = new Map(); // by jackpot, in the order shown
  #written = ""; // the texts below the panels, as last written

  /**
   * @param {HTMLElement} main
   * @param {() => void} rolled - called when a rolling amount has arrived
   */
  constructor(main, rolled) {
    this.#main = main;
    this.#rolled = rolled;
    main.append(this.#jackpots, this.#texts);
  }

  /** @param {ReturnType<Meters["view"]>} view */
  show({ jackpots, disclosures, others }) {
    const before = this.#panels;
    this.#panels = new Map();
    for (const meter of jackpots) {
      const panel = before.get(meter.jackpot) ?? new Panel(meter.jackpot, this.#rolled);
      before.delete(meter.jackpot);
      this.#panels.set(meter.jackpot, panel);
      panel.show(meter);
    }
    for (const panel of before.values()) panel.stop();
    const nodes = jackpots.length ? [...this.#panels.values()].map((panel) => panel.node) : [this.#empty];
    const children = [...this.#jackpots.children];
    if (children.length !== nodes.length || nodes.some((node, at) => children[at] !== node)) {
      this.#jackpots.replaceChildren(...nodes);
    }
    setText(this.#empty, words("sign", "unavailable"));
    this.#main.dataset.jackpots = String(jackpots.length);
    this.#write(disclosures, others);
  }

  /**
   * @param {string[]} disclosures
   * @param {Message[]} others
   */
  #write(disclosures, others) {
    const text = JSON.stringify([disclosures, others]);
    if (text === this.#written) return;
    this.#written = text;
    this.#texts.replaceChildren();
    for (const each of disclosures) make("p", "disclosure", this.#texts, each);
    const rest = make("div", "others", this.#texts);
    for (const each of others) make("p", "other", rest, say(each));
  }

  // The meters whose amounts are shown and do not roll.
  standing() {
    return [...this.#panels.values()].flatMap((panel) => (panel.rolling ? [] : (panel.ack ?? [])));
  }

  // What must be measured again when it changes: every text; for amounts only the length, because digits are equally wide.
  form() {
    return [...this.#panels.values()].map((panel) => panel.form).join("\n") + this.#written;
  }

  /**
   * What alternates at a level of tightness (fit.js).
   *
   * @param {number} level
   */
  rows(level) {
    this.#main.dataset.level = String(level);
    /** @type {(selector: string, within?: Element) => Row} */
    const all = (selector, within = this.#main) => [...within.querySelectorAll(selector)].map((node) => [node]);
    const rows = [...this.#panels.values()].filter((panel) => panel.state === "fault").map((panel) => panel.faces);
    if (level >= 1) rows.push(...all(".winners").map(([list]) => all(".winner", list)));
    if (level === 1) rows.push(all(".other"));
    if (level >= 2) rows.push(interleaved(all(".disclosure"), all(".other")));
    for (const lines of this.#main.querySelectorAll(".lines")) {
      const parts = split(/** @type {HTMLElement[]} */ ([...lines.children]), PARTS[level] ?? 1);
      if (parts.length > 1) rows.push(parts);
    }
    return rows;
  }
}

/**
 * Splits lines into this many parts, each shown in the place of the first.
 *
 * @param {HTMLElement[]} lines
 * @param {number} parts
 */
function split(lines, parts) {
  const length = Math.ceil(lines.length / parts);
  for (const [at, line] of lines.entries()) line.style.gridRow = String((at % length) + 1);
  return Array.from({ length: Math.ceil(lines.length / length) }, (_, part) =>
    lines.slice(part * length, (part + 1) * length),
  );
}
