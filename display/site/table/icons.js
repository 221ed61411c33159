// Small drawings for a lamp's pattern and a card's suit: each has a shape of its own, not only a colour.

import { h } from "./vdom.js";

/**
 * Drawn on a square of 24 units.
 *
 * @type {Record<string, string>}
 */
const LAMPS = {
  off: "",
  disabled: "M6 6 18 18 M18 6 6 18",
  waiting: "M12 6 V18 M6 12 H18",
  lit: "M6 12.5 10.5 17 18 8",
  next: "M6 7 12 12 6 17 M13 7 19 12 13 17",
  locked: "M7 11 H17 V19 H7 Z M9 11 V8 A3 3 0 0 1 15 8 V11",
  late: "M12 4 V14 M12 18 V19.5",
  removed: "M12 19 V6 M6.5 11 12 5.5 17.5 11",
  claimed: "M12 4 14.4 9.4 20 10 15.8 13.8 17 19.5 12 16.6 7 19.5 8.2 13.8 4 10 9.6 9.4 Z",
  verify: "M8.5 9 A3.5 3.5 0 1 1 12 12.5 V15 M12 18.5 V19.5",
  raised: "M7 12 12 7 17 12 M7 18 12 13 17 18",
};
/** @type {Record<string, string>} */
const SUITS = {
  s: "M12 2 C9 7 3 10 3 15 A4.4 4.4 0 0 0 11 17 L9 22 H15 L13 17 A4.4 4.4 0 0 0 21 15 C21 10 15 7 12 2 Z",
  h: "M12 21 C8 16 2 13 2 8 A5 5 0 0 1 12 7 A5 5 0 0 1 22 8 C22 13 16 16 12 21 Z",
  d: "M12 1.5 20 12 12 22.5 4 12 Z",
  c: "M12 2 A4.6 4.6 0 0 1 15.6 9.5 A4.6 4.6 0 1 1 13 16.4 L15 22 H9 L11 16.4 A4.6 4.6 0 1 1 8.4 9.5 A4.6 4.6 0 0 1 12 2 Z",
};

/**
 * @param {string} name
 * @param {string} path
 */
function drawing(name, path) {
  return h(
    "svg",
    { class: name, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("path", { d: path }),
  );
}

/** @param {string} pattern */
export function lampIcon(pattern) {
  return h(
    "span",
    { class: `lamp ${pattern}`, "aria-hidden": "true" },
    drawing("sign", LAMPS[pattern] ?? LAMPS.verify),
  );
}

/** @param {string} letter */
export function suitIcon(letter) {
  return drawing(`suit ${"hd".includes(letter) ? "red" : "black"}`, SUITS[letter] ?? "");
}
