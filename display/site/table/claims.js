// Claims: what is claimed, what it pays, who has approved, and what can be done with it.

/** @import { Claim } from "../../messages.js" */

import { money } from "../common/money.js";
import { say, words } from "../common/words.js";
import { cardFace, cardName } from "./cards.js";
import { permission } from "./commands.js";
import { button, commandButton, perform } from "./keys.js";
import { askChoice } from "./questions.js";
import { jackpotTitle } from "./sentences.js";
import { known } from "./state.js";
import { h } from "./vdom.js";
import { anyClaimPermission, askClaim, askWin } from "./win.js";

const METHODS = ["cash", "check", "chips"];
const ORDER = { open: 0, approved: 1, owed: 2, paid: 3 };

export function claimsView() {
  const claims = [...known().status.claims].sort((a, b) => ORDER[a.stage] - ORDER[b.stage] || a.claim - b.claim);
  return [
    h("h2", { class: "hidden" }, words("views", "claims")),
    claims.length
      ? h("ul", { class: "claims" }, claims.map(claimItem))
      : h("p", { class: "nothing" }, words("claims", "none")),
    h(
      "div",
      { class: "choices" },
      button(words("claims", "new"), askWin, { key: "new", off: anyClaimPermission().code }),
      commandButton("win reopen", {}, { label: words("commands", "win reopen"), reasons: "reopen" }),
    ),
  ];
}

/** @param {Claim} claim */
function titleOf({ claim, spot }) {
  return words("claims", "title", { claim, spot });
}

/** @param {Claim} claim */
function claimItem(claim) {
  const cards = claim.cards ? claim.cards.split(" ") : [];
  return h(
    "li",
    { key: claim.claim, class: `claim ${claim.stage}`, "data-claim": claim.claim },
    h(
      "div",
      { class: "claim-head" },
      h("h3", {}, titleOf(claim)),
      h("span", { class: "mark" }, words("stages", claim.stage)),
      h("span", { class: "round" }, words("claims", "round", { round: claim.round })),
    ),
    h(
      "div",
      { class: "claim-award" },
      cards.length > 0 &&
        h("p", { class: "faces" }, h("span", { class: "hidden" }, cards.map(cardName).join(", ")), cards.map(cardFace)),
      h("p", { class: "award" }, claim.award || words("claims", "unnamed")),
      h("p", { class: "amount" }, money(claim.amount)),
    ),
    claimFacts(claim),
    claimKeys(claim),
  );
}

/** @param {Claim} claim */
function claimFacts(claim) {
  const facts = [
    claim.share_bp ? words("claims", "share", { share: claim.share_bp, jackpot: jackpotOf(claim) }) : "",
    claim.division?.code === "division.divided_alone" ? "" : say(claim.division),
    claim.claimant.length ? words("claims", "claimant", { names: claim.claimant }) : "",
    claim.approved.length ? words("claims", "approved", { names: claim.approved }) : "",
    ...claim.by_hand.map(say),
    claim.slip ? words("claims", "slip", { slip: claim.slip }) : "",
    peopleNeeded(claim),
  ].filter(Boolean);
  if (!facts.length) return null;
  return h(
    "ul",
    { class: "claim-facts" },
    facts.map((text) => h("li", { key: text }, text)),
  );
}

/**
 * The title of the jackpot; before the decision, of the one in the pay table.
 *
 * @param {Claim} claim
 */
function jackpotOf({ jackpot, spot, event }) {
  const { spots, wagers } = known().table;
  const line = wagers[spots[spot].wager].awards.find((each) => each.event === event);
  return jackpotTitle(jackpot || line?.jackpot || "");
}

/**
 * How many more people must approve.
 *
 * @param {Claim} claim
 */
function peopleNeeded({ claim, stage }) {
  const allowed = stage === "open" ? permission("win confirm", { claim }) : null;
  if (!allowed || allowed.code !== undefined || !allowed.persons) return "";
  return words("claims", "needs", { number: allowed.persons });
}

/** @param {Claim} claim */
function claimKeys(claim) {
  const { claim: number, stage, event, barred, approved } = claim;
  const key = (/** @type {string} */ command, /** @type {string} */ name, options = {}) => {
    const label = words("claims", name);
    return commandButton(command, { claim: number }, { label, title: `${titleOf(claim)}: ${label}`, ...options });
  };
  return h(
    "div",
    { class: "choices" },
    stage === "open" && nameKey(claim),
    stage === "open" &&
      key("win confirm", "approve", { lead: Boolean(event), except: [...barred.approval, ...approved] }),
    stage === "owed" && payKey(claim),
    stage !== "paid" && key("win deny", "deny", { reasons: "deny" }),
    stage === "open" && key("win withdraw", "withdraw"),
  );
}

/**
 * The cards or the award may be named while the claim's hand is open for claims.
 *
 * @param {Claim} claim
 */
function nameKey({ claim, spot, event }) {
  const allowed = permission("win claim", { spot });
  if (allowed.code !== "refusals.claimed_already" || allowed.facts.claim !== claim) return null;
  return button(words("claims", event ? "rename" : "name"), () => askClaim(spot), { key: "name", lead: !event });
}

/** @param {Claim} claim */
function payKey(claim) {
  const facts = { claim: claim.claim };
  const allowed = permission("win paid", facts);
  const label = words("claims", "pay");
  const title = `${titleOf(claim)}: ${label}`;
  const press = async () => {
    if (allowed.code !== undefined) return perform("win paid", facts, { title, allowed });
    const methods = METHODS.map((value) => ({ value, label: words("claims", `by_${value}`) }));
    const method = await askChoice(title, methods, words("claims", "method"));
    return method && perform("win paid", { ...facts, method }, { title, allowed, except: claim.barred.payment });
  };
  return button(label, press, { key: "pay", command: "win paid", facts, off: allowed.code, lead: true });
}
