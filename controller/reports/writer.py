"""Texts that papers have in common: amounts, times, people, seats, jackpots and awards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from controller.reports.labels import award_title, jackpot_title, local_clock, local_time, seat_name
from controller.reports.layout.document import Block, Document
from controller.table.journal import Entry
from controller.table.rules import Rules
from words.catalogue import Catalogue, money
from words.message import Fact


class Timed(Protocol):
    @property
    def utc(self) -> int: ...

    @property
    def trusted(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Writer:
    """For one table, in one language."""

    words: Catalogue
    rules: Rules

    def text(self, code: str, /, **facts: Fact) -> str:
        return self.words.text(code, **facts)

    def texts(self, *codes: str) -> tuple[str, ...]:
        """Column heads or labels."""
        return tuple(map(self.words.text, codes))

    def fact(self, fact: Fact) -> str:
        """A message, or text that a person typed."""
        return self.words.filled("{fact}", {"fact": fact})

    def money(self, micros: int) -> str:
        return money(micros)

    def day(self, day: str) -> str:
        """`Wednesday, November 18, 2026`"""
        found = date.fromisoformat(day)
        month, weekday = str(found.month), str(found.isoweekday())
        return self.text("paper.day", weekday=weekday, month=month, day=found.day, year=found.year)

    def document(self, kind: str, first: str, last: str, blocks: Iterable[Block]) -> Document:
        """A paper about some days of the table; its kind is a code."""
        span = self.day(first) if first == last else self.text("paper.span", first=self.day(first), last=self.day(last))
        title = self.text("paper.title", table=self.rules.table, span=span)
        return Document(title, self.text(kind), tuple(blocks), self.words.language)

    def time(self, at: Timed) -> str:
        """With the zone's name, because an autumn night has some hours twice, and marked if it was not trusted
        (R192)."""
        return self._trust(local_time(at.utc, self.rules.zone), at.trusted)

    def row_time(self, entry: Entry) -> str:
        return self._trust(local_time(entry.at.utc, self.rules.zone), entry.trusted)

    def clock(self, at: Timed) -> str:
        """The same within a day's sheet."""
        return local_clock(at.utc, at.trusted, self.rules.zone)

    def _trust(self, time: str, trusted: bool) -> str:
        return time if trusted else self.text("paper.not_trusted", time=time)

    def people(self, names: Iterable[str]) -> str:
        """Keys need no name, and neither do the commands that a dealer may give alone."""
        listed = tuple(names)
        return self.text("paper.people", names=listed) if listed else self.text("paper.nobody_named")

    def at_screen(self, screen: str) -> str:
        """Who gave a command without a name: all that is known is the user of the machine."""
        return self.text("paper.at_screen", screen=screen)

    def seat(self, spot: str) -> str:
        return self.text("drawn.seat", seat=seat_name(self.rules, spot))

    def jackpot(self, jackpot: str) -> str:
        return jackpot_title(self.rules, jackpot)

    def account(self, name: str) -> str:
        """`jackpot/main`, `house`"""
        family, _, of = name.partition("/")
        return self.text("paper.account_of" if of else "paper.account", family=family, of=of)

    def award(self, spot: str, award: str) -> str:
        return award_title(self.rules, spot, award) or self.text("paper.not_named")
