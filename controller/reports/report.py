"""The definition of a report for `litbet report`. To add one: a module in `kinds`."""

import argparse
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from words.catalogue import Catalogue, catalogue, language_of

if TYPE_CHECKING:
    from controller.reports.history import History
    from controller.reports.layout.document import Document


@dataclass(frozen=True, slots=True)
class Result:
    """A report on paper and for programs."""

    document: "Document"
    facts: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]  # the rows of a spreadsheet; all have the same columns
    sound: bool = True  # False: the ledger does not add up
    drawings: Mapping[Path, bytes] = field(default_factory=dict)  # SVG files to write


@dataclass(frozen=True, slots=True)
class Report:
    name: str  # as people type it
    example: str  # its arguments
    arguments: Callable[[argparse.ArgumentParser], None]
    make: Callable[[Catalogue, "History", argparse.Namespace], Result]


def reports() -> Iterator[Report]:
    """The reports in `kinds`; each imports what it needs only when it runs."""
    from controller.reports import kinds

    for module in pkgutil.iter_modules(kinds.__path__):
        report: Report = importlib.import_module(f"{kinds.__name__}.{module.name}").REPORT
        yield report


def one_day(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--day", type=_day, metavar="DAY")


def span(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="first", type=_day, metavar="DAY")
    parser.add_argument("--to", dest="last", type=_day, metavar="DAY")


def day_asked(history: "History", asked: argparse.Namespace) -> str:
    day: str | None = asked.day
    return day or history.newest_day()


def days_asked(history: "History", asked: argparse.Namespace) -> tuple[str, str]:
    from words.message import UsageError

    last = asked.last or (history.newest_day() if asked.first is None else max(asked.first, history.newest_day()))
    first = asked.first or last
    if first > last:
        raise UsageError("questions.days_reversed", first=first, last=last)
    return first, last


def _day(typed: str) -> str:
    try:
        return date.fromisoformat(typed).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(catalogue(language_of()).text("reports.not_a_day", text=typed)) from None
