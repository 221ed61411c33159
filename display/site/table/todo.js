// Everything that waits for a person: faults and what to do, what works and what does not, and what each sign shows.

/** @import { Message } from "../../messages.js" */

import { centsAsMoney } from "../common/money.js";
import { say, words } from "../common/words.js";
import { alarms } from "./alarms.js";
import { commandButton } from "./keys.js";
import { jackpotTitle } from "./sentences.js";
import { known } from "./state.js";
import { h } from "./vdom.js";

export function todoView() {
  const others = alarms().filter(({ id }) => !id.startsWith("fault "));
  const faults = Object.entries(known().status.faults);
  const nothing = !faults.length && !others.length;
  return [
    faults.length > 0 && h("ul", { class: "faults" }, faults.map(faultItem)),
    others.length > 0 &&
      h(
        "ul",
        { class: "todo-list" },
        others.map(({ id, level, text, key }) => h("li", { key: id, class: level }, h("p", {}, text), key?.())),
      ),
    nothing && h("p", { class: "nothing" }, words("todo", "none")),
    signsSection(),
    healthSection(),
  ];
}

/**
 * A person clears some faults after their cause is gone; the others clear themselves.
 *
 * @param {[string, Message]} fault
 */
function faultItem([code, why]) {
  const permission = known().allowed.faults[code]?.["fault clear"];
  const name = words("faults", code);
  const label = words("todo", "clear");
  const advice = !permission
    ? words("todo", "clears_itself")
    : permission.code === undefined
      ? words("todo", "clear_when")
      : say(permission);
  return h(
    "li",
    { key: code, class: "stop", "data-fault": code },
    h("p", {}, h("strong", {}, name), ": ", say(why)),
    h("p", {}, advice),
    permission && commandButton("fault clear", { code }, { label, title: `${label}: ${name}`, reasons: "fault" }),
  );
}

function signsSection() {
  const rows = [...acknowledgingSigns(), ...signsOnLines()];
  return h(
    "section",
    { key: "signs", class: "group" },
    h("h2", {}, words("todo", "signs")),
    rows.length
      ? h(
          "ul",
          { class: "rows" },
          rows.map(({ name, bad, text, when }) =>
            h("li", { key: name, class: bad ? "bad" : "" }, h("strong", {}, name), " ", text, " ", when),
          ),
        )
      : h("p", {}, words("todo", "no_signs")),
    h("div", { class: "choices" }, commandButton("sign override", {}, { label: words("commands", "sign override") })),
  );
}

function acknowledgingSigns() {
  const signs = known().status.signs?.acknowledged ?? [];
  return signs.map(({ sign, silent, doubt, shows, heard }) => {
    const amounts = shows.map(({ jackpot, cents }) =>
      words("todo", "shows", { jackpot: jackpotTitle(jackpot), amount: centsAsMoney(cents) }),
    );
    return {
      name: sign,
      bad: silent || Boolean(doubt),
      text: say(doubt) || (silent ? words("todo", "silent") : amounts.join(", ")),
      when: heard ? words("todo", "heard", { at: heard }) : "",
    };
  });
}

// Numeric signs on serial lines that are not in the list of acknowledging signs.
function signsOnLines() {
  const { acknowledged = [], lines = {} } = known().status.signs ?? {};
  return Object.entries(lines)
    .filter(([name]) => !acknowledged.some(({ sign }) => sign === name))
    .map(([name, { up, why, shows, amount }]) => ({
      name,
      bad: !up,
      text: say(why) || words("todo", "told", { amount: shows || amount || "–" }),
      when: "",
    }));
}

function healthSection() {
  const facts = known().status.health ?? [];
  return h(
    "section",
    { key: "health", class: "group" },
    h("h2", {}, words("todo", "health")),
    h(
      "ul",
      { class: "rows" },
      facts.map(({ name, title, ok, say: found, do: remedy }) => {
        const text = ` ${say(found)}${remedy ? `. ${say(remedy)}` : ""}`;
        const state = words("todo", ok ? "ok" : "fails");
        return h("li", { key: name, class: ok ? "" : "bad" }, h("strong", {}, `${state} ${say(title)}`), text);
      }),
    ),
  );
}
