// A win: the seat, then its cards by thumb or its award from the pay table. Those who confirm come afterwards.

import { words } from "../common/words.js";
import { ask } from "./dialog.js";
import { rule, send, tell } from "./doing.js";
import { h } from "./dom.js";
import { suit } from "./icons.js";
import { money, refusal, spotName } from "./saying.js";
import { change, now, sealed } from "./state.js";

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = ["s", "h", "d", "c"];

// A claim may be made here, or one that is there may still be named.
export function mayClaim(spot) {
  const word = rule("win claim", { spot });
  return word.code === "claimed_already" ? { persons: 0, roles: [] } : word;
}

// For the whole table: as for the first seat that may claim, else as for the first one.
export function claimable() {
  if (!now.may) return { code: "no_news" };
  const all = Object.keys(now.may.spots).map(mayClaim);
  return all.find((word) => !word.code) ?? all[0];
}

export async function win() {
  const word = claimable();
  if (word.code) return tell(refusal(anySeat(word)), false);
  const spot = await ask((done) => ({
    title: words("win", "which_seat"),
    body: h("div", { class: "choices seats" }, Object.keys(now.table.spots).map((each) => seatKey(each, done))),
  }));
  return spot && claim(spot);
}

// No seat plays: said of the round, not of one seat.
function anySeat(word) {
  return word.code === "not_playing" ? { code: "none_plays", facts: {} } : word;
}

function seatKey(spot, done) {
  const word = mayClaim(spot);
  return h(
    "button",
    { key: spot, type: "button", class: "key big", "data-spot": spot, "aria-disabled": word.code ? "true" : undefined,
      onclick: () => (word.code ? tell(refusal(word), false) : done(spot)) },
    spotName(spot),
  );
}

// Its cards, its award, or neither yet.
export async function claim(spot) {
  const word = mayClaim(spot);
  if (word.code) return tell(refusal(word), false);
  const { wager } = now.table.spots[spot];
  const rules = now.table.wagers[wager];
  const hand = { cards: Array(rules.cards).fill(""), rank: "", place: 0, award: "", byAward: rules.cards === 0, busy: false };

  async function claimIt(done) {
    if (hand.busy) return;
    hand.busy = true;
    const answer = await send("win claim", { spot, ...named(hand) });
    hand.busy = false;
    change();
    if (answer.ok) done(answer);
  }

  const answer = await ask((done) => ({
    title: words("win", "title", { seat: spotName(spot) }),
    typed: (event) => hand.byAward || type(hand, event),
    body: [
      rules.cards > 0 && h("div", { class: "ways", role: "group", "aria-label": words("win", "how") }, way(hand, false), way(hand, true)),
      hand.byAward ? awards(hand, rules, now.status.spots[spot].stake) : cards(hand, rules.cards),
      h("div", { class: "finish" }, claimKey(hand, () => claimIt(done)), later(spot, () => { clear(hand); claimIt(done); })),
    ],
  }));
  if (answer?.ok) change({ view: "claims" });
  return answer;
}

const complete = (hand) => (hand.byAward ? hand.award !== "" : hand.cards.every(Boolean));

function named(hand) {
  if (!complete(hand)) return {};
  return hand.byAward ? { award: hand.award } : { cards: hand.cards.join(" ") };
}

function clear(hand) {
  hand.cards.fill("");
  hand.award = "";
}

function claimKey(hand, press) {
  const seal = sealed(); // the dialog says it below
  const off = seal || !complete(hand);
  const pressed = () => {
    if (!off) press();
    else if (!seal) tell(words("win", hand.byAward ? "choose_award" : "choose_cards"), false);
  };
  return h("button", { type: "button", class: "key lead large", "aria-disabled": off ? "true" : undefined, "aria-busy": hand.busy ? "true" : undefined,
    onclick: pressed }, words(hand.busy ? "table" : "win", hand.busy ? "waiting" : "claim"));
}

// The claim alone: the cards are looked at first. Not for one that is there already.
function later(spot, press) {
  if (rule("win claim", { spot }).code) return null;
  return h("button", { type: "button", class: "key", onclick: press }, words("win", "later"));
}

