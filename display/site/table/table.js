// The dealer's and floor's page: one wire, one state, drawn anew with every change.

import { fact, live } from "../common/live.js";
import { learn, words } from "../common/words.js";
import { chartsView, openCharts } from "./charts.js";
import { claimsView } from "./claims.js";
import { drawDialog, startDialog } from "./dialog.js";
import { over } from "./doing.js";
import { h, patch } from "./dom.js";
import { floorView } from "./floor.js";
import { banner, head, keys, rail } from "./frame.js";
import { postView } from "./post.js";
import { openReplay, replayView } from "./replay.js";
import { tableView } from "./seats.js";
import { change, drawnBy, hear, linked, now, sealed } from "./state.js";
import { todoView } from "./todo.js";

const VIEWS = { table: tableView, claims: claimsView, floor: floorView, post: postView, todo: todoView, replay: replayView, charts: chartsView };
const OPENED = { replay: openReplay, charts: openCharts };
const part = (id) => document.getElementById(id);

let opened = "";

function draw() {
  const seal = sealed();
  document.body.classList.toggle("sealed", seal !== "");
  patch(part("head"), head());
  patch(part("rail"), rail());
  patch(part("keys"), keys());
  const asked = seal ? "" : `${now.view} ${now.turn}`; // what a view asks for itself is asked anew after each silence
  if (opened !== asked) {
    opened = asked;
    if (!seal) OPENED[now.view]?.();
  }
  const known = now.status && now.table;
  const view = known && h("div", { key: now.view, class: `view of-${now.view}`, "aria-hidden": seal ? "true" : undefined, inert: seal ? true : undefined }, VIEWS[now.view]());
  patch(part("view"), [banner(), view]);
  drawDialog();
}

await learn();
document.title = `${fact("table")} · ${words("table", "title")}`;
part("rail").setAttribute("aria-label", words("table", "views"));
startDialog();
drawnBy(draw);
over(live(`/live/table/${fact("table")}`, hear, linked));
change();
