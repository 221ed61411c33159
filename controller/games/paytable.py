"""A pay table as data: which hands it pays, and what each is worth.

A line's event is looked up in `controller.games.events`. The first line from the top that occurs decides: only the
highest hand is paid (R009). "Highest" means the printed rank of the hand, not the money.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from controller.games.cards import Card, Suit
from controller.games.events import EVENTS, Event

Pair = tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Line:
    """Pays one of `times`, `amount` and `shares`, or loses if the printed table says so."""

    event: str
    title: str
    times: int = 0  # multiples of the wager
    amount: int = 0  # micro-dollars at the base wager; proportional to the wager (R007)
    shares: tuple[int, ...] = ()  # basis points of a meter, for each of the pay table's wagers
    meter: str | None = None  # which meter, if the pay table has several
    loses: bool = False

    @property
    def suit_specific(self) -> bool:
        """Whether the suit that the table has chosen decides it."""
        return self.event.endswith("-chosen-suit")


@dataclass(frozen=True)
class Paytable:
    id: str  # as printed: "DA4/3", "LL/JP 1"
    title: str
    source: str
    base_wager: int  # micro-dollars
    wagers: tuple[int, ...]  # the wagers for which shares are printed; (base_wager,) if there is one
    returned: bool  # "to 1": a winning wager is returned; "for 1": it is not (C18)
    min_decks: int
    max_decks: int
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    def __getstate__(self) -> dict[str, object]:
        """Only the fields go to another process; cached values are computed there again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(EVENTS[line.event] for line in self.lines)

    @property
    def suit_specific(self) -> bool:
        """Whether a line pays for one chosen suit."""
        return any(line.suit_specific for line in self.lines)

    @cached_property
    def meters(self) -> tuple[str | None, ...]:
        """The meters whose shares it pays; None is the only one, which needs no name."""
        return tuple(dict.fromkeys(line.meter for line in self.lines if line.shares))

    def decide(self, pair: Pair, dealer: Sequence[Card], suit: Suit) -> Line | None:
        """The line that decides this hand; None: no line, so the wager loses. `dealer` has the dealer's cards that the
        wager looks at, `suit` is the chosen suit of suit-specific awards."""
        for line, event in zip(self.lines, self.events, strict=True):
            if event.occurs(pair, dealer, suit):
                return line
        return None

    def pays(self, line: Line, wager: int) -> int:
        """The fixed money that a line pays for a wager of this size, without the returned wager."""
        if line.times:
            return line.times * wager
        scaled, rest = divmod(line.amount * wager, self.base_wager)
        if rest:
            raise ValueError(f"{self.id}: {line.title} cannot be paid exactly for this wager")
        return scaled

    def share(self, line: Line, wager: int) -> int:
        """Basis points of the meter that a line pays for a wager of this size; 0 for fixed awards (R008)."""
        if not line.shares:
            return 0
        return line.shares[self.wagers.index(wager)] if len(line.shares) > 1 else line.shares[0]
