"""What the book has forgotten, as the journal's rows have it: a round for a late claim (E21, E29), a payment that is
corrected (E22, E58), a day whose chips are counted (R213)."""

import json
from collections.abc import Mapping
from dataclasses import replace

from controller.bookkeeping import to_entry
from controller.core.awards import line_of
from controller.core.events import PastRound
from controller.core.money import BASIS_POINTS
from controller.core.rules import Rules
from controller.core.worth import locked_in, stakes_of
from controller.ledger.reader import Reader


def past_round(reader: Reader, rules: Rules, number: int) -> PastRound | None:
    """With the spots that played to its end, who has claimed for them, which were paid, and what shares of the meters;
    None if it was never locked."""
    found: PastRound | None = None
    claims: dict[int, str] = {}  # -> spot
    awards: dict[int, str] = {}  # claim -> the event it was named for
    meters: dict[int, str] = {}  # claim -> the jackpot it has a share of
    first = reader.find(("lock", "late_lock"), lambda row: (row.round or 0) >= number)
    for row in reader.some(first, round_=number):
        body = json.loads(row.body)
        if row.kind in ("lock", "late_lock"):
            tiers = stakes_of(to_entry(row))
            found = PastRound(number, row.utc, tuple(body["spots"]), dict(body["meters"]), tiers=tiers)
        elif found is None or row.kind in ("unlock", "void"):
            found = None
        elif row.kind == "void_spot":
            tiers = {spot: amount for spot, amount in found.tiers.items() if spot != body["spot"]}
            found = replace(found, spots=tuple(spot for spot in found.spots if spot != body["spot"]), tiers=tiers)
        elif row.kind == "add_spot":
            rises = {jackpot: put[0] for jackpot, put in body.get("contributed", {}).items()}
            meters_then = {jackpot: amount + rises.get(jackpot, 0) for jackpot, amount in found.meters.items()}
            tiers = {**found.tiers, **stakes_of(to_entry(row))}
            found = replace(found, spots=(*found.spots, body["spot"]), meters=meters_then, tiers=tiers)
        elif row.kind == "tier":
            found = replace(found, tiers={**found.tiers, body["spot"]: body["after"]})
        elif row.kind in ("claim", "name"):
            spot = claims.setdefault(body["claim"], body.get("spot", ""))
            awards[body["claim"]] = body.get("award", "")
            who = (*found.claimants.get(spot, ()), *body.get("by", ()))
            if who:
                found = replace(found, claimants={**found.claimants, spot: tuple(dict.fromkeys(who))})
        elif row.kind == "award":
            meters |= {int(claim): body["jackpot"] for claim in body["amounts"]}
        elif row.kind in ("fixed", "paid"):
            claim, spot = body["claim"], claims[body["claim"]]
            found = replace(found, paid=(*found.paid, spot))
            if row.kind == "paid":
                share = (meters[claim], _share(rules, spot, awards[claim], found.tiers))
                found = replace(found, shares=(*found.shares, share))
    return found


def _share(rules: Rules, spot: str, award: str, tiers: Mapping[str, int]) -> int:
    """In basis points. Of a wager or a line that the table has no more, all: a late winner takes nothing twice."""
    wager = rules.wagers.get(spot.split("/")[1])
    if wager is None or award not in [line.event for line in wager.paytable.lines]:
        return BASIS_POINTS
    return wager.paytable.share(line_of(wager, award), tiers.get(spot) or wager.amount) or BASIS_POINTS


def past_payment(reader: Reader, claim: int) -> int:
    """What a claim was paid, with its corrections, in micro-dollars."""
    first = reader.find(("claim",), lambda row: int(json.loads(row.body)["claim"]) >= claim)
    bodies = [json.loads(row.body) for row in reader.some(first, ("fixed", "paid", "correct_win"))]
    return sum(body["amount"] for body in bodies if body["claim"] == claim)


def past_day(reader: Reader, rules: Rules, day: str, wager: str) -> int | None:
    """What was locked of a wager on a gaming day, in micro-dollars, with all that was corrected since; None if the day
    has no rows, or the table no such wager."""
    rows = list(reader.rows_of_day(day))
    if not rows or wager not in rules.wagers:
        return None
    later = (row for row in reader.some(rows[0].seq, ("recount",)) if row.day != day)
    return locked_in(map(to_entry, (*rows, *later)), wager, day)
