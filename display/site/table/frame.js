// What stands on the page whatever is looked at: the state of the round above, the views at the left, the keys below.

import { words } from "../common/words.js";
import { alarms, urgent } from "./alarms.js";
import { button, key, rule } from "./doing.js";
import { h } from "./dom.js";
import { day, named, refusal, said, time } from "./saying.js";
import { change, language, now, sealed } from "./state.js";
import { claimable, win } from "./win.js";

const VIEWS = ["table", "claims", "floor", "post", "todo", "replay", "charts"];

export function head() {
  const { status, table } = now;
  if (!status || !table) return h("h1", {}, words("table", "starting"));
  const trusted = status.clock.trusted;
  return [
    h("h1", {}, table.table),
    h(
      "p",
      { class: `phase ${status.phase}`, role: "status" },
      h("strong", {}, named("phases", status.phase)),
      status.phase === "not_offered" && status.reason && h("span", { class: "reason" }, said("whys", status.reason)),
    ),
    h(
      "dl",
      {},
      fact("round", status.round),
      fact("day", day(status.day) || "–"),
      fact("clock", words("table", trusted ? "trusted" : "not_trusted"), trusted ? "" : "bad"),
    ),
    status.last_shoe && h("span", { class: "mark" }, words("table", "last_shoe")),
    status.training && h("span", { class: "mark bad" }, words("table", "training")),
    other(),
  ];
}

function fact(name, value, kind = "") {
  return h("div", { key: name, class: kind }, h("dt", {}, words("table", name)), h("dd", {}, value));
}

function other() {
  const to = language === "es" ? "en" : "es";
  const query = new URLSearchParams(location.search); // a theme stays
  query.set("language", to);
  return h("a", { class: "language", href: `?${query}`, hreflang: to, lang: to, "aria-label": words("table", "other_language") }, to.toUpperCase());
}

export function rail() {
  const counts = { claims: now.status?.claims.filter((claim) => claim.stage !== "paid").length, todo: sealed() ? 0 : alarms().length };
  return VIEWS.map((view) =>
    h(
      "button",
      { key: view, type: "button", class: urgent() && view === "todo" ? "urgent" : "", "aria-current": now.view === view ? "page" : undefined,
        "data-view": view, onclick: () => show(view) },
      h("span", { class: "label" }, words("views", view)),
      counts[view] ? h("span", { class: "number" }, counts[view]) : null,
    ),
  );
}

function show(view) {
  change({ view, turn: now.turn + 1 });
  document.getElementById("view").scrollTop = 0;
}

// Nothing is known, or not any more: said at once and in the way of everything else.
export function banner() {
  const seal = sealed();
  if (!seal) return null;
  const since = now.heardAt ? words("table", "last_known", { time: time(now.heardAt) }) : "";
  return h("div", { key: "banner", class: "banner", role: "alert" }, h("strong", {}, refusal({ code: seal, facts: {} })), since && h("p", {}, since));
}

// The strip stands in the main view; elsewhere the most urgent alarm is at least heard.
function unseen() {
  return sealed() || now.view === "table" ? "" : alarms()[0]?.text;
}

export function keys() {
  const phase = now.status?.phase;
  const unlock = !rule("round unlock").code;
  return [
    h("p", { class: "hidden", role: "alert" }, unseen()),
    h("p", { class: `said ${now.said?.good === false ? "bad" : ""}`, role: "status", id: "said" }, now.said?.text),
    h(
      "div",
      { class: "keys", role: "group", "aria-label": words("table", "keys") },
      key("round lock", {}, { label: words("table", "lock"), kind: "large", lead: phase === "betting" }),
      key("round settle", {}, { label: words("table", "settle"), kind: "large", lead: phase === "locked" }),
      key("round clear", {}, { label: words("table", "clear"), kind: "large", lead: phase === "settled" }),
      key("round unlock", {}, { label: words("table", "unlock"), kind: unlock ? "hint" : "" }),
      button(words("table", "win"), win, { key: "win", off: claimable().code }),
      key("round void", {}, { label: words("table", "void"), title: words("table", "void_title"), reasons: "void", kind: now.status?.void_asked ? "urgent" : "" }),
    ),
  ];
}
