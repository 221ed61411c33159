"""Readings of signs, counts of chips, what differed and how it ended (R145, R213-R216), on paper and for programs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from controller.reports.history import History
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import source, span_title
from controller.reports.words import jackpot_title, moment, people, plain, usd
from controller.table import records
from controller.table.journal import Entry
from controller.table.reconcile import difference
from controller.table.variances import needs_end, per_cent


@dataclass(slots=True)
class Variances:
    first: str
    last: str
    readings: list[tuple[Entry, records.Reading]] = field(default_factory=list)
    counts: list[tuple[Entry, records.ChipCount]] = field(default_factory=list)
    ends: dict[int, tuple[Entry, records.VarianceEnd]] = field(default_factory=dict)  # by variance


def variances_of(history: History, first: str, last: str) -> Variances:
    found = Variances(first, last)
    for day in history.days(first, last):
        for entry in history.day(day):
            match entry.record:
                case records.Reading() as reading:
                    found.readings.append((entry, reading))
                case records.ChipCount() as count:
                    found.counts.append((entry, count))
                case records.VarianceEnd() as end:
                    found.ends[end.variance] = (entry, end)
    return found


def variances_paper(history: History, found: Variances) -> Document:
    title = f"Table {history.rules.table}, {span_title(found.first, found.last)}"
    return Document(title, "Readings, counts and variances", tuple(_blocks(history, found)))


def _blocks(history: History, found: Variances) -> Iterator[Block]:
    standing = [each for each in history.book.variances if needs_end(each)]
    for each in standing:
        yield Warn(f"{difference(each)} {each.grade.capitalize()}; nobody has explained it yet.")
    yield Heading("Signs, read against the ledger")
    if found.readings:
        rows = tuple(_reading(history, found, entry, record) for entry, record in found.readings)
        yield Table("", ("Read at, by", "Jackpot", "Variance", "Sign", "Ledger", "Difference"), rows, words=3)
    else:
        yield Paragraph("No sign was read.")
    if gaps := list(_gaps(history, found)):
        yield Items(tuple(gaps))
    yield Heading("Chips, counted blind")
    if found.counts:
        rows = tuple(_count(history, found, entry, record) for entry, record in found.counts)
        head = ("Day, wager", "Counted by", "Variance", "Chips", "Money", "Ledger", "Difference", "Per cent")
        yield Table("", head, rows, words=3)
    else:
        yield Paragraph("No chips were counted: only those that are kept apart have a count of their own.")
    if found.ends:
        yield Heading("Looked into")
        yield Items(tuple(_end(history, entry, record) for entry, record in found.ends.values()))
    limits = history.rules.thresholds
    yield Paragraph(
        f"A sign that differs by a cent, and a count that differs by {limits.units} of its chips, is noted; from "
        f"{usd(limits.investigate)} on it is looked into, from {usd(limits.report)} on reported and ended by two "
        f"people, from {usd(limits.notify)} on the regulator is notified, as of a pattern: three days in thirty."
    )
    yield from source(history)


def _reading(history: History, found: Variances, entry: Entry, record: records.Reading) -> tuple[str, ...]:
    claim = f" at claim {record.claim}" if record.claim else ""
    return (
        f"{_when(history, entry)}, {people(entry.by)}",
        jackpot_title(history.rules, record.jackpot) + claim,
        _state(history, found, record),
        usd(record.shown),
        usd(record.ledger),
        usd(record.difference),
    )


def _count(history: History, found: Variances, entry: Entry, record: records.ChipCount) -> tuple[str, ...]:
    return (
        f"{record.for_day}, {record.wager}",
        f"{people(entry.by)}, {_when(history, entry)}",
        _state(history, found, record),
        str(record.chips),
        usd(record.chips * record.chip),
        usd(record.ledger),
        f"{usd(record.difference)} ({record.units:+d})" if record.difference else usd(0),
        per_cent(record.difference, record.ledger),
    )


def _state(history: History, found: Variances, record: records.Reading | records.ChipCount) -> str:
    if not record.variance:
        return "none"
    return f"{record.variance}, {record.grade}: {_outcome(history, found, record.variance)}"


def _outcome(history: History, found: Variances, number: int) -> str:
    """An end that lies after the span is not looked for: the whole history may lie between."""
    if number in found.ends:
        return found.ends[number][1].outcome
    open_ = next((each for each in history.book.variances if each.number == number), None)
    if open_ is not None:
        return open_.outcome or "open"
    return f"ended after {found.last}"


def _end(history: History, entry: Entry, record: records.VarianceEnd) -> str:
    reason = record.reason.rstrip(".")
    return f"Variance {record.variance}: {record.outcome}, {_when(history, entry)}, by {people(entry.by)}: {reason}."


def _gaps(history: History, found: Variances) -> Iterator[str]:
    """Stretches of the span in which a sign was not read as often as the profile asks."""
    every = history.rules.thresholds.reading_days
    first = max(found.first, history.first_day())
    last = min(found.last, history.newest_day())
    for jackpot in history.rules.jackpots if every else ():
        weekly = (row.day for row, each in found.readings if each.jackpot == jackpot and not each.claim)
        days = [first, *weekly, last]
        for one, other in pairwise(days):
            between = (date.fromisoformat(other) - date.fromisoformat(one)).days
            if between > every:
                yield f"The sign of {jackpot} was not read for {between} days: {one} to {other}."


def _when(history: History, entry: Entry) -> str:
    return moment(entry.at.utc, entry.trusted, history.rules.zone)


def variance_facts(history: History, found: Variances) -> dict[str, Any]:
    return {
        "from": found.first,
        "to": found.last,
        "rows": list(variance_lines(history, found)),
        "open": [difference(each) for each in history.book.variances if needs_end(each)],
        "gaps": list(_gaps(history, found)),
    }


def variance_lines(history: History, found: Variances) -> Iterator[dict[str, Any]]:
    """One reading or count each, with how its variance ended."""
    rows: list[tuple[Entry, records.Reading | records.ChipCount]] = [*found.readings, *found.counts]
    for entry, record in sorted(rows, key=lambda each: each[0].seq):
        end, end_record = found.ends.get(record.variance, (None, None))
        about = _about(entry, record)
        yield {
            "table": history.rules.table,
            "row": entry.seq,
            "at": _when(history, entry),
            "kind": entry.kind,
            "day": about["day"],
            "about": about["about"],
            "claim": about["claim"],
            "by": people(entry.by),
            "chips": about["chips"],
            "found": about["found"],
            "ledger": plain(record.ledger),
            "units": about["units"],
            "difference": plain(record.difference),
            "percent": per_cent(record.difference, record.ledger),
            "variance": record.variance or "",
            "grade": record.grade or "",
            "outcome": _outcome(history, found, record.variance) if record.variance else "",
            "ended_by": people(end.by) if end else "",
            "reason": end_record.reason if end_record else "",
        }


def _about(entry: Entry, record: records.Reading | records.ChipCount) -> dict[str, Any]:
    """What is not the same of a sign that was read and of chips that were counted."""
    match record:
        case records.Reading(jackpot=jackpot, claim=claim, shown=shown):
            return {
                "day": entry.day, "about": jackpot, "claim": claim or "", "chips": "", "found": plain(shown),
                "units": "",
            }  # fmt: skip
        case records.ChipCount(for_day=day, wager=wager, chips=chips, units=units):
            found = plain(chips * record.chip)
            return {"day": day, "about": wager, "claim": "", "chips": chips, "found": found, "units": units}
