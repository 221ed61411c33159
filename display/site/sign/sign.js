// The players' sign: what is heard goes to heard.js, what it decides onto the glass, and what stands there is said to the table.

import { fact, live } from "../common/live.js";
import { learn } from "../common/words.js";
import { Answers } from "./answers.js";
import { fit } from "./fit.js";
import { Glass } from "./glass.js";
import { Heard } from "./heard.js";
import { Turns } from "./turns.js";

const AGAIN = 1000; // ms until the words are asked for again

const main = document.querySelector("main");
const heard = new Heard();
const glass = new Glass(main, acknowledge);
const turns = new Turns();
let answers = null;
let measured = "";
let silence = 0;

function show() {
  const now = performance.now();
  const decided = heard.glass(now);
  glass.show(decided);
  measure();
  acknowledge();
  clearTimeout(silence);
  if (decided.until < Infinity) silence = setTimeout(show, Math.max(1, decided.until - now + 1));
}

function measure() {
  const form = `${innerWidth} ${innerHeight} ${glass.form()}`;
  if (form === measured) return;
  measured = form;
  fit(main, (level) => turns.take(glass.arranged(level)));
}

function acknowledge() {
  answers?.stands(glass.stands());
}

async function begin() {
  try {
    await learn();
  } catch {
    setTimeout(begin, AGAIN);
    return;
  }
  show();
  const line = live(`/live/sign/${fact("table")}${location.search}`, (topic, { said, age }) => {
    if (heard.hear(topic, said, performance.now() - age)) show();
  }, (there) => there && seen());
  // A page that nobody sees says so, and leaves the sign's name to another that is open.
  const seen = () => line.say({ seen: document.visibilityState === "visible" });
  document.addEventListener("visibilitychange", seen);
  answers = new Answers(line.say);
}

addEventListener("resize", measure);
begin();
