"""A table that is served: the place that builds its parts (for made-up worlds simulation/life.py does)."""

import asyncio
import gc
import logging
import os
import signal
from datetime import date
from pathlib import Path
from typing import Any

from controller import telling
from controller.app import App
from controller.cli.shared import secret_in
from controller.clock import MS, BenchClock, Clock, now
from controller.control import Control
from controller.core.gaming_day import DAY, gaming_day, starts_at
from controller.drawing import Drawing
from controller.floor import table_facts
from controller.hardware import build, build_signs
from controller.health import Health, facts
from controller.ledger.errors import LedgerCorrupt
from controller.ledger.mirror import Mirror
from controller.ledger.reader import Reader
from controller.ledger.writer import Writer
from controller.lookups import lookups
from controller.notify import notify
from controller.panel import Panel, counted
from controller.people import People, Pins
from controller.publisher import MqttSettings, Publisher, first_pub
from controller.second_copy import agree, opened
from controller.settings import Config, Mqtt
from controller.wiring import Wiring
from controller.witness import Witness, last_acknowledged

log = logging.getLogger("litbet")


async def serve(config: Config, clock: Clock, home: Path, named: tuple[str, ...]) -> bool:
    """Until the table is told to end, or to go on in training, or back: then true."""

    drivers = build(config, clock)
    wiring = Wiring(config.rules, config.spot_inputs, config.key_inputs, config.lamps)
    people = People(Pins(home / "pins.json"), lambda: clock.mono() // MS)
    store = opened(config.ledger_url, config.copy)
    reader = Reader(config.ledger_url)
    mirror = Mirror(config.copy, config.ledger_url, config.rules.table) if config.copy else None
    app = App(config.rules, config.digest, Writer(store, mirror), reader, drivers, wiring, clock)
    app.fits()
    _newest(config, app)
    if config.copy:
        agree(config.ledger_url, config.copy, config.rules.table, app.state.book.seq)
    if isinstance(clock, BenchClock):
        clock.wind(app.state.book.last.utc + 1000)  # an earlier bench may have run ahead of the time
    await app.start()
    signs = config.rules.signs
    lines = counted(config.digit_signs, signs.expected)
    witness = Witness(
        config.dir,
        (*signs.expected, *lines),
        signs.grace / 1000,
        clock,
        jackpots=config.rules.jackpots if config.digit_signs else (),
    )
    panel = Panel(config.digit_signs, build_signs(config), app.meter, witness, lines)
    publisher = config.mqtt and Publisher(
        _settings(config.mqtt),
        config.rules.table,
        witness.watch(app.snapshot),
        app.offline,
        first_pub(app.state.book.seq, clock.utc() if app.state.live.failed else 0),
        signs.expected,
        witness.heard,
    )

    def changed() -> None:
        if publisher:
            publisher.changed()
        panel.changed()
        control.changed()

    app.changed = changed
    health = Health(lambda: facts(status(), app.writes, config.dir), clock.utc)

    def status() -> dict[str, Any]:
        broker = {"broker": publisher is not None, **(publisher.health() if publisher else {})}
        return {**app.status(), "signs": {**broker, "lines": panel.health(), "acknowledged": witness.view()}}

    queries: dict[str, Any] = {
        "status": lambda: {**status(), "health": health.look()},
        "jackpot show": lambda: app.status()["jackpots"],
    }
    if isinstance(clock, BenchClock):
        queries["bench wind"] = lambda: _wind(app, clock)
    queries |= {
        "table show": lambda: table_facts(config, app.rules),
        "floor": lambda: {"status": telling.page(queries["status"]()), "may": app.may()},
    }
    drawing = Drawing(named, lambda: app.state.book.seq)
    past = lookups(reader, app.rules, config.dir, drawing, lambda: now(clock))
    control = Control(app, config.socket_path, people, reader, queries, past)
    await control.start()

    gc.collect()
    gc.freeze()  # what was loaded stays: collections need not walk it while a round is locked
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, _end, app, control)
    notify("READY=1")  # recovered, checked, and whoever asks is answered
    living = asyncio.create_task(health.live(app.alive))
    panel.start()
    serving = [asyncio.create_task(each) for each in (witness.run(app.ask), *([publisher.run()] if publisher else []))]
    for task in serving:
        task.add_done_callback(_signs_ended)
    try:
        await app.run()
    finally:
        for task in (living, *serving):
            task.cancel()
        await asyncio.gather(living, *serving, return_exceptions=True)
        await panel.close()
        await drawing.close()
        await control.close()
    if not control.switched:
        _leave()
    return True


def _leave() -> None:
    """All is on disk and closed. Not by the interpreter's own end, which waits for every thread: one of a library's may
    wait for a name server for half a minute."""
    logging.shutdown()
    os._exit(0)


def _newest(config: Config, app: App) -> None:
    """R170, E37: an old copy of the ledger must not go on where a newer one has been shown."""
    here, shown = (app.state.book.epoch, app.state.book.seq), last_acknowledged(config.dir)
    if shown and shown[:2] > here:
        raise LedgerCorrupt(
            f"{config.ledger_url} ends with row {here[1]} of epoch {here[0]}, but signs have shown row {shown.seq} of "
            f"epoch {shown.epoch}: it is an old copy; put the newest backup back with `litbet restore`, by two people "
            "(or this one: `litbet backup` it first)"
        )


def _end(app: App, control: Control) -> None:
    """For good, even while it is about to go on in training."""
    notify("STOPPING=1")
    control.switched = False
    app.finish()


def _signs_ended(showing: "asyncio.Task[None]") -> None:
    """The table plays on without its signs (they say so themselves), but not without a word."""
    if not showing.cancelled() and showing.exception():
        log.critical("the signs are no longer served", exc_info=showing.exception())


def _settings(mqtt: Mqtt) -> MqttSettings:
    return MqttSettings(mqtt.host, mqtt.port, mqtt.prefix, mqtt.user, secret_in(mqtt.password_file, "[mqtt]"), mqtt.ca)


def _wind(app: App, clock: BenchClock) -> dict[str, Any]:
    """To just after the next gaming day's beginning."""
    today = gaming_day(clock.utc(), app.rules.roll, app.rules.zone)
    tomorrow: date = today + DAY
    clock.wind(starts_at(tomorrow, app.rules.roll, app.rules.zone) + 3_600_000)
    return {"utc": clock.utc(), "day": tomorrow.isoformat()}
