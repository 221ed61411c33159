"""What people see on a terminal: a table's status as text, and how far something is."""

import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from controller.cli.speech import say
from controller.daemon.identity import SHORT
from words.message import Message

WIDTH, HEIGHT = 80, 24  # of the smallest terminal
TOGETHER = "\N{NO-BREAK SPACE}"


def status_text(found: dict[str, Any]) -> str:
    """One screen: what the table does, what works, what does not, since when, and what to do."""
    why = found["fault"] or found["reason"]
    played = f"   locked: {found['count']} bets, ${found['value']}" if found["count"] else ""
    lines = [
        f"table {found['table']}: {found['phase']}   litbet {found['version']}, program {found['program'][:SHORT]}",
        *_wrapped("", why),
        f"gaming day {found['day'] or 'none yet'}   round {found['round']}   {found['rounds_today']} today{played}",
    ]
    for name, pot in found["jackpots"].items():
        lines += _wrapped(
            f"jackpot {name}",
            f"${pot['meter']} ({pot['state']}), accrued today ${pot['accrued_today']}, "
            f"last post for {pot['posted_to'] or 'no day yet'}",
        )
    lines += _wrapped("seats", "   ".join(_spot(name, spot) for name, spot in found["spots"].items()))
    works: dict[str, list[str]] = {}
    for fact in found["health"]:
        if fact["ok"]:
            works.setdefault(f"since {_clock(fact['since'])}", []).append(fact["name"])
    lines += _wrapped("works", "; ".join(f"{since}: {', '.join(names)}" for since, names in works.items()))
    for fact in found["health"]:
        if not fact["ok"]:
            lines += _wrapped(
                "FAILS", f"{fact['name']} since {_clock(fact['since'])}: {_said(fact['say'])}  {_said(fact['do'])}"
            )
    for ask in found["todo"]:
        lines += _wrapped("to do", ask["say"])
    if len(lines) > HEIGHT:
        lines = [
            *lines[: HEIGHT - 1],
            f"… and {len(lines) - HEIGHT + 1} more lines: litbet status --json has everything",
        ]
    return "\n".join(lines)


def _said(found: Any) -> str:
    return say(Message.from_json(found)) if found else ""


def _wrapped(what: str, text: str) -> list[str]:
    if not text:
        return []
    lines = textwrap.wrap(text, WIDTH, initial_indent=f"{what} ".ljust(8), subsequent_indent=" " * 8)
    return [line.replace(TOGETHER, " ") for line in lines]


def _clock(utc: int) -> str:
    """When, by the clock of whoever reads it; with the day if it was another."""
    then, today = datetime.fromtimestamp(utc / 1000).astimezone(), datetime.now().astimezone()
    return f"{then:%H:%M}" if then.date() == today.date() else f"{then:%d %b %H:%M}"


def _spot(name: str, spot: dict[str, Any]) -> str:
    """The seat, its lamp, and what is unusual about it."""
    remarks = [spot["lamp"]]
    if spot["out"]:
        remarks.append("out of service")
    if spot["credit"] != "0.00":
        remarks.append(f"credit ${spot['credit']}")
    if spot["claims"]:
        remarks.append("claims a win")
    if spot["presses"]:
        remarks.append(f"pressed {spot['presses']} times")
    return f"{name} {', '.join(remarks)}".replace(" ", TOGETHER)


def bar(done: int, of: int, what: str) -> None:
    """A progress bar on a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        filled = 40 * done // of
        print(
            f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{of} {what}",
            end="\n" if done == of else "",
            file=sys.stderr,
            flush=True,
        )


@contextmanager
def line_ended() -> Iterator[None]:
    """What a bar leaves unfinished on Ctrl-C must not share its line with the prompt."""
    try:
        yield
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        raise
