"""A ledger as reports read it: gaming days, claims and slips. Each is found without reading the rest of the history,
and each row is verified against the chain as it is read."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from controller.history.claims import claims_in
from controller.ledger.accepted_terms import rules_in_force
from controller.ledger.bookkeeping import SLIP_KINDS, slips_of, to_book, to_entry
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Row, broken_link
from controller.reports.errors import ReportError
from controller.table import records
from controller.table.journal import Entry
from controller.table.records import Record
from controller.table.rules import Rules


class History:
    """The ledger as of one moment; rows written while a report is made belong to the next report."""

    def __init__(self, reader: Reader, rules: Rules, config: str) -> None:
        """`config` is the digest of the table's file; `rules` has titles, seats and tax
        rules, unless the ledger says that others were accepted."""
        self._reader = reader
        self.config = config
        checkpoint = reader.checkpoint()
        self.seq, self.head = checkpoint.seq, checkpoint.head.hex()
        self.book = to_book(checkpoint)
        if self.book.table != rules.table:
            raise ReportError(
                "reports.other_table", name=reader.name, ledger_table=self.book.table, file_table=rules.table
            )
        # No file says whether it is real, the ledger does.
        said = replace(rules, training=self.book.training, laboratory=self.book.laboratory)
        self.rules = rules_in_force(said, reader, self.book)
        self.newest = self._one(self.seq)  # its time is the report's time

    # -- days ------------------------------------------------------------------------------------------------

    def newest_day(self) -> str:
        if self.book.today is None:
            raise ReportError("reports.no_day_yet", table=self.rules.table)
        return self.book.today.day

    def day(self, day: str) -> list[Entry]:
        """The rows of a gaming day. The first day includes the rows before it. The list is empty if the table was
        closed or the controller was off."""
        rows = [row for row in self._reader.rows_of_day(day) if row.seq <= self.seq]
        if rows and (rows[0].seq == 1 or self._one(rows[0].seq - 1).day == ""):
            rows = [*self._reader.walk(0, rows[0].seq - 1), *rows]
        for place, row in enumerate(rows):  # a day has several stretches if a wrong clock was corrected
            chained = place > 0 and rows[place - 1].seq == row.seq - 1
            self._sound(row, rows[place - 1].hash if chained else self._hash(row.seq - 1))
        return [to_entry(row) for row in rows]

    def days(self, first: str, last: str) -> list[str]:
        """The days of a span that have rows."""
        return [day for _, day in self._reader.days_from(first) if day <= last]

    def first_day(self) -> str:
        return self._reader.days_from("", 1)[0][1]

    def after(self, day: str) -> Iterator[Entry]:
        """Every row from the next gaming day on."""
        following = self._reader.days_from(day + "~", 1)  # "~" sorts after every day with this prefix
        return self.on(following[0][0]) if following and following[0][0] <= self.seq else iter(())

    # -- rows ------------------------------------------------------------------------------------------------

    def on(self, first: int) -> Iterator[Entry]:
        """Every row from `first` on."""
        before = self._hash(first - 1)
        for row in self._reader.walk(first - 1, self.seq):
            self._sound(row, before)
            before = row.hash
            yield to_entry(row)

    def last(self, of: type[Record], until: int) -> Entry | None:
        """The newest row of this kind up to row `until`."""
        row = self._reader.last((of.kind,), until)
        return to_entry(row) if row else None

    def claim(self, number: int) -> tuple[Entry, records.Claim]:
        """The row that opened a claim."""
        entry = self._numbered((records.Claim.kind,), lambda entry: [*claims_in(entry.record)], number)
        match entry.record:
            case records.Claim() as claim:
                return entry, claim
        raise ReportError("reports.no_claim", name=self._reader.name, claim=number)

    def slip(self, number: int) -> Entry:
        """The row that issued a slip."""
        if not 1 <= number <= self.book.slips:
            raise ReportError("reports.no_slip", slip=number, table=self.rules.table, slips=self.book.slips)
        return self._numbered(SLIP_KINDS, lambda entry: slips_of(entry.record), number)

    def _numbered(self, kinds: tuple[str, ...], numbers: Callable[[Entry], list[int]], number: int) -> Entry:
        """The first row of these kinds whose newest number is `number` or higher. Numbers rise with the rows, so a
        binary search finds it in any history."""
        low, high = 1, self.seq
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._newest(kinds, numbers, middle) >= number else (middle + 1, high)
        return self._one(low)

    def _newest(self, kinds: tuple[str, ...], numbers: Callable[[Entry], list[int]], until: int) -> int:
        while row := self._reader.last(kinds, until):
            if given := numbers(to_entry(row)):
                return max(given)
            until = row.seq - 1  # a decision that issued no slip
        return 0

    def _one(self, seq: int) -> Entry:
        return to_entry(self._one_row(seq))

    def _one_row(self, seq: int) -> Row:
        rows = self._reader.rows(seq - 1, 1, until=seq)
        if not rows:
            raise ReportError("reports.no_row", name=self._reader.name, row=seq)
        return rows[0]

    def _hash(self, seq: int) -> bytes:
        return self._one_row(seq).hash if seq else GENESIS

    def _sound(self, row: Row, before: bytes) -> None:
        if flaw := broken_link([row], row.seq - 1, before):
            raise ReportError("reports.broken_chain", name=self._reader.name, flaw=flaw)
