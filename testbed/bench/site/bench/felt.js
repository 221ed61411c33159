// The felt as the dealer sees it, with seat 1 at the left: the board's lamps, chips, cards, awards.

/** @import { BenchAward, BenchFelt, BenchOrder, BenchSpot, BenchTable } from "../../../../display/messages.js" */

import { money } from "../common/money.js";
import { make, setData, setLabel, setText } from "../common/nodes.js";
import { words } from "../common/words.js";
import { drawHands } from "./cards.js";

const PATIENCE = 1500; // ms that a chip stays where the user put it, until the table has answered
const FAST = 3; // faster tables do not show how cards are dealt
const WIDTH = 38.5; // how far from the middle the outermost seats are, in hundredths of the felt's width
const DEPTH = 15.3; // how much lower than the middle they are, in hundredths of its height

/**
 * Money without ".00".
 *
 * @param {string} dollars
 */
export function shortMoney(dollars) {
  return money(dollars).replace(/\.00$/, "");
}

/** @typedef {(order: BenchOrder) => void} Order - does at the table what the user did on the page */
/** @typedef {ReturnType<Felt["makeSpot"]>} SpotNodes */

export class Felt {
  amount = 0; // of the chip that a press puts down
  root = make("section", "felt");
  /** @type {BenchFelt | null} */
  #state = null;
  /** @type {Map<string, { chip: boolean, until: number }>} */
  #expected = new Map(); // spot -> what the user has just done there
  #plates;
  #seats;
  #spots;
  #dealer;
  #dealerCards;
  #shoe;

  /**
   * @param {Element} parent
   * @param {BenchTable} table
   * @param {Order} order
   */
  constructor(parent, table, order) {
    this.table = table;
    this.order = order;
    parent.append(this.root);
    setLabel(this.root, words("bench", "felt"));
    this.root.append(motto());
    this.#plates = make("div", "plates", this.root);
    /** @type {Map<string, { cards: HTMLElement, awards: HTMLElement }>} */
    this.#seats = new Map();
    /** @type {Map<string, SpotNodes>} */
    this.#spots = new Map();
    const numbers = [...new Set(Object.values(table.spots).map((spot) => spot.seat))].sort((a, b) => a - b);
    for (const number of numbers) this.#seats.set(String(number), this.#makeSeat(number, Math.max(...numbers)));
    this.#dealer = make("div", "dealer", this.root);
    make("span", "whose", this.#dealer, words("bench", "dealer"));
    this.#dealerCards = make("div", "cards", this.#dealer);
    this.#shoe = make("span", "shoe", this.#dealer);
  }

  /**
   * @param {number} number
   * @param {number} last
   */
  #makeSeat(number, last) {
    const side = last > 1 ? (2 * (number - 1)) / (last - 1) - 1 : 0; // -1 at the dealer's left, 1 at the right
    const arc = (1 - Math.sqrt(1 - 0.72 * side * side)) / (1 - Math.sqrt(1 - 0.72));
    const box = make("div", "seat", this.root);
    box.style.left = `${50 + WIDTH * side}%`;
    box.style.top = `${4 + DEPTH * arc}%`;
    box.style.setProperty("--seats", String(Math.max(last, 5)));
    box.dataset.seat = String(number);
    const rings = make("div", "rings", box);
    const spots = Object.keys(this.table.spots).filter((spot) => this.table.spots[spot].seat === number);
    for (const spot of spots) this.#spots.set(spot, this.makeSpot(rings, spot, spots.length));
    return { cards: make("div", "cards", box), awards: make("div", "won", box) };
  }

  /**
   * @param {Element} parent
   * @param {string} spot
   * @param {number} together
   */
  makeSpot(parent, spot, together) {
    const place = make("div", "place", parent);
    place.style.setProperty("--together", String(together));
    place.classList.toggle("shared", together > 1);
    const ring = make("button", "spot", place);
    ring.type = "button";
    ring.dataset.spot = spot;
    ring.addEventListener("click", () => this.press(spot));
    const lamp = make("span", "lamp", ring);
    const chip = make("span", "chip", ring);
    const name = make("span", "name", place);
    const more = make("span", "more", place);
    return { ring, lamp, chip, name, more, alone: together === 1 };
  }

  /** @param {string} spot */
  press(spot) {
    if (this.#state?.phase === "betting" && !this.#state.spots[spot].chip) this.place(spot, this.amount);
    else this.order({ do: "touch", spot });
  }

  /**
   * @param {string} spot
   * @param {number} amount
   */
  place(spot, amount) {
    this.#expect(spot, true);
    this.order({ do: "place", spot, amount });
  }

  /** @param {string} spot */
  lift(spot) {
    this.#expect(spot, false);
    this.order({ do: "lift", spot });
  }

  /**
   * @param {string} spot
   * @param {boolean} chip
   */
  #expect(spot, chip) {
    this.#expected.set(spot, { chip, until: performance.now() + PATIENCE });
    const redraw = () => this.#state && this.draw(this.#state);
    setTimeout(redraw, PATIENCE + 20);
    redraw();
  }

