"""What was done out of the ordinary, by whom, and how often for the rounds played (R153, E66, E67).

A dealer's keys have no name. What the table only noted (a chip that left, a late bet) is nobody's.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.core.entries import Entry
from controller.reports.words import KEYS

# What a person answers for: row kind -> what it is called.
ACTS = {
    "late_lock": "late lock",
    "unlock": "lock taken back",
    "not_locked": "hand without a lock",
    "void": "round void",
    "void_spot": "bet void",
    "add_spot": "bet added by hand",
    "reopen": "claims reopened",
    "dispute": "claim for a seat that did not play",
    "correct_win": "paid win corrected",
    "recount": "count corrected",
    "take_over": "meter taken over",
    "terms_accepted": "parameters accepted",
    "transfer_out": "meter sent to another table",
    "transfer_in": "meter taken from another table",
    "retire": "end of a jackpot announced",
    "keep": "end of a jackpot taken back",
    "dispose": "money of an ended jackpot disposed of",
    "hold": "post held",
    "lower": "jackpot lowered",
    "raise": "jackpot raised",
    "funds_hold": "funds held",
    "funds_release": "funds released",
    "unfault": "fault cleared",
    "spot_out": "spot out of service",
    "locked_out": "wrong PINs, locked out",
    "door": "box opened",
    "by_hand": "amount posted by hand",
    "training": "training",
    "restored": "ledger restored",
    "copy_away": "second copy of the ledger not kept",
    "copy_back": "second copy of the ledger kept again",
}
# What the table saw between two rows.
NOTES = {
    "late_bet": "late bet",
    "removed_bet": "locked chip taken away",
    "removal_acknowledged": "removal acknowledged",
    "dropped": "lit bet taken off",
    "confirmed": "unseen chip confirmed",
    "unsure": "sensor's story has a hole",
    "win_cancelled": "WIN cancelled",
    "lock_again": "LOCK pressed again",
}
LATE, DENIED, WITHDRAWN = "late claim", "claim denied", "claim withdrawn"


@dataclass(frozen=True, slots=True)
class Deed:
    row: int
    utc: int
    trusted: bool
    day: str
    round: int
    what: str
    by: tuple[str, ...]
    where: str
    reason: str


@dataclass(slots=True)
class Conduct:
    rounds: int = 0  # locked in this time
    deeds: list[Deed] = field(default_factory=list)
    noted: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)  # who approved the same claim
    approvals: Counter[str] = field(default_factory=Counter)
    signed: Counter[str] = field(default_factory=Counter)  # everything that each name answers for
    logins: Counter[str] = field(default_factory=Counter)

    def by_person(self) -> dict[str, Counter[str]]:
        """Person -> what -> how often; the dealer's keys come last."""
        found: dict[str, Counter[str]] = {}
        for deed in self.deeds:
            for name in deed.by or (KEYS,):
                found.setdefault(name, Counter())[deed.what] += 1
        return dict(sorted(found.items(), key=lambda each: (each[0] == KEYS, each[0])))


def conduct_of(entries: Iterable[Entry]) -> Conduct:
    found = Conduct()
    approvers: dict[int, list[str]] = {}
    for entry in entries:
        body = entry.body
        (found.logins if entry.kind == "login" else found.signed).update(body.get("by", ()))
        found.noted.update(NOTES[what] for what in map(_noted, body.get("seen_since", ())) if what in NOTES)
        found.rounds += {"lock": 1, "late_lock": 1, "unlock": -1}.get(entry.kind, 0)
        if what := _what(entry):
            found.deeds.append(_deed(entry, what))
        if entry.kind in ("approve", "fixed") and body.get("by"):
            before = approvers.setdefault(body["claim"], [])
            for name in body["by"]:
                found.approvals[name] += 1
                found.pairs.update(_pair(other, name) for other in before if other != name)
                before.append(name)
        elif entry.kind == "name":
            approvers.pop(body["claim"], None)
    return found


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _noted(note: list[Any]) -> str:
    return str(note[1]).split(" ", 1)[0]


def _what(entry: Entry) -> str:
    body = entry.body
    if entry.kind == "claim":
        return LATE if body.get("reference") else ""
    if entry.kind == "unclaim":
        if body.get("denied"):
            return DENIED
        return WITHDRAWN if body["reason"] == "withdrawn" else ""  # else it went with its void round
    if entry.kind == "door" and not body["open"]:
        return ""
    return ACTS.get(entry.kind, "")


def _deed(entry: Entry, what: str) -> Deed:
    body = entry.body
    by = (body["name"],) if entry.kind == "locked_out" else tuple(body.get("by", ()))
    reason = body.get("reason") or body.get("reference") or body.get("why") or ""
    return Deed(entry.seq, entry.at.utc, entry.trusted, entry.day, entry.round, what, by, _where(entry), str(reason))


def _where(entry: Entry) -> str:
    tell: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
        "void_spot": lambda body: str(body["spot"]),
        "add_spot": lambda body: str(body["spot"]),
        "spot_out": lambda body: str(body["spot"]),
        "dispute": lambda body: str(body["spot"]),
        **dict.fromkeys(("take_over", "transfer_out", "transfer_in", "dispose"), lambda body: str(body["jackpot"])),
        **dict.fromkeys(("terms_accepted", "retire", "keep"), lambda body: ", ".join(body["jackpots"])),
        "claim": lambda body: f"claim {body['claim']}",
        "unclaim": lambda body: f"claim {body['claim']}",
        "correct_win": lambda body: f"claim {body['claim']}",
        "recount": lambda body: f"day {body['of']}",
        "unfault": lambda body: str(body["code"]),
    }
    return tell[entry.kind](entry.body) if entry.kind in tell else ""
