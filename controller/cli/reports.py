"""`litbet report`: papers from the ledger alone, whether the table runs or not."""

import argparse
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, config_of, of_a_table

if TYPE_CHECKING:
    from controller.reports.history import History
    from controller.reports.layout.document import Document

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


def add(groups: Any) -> None:
    family = groups.add_parser(
        "report", help="sheets, wins, exceptions, variances, statistics and slips, from the ledger"
    )
    reports = family.add_subparsers(required=True, metavar="COMMAND")
    made = _report(
        reports, "day", day, "a gaming day's sheet, with its continuity proof", "--day 2026-11-18 --pdf a.pdf"
    )
    _one_day(made)
    does = "a gaming day's figures for the Master Games Report, players' money and the house's apart"
    _one_day(_report(reports, "games", games, does, "--day 2026-11-18 --csv games.csv"))
    _span(_report(reports, "wins", wins, "every win, the unpaid ones first", "--from 2026-11-01 --csv wins.csv"))
    example = "--from 2026-11-01 --to 2026-11-30"
    _span(_report(reports, "exceptions", exceptions, "late locks, voids and the like, by person", example))
    _span(_report(reports, "variance", variance, "signs read, chips counted, and variances", example))
    _span(_report(reports, "stats", stats, "hits and money against the exact odds, take-up by seat", example))
    does = "the meters, wagers by day and seat, take-up, wins beside the exact odds: the last 31 gaming days"
    made = _span(_report(reports, "charts", charts, does, "--from 2026-11-01 --to 2026-11-30 --svg charts"))
    made.add_argument("--svg", type=Path, metavar="DIR", help="write each chart into this folder")
    made = _report(reports, "slips", slips, "payout slips: one to print, or a span's list", "--slip 42 --pdf slip.pdf")
    _span(made).add_argument("--slip", type=int, metavar="N", help="this slip, to be signed")


def _report(groups: Any, name: str, go: Any, does: str, example: str) -> argparse.ArgumentParser:
    made = of_a_table(command(groups, name, go, does, f"report {name} {example}"))
    made.add_argument("--csv", type=Path, metavar="FILE", help="write its figures for a spreadsheet")
    made.add_argument("--pdf", type=Path, metavar="FILE", help="write it for paper")
    return made


def _one_day(made: argparse.ArgumentParser) -> None:
    made.add_argument("--day", type=_day, metavar="DAY", help="the gaming day, as 2026-11-18 (the newest)")


def _span(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
    made.add_argument("--from", dest="first", type=_day, metavar="DAY", help="first gaming day (the newest)")
    made.add_argument("--to", dest="last", type=_day, metavar="DAY", help="last gaming day (the newest)")
    return made


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"write a day as 2026-11-18, not {text!r}") from None


def day(args: argparse.Namespace) -> int:
    from controller.reports.day import day_of
    from controller.reports.facts import day_facts, day_lines
    from controller.reports.sheet import daily_sheet

    with _history(args) as history:
        found = day_of(history, args.day or history.newest_day())
        lines = list(day_lines(history, found))
        _give(args, history, "day", daily_sheet(history, found), day_facts(history, found), lines)
        accounts = (*found.pots.values(), *found.beside.values())
        return 1 if any(account.breaches for account in accounts) else 0


def games(args: argparse.Namespace) -> int:
    from controller.cli.speech import words
    from controller.reports.day import day_of
    from controller.reports.games import games_facts, games_lines, games_paper

    with _history(args) as history:
        found = day_of(history, args.day or history.newest_day())
        lines = list(games_lines(history, found))
        _give(args, history, "games", games_paper(words(), history, found), games_facts(history, found), lines)
    return 0


def wins(args: argparse.Namespace) -> int:
    from controller.reports.register import register, win_facts, wins_paper

    with _history(args) as history:
        first, last = _days(args, history)
        found = register(history, first, last)
        lines = [win_facts(history, win) for win in found]
        facts = {"from": first, "to": last, "wins": lines}
        _give(args, history, "wins", wins_paper(history, found, first, last), facts, lines)
    return 0


def exceptions(args: argparse.Namespace) -> int:
    from itertools import chain

    from controller.reports.conduct import conduct_of
    from controller.reports.exceptions import exceptions_paper
    from controller.reports.facts import conduct_facts, deed_lines

    with _history(args) as history:
        first, last = _days(args, history)
        found = conduct_of(chain.from_iterable(history.day(each) for each in history.days(first, last)))
        facts = {"from": first, "to": last, **conduct_facts(history, found)}
        paper = exceptions_paper(history, found, first, last)
        _give(args, history, "exceptions", paper, facts, deed_lines(history, found))
    return 0


