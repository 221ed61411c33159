// Asks for a word: why, picked by thumb or typed; or which of several.

import { words } from "../common/words.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";

const LONGEST = 200;

// The reason, or null. `kind` names the list of usual ones.
export function askReason(title, kind) {
  const usual = words("reasons", kind).split("|").map((each) => each.trim());
  return ask((done) => {
    const typed = () => {
      const text = document.getElementById("reason").value.trim();
      if (text) done(text);
    };
    return {
      title,
      body: [
        h("p", {}, words("table", "why")),
        h("div", { class: "choices" }, usual.map((text) => h("button", { class: "key", type: "button", key: text, onclick: () => done(text) }, text))),
        h(
          "form",
          { class: "typed", onsubmit: (event) => { event.preventDefault(); typed(); } },
          h("label", { for: "reason" }, words("table", "other_reason")),
          h("input", { id: "reason", type: "text", maxlength: LONGEST, autocomplete: "off", spellcheck: "false" }),
          h("button", { class: "key lead", type: "submit" }, words("table", "go_on")),
        ),
      ],
    };
  });
}

// One of several: {value, label}; the value, or null.
export function askOne(title, choices, text = "") {
  return ask((done) => ({
    title,
    body: [
      text && h("p", {}, text),
      h(
        "div",
        { class: "choices" },
        choices.map(({ value, label }) =>
          h("button", { class: "key", type: "button", key: String(value), onclick: () => done(value) }, label),
        ),
      ),
    ],
  }));
}
