// Drawn cards: rank and suit are letters. A hand is a fan that gets narrower with every card.

/** @import { Hand } from "../../../../display/messages.js" */

import { make } from "../common/nodes.js";

/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const GAP = 70; // ms from one dealt card to the next

/**
 * @param {HTMLElement} fan
 * @param {string} name
 * @param {number} place
 * @param {boolean} still
 */
function addCard(fan, name, place, still) {
  const node = make("span", "card", fan);
  node.dataset.card = name;
  if (name[1] === "h" || name[1] === "d") node.classList.add("red");
  make("b", "rank", node, name[0] === "T" ? "10" : name[0]);
  make("i", "suit", node, SUITS[name[1]]);
  if (still) node.classList.add("still");
  else node.style.animationDelay = `${place * GAP}ms`;
}

/**
 * @param {Hand} hand
 * @param {boolean} still
 */
function handNode({ cards, total }, still) {
  const node = make("span", "hand");
  const fan = make("span", "fan", node);
  for (const [place, name] of cards.entries()) addCard(fan, name, place, still);
  fan.style.setProperty("--cards", String(cards.length));
  make("span", "total", node, String(total));
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", `${cards.join(" ")}: ${total}`);
  return node;
}

/**
 * Redrawn only if the cards have changed. `still`: without the animation of dealing.
 *
 * @param {HTMLElement} place
 * @param {Hand[]} hands
 * @param {boolean} still
 */
export function drawHands(place, hands, still) {
  const key = JSON.stringify(hands);
  if (place.dataset.cards === key) return;
  place.dataset.cards = key;
  place.classList.toggle("split", hands.length > 1);
  place.replaceChildren(...hands.map((hand) => handNode(hand, still)));
}
