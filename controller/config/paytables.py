"""What a pay table's file says: which hands it pays, and what each is worth (R005). `docs/PAYTABLES.md` explains it."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from controller.config.schema import ID, Dollars, Notes, Rate, Rising, a_number, a_paytable, a_text, an_amount, notes
from controller.config.source import Report, Section, Source, nearest
from controller.games import paytable as pure
from controller.games.counting import hidden_lines
from controller.games.events import EVENTS
from controller.games.game import Looks
from controller.table.money import dollars

PAYS = ("times", "amount", "share", "shares", "loses")


class Head(Section):
    id: str = a_paytable()
    title: str = a_text("its title as printed")
    source: str = a_text("the document it is taken from", 500)
    base_wager: Dollars = an_amount("5.00")
    wagers: Annotated[tuple[Dollars, ...] | None, Rising] = Field(
        default=None, min_length=2, description='a list of rising amounts, as ["5.00", "10.00"], or leave it out'
    )
    pays: Literal["for 1", "to 1"] = Field(description='"for 1" or "to 1"')
    highest_only: Literal[True] = Field(description="true: one line pays a hand, the first that occurs (R009)")
    min_decks: int = a_number(1, 8)
    max_decks: int = a_number(1, 8)
    notes: Notes = notes()


class Line(Section):
    event: str = a_text("a hand of docs/PAYTABLES.md", 60)
    title: str = a_text("its words as printed", 60)
    times: int | None = a_number(1, 100_000, default=None)
    amount: Dollars | None = an_amount("625.00", default=None)
    share: Rate | None = Field(default=None, description='a share of the meter above 0 and up to 100 %, as "100.00 %"')
    shares: tuple[Rate, ...] | None = Field(
        default=None, min_length=2, description='a list of shares, one for each wager, as ["50.00 %", "100.00 %"]'
    )
    loses: Literal[True] | None = Field(default=None, description="true where the line is printed as lost")
    meter: str | None = Field(
        default=None, pattern=ID, description='the jackpot it takes from, as "mega", or leave it out when there is one'
    )


def file_name(paytable: str) -> str:
    """Of the pay table printed as "LL/JP 7": a file's name has no slash and no blank."""
    return paytable.replace("/", "-").replace(" ", "-")


def read_paytable(path: Path, report: Report) -> tuple[Source, pure.Paytable | None]:
    """With its source, because whether a line can be won depends on the table."""
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
            src.fault(("line", n, "event"), f"{line.event} is paid by a line above; remove one of the two (R009)")
        events.add(line.event)
        if not any(all(looks.shows(EVENTS[event].sees) for event in events & EVENTS.keys()) for looks in Looks):
            src.fault(
                ("line", n, "event"), "no bet looks at the cards of this line and of those above; remove it (R005)"
            )
    if head is None or len(report.errors) > before:
        return src, None
    paytable = _paytable(head, lines)
    hidden = hidden_lines(paytable)
    for each in hidden:
        src.fault(
            ("line", paytable.lines.index(each), "event"),
            f"the lines above take every {each.event} of {head.max_decks} decks; move it up or remove it (R009)",
        )
    return src, None if hidden else paytable


def _check_head(src: Source, head: Head) -> None:
    if file_name(head.id) != src.path.stem:
        src.fault(
            ("paytable", "id"),
            f"write the printed name, whose file this is, or call the file {file_name(head.id)}.toml",
        )
    if head.min_decks > head.max_decks:
        src.fault(("paytable", "max_decks"), "write a number that is not below min_decks")
    if head.wagers and head.base_wager != head.wagers[0]:
        src.fault(("paytable", "wagers"), f'write "{dollars(head.base_wager)}", the base wager, first')


def _check_line(src: Source, head: Head | None, n: int, line: Line) -> None:
    def fault(key: str, what: str) -> None:
        src.fault(("line", n, key), what)

    if line.event not in EVENTS:
        fault("event", f"there is no such hand; write one of docs/PAYTABLES.md, such as {nearest(line.event, EVENTS)}")
    said = [key for key in PAYS if getattr(line, key) is not None]
    if len(said) != 1:
        fault(said[-1] if said else "times", f"write exactly one of {', '.join(PAYS)} for a line (R005)")
    if line.meter is not None and line.share is None and line.shares is None:
        fault("meter", "remove it: only a share takes from a meter (R008)")
    if head is None:
        return
    if head.pays == "to 1":
        for key in set(said) - {"times", "loses"}:
            fault(key, 'write times instead: a pay table that pays "to 1" pays multiples of the wager (C18)')
    if line.shares is not None and len(line.shares) != len(head.wagers or ()):
        fault("shares", "write one share for each of the pay table's wagers (R005)")


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
