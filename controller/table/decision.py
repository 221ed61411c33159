"""The decision on one event: the book and the live state as handlers change them, and the entries that they write."""

from collections.abc import Iterable

from controller.table.continuity import continuity
from controller.table.duties import When
from controller.table.events import Command, Event, Moment
from controller.table.journal import Entry, Transfer, apply
from controller.table.records import Fault, Record
from controller.table.refusals import Refused
from controller.table.rules import Rules
from controller.table.state import Book, Live, Note, SpotLive, State, hard_fault, with_spot
from controller.table.values import replace
from words.message import Message

MOST_NOTES = 200  # kept between two rows; further notes are only counted


class FaultError(Exception):
    """The decision would break an invariant of the ledger. It is not carried out, and the table stops."""

    def __init__(self, code: str, reason: Message) -> None:
        super().__init__(str(reason))
        self.code, self.reason = code, reason


class Decision:
    """Handlers read and change this; `step` turns it into the next state."""

    def __init__(self, rules: Rules, state: State, event: Event) -> None:
        self.rules = rules
        self.book: Book = state.book
        self.live: Live = state.live
        self.event = event
        self.at: Moment = event.at
        self.entries: tuple[Entry, ...] = ()
        self._state = state

    @property
    def state(self) -> State:
        """Built only after a change: rules read it about twenty times per event."""
        if self._state.book is not self.book or self._state.live is not self.live:
            self._state = State(self.book, self.live)
        return self._state

    @property
    def by(self) -> tuple[str, ...]:
        return self.event.by if isinstance(self.event, Command) else ()

    @property
    def at_screen(self) -> str:
        return self.event.at_screen if isinstance(self.event, Command) else ""

    def write(self, record: Record, transfers: Iterable[Transfer] = (), *, number: int = 0, day: str = "") -> None:
        """Add an entry and fold it into the book. The notes since the newest row go with it."""
        live = self.live
        entry = Entry(
            self.book.seq + 1,
            self.at,
            live.clock.trusted,
            day or (self.book.today.day if self.book.today else ""),
            number,
            record,
            tuple(transfers),
            self.by,
            live.notes,
            live.notes_lost,
            self.at_screen,
        )
        book = apply(self.book, entry)
        if not isinstance(record, Fault) and (breaches := continuity(book)):
            raise FaultError("continuity", breaches[0])
        self.book = book
        self.entries = (*self.entries, entry)
        if live.notes or live.notes_lost:
            self.live = replace(live, notes=(), notes_lost=0)

    def note(self, what: str, where: str = "", number: int = 0) -> None:
        """Keep a note for the next row."""
        if len(self.live.notes) < MOST_NOTES:
            self.live = replace(self.live, notes=(*self.live.notes, Note(self.at.utc, what, where, number)))
        else:
            self.live = replace(self.live, notes_lost=self.live.notes_lost + 1)

    def spot(self, spot: str) -> SpotLive:
        return self.live.spots[spot]

    def set_spot(self, spot: str, **changes: object) -> None:
        self.live = with_spot(self.live, spot, **changes)

    def set_spots(self, **changes: object) -> None:
        """Apply the same changes to every spot."""
        spots = {name: replace(spot, **changes) for name, spot in self.live.spots.items()}  # type: ignore[arg-type]
        self.live = replace(self.live, spots=spots)

    def when(self, number: int) -> When:
        """When in the hand of this round it is now."""
        if self.book.locked is None or self.book.locked.number != number:
            return When.LATE
        return When.SETTLED if self.live.settled else When.LOCKED

    # -- guards ----------------------------------------------------------------------------------------------

    def known(self, spot: str) -> None:
        if spot not in self.rules.spots:
            raise Refused("unknown_spot", spot=spot, spots=tuple(self.rules.spots))

    def no_fault(self) -> None:
        if why := hard_fault(self.state):
            raise Refused("fault", why=why)

    def reason(self, text: str) -> str:
        if not text.strip():
            raise Refused("say_why")
        return text.strip()
