"""`litbet display`: the pages of a table, each in a process of its own."""

import argparse
import ipaddress
import os
import pwd
import socket
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, config_of, of_a_table
from words.message import Message, UsageError, message

if TYPE_CHECKING:
    from buses.contract import Connect
    from controller.config.settings import Config
    from display.server import Server
    from display.settings import Settings

PORTS = {"sign": 8480, "dealer": 8481}  # without a service manager, which has its own in systemd/
HERE = "127.0.0.1"
BACKLOG = 1024  # connections that wait to be taken
UNMAPPED = 65534  # "nobody", as which a kernel's user name space shows every user that it does not know


def add(groups: Any) -> None:
    made = of_a_table(command(groups, "display", display, "display sign --config /etc/litbet/table.toml"))
    made.add_argument("page", choices=tuple(PORTS))
    made.add_argument("--listen", metavar="ADDRESS:PORT")
    made.add_argument("--kiosk", metavar="USER")


def display(args: argparse.Namespace) -> int:
    from controller.daemon.systemd import handed_sockets
    from display.dealer_site import DealerSite
    from display.server import Server
    from display.sign_site import SignSite

    config = config_of(args)
    here = settings(config, _user(args.kiosk))
    address = args.listen or f"{HERE}:{PORTS[args.page]}"
    if why := no_address(address):
        raise UsageError("usage.listen", listen=address, why=why)
    listeners = handed_sockets()
    for at in [address_of(each) for each in listeners] or [address]:
        if args.page == "dealer" and not is_loopback(at):
            raise UsageError("usage.listen_dealer", listen=at)
        if not config.profile.networked_signs and not is_loopback(at):
            raise UsageError("usage.listen_forbidden", listen=at, profile=config.profile.id)
    site = SignSite(here, connect_of(config)) if args.page == "sign" else DealerSite(here, config.socket_path)
    return serve(Server(here, [site]), address, listeners)


def connect_of(config: "Config") -> "Connect | None":
    """How the sign's pages connect to the table's bus; None where it has none."""
    from controller.daemon.systemd import secret_in

    pages, bus = config.display, config.bus
    if not bus:
        return None
    return replace(bus, user=pages.user).connect(config.rules.table, secret_in(pages.password_file, "[display]"))


def serve(server: "Server", address: str, listeners: Sequence[socket.socket] = ()) -> int:
    """Serve until SIGTERM or SIGINT, on the sockets that the service manager keeps, or else at the address."""
    import asyncio
    import logging

    from controller.daemon.log import logging_to
    from controller.daemon.systemd import notify
    from display.peer import is_told

    log = logging.getLogger("litbet")

    with logging_to(sys.stderr):
        if not is_told():
            log.critical("the kernel does not tell who connects to the pages: it needs the module tcp_diag")
            return 1
        try:
            listeners = listeners or [_listener(address)]
            places = " ".join(f"http://{address_of(listener)}" for listener in listeners)

            def ready() -> None:
                notify("READY=1")
                log.info("the pages are at %s", places)

            asyncio.run(server.run(listeners, ready))
        except OSError as error:
            log.critical("nobody can listen at %s (%s): name another address or port", address, error.strerror)
            return 1
    return 0


def settings(config: "Config", kiosk: int | None) -> "Settings":
    """The settings that the pages of this table start with."""
    from display.settings import Settings

    pages = config.display
    heads = Path(os.environ.get("STATE_DIRECTORY", config.dir)) / "heads.json"
    return Settings(config.rules.table, kiosk, pages.sign, heads, theme=pages.theme, language=pages.language)


def _user(name: str | None) -> int:
    """The user whose browser shows the pages; without a name, the one who starts them."""
    if name is None:
        return os.geteuid()
    try:
        user = pwd.getpwnam(name).pw_uid
    except KeyError:
        raise UsageError("usage.kiosk_unknown", user=name) from None
    if user == UNMAPPED:
        raise UsageError("usage.kiosk_unmapped", user=name)
    return user


def no_address(listen: str) -> Message | None:
    """Why nobody can listen on this address; None if it is possible."""
    address, _, port = listen.rpartition(":")
    if not (port.isascii() and port.isdecimal()):
        return message("usage.no_port")
    try:
        ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return message("usage.no_address", address=address)
    return None if 1 <= int(port) <= 65535 else message("usage.port_range", port=port)


def is_loopback(listen: str) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listen.rpartition(":")[0].strip("[]")).is_loopback


def address_of(listener: socket.socket) -> str:
    address, port, *_ = listener.getsockname()
    return f"[{address}]:{port}" if listener.family == socket.AF_INET6 else f"{address}:{port}"


def _listener(listen: str) -> socket.socket:
    address, _, port = listen.rpartition(":")
    family = socket.AF_INET6 if address.startswith("[") else socket.AF_INET
    return socket.create_server((address.strip("[]"), int(port)), family=family, backlog=BACKLOG)
