// The main view: the seats with their lamps as the board shows them, what plays, and the meters.

import { words } from "../common/words.js";
import { alarms } from "./alarms.js";
import { button, rule } from "./doing.js";
import { h } from "./dom.js";
import { lamp } from "./icons.js";
import { meters } from "./meters.js";
import { money, named, total } from "./saying.js";
import { seatDialog } from "./seat.js";
import { change, now } from "./state.js";

const DIP = 34; // px by which the outer seats lie nearer to the dealer

export function tableView() {
  return [strip(), h("div", { class: "felt-and-side" }, felt(), h("aside", {}, count(), meters()))];
}

function strip() {
  const [first, ...more] = alarms();
  if (!first) return h("div", { class: "strip quiet", role: "alert" }, h("p", {}, words("table", "no_alarm")));
  return h(
    "div",
    { class: `strip ${first.level}`, role: "alert" },
    h("p", {}, first.text),
    first.act?.(),
    more.length ? button(words("table", "more", { number: more.length }), () => change({ view: "todo" }), { key: "more", described: words("table", "more_alarms", { number: more.length }) }) : null,
  );
}

// From the dealer's left, as the dealer sees them: those in the middle are farthest away.
function felt() {
  const seats = new Map();
  for (const [spot, { seat }] of Object.entries(now.table.spots)) seats.set(seat, [...(seats.get(seat) ?? []), spot]);
  const order = [...seats].sort(([a], [b]) => a - b);
  return h(
    "ol",
    { class: `felt${order.some(([, spots]) => spots.length > 1) ? " two" : ""}${order.length > 6 ? " many" : ""}`, "aria-label": words("table", "seats") },
    order.map(([seat, spots], place) => {
      const out = order.length > 1 ? Math.abs((2 * place) / (order.length - 1) - 1) : 0;
      return h("li", { key: seat, vars: { "--dip": `${Math.round(out * out * DIP)}px` } }, tile(seat, spots));
    }),
  );
}

function tile(seat, spots) {
  const alarm = spots.some((spot) => now.status.spots[spot].alarm || now.status.spots[spot].lamp === "verify");
  return h(
    "button",
    { type: "button", class: `seat${alarm ? " alarm" : ""}`, "data-seat": seat, onclick: () => seatDialog(seat) },
    h("span", { class: "number" }, h("span", { class: "hidden" }, words("table", "seat"), " "), seat),
    spots.map((spot) => light(spot, spots.length > 1)),
  );
}

function light(spot, several) {
  const told = now.status.spots[spot];
  const { wager } = now.table.spots[spot];
  const first = now.table.wagers[wager].amounts[0];
  return h(
    "span",
    { key: spot, class: "spot", "data-spot": spot, "data-lamp": told.lamp },
    several && h("span", { class: "wager" }, wager),
    lamp(told.lamp),
    h("span", { class: "state" }, named("lamps", told.lamp)),
    h(
      "span",
      { class: "besides" },
      told.stake !== first && (told.plays || told.lamp === "raised") ? h("strong", {}, money(told.stake)) : told.credit !== "0.00" && words("table", "credit", { amount: money(told.credit) }),
      told.presses > 0 && ` ${words("table", "presses", { number: told.presses })}`,
    ),
  );
}

// The miscount check (R025): while locked what plays, before it what is lit.
function count() {
  const { status } = now;
  const locked = Object.values(status.spots).some((spot) => spot.plays) || ["locked", "settled"].includes(status.phase);
  const lit = Object.values(status.spots).filter((spot) => spot.lamp === "lit" || spot.lamp === "raised");
  const number = locked ? status.count : lit.length;
  return h(
    "div",
    { class: `count ${locked ? "locked" : ""}` },
    h("h2", {}, words("table", locked ? "locked_count" : "lit_count")),
    h("p", { class: "figures" }, h("strong", {}, number), h("span", {}, locked ? money(status.value) : total(lit.map((spot) => spot.stake)))),
    h("p", { class: "compare" }, locked && [words("table", "compare"), " ", !rule("round unlock").code && words("table", "miscount")]),
  );
}
