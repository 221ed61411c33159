"""Sign readings, chip counts, the differences and how they ended (R145, R213-R216), on paper and for programs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from controller.reports.history import History
from controller.reports.labels import moment, names
from controller.reports.layout.document import Block, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import sentence_part, source
from controller.reports.writer import Writer
from controller.table import records
from controller.table.journal import Entry
from controller.table.money import amount
from controller.table.reconcile import difference
from controller.table.variances import needs_end, per_cent
from words.catalogue import Catalogue
from words.message import Message, as_json, message


@dataclass(slots=True)
class Variances:
    first: str
    last: str
    readings: list[tuple[Entry, records.Reading]] = field(default_factory=list)
    counts: list[tuple[Entry, records.ChipCount]] = field(default_factory=list)
    ends: dict[int, tuple[Entry, records.VarianceEnd]] = field(default_factory=dict)  # variance -> its end


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


def variances_paper(words: Catalogue, history: History, found: Variances) -> Document:
    writer = Writer(words, history.rules)
    return writer.document("variance.kind", found.first, found.last, _blocks(writer, history, found))


def _blocks(writer: Writer, history: History, found: Variances) -> Iterator[Block]:
    for each in history.book.variances:
        if needs_end(each):
            yield Warn(writer.text("variance.open", difference=difference(each), grade=each.grade.value))
    yield Heading(writer.text("variance.signs"))
    if found.readings:
        rows = tuple(_reading(writer, history, found, entry, record) for entry, record in found.readings)
        head = writer.texts(
            "variance.read_at", "labels.jackpot", "variance.variance", "variance.sign", "variance.ledger",
            "variance.difference",
        )  # fmt: skip
        yield Table("", head, rows, words=3)
    else:
        yield Paragraph(writer.text("variance.no_reading"))
    if gaps := tuple(map(writer.words.say, _gaps(history, found))):
        yield Items(gaps)
    yield Heading(writer.text("variance.chips_counted"))
    if found.counts:
        rows = tuple(_count(writer, history, found, entry, record) for entry, record in found.counts)
        head = writer.texts(
            "variance.day_wager", "variance.counted_by", "variance.variance", "variance.chips", "labels.money",
            "variance.ledger", "variance.difference", "variance.per_cent",
        )  # fmt: skip
        yield Table("", head, rows, words=3)
    else:
        yield Paragraph(writer.text("variance.no_count"))
    if found.ends:
        yield Heading(writer.text("variance.looked_into"))
        yield Items(tuple(_end(writer, entry, record) for entry, record in found.ends.values()))
    limits = history.rules.thresholds
    thresholds = {"investigate": limits.investigate, "report": limits.report, "notify": limits.notify}
    yield Paragraph(writer.text("variance.thresholds", units=limits.units, **thresholds))
    yield from source(writer, history)


def _reading(
    writer: Writer, history: History, found: Variances, entry: Entry, record: records.Reading
) -> tuple[str, ...]:
    title = writer.jackpot(record.jackpot)
    return (
        f"{writer.row_time(entry)}, {writer.people(entry.by)}",
        writer.text("variance.at_claim", title=title, claim=record.claim) if record.claim else title,
        _state(writer, history, found, record),
        writer.money(record.shown),
        writer.money(record.ledger),
        writer.money(record.difference),
    )


def _count(
    writer: Writer, history: History, found: Variances, entry: Entry, record: records.ChipCount
) -> tuple[str, ...]:
    off = writer.money(record.difference)
    return (
        f"{record.for_day}, {record.wager}",
        f"{writer.people(entry.by)}, {writer.row_time(entry)}",
        _state(writer, history, found, record),
        str(record.chips),
        writer.money(record.chips * record.chip),
        writer.money(record.ledger),
        f"{off} ({record.units:+d})" if record.difference else off,
        per_cent(record.difference, record.ledger),
    )


def _state(writer: Writer, history: History, found: Variances, record: records.Reading | records.ChipCount) -> str:
    if not record.variance:
        return writer.text("variance.none")
    outcome = _outcome(history, found, record.variance)
    return writer.text("variance.state", variance=record.variance, grade=record.grade, outcome=outcome)


def _outcome(history: History, found: Variances, number: int) -> str:
    """A key of the catalogue's section `outcomes`. An end after the span is not searched for, because that could take
    the whole history."""
    if number in found.ends:
        return found.ends[number][1].outcome
    still = next((each for each in history.book.variances if each.number == number), None)
    return (still.outcome or "open") if still else "ended_later"


def _end(writer: Writer, entry: Entry, record: records.VarianceEnd) -> str:
    return writer.text(
        "variance.end",
        variance=record.variance,
        outcome=record.outcome,
        time=writer.row_time(entry),
        who=writer.people(entry.by),
        reason=sentence_part(record.reason),
    )


def _gaps(history: History, found: Variances) -> Iterator[Message]:
    """Stretches of the span in which a sign was not read as often as the profile requires."""
    every = history.rules.thresholds.reading_days
    first = max(found.first, history.first_day())
    last = min(found.last, history.newest_day())
    for jackpot in history.rules.jackpots if every else ():
        weekly = (row.day for row, each in found.readings if each.jackpot == jackpot and not each.claim)
        days = [first, *weekly, last]
        for one, other in pairwise(days):
            between = (date.fromisoformat(other) - date.fromisoformat(one)).days
            if between > every:
                yield message("variance.gap", jackpot=jackpot, days=between, first=one, last=other)


def variance_facts(history: History, found: Variances) -> dict[str, Any]:
    return {
        "from": found.first,
        "to": found.last,
        "rows": list(variance_lines(history, found)),
        "open": [as_json(difference(each)) for each in history.book.variances if needs_end(each)],
        "gaps": as_json(tuple(_gaps(history, found))),
    }


def variance_lines(history: History, found: Variances) -> Iterator[dict[str, Any]]:
    """One line for each reading or count, with how its variance ended."""
    rows: list[tuple[Entry, records.Reading | records.ChipCount]] = [*found.readings, *found.counts]
    for entry, record in sorted(rows, key=lambda each: each[0].seq):
        end, end_record = found.ends.get(record.variance, (None, None))
        about = _about(entry, record)
        yield {
            "table": history.rules.table,
            "row": entry.seq,
            "at": moment(entry.at.utc, entry.trusted, history.rules.zone),
            "kind": entry.kind,
            "day": about["day"],
            "about": about["about"],
            "claim": about["claim"],
            "by": names(entry.by),
            "chips": about["chips"],
            "found": about["found"],
            "ledger": amount(record.ledger),
            "units": about["units"],
            "difference": amount(record.difference),
            "percent": per_cent(record.difference, record.ledger),
            "variance": record.variance or "",
            "grade": record.grade or "",
            "outcome": _outcome(history, found, record.variance) if record.variance else "",
            "ended_by": names(end.by) if end else "",
            "reason": end_record.reason if end_record else "",
        }


def _about(entry: Entry, record: records.Reading | records.ChipCount) -> dict[str, Any]:
    """The columns in which a reading and a count differ."""
    match record:
        case records.Reading(jackpot=jackpot, claim=claim, shown=shown):
            return {
                "day": entry.day, "about": jackpot, "claim": claim or "", "chips": "", "found": amount(shown),
                "units": "",
            }  # fmt: skip
        case records.ChipCount(for_day=day, wager=wager, chips=chips, units=units):
            found = amount(chips * record.chip)
            return {"day": day, "about": wager, "claim": "", "chips": chips, "found": found, "units": units}
