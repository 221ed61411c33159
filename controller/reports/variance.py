"""Readings of signs, counts of chips, what differed and how it ended (R145, R213-R216), on paper and for programs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from controller.core.document import Block, Document, Heading, Items, Paragraph, Table, Warn
from controller.core.entries import Entry
from controller.core.reconcile import difference
from controller.core.variances import needs_end, per_cent
from controller.reports.history import History
from controller.reports.paper import source, span_title
from controller.reports.words import jackpot_title, moment, people, plain, usd

KINDS = ("reading", "chip_count", "explain")


@dataclass(slots=True)
class Variances:
    first: str
    last: str
    readings: list[Entry] = field(default_factory=list)
    counts: list[Entry] = field(default_factory=list)
    ends: dict[int, Entry] = field(default_factory=dict)  # variance -> the row that ended it


def variances_of(history: History, first: str, last: str) -> Variances:
    found = Variances(first, last)
    for day in history.days(first, last):
        for entry in history.day(day):
            if entry.kind == "reading":
                found.readings.append(entry)
            elif entry.kind == "chip_count":
                found.counts.append(entry)
            elif entry.kind == "explain":
                found.ends[entry.body["variance"]] = entry
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
        rows = tuple(_reading(history, found, entry) for entry in found.readings)
        yield Table("", ("Read at, by", "Jackpot", "Variance", "Sign", "Ledger", "Difference"), rows, words=3)
    else:
        yield Paragraph("No sign was read.")
    if gaps := list(_gaps(history, found)):
        yield Items(tuple(gaps))
    yield Heading("Chips, counted blind")
    if found.counts:
        rows = tuple(_count(history, found, entry) for entry in found.counts)
        head = ("Day, wager", "Counted by", "Variance", "Chips", "Money", "Ledger", "Difference", "Per cent")
        yield Table("", head, rows, words=3)
    else:
        yield Paragraph("No chips were counted: only those that are kept apart have a count of their own.")
    if found.ends:
        yield Heading("Looked into")
        yield Items(tuple(_end(history, entry) for entry in found.ends.values()))
    limits = history.rules.thresholds
    yield Paragraph(
        f"A sign that differs by a cent, and a count that differs by {limits.units} of its chips, is noted; from "
        f"{usd(limits.investigate)} on it is looked into, from {usd(limits.report)} on reported and ended by two "
        f"people, from {usd(limits.notify)} on the regulator is notified, as of a pattern: three days in thirty."
    )
    yield from source(history)


def _reading(history: History, found: Variances, entry: Entry) -> tuple[str, ...]:
    body = entry.body
    at = f"{_when(history, entry)}, {people(body.get('by', ()))}"
    claim = f" at claim {body['claim']}" if "claim" in body else ""
    return (
        at,
        jackpot_title(history.rules, body["jackpot"]) + claim,
        _state(history, found, entry),
        usd(body["shown"]),
        usd(body["ledger"]),
        usd(body["difference"]),
    )


def _count(history: History, found: Variances, entry: Entry) -> tuple[str, ...]:
    body = entry.body
    return (
        f"{body['of']}, {body['wager']}",
        f"{people(body.get('by', ()))}, {_when(history, entry)}",
        _state(history, found, entry),
        str(body["chips"]),
        usd(body["chips"] * body["chip"]),
        usd(body["ledger"]),
        f"{usd(body['difference'])} ({body['units']:+d})" if body["difference"] else usd(0),
        per_cent(body["difference"], body["ledger"]),
    )


def _state(history: History, found: Variances, entry: Entry) -> str:
    number = entry.body.get("variance")
    if number is None:
        return "none"
    return f"{number}, {entry.body['grade']}: {_outcome(history, found, number)}"


def _outcome(history: History, found: Variances, number: int) -> str:
    """An end that lies after the span is not looked for: the whole history may lie between."""
    if number in found.ends:
        return str(found.ends[number].body["outcome"])
    kept = next((each for each in history.book.variances if each.number == number), None)
    if kept is not None:
        return kept.outcome or "open"
    return f"ended after {found.last}"


def _end(history: History, entry: Entry) -> str:
    body = entry.body
    reason = body["reason"].rstrip(".")
    return (
        f"Variance {body['variance']}: {body['outcome']}, {_when(history, entry)}, by {people(body['by'])}: {reason}."
    )


def _gaps(history: History, found: Variances) -> Iterator[str]:
    """Stretches of the span in which a sign was not read as often as the profile asks."""
    every = history.rules.thresholds.reading_days
    first = max(found.first, history.first_day())
    last = min(found.last, history.newest_day())
    for jackpot in history.rules.jackpots if every else ():
        weekly = (each.day for each in found.readings if each.body["jackpot"] == jackpot and "claim" not in each.body)
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
    for entry in sorted((*found.readings, *found.counts), key=lambda each: each.seq):
        body = entry.body
        number = body.get("variance", "")
        end = found.ends.get(number)
        yield {
            "table": history.rules.table,
            "row": entry.seq,
            "at": _when(history, entry),
            "kind": entry.kind,
            "day": body.get("of", entry.day),
            "about": body.get("jackpot") or body["wager"],
            "claim": body.get("claim", ""),
            "by": people(body.get("by", ())),
            "chips": body.get("chips", ""),
            "found": plain(body["shown"] if entry.kind == "reading" else body["chips"] * body["chip"]),
            "ledger": plain(body["ledger"]),
            "units": body.get("units", ""),
            "difference": plain(body["difference"]),
            "percent": per_cent(body["difference"], body["ledger"]),
            "variance": number,
            "grade": body.get("grade", ""),
            "outcome": _outcome(history, found, number) if number else "",
            "ended_by": people(end.body["by"]) if end else "",
            "reason": end.body["reason"] if end else "",
        }
