"""What became of a round: who played for how much, what was posted, what was claimed; and the last rounds as a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.bookkeeping import to_book, to_entry
from controller.core.entries import Entry
from controller.core.money import dollars
from controller.core.rules import Rules
from controller.core.worth import LOCKS, Stakes
from controller.ledger.reader import Reader
from controller.replay.rows import NUMBERED
from controller.reports.wins import Win, tell, touched
from controller.reports.words import award_title

LAST = 10  # rounds in the list (R310)
LISTED = (*NUMBERED, "unlock", "void", "void_spot", "add_spot", "tier", "clear", "start")
CLAIMED = ("claim", "name", "approve", "unclaim", "fixed", "award", "paid", "correct_win")
FARTHEST = 20_000  # rows back that the list looks; at a table in play it needs some hundred

ENDS = {"clear": "over", "void": "void", "unlock": "unlocked"}


@dataclass(slots=True)
class Found:
    """A round as its rows have it."""

    number: int
    state: str = "not_locked"  # or "locked", "unlocked", "void", "over"
    late: bool = False
    recovered: bool = False  # the power went while it was locked
    day: str = ""
    utc: int = 0  # of the lock; of a hand that was not locked, of its end
    trusted: bool = False
    row: int = 0  # of the lock
    plays: dict[str, int] = field(default_factory=dict)  # spot -> micro-dollars; of a void round, what was given back
    meters: dict[str, int] = field(default_factory=dict)  # as posted at the lock
    put: dict[str, int] = field(default_factory=dict)  # of this, what the round's own wagers added at the lock
    claims: dict[int, list[Entry]] = field(default_factory=dict)  # claim -> the rows that speak of it

    @property
    def wins(self) -> list[Win]:
        told = (tell(number, entries) for number, entries in sorted(self.claims.items()))
        return [win for win in told if win]


def found_in(number: int, entries: Iterable[Entry]) -> Found:
    """Of a round, from its rows and those between them."""
    found, stakes = Found(number), Stakes()
    for entry in entries:
        for claim in touched(entry):
            if entry.round == number or claim in found.claims:
                found.claims.setdefault(claim, []).append(entry)
        if entry.kind == "start" and found.state == "locked":
            found.recovered = True
        if entry.round != number:
            continue
        if entry.kind in LOCKS:
            _locked(found, entry)
        elif entry.kind == "not_locked":
            found.day, found.utc, found.trusted, found.row = entry.day, entry.at.utc, entry.trusted, entry.seq
            found.meters = dict(entry.body.get("meters", {}))
        elif entry.kind in ENDS:
            found.state = ENDS[entry.kind]
        changes = list(stakes.changes(entry))
        if entry.kind not in ("unlock", "void"):
            for spot, amount in changes:
                found.plays[spot] = found.plays.get(spot, 0) + amount
            found.plays = {spot: amount for spot, amount in found.plays.items() if amount}
        if entry.kind == "add_spot":  # it was there at the lock (R091)
            for jackpot, put in entry.body.get("contributed", {}).items():
                found.meters[jackpot] += put[0]
    return found


def _locked(found: Found, entry: Entry) -> None:
    body = entry.body
    found.late = entry.kind == "late_lock"
    found.state = "over" if body.get("finished") else "locked"
    found.recovered = False
    found.day, found.trusted, found.row = entry.day, entry.trusted, entry.seq
    found.utc = body["moment"] if found.late else entry.at.utc
    found.plays = {}  # a round that was unlocked is locked anew
    found.meters = dict(body["meters"])
    found.put = {jackpot: put[0] for jackpot, put in body.get("contributed", {}).items()}


# -- the last ones -------------------------------------------------------------------------------------------


def last_rounds(reader: Reader, rules: Rules) -> dict[str, Any]:
    """The newest first."""
    checkpoint = reader.checkpoint()
    newest = max(to_book(checkpoint).round, 0)
    first = reader.find(NUMBERED, lambda row: (row.round or 0) > newest - LAST)
    first = max(first, checkpoint.seq - FARTHEST)
    entries = [to_entry(row) for row in reader.some(first, (*LISTED, *CLAIMED), until=checkpoint.seq)]
    numbers = sorted({entry.round for entry in entries if entry.kind in NUMBERED}, reverse=True)
    return {"rounds": [_listed(rules, found_in(number, entries)) for number in numbers]}


def _listed(rules: Rules, found: Found) -> dict[str, Any]:
    return {
        **round_facts(rules, found),
        "value": dollars(sum(found.plays.values())),
        "claims": [_claim_facts(rules, win) for win in found.wins],
    }


def round_facts(rules: Rules, found: Found) -> dict[str, Any]:
    """What is told of a round in the list, and in each seat's story of it."""
    return {
        "round": found.number,
        "day": found.day,
        "utc": found.utc,
        "trusted": found.trusted,
        "state": found.state,
        "late": found.late,
        "recovered": found.recovered,
        "spots": _in_order(rules, found.plays),
    }


def _in_order(rules: Rules, spots: Iterable[str]) -> list[str]:
    """As they sit; those that the table's file no longer names at the end."""
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
