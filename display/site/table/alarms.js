// What a person should do now, most urgent first, in the page's own words: from what `status` says of faults, seats,
// claims, the clock and the post; and what the controller asks in a sentence alone.

import { has, words } from "../common/words.js";
import { button, key } from "./doing.js";
import { day, money, said, spotName, time } from "./saying.js";
import { seatDialog } from "./seat.js";
import { change, now } from "./state.js";

// What `todo` asks that is told here from facts, and so in the page's own language.
const TWINS = new Set([
  "fault", "training", "recovered", "void_asked", "claim", "late", "removed", "stuck", "second", "out", "flat", "clock", "held",
]);

const LEVELS = ["stop", "act", "note"];

// {id, level, text, act}: `level` is one of those.
export function alarms() {
  const { status } = now;
  return [
    ...faults(status), ...round(status), ...spots(status), ...claims(status), ...rest(status), ...health(status),
  ].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

export const urgent = () => now.status !== null && now.table !== null && alarms().some(({ level }) => level === "stop");

function faults({ faults: found }) {
  return Object.entries(found).map(([code, why]) => ({
    id: `fault ${code}`,
    level: "stop",
    text: words("alarms", "fault", { name: faultName(code), why: said("whys", why) }),
    act: () => to("todo"),
  }));
}

export function faultName(code) {
  return has("faults", code) ? words("faults", code) : code.replaceAll("_", " ");
}

function round({ phase, void_asked: asked }) {
  return [
    phase === "recovered" && { id: "recovered", level: "stop", text: words("alarms", "recovered"), act: () => key("round resume", {}, { label: words("table", "resume"), lead: true }) },
    asked && { id: "void", level: "stop", text: words("alarms", "void_asked"), act: () => key("round void", {}, { label: words("table", "void"), title: words("table", "void_title"), reasons: "void" }) },
  ].filter(Boolean);
}

function spots({ spots: found, phase }) {
  const lit = ({ lamp }) => lamp === "lit" || lamp === "raised";
  const some = phase === "betting" && Object.values(found).some(lit);
  const between = !["locked", "settled", "recovered"].includes(phase);
  return Object.entries(found).flatMap(([spot, told]) => {
    const seat = spotName(spot);
    const say = (level, name, act = open(told.seat)) => ({ id: `${name} ${spot}`, level, text: words("alarms", name, { seat, why: said("whys", told.out) }), act });
    return [
      told.alarm === "late" && say("act", "late"),
      told.alarm === "removed" && say("act", "removed", () => key("spot ack", { spot }, { label: words("table", "ack") })),
      told.stuck && between && say("act", "stuck"),
      !told.stuck && told.lamp === "verify" && say("act", "second"),
      some && told.flat === "lit" && !lit(told) && say("act", "flat"),
      told.out && say("note", "out"),
    ].filter(Boolean);
  }).sort((a, b) => b.id.startsWith("late") - a.id.startsWith("late")); // it has to go back before the cards come
}

function claims({ claims: found }) {
  return found
    .filter((claim) => claim.stage !== "paid")
    .map((claim) => ({
      id: `claim ${claim.claim}`,
      level: "act",
      text: words("alarms", claim.event ? `claim_${claim.stage}` : "claim_unnamed", {
        claim: claim.claim, seat: spotName(claim.spot), award: claim.award, amount: money(claim.amount),
      }),
      act: () => to("claims"),
    }));
}

function rest(status) {
  const due = Object.values(status.jackpots).flatMap((pot) => pot.due.map((each) => each.day));
  return [
    status.training && { id: "training", level: "note", text: words("alarms", "training") },
    !status.clock.trusted && { id: "clock", level: "act", text: words("alarms", "clock"), act: () => key("clock confirm", {}, { label: words("table", "clock_confirm") }) },
    status.held && { id: "held", level: "note", text: words("alarms", "held", { why: said("whys", status.held) }), act: () => to("post") },
    due.length && { id: "due", level: "note", text: words("alarms", "due", { days: [...new Set(due)].map(day).join(", ") }), act: () => to("post") },
    now.broker === false && { id: "broker", level: "act", text: words("alarms", "broker") },
    ...status.todo.filter(({ code }) => !TWINS.has(code)).map(({ say }) => ({ id: said("asks", say), level: "act", text: said("asks", say) })),
  ].filter(Boolean);
}

// What does not work around the table; what the core and the link to the broker say themselves is not said twice.
function health(status) {
  return (status.health ?? [])
    .filter(({ ok, name }) => !ok && !(name in status.faults) && !["time", "program", "ledger", "copy"].includes(name))
    .filter(({ name }) => !(name === "broker" && now.broker === false))
    .map(({ name, say, do: what, since }) => ({ id: `health ${name}`, level: "note", text: `${healthName(name)}: ${said("health", say)}. ${said("do", what)} (${time(since, false)})` }));
}

// Drivers and signs are called by their own names.
export function healthName(name) {
  const [, sign] = name.match(/^sign (.*)$/) ?? [];
  if (sign) return words("health_names", "sign", { name: sign });
  return has("health_names", name) ? words("health_names", name) : name;
}

const open = (seat) => () => button(words("table", "open_seat"), () => seatDialog(seat));

function to(view) {
  return now.view === view ? null : button(words("views", view), () => change({ view }));
}
