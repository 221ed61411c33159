"""Checks the pages of a table (`litbet display`) against its profile and its other signs."""

import ipaddress

from controller.config.draft import Draft
from controller.config.schema import Display
from words.message import Message, message


def check_pages(d: Draft) -> None:
    pages = d.display
    if pages is None:
        return

    def fault(key: str, what: Message) -> None:
        d.src.fault(("display", key), what)

    if (pages.user is None) != (pages.password_file is None):
        fault("user", message("config.user_and_password"))
    if why := no_address(pages.listen):
        fault("listen", why)
    elif d.profile and not d.profile.signs.networked and not is_loopback(pages.listen):
        fault("listen", message("config.listen_here", profile=d.profile.id))
    if pages.sign:
        _name(d, pages)


def _name(d: Draft, pages: Display) -> None:
    def fault(what: Message) -> None:
        d.src.fault(("display", "sign"), what)

    if d.table and pages.sign == d.table.id:
        fault(message("config.sign_is_table"))
    if pages.sign in {sign.name for sign in d.numeric_signs.values()}:
        fault(message("config.sign_is_numeric"))
    if d.has_no_bus:
        fault(message("config.sign_page_without_broker"))


def no_address(listen: str) -> Message | None:
    """Why nobody can listen on this address; None if it is possible."""
    address, _, port = listen.rpartition(":")
    if not port.isdecimal():
        return message("config.no_port")
    try:
        if address != "localhost":
            ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return message("config.no_address", address=address)
    return None if 1 <= int(port) <= 65535 else message("config.port_range", port=port)


def is_loopback(listen: str) -> bool:
    """Whether only this machine can reach it."""
    address = listen.rpartition(":")[0].strip("[]")
    return address == "localhost" or ipaddress.ip_address(address).is_loopback
