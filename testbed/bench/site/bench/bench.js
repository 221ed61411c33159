// The page of the demonstration table: built once, then drawn from what the table sends (testbed/bench/felt.py).

/** @import { BenchFelt, BenchMessage, BenchNews, BenchOrder, BenchTable } from "../../../../display/messages.js" */
/** @import { Load } from "./drag.js" */

import { connect } from "../common/connection.js";
import { make, setData, setText } from "../common/nodes.js";
import { page } from "../common/page.js";
import { spotName } from "../common/spots.js";
import { addFormats, loadWords, say, words } from "../common/words.js";
import { Clock, Head, Keys, Mishaps, People, Rack } from "./controls.js";
import { draggable } from "./drag.js";
import { Felt, shortMoney } from "./felt.js";

const SIGN = { width: 960, height: 540 }; // px: the sign is drawn as on a small screen, then scaled

await loadWords();
addFormats({ spot: (spot) => spotName(built?.table.spots ?? {}, spot) });

/** @type {ReturnType<typeof build> | null} */
let built = null;
/** @type {BenchFelt | null} */
let state = null;
let scheduled = false;

const connection = connect("/live/bench", receive, (open) => {
  document.body.dataset.linked = String(open);
  if (!open && built) setText(built.news, words("common", "no_link"));
});
draggable(take, drop);

/** @param {BenchMessage} message */
function receive({ topic, payload }) {
  if (topic === "table") receiveTable(payload);
  else if (topic === "felt") receiveFelt(payload);
  else if (topic === "news") receiveNews(payload);
}

/** @param {BenchTable} table */
function receiveTable(table) {
  if (JSON.stringify(built?.table) === JSON.stringify(table)) return;
  built = build(table);
  draw();
}

/** @param {BenchFelt} felt */
function receiveFelt(felt) {
  if (felt.refusal && felt.refusal !== state?.refusal) showNews(words("bench", "refused", { why: felt.refusal }));
  state = felt;
  if (!scheduled) requestAnimationFrame(draw);
  scheduled = true;
}

/** @param {BenchNews} news */
function receiveNews(news) {
  showNews(say(news.say));
}

/** @param {string} text */
function showNews(text) {
  if (built) setText(built.news, text);
}

/** @param {BenchOrder} what */
function order(what) {
  connection.send({ bench: what });
}

/** @param {BenchTable} table */
function build(table) {
  document.title = words("bench", "title", { table: table.table });
  document.body.replaceChildren();
  document.body.dataset.playing = String(table.playing);
  const head = new Head(document.body, table);
  const main = make("main", "", document.body);
  const middle = make("div", "middle", main);
  const felt = new Felt(middle, table, order);
  const rack = make("div", "left", felt.root);
  /** @type {{ draw: (state: BenchFelt) => void }[]} */
  const parts = [head, felt];
  if (!table.playing) {
    new Rack(rack, table, felt);
    parts.push(new People(rack, order), new Keys(felt.root, table, order));
  }
  const side = make("aside", "side", main);
  addSign(side, table);
  parts.push(new Clock(side, table, page.language, order));
  if (table.playing) make("p", "alone", side, words("bench", "plays_alone"));
  else parts.push(new Mishaps(side, table, order));
  const line = make("div", "line", middle);
  const todo = make("p", "todo", line);
  const news = make("p", "news", line);
  news.setAttribute("role", "status");
  return { table, felt, parts, todo, news };
}

/**
 * @param {Element} parent
 * @param {BenchTable} table
 */
function addSign(parent, table) {
  const box = make("section", "sign", parent);
  const frame = make("iframe", "", box);
  frame.title = words("bench", "sign");
  frame.src = `/sign/${table.table}?onlooker&language=${page.language}`;
  frame.width = String(SIGN.width);
  frame.height = String(SIGN.height);
  const scale = () => {
    frame.style.transform = `scale(${box.clientWidth / SIGN.width})`;
  };
  new ResizeObserver(scale).observe(box);
  scale();
}

function draw() {
  scheduled = false;
  if (!built || !state) return;
  for (const part of built.parts) part.draw(state);
  const why = state.power ? say(state.why) || mostUrgent(state.todo) : words("bench", "no_power");
  setData(built.todo, "wrong", !state.power || state.phase === "fault");
  setText(built.todo, why || words("bench", `next_${state.phase}`));
}

/**
 * The first thing that waits for a person.
 *
 * @param {BenchFelt["todo"]} todo
 */
function mostUrgent(todo) {
  const [first, ...more] = todo;
  if (!more.length) return first ? say(first.say) : "";
  return words("bench", "and_more", { text: first.say, number: more.length });
}

/**
 * A chip from the rack or from a spot; null while the table plays by itself.
 *
 * @param {Element} node
 * @returns {Load | null}
 */
function take(node) {
  if (!built || !state || built.table.playing) return null;
  const chip = /** @type {HTMLElement | null} */ (node.closest(".rack .chip"));
  if (chip) {
    const kind = chip.dataset.coin ? "coin" : "";
    return { node: chip, kind, text: chip.textContent ?? "", dollars: Number(chip.dataset.amount), from: "" };
  }
  const ring = /** @type {HTMLElement | null} */ (node.closest("[data-spot]"));
  const from = ring?.dataset.spot;
  if (!ring || !from || ring.dataset.chip !== "true") return null;
  const { stake } = state.spots[from];
  return { node: ring, kind: "", text: shortMoney(stake), dollars: Number(stake), from };
}

/**
 * @param {Load} load
 * @param {string} spot
 */
function drop(load, spot) {
  if (!built || load.from === spot) return;
  if (load.from) built.felt.lift(load.from);
  if (!spot) return;
  if (load.kind === "coin") order({ do: "coin", spot });
  else built.felt.place(spot, Math.max(0, built.table.spots[spot].amounts.indexOf(load.dollars)));
}
