"""One log line for each round, with everything about it, so that one search shows what happened."""

import logging
from collections.abc import Iterable, Mapping

from controller.history.rounds import Rounds
from controller.table import records
from controller.table.journal import Entry
from controller.table.money import dollars
from controller.table.rules import Rules
from controller.table.state import Book

log = logging.getLogger("litbet")


class RoundLine:
    """Follows the rows of one running table. It does not know what happened before its start."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lock_ms: int | None = None
        self._rounds = Rounds()  # only the newest one

    def committed(self, entries: Iterable[Entry], book: Book, ms: int, head: str) -> None:
        """`ms` is the time from the event at the table until its row was on disk, `head` names the newest row."""
        for entry in entries:
            if isinstance(entry.record, records.Locking):
                self._lock_ms, self._rounds = ms, Rounds()
            self._rounds.take(entry)
            if end := _end(entry):
                self._log(entry, end, book, head)

    def _log(self, entry: Entry, end: str, book: Book, head: str) -> None:
        found = self._rounds.round(entry.round)
        stakes = found.stakes if found.row else self._before_the_start(entry, book)
        facts = {
            "number": entry.round,
            "day": entry.day,
            "end": end,
            "spots": list(stakes),
            "count": len(stakes),
            "value": dollars(sum(stakes.values())),
            "lock_to_commit_ms": self._lock_ms,
            "claims": len(found.claims),
            "alarms": found.alarms,
            "row": entry.seq,
            "head": head,
        }
        log.info("round", extra=facts)
        self._lock_ms, self._rounds = None, Rounds()

    def _before_the_start(self, entry: Entry, book: Book) -> Mapping[str, int]:
        """The amounts of a round that was locked before this process started."""
        tiers: Mapping[str, int] = {}
        match entry.record:
            case records.Unlock(spots=spots) | records.Void(spots=spots):
                pass
            case records.Clear() if book.previous:
                spots, tiers = book.previous.spots, book.previous.tiers
            case _:
                spots = ()
        return {spot: self._rules.stake(spot, tiers) for spot in spots}


def _end(entry: Entry) -> str:
    """How this row ended a round; empty if it did not."""
    match entry.record:
        case records.LateLock(finished=True):
            return "locked late"
        case records.Clear():
            return "cleared"
        case records.Void():
            return "void"
        case records.Unlock():
            return "unlocked"
        case records.NotLocked():
            return "not locked"
    return ""
