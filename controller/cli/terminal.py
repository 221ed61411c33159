"""Output on a terminal: a table's status as text, and a progress bar."""

import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from controller.cli.speech import say, say_json, text
from controller.daemon.identity import SHORT
from words.message import Message, message

WIDTH, HEIGHT = 80, 24  # of the smallest supported terminal
LABEL = 10  # columns; the longest label in any language
APART = "   "  # between two parts of a line
TOGETHER = "\N{NO-BREAK SPACE}"


def status_text(found: dict[str, Any]) -> str:
    """One screen: what the table does, what works and what does not, since when, and what to do."""
    head = [
        text("status.table", table=found["table"], phase=found["phase"]),
        text("status.program", version=found["version"], program=found["program"][:SHORT]),
    ]
    lines = [
        APART.join(head),
        *_wrapped("", say_json(found["fault"] or found["reason"])),
        APART.join(_day(found)),
    ]
    for name, jackpot in found["jackpots"].items():
        lines += _wrapped(text("status.jackpot", name=name), _meter(jackpot))
    lines += _wrapped(text("status.seats"), APART.join(_spot(name, spot) for name, spot in found["spots"].items()))
    zone = ZoneInfo(found["zone"])
    lines += _wrapped(text("status.works"), _working(found["health"], zone))
    for fact in found["health"]:
        if not fact["ok"]:
            facts = {"name": fact["title"], "at": _clock(fact["since"], zone), "say": fact["say"], "do": fact["do"]}
            lines += _wrapped(text("status.fails"), text("status.failure", **facts))
    for ask in found["todo"]:
        lines += _wrapped(text("status.to_do"), say_json(ask["say"]))
    if len(lines) > HEIGHT:
        lines = [*lines[: HEIGHT - 1], text("status.more", number=len(lines) - HEIGHT + 1)]
    return "\n".join(lines)


def _day(found: dict[str, Any]) -> Iterator[str]:
    """The gaming day, the round, and the locked bets."""
    yield text("status.day", day=found["day"]) if found["day"] else text("status.no_day")
    yield text("status.round", round=found["round"])
    yield text("status.today", rounds=found["rounds_today"])
    if found["count"]:
        yield text("status.locked", count=found["count"], value=found["value"])


def _meter(jackpot: dict[str, Any]) -> str:
    facts = {"meter": jackpot["meter"], "state": jackpot["state"], "accrued": jackpot["accrued_today"]}
    if day := jackpot["posted_to"]:
        return text("status.meter", **facts, day=day)
    return text("status.meter_unposted", **facts)


def _working(health: list[dict[str, Any]], zone: tzinfo) -> str:
    since: dict[str, list[Message]] = {}
    for fact in health:
        if fact["ok"]:
            since.setdefault(_clock(fact["since"], zone), []).append(Message.from_json(fact["title"]))
    return "; ".join(text("status.since", at=at, names=tuple(names)) for at, names in since.items())


def _wrapped(label: str, content: str) -> list[str]:
    if not content:
        return []
    lines = textwrap.wrap(content, WIDTH, initial_indent=f"{label} ".ljust(LABEL), subsequent_indent=" " * LABEL)
    return [line.replace(TOGETHER, " ") for line in lines]


def _clock(utc: int, zone: tzinfo) -> str:
    """A time in the table's zone (R192); with the date unless it is today's there."""
    then, today = datetime.fromtimestamp(utc / 1000, zone), datetime.now(zone)
    return f"{then:%H:%M %Z}" if then.date() == today.date() else f"{then:%m-%d %H:%M %Z}"


def _spot(name: str, spot: dict[str, Any]) -> str:
    """The seat, its lamp, and anything unusual."""
    remarks = [message(f"lamps.{spot['lamp']}")]
    if spot["out"]:
        remarks.append(message("status.out"))
    if spot["credit"] != "0.00":
        remarks.append(message("status.credit", credit=spot["credit"]))
    if spot["claims"]:
        remarks.append(message("status.claims"))
    if spot["presses"]:
        remarks.append(message("status.presses", presses=spot["presses"]))
    return f"{name} {', '.join(map(say, remarks))}".replace(" ", TOGETHER)


def bar(done: int, of: int, what: str) -> None:
    """A progress bar on a terminal; prints nothing elsewhere."""
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
    """After Ctrl-C the prompt must not appear on the line of an unfinished bar."""
    try:
        yield
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        raise
