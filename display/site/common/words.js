// The page's own words, in its language: words("sign", "unavailable").

import { fact } from "./live.js";

const AGAIN = 1000; // ms

let texts = {};

// Without them there is no page: asked for until they come, for a server may be going just as the page is fetched.
export async function learn() {
  for (;;) {
    try {
      const answer = await fetch(`/words/${fact("language")}.json`);
      texts = await answer.json();
      return;
    } catch {
      await new Promise((again) => setTimeout(again, AGAIN));
    }
  }
}

// `facts` fill the places in braces: "Seat {seat}".
export function words(section, key, facts = {}) {
  const text = texts[section]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function has(section, key) {
  return texts[section]?.[key] !== undefined;
}
