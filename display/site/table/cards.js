// Cards: their names and faces, and the pad for naming a claim's cards by touch or keyboard.

import { words } from "../common/words.js";
import { notify } from "./commands.js";
import { suitIcon } from "./icons.js";
import { change } from "./state.js";
import { h } from "./vdom.js";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = ["s", "h", "d", "c"];

/** @param {string} rank */
function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

/** @param {string} card - a rank and a suit, such as "Th" */
export function cardFace(card) {
  const color = "hd".includes(card[1]) ? "red" : "";
  return h("span", { class: `face ${color}`, "aria-hidden": "true" }, rankText(card[0]), suitIcon(card[1]));
}

/** @param {string} card */
export function cardName(card) {
  return words("win", "card", { rank: words("ranks", card[0]), suit: words("suits", card[1]) });
}

export class CardPad {
  /** @type {string[]} */
  #cards; // "" for one that is not named yet
  #place = 0; // of the card that is named next
  #rank = ""; // chosen for it

  /** @param {number} number - of cards */
  constructor(number) {
    this.#cards = Array(number).fill("");
  }

  get complete() {
    return this.#cards.every(Boolean);
  }

  get text() {
    return this.#cards.join(" ");
  }

  clear() {
    this.#cards.fill("");
  }

  /**
   * On a keyboard, two letters name a card, as on the slips: A h, T c.
   *
   * @param {KeyboardEvent} event
   */
  type({ key, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey || key.length !== 1) return;
    if (this.#rank && SUITS.includes(key.toLowerCase())) this.#chooseSuit(key.toLowerCase());
    else if (RANKS.includes(key.toUpperCase())) this.#chooseRank(key.toUpperCase());
  }

  /** @param {string} rank */
  #chooseRank(rank) {
    this.#rank = rank;
    change();
  }

  /** @param {string} suit */
  #chooseSuit(suit) {
    if (!this.#rank) {
      notify(words("win", "rank_first"), false);
      return;
    }
    this.#cards[this.#place] = this.#rank + suit;
    const open = this.#cards.indexOf("");
    this.#choosePlace(open === -1 ? (this.#place + 1) % this.#cards.length : open);
  }

  /** @param {number} place */
  #choosePlace(place) {
    this.#place = place;
    this.#rank = "";
    change();
  }

  draw() {
    return [
      h(
        "div",
        { class: "hand", role: "group", "aria-label": words("win", "cards") },
        this.#cards.map((card, place) => this.#slot(card, place)),
      ),
      h(
        "div",
        { class: "pads" },
        h(
          "div",
          { class: "ranks", role: "group", "aria-label": words("win", "rank") },
          RANKS.map((rank) => this.#rankKey(rank)),
        ),
        h(
          "div",
          { class: "suits", role: "group", "aria-label": words("win", "suit") },
          SUITS.map((suit) => this.#suitKey(suit)),
        ),
      ),
    ];
  }

  /** @param {string} rank */
  #rankKey(rank) {
    return h(
      "button",
      {
        key: rank,
        type: "button",
        class: "key",
        "aria-pressed": String(this.#rank === rank),
        "aria-label": words("ranks", rank),
        "data-rank": rank,
        onclick: () => this.#chooseRank(rank),
      },
      rankText(rank),
    );
  }

  /** @param {string} suit */
  #suitKey(suit) {
    return h(
      "button",
      {
        key: suit,
        type: "button",
        class: "key",
        "aria-disabled": this.#rank ? undefined : "true",
        "aria-label": words("suits", suit),
        "data-suit": suit,
        onclick: () => this.#chooseSuit(suit),
      },
      suitIcon(suit),
    );
  }

  /**
   * @param {string} card
   * @param {number} place
   */
  #slot(card, place) {
    const owner = this.#owner(place);
    const rank = place === this.#place ? this.#rank : "";
    const shown = card ? cardName(card) : rank ? words("ranks", rank) : words("win", "empty");
    return h(
      "button",
      {
        key: place,
        type: "button",
        class: "card-slot",
        "aria-current": place === this.#place ? "true" : undefined,
        "aria-label": `${owner}: ${shown}`,
        onclick: () => this.#choosePlace(place),
      },
      h("small", {}, owner),
      card ? cardFace(card) : h("span", { class: "face empty" }, rank ? rankText(rank) : "?"),
    );
  }

  /** @param {number} place */
  #owner(place) {
    if (place < 2) return words("win", "player_card", { number: place + 1 });
    return words("win", this.#cards.length > 3 ? "dealer_card" : "dealer_one", { number: place - 1 });
  }
}
