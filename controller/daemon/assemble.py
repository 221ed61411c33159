"""The one place that builds a table's parts from its configuration and its connections to the world (`Io`). A casino
table uses the machine's; a bench or a simulation supplies its own."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from buses.contract import Connect
from buses.settings import BusSettings
from controller.config.settings import Config, ConfigError
from controller.daemon.clock import MS, Clock
from controller.daemon.control import Control
from controller.daemon.fitting import fit, playable
from controller.daemon.hardware import build, build_numeric_signs
from controller.daemon.health import Health, facts
from controller.daemon.lookups import lookups
from controller.daemon.loop import Loop
from controller.daemon.people import People
from controller.daemon.pins import Pins
from controller.daemon.requests import Query
from controller.daemon.systemd import secret_in
from controller.daemon.tries import Tries
from controller.daemon.wiring import Wiring
from controller.ledger.accepted_terms import rules_in_force
from controller.ledger.bookkeeping import to_book
from controller.ledger.errors import LedgerCorrupt
from controller.ledger.head_check import contradiction
from controller.ledger.reader import Reader
from controller.ledger.second_copy_check import check_second_copy, open_store
from controller.ledger.second_copy_thread import SecondCopy
from controller.ledger.writer import Writer
from controller.present.floor_facts import table_facts
from controller.reports.charts.process import Drawing
from controller.signs.acknowledgements import Witness, last_acknowledged
from controller.signs.heads import Heads
from controller.signs.numeric_signs import NumericSigns, counted
from controller.signs.publisher import Publisher, first_pub
from controller.table.state import Book
from drivers.contract import Driver, NumericSign
from words.message import as_json, message

log = logging.getLogger("litbet")

KEY = re.compile("[0-9a-f]{64}")  # 32 random bytes


def disk(config: Config) -> Writer:
    """The ledger, with its second copy if the table keeps one."""
    path, url = config.second_copy, config.ledger_url
    return Writer(open_store(url, path), SecondCopy(path, url, config.rules.table) if path else None)


@dataclass(frozen=True, slots=True)
class Io:
    """A table's connections to the world. All but the clock are made again at each start, because a table may switch to
    training and back."""

    clock: Clock
    people: Callable[[], People]
    drivers: Callable[[Config, Clock], Mapping[str, Driver]] = build
    writer: Callable[[Config], Writer] = disk
    numeric_signs: Callable[[Config], Mapping[str, NumericSign]] = build_numeric_signs
    connect: Connect | None = None  # to the signs; None: through the configured bus
    queries: Mapping[str, Query] = field(default_factory=dict)  # additional queries for this table


def machine(config: Config, clock: Clock) -> Io:
    """A casino table: the drivers, the disk and the bus that its file names."""

    def mono() -> int:
        return clock.mono() // MS

    return Io(clock, lambda: People(Pins(config.dir / "pins.json"), Tries(config.dir / "tries.json", mono), mono))


@dataclass(frozen=True, slots=True)
class Table:
    """The parts of one table, connected."""

    loop: Loop
    control: Control
    health: Health
    witness: Witness
    heads: Heads
    numeric_signs: NumericSigns
    publisher: Publisher | None

    async def run(self) -> None:
        """Runs until the loop's `finish`, and serves the signs meanwhile."""
        self.numeric_signs.start()
        work = [
            self.witness.run(self.loop.ask),
            self.heads.run(self.loop.ask),
            *([self.publisher.run()] if self.publisher else []),
        ]
        serving = [asyncio.create_task(each) for each in work]
        for task in serving:
            task.add_done_callback(_signs_ended)
        try:
            await self.loop.run()
        finally:
            for task in serving:
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)
            await self.numeric_signs.close()


def _signs_ended(serving: "asyncio.Task[None]") -> None:
    """Play continues without the signs; this is logged."""
    if not serving.cancelled() and isinstance(error := serving.exception(), Exception):
        log.critical("the signs are no longer served", exc_info=error)


@asynccontextmanager
async def assembled(config: Config, io: Io, charts: tuple[str, ...] = ()) -> AsyncIterator[Table]:
    """A table recovered from its ledger. It answers, hears and shows nothing until it runs. `charts` has the arguments
    that name this table to the process that draws its charts."""
    drivers = io.drivers(config, io.clock)
    writer = io.writer(config)
    reader = Reader(config.ledger_url)
    try:
        config = _accepted(config, to_book(writer.checkpoint), reader)
        wiring = Wiring(config.rules, config.spot_inputs, config.key_inputs, config.lamps)
        rules = replace(config.rules, partners=partner_keys(config))
        loop = Loop(rules, config.digest, writer, reader, drivers, wiring, io.clock)
        await _recover(config, loop)
        drawing = Drawing(charts, lambda: loop.state.book.seq)
        try:
            yield _joined(config, io, loop, reader, drawing)
        finally:
            await drawing.close()
    finally:
        reader.close()


