// The one dialog: a question at a time, each a step. The browser keeps the focus inside, Escape closes it, and the focus
// goes back to where it came from.

import { words } from "../common/words.js";
import { h, patch } from "./dom.js";
import { refusal } from "./saying.js";
import { change, now, sealed } from "./state.js";

let step = null; // {draw, done, resolve, left}

const frame = () => document.getElementById("dialog");

// `draw(done)` says what is asked: {title, body, typed}; the promise holds what `done` was given, null if it was closed.
// `typed(event)` hears keys, `left()` is called when the step is over, however it ends.
export function ask(draw, { left = () => {} } = {}) {
  finish(null);
  const answer = new Promise((resolve) => {
    const mine = { draw, resolve, left, done: (value) => step === mine && finish(value) };
    step = mine;
  });
  now.said = null;
  show();
  change();
  return answer;
}

function show() {
  const dialog = frame();
  drawDialog();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  dialog.querySelector("h2").focus();
}

function finish(value) {
  if (!step) return;
  const { resolve, left } = step;
  step = null;
  left();
  resolve(value);
  setTimeout(() => {
    if (step) return; // one question followed another
    frame().close();
    patch(frame(), []);
  });
}

export function drawDialog() {
  if (!step) return;
  const { title, body, typed } = step.draw(step.done);
  const seal = sealed(); // the banner lies behind the dialog
  frame().onkeydown = typed ?? null;
  patch(frame(), [
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title", tabindex: "-1" }, title),
      h("button", { type: "button", class: "key", onclick: () => finish(null) }, words("table", "cancel")),
    ),
    h("div", { class: "dialog-body" }, body),
    h("p", { class: `said ${seal || now.said?.good === false ? "bad" : ""}`, role: "status" }, seal ? refusal({ code: seal, facts: {} }) : now.said?.text),
  ]);
}

export function startDialog() {
  frame().oncancel = (event) => {
    event.preventDefault();
    finish(null);
  };
}
