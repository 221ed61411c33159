"""Core and real ledger together, with the power going between any two effects: what was acknowledged is there, once,
and nothing else is (E31, E33, R053, R061, R160)."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from support.table.story import Table, body_of, make_rules

from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants, to_book, to_entry, to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.table import events, meter_events
from controller.table.codec import encode
from controller.table.events import Event, KeyPressed
from controller.table.rules import Key, Sensor
from controller.table.sensors import fresh
from controller.table.state import Phase, State
from controller.table.step import Outcome, step

NEVER, BEFORE, AFTER = "never", "before the commit", "between the commit and its effects"


class StoredTable(Table):
    """A table whose decisions go to a real ledger before anyone learns of them."""

    def __init__(self, folder: Path, sensor: Sensor) -> None:
        self.url = f"sqlite:///{folder / 'ledger.db'}"
        self.power_goes = NEVER
        self.store: Store | None = None
        self.acknowledged: list[int] = []
        super().__init__(make_rules(sensor, seats=3))

    def tell(self, event: Event) -> Outcome:
        outcome = step(self.rules, self.state, event)
        self.refused = outcome.refused.code if outcome.refused else ""
        when, self.power_goes = self.power_goes, NEVER
        if when == BEFORE:
            self.power_cut()
            return outcome
        if outcome.entries:
            self._commit(outcome)
            if when == AFTER:
                self.power_cut()
                return outcome
            self.acknowledged += [entry.seq for entry in outcome.entries]
        self.state = outcome.state
        return outcome

    def _commit(self, outcome: Outcome) -> None:
        state = encode(outcome.state.book)
        if self.store is None:
            first = to_rows(self.journal, GENESIS)
            self.store = Store.create(self.url, first, encode(self.state.book))
            self.acknowledged = [1]
        rows = to_rows(outcome.entries, self.store.checkpoint.head)
        self.store.append(rows, state)
        self.store.append(rows, state)  # a repeat after an unknown outcome is harmless

    def power_cut(self) -> None:
        assert self.store is not None
        self.store.close()
        self.store = Store.open(self.url)
        self.state = State(to_book(self.store.checkpoint), fresh(self.rules))
        self.restart()


class Machine(RuleBasedStateMachine):
    """A short life of a table."""

    @initialize(sensor=st.sampled_from(Sensor))
    def begin(self, sensor: Sensor) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.table = StoredTable(Path(self.folder.name), sensor)
        self.table.do(events.Open)

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        store = self.table.store
        assert store is not None
        store.close()
        reader = Reader(self.table.url)
        assert audit(reader, invariants()) == []
        rows = list(reader.walk())
        reader.close()
        assert {row.seq for row in rows} >= set(self.table.acknowledged)
        posted = [body_of(to_entry(row))["for_day"] for row in rows if row.kind == "post"]
        assert posted == sorted(set(posted)), "a day was posted twice, or out of order"
        self.folder.cleanup()

    @rule(when=st.sampled_from([BEFORE, AFTER]))
    def the_power_will_go(self, when: str) -> None:
        self.table.power_goes = when

    @rule(seat=st.integers(1, 3))
    def bet(self, seat: int) -> None:
        sensor = self.table.rules.spots["1/gbj"].sensor
        if sensor is Sensor.BUTTON:
            self.table.press(seat)
        elif sensor is Sensor.COIN:
            self.table.drop(seat, 5)
        elif seat in self.table.chips:
            self.table.lift(seat)
        else:
            self.table.place(seat)
        self.table.wait(1)

    @rule(key=st.sampled_from([Key.LOCK, Key.LOCK, Key.CLEAR, Key.CLEAR, Key.SETTLE, Key.OPEN_CLOSE, Key.WIN]))
    def key(self, key: Key) -> None:
        self.table.tell(KeyPressed(self.table.at, key))

    @rule(command=st.sampled_from([events.Unlock, events.Resume, meter_events.Post, events.ConfirmClock, events.Open]))
    def command(self, command: type[Event]) -> None:
        self.table.do(command)

    @rule()
    def void(self) -> None:
        self.table.do(events.Void, reason="misdeal")

    @rule(seconds=st.sampled_from([2, 9, 40, 3600, 30_000, 86_400, 3 * 86_400]))
    def time(self, seconds: int) -> None:
        self.table.wait(seconds)

    @rule()
    def a_whole_hand(self) -> None:
        if self.table.phase == "betting":
            self.bet(1)
            self.key(Key.LOCK)
            self.table.wait(10)
            self.key(Key.CLEAR)

    @invariant()
    def what_is_shown_is_on_disk(self) -> None:
        if hasattr(self, "table") and self.table.store is not None:
            assert encode(self.table.state.book) == self.table.store.checkpoint.state

    @invariant()
    def a_locked_round_keeps_its_seats(self) -> None:
        if hasattr(self, "table"):
            book = self.table.state.book
            assert (book.phase is Phase.LOCKED) == (book.locked is not None)


TestCoreAndLedger = Machine.TestCase
TestCoreAndLedger.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