  /**
   * @param {string} spot
   * @param {boolean} chip - as the table has it
   */
  #shownChip(spot, chip) {
    const expected = this.#expected.get(spot);
    if (!expected) return chip;
    if (expected.chip === chip || performance.now() > expected.until) {
      this.#expected.delete(spot);
      return chip;
    }
    return expected.chip;
  }

  /** @param {BenchFelt} state */
  draw(state) {
    this.#state = state;
    const still = this.table.speed > FAST;
    for (const [spot, nodes] of this.#spots) this.#drawSpot(spot, nodes, state.spots[spot]);
    for (const [seat, nodes] of this.#seats) {
      drawHands(nodes.cards, state.seats[seat] ?? [], still);
      const awards = state.awards.filter((each) => String(this.table.spots[each.spot].seat) === seat);
      this.#drawAwards(nodes.awards, awards);
    }
    drawHands(this.#dealerCards, state.dealer, still);
    setData(this.#dealer, "cards", state.dealer.length > 0);
    setText(this.#shoe, state.last ? words("bench", "last_of_shoe") : "");
    this.#drawPlates(state.jackpots);
  }

  /**
   * @param {string} spot
   * @param {SpotNodes} nodes
   * @param {BenchSpot} state
   */
  #drawSpot(spot, nodes, state) {
    const { seat, wager } = this.table.spots[spot];
    const chip = this.#shownChip(spot, state.chip);
    const lamp = words("bench", `lamp_${state.lamp}`);
    if (nodes.ring.dataset.lamp !== state.lamp) {
      nodes.ring.dataset.lamp = state.lamp;
      nodes.lamp.style.animationDelay = `-${Math.round(performance.now())}ms`; // all lamps blink together
    }
    setData(nodes.ring, "chip", chip);
    setData(nodes.ring, "stuck", state.stuck);
    setText(nodes.chip, chip ? shortMoney(state.stake) : "");
    setText(nodes.name, nodes.alone ? `${seat} · ${lamp}` : `${seat} ${wager}\n${lamp}`);
    const more = [];
    if (state.stuck) more.push(words("bench", "stuck_now"));
    if (state.credit !== "0.00") more.push(words("bench", "credit", { amount: shortMoney(state.credit) }));
    if (state.presses) more.push(words("bench", "presses", { times: state.presses }));
    setText(nodes.more, more.join(", "));
    const chipWords = chip
      ? words("bench", "with_chip", { amount: shortMoney(state.stake) })
      : words("bench", "without_chip");
    setLabel(nodes.ring, words("bench", "spot", { seat, wager, lamp, chip: chipWords }));
  }

  /**
   * @param {HTMLElement} place
   * @param {BenchAward[]} awards
   */
  #drawAwards(place, awards) {
    const key = JSON.stringify(awards);
    if (place.dataset.awards === key) return;
    place.dataset.awards = key;
    place.replaceChildren();
    for (const award of awards) {
      const node = make("div", "award", place);
      node.dataset.award = award.spot;
      make("span", "title", node, award.title);
      make("b", "worth", node, award.worth);
      const claim = make("button", "claim", node, words("bench", award.claimed ? "claimed" : "claim"));
      claim.type = "button";
      claim.disabled = award.claimed || this.table.playing;
      claim.addEventListener("click", () => this.order({ do: "claim", spot: award.spot }));
    }
  }

  /** @param {BenchFelt["jackpots"]} jackpots */
  #drawPlates(jackpots) {
    const key = JSON.stringify(jackpots);
    if (this.#plates.dataset.key === key) return;
    this.#plates.dataset.key = key;
    this.#plates.replaceChildren();
    for (const jackpot of Object.values(jackpots)) {
      const plate = make("div", "plate", this.#plates);
      make("span", "title", plate, jackpot.title);
      make("b", "amount", plate, money(jackpot.amount));
      make("span", "state", plate, words("bench", `meter_${jackpot.state}`));
    }
  }
}

// The rule of the game, printed on the felt along an arc.
function motto() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 570 400");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("print");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.id = "motto";
  path.setAttribute("d", "M 185 274 Q 285 222 385 274");
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const along = document.createElementNS("http://www.w3.org/2000/svg", "textPath");
  along.setAttribute("href", "#motto");
  along.setAttribute("startOffset", "50%");
  along.textContent = words("bench", "no_light");
  text.append(along);
  svg.append(path, text);
  return svg;
}
