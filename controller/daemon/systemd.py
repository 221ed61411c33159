"""Notifications to the service manager, one datagram each (sd_notify(3); none without a service manager), and the
secrets and sockets that it passes on."""

import os
import socket
from pathlib import Path

from controller.config.settings import ConfigError, why_unreadable
from words.message import message

FIRST_SOCKET = 3  # its file descriptor; the first three are the standard streams


def listens() -> bool:
    return bool(os.environ.get("NOTIFY_SOCKET"))


def notify(*words: str) -> None:
    """`READY=1`, `STATUS=...`, `WATCHDOG=1`, `STOPPING=1`. Neither waits nor raises: a service manager that does not
    listen must not stop a table."""
    if not listens():
        return
    address = os.environ["NOTIFY_SOCKET"]
    if address.startswith("@"):  # an abstract socket: a name without a file
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
        line.connect_ex(address)
        try:
            line.send("\n".join(words).encode())
        except OSError:
            return


def watched() -> float | None:
    """Seconds without a sign of life after which the service manager kills the process; None: it has no watchdog."""
    usec, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    mine = pid in ("", str(os.getpid()))
    return int(usec) / 1e6 if usec.isdecimal() and mine and int(usec) else None


def handed_sockets() -> list[socket.socket]:
    """The listening sockets that the service manager keeps for this process (sd_listen_fds(3)); none without it."""
    mine = os.environ.get("LISTEN_PID") == str(os.getpid())
    count = int(os.environ.get("LISTEN_FDS", "0")) if mine else 0
    return [socket.socket(fileno=number) for number in range(FIRST_SOCKET, FIRST_SOCKET + count)]


def secret_in(path: str | None, section: str) -> str | None:
    """The content of a secret's file. Under systemd the service may not read the file itself and gets a copy, as a
    credential of the same name."""
    if not path:
        return None
    handed = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere"), Path(path).name)
    try:
        return (handed if handed.exists() else Path(path)).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        what = message("config.no_secret", file=path, section=section, why=why_unreadable(error))
        raise ConfigError(what) from None