def _accepted(config: Config, book: Book, reader: Reader) -> Config:
    """The configuration with the rules that two people accepted. Inputs and lamps of spots that nobody accepted yet
    stay unused."""
    fit(config.rules, config.digest, book)
    rules = rules_in_force(config.rules, reader, book)
    playable(rules, book)
    inputs = {ref: spot for ref, spot in config.spot_inputs.items() if spot in rules.spots}
    lamps = {ref: spot for ref, spot in config.lamps.items() if spot in rules.spots}
    return replace(config, rules=rules, spot_inputs=inputs, lamps=lamps)


def partner_keys(config: Config) -> dict[str, bytes]:
    """The keys that this table shares with its partners."""
    keys = {}
    for table, path in config.partners.items():
        text = secret_in(path, "[[partner]]") or ""
        if not KEY.fullmatch(text):
            raise ConfigError(message("config.no_key", file=path))
        keys[table] = bytes.fromhex(text)
    return keys


async def _recover(config: Config, loop: Loop) -> None:
    """Recover from the ledger, which must be sound, and the newest."""
    here, shown = (loop.state.book.epoch, loop.state.book.seq), last_acknowledged(config.dir)
    if shown and shown[:2] > here:  # R170, E37
        facts = {"row": here[1], "epoch": here[0], "shown_row": shown.seq, "shown_epoch": shown.epoch}
        raise LedgerCorrupt("older_than_signs", url=config.ledger_url, **facts)
    if config.second_copy:
        check_second_copy(config.ledger_url, config.second_copy, config.rules.table, loop.state.book.seq)
    await loop.start()


def _joined(config: Config, io: Io, loop: Loop, reader: Reader, drawing: Drawing) -> Table:
    """Connects signs, health and the control socket to the loop."""
    signs = config.rules.signs
    lines = counted(config.numeric_signs, signs.expected)
    heads = Heads(lambda seen: contradiction(reader, seen))
    witness = Witness(
        config.dir,
        (*signs.expected, *lines),
        signs.grace / 1000,
        io.clock,
        asyncio.get_running_loop().time,
        config.rules.jackpots if config.numeric_signs else (),
        (lambda _sign, _seen: None) if config.rules.training else heads.told,
    )
    numeric_signs = NumericSigns(config.numeric_signs, io.numeric_signs(config), loop.meter, witness, lines)
    publisher = _publisher(config.bus, io, loop, witness, heads) if config.bus else None

    def status() -> dict[str, Any]:
        broker = {"broker": publisher is not None, **(publisher.health() if publisher else {})}
        signs = {**broker, "lines": numeric_signs.health(), "acknowledged": witness.view()}
        found = loop.status()
        if publisher and publisher.health()["yields"]:
            asked = message("asks.doubled", why=publisher.health()["error"])
            found["todo"].insert(0, {"code": "doubled", "say": as_json(asked)})
        return {**found, "signs": as_json(signs)}

    health = Health(lambda: facts(status(), loop.writes, config.dir, config.witnesses), io.clock.utc)

    def whole_status() -> dict[str, Any]:
        return {**status(), "health": health.view()}

    queries: dict[str, Query] = {
        "status": whole_status,
        "jackpot show": lambda: loop.status()["jackpots"],
        "table show": lambda: table_facts(config, loop.rules),
        "floor": lambda: {"status": whole_status(), "actions": loop.allowed_actions()},
        **io.queries,
    }
    past = lookups(reader, loop.rules, config.dir, drawing)
    control = Control(loop, config.socket_path, io.people(), reader, queries, past)

    def changed() -> None:
        if publisher:
            publisher.changed()
        numeric_signs.changed()
        control.changed()

    loop.changed = changed
    return Table(loop, control, health, witness, heads, numeric_signs, publisher)


def _publisher(bus: BusSettings, io: Io, loop: Loop, witness: Witness, heads: Heads) -> Publisher:
    password = secret_in(bus.password_file, f"[{bus.kind}]")
    return Publisher(
        io.connect or bus.connect(loop.rules.table, password),
        witness.watch(loop.snapshot),
        loop.offline,
        first_pub(loop.state.book.seq, io.clock.utc() if loop.state.live.failed else 0),
        loop.rules.signs.expected,
        witness.heard,
        None if loop.rules.training else heads,
    )
