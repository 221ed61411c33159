// Asks who approves a command: a name by touch, then a PIN on the page's own pad. The digits exist only in this file's
// private fields, and only until they are sent: never in an input, an attribute or a text of the page. They are deleted
// after half a minute without a touch, and when the dialog closes.

/** @import { Answer, Person, Proof } from "../../messages.js" */
/** @import { Child } from "./vdom.js" */

import { words } from "../common/words.js";
import { lookUp } from "./commands.js";
import { ask } from "./dialog.js";
import { roleNames } from "./sentences.js";
import { blocked, change } from "./state.js";
import { h } from "./vdom.js";

const IDLE = 30_000; // ms
const SHORTEST = 4;
const LONGEST = 12; // digits
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * @typedef {object} Needs
 * @property {string} title
 * @property {number} persons
 * @property {string[]} roles
 * @property {string[]} except - people who may not be one of them
 * @property {boolean} partly - fewer people may begin
 */
/** @typedef {(who: Proof[]) => Promise<Answer>} Send */

/**
 * The accepted answer, or null if the dialog was closed. A refusal stays in the dialog, and the people can try again.
 *
 * @param {Needs} needs
 * @param {Send} send
 * @returns {Promise<Answer | null>}
 */
export function askPeople(needs, send) {
  const pad = new PinPad(needs, send);
  return ask(
    (done) => pad.draw(done),
    () => pad.close(),
  );
}

class PinPad {
  #needs;
  #send;
  /** @type {Record<string, Person> | null} */
  #people = null;
  #name = "";
  #digits = "";
  /** @type {Proof[]} */
  #given = []; // of the people before, where several answer at once
  #busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;

  /**
   * @param {Needs} needs
   * @param {Send} send
   */
  constructor(needs, send) {
    this.#needs = needs;
    this.#send = send;
    this.#loadPeople();
    this.#touch();
  }

  close() {
    clearTimeout(this.#idle);
    this.#forget();
  }

  async #loadPeople() {
    this.#people = await lookUp("user list");
    change();
  }

  #forget() {
    this.#name = "";
    this.#digits = "";
    this.#given = [];
  }

  #touch() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#forget();
      change();
    }, IDLE);
    change();
  }

  get #ready() {
    return this.#name !== "" && this.#digits.length >= SHORTEST && !this.#busy && !blocked();
  }

  // Whether another person is needed after this one.
  get #more() {
    return this.#given.length + 1 < this.#needs.persons;
  }

  /** @param {string} name */
  #choose(name) {
    this.#name = name;
    this.#digits = "";
    this.#touch();
  }

  /** @param {string} digit - or "back" */
  #press(digit) {
    if (!this.#name || this.#busy) return;
    if (digit === "back") this.#digits = this.#digits.slice(0, -1);
    else if (this.#digits.length < LONGEST) this.#digits += digit;
    this.#touch();
  }

  #nextPerson() {
    if (!this.#ready) return;
    this.#given = [...this.#given, { name: this.#name, pin: this.#digits }];
    this.#choose("");
  }

  /** @param {(answer: Answer) => void} done */
  async #confirm(done) {
    if (!this.#ready) return;
    this.#nextPerson();
    const who = this.#given;
    this.#forget();
    this.#busy = true;
    change();
    const answer = await this.#send(who);
    this.#busy = false;
    if (answer.ok) done(answer);
    else this.#loadPeople();
  }

  /**
   * The main key: goes on to the next person if all must approve together.
   *
   * @param {(answer: Answer) => void} done
   */
  #proceed(done) {
    if (this.#more && !this.#needs.partly) this.#nextPerson();
    else this.#confirm(done);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(answer: Answer) => void} done
   */
  #typed({ key, target }, done) {
    if (key === "Enter" && target instanceof HTMLButtonElement) return; // it presses the focused key
    if (/^[0-9]$/.test(key)) this.#press(key);
    else if (key === "Backspace") this.#press("back");
    else if (key === "Enter") this.#proceed(done);
  }

  /** @param {(answer: Answer) => void} done */
  draw(done) {
    const disabled = this.#ready ? undefined : "true";
    const { title, partly } = this.#needs;
    const label = this.#busy ? "waiting" : this.#more && !partly ? "next_person" : "send";
    const proceed = () => this.#proceed(done);
    const attributes = {
      class: "key lead send",
      "aria-disabled": disabled,
      "aria-busy": this.#busy ? "true" : undefined,
    };
    return {
      title,
      typed: (/** @type {KeyboardEvent} */ event) => this.#typed(event, done),
      body: h(
        "div",
        { class: "who" },
        h("div", { class: "names" }, this.#request(), this.#names()),
        h(
          "div",
          { class: "pad", role: "group", "aria-label": words("table", "pin") },
          this.#dots(),
          [...DIGITS, "back", "0"].map((digit) => this.#digitKey(digit)),
          h("button", { type: "button", ...attributes, onclick: proceed }, words("table", label)),
          this.#more &&
            partly &&
            h(
              "button",
              { type: "button", class: "key second", "aria-disabled": disabled, onclick: () => this.#nextPerson() },
              words("table", "next_person"),
            ),
        ),
      ),
    };
  }

  #request() {
    const { persons, roles } = this.#needs;
    const key = persons > 1 ? "takes_people" : "takes_one";
    return [
      h("p", {}, words("table", key, { number: persons, roles: roleNames(roles) })),
      this.#given.map(({ name }) =>
        h("p", { key: `given ${name}`, class: "given" }, words("table", "pin_given", { name })),
      ),
    ];
  }

  /**
   * The people with the right role. People who are locked out or have no PIN are shown, with the reason.
   *
   * @returns {Child}
   */
  #names() {
    if (this.#people === null) return h("p", {}, words("table", "waiting"));
    const { roles, except } = this.#needs;
    const taken = [...except, ...this.#given.map(({ name }) => name)];
    const free = Object.entries(this.#people).filter(
      ([name, person]) => !taken.includes(name) && (!roles.length || person.roles.some((role) => roles.includes(role))),
    );
    if (!free.length) return h("p", { class: "bad" }, words("table", "nobody_may", { roles: roleNames(roles) }));
    return free.map(([name, person]) => this.#nameKey(name, person));
  }

  /**
   * @param {string} name
   * @param {Person} person
   */
  #nameKey(name, { pin, roles, locked_out: lockedOut }) {
    const obstacle = lockedOut ? words("table", "locked_out") : pin ? "" : words("table", "without_pin");
    return h(
      "button",
      {
        key: name,
        type: "button",
        class: "key name",
        "aria-pressed": String(name === this.#name),
        "aria-disabled": obstacle ? "true" : undefined,
        onclick: () => obstacle || this.#choose(name),
      },
      h("span", { class: "label" }, name),
      h("small", {}, obstacle || roles.map((role) => words("roles", role)).join(", ")),
    );
  }

  #dots() {
    const number = this.#digits.length;
    const text = this.#name
      ? words("table", "pin_digits", { name: this.#name, number })
      : words("table", "choose_name");
    return h(
      "p",
      { class: "dots", role: "status" },
      h("span", { class: "for" }, text),
      h("span", { "aria-hidden": "true" }, "●".repeat(number)),
    );
  }

  /** @param {string} digit */
  #digitKey(digit) {
    const back = digit === "back";
    return h(
      "button",
      {
        key: digit,
        type: "button",
        class: `key digit ${back ? "back" : ""}`,
        "aria-disabled": !this.#name || this.#busy ? "true" : undefined,
        "aria-label": back ? words("table", "back") : undefined,
        onclick: () => this.#press(digit),
      },
      back ? "⌫" : digit,
    );
  }
}
