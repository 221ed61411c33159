// Questions with one answer: a reason, chosen or typed; or one of several choices.

import { hasWords, words } from "../common/words.js";
import { ask } from "./dialog.js";
import { h } from "./vdom.js";

const LONGEST = 200;

/**
 * Resolves to the reason, or null. `kind` names the list of usual reasons.
 *
 * @param {string} title
 * @param {string} kind
 * @returns {Promise<string | null>}
 */
export function askReason(title, kind) {
  const usual = hasWords("choices", kind) ? words("choices", kind).split("|") : [];
  return ask((done) => {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (document.getElementById("reason"));
      if (input.value.trim()) done(input.value.trim());
    };
    const choice = (/** @type {string} */ text) =>
      h("button", { class: "key", type: "button", key: text, onclick: () => done(text) }, text);
    return {
      title,
      body: [
        h("p", {}, words("table", "why")),
        h(
          "div",
          { class: "choices" },
          usual.map((each) => choice(each.trim())),
        ),
        h(
          "form",
          { class: "typed", onsubmit: submit },
          h("label", { for: "reason" }, words("table", "other_reason")),
          h("input", { id: "reason", type: "text", maxlength: LONGEST, autocomplete: "off", spellcheck: "false" }),
          h("button", { class: "key lead", type: "submit" }, words("table", "go_on")),
        ),
      ],
    };
  });
}

/**
 * Resolves to the chosen value, or null.
 *
 * @template {string | number} Value
 * @param {string} title
 * @param {{ value: Value, label: string }[]} choices
 * @param {string} text
 * @returns {Promise<Value | null>}
 */
export function askChoice(title, choices, text) {
  return ask((done) => ({
    title,
    body: [
      h("p", {}, text),
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
