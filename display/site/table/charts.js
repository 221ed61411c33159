// The pictures of the meter, the wagers, the take-up and the wins; drawn by the controller, one at a time.

import { words } from "../common/words.js";
import { h } from "./dom.js";
import { change, language, now } from "./state.js";

const NAMES = ["meter", "wagers", "take-up", "wins"];
const shown = { name: "meter", broken: new Set(), seq: 0 };

// With the ledger as it is now.
export function openCharts() {
  shown.broken.clear();
  shown.seq = now.status?.seq ?? 0;
}

export function chartsView() {
  return [
    h(
      "div",
      { class: "choices tabs", role: "group", "aria-label": words("views", "charts") },
      NAMES.map((name) =>
        h("button", { key: name, type: "button", class: "key", "aria-pressed": String(shown.name === name), "data-chart": name, onclick: () => choose(name) }, words("charts", name)),
      ),
    ),
    picture(shown.name),
  ];
}

function choose(name) {
  shown.name = name;
  shown.broken.delete(name);
  change();
}

function picture(name) {
  if (shown.broken.has(name)) return h("p", { class: "nothing", role: "status" }, words("charts", "missing"));
  return h("img", {
    key: name,
    class: "chart",
    src: `/chart/${encodeURIComponent(now.table.table)}/${name}.svg?seq=${shown.seq}&language=${language}`,
    alt: words("charts", `${name}_alt`),
    onerror: () => {
      shown.broken.add(name);
      change();
    },
  });
}
