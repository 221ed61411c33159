"""Wrong PINs: counted by person and screen before a PIN is compared, in memory and on disk. What cannot be recorded is
not tried (decision 15).

A screen is a user of this machine: the pages are one, and everybody who uses the command line is another. Strangers who
enter wrong PINs lock a person out at their own screen first. All screens at which the person was never right share
one further bound, so that many screens are no help; at a screen where the person was right before, only its own counts.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from controller.daemon.pins import PinFileError
from controller.ledger.disk import replace_file

LOCKED_FOR = 300_000  # ms for the first lock-out of a day; each further one lasts twice as long, up to a day
DAY = 86_400_000


class Place(NamedTuple):
    """Whose wrong PINs, and at which screen. No screen: all where the person was never right. No name: everybody's."""

    name: str
    screen: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A lock-out follows so many wrong PINs in a row, and whenever the day's number is a multiple of the other."""

    in_a_row: int
    a_day: int


HERE = Bound(5, 10)  # one person at one screen
ELSEWHERE = Bound(10, 10)  # one person at all screens where that person was never right
ANYBODY = Bound(20, 20)  # one screen, whoever's PIN


def _bound(place: Place) -> Bound:
    return (HERE if place.screen else ELSEWHERE) if place.name else ANYBODY


@dataclass(frozen=True, slots=True)
class Tally:
    """The wrong PINs of a day at one place. A right PIN ends a row and erases nothing of the day. Times are ms of the
    table's running time, because no clock here tells how long the power was off: a restart begins them again."""

    since: int
    wrong: int = 0
    in_a_row: int = 0
    lock_outs: int = 0
    until: int = 0  # of the last lock-out

    def and_one(self, bound: Bound, now: int) -> "Tally":
        day = self if now - self.since < DAY else Tally(now)
        more = replace(day, wrong=day.wrong + 1, in_a_row=day.in_a_row + 1)
        if more.in_a_row < bound.in_a_row and more.wrong % bound.a_day:
            return more
        outs = more.lock_outs + 1
        return replace(more, in_a_row=0, lock_outs=outs, until=now + lock_out(outs))

    def left(self, bound: Bound) -> int:
        """Wrong PINs until the next lock-out."""
        return min(bound.in_a_row - self.in_a_row, bound.a_day - self.wrong % bound.a_day)

    def over(self, now: int) -> bool:
        return now - self.since >= DAY and now >= self.until


def lock_out(number: int) -> int:
    """ms that the day's first, second, ... lock-out lasts."""
    return min(LOCKED_FOR << min(number - 1, 20), DAY)


@dataclass(frozen=True, slots=True)
class Counts:
    tallies: Mapping[Place, Tally] = field(default_factory=dict)
    known: frozenset[Place] = frozenset()  # the screens at which a person was right
    untold: Mapping[Place, int] = field(default_factory=dict)  # wrong PINs that no row of the ledger has yet

    def places(self, name: str, screen: str) -> tuple[Place, ...]:
        """Where a wrong PIN counts."""
        here = Place(name, screen)
        return (here, *(() if here in self.known else (Place(name, ""),)), Place("", screen))

    def and_wrong(self, name: str, screen: str, now: int) -> "Counts":
        tallies = {place: tally for place, tally in self.tallies.items() if not tally.over(now)}
        for place in self.places(name, screen):
            tallies[place] = tallies.get(place, Tally(now)).and_one(_bound(place), now)
        here = Place(name, screen)
        return replace(self, tallies=tallies, untold={**self.untold, here: self.untold.get(here, 0) + 1})

    def and_right(self, name: str, screen: str) -> "Counts":
        here, tallies = Place(name, screen), dict(self.tallies)
        if here in tallies:
            tallies[here] = replace(tallies[here], in_a_row=0)
        return replace(self, tallies=tallies, known=self.known | {here})

    def left(self, name: str, screen: str) -> int:
        return min(self.tallies[place].left(_bound(place)) for place in self.places(name, screen))

    def out(self, name: str, screen: str, now: int) -> tuple[Place, Tally] | None:
        """The lock-out that lasts longest, if there is one."""
        out = [(place, self.tallies[place]) for place in self.places(name, screen) if place in self.tallies]
        longest = max(out, key=lambda each: each[1].until, default=None)
        return longest if longest and longest[1].until > now else None

    def locked_by(self, before: "Counts", name: str, screen: str) -> tuple[Place, ...]:
        """Where the wrong PIN between the two counts began a lock-out."""
        return tuple(
            place
            for place in self.places(name, screen)
            if self.tallies[place].until > before.tallies.get(place, Tally(0)).until
        )

    def without_lock_outs(self, name: str) -> "Counts":
        """A new PIN ends the lock-outs of a name."""
        ended = {
            place: replace(tally, in_a_row=0, lock_outs=0, until=0)
            for place, tally in self.tallies.items()
            if place.name == name
        }
        return replace(self, tallies={**self.tallies, **ended})

    def without_screens(self, name: str) -> "Counts":
        """Who has left is known nowhere."""
        return replace(self, known=frozenset(place for place in self.known if place.name != name))


