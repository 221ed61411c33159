// Cards, drawn: rank and suit are letters. A hand is a fan that gets narrower with every card.

import { make } from "./dom.js";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const BETWEEN = 70; // ms from one dealt card to the next

function card(name, place, still) {
  const node = make("span", "card");
  const rank = name[0] === "T" ? "10" : name[0];
  node.dataset.card = name;
  if (name[1] === "h" || name[1] === "d") node.classList.add("red");
  make("b", "rank", node, rank);
  make("i", "suit", node, SUITS[name[1]]);
  if (still) node.classList.add("still");
  else node.style.animationDelay = `${place * BETWEEN}ms`;
  return node;
}

function hand(said, still) {
  const node = make("span", "hand");
  const fan = make("span", "fan", node);
  said.cards.forEach((name, place) => fan.append(card(name, place, still)));
  fan.style.setProperty("--cards", said.cards.length);
  make("span", "total", node, String(said.total));
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", `${said.cards.join(" ")}: ${said.total}`);
  return node;
}

// Drawn anew only when other cards lie there.
export function lay(place, hands, still) {
  const key = JSON.stringify(hands);
  if (place.dataset.cards === key) return;
  place.dataset.cards = key;
  place.classList.toggle("split", hands.length > 1);
  place.replaceChildren(...hands.map((each) => hand(each, still)));
}
