"""`litbet display`: the pages of a table, in a separate process."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, config_of, of_a_table
from words.message import UsageError

if TYPE_CHECKING:
    from controller.config.settings import Config
    from display.server import Server
    from display.settings import Settings


def add(groups: Any) -> None:
    made = of_a_table(command(groups, "display", display, "display --config /etc/litbet/table.toml"))
    made.add_argument("--listen", metavar="ADDRESS:PORT")


def display(args: argparse.Namespace) -> int:
    from display.server import Server

    return serve(Server(settings(config_of(args), args.listen)))


def serve(server: "Server") -> int:
    """Serve until SIGTERM or SIGINT."""
    import asyncio
    import logging

    from controller.daemon.log import logging_to
    from controller.daemon.systemd import notify

    host, port = server.settings.host, server.settings.port

    def ready() -> None:
        notify("READY=1")
        logging.getLogger("litbet").info("the pages are at http://%s:%d", host, port)

    with logging_to(sys.stderr):
        try:
            asyncio.run(server.run(ready))
        except OSError as error:
            logging.getLogger("litbet").critical(
                "nobody can listen at %s:%d (%s): name another address or port in [display] listen",
                host,
                port,
                error.strerror,
            )
            return 1
    return 0


def settings(config: "Config", listen: str | None) -> "Settings":
    """The settings that the pages of this table start with. `listen` overrides the file's setting."""
    from controller.config.pages import is_loopback, no_address
    from controller.daemon.systemd import secret_in
    from display.settings import Settings

    pages, bus = config.display, config.bus
    listen = listen or pages.listen
    if why := no_address(listen):
        raise UsageError("usage.listen", listen=listen, why=why)
    if not config.profile.networked_signs and not is_loopback(listen):
        raise UsageError("usage.listen_forbidden", listen=listen, profile=config.profile.id)
    address, _, port = listen.rpartition(":")
    connect = None
    if bus:
        password = secret_in(pages.password_file, "[display]")
        connect = replace(bus, user=pages.user).connect(config.rules.table, password)
    return Settings(
        table=config.rules.table,
        host=address.strip("[]"),
        port=int(port),
        connect=connect,
        control=config.socket_path,
        sign=pages.sign,
        heads=Path(os.environ.get("STATE_DIRECTORY", config.dir)) / "heads.json",
        theme=pages.theme,
        language=pages.language,
    )
