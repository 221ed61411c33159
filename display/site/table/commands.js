// Commands to the controller: whether one is allowed now, sending it, and looking something up.

/** @import { Answer, Facts, Lookups, Message, Permission, Permissions, Proof } from "../../messages.js" */
/** @import { Connection } from "../common/connection.js" */

import { outcome } from "./sentences.js";
import { blocked, change, known, state } from "./state.js";

const NOTICE = 15_000; // ms that a notice stands

/** @type {Connection} */
let connection;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timeout;

/** @param {Connection} opened */
export function useConnection(opened) {
  connection = opened;
}

/**
 * Shows a text to everybody.
 *
 * @param {string} text
 * @param {boolean} good
 */
export function notify(text, good) {
  clearTimeout(timeout);
  timeout = setTimeout(() => change({ notice: null }), NOTICE);
  change({ notice: { text, good } });
}

/**
 * @param {string} key
 * @returns {Message}
 */
export function refused(key) {
  return { code: `refusals.${key}`, facts: {} };
}

/**
 * The controller's answer about a command with these facts.
 *
 * @param {string} command
 * @param {{ spot?: string, spots?: string[], claim?: number, code?: string, amount?: string }} facts
 * @returns {Permission}
 */
export function permission(command, { spot: one, spots, claim, code, amount } = {}) {
  const block = blocked();
  if (block) return refused(block);
  const { allowed } = known();
  const spot = one ?? spots?.[0];
  /** @type {Permissions | undefined} */
  let actions = allowed.table;
  let name = command;
  if (code !== undefined) actions = allowed.faults[code];
  else if (claim !== undefined) actions = allowed.claims[claim];
  else if (command === "spot tier" && spot !== undefined)
    [actions, name] = [allowed.spots[spot]?.[command], amount ?? ""];
  else if (spot !== undefined) actions = allowed.spots[spot];
  return actions?.[name] ?? refused("not_here");
}

/**
 * The key of a command among those that wait for an answer.
 *
 * @param {string} command
 * @param {Facts} facts
 */
export function commandKey(command, { reason: _, ...facts }) {
  return `${command} ${JSON.stringify(facts)}`;
}

/**
 * Sends a command and shows the result.
 *
 * @param {string} command
 * @param {Facts} facts
 * @param {Proof[]} who
 * @returns {Promise<Answer>}
 */
export async function send(command, facts, who = []) {
  const key = commandKey(command, facts);
  state.pending.add(key);
  change();
  const answer = await connection.ask(command, facts, who);
  state.pending.delete(key);
  notify(outcome(answer), answer.ok);
  return answer;
}

/**
 * Sends a query; null if it was refused.
 *
 * @template {keyof Lookups} Command
 * @param {Command} command
 * @param {Facts} facts
 * @returns {Promise<Lookups[Command] | null>}
 */
export async function lookUp(command, facts = {}) {
  const answer = await connection.ask(command, facts);
  if (answer.ok) return /** @type {Lookups[Command]} */ (answer[command]);
  notify(outcome(answer), false);
  return null;
}
