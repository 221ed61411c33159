"""`litbet display`: the pages of a table, in a process of their own."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.shared import command, config_of, of_a_table, secret_in


def add(groups: Any) -> None:
    made = of_a_table(
        command(
            groups,
            "display",
            display,
            "serve the players' sign and the dealer's page to browsers",
            "display --config /etc/litbet/table.toml",
        )
    )
    made.add_argument("--listen", metavar="ADDRESS:PORT", help="instead of the file's")
    made.add_argument("--bench-mqtt", type=int, help=argparse.SUPPRESS)
    made.add_argument("--bench-socket", type=Path, help=argparse.SUPPRESS)


def display(args: argparse.Namespace) -> int:
    import asyncio
    import logging

    from controller.log import logging_to
    from controller.notify import notify
    from display.server import Server

    settings = _settings(args)

    def ready() -> None:
        notify("READY=1")
        logging.getLogger("litbet").info("the pages are at http://%s:%d", settings.host, settings.port)

    with logging_to(sys.stderr):
        try:
            asyncio.run(Server(settings).run(ready))
        except OSError as error:
            at = f"{settings.host}:{settings.port}"
            logging.getLogger("litbet").critical(
                "nobody can listen at %s (%s): name another address or port in [display] listen", at, error.strerror
            )
            return 1
    return 0


def _settings(args: argparse.Namespace) -> Any:
    from controller.bench.boards import SIGN
    from controller.config.pages import is_loopback, no_address
    from controller.errors import UsageError
    from controller.settings import Mqtt
    from display.settings import BrokerSettings, Settings

    config = config_of(args)
    pages = config.display
    listen = args.listen or pages.listen
    if why := no_address(listen):
        raise UsageError(f"--listen {listen}: {why}")
    if not config.profile.networked_signs and not is_loopback(listen):
        raise UsageError(
            f"--listen {listen}: profile {config.profile.id} forbids networked signs; use 127.0.0.1 (R129)"
        )
    address, _, port = listen.rpartition(":")
    mqtt = config.mqtt
    if args.bench_mqtt:
        mqtt = replace(mqtt, port=args.bench_mqtt) if mqtt else Mqtt("127.0.0.1", args.bench_mqtt)
    broker = mqtt and BrokerSettings(
        mqtt.host, mqtt.port, mqtt.prefix, pages.user, secret_in(pages.password_file, "[display]"), mqtt.ca
    )
    return Settings(
        table=config.rules.table,
        host=address.strip("[]"),
        port=int(port),
        broker=broker,
        control=config.socket_path,
        sign=pages.sign or (SIGN if args.bench_socket else None),
        theme=pages.theme,
        language=pages.language,
        bench=args.bench_socket,
    )
