// Texts for what the controller sends: results of commands, and names by the table's facts.

/** @import { Answer, Message } from "../../messages.js" */

import { page } from "../common/page.js";
import { spotName as nameIn } from "../common/spots.js";
import { addFormats, say, words } from "../common/words.js";
import { state } from "./state.js";

addFormats({ spot: spotName, time });

/**
 * The result of a command.
 *
 * @param {Answer} answer
 */
export function outcome(answer) {
  if (!answer.ok) return say(answer);
  return answer.say?.length ? answer.say.map(say).join(" ") : words("answers", "noted");
}

/**
 * @param {string[]} roles
 * @returns {Message[]}
 */
export function roleNames(roles) {
  return roles.map((role) => ({ code: `roles.${role}`, facts: {} }));
}

/** @param {string} spot */
export function spotName(spot) {
  return nameIn(state.table?.spots ?? {}, spot);
}

/** @param {string} jackpot */
export function jackpotTitle(jackpot) {
  return state.status?.jackpots[jackpot]?.title ?? jackpot;
}

/**
 * A time in the casino's time zone.
 *
 * @param {number | string | Date} when
 */
export function time(when, seconds = true) {
  const at = new Date(when);
  if (when === "" || Number.isNaN(at.getTime())) return "";
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: state.table?.zone };
  if (seconds) format.second = "2-digit";
  return new Intl.DateTimeFormat(page.language, format).format(at);
}
