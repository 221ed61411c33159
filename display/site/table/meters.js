// The meters, each with the state that its signs show with the amount.

import { money } from "../common/money.js";
import { words } from "../common/words.js";
import { known } from "./state.js";
import { h } from "./vdom.js";

export function meterList() {
  const jackpots = Object.entries(known().status.jackpots);
  return h(
    "ul",
    { class: `meters${jackpots.length > 1 ? " several" : ""}` },
    jackpots.map(([id, { title, meter, state }]) =>
      h(
        "li",
        { key: id, "data-jackpot": id },
        h("h2", {}, title),
        h("p", { class: "amount" }, money(meter)),
        h("p", { class: `meter-state ${state}` }, words("meters", state)),
      ),
    ),
  );
}
