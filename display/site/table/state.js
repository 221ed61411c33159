// What the page knows about the table. Every change redraws the page.

/** @import { AllowedActions, Status, Table, TableMessage } from "../../messages.js" */

const STALE = 5000; // ms after which nothing is shown as current any more

/**
 * @typedef {object} State
 * @property {Table | null} table
 * @property {Status | null} status
 * @property {AllowedActions | null} allowed
 * @property {number} receivedAt - when the newest status came, by a monotonic clock
 * @property {Date | null} receivedTime - the same, to be read by people
 * @property {boolean} stale
 * @property {boolean} connected - to the server of the pages
 * @property {boolean | null} controller - whether it answers
 * @property {string} view
 * @property {number} visit - goes up when a view is opened, also when it is the same view again
 * @property {Set<string>} pending - commands that have no answer yet
 * @property {{ text: string, good: boolean } | null} notice - what came of the last press
 */

/** @type {State} */
export const state = {
  table: null,
  status: null,
  allowed: null,
  receivedAt: -Infinity,
  receivedTime: null,
  stale: false,
  connected: false,
  controller: null,
  view: "table",
  visit: 0,
  pending: new Set(),
  notice: null,
};

// For views, which are drawn only when all of it is known.
export function known() {
  const { table, status, allowed } = state;
  if (!table || !status || !allowed) throw new Error("A view is drawn before the table is known.");
  return { table, status, allowed };
}

let draw = () => {};
let scheduled = false;

/** @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** @param {Partial<State>} facts */
export function change(facts = {}) {
  Object.assign(state, facts);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    draw();
  });
}

/** @param {TableMessage} message */
export function receive({ topic, payload }) {
  if (topic === "table" && payload) {
    change({ table: payload });
  } else if (topic === "link") {
    const notice = payload.control === state.controller ? state.notice : null;
    change({ controller: payload.control, notice });
  } else if (topic === "floor" && payload) {
    followKeyswitch(payload.status);
    const received = { receivedAt: performance.now(), receivedTime: new Date(), stale: false };
    change({ status: payload.status, allowed: payload.actions, ...received });
  }
}

/**
 * The supervisor's keyswitch shows the floor's functions, and hides them again.
 *
 * @param {Status} status
 */
function followKeyswitch({ keyswitch }) {
  const before = state.status?.keyswitch;
  if (before === undefined || before === keyswitch) return;
  change({ view: keyswitch ? "floor" : "table" });
}

// What is shown becomes stale with time.
setInterval(() => {
  const stale = performance.now() - state.receivedAt > STALE;
  if (stale !== state.stale) change({ stale });
}, 500);

// The code of the reason why no key may be pressed; empty while the page is up to date.
export function blocked() {
  if (!state.connected) return "no_link";
  if (state.controller === false) return "no_controller";
  if (!state.status || !state.table || state.stale) return "no_news";
  return "";
}
