"""The pages of a table (`litbet display`) against its profile and its other signs."""

import ipaddress

from controller.config.draft import Draft
from controller.config.schema import Display


def check_pages(d: Draft) -> None:
    pages = d.display
    if pages is None:
        return

    def fault(key: str, what: str) -> None:
        d.src.fault(("display", key), what)

    if (pages.user is None) != (pages.password_file is None):
        fault("user", "write both user and password_file, or neither")
    why = no_address(pages.listen)
    if why:
        fault("listen", why)
    elif d.profile and not d.profile.signs.networked and not is_loopback(pages.listen):
        fault(
            "listen",
            f'write "127.0.0.1" and a port: profile {d.profile.id} forbids networked signs, and allows at most a '
            "screen at the controller's own video output (R129, C01)",
        )
    if pages.sign:
        _name(d, pages)


def _name(d: Draft, pages: Display) -> None:
    def fault(what: str) -> None:
        d.src.fault(("display", "sign"), what)

    if d.table and pages.sign == d.table.id:
        fault("give the sign another name than the table: both are users of the broker")
    if pages.sign in {sign.name for sign in d.digit_signs.values()}:
        fault("write another name: a numeric sign has this one")
    if d.mqtt is None and d.whole("mqtt"):
        fault("the sign page hears and answers through a broker; write a table [mqtt]")


def no_address(listen: str) -> str:
    """Why nobody can listen there; empty if somebody can."""
    address, _, port = listen.rpartition(":")
    if not port.isdecimal():
        return 'write an address and a port as "127.0.0.1:8480"'
    try:
        if address != "localhost":
            ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return f'"{address}" is no address; write one as "127.0.0.1:8480"'
    return "" if 1 <= int(port) <= 65535 else f'"{port}" is no port; write one from 1 to 65535'


def is_loopback(listen: str) -> bool:
    """Only this machine can reach it."""
    address = listen.rpartition(":")[0].strip("[]")
    return address == "localhost" or ipaddress.ip_address(address).is_loopback
