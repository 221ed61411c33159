"""Checks the message bus of a table: there is at most one, and the profile permits it."""

from controller.config.draft import Draft
from words.message import message


def check_bus(d: Draft) -> None:
    for section, bus in d.buses.items():
        if section != (first := next(iter(d.buses))):
            d.src.fault((section,), message("config.one_bus", first=first))
        if (bus.user is None) != (bus.password_file is None):
            d.src.fault((section, "user"), message("config.user_and_password"))
        key = bus.leaves_by()
        if key and d.profile and not d.profile.signs.networked:
            d.src.fault((section, key), message("config.broker_here", profile=d.profile.id))
        for key, what in bus.warnings():
            d.src.warn((section, key), what)
