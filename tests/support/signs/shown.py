"""Something for a publisher to show, without a table behind it."""

import json

from support.spoken import say

from buses.contract import Packet
from controller.signs.publisher import Publication, Publisher

OFFLINE = Packet("status", b'{"state":"offline"}', True, None)


class Table:
    """Something to show: a status that never changes, a meter and an event that do."""

    def __init__(self) -> None:
        self.seq = 0
        self.event = "opened"
        self.expiry: int | None = 30
        self.padding = ""
        self.rendered = 0
        self.cleared = False  # the jackpot is no more

    def snapshot(self, pub: int) -> tuple[Publication, ...]:
        self.rendered += 1
        meter = (
            self._json(pub, "jackpot/main/meter", {"seq": self.seq, "padding": self.padding}),
            Publication("jackpot/main/value", f"{self.seq}.00".encode(), True, self.expiry),
        )
        if self.cleared:
            meter = (
                Publication("jackpot/main/meter", b"", True, None, once=True),
                Publication("jackpot/main/value", b"", True, None, once=True),
            )
        return (
            self._json(pub, "status", {"state": "open"}),
            *meter,
            Publication("event", self.event.encode(), False, None),
        )

    def _json(self, pub: int, topic: str, body: dict[str, object]) -> Publication:
        return Publication(topic, json.dumps({**body, "pub": pub}).encode(), True, self.expiry, content=body)


def settled(shown: Publisher) -> bool:
    """The broker has answered for all of this connection; what broke with an earlier one it never will."""
    return shown._bus is not None and not shown._bus.unacked


def refused(shown: Publisher) -> list[str]:
    """What the broker refuses, as people read it."""
    return [say(each) for each in shown.health()["refused"]]
