// Keys to press. A command first asks for its reason and its people; a pressed key shows at once that it waits.

/** @import { Acceptance, Answer, Facts, Permission } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { say, words } from "../common/words.js";
import { commandKey, notify, permission, send } from "./commands.js";
import { askPeople } from "./people.js";
import { askReason } from "./questions.js";
import { state } from "./state.js";
import { h } from "./vdom.js";

/** @typedef {Facts & { spot?: string, spots?: string[], claim?: number, code?: string, amount?: string }} CommandFacts */
/**
 * @typedef {object} Request
 * @property {string} title - of the dialogs
 * @property {string} [reasons] - the list of usual reasons (words: choices), for a command that takes one
 * @property {Permission} [allowed] - where it is known already
 * @property {string[]} [except] - people who may not answer for it
 */

/**
 * Asks for the reason and the people, then sends the command. A command that is not allowed is not sent; its refusal is
 * shown.
 *
 * @param {string} command
 * @param {CommandFacts} facts
 * @param {Request} request
 * @returns {Promise<Answer | null>} null if it was not sent
 */
export async function perform(command, facts, { title, reasons, allowed = permission(command, facts), except = [] }) {
  if (allowed.code !== undefined) {
    notify(say(allowed), false);
    return null;
  }
  let complete = facts;
  if (reasons) {
    const reason = await askReason(title, reasons);
    if (reason === null) return null;
    complete = { ...facts, reason };
  }
  if (!allowed.persons) return send(command, complete);
  const needs = { title, persons: allowed.persons, roles: allowed.roles, except, partly: command === "win confirm" };
  return askPeople(needs, (who) => send(command, complete, who));
}

/**
 * A key for one command.
 *
 * @param {string} command
 * @param {CommandFacts} facts
 * @param {Omit<Request, "title"> & { label: string, title?: string, kind?: string, lead?: boolean,
 *   after?: (answer: Acceptance) => unknown }} options - `lead` marks the key that is meant next
 */
export function commandButton(
  command,
  facts,
  { label, reasons, title = label, kind, lead, after, except, ...options },
) {
  const allowed = options.allowed ?? permission(command, facts);
  const waits = state.pending.has(commandKey(command, facts));
  const press = async () => {
    if (waits) return;
    const answer = await perform(command, facts, { title, reasons, allowed, except });
    if (answer?.ok) after?.(answer);
  };
  return button(label, press, { kind, lead, off: allowed.code, waits, command, facts });
}

/**
 * Any key. A disabled key can still get the focus, and says why it is disabled.
 *
 * @param {Child} label
 * @param {() => unknown} press
 * @param {{ key?: string, kind?: string, lead?: boolean, off?: string, waits?: boolean, command?: string,
 *   facts?: CommandFacts, described?: string }} options
 */
export function button(label, press, { key, kind = "", lead, off, waits, command, facts = {}, described } = {}) {
  return h(
    "button",
    {
      key: key ?? (command && commandKey(command, facts)),
      type: "button",
      class: `key ${kind}${lead && !off ? " lead" : ""}`,
      "data-command": command,
      "data-facts": command && JSON.stringify(facts),
      "aria-disabled": off ? "true" : undefined,
      "aria-busy": waits ? "true" : undefined,
      "aria-label": described,
      onclick: press,
    },
    h("span", { class: "label" }, waits ? words("table", "waiting") : label),
  );
}
