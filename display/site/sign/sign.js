// The players' sign: shows received meters (meters.js) on the screen (screen.js), and acknowledges what is shown.

/** @import { SignMessage } from "../../messages.js" */

import { connect } from "../common/connection.js";
import { page } from "../common/page.js";
import { loadWords } from "../common/words.js";
import { Acknowledgements } from "./acknowledgements.js";
import { fit } from "./fit.js";
import { Meters } from "./meters.js";
import { Rotation } from "./rotation.js";
import { Screen } from "./screen.js";

await loadWords();

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const meters = new Meters();
const screen = new Screen(main, acknowledge);
const rotation = new Rotation();
const connection = connect(`/live/sign/${page.table}${location.search}`, receive, (open) => open && reportVisibility());
const acknowledgements = new Acknowledgements(connection.send);
let measured = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timeout;

/** @param {SignMessage} message */
function receive({ topic, payload, age }) {
  if (meters.receive(topic, payload, performance.now() - age)) show();
}

function show() {
  const now = performance.now();
  const view = meters.view(now);
  screen.show(view);
  measure();
  acknowledge();
  clearTimeout(timeout);
  if (view.until < Infinity) timeout = setTimeout(show, Math.max(1, view.until - now + 1));
}

function measure() {
  const form = `${innerWidth} ${innerHeight} ${screen.form()}`;
  if (form === measured) return;
  measured = form;
  fit(main, (level) => rotation.replace(screen.rows(level)));
}

function acknowledge() {
  acknowledgements.update(screen.standing());
}

// A hidden page reports that it is hidden, so that a visible one can use the sign's name.
function reportVisibility() {
  connection.send({ seen: document.visibilityState === "visible" });
}

document.addEventListener("visibilitychange", reportVisibility);
addEventListener("resize", measure);
show();