function way(hand, byAward) {
  const press = () => {
    hand.byAward = byAward;
    change();
  };
  return h("button", { key: String(byAward), type: "button", class: "key", "aria-pressed": String(hand.byAward === byAward), onclick: press }, words("win", byAward ? "by_award" : "by_cards"));
}

// Which meter it takes from is said where the wager plays for several.
function share(part, jackpot, jackpots) {
  return jackpots.length > 1 ? words("claims", "of", { share: part, jackpot: now.status.jackpots[jackpot]?.title ?? jackpot }) : part;
}

function awards(hand, { awards: lines, amounts, jackpots }, stake) {
  const column = Math.max(amounts.indexOf(stake), 0);
  return h(
    "div",
    { class: "choices awards" },
    lines.map(({ event, title, pays, jackpot }) =>
      h(
        "button",
        { key: event, type: "button", class: "key award", "aria-pressed": String(hand.award === event), onclick: () => { hand.award = event; change(); } },
        h("span", { class: "label" }, title),
        h("strong", {}, pays[column].startsWith("$") ? money(pays[column].slice(1)) : share(pays[column], jackpot, jackpots)),
      ),
    ),
  );
}

// -- cards by thumb ---------------------------------------------------------------------------------------------

function cards(hand, number) {
  return [
    h("div", { class: "hand", role: "group", "aria-label": words("win", "cards") }, hand.cards.map((card, place) => slot(hand, card, place, number))),
    h(
      "div",
      { class: "pads" },
      h("div", { class: "ranks", role: "group", "aria-label": words("win", "rank") }, RANKS.map((rank) =>
        h("button", { key: rank, type: "button", class: "key", "aria-pressed": String(hand.rank === rank), "aria-label": words("ranks", rank), "data-rank": rank, onclick: () => pickRank(hand, rank) }, rank === "T" ? "10" : rank))),
      h("div", { class: "suits", role: "group", "aria-label": words("win", "suit") }, SUITS.map((letter) =>
        h("button", { key: letter, type: "button", class: "key", "aria-disabled": hand.rank ? undefined : "true", "aria-label": words("suits", letter), "data-suit": letter, onclick: () => pickSuit(hand, letter) }, suit(letter)))),
    ),
  ];
}

function slot(hand, card, place, number) {
  const whose = place < 2 ? words("win", "player_card", { number: place + 1 }) : words("win", number > 3 ? "dealer_card" : "dealer_one", { number: place - 1 });
  const shown = card ? cardName(card) : place === hand.place && hand.rank ? words("ranks", hand.rank) : words("win", "empty");
  return h(
    "button",
    { key: place, type: "button", class: "card-slot", "aria-current": place === hand.place ? "true" : undefined, "aria-label": `${whose}: ${shown}`, onclick: () => { hand.place = place; hand.rank = ""; change(); } },
    h("small", {}, whose),
    card ? face(card) : h("span", { class: "face empty" }, place === hand.place && hand.rank ? (hand.rank === "T" ? "10" : hand.rank) : "?"),
  );
}

export function face(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  return h("span", { class: `face ${"hd".includes(card[1]) ? "red" : ""}`, "aria-hidden": "true" }, rank, suit(card[1]));
}

export function cardName(card) {
  return words("win", "card", { rank: words("ranks", card[0]), suit: words("suits", card[1]) });
}

function pickRank(hand, rank) {
  hand.rank = rank;
  change();
}

function pickSuit(hand, letter) {
  if (!hand.rank) return tell(words("win", "rank_first"), false);
  hand.cards[hand.place] = hand.rank + letter;
  hand.rank = "";
  const open = hand.cards.indexOf("");
  hand.place = open === -1 ? (hand.place + 1) % hand.cards.length : open;
  change();
}

// A keyboard names a card in two letters, as on the slips: A h, T c.
function type(hand, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const letter = event.key.length === 1 ? event.key : "";
  if (hand.rank && SUITS.includes(letter.toLowerCase())) pickSuit(hand, letter.toLowerCase());
  else if (letter && RANKS.includes(letter.toUpperCase())) pickRank(hand, letter.toUpperCase());
}
