// What happened at a seat in one of the last rounds: sensor, lock, posted amount, signs, claim, slip, chain. Three
// touches from anywhere: this view, the round, the seat.

import { words } from "../common/words.js";
import { look } from "./doing.js";
import { h } from "./dom.js";
import { day, money, named, said, spotName, time } from "./saying.js";
import { change, now } from "./state.js";

const told = { rounds: null, refused: false, round: null, spot: null, story: null, asking: false };

// Asked each time the view is opened, and by its key again: the newest rounds are those of interest.
export async function openReplay() {
  Object.assign(told, { rounds: null, refused: false, round: null, spot: null, story: null, asking: false });
  const list = await look("round list");
  Object.assign(told, { rounds: list?.rounds ?? null, refused: list === null });
  change();
}

async function choose(round, spot) {
  Object.assign(told, { round, spot, story: null, asking: spot !== null });
  change();
  if (spot === null) return;
  const story = await look("round replay", { round: round.round, spot });
  if (told.round !== round || told.spot !== spot) return; // another seat was touched meanwhile
  Object.assign(told, { story, asking: false });
  change();
}

export function replayView() {
  if (told.refused) return h("p", { class: "nothing bad", role: "status" }, words("replay", "not_known"));
  if (told.rounds === null) return h("p", { class: "nothing", role: "status" }, words("table", "waiting"));
  if (!told.rounds.length) return h("p", { class: "nothing" }, words("replay", "no_rounds"));
  return h("div", { class: "replay" }, rounds(), h("div", { class: "story" }, told.round ? [seats(), story()] : h("p", { class: "nothing" }, words("replay", "choose"))));
}

function rounds() {
  return h(
    "ul",
    { class: "rounds", "aria-label": words("replay", "rounds") },
    told.rounds.map((round) =>
      h(
        "li",
        { key: round.round },
        h(
          "button",
          { type: "button", class: "key", "aria-pressed": String(told.round?.round === round.round), "data-round": round.round, onclick: () => choose(round, null) },
          h("span", { class: "label" }, words("replay", "round", { round: round.round })),
          h("small", {}, [time(round.utc, false), round.trusted === false ? words("replay", "untrusted") : "", ...ended(round), counted(round)].filter(Boolean).join(" · ")),
        ),
      ),
    ),
  );
}

// What sets it apart from a round that was simply played.
function ended({ state, late, recovered }) {
  return [
    state && state !== "over" ? named("round_states", state) : "",
    late ? words("replay", "late") : "",
    recovered ? words("replay", "recovered") : "",
  ];
}

function counted(round) {
  const claims = number(round.claims);
  const seats = words("replay", "seats", { number: number(round.spots) });
  return claims ? `${seats} · ${words("replay", "claims", { number: claims })}` : seats;
}

// A list, a number, or nothing.
function number(what) {
  if (Array.isArray(what)) return what.length;
  return typeof what === "object" && what ? Object.keys(what).length : Number(what ?? 0);
}

function seats() {
  const playing = Array.isArray(told.round.spots) ? told.round.spots : Object.keys(told.round.spots ?? {});
  return h(
    "div",
    { class: "choices seats", role: "group", "aria-label": words("table", "seats") },
    Object.keys(now.table.spots).map((spot) =>
      h(
        "button",
        { key: spot, type: "button", class: `key ${playing.includes(spot) ? "plays" : ""}`, "aria-pressed": String(told.spot === spot), "data-spot": spot,
          "aria-label": words("replay", playing.includes(spot) ? "seat_played" : "seat_idle", { seat: spotName(spot) }), onclick: () => choose(told.round, spot) },
        spotName(spot),
      ),
    ),
  );
}

function story() {
  const found = told.story;
  if (told.asking) return h("p", { role: "status" }, words("table", "waiting"));
  if (!told.spot) return h("p", { class: "nothing" }, words("replay", "choose_seat"));
  if (!found) return h("p", { class: "nothing" }, words("replay", "no_story"));
  const posted = Object.entries(found.posted ?? {}).map(([id, amount]) => `${now.status.jackpots[id]?.title ?? id} ${money(amount)}`);
  return [
    h(
      "p",
      { class: "line" },
      [
        words("replay", found.plays ? "played" : "did_not_play", { stake: money(found.stake) }),
        posted.length && words("replay", "posted", { amounts: posted.join(", ") }),
        day(told.round.day),
        ...ended(found),
      ].filter(Boolean).join(" · "),
    ),
    h("ol", { class: "steps" }, (found.steps ?? []).map(step)),
    part("signs", (found.signs ?? []).map(sign)),
    part("slips", (found.slips ?? []).map(slip)),
    part("chain", (found.chain ?? []).map((link) => `${link.seq} ${link.kind} ${String(link.hash ?? "").slice(0, 16)}`), verified(found)),
  ];
}

function step(one, place) {
  return h(
    "li",
    { key: place, class: `step ${one.kind ?? ""}` },
    h("span", { class: "when" }, time(one.utc), one.trusted === false ? " ?" : ""),
    h("span", { class: "kind" }, named("steps", one.kind ?? "round")),
    h("span", {}, said("story", one), one.by?.length ? ` (${[one.by].flat().join(", ")})` : "", one.row ? h("small", {}, ` ${words("replay", "row", { row: one.row })}`) : null),
  );
}

function sign(one) {
  const agrees = one.agrees === undefined || one.agrees === null ? "" : words("replay", one.agrees ? "agrees" : "differs");
  const text = `${one.sign ?? ""}: ${now.status.jackpots[one.jackpot]?.title ?? one.jackpot ?? ""} ${money(one.amount)} ${time(one.at)} ${agrees}`;
  return h("span", { class: one.agrees === false ? "bad" : "" }, text);
}

function slip(one) {
  if (typeof one !== "object" || one === null) return words("claims", "slip", { slip: one });
  const amount = one.amount?.startsWith("-") ? `-${money(one.amount.slice(1))}` : money(one.amount);
  return [words("claims", "slip", { slip: one.slip ?? "" }), amount, one.state ? named("slip_states", one.state) : ""].filter(Boolean).join(" · ");
}

function verified({ verified: sound }) {
  if (sound === undefined) return null;
  return h("p", { class: sound ? "good" : "bad" }, words("replay", sound ? "verified" : "not_verified"));
}

function part(name, lines, more = null) {
  if (!lines.length && !more) return null;
  return h("section", { key: name, class: "group" }, h("h2", {}, words("replay", name)), more, h("ul", { class: "rows" }, lines.map((line, place) => h("li", { key: place }, line))));
}
