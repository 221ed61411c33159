// All that waits for a person, the faults with what to do, what works and what does not, and what each sign has said it
// shows.

import { words } from "../common/words.js";
import { alarms, faultName, healthName } from "./alarms.js";
import { key } from "./doing.js";
import { h } from "./dom.js";
import { money, refusal, said, time } from "./saying.js";
import { now } from "./state.js";

export function todoView() {
  const list = alarms().filter(({ id }) => !id.startsWith("fault "));
  const faults = Object.entries(now.status.faults);
  return [
    faults.length ? h("ul", { class: "faults" }, faults.map(fault)) : null,
    list.length
      ? h("ul", { class: "todo-list" }, list.map(({ id, level, text, act }) => h("li", { key: id, class: level }, h("p", {}, text), act?.())))
      : !faults.length && h("p", { class: "nothing" }, words("todo", "none")),
    signs(),
    health(),
  ];
}

// A fault of the book is cleared by a person once its cause is gone; the others clear themselves.
function fault([code, why]) {
  const clears = now.may.faults[code];
  return h(
    "li",
    { key: code, class: "stop", "data-fault": code },
    h("p", {}, h("strong", {}, faultName(code)), ": ", said("whys", why)),
    h("p", {}, clears ? (clears.code ? refusal(clears) : words("todo", "clear_when")) : words("todo", "clears_itself")),
    clears && key("fault clear", { code }, { label: words("todo", "clear"), title: `${words("todo", "clear")}: ${faultName(code)}`, reasons: "fault" }),
  );
}

function signs() {
  const { acknowledged = [], lines = {} } = now.status.signs ?? {};
  const titles = Object.fromEntries(Object.entries(now.status.jackpots).map(([id, pot]) => [id, pot.title]));
  const rows = acknowledged.map((sign) => ({
    name: sign.sign,
    bad: sign.silent || sign.doubt,
    text: said("whys", sign.doubt) || (sign.silent ? words("todo", "silent") : (sign.shows ?? []).map((ack) => words("todo", "shows", { jackpot: titles[ack.jackpot] ?? ack.jackpot, amount: shown(ack.cents) })).join(", ")),
    when: sign.heard ? words("todo", "heard", { time: time(sign.heard) }) : "",
  }));
  for (const [name, line] of Object.entries(lines)) {
    if (rows.some((row) => row.name === name)) continue;
    rows.push({ name, bad: !line.up, text: said("whys", line.why) || words("todo", "told", { amount: line.shows || line.told || "–" }), when: "" });
  }
  return h(
    "section",
    { key: "signs", class: "group" },
    h("h2", {}, words("todo", "signs")),
    rows.length
      ? h("ul", { class: "rows" }, rows.map((row) => h("li", { key: row.name, class: row.bad ? "bad" : "" }, h("strong", {}, row.name), " ", row.text, " ", row.when)))
      : h("p", {}, words("todo", "no_signs")),
    h("div", { class: "choices" }, key("sign override", {}, { label: words("floor", "override") })),
  );
}

function shown(cents) {
  return money(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
}

function health() {
  const facts = now.status.health ?? [];
  return h(
    "section",
    { key: "health", class: "group" },
    h("h2", {}, words("todo", "health")),
    h(
      "ul",
      { class: "rows" },
      facts.map(({ name, ok, say, do: what }) =>
        h("li", { key: name, class: ok ? "" : "bad" }, h("strong", {}, `${words("todo", ok ? "ok" : "fails")} ${healthName(name)}`), ` ${said("health", say)}${what ? `. ${said("do", what)}` : ""}`),
      ),
    ),
  );
}
