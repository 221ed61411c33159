// Sentences in the page's language, about what the controller has said; names, times and days.

/** @import { Answer, Refusal, Text } from "../../messages.js" */

import { page } from "../common/page.js";
import { day, hasWords, words } from "../common/words.js";
import { state } from "./state.js";

// The controller sends its sentences in English, with their codes and facts for every other language.
const CONTROLLER_LANGUAGE = "en";

/**
 * What came of a command. In English the controller says more of it than its rows' kinds do.
 *
 * @param {Answer} answer
 */
export function outcome(answer) {
  if (!answer.ok) return refusal(answer);
  const rows = answer.rows?.length ? answer.rows : [{ kind: "noted", round: null }];
  if (page.language !== CONTROLLER_LANGUAGE && rows.every((row) => hasWords("done", row.kind))) {
    return rows.map((row) => words("done", row.kind, { round: row.round })).join(" ");
  }
  return answer.say ?? words("table", "done");
}

/** @param {Refusal} answer */
export function refusal(answer) {
  return sentence("refusals", answer) || words("refusals", "unknown");
}

/**
 * Facts that the page words in its own way, in every sentence.
 *
 * @type {Record<string, (fact: string) => string>}
 */
const FACTS = {
  account: (name) => nameOf("accounts", name),
  at: (when) => time(when),
  day: (date) => day(date),
  fault: (code) => nameOf("faults", code),
  method: (name) => nameOf("methods", name).toLowerCase(),
  rival: (spot) => spotName(spot),
  roles: (names) => roleNames(names.split(" or ")),
  spot: (spot) => spotName(spot),
  spots: (spots) => spots.split(", ").map(spotName).join(", "),
  stage: (stage) => nameOf("stages", stage),
};

const SECTIONS = ["reasons", "drivers", "ledger", "signs", "division", "lists"]; // of what stands inside a sentence

/**
 * A sentence of the controller: as it came, or by its code where the page's language has words for it.
 *
 * @param {string} section
 * @param {Text} text
 * @returns {string}
 */
export function sentence(section, text) {
  if (typeof text !== "object" || text === null) return text ?? "";
  const { code, say, facts } = text;
  if (page.language === CONTROLLER_LANGUAGE && say) return say;
  const found = [section, ...SECTIONS].find((each) => hasWords(each, code));
  if (!found) return say;
  const worded = Object.entries(facts).map(([name, fact]) => [name, factWords(section, name, fact)]);
  return words(found, code, Object.fromEntries(worded));
}

/**
 * @param {string} section
 * @param {string} name
 * @param {Text} fact
 */
function factWords(section, name, fact) {
  return typeof fact === "string" && fact && Object.hasOwn(FACTS, name) ? FACTS[name](fact) : sentence(section, fact);
}

/**
 * @param {string} section
 * @param {string} key
 */
export function nameOf(section, key) {
  return hasWords(section, key) ? words(section, key) : key.replaceAll("_", " ");
}

/** @param {string[]} names */
export function roleNames(names) {
  return names.map((name) => nameOf("roles", name)).join(` ${words("table", "or")} `);
}

/**
 * A seat by its number; with the wager where a seat has two.
 *
 * @param {string} spot
 */
export function spotName(spot) {
  const spots = state.table?.spots ?? {};
  if (!Object.hasOwn(spots, spot)) return spot;
  const { seat, wager } = spots[spot];
  const single = Object.values(spots).filter((other) => other.seat === seat).length === 1;
  return single ? String(seat) : `${seat} ${wager}`;
}

/** @param {string} jackpot */
export function jackpotTitle(jackpot) {
  return state.status?.jackpots[jackpot]?.title ?? jackpot;
}

// -- times, by the casino's own clock ---------------------------------------------------------------------------

/**
 * @param {number | string | Date} when
 * @param {boolean} seconds
 */
export function time(when, seconds = true) {
  const at = new Date(when);
  if (when === "" || Number.isNaN(at.getTime())) return "";
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: state.table?.zone };
  if (seconds) format.second = "2-digit";
  return new Intl.DateTimeFormat(page.language, format).format(at);
}
