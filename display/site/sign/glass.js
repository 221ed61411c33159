// Puts on the page what heard.js decided, and changes nothing that stays as it was. Texts go in as text, never as markup.

import { words } from "../common/words.js";
import { roll } from "./odometer.js";
import { between } from "./turns.js";

const PARTS = { 3: 2, 4: 3, 5: 6, 6: 12 }; // of a pay table, at a level of tightness
const SYMBOLS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
const IN_WORDS = { unavailable: "unavailable", fault: "out_of_service", test: "test_word" }; // said where the amount stands, or beside it

// States that follow one another all evening: the words of all of them have their room, so that nothing moves or has to be
// measured when one takes the place of another.
const USUAL = ["open", "locked", "verifying", "not_offered", "closed", "suspended"];

function made(name, className, text = "") {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export class Glass {
  #main;
  #jackpots = made("div", "jackpots");
  #texts = made("footer", "texts");
  #nothing = made("p", "nothing word");
  #panels = new Map(); // jackpot -> Panel
  #written = ""; // the texts below, as they are

  // `rolled` is called when an amount has come to a stand by itself.
  constructor(main, rolled) {
    this.#main = main;
    this.rolled = rolled;
    main.append(this.#jackpots, this.#texts);
  }

  show({ jackpots, disclosures, others }) {
    const names = jackpots.map(({ jackpot }) => jackpot);
    for (const name of [...this.#panels.keys()].filter((each) => !names.includes(each))) {
      this.#panels.get(name).gone();
      this.#panels.delete(name);
    }
    for (const each of jackpots) {
      if (!this.#panels.has(each.jackpot)) this.#panels.set(each.jackpot, new Panel(each.jackpot, this.rolled));
      this.#panels.get(each.jackpot).show(each);
    }
    const nodes = names.length ? names.map((name) => this.#panels.get(name).node) : [this.#nothing];
    if (nodes.some((node, at) => this.#jackpots.children[at] !== node) || this.#jackpots.children.length !== nodes.length) {
      this.#jackpots.replaceChildren(...nodes);
    }
    put(this.#nothing, words("sign", "unavailable"));
    this.#main.dataset.jackpots = String(names.length);
    this.#write(disclosures, others);
  }

  #write(disclosures, others) {
    const text = JSON.stringify([disclosures, others]);
    if (text === this.#written) return;
    this.#written = text;
    const first = disclosures.map((each) => made("p", "disclosure", each));
    const rest = made("div", "others");
    rest.append(...others.map((each) => made("p", "other", each)));
    this.#texts.replaceChildren(...first, rest);
  }

  // The meters whose amounts stand still.
  stands() {
    return [...this.#panels.values()].filter((panel) => !panel.rolls).flatMap((panel) => panel.ack ?? []);
  }

  // What has to be measured anew when it changes: every text, and of amounts their form alone, for figures are equally wide.
  form() {
    return [...this.#panels.values()].map((panel) => panel.form).join("\n") + this.#written;
  }

  // Rows of what stands in turn at a level of tightness (fit.js).
  arranged(level) {
    this.#main.dataset.level = String(level);
    const all = (selector, of = this.#main) => [...of.querySelectorAll(selector)].map((node) => [node]);
    const rows = [...this.#panels.values()].filter((panel) => panel.state === "fault").map((panel) => panel.faces);
    if (level >= 1) rows.push(...[...this.#main.querySelectorAll(".winners")].map((list) => all(".winner", list)));
    if (level === 1) rows.push(all(".other"));
    if (level >= 2) rows.push(between(all(".disclosure"), all(".other")));
    for (const lines of this.#main.querySelectorAll(".lines")) {
      const parts = paged([...lines.children], PARTS[level] ?? 1);
      if (parts.length > 1) rows.push(parts);
    }
    return rows;
  }
}

class Panel {
  node = made("section", "jackpot");
  rolls = null; // stops the roll, while one is under way
  ack = null;
  form = "";
  #title = made("h1", "title");
  #win = made("div", "win");
  #figure = made("div", "figure");
  #amount = made("p", "amount");
  #word = made("p", "word");
  #state = made("p", "state");
  #pays = made("div", "pays");
  #said = made("p", "said");
  #before = null;
  #rolled;

  constructor(jackpot, rolled) {
    this.#rolled = rolled;
    this.node.dataset.jackpot = jackpot;
    this.#said.setAttribute("aria-live", "polite");
    this.#amount.setAttribute("aria-hidden", "true"); // wheels say nothing; `said` does
    this.#figure.append(this.#amount, this.#word);
    this.node.append(this.#title, this.#win, this.#figure, this.#state, this.#pays, this.#said);
  }

  get state() {
    return this.#before?.state;
  }

  // In turn: the words first, so that a fault is seen at once.
  get faces() {
    return [[this.#word], [this.#amount]];
  }

  show(now) {
    const before = this.#before;
    this.#before = now;
    this.ack = now.ack ?? null;
    const usual = USUAL.includes(now.state);
    const standing = JSON.stringify([now.title, usual || now.state, now.suit, now.awards, now.winners]);
    const form = standing + now.amount.replace(/\d/g, "0");
    if (this.form !== form) {
      this.form = form;
      this.#stand(now, usual ? USUAL : now.state === "unavailable" ? [] : [now.state]);
    }
    if (before?.state !== now.state) this.#turn(now.state);
    this.#figures(now, before);
  }

  gone() {
    this.rolls?.();
  }

  #turn(state) {
    this.node.dataset.state = state;
    for (const node of this.#state.children) node.classList.toggle("now", node.dataset.of === state);
  }

  #stand({ title, state, suit, awards, winners }, states) {
    put(this.#title, title);
    put(this.#word, state in IN_WORDS ? words("sign", IN_WORDS[state]) : "");
    this.#state.replaceChildren(...states.map((each) => {
      const node = made("span", each === state ? "now" : "", words("sign", each));
      node.dataset.of = each;
      return node;
    }));
    this.#win.replaceChildren(...(state === "won" ? won(winners) : []));
    this.#pays.replaceChildren(...paid(suit, awards));
  }

  #figures(now, before) {
    const from = before?.amount;
    if (now.amount !== from) {
      this.rolls?.();
      this.rolls = null;
      if (rises(now, before)) {
        this.rolls = roll(this.#amount, from, now.amount, () => {
          this.rolls = null;
          this.#rolled();
        });
      } else put(this.#amount, now.amount);
    }
    const state = now.state === "unavailable" ? [] : [words("sign", now.state)];
    const wins = now.state === "won" ? [words("sign", "win"), ...now.winners.map((win) => winner(win).join(" "))] : [];
    put(this.#said, [now.title, ...wins, ...state, now.amount || words("sign", "unavailable")].join(". "));
  }
}

// Only a progressive rolls, only up, and not after a win; a form of more figures stands at once.
function rises(now, before) {
  return (
    now.type === "progressive" &&
    now.amount.length === before?.amount.length &&
    now.ack.epoch === before.ack.epoch &&
    now.ack.cents > before.ack.cents &&
    !["won", "test", "fault"].includes(now.state) &&
    before.state !== "won" &&
    document.visibilityState === "visible" &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

function winner({ seat, award, amount }) {
  return [words("sign", "seat", { seat }), award, amount];
}

function won(winners) {
  const list = made("ul", "winners");
  for (const win of winners) {
    const line = made("li", "winner");
    const [seat, award, amount] = winner(win);
    line.append(made("span", "won-seat", seat), " ", made("span", "won-award", award), " ", made("span", "won-amount", amount));
    list.append(line);
  }
  return [made("p", "win-word", words("sign", "win")), list];
}

// The suit stands with the awards that ask for it.
function paid(suit, awards) {
  const nodes = [];
  if (suit) {
    const symbol = SYMBOLS[suit] ?? "";
    const line = made("p", "suit", `${words("sign", "suit")} `);
    const chosen = made("span", `chosen ${symbol && suit}`, words("sign", suit));
    if (symbol) chosen.append(" ", made("span", "symbol", symbol));
    line.append(chosen);
    nodes.push(line);
  }
  const lines = made("dl", "lines");
  for (const { event, pays } of awards) {
    const line = made("div", "line");
    line.append(made("dt", "event", event), made("dd", "paid", pays));
    lines.append(line);
  }
  return awards.length ? [...nodes, lines] : nodes;
}

// Lines in so many parts, each part in the place of the first.
function paged(lines, parts) {
  const length = Math.ceil(lines.length / parts);
  for (const [at, line] of lines.entries()) line.style.gridRow = String((at % length) + 1);
  return Array.from({ length: Math.ceil(lines.length / length) }, (_, part) => lines.slice(part * length, (part + 1) * length));
}
