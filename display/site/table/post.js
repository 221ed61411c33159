// The daily post: what is due, what today has added, when it last ran, and whether it is held.

/** @import { Jackpot } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { money } from "../common/money.js";
import { day, percent, words } from "../common/words.js";
import { dayTotals, group } from "./floor.js";
import { keysAt } from "./places.js";
import { known } from "./state.js";
import { h } from "./vdom.js";

export function postView() {
  const { jackpots, held } = known().status;
  return [
    held && h("p", { class: "line held" }, words("alarms", "held", { why: held })),
    group("post", keysAt("post")),
    h("p", { class: "line" }, dayTotals()),
    h("ul", { class: "jackpots" }, Object.entries(jackpots).map(jackpotItem)),
  ];
}

/** @param {[string, Jackpot]} entry */
function jackpotItem([id, jackpot]) {
  const due = jackpot.due.map((each) =>
    words("post", each.down ? "due_down" : "due_up", { amount: each.amount, day: each.day }),
  );
  return h(
    "li",
    { key: id },
    h("h2", {}, jackpot.title),
    h("p", { class: "amount" }, money(jackpot.meter)),
    h(
      "dl",
      {},
      fact("due", due.length ? due.join(", ") : words("post", "nothing_due")),
      fact("today", money(jackpot.accrued_today)),
      jackpot.type === "progressive"
        ? fact("contributed", money(jackpot.contributed))
        : fact("last", day(jackpot.posted_to) || words("post", "never")),
      jackpot.rate_bp > 0 && fact("rate", percent(jackpot.rate_bp)),
      fact("reset", money(jackpot.reset)),
      jackpot.limit && fact("limit", money(jackpot.limit)),
      fact("wins", `${jackpot.wins} (${money(jackpot.won)})`),
      jackpot.owed !== "0.00" && fact("owed", money(jackpot.owed)),
      jackpot.last_day && fact("ends", day(jackpot.last_day)),
    ),
  );
}

/**
 * @param {string} name
 * @param {Child} value
 */
function fact(name, value) {
  return h("div", { key: name }, h("dt", {}, words("post", name)), h("dd", {}, value));
}
