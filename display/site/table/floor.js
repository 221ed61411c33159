// The floor's functions of the whole table: open and close, offered or not, the shoe, and what mends a mistake.

import { words } from "../common/words.js";
import { button, key, perform, rule } from "./doing.js";
import { h } from "./dom.js";
import { askOne } from "./reason.js";
import { spotName, time } from "./saying.js";
import { now } from "./state.js";

export function floorView() {
  const act = (command, name, reasons) => key(command, {}, { label: words("floor", name), reasons });
  return [
    group("table", [
      act("table open", "open"),
      act("table close", "close"),
      act("table last-hand", "last_hand"),
      act("table shoe-ended", "shoe_ended"),
      act("table not-offered", "not_offered", "not_offered"),
      act("table offered", "offered"),
    ]),
    group("round", [
      act("round resume", "resume"),
      button(words("floor", "late_lock"), lateLock, { key: "late", command: "round late-lock", facts: {}, off: rule("round late-lock").code }),
      key("round unlock", {}, { label: words("table", "unlock") }),
      key("round void", {}, { label: words("floor", "void"), title: words("table", "void_title"), reasons: "void" }),
      key("win reopen", {}, { label: words("claims", "reopen"), reasons: "reopen" }),
    ]),
    group("machine", [
      act("spot test", "test"),
      act("clock confirm", "clock"),
      act("sign override", "override"),
    ]),
  ];
}

export function group(name, keys) {
  return h("section", { key: name, class: "group" }, h("h2", {}, words("floor", `group_${name}`)), h("div", { class: "choices" }, keys));
}

// E05: the moments at which something was lit, newest first; one of them is locked. Their times are full
// seconds, never before the moment, as the controller tells them.
async function lateLock() {
  const allowed = rule("round late-lock");
  const title = words("floor", "late_lock");
  if (allowed.code) return perform("round late-lock", {}, { title, allowed });
  const choices = allowed.moments.map(({ moment, spots }) => ({
    value: moment,
    label: words("floor", "moment", { time: time(1000 * Math.ceil(moment / 1000)), seats: spots.map(spotName).join(", ") || words("floor", "no_seat") }),
  }));
  const moment = await askOne(title, choices, words("floor", "late_text"));
  return moment && perform("round late-lock", { moment }, { title, allowed: rule("round late-lock") });
}

export function tableDay() {
  const { status } = now;
  return words("floor", "day", { rounds: status.rounds_today, wagers: status.wagers_today });
}
