"""The last rounds as a list (R310), and the facts that a round has in the list and in each seat's replay."""

from collections.abc import Iterable, Sequence
from typing import Any

from controller.history.claims import Win
from controller.history.round_rows import NUMBERED
from controller.history.rounds import Round, Rounds
from controller.ledger.bookkeeping import to_book, to_entry
from controller.ledger.reader import Reader
from controller.reports.labels import award_title
from controller.table import records
from controller.table.money import dollars
from controller.table.rules import Rules

LAST = 10  # rounds in the list (R310)
FARTHEST = 20_000  # the most rows that the list looks back; a table in play needs a few hundred
LISTED = tuple(
    of.kind
    for of in (
        records.Lock, records.LateLock, records.NotLocked, records.Unlock, records.Void, records.VoidSpot,
        records.AddSpot, records.StakeChange, records.Clear, records.Start, records.Claim, records.AwardName,
        records.Approval, records.ClaimEnd, records.FixedAward, records.MeterAward, records.Payment,
        records.PaymentCorrection,
    )
)  # fmt: skip


def last_rounds(reader: Reader, rules: Rules) -> dict[str, Any]:
    """Newest first."""
    checkpoint = reader.checkpoint()
    newest = max(to_book(checkpoint).round, 0)
    first = reader.find(NUMBERED, lambda row: (row.round or 0) > newest - LAST)
    first = max(first, checkpoint.seq - FARTHEST)
    found = Rounds.of(to_entry(row) for row in reader.some(first, LISTED, until=checkpoint.seq))
    newest_first = sorted((each for each in found.all if each.row), key=lambda each: -each.number)
    return {"zone": str(rules.zone), "rounds": [_listed(rules, each) for each in newest_first]}


def _listed(rules: Rules, found: Round) -> dict[str, Any]:
    return {
        **round_facts(rules, found),
        "value": dollars(sum(found.stakes.values())),
        "claims": [_claim_facts(rules, win) for win in found.wins],
    }


def round_facts(rules: Rules, found: Round) -> dict[str, Any]:
    """The facts of a round in the list, and in each seat's replay."""
    return {
        "round": found.number,
        "day": found.day,
        "utc": found.utc,
        "trusted": found.trusted,
        "state": found.state,
        "late": found.late,
        "recovered": found.recovered,
        "spots": _in_order(rules, found.stakes),
    }


def _in_order(rules: Rules, spots: Iterable[str]) -> list[str]:
    """In the order of the seats; spots that the table's file no longer names come last."""
    here: Sequence[str] = list(rules.spots)
    return sorted(spots, key=lambda spot: (here.index(spot) if spot in here else len(here), spot))


def _claim_facts(rules: Rules, win: Win) -> dict[str, Any]:
    return {
        "claim": win.claim,
        "spot": win.spot,
        "award": award_title(rules, win.spot, win.award) if win.award else "",
        "stage": str(win.stage),
        "amount": dollars(win.amount) if win.slip else "",
    }
