// The floor's functions for the whole table: open and close, offered or not, the shoe, and corrections.

/** @import { Child } from "./vdom.js" */

import { words } from "../common/words.js";
import { permission } from "./commands.js";
import { button, commandButton, perform } from "./keys.js";
import { keysAt, labelOf } from "./places.js";
import { askChoice } from "./questions.js";
import { known } from "./state.js";
import { h } from "./vdom.js";

const OWN = { "round late-lock": lateLockKey, "round void": voidKey };

export function floorView() {
  return ["table", "round", "machine"].map((place) => group(place, keysAt(place, {}, { own: OWN })));
}

function voidKey() {
  const options = { label: labelOf("round void"), title: words("table", "void_title"), reasons: "void" };
  return commandButton("round void", {}, options);
}

/**
 * @param {string} name
 * @param {Child} keys
 */
export function group(name, keys) {
  return h(
    "section",
    { key: name, class: "group" },
    h("h2", {}, words("floor", `group_${name}`)),
    h("div", { class: "choices" }, keys),
  );
}

function lateLockKey() {
  const { code } = permission("round late-lock");
  return button(labelOf("round late-lock"), lateLock, { key: "late", command: "round late-lock", off: code });
}

// E05: the moments for a late lock, newest first. The controller rounds their times up to full seconds, so that none is
// before its moment.
async function lateLock() {
  const allowed = permission("round late-lock");
  const title = labelOf("round late-lock");
  if (allowed.code !== undefined) return perform("round late-lock", {}, { title, allowed });
  const choices = known().allowed.table["round late-lock"].moments.map(({ moment, spots }) => ({
    value: moment,
    label: words("floor", spots.length ? "moment" : "moment_dark", { at: 1000 * Math.ceil(moment / 1000), spots }),
  }));
  const moment = await askChoice(title, choices, words("floor", "late_text"));
  return moment && perform("round late-lock", { moment }, { title });
}

export function dayTotals() {
  const { rounds_today: rounds, wagers_today: wagers } = known().status;
  return words("floor", "day", { rounds, wagers });
}