class Tries:
    """The file of wrong PINs, beside that of the PINs."""

    def __init__(self, path: Path, mono: Callable[[], int]) -> None:
        self._path, self._mono = path, mono
        self.counts = self._read()

    def begin(self, name: str, screen: str) -> Counts:
        """Counts a PIN as wrong before it is compared; returns the counts without it. Raises PinFileError if that
        cannot be recorded; then nobody may compare it."""
        before = self.counts
        self.counts = before.and_wrong(name, screen, self._mono())
        try:
            self._write(self.counts)
        except PinFileError:
            self.counts = before  # nothing was tried
            raise
        return before

    def keep(self, counts: Counts) -> None:
        self._write(counts)
        self.counts = counts

    def told(self, place: Place, number: int) -> None:
        """The ledger has a row about so many wrong PINs."""
        untold = {**self.counts.untold, place: self.counts.untold.get(place, 0) - number}
        self.keep(replace(self.counts, untold={each: left for each, left in untold.items() if left > 0}))

    def _read(self) -> Counts:
        try:
            stored = json.loads(self._path.read_text())
            return Counts(
                {Place(name, screen): self._tally(*numbers) for name, screen, *numbers in _texts(stored["tallies"])},
                frozenset(Place(name, screen) for name, screen in _texts(stored["known"])),
                {Place(name, screen): _number(untold) for name, screen, untold in _texts(stored["untold"])},
            )
        except FileNotFoundError:
            return Counts()
        except OSError as error:
            raise PinFileError("tries_unread", path=str(self._path), error=error.strerror) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise PinFileError("tries_damaged", path=str(self._path)) from None

    def _tally(self, wrong: object, in_a_row: object, lock_outs: object, out: object) -> Tally:
        now, outs = self._mono(), _number(lock_outs)
        return Tally(now, _number(wrong), _number(in_a_row), outs, now + lock_out(outs) if out and outs else 0)

    def _write(self, counts: Counts) -> None:
        now = self._mono()
        content = {
            "tallies": [
                [*place, tally.wrong, tally.in_a_row, tally.lock_outs, tally.until > now]
                for place, tally in counts.tallies.items()
            ],
            "known": sorted(counts.known),
            "untold": [[*place, number] for place, number in counts.untold.items()],
        }
        try:
            replace_file(self._path, json.dumps(content, indent=1).encode())
        except OSError as error:
            raise PinFileError("unwritten", path=str(self._path), error=error.strerror) from None


def _texts(rows: Iterable[list[Any]]) -> Iterable[list[Any]]:
    """Rows that begin with a name and a screen."""
    for row in rows:
        if not all(isinstance(text, str) for text in row[:2]):
            raise TypeError("no place")
        yield row


def _number(stored: object) -> int:
    if type(stored) is not int or not 0 <= stored < 1 << 31:
        raise ValueError("no count")
    return stored
