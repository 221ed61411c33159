// Sentences: of answers and refusals in the page's language, of money and times.

import { has, words } from "../common/words.js";
import { language, now } from "./state.js";

// What came of it. The controller says it in English; elsewhere its rows are said by the page.
export function outcome(answer) {
  if (!answer.ok) return refusal(answer);
  const rows = answer.rows ?? [];
  const kinds = rows.length ? rows : [{ kind: "noted" }];
  if (kinds.every((row) => has("done", row.kind))) {
    return kinds.map((row) => words("done", row.kind, { round: row.round })).join(" ");
  }
  return answer.say ?? words("table", "done");
}

// Why not.
export function refusal(answer) {
  return said("refusals", answer) || words("refusals", "unknown");
}

// Facts that are said in the page's own way, whatever the sentence.
const FACTS = {
  account: (name) => named("accounts", name),
  at: (when) => time(when),
  day: (date) => day(date),
  fault: (code) => named("faults", code),
  method: (name) => named("methods", name).toLowerCase(),
  rival: (spot) => spotName(spot),
  roles: (names) => roles(names.split(" or ")),
  spot: (spot) => spotName(spot),
  spots: (spots) => spots.split(", ").map(spotName).join(", "),
  stage: (stage) => named("stages", stage),
};

// What the controller says: by its code where the page's language has a sentence for it, else as it came. What has no
// code, such as a reason that a person typed, stays as it is.
export function said(section, text) {
  if (typeof text !== "object" || text === null) return text ?? "";
  const { code, say, facts = {} } = text;
  const found = [section, "whys"].find((each) => has(each, code));
  if (!found) return say;
  const told = ([name, fact]) => [name, (fact && FACTS[name]?.(fact)) ?? said(section, fact)];
  return words(found, code, Object.fromEntries(Object.entries(facts).map(told)));
}

export function named(section, key) {
  return has(section, key) ? words(section, key) : key.replaceAll("_", " ");
}

export function roles(names) {
  return names.map((name) => named("roles", name)).join(` ${words("table", "or")} `);
}

// A seat by its number; with the wager where a seat has two.
export function spotName(spot) {
  const spots = now.table?.spots ?? {};
  const seat = spots[spot]?.seat;
  if (seat === undefined) return spot;
  const single = Object.values(spots).filter((other) => other.seat === seat).length === 1;
  return single ? String(seat) : `${seat} ${spots[spot].wager}`;
}

// -- money: texts of whole cents, as the controller writes them -------------------------------------------------

export function cents(text) {
  const [whole, rest = "00"] = String(text).split(".");
  return Number(whole) * 100 + Number(rest);
}

export function money(text) {
  if (text === undefined || text === null || text === "") return "";
  const [whole, rest = "00"] = String(text).split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

export function total(texts) {
  const sum = texts.reduce((before, text) => before + cents(text), 0);
  return money(`${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, "0")}`);
}

// -- times, by the casino's own clock ---------------------------------------------------------------------------

export function time(when, seconds = true) {
  const at = moment(when);
  if (!at) return "";
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: now.table?.zone };
  return new Intl.DateTimeFormat(language, seconds ? { ...clock, second: "2-digit" } : clock).format(at);
}

export function day(date) {
  const at = date ? new Date(`${date}T12:00:00Z`) : null;
  if (!at || Number.isNaN(at.getTime())) return date ?? "";
  return new Intl.DateTimeFormat(language, { month: "short", day: "numeric", timeZone: "UTC" }).format(at);
}

// Milliseconds or a text; nothing if it is neither.
function moment(when) {
  if (when === undefined || when === null || when === "") return null;
  const at = new Date(when);
  return Number.isNaN(at.getTime()) ? null : at;
}
