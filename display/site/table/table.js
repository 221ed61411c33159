// The dealer's and floor's page: one connection, one state, redrawn at every change.

/** @import { Child } from "./vdom.js" */

import { connect } from "../common/connection.js";
import { page } from "../common/page.js";
import { loadWords, words } from "../common/words.js";
import { chartsView, openCharts } from "./charts.js";
import { claimsView } from "./claims.js";
import { useConnection } from "./commands.js";
import { drawDialog, startDialog } from "./dialog.js";
import { floorView } from "./floor.js";
import { banner, head, keys, rail } from "./frame.js";
import { postView } from "./post.js";
import { openReplay, replayView } from "./replay.js";
import { tableView } from "./seats.js";
import { blocked, change, drawWith, receive, state } from "./state.js";
import { todoView } from "./todo.js";
import { h, patch } from "./vdom.js";

/** @type {Record<string, { draw: () => Child, open?: () => unknown }>} */
const VIEWS = {
  table: { draw: tableView },
  claims: { draw: claimsView },
  floor: { draw: floorView },
  post: { draw: postView },
  todo: { draw: todoView },
  replay: { draw: replayView, open: openReplay },
  charts: { draw: chartsView, open: openCharts },
};

let opened = "";

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

function draw() {
  const block = blocked();
  document.body.classList.toggle("blocked", block !== "");
  patch(part("head"), head());
  patch(part("rail"), rail());
  patch(part("keys"), keys());
  openView(block);
  patch(part("view"), [banner(), view(block)]);
  drawDialog();
}

/**
 * A view repeats its queries after each reconnect.
 *
 * @param {string} block
 */
function openView(block) {
  const wanted = block ? "" : `${state.view} ${state.visit}`;
  if (opened === wanted) return;
  opened = wanted;
  if (!block) VIEWS[state.view].open?.();
}

/** @param {string} block */
function view(block) {
  if (!state.status || !state.table) return null;
  const off = block ? { "aria-hidden": "true", inert: true } : {};
  return h("div", { key: state.view, class: `view of-${state.view}`, ...off }, VIEWS[state.view].draw());
}

await loadWords();
document.title = `${page.table} · ${words("table", "title")}`;
part("rail").setAttribute("aria-label", words("table", "views"));
startDialog();
drawWith(draw);
useConnection(connect(`/live/table/${page.table}`, receive, (connected) => change({ connected })));
change();
