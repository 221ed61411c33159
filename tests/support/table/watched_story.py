"""A table whose every step is held against the laws of money and of signs, and its journal for late claims."""

from collections import Counter
from typing import Any, cast

from support.table.reference_ledger import ReferenceLedger
from support.table.story import Table, as_on_disk
from support.table.three_meters import Felt

from controller.history.past_rounds import past_round
from controller.ledger.bookkeeping import to_rows
from controller.ledger.rows import GENESIS, Row
from controller.present.views import meter
from controller.table.continuity import continuity
from controller.table.events import Event, PastRound
from controller.table.journal import Entry, apply
from controller.table.rules import Rules
from controller.table.state import Book
from controller.table.step import Outcome

A_WIN = {"meter_award", "payment", "claim_end"}
MANAGED = {"meter_set", "meter_raised", "meter_lowered", "post", "disposal", "transfer_out", "transfer_in"}
# While a claim is undecided the sign stands as at its lock, or as before where that was more.
A_CLAIM = {"claim", "award_name"}
LAWFUL_FALLS = {"meter_award", "payment", "claim_end", "meter_lowered", "disposal", "transfer_out"}


class Watched(Felt):
    """Every step is held against the laws."""

    def __init__(self, rules: Rules, start: str = "2026-11-18 10:00") -> None:
        self.ledger = ReferenceLedger(rules)
        self.folded = Book("", 0)
        super().__init__(rules, start)

    def tell(self, event: Event) -> Outcome:
        if not self.folded.seq:
            self._fold(self.journal[0])
        before, shown = self.state.book, self.signs()
        outcome = super().tell(event)
        for row in outcome.entries:
            self._fold(row)
            self.ledger.read(row, event)
            assert self.folded.balances == self.ledger.balances(), row.kind
        book = self.state.book
        assert self.folded == book, "the book is the fold of its rows"
        assert continuity(book) == []
        assert sum(book.balances.values()) == 0
        for account, amount in book.balances.items():
            assert amount >= 0 or account.split("/")[0] not in ("jackpot", "reserve", "overflow", "owed", "credit")
        self._signs_stand(before, shown, outcome.entries)
        return outcome

    def _fold(self, row: Entry) -> None:
        """As the disk has it; each account moves by the row's transfers and by nothing else."""
        expected = Counter(self.folded.balances)
        for move in row.transfers:
            expected[move.source] -= move.amount
            expected[move.target] += move.amount
        self.folded = apply(self.folded, as_on_disk(row))
        assert self.folded.balances == {account: amount for account, amount in expected.items() if amount}

    def signs(self) -> dict[str, int]:
        jackpots = self.rules.jackpots.items()
        return {name: int(meter(self.rules, self.state, jackpot, 1, self.utc)["cents"]) for name, jackpot in jackpots}

    def _signs_stand(self, before: Book, shown: dict[str, int], rows: tuple[Entry, ...]) -> None:
        kinds = {row.kind for row in rows}
        if "post" in kinds:
            assert not before.locked or kinds & {"clear", "void", "unlock"}, "only between rounds"
        for name, cents in self.signs().items():
            if self.rules.jackpots[name].funding.custodial:
                assert cents >= shown[name] or kinds & LAWFUL_FALLS, f"the sign of {name} fell by {kinds}"
            elif cents != shown[name]:
                assert kinds & (A_WIN | MANAGED | A_CLAIM), f"the sign of {name} changed by {kinds}"


def past_round_of(table: Table, number: int) -> PastRound | None:
    """As the control layer finds the round in the journal; None if it was never locked."""
    return past_round(cast(Any, Rows(table.journal)), table.rules, number)


class Rows:
    """The journal, as controller/history/past_rounds.py asks for it."""

    def __init__(self, journal: list[Entry]) -> None:
        self._journal = journal

    def find(self, kinds: object, reached: object) -> int:
        return 0

    def some(self, first: int, kinds: object = (), round_: int = 0) -> list[Row]:
        here = (row for row in self._journal if row.round == round_)
        return [row for entry in here for row in to_rows((entry,), GENESIS)]
