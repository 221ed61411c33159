"""One line of the log for each round, with everything about it, so that one search answers what happened."""

import logging
from collections.abc import Iterable

from controller.core.entries import Entry
from controller.core.money import dollars
from controller.core.rules import Rules
from controller.core.state import Book

log = logging.getLogger("litbet")

_ENDS = {"clear": "cleared", "void": "void", "unlock": "unlocked", "not_locked": "not locked"}


class RoundLine:
    """Follows the rows of one running table. It knows nothing of what was before it started."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lock_ms: int | None = None
        self._claims = 0
        self._tiers: dict[str, int] = {}

    def committed(self, entries: Iterable[Entry], book: Book, ms: int) -> None:
        """`ms` is the time from what happened at the table to its row on the disk."""
        for entry in entries:
            if entry.kind == "claim":
                self._claims += 1
            elif entry.kind in ("lock", "late_lock"):
                self._lock_ms, self._claims = ms, 0
                self._tiers = dict(entry.body.get("tiers", {}))
                if entry.body.get("finished"):
                    self._tell(entry, entry.body["spots"], "locked late")
            elif entry.kind == "tier":
                self._tiers = dict(entry.body["tiers"])
            elif entry.kind == "void_spot":
                self._tiers.pop(entry.body["spot"], None)
            elif entry.kind in _ENDS:
                played = book.previous.spots if entry.kind == "clear" and book.previous else ()
                self._tell(entry, entry.body.get("spots", played), _ENDS[entry.kind])

    def _tell(self, entry: Entry, spots: Iterable[str], end: str) -> None:
        rules, names = self._rules, list(spots)
        facts = {
            "number": entry.round,
            "day": entry.day,
            "end": end,
            "spots": names,
            "count": len(names),
            "value": dollars(sum(rules.stake(spot, self._tiers) for spot in names)),
            "lock_to_commit_ms": self._lock_ms,
            "claims": self._claims,
            "alarms": entry.body.get("alarms", {}),
            "row": entry.seq,
        }
        log.info("round", extra=facts)
        self._lock_ms, self._claims = None, 0
