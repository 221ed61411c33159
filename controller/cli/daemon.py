"""`litbet run`: the table itself, and the only place that builds its parts."""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.shared import clock_of, command, config_of, of_a_table, with_bench_clock
from controller.clock import BenchClock, Clock


def add(groups: Any) -> None:
    made = command(groups, "run", run, "run the table, until SIGTERM", "run --config /etc/litbet/table.toml")
    with_bench_clock(of_a_table(made))
    made.add_argument("--bench-mqtt", type=int, help=argparse.SUPPRESS)
    made.add_argument("--bench-board", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    config = config_of(args)
    if args.bench_mqtt:
        boards = [board.model_copy(update={"port": args.bench_board}) for board in config.drivers]
        config = replace(config, mqtt=config.mqtt.model_copy(update={"port": args.bench_mqtt}), drivers=tuple(boards))
    return asyncio.run(_serve(config, clock_of(args)))


async def _serve(config: Any, clock: Clock) -> int:
    from controller.app import App
    from controller.control import Control
    from controller.hardware import build
    from controller.ledger.reader import Reader
    from controller.ledger.store import Store
    from controller.publisher import MqttSettings, Publisher, first_pub
    from controller.wiring import Wiring

    drivers = build(config, clock)
    wiring = Wiring(config.rules, config.spot_inputs, config.key_inputs, config.lamps)
    store = Store.open(config.ledger_url)
    app = App(config.rules, config.digest, store, Reader(config.ledger_url), drivers, wiring, clock)
    app.fits()
    if isinstance(clock, BenchClock):
        clock.wind(app.state.book.last.utc + 1000)  # an earlier bench may have run ahead of the time
    await app.start()
    mqtt = config.mqtt
    settings = MqttSettings(mqtt.host, mqtt.port, mqtt.prefix, mqtt.user, _secret(mqtt.password_file), mqtt.ca)
    publisher = Publisher(settings, config.rules.table, app.snapshot, app.offline(), first_pub(app.state.book.seq))
    app.changed = publisher.changed
    queries: dict[str, Any] = {
        "status": lambda: {**app.status(), "signs": dict(publisher.health())},
        "jackpot show": lambda: app.status()["jackpots"],
    }
    if isinstance(clock, BenchClock):
        queries["bench wind"] = lambda: _wind(app, clock)
    control = Control(app, config.socket_path, queries)
    await control.start()

    gc.collect()
    gc.freeze()  # what was loaded stays: collections need not walk it while a round is locked
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, app.finish)
    showing = asyncio.create_task(publisher.run())
    showing.add_done_callback(_signs_ended)
    try:
        await app.run()
    finally:
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        await control.close()
    return 0


def _signs_ended(showing: "asyncio.Task[None]") -> None:
    """The table plays on without its signs (they say so themselves), but not without a word."""
    if not showing.cancelled() and showing.exception():
        logging.getLogger("litbet").critical("the signs are no longer served", exc_info=showing.exception())


def _secret(path: str | None) -> str | None:
    from controller.config import ConfigError

    try:
        return Path(path).read_text().strip() if path else None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: the password for the broker cannot be read ({error}); see [mqtt]"]) from None


def _wind(app: Any, clock: BenchClock) -> dict[str, Any]:
    """To just after the next gaming day's beginning."""
    from datetime import date

    from controller.core.gaming_day import DAY, gaming_day, starts_at

    today = gaming_day(clock.utc(), app.rules.roll, app.rules.zone)
    tomorrow: date = today + DAY
    clock.wind(starts_at(tomorrow, app.rules.roll, app.rules.zone) + 3_600_000)
    return {"utc": clock.utc(), "day": tomorrow.isoformat()}
