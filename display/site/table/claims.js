// Claims: what was said to have won, what it comes to, who has approved, and what can be done with it.

import { words } from "../common/words.js";
import { button, key, perform, rule } from "./doing.js";
import { h } from "./dom.js";
import { askOne } from "./reason.js";
import { money, named, said, spotName } from "./saying.js";
import { now } from "./state.js";
import { cardName, claim as nameIt, claimable, face, win } from "./win.js";

const METHODS = ["cash", "check", "chips"];
const ORDER = { open: 0, approved: 1, owed: 2, paid: 3 };

export function claimsView() {
  const claims = [...now.status.claims].sort((a, b) => ORDER[a.stage] - ORDER[b.stage] || a.claim - b.claim);
  return [
    h("h2", { class: "hidden" }, words("views", "claims")),
    claims.length ? h("ul", { class: "claims" }, claims.map(one)) : h("p", { class: "nothing" }, words("claims", "none")),
    h(
      "div",
      { class: "choices" },
      button(words("claims", "new"), win, { key: "new", off: claimable().code }),
      key("win reopen", {}, { label: words("claims", "reopen"), reasons: "reopen" }),
    ),
  ];
}

function one(claim) {
  const { claim: number, stage } = claim;
  const title = words("claims", "title", { claim: number, seat: spotName(claim.spot) });
  const act = (command, name, more = {}) => key(command, { claim: number }, { label: words("claims", name), title: `${title}: ${words("claims", name)}`, ...more });
  return h(
    "li",
    { key: number, class: `claim ${stage}`, "data-claim": number },
    h(
      "div",
      { class: "claim-head" },
      h("h3", {}, title),
      h("span", { class: "mark" }, named("stages", stage)),
      h("span", { class: "round" }, words("claims", "round", { round: claim.round })),
    ),
    h(
      "div",
      { class: "claim-award" },
      claim.cards && h("p", { class: "faces" }, h("span", { class: "hidden" }, claim.cards.split(" ").map(cardName).join(", ")), claim.cards.split(" ").map(face)),
      h("p", { class: "award" }, claim.award || words("claims", "unnamed")),
      h("p", { class: "amount" }, money(claim.amount)),
    ),
    facts(claim),
    h(
      "div",
      { class: "choices" },
      stage === "open" && nameKey(claim),
      stage === "open" && act("win confirm", "approve", { lead: Boolean(claim.event), except: [...claim.claimant, ...claim.approved] }),
      stage === "owed" && payKey(claim, title),
      stage !== "paid" && act("win deny", "deny", { reasons: "deny" }),
      stage === "open" && act("win withdraw", "withdraw"),
    ),
  );
}

function facts(claim) {
  const told = [
    claim.share_bp ? words("claims", "share", { share: claim.share_bp / 100, jackpot: meter(claim) }) : "",
    claim.division.code === "divided_alone" ? "" : said("whys", claim.division),
    claim.claimant.length ? words("claims", "claimant", { names: claim.claimant.join(", ") }) : "",
    claim.approved.length ? words("claims", "approved", { names: claim.approved.join(", ") }) : "",
    claim.slip ? words("claims", "slip", { slip: claim.slip }) : "",
    needs(claim),
  ].filter(Boolean);
  return told.length ? h("ul", { class: "claim-facts" }, told.map((text) => h("li", { key: text }, text))) : null;
}

// Before the decision it is the one that the pay table names.
function meter({ jackpot, spot, event }) {
  const { awards } = now.table.wagers[now.table.spots[spot].wager];
  const id = jackpot || awards.find((line) => line.event === event)?.jackpot;
  return now.status.jackpots[id]?.title ?? "";
}

// How many people the confirmation still takes.
function needs({ claim, stage }) {
  const word = stage === "open" ? rule("win confirm", { claim }) : {};
  return word.persons ? words("claims", "needs", { number: word.persons }) : "";
}

// Its cards or award may be named as long as the seat's claim is of the hand that is open for claims.
function nameKey({ claim, spot, event }) {
  const word = rule("win claim", { spot });
  if (word.code !== "claimed_already" || word.facts.claim !== String(claim)) return null;
  return button(words("claims", event ? "rename" : "name"), () => nameIt(spot), { key: "name", lead: !event });
}

function payKey({ claim }, title) {
  const allowed = rule("win paid", { claim });
  const press = async () => {
    const heading = `${title}: ${words("claims", "pay")}`;
    if (allowed.code) return perform("win paid", { claim }, { title: heading, allowed });
    const method = await askOne(heading, METHODS.map((value) => ({ value, label: words("methods", value) })), words("claims", "method"));
    return method && perform("win paid", { claim, method }, { title: heading, allowed });
  };
  return button(words("claims", "pay"), press, { key: "pay", command: "win paid", facts: { claim }, off: allowed.code, lead: true });
}
