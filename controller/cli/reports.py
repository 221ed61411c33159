"""`litbet report`: reports from the ledger alone, whether the table runs or not."""

import argparse
import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, config_of, family, folders_of, of_a_table
from controller.cli.speech import text, words
from controller.reports.report import Report, Result, reports

if TYPE_CHECKING:
    from controller.reports.history import History

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take a cell that begins with these for a formula


def add(groups: Any) -> None:
    reports_family = family(groups, "report")
    for report in reports():
        name = f"report {report.name}"
        parser = of_a_table(command(reports_family, name, partial(run, report), f"{name} {report.example}"))
        parser.add_argument("--csv", type=Path, metavar="FILE")
        parser.add_argument("--pdf", type=Path, metavar="FILE")
        report.arguments(parser)


def run(report: Report, args: argparse.Namespace) -> int:
    config = config_of(args)
    with _history(config) as history:
        result = report.make(words(), history, args)
        if history.rules.unreal:
            result = as_training(result)
        _give(args, config, history, report, result)
    return 0 if result.sound else 1


def as_training(result: Result) -> Result:
    """Marked here, where every report passes, so that none can do without."""
    mark = text("paper.training_mark")
    lines = [{"training": mark, **line} for line in result.lines]
    return replace(result, document=replace(result.document, training=True), lines=lines)


@contextmanager
def _history(config: Any) -> Iterator["History"]:
    from controller.ledger.reader import Reader
    from controller.reports.history import History

    reader = Reader(config.ledger_url)
    try:
        yield History(reader, config.rules, config.digest)
    finally:
        reader.close()


def _give(args: argparse.Namespace, config: Any, history: "History", report: Report, result: Result) -> None:
    """Writes to the named files; to the terminal only if none was named."""
    from controller.reports.facts import sealed
    from controller.reports.files import CSV, PDF, SVG, make_folder, write_file

    files = [(path, SVG, drawn) for path, drawn in result.drawings.items()]
    if args.csv:
        files.append((args.csv, CSV, _as_csv(report.name, result.lines)))
    if args.pdf:
        from controller.reports.layout import stamp
        from controller.reports.layout.pdf import as_pdf

        when = datetime.fromtimestamp(history.newest.at.utc // 1000, UTC)  # the same ledger gives the same bytes
        files.append((args.pdf, PDF, as_pdf(result.document, stamp(result.document), when)))
    if result.drawings:
        make_folder(args.svg, folders_of(config))
    for path, kind, content in files:
        write_file(path, kind, content, folders_of(config))
    if args.json:
        print(json.dumps(sealed(history, report.name, result.facts)))
    elif files:
        print(*(text("reports.written", path=str(path)) for path, _, _ in files), sep="\n")
    else:
        from controller.reports.layout.text import as_text

        print(as_text(result.document), end="")


def _as_csv(report: str, lines: Sequence[Mapping[str, Any]]) -> bytes:
    """With a header line, and the report's name in each line; text that people typed cannot become a formula."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["litbet_report", *(lines[0] if lines else [text("reports.nothing")])])
    writer.writerows([report, *(_cell(value) for value in line.values())] for line in lines)
    return file.getvalue().encode()


def _cell(value: object) -> object:
    """Lists and messages as text for a person."""
    content = words().filled("{value}", {"value": value}) if isinstance(value, dict | list) else str(value)
    amount = content.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{content}" if content.startswith(FORMULA) and not amount else content
