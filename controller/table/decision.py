"""One step under way: the book and the live state as the handlers change them, and the entries they write."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.core.entries import Entry, Transfer, apply, continuity
from controller.core.events import Command, Event, Moment
from controller.core.refusals import Refused
from controller.core.rules import Rules
from controller.core.state import Book, Live, Note, SpotLive, State, hard_fault, with_spot
from controller.core.values import replace

MOST_NOTES = 200  # kept between two rows; what comes on top is counted


class FaultError(Exception):
    """A decision that would break the ledger's own laws: it is not taken, the table stops."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Turn:
    """Handlers read and change it; `step` turns it into the next state."""

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
        """Made anew only when something has changed: rules look at it a score of times."""
        if self._state.book is not self.book or self._state.live is not self.live:
            self._state = State(self.book, self.live)
        return self._state

    @property
    def by(self) -> list[str]:
        return list(self.event.by) if isinstance(self.event, Command) else []

    def write(
        self,
        kind: str,
        body: Mapping[str, Any] | None = None,
        transfers: Iterable[Transfer] = (),
        *,
        number: int = 0,
        day: str = "",
    ) -> None:
        """Add an entry and fold it in. What was noted since the newest row goes with it."""
        live = self.live
        full: dict[str, Any] = dict(body or {})
        if self.by:
            full["by"] = self.by
        if live.notes:
            full["seen_since"] = [
                [note.utc - self.at.utc, note.what, note.where] if note.where else [note.utc - self.at.utc, note.what]
                for note in live.notes
            ]
        if live.notes_lost:
            full["notes_lost"] = live.notes_lost
        day = day or (self.book.today.day if self.book.today else "")
        entry = Entry(self.book.seq + 1, self.at, live.clock.trusted, kind, day, number, full, tuple(transfers))
        book = apply(self.book, entry)
        if kind != "fault" and (breaches := continuity(book)):
            raise FaultError("continuity", breaches[0])
        self.book = book
        self.entries = (*self.entries, entry)
        if live.notes or live.notes_lost:
            self.live = replace(live, notes=(), notes_lost=0)

    def note(self, what: str, where: str = "") -> None:
        """Remember a happening for the next row."""
        if len(self.live.notes) < MOST_NOTES:
            self.live = replace(self.live, notes=(*self.live.notes, Note(self.at.utc, what, where)))
        else:
            self.live = replace(self.live, notes_lost=self.live.notes_lost + 1)

    def spot(self, spot: str) -> SpotLive:
        return self.live.spots[spot]

    def set_spot(self, spot: str, **changes: object) -> None:
        self.live = with_spot(self.live, spot, **changes)

    def set_spots(self, **changes: object) -> None:
        """The same changes to every spot."""
        spots = {name: replace(spot, **changes) for name, spot in self.live.spots.items()}  # type: ignore[arg-type]
        self.live = replace(self.live, spots=spots)

    # -- guards ----------------------------------------------------------------------------------------------

    def known(self, spot: str) -> None:
        if spot not in self.rules.spots:
            raise Refused("unknown_spot", spot=spot, spots=", ".join(self.rules.spots))

    def no_fault(self) -> None:
        if why := hard_fault(self.state):
            raise Refused("fault", why=why)

    def reason(self, text: str) -> str:
        if not text.strip():
            raise Refused("say_why")
        return text.strip()
