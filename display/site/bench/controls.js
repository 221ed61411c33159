// What stands around the felt: the rack of chips, the dealer's keys, what a person does, mishaps, clock and links.

import { words } from "../common/words.js";
import { button, make, mark, write } from "./dom.js";

const KEYS = ["lock", "settle", "clear", "win", "void", "tier", "open_close", "deal", "keyswitch", "door"];
const SWITCHES = ["keyswitch", "door"];
const MISHAPS = ["cable", "unplug", "brownout", "chatter", "storm", "stuck", "broker", "power"];
const AT_A_SPOT = ["chatter", "storm", "stuck"];

export class Rack {
  constructor(parent, table, felt) {
    const root = make("section", "rack", parent);
    root.setAttribute("aria-label", words("bench", "rack"));
    make("span", "hint", root, words("bench", "rack_hint"));
    const row = make("div", "chips", root);
    const spots = Object.values(table.spots);
    const amounts = [...new Set(spots.flatMap((spot) => spot.amounts))].sort((a, b) => a - b);
    this.chips = amounts.map((amount) => {
      const chip = make("button", "chip", row, `$${amount}`);
      chip.type = "button";
      chip.dataset.amount = amount;
      chip.setAttribute("aria-label", words("bench", "chip", { amount: `$${amount}` }));
      chip.addEventListener("click", () => this.choose(felt, chip));
      return chip;
    });
    for (const spot of spots.filter((each) => each.sensor === "coin").slice(0, 1)) {
      const amount = `$${spot.amounts[0] / spot.pulses}`;
      const coin = make("span", "chip coin", row, amount);
      coin.dataset.coin = amount;
      coin.title = words("bench", "coin", { amount });
    }
    this.choose(felt, this.chips[0]);
  }

  // The chip that a press on a spot lays down.
  choose(felt, chosen) {
    felt.amount = this.chips.indexOf(chosen);
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(chip === chosen));
  }
}

export class Keys {
  constructor(parent, table, order) {
    const root = make("section", "keys", parent);
    root.setAttribute("aria-label", words("bench", "keys"));
    this.nodes = new Map();
    if (table.openable) this.open = button(root, "open", "", () => order({ do: "open" }));
    for (const key of KEYS.filter((each) => table.keys.includes(each))) {
      const node = button(root, "key", words("bench", `key_${key}`), () => order({ do: "key", key }));
      node.classList.add("key", key);
      node.dataset.key = key;
      this.nodes.set(key, node);
    }
  }

  draw(said) {
    if (this.open) write(this.open, words("bench", said.phase === "closed" ? "open_table" : "close_table"));
    for (const key of SWITCHES) this.nodes.get(key)?.setAttribute("aria-pressed", String(said.switches.includes(key)));
  }
}

export class People {
  constructor(parent, order) {
    const root = make("section", "people", parent);
    root.setAttribute("aria-label", words("bench", "people"));
    this.nodes = Object.fromEntries(
      ["settle", "drop", "resume"].map((name) => [
        name,
        button(root, name, words("bench", `do_${name}`), () => order({ do: name })),
      ]),
    );
  }

  draw(said) {
    this.nodes.settle.disabled = this.nodes.drop.disabled = said.claims === 0;
    this.nodes.resume.disabled = said.phase !== "recovered";
  }
}

export class Mishaps {
  constructor(parent, table, order) {
    this.root = make("section", "mishaps", parent);
    const head = make("div", "head", this.root);
    make("h2", "", head, words("bench", "mishaps"));
    const where = make("label", "where", head, words("bench", "at_spot"));
    this.spot = make("select", "", where);
    for (const spot of Object.keys(table.spots)) {
      const option = make("option", "", this.spot, spot);
      option.value = spot;
    }
    this.nodes = {};
    for (const name of MISHAPS) {
      const row = make("div", "mishap", this.root);
      this.nodes[name] = {
        press: button(row, name, words("bench", `${name}_do`), () => order(this.meant(name))),
        seen: make("span", "seen", row, words("bench", `${name}_seen`)),
      };
    }
    this.spot.addEventListener("change", () => this.said && this.draw(this.said));
  }

  meant(name) {
    if (AT_A_SPOT.includes(name)) return { do: name, spot: this.spot.value };
    if (name === "broker" || name === "power") return { do: name, on: !this.said[name] };
    return { do: name };
  }

  draw(said) {
    this.said = said;
    for (const name of ["broker", "power"]) this.turn(name, !said[name]);
    this.turn("stuck", said.spots[this.spot.value].stuck);
  }

  // What was done can be undone with the same button.
  turn(name, done) {
    const { press, seen } = this.nodes[name];
    mark(press, "done", done);
    write(press, words("bench", done ? `${name}_undo` : `${name}_do`));
    write(seen, words("bench", done ? `${name}_after` : `${name}_seen`));
  }
}

export class Head {
  constructor(parent, table) {
    const root = make("header", "head", parent);
    make("h1", "", root, words("bench", "title", { table: table.table }));
    this.phase = make("span", "phase", root);
    this.round = make("span", "round", root);
    this.works = Object.fromEntries(
      ["power", "broker", "board"].map((name) => [name, make("span", "works", root, words("bench", `works_${name}`))]),
    );
    const links = make("nav", "links", root);
    for (const page of ["table", "sign"]) {
      const link = make("a", "", links, words("bench", `to_${page}`));
      link.href = `/${page}/${table.table}`;
      link.target = `litbet-${page}`;
    }
  }

  draw(said) {
    mark(this.phase, "phase", said.phase);
    write(this.phase, words("bench", `phase_${said.phase}`));
    write(this.round, words("bench", "round", { round: said.round }));
    for (const [name, node] of Object.entries(this.works)) {
      mark(node, "works", said[name]);
      node.setAttribute("aria-label", words("bench", said[name] ? "it_works" : "it_fails", { what: node.textContent }));
    }
  }
}

export class Clock {
  constructor(parent, table, language, order) {
    this.table = table;
    const root = make("section", "clock", parent);
    const now = make("span", "now", root);
    this.time = make("time", "", now);
    this.date = make("span", "date", now);
    this.day = make("span", "day", root);
    this.wind = button(root, "wind", words("bench", "wind"), () => order({ do: "wind" }));
    const zone = { timeZone: table.zone };
    this.hours = new Intl.DateTimeFormat(language, { ...zone, timeStyle: "medium" });
    this.dates = new Intl.DateTimeFormat(language, { ...zone, weekday: "short", day: "numeric", month: "short" });
    setInterval(() => this.tick(), 250);
  }

  draw(said) {
    this.said = said;
    this.tick();
  }

  tick() {
    if (!this.said) return;
    const now = this.said.zero + Date.now() * this.table.speed;
    write(this.time, this.hours.format(now));
    write(this.date, this.dates.format(now));
    write(this.day, words("bench", "day", { day: this.said.day ?? "–" }));
  }
}
