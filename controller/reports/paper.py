"""What several papers have in common: the head of the chain, the software, the exceptions, the number of a slip."""

from collections import Counter
from collections.abc import Iterator

from controller.daemon.identity import identity
from controller.reports.conduct import Conduct, Deed
from controller.reports.history import History
from controller.reports.layout.document import Block, Items, Paragraph, Table, Warn
from controller.reports.words import long_day, moment, people, rate
from controller.table import records
from controller.table.journal import Entry


def slip_number(number: int) -> str:
    return f"{number:06d}"


def source(history: History, started: Entry | None = None) -> Iterator[Block]:
    """Where a paper comes from. A later print, and `litbet audit`, must show the same chain up to this row, or history
    was rewritten. `started` says what the table ran on then (R164, R245)."""
    newest, here = history.newest, identity()
    start = started.record if started and isinstance(started.record, records.Start) else None
    rows = [("Head of the chain", history.head)]
    if start:
        rows += [
            ("The table ran on", f"litbet {start.release}"),
            ("Its program", start.program or "not recorded"),
            ("Its configuration", start.config),
        ]
    rows.append(("Printed by", f"litbet {here.version}"))
    if start is None or here.digest != start.program:
        rows.append(("Its program", here.digest))
    if start is None or history.config != start.config:
        rows.append(("Its configuration", history.config))
    head = (f"Ledger row {history.seq}", moment(newest.at.utc, newest.trusted, history.rules.zone))
    yield Table("Source (long numbers are SHA-256)", head, tuple(rows), words=2)
    if start and start.config != history.config:
        yield Warn(
            "Titles, seats and tax rules here are those of the table's file as it is now, which is not the one that "
            "the table ran with."
        )


def conduct_blocks(history: History, conduct: Conduct) -> Iterator[Block]:
    """By person and by what, with how many in a hundred rounds; then each by itself."""
    rows = [
        (name, what, str(times), rate(times, conduct.rounds))
        for name, kinds in conduct.by_person().items()
        for what, times in sorted(kinds.items())
    ]
    if rows:
        yield Table(
            f"Exceptions in {conduct.rounds} rounds", ("Who", "What", "Times", "In 100 rounds"), tuple(rows), words=2
        )
    else:
        yield Paragraph(f"No exception in {conduct.rounds} rounds.")
    if conduct.noted:
        noted = [(what, str(times), rate(times, conduct.rounds)) for what, times in sorted(conduct.noted.items())]
        yield Table("Seen at the table", ("What", "Times", "In 100 rounds"), tuple(noted))
    if conduct.pairs:
        yield _pairs(conduct.pairs, conduct.approvals)
    if conduct.deeds:
        yield Items(tuple(_deed(history, each) for each in conduct.deeds))


def _pairs(pairs: Counter[tuple[str, str]], approvals: Counter[str]) -> Block:
    rows = [
        (f"{one} and {other}", str(times), f"{approvals[one]}, {approvals[other]}")
        for (one, other), times in sorted(pairs.items(), key=lambda each: (-each[1], each[0]))
    ]
    return Table("Who approved claims together", ("Pair", "Claims", "All approvals of each"), tuple(rows))


def _deed(history: History, deed: Deed) -> str:
    where = ", ".join(part for part in (f"round {deed.round}" if deed.round else "", deed.where) if part)
    who, reason = f"by {people(deed.by)}", deed.reason.rstrip(".")
    return (
        f"{moment(deed.utc, deed.trusted, history.rules.zone)}: {deed.what}"
        f"{f' ({where})' if where else ''} {who}{f': {reason}' if reason else ''}."
    )


def span_title(first: str, last: str) -> str:
    return long_day(first) if first == last else f"{long_day(first)} to {long_day(last)}"
