"""What the pages' server hears: the table's topics from the broker, and acknowledgements from its own pages.

Promised: never an exception, for one would end the hearing for good; a page is told JSON as browsers read it, a word at
a time; what is kept is bounded, however many topics somebody makes up; acknowledgements that go on are five numbers and
a name; after any noise a true meter reaches every page.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, cast

from fuzz.surface import Surface, number, script, steps, strict

from buses.contract import Packet
from display.hearing import EXPIRY, MOST_ACKS, Hearing
from display.kept_heads import KeptHeads

METER = {"v": 1, "jackpot": "bonus", "epoch": 1, "seq": 5, "pub": 9, "cents": 125000, "state": "open"}
MOST_KEPT = 4 << 20  # bytes


class _Page:
    """Remembers the newest words."""

    def __init__(self, sign: str | None) -> None:
        self.sign, self.seen = sign, True
        self.texts: dict[str, str] = {}

    def tell(self, key: str, text: str) -> None:
        message = strict(text)
        assert message["topic"] == key
        assert message["age"] >= 0
        self.texts[key] = text


class _Bus:
    """Keeps what is sent; its broker answers nothing."""

    def __init__(self) -> None:
        self.sent: list[Packet] = []

    @property
    def unacked(self) -> list[str]:
        return [packet.topic for packet in self.sent]

    def send(self, packet: Packet) -> None:
        self.sent.append(packet)


def _packet(topic: str, payload: bytes, age: int = 0) -> Packet:
    return Packet(topic, payload, retained=age > 0, expiry=EXPIRY - age)


class PagesHear(Surface):
    """Whatever the broker says, the pages go on hearing."""

    name = "mqtt-pages"
    reaches = ("display/hearing.py", "display/pages.py")
    words = ("topic", "said", "text", "age", "ack", "page", "seen", "late", "many", "jackpot/bonus/meter", "status",
             "round", "event", "jackpot", "epoch", "seq", "pub", "cents", "sign-1")  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        ack = {name: METER[name] for name in ("jackpot", "epoch", "seq", "pub", "cents")}
        return [
            script({"topic": "jackpot/bonus/meter", "said": METER}, {"late": 1}, {"ack": ack, "page": 0}),
            script({"topic": "status", "text": "{"}, {"topic": "event", "said": {}}, {"topic": "round", "said": None}),
            script({"topic": "jackpot/bonus/meter", "text": ""}, {"seen": False, "page": 0}, {"ack": ack, "page": 1}),
            script({"many": 300}, {"topic": "round", "said": {"a": 1.5}, "age": 29.5}, {"ack": {**ack, "pub": "9"}}),
        ]

    def check(self, data: bytes) -> None:
        asyncio.run(self._check(data))

    async def _check(self, data: bytes) -> None:
        bus = _Bus()
        hearing = Hearing(cast(Any, None), KeptHeads(None))
        hearing._bus = cast(Any, bus)
        pages = [_Page("sign-1"), _Page(None)]
        for page in pages:
            hearing.add(cast(Any, page))
        for step in steps(data):
            match step:
                case {"topic": str(topic), "said": payload}:
                    hearing._hear(_packet(topic, json.dumps(payload).encode(), number(step.get("age"), 30)))
                case {"topic": str(topic), "text": str(text)}:
                    hearing._hear(_packet(topic, text.encode("latin-1", errors="replace")))
                case {"ack": dict(payload)}:
                    hearing.acknowledge(cast(Any, pages[number(step.get("page"), len(pages) - 1)]), payload)
                case {"seen": seen}:
                    pages[number(step.get("page"), len(pages) - 1)].seen = bool(seen)
                case {"late": _} if len(pages) < 9:
                    pages.append(_Page(None))
                    hearing.add(cast(Any, pages[-1]))
                case {"many": count}:
                    for n in range(number(count, 2000)):
                        hearing._hear(_packet(f"jackpot/{n}/meter", json.dumps({"a": "x" * 3000}).encode()))
            assert sum(len(topic) + len(str(payload)) for topic, (_, payload) in hearing._newest.items()) < MOST_KEPT
        self._acknowledged(bus)
        hearing._hear(_packet("jackpot/bonus/meter", json.dumps(METER).encode()))
        for page in pages:
            assert strict(page.texts["jackpot/bonus/meter"])["payload"] == METER

    def _acknowledged(self, bus: _Bus) -> None:
        assert len(bus.sent) <= MOST_ACKS
        for packet in bus.sent:
            ack = packet.payload.decode()
            facts = strict(ack)
            assert packet.topic == "sign/sign-1/ack"
            assert set(facts) == {"jackpot", "epoch", "seq", "pub", "cents", "at"}
            assert all(type(facts[name]) is int for name in ("epoch", "seq", "pub", "cents"))
            assert len(facts["jackpot"]) <= 40
            assert len(ack) < 2000
