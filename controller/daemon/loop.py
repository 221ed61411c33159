"""The loop: a signal or a request becomes an event, the core decides it, the ledger stores it, and only then are lamps,
signs and answers updated. One event at a time, in the order of arrival."""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from controller import __version__
from controller.daemon.clock import MS, Clock, now
from controller.daemon.identity import identity, preloaded
from controller.daemon.wiring import Wiring
from controller.ledger.audit import verify_some
from controller.ledger.bookkeeping import to_book, to_rows
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Head
from controller.ledger.writer import Writer
from controller.present import views
from controller.present.allowed_actions import allowed_actions
from controller.present.round_log import RoundLine
from controller.present.sign_events import events_of
from controller.signs.publisher import Publication
from controller.table import sensors
from controller.table.codec import encode
from controller.table.events import (
    Command,
    CopyAway,
    CopyBack,
    Event,
    LedgerDoubted,
    LedgerFailed,
    Moment,
    Started,
    Stopped,
    Tick,
)
from controller.table.journal import Entry
from controller.table.lamps import lamps
from controller.table.refusals import Refused
from controller.table.rules import Rules
from controller.table.state import State
from controller.table.step import Outcome, step
from drivers.contract import Batch, Driver
from words.message import Message, as_json, message

log = logging.getLogger(__name__)

TICK = 1000  # ms of the table's time between two ticks
SHORTEST = 0.002  # s of real time; a bench that runs fast need not tick more often
# Distinguishes this run of the program from any other (E38). If two runs are at the same row, the later start wins: the
# earlier one is usually ourselves before a restart that could not write a row.
RUN = f"{int(time.time()):08x}{secrets.token_hex(2)}"
EXPIRY = 30  # s after which a broker drops what a dead table published
IDLE = 5.0  # s between two background checks of the history
PIECE = 200  # rows per check
METER = ("meter", "value")  # topics of a jackpot
WRITES = 100  # number of newest commits whose duration is kept

_json = json.JSONEncoder(separators=(",", ":")).encode  # `dumps` would build an encoder for each message

Ask = Callable[[Moment], Event]
Look = Callable[[], Awaitable[None]]
Witness = Callable[[tuple[Entry, ...]], None]


@dataclass(frozen=True, slots=True)
class _Question:
    """A command, and the future that waits for its answer."""

    ask: Ask
    look: Look
    answer: "asyncio.Future[Outcome]"


@dataclass(frozen=True, slots=True)
class _Pulse:
    """A watchdog request: do the loop and the writer thread respond?"""

    felt: "asyncio.Future[None]"


_Item = tuple[str, Batch] | _Question | _Pulse | Event


async def _nothing() -> None:
    """The lookup of commands that need none."""


