// The page's own words, in its language: words("sign", "unavailable").

import { money } from "./money.js";
import { page } from "./page.js";

const PAUSE = 1000; // ms before the next attempt

/** @type {Record<string, Record<string, string>>} */
let texts = {};

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
  return filled(texts[section]?.[key] ?? key, facts);
}

/**
 * A place is `{name}`, or `{name:format}` where the fact itself is no text for people. A place without a fact stays
 * empty. The catalogue in Python has the same rules (words/catalogue.py).
 *
 * @param {string} text
 * @param {Record<string, unknown>} facts
 */
export function filled(text, facts) {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, format) => (FORMATS[format] ?? plain)(facts[name]));
}

/** @type {Record<string, (fact: unknown) => string>} */
const FORMATS = {
  day: (date) => day(plain(date)),
  list: (facts) => (Array.isArray(facts) ? facts.map(plain).join(", ") : plain(facts)),
  money: (dollars) => money(plain(dollars)),
};

/** @param {unknown} fact */
function plain(fact) {
  return String(fact ?? "");
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
  return texts[section]?.[key] !== undefined;
}
