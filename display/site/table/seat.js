// One seat's dialog: everything that can be done with its spots, and why the rest cannot.

/** @import { Acceptance } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { money } from "../common/money.js";
import { say, words } from "../common/words.js";
import { permission } from "./commands.js";
import { ask } from "./dialog.js";
import { lampIcon } from "./icons.js";
import { button, commandButton, perform } from "./keys.js";
import { keysAt, labelOf } from "./places.js";
import { askChoice } from "./questions.js";
import { known } from "./state.js";
import { h } from "./vdom.js";
import { askClaim, claimPermission } from "./win.js";

/** @typedef {(answer: Acceptance) => void} Done */

/** @param {number} seat */
export function seatDialog(seat) {
  const { spots } = known().table;
  const own = Object.keys(spots).filter((spot) => spots[spot].seat === seat);
  return ask((/** @type {Done} */ done) => ({
    title: words("table", "seat_title", { seat }),
    body: own.map((spot) =>
      h("section", { key: spot, class: "one-spot" }, spotLine(spot, own.length > 1), spotKeys(spot, done)),
    ),
  }));
}

/**
 * @param {string} spot
 * @param {boolean} several
 */
function spotLine(spot, several) {
  const { table, status } = known();
  const { lamp, stake, credit, presses, flat, out } = status.spots[spot];
  return h(
    "p",
    { class: "spot-line" },
    lampIcon(lamp),
    h("strong", {}, words("lamps", lamp)),
    several && h("span", {}, table.spots[spot].wager),
    h("span", {}, money(stake)),
    credit !== "0.00" && h("span", {}, words("table", "credit", { amount: credit })),
    presses > 0 && h("span", {}, words("table", "presses", { number: presses })),
    flat && h("span", {}, words("table", `is_flat_${flat}`)),
    out && h("span", { class: "bad" }, say(out)),
  );
}

/**
 * @param {string} spot
 * @param {string} text
 */
function titleOf(spot, text) {
  return `${words("table", "spot_title", { spot })}: ${text}`;
}

/**
 * @param {string} spot
 * @param {Done} done
 */
function spotKeys(spot, done) {
  const claim = { key: `win ${spot}`, off: claimPermission(spot).code, lead: known().status.spots[spot].plays };
  const title = (/** @type {string} */ text) => titleOf(spot, text);
  return h(
    "div",
    { class: "choices" },
    button(words("table", "win"), () => askClaim(spot), claim),
    keysAt("seat", { spot }, { own: ownKeys(spot, done), title, after: done }),
  );
}

/**
 * Keys that not every spot has, or that need more than a reason. A claim's key comes first, apart from the others.
 *
 * @param {string} spot
 * @param {Done} done
 * @returns {Record<string, () => Child>}
 */
function ownKeys(spot, done) {
  const { table } = known();
  const { sensor, wager } = table.spots[spot];
  const { amounts } = table.wagers[wager];
  const refund = labelOf("coin refund");
  const test = { label: words("table", "test_spot"), after: done };
  return {
    "win claim": () => null,
    "spot test": () => commandButton("spot test", { spots: [spot] }, test),
    "round flat-bet": () => table.flat_bet && flatBetKey(spot),
    "coin refund": () =>
      sensor === "coin" &&
      commandButton("coin refund", { spot }, { label: refund, title: titleOf(spot, refund), after: done }),
    "spot tier": () => amounts.length > 1 && amounts.map((amount) => amountKey(spot, amount, done)),
  };
}

/**
 * After the lock, another amount needs a reason, and the people whom the profile names.
 *
 * @param {string} spot
 * @param {string} amount
 * @param {Done} done
 */
function amountKey(spot, amount, done) {
  const locked = known().status.spots[spot].plays;
  return commandButton(
    "spot tier",
    { spot, amount },
    {
      label: words("table", "play_for", { amount }),
      title: titleOf(spot, words("table", "tier")),
      reasons: locked ? "tier" : undefined,
      after: done,
    },
  );
}

/** @param {string} spot */
function flatBetKey(spot) {
  const command = "round flat-bet";
  const allowed = permission(command, { spot });
  const title = titleOf(spot, labelOf(command));
  const press = async () => {
    if (allowed.code !== undefined) return perform(command, { spot }, { title, allowed });
    const choices = ["first", "lit", "dark"].map((value) => ({ value, label: words("table", `flat_${value}`) }));
    const must = await askChoice(title, choices, words("table", "flat_text"));
    return must && perform(command, must === "first" ? { spot } : { spot, must }, { title, allowed });
  };
  return button(labelOf(command), press, {
    key: `flat ${spot}`,
    command,
    facts: { spot },
    off: allowed.code,
  });
}
