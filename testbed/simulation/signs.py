"""The broker and the signs of the simulated world, and the publisher's bus to them. A sign may be slow, wrong or
silent; a broker may be away, frozen or slow."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from buses.contract import SILENCE, Answered, BusError, Heard, Packet
from testbed.simulation.virtual import Pipe, Power, VirtualLoop
from words.message import message

MOODS = ("good", "slow", "lies", "silent", "talks nonsense")
STATES = ("there", "away", "frozen", "slow")
Observer = Callable[[str, bytes, bool], None]


class Broker:
    """Keeps retained messages, and sends every message to the signs and to the table."""

    def __init__(self, loop: VirtualLoop, observer: Observer, signs: "Iterable[WorldSign]") -> None:
        self.loop, self.signs = loop, list(signs)
        self._observer = observer
        self.state = "there"
        self.power = Power()  # of the connected controller
        self.retained: dict[str, bytes] = {}
        self.link: WorldBus | None = None

    @property
    def lag(self) -> float:
        return 2.0 if self.state == "slow" else 0.005

    def become(self, state: str) -> None:
        self.state = state
        if state == "away" and self.link:
            self.link.lose("it ended the connection")

    def sent(self, packet: Packet) -> None:
        """The controller has sent this."""
        self._observer(packet.topic, packet.payload, packet.retained)

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        if retain:
            self.retained[topic] = payload
        for sign in self.signs:
            sign.hear(topic, payload, self)
        if self.link and topic in self.link.topics:
            self.link.heard(Packet(topic, payload, retained=False, expiry=None))

    def acknowledge(self, sign: str, payload: bytes) -> None:
        if self.state != "away":
            self.publish(f"sign/{sign}/ack", payload, False)


class WorldBus:
    """One connection of the publisher. It implements `buses.contract.Bus`."""

    where = "the made-up world"
    doubt: BusError | None = None

    def __init__(self, broker: Broker, will: Packet | None, answered: Answered, heard: Heard) -> None:
        assert will, "a table's connection"
        self._broker, self._will, self._answered, self.heard = broker, will, answered, heard
        self._power = broker.power
        self._pipe = Pipe(broker.loop)
        self._number = 0
        self._lost: asyncio.Future[str] = broker.loop.create_future()
        self.topics: set[str] = set()
        self._unacked: dict[int, tuple[str, float]] = {}

    async def __aenter__(self) -> Self:
        await asyncio.sleep(0.01)
        if self._broker.state == "away":
            raise _failure("the broker refuses the connection")
        if self._broker.state == "frozen":
            await asyncio.sleep(1.5)
            raise _failure("the broker does not answer")
        self._broker.link = self
        return self

    async def __aexit__(self, *_: object) -> None:
        """Without a clean disconnect the broker publishes the will."""
        if self._broker.link is self:
            self._broker.link = None
            self._broker.publish(self._will.topic, self._will.payload, self._will.retained)

    @property
    def unacked(self) -> list[str]:
        return [topic for topic, _ in self._unacked.values()]

    def send(self, packet: Packet) -> None:
        self._power.effect("before a message")
        self._number += 1
        number = self._number
        self._unacked[number] = packet.topic, self._broker.loop.time()
        self._broker.sent(packet)
        self._pipe.put(self._broker.lag, lambda: self._arrive(number, packet))
        self._power.effect("after a message")

    def _arrive(self, number: int, packet: Packet) -> None:
        if self._broker.state in ("away", "frozen"):
            return
        self._broker.publish(packet.topic, packet.payload, packet.retained)
        if self._power.on and not self._lost.done() and number in self._unacked:
            del self._unacked[number]
            self._answered(packet.topic, None)

    def listen(self, topics: Iterable[str]) -> None:
        for topic in topics:
            self.topics.add(topic)
            if topic in self._broker.retained:
                self.heard(Packet(topic, self._broker.retained[topic], retained=True, expiry=None))

    async def settled(self) -> None:
        """What the broker retains was heard at once."""

    def ignore(self, topic: str) -> None:
        self.topics.discard(topic)

    def lose(self, why: str) -> None:
        if not self._lost.done():
            self._lost.set_result(why)

    def give_up(self) -> None:
        self.lose("another controller bears this table's name")

    async def watch(self, seconds: float) -> None:
        await asyncio.wait({self._lost}, timeout=seconds)
        _, oldest = next(iter(self._unacked.values()), ("", self._broker.loop.time()))
        if self._lost.done():
            raise _failure(self._lost.result())
        if self._broker.loop.time() - oldest > SILENCE:
            raise _failure("an acknowledgement timed out")

    async def leave(self, last: Packet | None) -> None:
        if self._power.on and self._broker.link is self:
            self._broker.link = None
            if last:
                self._broker.publish(last.topic, last.payload, last.retained)


def _failure(error: str) -> BusError:
    return BusError("broker_fails", where=WorldBus.where, error=error, hint=message("signs.hint_log"))


@dataclass
class WorldSign:
    """A sign at the broker: it shows the higher of epoch, row and publication, and acknowledges it."""

    name: str
    loop: VirtualLoop
    mood: str = "good"
    shows: dict[str, dict[str, Any]] = field(default_factory=dict)

    def hear(self, topic: str, payload: bytes, broker: Broker) -> None:
        if not topic.endswith("/meter") or self.mood == "silent":
            return
        if not payload:
            self.shows.pop(topic.split("/")[1], None)
            return
        meter = json.loads(payload)
        shown = self.shows.get(meter["jackpot"])
        if shown and place(shown) > place(meter):
            return
        self.shows[meter["jackpot"]] = meter
        ack = {name: meter[name] for name in ("jackpot", "epoch", "seq", "pub", "cents")} | {"at": ""}
        if self.mood == "lies":
            ack["cents"] += 100
        answer = b"no JSON" if self.mood == "talks nonsense" else json.dumps(ack).encode()
        delay = 1.5 if self.mood == "slow" else 0.01
        self.loop.call_later(delay, broker.acknowledge, self.name, answer)


def place(meter: dict[str, Any]) -> tuple[int, int, int]:
    return meter["epoch"], meter["seq"], meter["pub"]


class WorldNumericSign:
    """A plain numeric sign on its own line. It implements `drivers.contract.NumericSign`."""

    def __init__(self, name: str, loop: VirtualLoop, observer: Callable[[str, str], None], power: Power) -> None:
        self.name, self.mood = name, "good"
        self._loop, self._observer, self._power = loop, observer, power
        self.glass = ""
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seen: Callable[[str, bool], None]) -> None:
        self._seen = seen
        self._beat()

    def _beat(self) -> None:
        if self.mood != "silent":
            self._seen("88.88" if self.mood == "lies" else self.glass, self.mood != "lies")
        self._timer = self._loop.call_later(1.0, self._beat)

    def show(self, text: str) -> None:
        if text != self.glass:
            self._power.effect("before a sign's digits")
            self.glass = text
            self._observer(self.name, text)

    def health(self) -> dict[str, int | str | bool]:
        return {"up": self.mood != "silent", "why": "", "echo": True, "shows": self.glass, "amount": self.glass}

    async def close(self) -> None:
        if self._timer:
            self._timer.cancel()
