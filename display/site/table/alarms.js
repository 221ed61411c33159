// What a person should do now, most urgent first: the page's own alarms, made from what `status` says of faults, seats,
// claims, the clock and the post, and the messages of the controller's list that need no key beside them.

/** @import { Spot, Status } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { say, words } from "../common/words.js";
import { button, commandButton } from "./keys.js";
import { seatDialog } from "./seat.js";
import { time } from "./sentences.js";
import { change, known, state } from "./state.js";

// The codes of `todo` for which this page has alarms of its own, made from facts of `status`.
const ALARMS_FROM_FACTS = new Set([
  "fault",
  "training",
  "recovered",
  "void_asked",
  "claim",
  "late",
  "removed",
  "stuck",
  "second",
  "out",
  "flat",
  "clock",
  "held",
]);

const LEVELS = ["stop", "act", "note"]; // the most urgent first

/** @typedef {{ id: string, level: string, text: string, key?: () => Child }} Alarm - `key` draws what to press about it */

/** @returns {Alarm[]} */
export function alarms() {
  const { status } = known();
  return [
    ...faultAlarms(status),
    ...roundAlarms(status),
    ...spotAlarms(status),
    ...claimAlarms(status),
    ...otherAlarms(status),
  ].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/**
 * @param {Status} status
 * @returns {Alarm[]}
 */
function faultAlarms({ faults }) {
  return Object.entries(faults).map(([code, why]) => ({
    id: `fault ${code}`,
    level: "stop",
    text: words("alarms", "fault", { code, why }),
    key: () => viewButton("todo"),
  }));
}

/**
 * @param {Status} status
 * @returns {Alarm[]}
 */
function roundAlarms({ phase, void_asked: voidAsked }) {
  const found = [];
  if (phase === "recovered") {
    const key = () => commandButton("round resume", {}, { label: words("table", "resume"), lead: true });
    found.push({ id: "recovered", level: "stop", text: words("alarms", "recovered"), key });
  }
  if (voidAsked) {
    const options = { label: words("table", "void"), title: words("table", "void_title"), reasons: "void" };
    const key = () => commandButton("round void", {}, options);
    found.push({ id: "void", level: "stop", text: words("alarms", "void_asked"), key });
  }
  return found;
}

/**
 * @param {Status} status
 * @returns {Alarm[]}
 */
function spotAlarms({ spots, phase }) {
  const anyLit = phase === "betting" && Object.values(spots).some(isLit);
  const betweenRounds = !["locked", "settled", "recovered"].includes(phase);
  const found = Object.entries(spots).flatMap(([id, spot]) => {
    const { alarm, stuck, lamp, flat, out } = spot;
    return [
      alarm === "late" && spotAlarm(id, spot, "act", "late"),
      alarm === "removed" && {
        ...spotAlarm(id, spot, "act", "removed"),
        key: () => commandButton("spot ack", { spot: id }, { label: words("commands", "spot ack") }),
      },
      stuck && betweenRounds && spotAlarm(id, spot, "act", "stuck"),
      !stuck && lamp === "verify" && spotAlarm(id, spot, "act", "second"),
      anyLit && flat === "lit" && !isLit(spot) && spotAlarm(id, spot, "act", "flat"),
      out && spotAlarm(id, spot, "note", "out"),
    ].filter((each) => typeof each === "object" && each !== null);
  });
  // A late bet first: it must be returned before the cards are dealt.
  const late = (/** @type {Alarm} */ { id }) => Number(id.startsWith("late"));
  return found.sort((a, b) => late(b) - late(a));
}

/** @param {Spot} spot */
function isLit({ lamp }) {
  return lamp === "lit" || lamp === "raised";
}

/**
 * @param {string} id
 * @param {Spot} spot
 * @param {string} level
 * @param {string} name
 * @returns {Alarm}
 */
function spotAlarm(id, { seat, out }, level, name) {
  const text = words("alarms", name, { spot: id, why: out });
  return { id: `${name} ${id}`, level, text, key: () => seatButton(seat) };
}

/**
 * @param {Status} status
 * @returns {Alarm[]}
 */
function claimAlarms({ claims }) {
  return claims
    .filter((claim) => claim.stage !== "paid")
    .map(({ claim, stage, event, spot, award, amount }) => ({
      id: `claim ${claim}`,
      level: "act",
      text: words("alarms", event ? `claim_${stage}` : "claim_unnamed", { spot, award, amount }),
      key: () => viewButton("claims"),
    }));
}

/**
 * @param {Status} status
 * @returns {Alarm[]}
 */
function otherAlarms(status) {
  const { training, clock, held, jackpots, todo } = status;
  /** @type {Alarm[]} */
  const found = [];
  if (training) found.push({ id: "training", level: "note", text: words("alarms", "training") });
  if (!clock.trusted) {
    const key = () => commandButton("clock confirm", {}, { label: words("table", "clock_confirm") });
    found.push({ id: "clock", level: "act", text: words("alarms", "clock"), key });
  }
  if (held) {
    const text = words("alarms", "held", { why: held });
    found.push({ id: "held", level: "note", text, key: () => viewButton("post") });
  }
  const due = new Set(Object.values(jackpots).flatMap((jackpot) => jackpot.due.map((each) => each.day)));
  if (due.size) {
    const text = words("alarms", "due", { days: [...due] });
    found.push({ id: "due", level: "note", text, key: () => viewButton("post") });
  }
  found.push(...healthAlarms(status));
  for (const { say: asked } of todo.filter(({ code }) => !ALARMS_FROM_FACTS.has(code))) {
    const text = say(asked);
    found.push({ id: text, level: "act", text });
  }
  return found;
}

/**
 * What does not work around the table, except for what the faults already show.
 *
 * @param {Status} status
 * @returns {Alarm[]}
 */
function healthAlarms({ health = [], faults }) {
  return health
    .filter(({ ok, name }) => !ok && !(name in faults) && !["time", "program", "ledger", "second copy"].includes(name))
    .map(({ name, title, say: found, do: remedy, since }) => {
      const text = `${say(title)}: ${say(found)}. ${say(remedy)} (${time(since, false)})`;
      return { id: `health ${name}`, level: name === "broker" ? "act" : "note", text };
    });
}

/** @param {number} seat */
function seatButton(seat) {
  return button(words("table", "open_seat"), () => seatDialog(seat));
}

/** @param {string} view */
function viewButton(view) {
  return state.view === view ? null : button(words("views", view), () => change({ view }));
}
