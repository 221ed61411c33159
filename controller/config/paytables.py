"""What a pay table's file says: which hands it pays, and what each is worth (R005). `docs/PAYTABLES.md` explains it."""

from pathlib import Path
from typing import Annotated, Literal

from controller.config.schema import (
    Dollars,
    Notes,
    Rate,
    Rising,
    a_number,
    a_paytable,
    a_rate,
    a_text,
    an_amount,
    notes,
    one_of,
)
from controller.config.source import Report, Section, Source, key, nearest
from controller.games import paytable as pure
from controller.games.counting import hidden_lines
from controller.games.events import EVENTS
from controller.games.game import Looks
from controller.table.money import dollars
from kinds.settings import ID
from words.message import Message, message

PAYS = ("times", "amount", "share", "shares", "loses")


class Head(Section):
    id: str = a_paytable()
    title: str = a_text()
    source: str = a_text(500)
    base_wager: Dollars = an_amount("5.00")
    wagers: Annotated[tuple[Dollars, ...] | None, Rising] = key(message("values.wagers"), default=None, min_length=2)
    pays: Literal["for 1", "to 1"] = one_of("for 1", "to 1")
    highest_only: Literal[True] = key(message("values.highest_only"))
    min_decks: int = a_number(1, 8)
    max_decks: int = a_number(1, 8)
    notes: Notes = notes()


class Line(Section):
    event: str = key(message("values.event"), min_length=1, max_length=60)
    title: str = a_text(60)
    times: int | None = a_number(1, 100_000, default=None)
    amount: Dollars | None = an_amount("625.00", default=None)
    share: Rate | None = a_rate(default=None)
    shares: tuple[Rate, ...] | None = key(message("values.shares"), default=None, min_length=2)
    loses: Literal[True] | None = key(message("values.loses"), default=None)
    meter: str | None = key(message("values.meter"), default=None, pattern=ID)


def file_name(paytable: str) -> str:
    """The file name of a pay table printed as "LL/JP 7": file names have no slash and no blank."""
    return paytable.replace("/", "-").replace(" ", "-")


def read_paytable(path: Path, report: Report) -> tuple[Source, pure.Paytable | None]:
    """The pay table and its source. Whether a line can be won depends on the table, and is reported there."""
    before = len(report.errors)
    src = Source(path, report)
    head = src.one("paytable", Head)
    lines = src.many("line", lambda _: Line)
    src.end()
    if head:
        _check_head(src, head)
    events: set[str] = set()
    for n, line in lines.items():
        _check_line(src, head, n, line)
        if line.event in events:
            src.fault(("line", n, "event"), message("config.line_twice", event=line.event))
        events.add(line.event)
        if not any(all(looks.shows(EVENTS[event].sees) for event in events & EVENTS.keys()) for looks in Looks):
            src.fault(("line", n, "event"), message("config.mixed_cards"))
    if head is None or len(report.errors) > before:
        return src, None
    paytable = _paytable(head, lines)
    hidden = hidden_lines(paytable)
    for each in hidden:
        src.fault(
            ("line", paytable.lines.index(each), "event"),
            message("config.line_hidden", event=each.event, decks=head.max_decks),
        )
    return src, None if hidden else paytable


def _check_head(src: Source, head: Head) -> None:
    if file_name(head.id) != src.path.stem:
        src.fault(("paytable", "id"), message("config.paytable_file", file=f"{file_name(head.id)}.toml"))
    if head.min_decks > head.max_decks:
        src.fault(("paytable", "max_decks"), message("config.below_min_decks", least=head.min_decks))
    if head.wagers and head.base_wager != head.wagers[0]:
        src.fault(("paytable", "wagers"), message("config.base_wager_first", wager=dollars(head.base_wager)))


def _check_line(src: Source, head: Head | None, n: int, line: Line) -> None:
    def fault(name: str, what: Message) -> None:
        src.fault(("line", n, name), what)

    if line.event not in EVENTS:
        fault("event", message("config.no_event", close=nearest(line.event, EVENTS)))
    written = [name for name in PAYS if getattr(line, name) is not None]
    if len(written) != 1:
        fault(written[-1] if written else "times", message("config.pays_once", names=PAYS))
    if line.meter is not None and line.share is None and line.shares is None:
        fault("meter", message("config.meter_without_share"))
    if head is None:
        return
    if head.pays == "to 1":
        for name in set(written) - {"times", "loses"}:
            fault(name, message("config.times_only"))
    if line.shares is not None and len(line.shares) != len(head.wagers or ()):
        fault("shares", message("config.shares_of_wagers"))


def _paytable(head: Head, lines: dict[int, Line]) -> pure.Paytable:
    return pure.Paytable(
        id=head.id,
        title=head.title,
        source=head.source,
        base_wager=head.base_wager,
        wagers=head.wagers or (head.base_wager,),
        returned=head.pays == "to 1",
        min_decks=head.min_decks,
        max_decks=head.max_decks,
        lines=tuple(
            pure.Line(
                event=line.event,
                title=line.title,
                times=line.times or 0,
                amount=line.amount or 0,
                shares=line.shares or ((line.share,) if line.share else ()),
                meter=line.meter,
                loses=line.loses or False,
            )
            for line in lines.values()
        ),
        notes=head.notes,
    )
