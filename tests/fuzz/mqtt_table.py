"""What a controller hears over MQTT: acknowledgements of its signs, and its own status.

Promised: the callback never raises, and nothing in it is caught as a fault of ours; all that can come of it is that
the core hears "signs silent" or "signs back", or that this controller yields to one whose status is newer; what is kept
is bounded, can be read back, and is never ahead of what was published (R170: the next start would refuse the ledger);
after any noise a true acknowledgement is believed.
"""

import asyncio
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from fuzz.surface import Surface, number, script, steps

from buses.contract import Packet
from buses.mqtt import MqttSettings
from buses.mqtt_bus import MqttBus
from controller.signs.acknowledgements import WAITING, Place, Witness, last_acknowledged
from controller.signs.heads import Heads
from controller.signs.publisher import Publication, Publisher
from controller.table.events import Moment, SignsBack, SignsSilent
from testbed.bench.clock import BenchClock
from words.message import as_json

BASE = "litbet/bj-1/"
SIGNS = ("one", "two")
GRACE = 60.0
LONGEST_LINE = 1000  # bytes of a line that is kept


class _Publisher(Publisher):
    """What it would catch and log is a fault of ours."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.faults: list[Exception] = []

    def _take(self, packet: Packet) -> None:
        try:
            super()._take(packet)
        except Exception as fault:
            self.faults.append(fault)
            raise


class _House:
    """What is published, and who listens."""

    def __init__(self, folder: Path) -> None:
        self.seconds, self.epoch, self.seq, self.pub, self.cents = 1000.0, 5, 70, 100, 125_000
        self.heads = Heads(lambda _seen: None)
        clock = BenchClock(1_795_000_000_000)
        self.witness = Witness(folder, SIGNS, GRACE, clock, lambda: self.seconds, told=self.heads.told)
        connect = MqttSettings(host="nowhere").connect("bj-1", None)
        self.publisher = _Publisher(
            connect, self.witness.watch(self._snapshot), self._offline, 1, SIGNS, self.witness.heard, self.heads
        )
        self.publisher._compared = True
        self.bus = cast(MqttBus, connect(self._offline(1), lambda *_: None, self.publisher._hear))
        self.publisher._bus = self.bus
        self.publish()

    def publish(self) -> None:
        self.pub += 1
        list(self.witness.watch(self._snapshot)(self.pub))

    def _snapshot(self, pub: int) -> Iterable[Publication]:
        meter = {"jackpot": "bonus", "epoch": self.epoch, "seq": self.seq, "cents": self.cents}
        return [Publication("jackpot/bonus/meter", b"", True, 30, meter)]

    def _offline(self, pub: int) -> Publication:
        status = {"epoch": 5, "seq": 70, "run": "ours"}
        return Publication("status", json.dumps(status).encode(), True, None)

    def say(self, topic: str, payload: bytes) -> None:
        self.bus._on_message(
            None, None, SimpleNamespace(topic=BASE + topic, payload=payload, retain=False, properties=None)
        )
        if self.publisher.faults:
            raise self.publisher.faults[0]

    @property
    def newest(self) -> Place:
        return Place(self.epoch, self.seq, self.pub)

    def ack(self) -> dict[str, Any]:
        return {"jackpot": "bonus", **self.newest._asdict(), "cents": self.cents, "at": "12:00"}


class TableHears(Surface):
    """Nothing but silence and its end can come of it."""

    name = "mqtt-table"
    reaches = ("controller/signs/acknowledgements.py", "controller/signs/flood.py", "controller/signs/publisher.py")
    words = ("ack", "sign", "status", "topic", "said", "text", "publish", "row", "wait", "heartbeat", "many", "jackpot",
             "bonus", "epoch", "seq", "pub", "cents", "at", "run", "one", "two", "sign/one/ack", "sign//ack",
             "sign/three/ack")  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        return [
            script({"ack": {}}, {"publish": 125_001}, {"ack": {}}, {"ack": {"pub": 1}}, {"wait": 90}, {"ack": {}}),
            script({"ack": {"epoch": 6}}, {"ack": {"seq": 71}}, {"ack": {"cents": 1}, "sign": "two"}, {"row": 1}),
            script({"status": {"epoch": 5, "seq": 70, "run": "ours"}}, {"status": {"epoch": 6, "seq": 1, "run": "x"}}),
            script({"topic": "sign/one/ack", "text": '{"jackpot"'}, {"topic": "status", "said": [1]}, {"many": 70}),
            script({"topic": "sign/three/ack", "said": {}}, {"heartbeat": 1}, {"wait": 61}, {"ack": {"at": "\u2028"}}),
        ]

    def check(self, data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(self._check(data, Path(folder)))

    async def _check(self, data: bytes, folder: Path) -> None:
        house = _House(folder)
        for step in steps(data):
            self._step(house, step)
            made = house.witness.judge()
            assert made is None or isinstance(made(Moment(0, 0)), (SignsSilent, SignsBack))
            assert len(house.witness._lines) <= WAITING
            assert all(len(line) < LONGEST_LINE for line in house.witness._lines[-3:])
            assert len(json.dumps(as_json(house.witness.view()))) < 10_000
        lines = house.witness.take()
        house.witness.write(lines)
        shown = last_acknowledged(folder)
        assert shown is None or shown <= house.newest, "kept is what was never published"
        for _ in range(40):
            house.publisher._hear_again()
        house.publish()
        house.say("sign/one/ack", json.dumps(house.ack()).encode())
        (one, _) = house.witness.view()
        assert (one["doubt"], one["silent"]) == (None, False), "a true acknowledgement is not believed"
        house.bus._drop()

    def _step(self, house: _House, step: dict[str, Any]) -> None:
        match step:
            case {"ack": dict(changes)}:
                sign = str(step.get("sign", "one"))
                house.say(f"sign/{sign}/ack", json.dumps({**house.ack(), **changes}).encode())
            case {"status": dict(status)}:
                newer = _newer(status)
                house.say("status", json.dumps(status).encode())
                assert not house.publisher._yields or newer, "yields to what is not newer"
                house.publisher._yields = None
            case {"topic": str(topic), "said": payload}:
                house.say(topic, json.dumps(payload).encode())
                house.publisher._yields = None
            case {"topic": str(topic), "text": str(text)}:
                house.say(topic, text.encode("latin-1", errors="replace"))
                house.publisher._yields = None
            case {"publish": cents}:
                house.cents = number(cents)
                house.publish()
            case {"row": _}:
                house.seq += 1
                house.publish()
            case {"wait": seconds}:
                house.seconds += number(seconds, 1000)
            case {"heartbeat": _}:
                house.publisher._hear_again()
            case {"many": count}:
                for n in range(number(count, 200)):
                    house.say("sign/two/ack", json.dumps({**house.ack(), "seq": n}).encode())


def _newer(status: dict[str, Any]) -> bool:
    """As a reader of docs/SIGNS.md would say it."""
    epoch, seq, run = (status.get(name) for name in ("epoch", "seq", "run"))
    if type(epoch) is not int or type(seq) is not int or not isinstance(run, str):
        return False
    return run != "ours" and (epoch, seq, run) > (5, 70, "ours")
