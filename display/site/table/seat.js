// One seat's dialog: everything that can be done with its spots, and why the rest cannot.

import { words } from "../common/words.js";
import { ask } from "./dialog.js";
import { key, perform, rule, button } from "./doing.js";
import { h } from "./dom.js";
import { lamp } from "./icons.js";
import { askOne } from "./reason.js";
import { money, named, said, spotName } from "./saying.js";
import { now } from "./state.js";
import { claim, mayClaim } from "./win.js";

export function seatDialog(seat) {
  const spots = Object.keys(now.table.spots).filter((spot) => now.table.spots[spot].seat === seat);
  return ask((done) => ({
    title: words("table", "seat_title", { seat }),
    body: spots.map((spot) => section(spot, spots.length > 1, done)),
  }));
}

function section(spot, several, done) {
  const told = now.status.spots[spot];
  const { sensor, wager } = now.table.spots[spot];
  const { amounts } = now.table.wagers[wager];
  const title = (name) => `${words("table", "seat_title", { seat: spotName(spot) })}: ${words("table", name)}`;
  const act = (command, name, reasons) => key(command, { spot }, { label: words("table", name), title: title(name), reasons, after: done });
  const playing = told.plays;
  return h(
    "section",
    { key: spot, class: "one-spot" },
    h(
      "p",
      { class: "spot-line" },
      lamp(told.lamp),
      h("strong", {}, named("lamps", told.lamp)),
      several && h("span", {}, wager),
      h("span", {}, money(told.stake)),
      told.credit !== "0.00" && h("span", {}, words("table", "credit", { amount: money(told.credit) })),
      told.presses > 0 && h("span", {}, words("table", "presses", { number: told.presses })),
      told.flat && h("span", {}, words("table", `is_flat_${told.flat}`)),
      told.out && h("span", { class: "bad" }, said("whys", told.out)),
    ),
    h(
      "div",
      { class: "choices" },
      button(words("table", "win"), () => claim(spot), { key: `win ${spot}`, off: mayClaim(spot).code, lead: playing }),
      act("spot ack", "ack"),
      act("round drop-seat", "drop_seat"),
      act("round add-seat", "add_seat", "add_seat"),
      act("round void-seat", "void_seat", "void_seat"),
      act("spot confirm", "confirm_spot"),
      act("spot exclude", "exclude", "exclude"),
      key("spot test", { spots: [spot] }, { label: words("table", "test_spot"), after: done }),
      now.table.flat_bet && button(words("table", "flat_bet"), () => flatBet(spot, title("flat_bet")), { key: `flat ${spot}`, command: "round flat-bet", facts: { spot }, off: rule("round flat-bet", { spot }).code }),
      sensor === "coin" && act("coin refund", "refund"),
      amounts.length > 1 && amounts.map((amount) => tier(spot, amount, title("tier"), done)),
    ),
  );
}

// After the lock another amount takes a reason, and whom the profile names.
function tier(spot, amount, title, done) {
  const allowed = rule("spot tier", { spot, amount });
  const locked = now.status.spots[spot].plays;
  return key("spot tier", { spot, amount }, { label: words("table", "play_for", { amount: money(amount) }), title, reasons: locked ? "tier" : undefined, allowed, after: done });
}

async function flatBet(spot, title) {
  const allowed = rule("round flat-bet", { spot });
  if (allowed.code) return perform("round flat-bet", { spot }, { title, allowed });
  const must = await askOne(title, ["first", "lit", "dark"].map((value) => ({ value, label: words("table", `flat_${value}`) })), words("table", "flat_text"));
  if (must === null) return null;
  return perform("round flat-bet", must === "first" ? { spot } : { spot, must }, { title, allowed });
}
