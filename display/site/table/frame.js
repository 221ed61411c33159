// What every view shows: the state of the round above, the views at the left, the keys below.

/** @import { Child } from "./vdom.js" */

import { page } from "../common/page.js";
import { day, say, words } from "../common/words.js";
import { alarms } from "./alarms.js";
import { permission, refused } from "./commands.js";
import { button, commandButton } from "./keys.js";
import { blocked, change, state } from "./state.js";
import { h } from "./vdom.js";
import { anyClaimPermission, askWin } from "./win.js";

const VIEWS = ["table", "claims", "floor", "post", "todo", "replay", "charts"];

export function head() {
  const { status, table } = state;
  if (!status || !table) return h("h1", {}, words("table", "starting"));
  const trusted = status.clock.trusted;
  return [
    h("h1", {}, table.table),
    h(
      "p",
      { class: `phase ${status.phase}`, role: "status" },
      h("strong", {}, words("phases", status.phase)),
      status.phase === "not_offered" && status.reason && h("span", { class: "reason" }, say(status.reason)),
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
    page.languages.filter((language) => language !== page.language).map(languageLink),
  ];
}

/**
 * @param {string} name
 * @param {Child} value
 * @param {string} kind
 */
function fact(name, value, kind = "") {
  return h("div", { key: name, class: kind }, h("dt", {}, words("table", name)), h("dd", {}, value));
}

/** @param {string} language */
function languageLink(language) {
  const query = new URLSearchParams(location.search); // keeps the theme
  query.set("language", language);
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language); // as its readers call it
  return h(
    "a",
    { key: language, class: "language", href: `?${query}`, hreflang: language, lang: language, "aria-label": name },
    language.toUpperCase(),
  );
}

export function rail() {
  const found = state.status && state.table ? alarms() : [];
  const urgent = found.some(({ level }) => level === "stop");
  const claims = state.status?.claims.filter((claim) => claim.stage !== "paid").length;
  /** @type {Record<string, number | undefined>} */
  const counts = { claims, todo: blocked() ? 0 : found.length };
  return VIEWS.map((view) =>
    h(
      "button",
      {
        key: view,
        type: "button",
        class: urgent && view === "todo" ? "urgent" : "",
        "aria-current": state.view === view ? "page" : undefined,
        "data-view": view,
        onclick: () => show(view),
      },
      h("span", { class: "label" }, words("views", view)),
      counts[view] ? h("span", { class: "number" }, counts[view]) : null,
    ),
  );
}

/** @param {string} view */
function show(view) {
  change({ view, visit: state.visit + 1 });
  document.getElementById("view")?.scrollTo(0, 0);
}

// Covers the page while nothing is known, or no longer.
export function banner() {
  const block = blocked();
  if (!block) return null;
  const since = state.receivedTime ? words("table", "last_known", { at: state.receivedTime }) : "";
  return h(
    "div",
    { key: "banner", class: "banner", role: "alert" },
    h("strong", {}, say(refused(block))),
    since && h("p", {}, since),
  );
}

// For screen readers: the main view shows the most urgent alarm itself.
function alarmElsewhere() {
  return blocked() || state.view === "table" ? "" : alarms()[0]?.text;
}

export function keys() {
  const { status, notice } = state;
  const phase = status?.phase;
  const canUnlock = permission("round unlock").code === undefined;
  return [
    h("p", { class: "hidden", role: "alert" }, alarmElsewhere()),
    h("p", { class: `notice ${notice?.good === false ? "bad" : ""}`, role: "status", id: "notice" }, notice?.text),
    h(
      "div",
      { class: "keys", role: "group", "aria-label": words("table", "keys") },
      roundKey("lock", phase === "betting"),
      roundKey("settle", phase === "locked"),
      roundKey("clear", phase === "settled"),
      commandButton("round unlock", {}, { label: words("commands", "round unlock"), kind: canUnlock ? "hint" : "" }),
      button(words("table", "win"), askWin, { key: "win", off: anyClaimPermission().code }),
      commandButton(
        "round void",
        {},
        {
          label: words("table", "void"),
          title: words("table", "void_title"),
          reasons: "void",
          kind: status?.void_asked ? "urgent" : "",
        },
      ),
    ),
  ];
}

/**
 * @param {string} name
 * @param {boolean} lead
 */
function roundKey(name, lead) {
  return commandButton(`round ${name}`, {}, { label: words("table", name), kind: "large", lead });
}