class Loop:
    """One running table."""

    def __init__(
        self,
        rules: Rules,
        config: str,
        writer: Writer,
        reader: Reader,
        drivers: Mapping[str, Driver],
        wiring: Wiring,
        clock: Clock,
    ) -> None:
        self.rules, self.clock = rules, clock
        self.state = State(to_book(writer.checkpoint), sensors.fresh(rules))
        self._epoch = self.state.book.epoch
        self._config = config
        self._head = writer.checkpoint.head
        self._writer, self._second_copy = writer, writer.second_copy
        self._reader = reader
        self._drivers, self._wiring = drivers, wiring
        self._inbox: asyncio.Queue[_Item | None] = asyncio.Queue()
        self._shown: dict[str, object] = {}
        self._news: tuple[Entry, ...] = ()  # the newest entries
        self._round_line = RoundLine(rules)
        self._verified = 0
        self._ending = False
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_due = 0
        self._refused: Message | None = None  # the last refusal of a key
        self.changed: Callable[[], None] = lambda: None  # called when what others see may have changed
        self.writes: deque[float] = deque(maxlen=WRITES)  # s per commit, for the newest commits
        self.committed: Witness = lambda _entries: None  # called with the rows that are now on disk

    # -- requests ------------------------------------------------------------------------------------------------

    async def ask(self, ask: Ask, look: Look = _nothing) -> Outcome:
        """Has the core decide a command, and waits until the answer is on disk. `look` looks something up when the
        command's turn comes, so nothing else is decided in between; an error that it raises is the answer."""
        if self._ending:
            return Outcome(self.state, refused=Refused("ending"))
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Question(ask, look, answer))
        return await answer

    def refusal(self, command: Command) -> Refused | None:
        """Why the core would refuse a command now; nothing is decided."""
        return step(self.rules, self.state, command).refused

    async def alive(self) -> None:
        """Returns after the loop and the writer thread have responded. The watchdog uses this."""
        felt: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Pulse(felt))
        await felt

    def status(self) -> dict[str, Any]:
        at = now(self.clock)
        return {
            **views.status(self.rules, self.state, at.mono, at.utc),
            "version": __version__,
            "program": identity().digest,
            "config": self._config,
            "head": self._head.hex(),
            "drivers": as_json({name: driver.health() for name, driver in self._drivers.items()}),
            "last_refusal": as_json(self._refused),
            "verified_to_row": self._verified,
            **({"second_copy": as_json(self._second_copy.view())} if self._second_copy else {}),
        }

    def allowed_actions(self) -> dict[str, Any]:
        """What a person may do now, and why the rest would be refused."""
        return allowed_actions(self.rules, self.state, now(self.clock))

    def meter(self, jackpot: str) -> views.View:
        """What a directly connected sign is sent; the serial line keeps the order."""
        return views.meter(self.rules, self._state_for_signs(), self.rules.jackpots[jackpot], 0, now(self.clock).utc)

    def _state_for_signs(self) -> State:
        """The state with the epoch in which this run began. A `training` row sets the epoch of the real table's next
        run; if it were published early, signs would ignore the training, whose epoch lies in between (E75)."""
        if self.state.book.epoch == self._epoch:
            return self.state
        return replace(self.state, book=replace(self.state.book, epoch=self._epoch))

    def snapshot(self, pub: int) -> Iterator[Publication]:
        """Everything that signs are sent, the round first. A topic is sent again when its content differs apart from
        number and time (see Publisher)."""
        at, state, rules = now(self.clock), self._state_for_signs(), self.rules
        phase = views.round_view(rules, state, pub, at.mono, at.utc)
        yield _message("round", phase)
        for jackpot in rules.jackpots.values():
            if state.book.left(jackpot.id):  # an ended jackpot keeps no retained messages (R202)
                yield from (Publication(f"jackpot/{jackpot.id}/{what}", b"", True, None, once=True) for what in METER)
                continue
            meter = views.meter(rules, state, jackpot, pub, at.utc)
            yield _message(f"jackpot/{jackpot.id}/meter", meter)
            yield Publication(f"jackpot/{jackpot.id}/value", views.value(meter).encode(), True, EXPIRY)
        yield _message(
            "status",
            {
                "v": views.VERSION,
                "table": rules.table,
                "state": "online",
                "phase": phase["phase"],
                "version": __version__,
                "epoch": state.book.epoch,
                "seq": state.book.seq,
                "pub": pub,
                "head": self._head.hex(),
                "run": RUN,
                "at": phase["at"],
            },
        )
        if not rules.training and not state.live.head:
            # Signs and broker keep it for the next start. The same content each time: a heartbeat is soon enough, and a
            # lock is not delayed by it.
            place = {"epoch": state.book.epoch, "seq": state.book.seq, "head": self._head.hex()}
            payload = _json({"v": views.VERSION, "table": rules.table, **place}).encode()
            yield Publication("head", payload, True, None, "head")
        if events := events_of(self._news):
            event = {key: phase[key] for key in ("v", "table", "epoch", "seq", "pub")}
            happened = views.stamp(self._news[-1].at.utc)
            yield replace(_message("event", {**event, "events": events, "at": happened}), retained=False)

    def offline(self, pub: int) -> Publication:
        """The last message about the table."""
        place = {"epoch": self._epoch, "seq": self.state.book.seq, "pub": pub, "run": RUN}
        return _message("status", {"v": views.VERSION, "table": self.rules.table, "state": "offline", **place})

    # -- running -------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Recovers, and writes the row of the start. Nothing is published or answered before (R162)."""
        self._writer.start()
        if self._second_copy is not None:
            self._second_copy.start(partial(self._second_copy_changed, asyncio.get_running_loop()))
        program, synced = identity(), self.clock.synced()
        started = Started(
            now(self.clock),
            self.clock.boot,
            synced,
            program.version,
            self._config,
            program=program.digest,
            damage=program.damage,
            installation=program.installation,
        )
        if program.damage:
            log.critical("%s", program.damage)
        if before := preloaded():
            log.warning("%s", before)
        outcome = await self._happen(started)
        if outcome.defect:  # nothing of the state is known yet, so there is no table to keep
            raise outcome.defect

    async def run(self) -> None:
        """Runs until `finish`. Then everything that came in earlier is decided and written, and the ledger is
        closed."""
        for driver in self._drivers.values():
            driver.start(partial(self._sense, driver.name))
        self._show()
        looking = asyncio.create_task(self._look_back())
        try:
            looking.add_done_callback(self._looked_back)
            while (item := await self._inbox.get()) is not None:
                await self._take(item)
            await self._happen(Stopped(now(self.clock)))
        finally:
            looking.cancel()
            if self._alarm is not None:
                self._alarm.cancel()
            for driver in self._drivers.values():
                await driver.close()
            await self._writer.close()
            self._reader.close()

    def finish(self) -> None:
        """Ends normally, in any state. A write that is under way is completed."""
        self._ending = True
        self._inbox.put_nowait(None)

    def _sense(self, driver: str, batch: Batch) -> None:
        self._inbox.put_nowait((driver, batch))

    def _second_copy_changed(self, loop: asyncio.AbstractEventLoop, error: StoreError | None) -> None:
        """Runs in the second copy's thread, or the writer's."""
        at = now(self.clock)
        with contextlib.suppress(RuntimeError):  # the loop has ended: a hanging medium has answered at last
            loop.call_soon_threadsafe(self._inbox.put_nowait, CopyAway(at, error.message) if error else CopyBack(at))

    async def _take(self, item: _Item) -> None:
        if isinstance(item, _Question):
            try:
                await item.look()
            except Exception as error:
                if not item.answer.done():
                    item.answer.set_exception(error)
                return
            outcome = await self._happen(item.ask(now(self.clock)))
            if not item.answer.done():
                item.answer.set_result(outcome)
        elif isinstance(item, _Pulse):
            await self._writer.alive()
            if not item.felt.done():
                item.felt.set_result(None)
        elif isinstance(item, Event):
            await self._happen(item)
        else:
            name, batch = item
            for signal in batch.signals:
                for event in self._wiring.events(name, signal, self._moment):
                    outcome = await self._happen(event)
                    if outcome.entries:
                        self._refused = None
                    if outcome.refused:
                        self._refused = outcome.refused.message
                        log.info("%s refused: %s", type(event).__name__, outcome.refused)
            self._drivers[name].done(batch.token)

    async def _happen(self, event: Event) -> Outcome:
        outcome = step(self.rules, self.state, event)
        if outcome.defect and (outcome.entries or outcome.refused):  # not with each tick of a table that has stopped
            log.error("%s was not handled", type(event).__name__, exc_info=outcome.defect)
        if outcome.entries:
            try:
                rows, book = to_rows(outcome.entries, self._head), encode(outcome.state.book)
            except Exception as error:
                return self._unwritable(event, error)
            try:
                began = time.perf_counter()
                await self._writer.commit(rows, book)
                self.writes.append(time.perf_counter() - began)
            except StoreError as error:
                return self._fail(event.at, error.message)
            self._head = rows[-1].hash
        ms = self.clock.mono() // MS - event.at.mono
        if outcome.state is not self.state:
            self.state = outcome.state
            self._news = outcome.entries or self._news
            self.committed(outcome.entries)
            self._show()
            head = Head(self.state.book.seq, self._head.hex())
            self._round_line.committed(outcome.entries, self.state.book, ms, head.short())
        self._set_alarm()
        return outcome

    def _unwritable(self, event: Event, error: Exception) -> Outcome:
        """A decision that cannot be stated as rows is none. What happened at the table cannot be refused as a command
        can, so the table stops."""
        log.error("%s cannot be written", type(event).__name__, exc_info=error)
        names = {"event": type(event).__name__, "error": type(error).__name__}
        if isinstance(event, Command):
            return Outcome(self.state, refused=Refused("defect", **names))
        return self._fail(event.at, message("reasons.defect", **names))

    def _fail(self, at: Moment, why: Message) -> Outcome:
        """A failed write stops the table: what could not be written has not been decided."""
        log.critical("the ledger failed, the table is out of service: %s", why)
        self.state = step(self.rules, self.state, LedgerFailed(at, why)).state
        self._show()
        return Outcome(self.state, refused=Refused("fault", why=why))

    def _show(self) -> None:
        """Updates the lamps first, then the signs."""
        shown = lamps(self.rules, self.state, self.clock.mono() // MS)
        for driver, patterns in self._wiring.lamps(shown):
            if self._shown.get(driver) != patterns:
                self._shown[driver] = patterns
                self._drivers[driver].show(patterns)
        self.changed()

    def _set_alarm(self) -> None:
        """Schedules the next tick: within a second, or when time alone changes something, whichever comes first."""
        mono, wake = self.clock.mono() // MS, sensors.next_wake(self.rules, self.state)
        due = mono + TICK if wake is None else min(mono + TICK, wake)
        if self._alarm is not None:
            if due >= self._alarm_due:
                return
            self._alarm.cancel()
        self._alarm_due = due
        wait = max((due - mono) / 1000 / self.clock.speed, SHORTEST)
        self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._inbox.put_nowait(Tick(now(self.clock), self.clock.synced()))

    async def _look_back(self) -> None:
        """Checks the whole history in the background, a few rows at a time."""
        while True:
            await asyncio.sleep(IDLE)
            if not self._inbox.empty() or self.state.book.faults:
                continue
            self._verified, finding = await asyncio.to_thread(verify_some, self._reader, self._verified, PIECE)
            if finding:
                self._inbox.put_nowait(LedgerDoubted(now(self.clock), finding.message))

    def _looked_back(self, looking: "asyncio.Task[None]") -> None:
        """This task never ends by itself: if it fails, the history counts as unsound."""
        if not looking.cancelled():
            stopped = message("findings.stopped", error=repr(looking.exception()))
            self._inbox.put_nowait(LedgerDoubted(now(self.clock), stopped))

    def _moment(self, at: int) -> Moment:
        """Converts a driver's time; the wall clock is moved back by the same amount."""
        here = now(self.clock)
        mono = min(at // MS, here.mono)
        return Moment(mono, here.utc - (here.mono - mono))


def _message(topic: str, view: dict[str, Any]) -> Publication:
    content = {key: value for key, value in view.items() if key not in ("pub", "at")}
    return Publication(topic, _json(view).encode(), True, EXPIRY, content)
