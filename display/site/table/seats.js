// The main view: the seats with their lamps as the board shows them, what plays, and the meters.

/** @import { Child } from "./vdom.js" */

import { money, total } from "../common/money.js";
import { words } from "../common/words.js";
import { alarms } from "./alarms.js";
import { permission } from "./commands.js";
import { lampIcon } from "./icons.js";
import { button } from "./keys.js";
import { meterList } from "./meters.js";
import { seatDialog } from "./seat.js";
import { change, known } from "./state.js";
import { h } from "./vdom.js";

const DIP = 34; // px by which the outer seats are nearer to the dealer

export function tableView() {
  return [alarmStrip(), h("div", { class: "felt-and-side" }, felt(), h("aside", {}, count(), meterList()))];
}

function alarmStrip() {
  const [first, ...more] = alarms();
  if (!first) return h("div", { class: "strip quiet", role: "alert" }, h("p", {}, words("todo", "none")));
  const number = more.length;
  const described = words("table", "more_alarms", { number });
  const showAll = () => change({ view: "todo" });
  return h(
    "div",
    { class: `strip ${first.level}`, role: "alert" },
    h("p", {}, first.text),
    first.key?.(),
    number > 0 && button(words("table", "more", { number }), showAll, { key: "more", described }),
  );
}

// From the dealer's left, as the dealer sees them: those in the middle are farthest away.
function felt() {
  /** @type {Map<number, string[]>} */
  const seats = new Map();
  for (const [spot, { seat }] of Object.entries(known().table.spots)) {
    seats.set(seat, [...(seats.get(seat) ?? []), spot]);
  }
  const order = [...seats].sort(([a], [b]) => a - b);
  const two = order.some(([, spots]) => spots.length > 1) ? " two" : "";
  return h(
    "ol",
    { class: `felt${two}${order.length > 6 ? " many" : ""}`, "aria-label": words("table", "seats") },
    order.map(([seat, spots], place) => {
      const side = order.length > 1 ? (2 * place) / (order.length - 1) - 1 : 0; // -1 at the left end, 1 at the right
      return h("li", { key: seat, vars: { "--dip": `${Math.round(side * side * DIP)}px` } }, seatTile(seat, spots));
    }),
  );
}

/**
 * @param {number} seat
 * @param {string[]} spots
 */
function seatTile(seat, spots) {
  const { status } = known();
  const alarm = spots.some((spot) => status.spots[spot].alarm || status.spots[spot].lamp === "verify");
  return h(
    "button",
    { type: "button", class: `seat${alarm ? " alarm" : ""}`, "data-seat": seat, onclick: () => seatDialog(seat) },
    h("span", { class: "number" }, h("span", { class: "hidden" }, words("table", "seat"), " "), seat),
    spots.map((spot) => spotRow(spot, spots.length > 1)),
  );
}

/**
 * @param {string} spot
 * @param {boolean} several
 */
function spotRow(spot, several) {
  const { table, status } = known();
  const { lamp, presses } = status.spots[spot];
  return h(
    "span",
    { key: spot, class: "spot", "data-spot": spot, "data-lamp": lamp },
    several && h("span", { class: "wager" }, table.spots[spot].wager),
    lampIcon(lamp),
    h("span", { class: "state" }, words("lamps", lamp)),
    h(
      "span",
      { class: "besides" },
      unusualAmount(spot),
      presses > 0 && ` ${words("table", "presses", { number: presses })}`,
    ),
  );
}

/**
 * The amount of a bet if it is not the wager's first; otherwise unused coins.
 *
 * @param {string} spot
 * @returns {Child}
 */
function unusualAmount(spot) {
  const { table, status } = known();
  const { stake, plays, lamp, credit } = status.spots[spot];
  const [usual] = table.wagers[table.spots[spot].wager].amounts;
  if (stake !== usual && (plays || lamp === "raised")) return h("strong", {}, money(stake));
  return credit !== "0.00" && words("table", "credit", { amount: credit });
}

// The miscount check (R025): what plays while locked; before that, what is lit.
function count() {
  const { status } = known();
  const spots = Object.values(status.spots);
  const locked = spots.some((spot) => spot.plays) || ["locked", "settled"].includes(status.phase);
  const lit = spots.filter(({ lamp }) => lamp === "lit" || lamp === "raised");
  const canUnlock = permission("round unlock").code === undefined;
  return h(
    "div",
    { class: `count ${locked ? "locked" : ""}` },
    h("h2", {}, words("table", locked ? "locked_count" : "lit_count")),
    h(
      "p",
      { class: "figures" },
      h("strong", {}, locked ? status.count : lit.length),
      h("span", {}, locked ? money(status.value) : total(lit.map(({ stake }) => stake))),
    ),
    h("p", { class: "compare" }, locked && [words("table", "compare"), " ", canUnlock && words("table", "miscount")]),
  );
}
