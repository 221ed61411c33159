"""What people see on a terminal: a table's status as text, and how far something is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def status_text(found: dict[str, Any]) -> str:
    """One screen: what is, what is wrong, what to do."""
    why = found["fault"] or found["reason"]
    trust = "" if found["clock"]["trusted"] else f"   time not trusted: {found['clock']['why']}"
    lines = [
        f"table {found['table']}: {found['phase']}" + (f" ({why})" if why else ""),
        f"gaming day {found['day'] or 'none yet'}   round {found['round']}   {found['rounds_today']} today{trust}",
    ]
    if found["count"]:
        lines.append(f"locked: {found['count']} bets, ${found['value']}")
    for name, pot in found["jackpots"].items():
        lines.append(
            f"jackpot {name}: ${pot['meter']} ({pot['state']})   accrued today ${pot['accrued_today']}"
            f"   last post for {pot['posted_to'] or 'no day yet'}"
        )
    lines.extend(_spot(name, spot) for name, spot in found["spots"].items())
    for name, health in found["drivers"].items():
        lines.append(f"driver {name}: " + ("up" if health["up"] else f"down, {health['why']}"))
    signs = found["signs"]
    lines.append(
        "signs: the broker is connected" if signs["connected"] else f"signs: down, {signs['error'] or 'connecting'}"
    )
    if signs["refused"]:
        lines.append(f"signs: {signs['refused']}")
    lines.extend(f"- {ask}" for ask in found["todo"])
    return "\n".join(lines)


def _spot(name: str, spot: dict[str, Any]) -> str:
    remarks = []
    if spot["out"]:
        remarks.append(f"out of service: {spot['out']}")
    if spot["credit"] != "0.00":
        remarks.append(f"credit ${spot['credit']}")
    if spot["claims"]:
        remarks.append("claims a win")
    if spot["presses"]:
        remarks.append(f"pressed {spot['presses']} times while locked")
    return f"  {name:10} {spot['lamp']:9} {'; '.join(remarks)}".rstrip()


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
