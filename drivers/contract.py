"""The interface of drivers: debounced readings in the order in which they happened, and lamps that show what was last
requested. A sign's driver only shows.

A driver turns hardware signals into `Batch`es and passes each to one sink, on the event loop. It keeps sensing whatever
the receiver does. It never raises into the receiver, and the receiver never raises into it. All times are nanoseconds
of the one monotonic clock that was given to the driver.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from words.message import Fact, Message, Problem


class Pattern(StrEnum):
    """The patterns of a lamp (R026), in the order of their codes on the serial line."""

    OFF = "off"
    DISABLED = "disabled"  # short amber double blink: this spot is out of service
    WAITING = "waiting"  # slow dim pulse: a bet may be placed
    LIT = "lit"  # steady, colour A: the bet is seen, not yet locked
    NEXT = "next"  # dim, colour A: a bet for the next round
    LOCKED = "locked"  # steady bright, colour B: the bet plays
    LATE = "late"  # fast red: placed after the lock, does not play
    REMOVED = "removed"  # fast, colour B: a locked chip was removed
    CLAIMED = "claimed"  # chase: this spot claims a win
    VERIFY = "verify"  # slow red: never seen empty since the last round, or the second chip of a seat with one bet
    RAISED = "raised"  # steady amber: the bet is seen, for more than its wager's first amount


@dataclass(frozen=True, slots=True)
class Reading:
    """One debounced edge of one input. `count` is the number of edges in both directions since the input's start: it
    rises by one with each edge, and its lowest bit is the level. `at` never decreases between readings of a driver."""

    input: str
    level: bool
    count: int
    at: int


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The inputs can be read (again). Contains all counts, so that the receiver can compare them with the last known
    ones; a new `boot` means that they began again at 0 or 1. `missed` names the inputs with edges that no reading
    reports: by the counts of the same boot, or, after a start, by what the board has unacknowledged."""

    boot: int
    counts: Mapping[str, int]
    missed: Mapping[str, int]
    at: int


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The inputs are unknown from now on. They had not been heard for `silent` ns."""

    why: Message
    at: int
    silent: int = 0


@dataclass(frozen=True, slots=True)
class Unsure:
    """`missing` edges of this input happened at unknown times: its count rose by that number, and its level is the
    count's lowest bit. If their order matters, a person decides. With `missing` 0 it marks the end of a storm."""

    input: str
    missing: int
    at: int


@dataclass(frozen=True, slots=True)
class Storm:
    """This input changes faster than any hand can press. It reports nothing more until it has been quiet for a while;
    then it reports one `Unsure` and continues."""

    input: str
    edges: int
    at: int


Signal = Reading | LinkUp | LinkDown | Unsure | Storm


@dataclass(frozen=True, slots=True)
class Batch:
    """Signals in the order in which they happened. `token` is passed to `Driver.done` when everything that follows from
    them is on disk."""

    signals: tuple[Signal, ...]
    token: int


Sink = Callable[[Batch], None]
Health = Mapping[str, Any]  # counters and state: numbers, texts and messages
Clock = Callable[[], int]


class Driver(Protocol):
    """The inputs and lamps of one piece of hardware."""

    name: str
    inputs: tuple[str, ...]
    lamps: tuple[str, ...]

    def start(self, sink: Sink) -> None:
        """Starts on the running loop. The first signal is a LinkUp, or a LinkDown with the reason."""
        ...

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        """The complete requested state of this driver's lamps; lamps that are not named are off. Returns at once."""
        ...

    def done(self, token: int) -> None:
        """Everything up to this batch is decided and on disk, so it need not be reported again."""
        ...

    def health(self) -> Health:
        """Counters and state for a person: link, frames, errors. `up` says if it works, `why` the reason if not."""
        ...

    async def close(self) -> None:
        """Stops sensing, turns lamps off, releases everything; may be called twice."""
        ...


Seen = Callable[[str, bool], None]


class NumericSign(Protocol):
    """A sign of digits, which shows one amount."""

    name: str

    def start(self, seen: Seen) -> None:
        """Starts on the running loop. `seen` is called from time to time with what the sign shows, and whether that is
        right; a sign that cannot be read counts as right while its line is up."""
        ...

    def show(self, text: str) -> None:
        """An amount such as "1250.00"; "" means none and shows dashes. Returns at once."""
        ...

    def health(self) -> Health:
        """Counters and state for a person."""
        ...

    async def close(self) -> None:
        """Clears the amount and releases everything; may be called twice."""
        ...


class DriverError(Problem):
    """The driver cannot be built as configured: what is wrong, where, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"drivers.{code}", **facts)
