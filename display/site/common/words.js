// The page's own words, in its language: words("sign", "unavailable").

import { fact } from "./live.js";

let texts = {};

export async function learn() {
  const answer = await fetch(`/words/${fact("language")}.json`);
  texts = await answer.json();
}

// `facts` fill the places in braces: "Seat {seat}".
export function words(section, key, facts = {}) {
  const text = texts[section]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function has(section, key) {
  return texts[section]?.[key] !== undefined;
}
