// Doing: what may be done is asked of `may`, what wants a reason or people asks for them first, and every press shows at
// once that it waits.

import { words } from "../common/words.js";
import { h } from "./dom.js";
import { askPeople } from "./people.js";
import { askReason } from "./reason.js";
import { outcome, refusal } from "./saying.js";
import { change, now, sealed } from "./state.js";

const SAID_FOR = 15_000; // ms that an answer stands

let wire = null;
let fading = 0;

export function over(live) {
  wire = live;
}

export function tell(text, good) {
  clearTimeout(fading);
  fading = setTimeout(() => change({ said: null }), SAID_FOR);
  change({ said: { text, good } });
}

// `may`'s word on a command: {persons, roles}, or {code, say, facts}.
export function rule(command, facts = {}) {
  const seal = sealed();
  if (seal) return { code: seal };
  const { table, spots, claims, faults, late_lock: late } = now.may;
  const spot = facts.spot ?? facts.spots?.[0];
  if (command === "fault clear") return faults[facts.code] ?? { code: "not_here" };
  if (command === "round late-lock") return late;
  if (facts.claim !== undefined) return claims[facts.claim]?.[command] ?? { code: "not_here" };
  if (spot === undefined) return table[command] ?? { code: "not_here" };
  const found = spots[spot]?.[command];
  return (command === "spot tier" ? found?.[facts.amount] : found) ?? { code: "not_here" };
}

// One question, and what came of it for everybody to read. The answer comes back for whoever asked.
export async function send(command, facts, who = []) {
  const id = named(command, facts);
  now.waiting.add(id);
  change();
  const answer = await wire.ask(command, facts, who);
  now.waiting.delete(id);
  tell(outcome(answer), answer.ok);
  return answer;
}

// Facts to show; nothing is said of them. null if there are none.
export async function look(command, facts = {}) {
  const answer = await wire.ask(command, facts);
  if (answer.ok) return answer[command] ?? answer;
  tell(refusal(answer), false);
  return null;
}

// A press: its reason, its people, then the question. What is refused is said and not asked.
export async function perform(command, facts, { title, reasons, allowed = rule(command, facts), except = [] }) {
  if (allowed.code) {
    tell(refusal(allowed), false);
    return null;
  }
  let asked = facts;
  if (reasons) {
    const reason = await askReason(title, reasons);
    if (reason === null) return null;
    asked = { ...facts, reason };
  }
  if (!allowed.persons) return send(command, asked);
  return askPeople({ title, rule: allowed, except, partly: command === "win confirm" }, (who) =>
    send(command, asked, who),
  );
}

function named(command, { reason, ...facts }) {
  return `${command} ${JSON.stringify(facts)}`;
}

// A key for one command. `lead` marks the one that is meant next.
export function key(command, facts, { label, reasons, title = label, kind = "", lead, after, allowed, except }) {
  const word = allowed ?? rule(command, facts);
  const waits = now.waiting.has(named(command, facts));
  const press = async () => {
    if (waits) return;
    const answer = await perform(command, facts, { title, reasons, allowed: word, except });
    if (answer?.ok) after?.(answer);
  };
  return button(label, press, { kind, lead, off: word.code, waits, command, facts });
}

// Any key. One that may not be pressed can still be reached, and says why.
export function button(label, press, { kind = "", lead, off, waits, command, facts, pressed, key: name, described } = {}) {
  return h(
    "button",
    {
      key: name ?? (command ? named(command, facts) : undefined),
      type: "button",
      class: `key ${kind}${lead && !off ? " lead" : ""}`,
      "data-command": command,
      "data-facts": command && JSON.stringify(facts),
      "aria-disabled": off ? "true" : undefined,
      "aria-busy": waits ? "true" : undefined,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      "aria-label": described,
      onclick: press,
    },
    h("span", { class: "label" }, waits ? words("table", "waiting") : label),
  );
}
