"""Receives the table's messages over the bus for the sign pages, and sends the pages' acknowledgements. All pages share
one connection to the broker. No message is kept longer than a sign may show it, and none is taken from a broker where
anybody may publish."""

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from buses.contract import Bus, BusError, Connect, Packet
from display.kept_heads import KeptHeads
from display.pages import Page, decoded, encoded
from words.message import Message

log = logging.getLogger(__name__)

FRESH = 10.0  # s: older messages are not sent to a new page (R128)
EXPIRY = 30  # s: the expiry with which a table publishes, and which the broker counts down (docs/SIGNS.md)
LOOK = 2.0  # s between two checks of the connection
PAUSES = (0.2, 2.0)  # s before the next attempt: the first, the longest
LONGEST = 16_384  # bytes of a message; a table's longest has a quarter of this
MOST_TOPICS = 100  # a table has a few, and one per meter; a client that invents more cannot fill the memory
MOST_ACKS = 100  # unanswered by the broker; while there are this many, new ones are dropped
TOPICS = ("status", "head", "round", "event", "jackpot/+/meter")
ACKED = ("jackpot", "epoch", "seq", "pub", "cents")


class Hearing:
    """The newest message of each topic, and the pages that get all of them."""

    def __init__(self, connect: Connect, heads: KeptHeads) -> None:
        self._connect, self._heads = connect, heads
        self._bus: Bus | None = None  # None while there is no connection
        self._newest: dict[str, tuple[float, Any]] = {}  # topic -> when it was published, and its payload
        self._pages: list[Page] = []

    def add(self, page: Page) -> None:
        """Sends a new page what is still fresh, so that it need not wait for the next heartbeat. Each message has its
        age: opening a page must not make an amount look newer (R128)."""
        self._pages.append(page)
        now = asyncio.get_running_loop().time()
        for topic, (at, payload) in self._newest.items():
            if now - at < FRESH and topic != "event":
                page.tell(topic, _message(topic, payload, now - at))

    def remove(self, page: Page) -> None:
        self._pages.remove(page)

    def acknowledge(self, page: Page, shown: dict[str, Any]) -> None:
        """Passes on what a page shows. Of several pages with one sign's name only the newest visible one counts: if
        each could answer for the other, nobody would notice that one of them is stuck. A hidden page does not count, so
        that a page left open in the background does not silence the players' sign."""
        bus = self._bus
        if bus is None or len(bus.unacked) >= MOST_ACKS:
            return
        bearers = [each for each in self._pages if each.sign and each.seen]
        if bearers[-1:] != [page] or any(type(shown.get(name)) is not int for name in ACKED[1:]):
            return
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        ack = {**{name: shown[name] for name in ACKED[1:]}, "jackpot": str(shown.get("jackpot", ""))[:40], "at": at}
        if seen := self._heads.next():
            ack["seen"] = seen
        bus.send(Packet(f"sign/{page.sign}/ack", encoded(ack).encode(), retained=False, expiry=None))

    async def run(self) -> None:
        """Keeps the connection up until cancelled."""
        pause, longest = PAUSES
        logged: Message | None = None
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await self._serve()
            except BusError as fault:
                if fault.message != logged:
                    log.warning("%s", fault.message)
                logged = fault.message
            if asyncio.get_running_loop().time() - began > longest:
                pause, logged = PAUSES[0], None
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    async def _serve(self) -> None:
        """One connection, until it is lost."""
        async with self._connect(None, lambda _topic, _refusal: None, self._hear) as bus:
            if bus.doubt:
                raise bus.doubt
            bus.listen(TOPICS)
            self._bus = bus
            try:
                while True:
                    await bus.watch(LOOK)
                    await asyncio.to_thread(self._heads.save)
            finally:
                self._bus = None

    def _hear(self, packet: Packet) -> None:
        """An empty meter means that the jackpot has ended. Invalid JSON and long messages are ignored."""
        topic, payload, age = packet.topic, packet.payload, _age(packet)
        try:
            found = decoded(payload) if payload else None
        except ValueError:
            return
        if len(payload) > LONGEST or (found is not None and not isinstance(found, dict)):
            return
        if topic == "head":
            self._heads.hear(found)
            return
        text = _message(topic, found, age)
        self._newest.pop(topic, None)
        if len(self._newest) >= MOST_TOPICS:
            del self._newest[next(iter(self._newest))]  # the one that was silent longest
        self._newest[topic] = (asyncio.get_running_loop().time() - age, found)
        for page in self._pages:
            page.tell(topic, text)


def _message(topic: str, payload: Any, age: float) -> str:
    return encoded({"topic": topic, "payload": payload, "age": round(1000 * age)})


def _age(packet: Packet) -> float:
    """In seconds; for a retained message, by how far the broker has counted down its expiry."""
    return float(max(EXPIRY - packet.expiry, 0)) if packet.retained and packet.expiry is not None else 0.0
