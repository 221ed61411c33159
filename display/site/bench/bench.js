// The bench felt: builds the page once, then draws what the bench says (controller/bench/felt.py).

import { fact, live } from "../common/live.js";
import { has, learn, words } from "../common/words.js";
import { Clock, Head, Keys, Mishaps, People, Rack } from "./controls.js";
import { make, mark, write } from "./dom.js";
import { draggable } from "./drag.js";
import { Felt, money } from "./felt.js";

const SIGN = [960, 540]; // px: the sign stands there as a small screen would show it

let parts = null;
let newest = null;
let asked = false;
let wire = null;

function order(what) {
  wire.say({ bench: what });
}

function sign(parent, table) {
  const frame = make("iframe", "", make("section", "sign", parent));
  frame.title = words("bench", "sign");
  frame.src = `/sign/${table.table}?onlooker&language=${fact("language")}`;
  [frame.width, frame.height] = SIGN;
  const fit = () => {
    frame.style.transform = `scale(${frame.parentElement.clientWidth / SIGN[0]})`;
  };
  new ResizeObserver(fit).observe(frame.parentElement);
  fit();
}

function build(table) {
  document.title = words("bench", "title", { table: table.table });
  document.body.replaceChildren();
  document.body.dataset.playing = table.playing;
  const head = new Head(document.body, table);
  const main = make("main", "", document.body);
  const middle = make("div", "middle", main);
  const felt = new Felt(middle, table, order);
  const rack = make("div", "left", felt.root);
  const drawn = [head, felt];
  if (!table.playing) {
    new Rack(rack, table, felt);
    drawn.push(new People(rack, order), new Keys(felt.root, table, order));
  }
  const side = make("aside", "side", main);
  sign(side, table);
  drawn.push(new Clock(side, table, fact("language"), order));
  if (table.playing) make("p", "alone", side, words("bench", "plays_alone"));
  else drawn.push(new Mishaps(side, table, order));
  const line = make("div", "line", middle);
  const todo = make("p", "todo", line);
  const news = make("p", "news", line);
  news.setAttribute("role", "status");
  parts = { table, felt, drawn, todo, news };
  if (newest) draw();
}

function draw() {
  asked = false;
  if (!parts || !newest) return;
  for (const part of parts.drawn) part.draw(newest);
  const why = newest.power ? newest.why || urgent(newest.todo) : words("bench", "no_power");
  mark(parts.todo, "wrong", !newest.power || newest.phase === "fault");
  write(parts.todo, why || words("bench", `next_${newest.phase}`));
}

// The first of what waits for a person.
function urgent(todo) {
  if (todo.length < 2) return todo[0]?.say ?? "";
  return words("bench", "and_more", { text: todo[0].say, number: todo.length - 1 });
}

const hearing = {
  table(said) {
    if (JSON.stringify(parts?.table) !== JSON.stringify(said)) build(said);
  },
  felt(said) {
    if (parts && said.refusal && said.refusal !== newest?.refusal) {
      write(parts.news, words("bench", "refused", { why: said.refusal }));
    }
    newest = said;
    if (!asked) requestAnimationFrame(draw);
    asked = true;
  },
  news(said) {
    if (!parts) return;
    const text = said.code && has("bench", `news_${said.code}`) ? words("bench", `news_${said.code}`, said.facts) : said.say;
    write(parts.news, text ?? "");
  },
};

// A chip from the rack or from a spot; nothing while the table plays by itself.
function carry(node) {
  if (!parts || parts.table.playing) return null;
  const chip = node.closest(".rack .chip");
  if (chip?.dataset.coin) return { node: chip, kind: "coin", text: chip.textContent };
  if (chip) return { node: chip, kind: "", text: chip.textContent, dollars: Number(chip.dataset.amount) };
  const ring = node.closest("[data-spot]");
  if (ring?.dataset.chip !== "true") return null;
  const said = newest.spots[ring.dataset.spot];
  return { node: ring, kind: "", text: money(said.stake), dollars: Number(said.stake), from: ring.dataset.spot };
}

function drop(what, spot) {
  if (what.from === spot) return;
  if (what.from) parts.felt.lift(what.from);
  if (!spot) return;
  if (what.kind === "coin") order({ do: "coin", spot });
  else parts.felt.place(spot, Math.max(0, parts.table.spots[spot].amounts.indexOf(what.dollars)));
}

await learn();
wire = live(
  "/live/bench",
  (topic, message) => hearing[topic]?.(message.said),
  (linked) => {
    document.body.dataset.linked = linked;
    if (!linked && parts) write(parts.news, words("common", "no_link"));
  },
);
draggable(carry, drop);
