// The page's own words, in its language: words("sign", "unavailable").

/** @import { Message } from "../../messages.js" */

import { grouped, microsAsMoney, money } from "./money.js";
import { page } from "./page.js";

const PAUSE = 1000; // ms before the next attempt
const PLACE = /\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}/g;

/** @type {Record<string, Record<string, string>>} */
let texts = {}; // by section and key

// A page cannot be drawn without its words, so this repeats until the server delivers them: it may be restarting.
export async function loadWords() {
  for (;;) {
    try {
      const response = await fetch(`/words/${page.language}.json`);
      texts = await response.json();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/**
 * `facts` fill the places in braces: "Seat {seat}".
 *
 * @param {string} section
 * @param {string} key
 * @param {Record<string, unknown>} facts
 */
export function words(section, key, facts = {}) {
  return filled(hasWords(section, key) ? texts[section][key] : key, facts);
}

/**
 * The text of a message. A code without a sentence gives its last part; no message gives an empty text.
 *
 * @param {Message | null} message
 */
export function say(message) {
  if (!message) return "";
  const [section, key = ""] = message.code.split(".");
  return words(section, key, message.facts);
}

/**
 * @param {any} fact - it may come from any client of the broker
 * @returns {fact is Message}
 */
export function isMessage(fact) {
  return typeof fact?.code === "string" && typeof fact.facts === "object" && fact.facts !== null;
}

/**
 * A place is `{name}`, `{name:format}` if the fact itself is not a text for people, or `{name|one|several}`, a word that
 * depends on a number. A place without a fact stays
 * empty. The catalogue in Python has the same rules, and lists every format (words/catalogue.py).
 *
 * @param {string} text
 * @param {Record<string, unknown>} facts
 */
export function filled(text, facts) {
  return text.replace(PLACE, (_, name, format, one, several) =>
    one === undefined ? formatted(format ?? "", facts[name]) : facts[name] === 1 ? one : several,
  );
}

/** @type {Record<string, (fact: unknown) => string>} */
const formats = {
  and: (facts) => listed(facts, "and"),
  or: (facts) => listed(facts, "or"),
  list: (facts) => listed(facts),
  lines: (facts) => listed(facts, "", "\n"),
  day: (date) => day(plain(date)),
  money: (amount) => (typeof amount === "number" ? microsAsMoney(amount) : money(plain(amount))),
  number: (number) => (typeof number === "number" ? grouped(String(number)) : plain(number)),
  percent,
};

/**
 * Formats that only one page has, such as a spot's name by its table.
 *
 * @param {Record<string, (fact: any) => string>} more
 */
export function addFormats(more) {
  Object.assign(formats, more);
}

/**
 * @param {string} format
 * @param {unknown} fact
 * @returns {string}
 */
function formatted(format, fact) {
  if (LISTS.has(format)) return formats[format](fact);
  if (Array.isArray(fact)) return fact.map((each) => formatted(format, each)).join(", ");
  if (format in formats) return formats[format](fact);
  if (["string", "number"].includes(typeof fact) && fact !== "" && format in texts) return words(format, String(fact));
  return plain(fact);
}

const LISTS = new Set(["and", "or", "list", "lines"]);

/**
 * @param {unknown} facts
 * @param {string} last
 * @param {string} between
 */
function listed(facts, last = "", between = ", ") {
  if (!Array.isArray(facts)) return plain(facts);
  const parts = facts.map(plain);
  if (!last || parts.length < 2) return parts.join(between);
  return words("lists", last, { first: parts.slice(0, -1).join(", "), second: parts.at(-1) });
}

/** @param {unknown} basisPoints */
export function percent(basisPoints) {
  return typeof basisPoints === "number" ? `${basisPoints / 100} %` : plain(basisPoints);
}

/**
 * @param {unknown} fact
 * @returns {string}
 */
function plain(fact) {
  if (isMessage(fact)) return say(fact);
  return Array.isArray(fact) ? fact.map(plain).join(", ") : String(fact ?? "");
}

/**
 * "2026-11-19" as "Nov 19".
 *
 * @param {string | null} date
 */
export function day(date) {
  const [, month, number] = /^\d+-(\d+)-(\d+)$/.exec(date ?? "") ?? [];
  const key = `month_${Number(month)}`;
  return hasWords("drawn", key) ? words("drawn", key, { day: Number(number) }) : (date ?? "");
}

/**
 * @param {string} section
 * @param {string} key
 */
export function hasWords(section, key) {
  return Object.hasOwn(texts, section) && Object.hasOwn(texts[section], key);
}
