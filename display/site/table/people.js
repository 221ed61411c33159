// Who answers for it: a name by thumb, then a PIN on a pad of our own. What is typed lives in this file's hands alone, as
// long as it takes to send it: it is in no field, no attribute and no text of the page, and is let go once it is sent,
// after half a minute without a touch, and with the dialog.

import { words } from "../common/words.js";
import { ask } from "./dialog.js";
import { h } from "./dom.js";
import { look } from "./doing.js";
import { roles } from "./saying.js";
import { change, sealed } from "./state.js";

const IDLE = 30_000; // ms
const SHORTEST = 4;
const LONGEST = 12; // digits
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

// `rule` says how many people of which roles, `except` who may not be one of them, `partly` that fewer may begin.
// `send(who)` asks the controller; its refusal stays here to be read, and the pad begins anew.
export function askPeople({ title, rule, except, partly }, send) {
  let people = null;
  let chosen = "";
  let digits = "";
  let given = []; // of the people before, when two are asked for in one go
  let busy = false;
  let idle = 0;

  function forget() {
    chosen = "";
    digits = "";
    given = [];
  }

  function touched() {
    clearTimeout(idle);
    idle = setTimeout(() => {
      forget();
      change();
    }, IDLE);
    change();
  }

  function press(digit) {
    if (!chosen || busy) return;
    if (digit === "back") digits = digits.slice(0, -1);
    else if (digits.length < LONGEST) digits += digit;
    touched();
  }

  function further() {
    given = [...given, { name: chosen, pin: digits }];
    chosen = "";
    digits = "";
    touched();
  }

  async function confirm(done) {
    if (busy || sealed() || !chosen || digits.length < SHORTEST) return;
    further();
    const who = given;
    forget();
    busy = true;
    change();
    const answer = await send(who);
    busy = false;
    if (answer.ok) done(answer);
    else learn();
  }

  async function learn() {
    people = await look("user list");
    change();
  }

  learn();
  touched();
  return ask(
    (done) => {
      const ready = chosen && digits.length >= SHORTEST && !busy && !sealed();
      const more = given.length + 1 < rule.persons;
      const typed = (event) => {
        if (event.target.tagName === "BUTTON" && event.key === "Enter") return; // the key under the focus
        if (/^[0-9]$/.test(event.key)) press(event.key);
        else if (event.key === "Backspace") press("back");
        else if (event.key === "Enter" && ready) (more && !partly ? further : () => confirm(done))();
      };
      return {
        title,
        typed,
        body: h(
          "div",
          { class: "who" },
          h("div", { class: "names" }, asked(rule, given), names(people, { rule, given, except, chosen }, (name) => {
            chosen = name;
            digits = "";
            touched();
          })),
          h(
            "div",
            { class: "pad", role: "group", "aria-label": words("table", "pin") },
            dots(chosen, digits.length),
            [...DIGITS, "back", "0"].map((digit) => padKey(digit, !chosen || busy, () => press(digit))),
            h(
              "button",
              { type: "button", class: "key lead send", "aria-disabled": ready ? undefined : "true", "aria-busy": busy ? "true" : undefined,
                onclick: () => ready && (more && !partly ? further() : confirm(done)) },
              busy ? words("table", "waiting") : words("table", more && !partly ? "next_person" : "send"),
            ),
            more && partly && h("button", { type: "button", class: "key second", "aria-disabled": ready ? undefined : "true",
              onclick: () => ready && further() }, words("table", "next_person")),
          ),
        ),
      };
    },
    {
      left() {
        clearTimeout(idle);
        forget();
      },
    },
  );
}

function asked(rule, given) {
  const who = roles(rule.roles);
  const text = rule.persons > 1 ? words("table", "takes_people", { number: rule.persons, roles: who }) : words("table", "takes_one", { roles: who });
  return [h("p", {}, text), given.map(({ name }) => h("p", { key: `given ${name}`, class: "given" }, words("table", "pin_given", { name })))];
}

// Those whose roles may; who is locked out or has no PIN is shown and says so.
function names(people, { rule, given, except, chosen }, choose) {
  if (people === null) return h("p", {}, words("table", "waiting"));
  const may = Object.entries(people).filter(([, who]) => !rule.roles.length || who.roles.some((role) => rule.roles.includes(role)));
  const free = may.filter(([name]) => !except.includes(name) && !given.some((each) => each.name === name));
  if (!free.length) return h("p", { class: "bad" }, words("table", "nobody_may", { roles: roles(rule.roles) }));
  return free.map(([name, who]) => {
    const why = who.locked_out ? words("table", "locked_out") : who.pin ? "" : words("table", "without_pin");
    return h(
      "button",
      { key: name, type: "button", class: "key name", "aria-pressed": String(name === chosen), "aria-disabled": why ? "true" : undefined, onclick: () => why || choose(name) },
      h("span", { class: "label" }, name),
      h("small", {}, why || roles(who.roles)),
    );
  });
}

function dots(chosen, number) {
  const told = chosen ? words("table", "pin_digits", { name: chosen, number }) : words("table", "choose_name");
  return h("p", { class: "dots", role: "status" }, h("span", { class: "for" }, told), h("span", { "aria-hidden": "true" }, "●".repeat(number)));
}

function padKey(digit, off, press) {
  const back = digit === "back";
  return h(
    "button",
    { key: digit, type: "button", class: `key digit ${back ? "back" : ""}`, "aria-disabled": off ? "true" : undefined, "aria-label": back ? words("table", "back") : undefined, onclick: press },
    back ? "⌫" : digit,
  );
}
