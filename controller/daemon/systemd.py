"""What the service manager is told, one datagram each (sd_notify(3); nothing where nobody listens), and the secrets
that it hands over."""

import os
import socket
from pathlib import Path

from controller.config.settings import ConfigError, why_unreadable
from words.message import message


def listens() -> bool:
    return bool(os.environ.get("NOTIFY_SOCKET"))


def notify(*words: str) -> None:
    """`READY=1`, `STATUS=...`, `WATCHDOG=1`, `STOPPING=1`. Neither waits nor raises: a service manager that does not
    listen is no reason to stop a table."""
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
    """Seconds after which the service manager kills a process that has given no sign of life; None: it does not."""
    usec, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    mine = pid in ("", str(os.getpid()))
    return int(usec) / 1e6 if usec.isdecimal() and mine and int(usec) else None


def secret_in(path: str | None, section: str) -> str | None:
    """What a secret's file holds. Under systemd the service may not read the file; it is handed a copy, as a credential
    of the same name."""
    if not path:
        return None
    handed = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere"), Path(path).name)
    try:
        return (handed if handed.exists() else Path(path)).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        what = message("config.no_secret", file=path, section=section, why=why_unreadable(error))
        raise ConfigError(what) from None