def variance(args: argparse.Namespace) -> int:
    from controller.reports.variance import variance_facts, variance_lines, variances_of, variances_paper

    with _history(args) as history:
        found = variances_of(history, *_days(args, history))
        lines = list(variance_lines(history, found))
        _give(args, history, "variance", variances_paper(history, found), variance_facts(history, found), lines)
    return 0


def stats(args: argparse.Namespace) -> int:
    from controller.reports.stats import stats_of
    from controller.reports.stats_paper import stats_facts, stats_lines, stats_paper

    with _history(args) as history:
        found = stats_of(history, *_days(args, history))
        lines = list(stats_lines(history, found))
        _give(args, history, "stats", stats_paper(history, found), stats_facts(history, found), lines)
    return 0


def charts(args: argparse.Namespace) -> int:
    from controller.cli.speech import words
    from controller.reports.charts.data import charted
    from controller.reports.charts.overview import CHARTS
    from controller.reports.charts.paper import chart_facts, chart_lines, charts_paper, last_days
    from controller.reports.layout.svg import as_svg

    with _history(args) as history:
        found = charted(history, *last_days(history, args.first, args.last))
        figures = {name: draw(words(), found) for name, draw in CHARTS.items()}
        written = []
        if args.svg:
            args.svg.mkdir(parents=True, exist_ok=True)
            for name, figure in figures.items():
                written.append(args.svg / f"{name}.svg")
                written[-1].write_text(as_svg(figure), encoding="utf-8")
        lines = list(chart_lines(history, found))
        _give(
            args, history, "charts", charts_paper(words(), history, found, figures), chart_facts(found), lines, written
        )
    return 0


def slips(args: argparse.Namespace) -> int:
    from controller.reports.slips import slip_facts, slip_of, slip_paper, slips_in, slips_paper

    with _history(args) as history:
        if args.slip is not None:
            slip = slip_of(history, args.slip)
            lines = [slip_facts(history, slip)]
            _give(args, history, "slip", slip_paper(history, slip), lines[0], lines)
            return 0
        first, last = _days(args, history)
        found = slips_in(history, first, last)
        lines = [slip_facts(history, each) for each in found]
        facts = {"from": first, "to": last, "slips": lines}
        _give(args, history, "slips", slips_paper(history, found, first, last), facts, lines)
    return 0


@contextmanager
def _history(args: argparse.Namespace) -> Iterator["History"]:
    from controller.ledger.reader import Reader
    from controller.reports.history import History

    config = config_of(args)
    reader = Reader(config.ledger_url)
    try:
        yield History(reader, config.rules, config.digest)
    finally:
        reader.close()


def _days(args: argparse.Namespace, history: "History") -> tuple[str, str]:
    from controller.cli.errors import UsageError

    last = args.last or (history.newest_day() if args.first is None else max(args.first, history.newest_day()))
    first = args.first or last
    if first > last:
        raise UsageError(f"--from {first} is after --to {last}: write the earlier day first")
    return first, last


def _give(
    args: argparse.Namespace,
    history: "History",
    report: str,
    paper: "Document",
    facts: Mapping[str, Any],
    lines: Sequence[Mapping[str, Any]],
    others: Sequence[Path] = (),
) -> None:
    """To the files that were named; on the terminal only if none was. `others` are written already."""
    from controller.reports.facts import sealed
    from controller.reports.layout import stamp

    if args.csv:
        _write_csv(args.csv, lines)
    if args.pdf:
        from controller.reports.layout.pdf import as_pdf

        when = datetime.fromtimestamp(history.newest.at.utc // 1000, UTC)  # the same ledger gives the same bytes
        args.pdf.write_bytes(as_pdf(paper, stamp(paper), when))
    written = [path for path in (*others, args.csv, args.pdf) if path]
    if args.json:
        print(json.dumps(sealed(history, report, facts)))
    elif written:
        print("".join(f"{path}: written\n" for path in written), end="")
    else:
        from controller.reports.layout.text import as_text

        print(as_text(paper), end="")


def _write_csv(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """With a line of names above; what people typed cannot become a formula."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(lines[0] if lines else ["nothing"])
        writer.writerows([_cell(value) for value in line.values()] for line in lines)


def _cell(value: object) -> object:
    text = str(value)
    amount = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if text.startswith(FORMULA) and not amount else value
