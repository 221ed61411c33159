// What the page knows of the table at this moment. Who changes it has the page drawn anew.

import { fact } from "../common/live.js";

const OLD = 5000; // ms after which nothing is shown as current any more

export const now = {
  table: null, // what the table is
  status: null, // what is, what is wrong
  may: null, // what may be done
  heard: -Infinity, // when `status` came, by a clock that nobody sets
  heardAt: null, // the same as a date, to be read
  socket: false,
  control: null,
  broker: null,
  old: false,
  view: "table",
  turn: 0, // goes up when a view is asked for, the same one too
  waiting: new Set(), // what was asked and has no answer yet
  said: null, // what came of the last press: {text, good}
};

let draw = () => {};
let due = false;

export function drawnBy(how) {
  draw = how;
}

export function change(facts = {}) {
  Object.assign(now, facts);
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}

export function hear(topic, { said }) {
  if (topic === "table" && said) {
    change({ table: said });
  } else if (topic === "link") {
    change({ control: said.control, broker: said.broker, said: said.control === now.control ? now.said : null });
  } else if (topic === "floor" && said) {
    turned(said.status);
    change({ status: said.status, may: said.may, heard: performance.now(), heardAt: new Date(), old: false });
  }
}

// The supervisor's key opens the floor's functions, and closes them again.
function turned(status) {
  const before = now.status?.keyswitch;
  if (before === undefined || before === status.keyswitch) return;
  change({ view: status.keyswitch ? "floor" : "table" });
}

export function linked(socket) {
  change({ socket });
}

// Time alone makes what is shown old.
setInterval(() => {
  const old = performance.now() - now.heard > OLD;
  if (old !== now.old) change({ old });
}, 500);

// Why nothing may be pressed; empty while the page knows what it shows.
export function sealed() {
  if (!now.socket) return "no_link";
  if (now.control === false) return "no_controller";
  if (!now.status || !now.table || now.old) return "no_news";
  return "";
}

export const language = fact("language");
