// The meters with what their signs say beside the amount.

import { h } from "./dom.js";
import { money, named } from "./saying.js";
import { now } from "./state.js";

export function meters() {
  const pots = Object.entries(now.status.jackpots);
  return h(
    "ul",
    { class: `meters${pots.length > 1 ? " several" : ""}` },
    pots.map(([id, pot]) =>
      h(
        "li",
        { key: id, "data-jackpot": id },
        h("h2", {}, pot.title),
        h("p", { class: "amount" }, money(pot.meter)),
        h("p", { class: `meter-state ${pot.state}` }, named("meters", pot.state)),
      ),
    ),
  );
}
