// The morning post as it stands: what is due, what today has added, when it was last done, and whether it is held.

import { words } from "../common/words.js";
import { key } from "./doing.js";
import { h } from "./dom.js";
import { group, tableDay } from "./floor.js";
import { day, money, said } from "./saying.js";
import { now } from "./state.js";

export function postView() {
  const { jackpots, held } = now.status;
  return [
    held && h("p", { class: "line held" }, words("alarms", "held", { why: said("whys", held) })),
    group("post", [
      key("jackpot post", {}, { label: words("post", "now") }),
      key("jackpot hold-post", {}, { label: words("post", "hold"), reasons: "hold" }),
      key("jackpot release-post", {}, { label: words("post", "release") }),
    ]),
    h("p", { class: "line" }, tableDay()),
    h("ul", { class: "pots" }, Object.entries(jackpots).map(pot)),
  ];
}

function pot([id, told]) {
  const due = told.due.map((each) => words("post", each.down ? "due_down" : "due_up", { amount: money(each.amount), day: day(each.day) }));
  return h(
    "li",
    { key: id },
    h("h2", {}, told.title),
    h("p", { class: "amount" }, money(told.meter)),
    h(
      "dl",
      {},
      fact("due", due.length ? due.join(", ") : words("post", "nothing_due")),
      fact("today", money(told.accrued_today)),
      told.type === "progressive" ? fact("contributed", money(told.contributed)) : fact("last", told.posted_to ? day(told.posted_to) : words("post", "never")),
      told.rate_bp > 0 && fact("rate", `${told.rate_bp / 100} %`),
      fact("reset", money(told.reset)),
      told.limit && fact("limit", money(told.limit)),
      fact("wins", `${told.wins} (${money(told.won)})`),
      told.owed !== "0.00" && fact("owed", money(told.owed)),
      told.last_day && fact("ends", day(told.last_day)),
    ),
  );
}

function fact(name, value) {
  return h("div", { key: name }, h("dt", {}, words("post", name)), h("dd", {}, value));
}
