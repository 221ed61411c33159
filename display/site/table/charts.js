// The charts of the meter, the wagers, the take-up and the wins; drawn by the controller, one at a time.

import { page } from "../common/page.js";
import { words } from "../common/words.js";
import { change, known, state } from "./state.js";
import { h } from "./vdom.js";

const NAMES = ["meter", "wagers", "take-up", "wins"];

const shown = { name: "meter", broken: new Set(), seq: 0 };

// Shows the ledger as it is now.
export function openCharts() {
  shown.broken.clear();
  shown.seq = state.status?.seq ?? 0;
}

export function chartsView() {
  return [
    h("div", { class: "choices tabs", role: "group", "aria-label": words("views", "charts") }, NAMES.map(tab)),
    picture(shown.name),
  ];
}

/** @param {string} name */
function tab(name) {
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: "key",
      "aria-pressed": String(shown.name === name),
      "data-chart": name,
      onclick: () => choose(name),
    },
    words("charts", name),
  );
}

/** @param {string} name */
function choose(name) {
  shown.name = name;
  shown.broken.delete(name);
  change();
}

/** @param {string} name */
function picture(name) {
  if (shown.broken.has(name)) return h("p", { class: "nothing", role: "status" }, words("charts", "missing"));
  const table = encodeURIComponent(known().table.table);
  return h("img", {
    key: name,
    class: "chart",
    src: `/chart/${table}/${name}.svg?seq=${shown.seq}&language=${page.language}`,
    alt: words("charts", `${name}_alt`),
    onerror: () => {
      shown.broken.add(name);
      change();
    },
  });
}
