"""Publishes a table's state and receives messages from its signs, on any bus. It decides nothing.

There is no queue. Whoever changes the state calls `changed()`, and the newest snapshot is sent within that call. While
the broker is away or slow, only the wish to send the newest snapshot is kept. Retained messages are sent again on every
connection and every `HEARTBEAT` seconds, because a broker may lose them; others (events) are sent once.

It subscribes only to the acknowledgements of the table's own signs (a sign that floods is ignored for a while) and to
its own `status`. Two controllers with one name would take the connection from each other for ever, and the signs would
alternate. So each compares the status on the broker with its own, and the one that signs would ignore stops publishing
(E38). It believes no status and no head of a broker where anybody may write one.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from buses.contract import SILENCE, Bus, BusError, Connect, Packet
from controller.signs.flood import DEAF, Flood
from controller.signs.heads import BROKER, TOPIC, Heads, retained_head
from words.message import Message, message

log = logging.getLogger(__name__)

HEARTBEAT = 2.0  # seconds; a sign doubts its amount after 10 s without news (R128)
WINDOW = 10  # with this many unacknowledged messages the next snapshot waits; brokers allow 20
PAUSES = (0.2, 1.2)  # s before the next attempt: the first pause, and the longest
PUBS_PER_ROW = 1 << 24


def first_pub(seq: int, failed_at: int = 0) -> int:
    """The number of a run's first publication, chosen so that numbers rise across restarts without a clock or a disk
    write. `seq` is the ledger's last row, which the start itself wrote, so it is above that of any earlier run. The
    range of one row lasts for a year of heartbeats, and JavaScript can represent the numbers of 500 million rows. A
    start that could not write its row shares the row of the run before: it takes its number from the clock
    (`failed_at`, utc ms), in the upper half of the range, where the clock rises faster than anybody publishes."""
    upper = PUBS_PER_ROW // 2
    return seq * PUBS_PER_ROW + (upper + (failed_at >> 8) % upper if failed_at else 0)


@dataclass(frozen=True, slots=True)
class Publication(Packet):
    """One packet of a snapshot. `content` is everything in it except the publication's number; while it is unchanged,
    `changed()` does not send it again. Without `content` the payload is compared."""

    content: object = None
    once: bool = False  # sent on each connection and not at heartbeats: it clears a retained message


class Publisher:
    """`snapshot(pub)` renders the whole state as packets, in sending order. `offline` renders the last message about
    the table: the broker publishes it when the connection is lost, we publish it when we stop."""

    def __init__(
        self,
        connect: Connect,
        snapshot: Callable[[int], Iterable[Publication]],
        offline: Callable[[int], Packet],
        first_pub: int,
        signs: Iterable[str] = (),
        heard: Callable[[str, bytes], None] = lambda _sign, _payload: None,
        heads: Heads | None = None,
    ) -> None:
        self._connect = connect
        self._snapshot = snapshot
        self._offline = offline
        self._signs, self._heard, self._heads = tuple(signs), heard, heads
        self._pub = first_pub
        self._bus: Bus | None = None  # set while connected
        self._compared = False  # what this broker retains of the ledger's head, with the ledger
        self._met = b""  # a status that was heard before that
        self._flood = Flood()
        self._contents: dict[str, object] = {}  # by topic, unless the connection broke before the broker had it
        self._held = False  # a snapshot waits because of WINDOW
        self._refused: dict[str, str] = {}  # topic -> reason
        self._sent = self._acked = self._connections = 0
        self._since = 0.0
        self._yields: Message | None = None  # why it has stopped publishing for good
        self._doubt: Message | None = None  # why this broker's messages could be anybody's
        self._where = ""  # of the last connection
        self._error: Message | None = None
        self._logged: Message | None = None  # an outage is logged with one line

    def changed(self) -> None:
        """Sends the newest state, now or as soon as possible. Runs on the loop's thread; neither waits nor raises."""
        self._publish(everything=False)

    async def run(self) -> None:
        """Keeps the connection up until cancelled; then publishes that the table is offline."""
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        pause, longest = PAUSES
        while True:
            began = loop.time()
            try:
                await self._serve()
            except BusError as fault:
                self._error = fault.message
                if self._error != self._logged:
                    log.warning("%s", self._error)
                self._logged = self._error
            if self._yields:
                self._error = self._yields
                log.critical("%s", self._error)
                await asyncio.Event().wait()  # only a person can end this
            if loop.time() - began > SILENCE:  # longer than an attempt takes: there was a connection
                pause = PAUSES[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    def health(self) -> Mapping[str, Any]:
        """`since`: seconds for which the connection has been up, or down. `error` is the last one, even if it is
        over."""
        return {
            "connected": self._bus is not None,
            "yields": self._yields is not None,
            "doubt": self._doubt,
            "since": round(asyncio.get_running_loop().time() - self._since),
            "sent": self._sent,
            "acked": self._acked,
            "refused": tuple(
                message("signs.broker_refused", topic=topic, error=why) for topic, why in self._refused.items()
            ),
            "reconnects": max(0, self._connections - 1),
            "error": self._yields or self._error,
        }

    async def _serve(self) -> None:
        """One connection, from the attempt to its loss."""
        will = self._offline(self._pub)
        async with self._connect(will, self._answered, self._hear) as bus:
            self._compared, self._met = False, b""
            self._switch(bus)
            self._trust(bus)
            self._flood = Flood()
            bus.listen([will.topic, *([TOPIC] if self._heads else []), *map(_ack, self._signs)])
            self._connections += 1
            self._logged = None
            try:
                await self._compare(bus)
                if not self._contradicted():
                    log.info("The broker at %s shows the table", bus.where)
                while not self._contradicted():
                    self._publish(everything=True)
                    await bus.watch(HEARTBEAT)
                    self._hear_again()
                await bus.leave(None)  # the will has our numbers, which signs and another controller would believe
            except asyncio.CancelledError:
                self._switch(None)
                await bus.leave(self._offline(self._pub))
                raise
            finally:
                self._switch(None)
                for topic in bus.unacked:
                    self._contents.pop(topic, None)

    async def _compare(self, bus: Bus) -> None:
        """Before anything is published, which would replace the head that the broker retains."""
        if self._heads:
            await bus.settled()
            await self._heads.compared()
        self._compared = True
        if self._met and not self._contradicted():
            self._meet(self._met)

    def _hear(self, packet: Packet) -> None:
        """Handles a message from the bus; no content ends the connection."""
        topic = packet.topic
        if self._flood.ignores(topic):
            return
        if self._flood.begins(topic):
            log.warning("topic %s is flooded: it is not listened to for %g s", topic, DEAF * HEARTBEAT)
            if self._bus:
                self._bus.ignore(topic)
            return
        try:
            self._take(packet)
        except Exception:
            log.exception("topic %s: a message cannot be handled", topic)

    def _hear_again(self) -> None:
        if self._bus and (topics := self._flood.heartbeat()):
            self._bus.listen(topics)

    def _take(self, packet: Packet) -> None:
        if packet.topic.startswith("sign/"):
            self._heard(packet.topic.split("/")[1], packet.payload)
        elif packet.topic != TOPIC and not self._compared:
            self._met = packet.payload
        elif packet.topic != TOPIC:
            self._meet(packet.payload)
        elif self._heads and packet.retained and (seen := retained_head(packet.payload)):
            self._heads.told(BROKER, seen)

    def _meet(self, status: bytes) -> None:
        """Compares our status on the broker with our own. An earlier run of ours wrote older rows; a newer row comes
        from another controller, which signs will believe. At the same row either may continue."""
        theirs, ours = _origin(status), _origin(self._offline(self._pub).payload)
        if (
            self._bus is not None
            and self._bus.doubt is None
            and theirs
            and ours
            and theirs[-1] != ours[-1]
            and theirs > ours
        ):
            self._yields = message("signs.broker_doubles", where=self._where)
            self._bus.give_up()

    def _contradicted(self) -> bool:
        """Whether a witness has seen another ledger of this table. Then nothing of this one is published: signs would
        believe it, and the table's own controller would stop."""
        if self._heads and self._heads.contradicted:
            self._yields = message("signs.broker_other_ledger", where=self._where, why=self._heads.contradicted)
        return self._yields is not None

    def _switch(self, bus: Bus | None) -> None:
        self._bus, self._since = bus, asyncio.get_running_loop().time()
        if bus:
            self._where = bus.where

    def _trust(self, bus: Bus) -> None:
        if self._heads:
            self._heads.believed = bus.doubt is None
        before, self._doubt = self._doubt, bus.doubt.message if bus.doubt else None
        if self._doubt and self._doubt != before:
            log.warning("%s", self._doubt)

    def _publish(self, *, everything: bool) -> None:
        bus = self._bus
        self._held = bus is not None and len(bus.unacked) >= WINDOW
        if bus is None or self._held or not self._compared or self._contradicted():
            return
        try:
            for packet in self._snapshot(self._pub):
                content = packet.payload if packet.content is None else packet.content
                content = self._connections if packet.once else content
                again = everything and packet.retained and not packet.once
                if again or self._contents.get(packet.topic) != content:
                    bus.send(packet)
                    self._contents[packet.topic] = content
                    self._sent += 1
        except Exception as fault:
            # Play continues; signs receive nothing more and say so after their own time limit.
            log.exception("the state cannot be shown")
            self._error = message("signs.broker_stops", error=repr(fault))
        self._pub += 1

    def _answered(self, topic: str, refusal: str | None) -> None:
        """The broker accepted a message, or refused it."""
        if refusal is None:
            self._acked += 1
            self._refused.pop(topic, None)
        elif topic not in self._refused:
            self._refused[topic] = refusal
            log.warning("The broker at %s refuses topic %s (%s)", self._where, topic, refusal)
        if self._held:
            asyncio.get_running_loop().call_soon(self.changed)


def _ack(sign: str) -> str:
    return f"sign/{sign}/ack"


def _origin(status: bytes) -> tuple[int, int, str] | None:
    """Epoch and row of a status, and the run that wrote it; None if it does not say."""
    try:
        facts = json.loads(status)
        epoch, seq, run = facts["epoch"], facts["seq"], facts["run"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (epoch, seq, run) if type(epoch) is type(seq) is int and type(run) is str else None
