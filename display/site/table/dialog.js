// The only dialog, one question at a time. The browser keeps the focus inside, Escape closes it, and the focus returns to
// where it was.

/** @import { Child } from "./vdom.js" */

import { say, words } from "../common/words.js";
import { refused } from "./commands.js";
import { blocked, change, state } from "./state.js";
import { h, patch } from "./vdom.js";

/** @typedef {{ title: string, body: Child, typed?: (event: KeyboardEvent) => void }} Question - `typed` gets pressed keys */
/** @typedef {{ draw: () => Question, close: (value: any) => void }} Step */

/** @type {Step | null} */
let step = null;

function frame() {
  return /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));
}

/**
 * Asks one question. The promise resolves to the argument of `done`, or null if the dialog was closed.
 *
 * @template Value
 * @param {(done: (value: Value) => void) => Question} draw
 * @param {() => void} left - called when the question is over, however it ends
 * @returns {Promise<Value | null>}
 */
export function ask(draw, left = () => {}) {
  finish(null);
  /** @type {Promise<Value | null>} */
  const answer = new Promise((resolve) => {
    const close = (/** @type {Value | null} */ value) => {
      left();
      resolve(value);
    };
    /** @type {Step} */
    const asked = { draw: () => draw(done), close };
    const done = (/** @type {Value} */ value) => {
      if (step === asked) finish(value);
    };
    step = asked;
  });
  state.notice = null;
  show();
  change();
  return answer;
}

function show() {
  const dialog = frame();
  drawDialog();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  dialog.querySelector("h2")?.focus();
}

/** @param {unknown} value */
function finish(value) {
  if (!step) return;
  const { close } = step;
  step = null;
  close(value);
  setTimeout(() => {
    if (step) return; // another question followed
    frame().close();
    patch(frame(), []);
  });
}

export function drawDialog() {
  if (!step) return;
  const { title, body, typed } = step.draw();
  const block = blocked(); // the banner is behind the dialog
  const bad = block || state.notice?.good === false;
  frame().onkeydown = typed ?? null;
  patch(frame(), [
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title", tabindex: "-1" }, title),
      h("button", { type: "button", class: "key", onclick: () => finish(null) }, words("table", "cancel")),
    ),
    h("div", { class: "dialog-body" }, body),
    h("p", { class: `notice ${bad ? "bad" : ""}`, role: "status" }, block ? say(refused(block)) : state.notice?.text),
  ]);
}

export function startDialog() {
  frame().oncancel = (event) => {
    event.preventDefault();
    finish(null);
  };
}
