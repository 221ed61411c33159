"""What a publisher hears: its signs' acknowledgements, a second controller of its name, and nothing else."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from support.signs.broker import HardBroker, connecting, ear
from support.signs.shown import OFFLINE, Table, settled
from support.spoken import say
from support.waiting import until

from buses.mqtt_bus import MOST_BYTES, MqttBus
from controller.signs import flood, publisher
from controller.signs.publisher import Publication, Publisher


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[HardBroker]:
    with HardBroker(tmp_path) as broker:
        yield broker


@pytest.fixture
def table() -> Table:
    return Table()


async def test_what_the_tables_own_signs_say_is_heard_and_nothing_else(broker: HardBroker, table: Table) -> None:
    """R203, R205: not of strangers, not of another table, no command, nothing retained by somebody else's broker."""
    heard: list[tuple[str, bytes]] = []
    async with listening(broker.port, table, heard) as shown, aiomqtt.Client("127.0.0.1", broker.port) as sign:
        await until(lambda: settled(shown))
        for topic in ("t1/sign/three/ack", "t2/sign/one/ack", "t1/sign/one", "t1/round", "t1/do", "t1/sign/one/ack/x"):
            await sign.publish(f"litbet/{topic}", b"no", qos=1)
        await sign.publish("litbet/t1/sign/one/ack", b"1", qos=1)
        await sign.publish("litbet/t1/sign/two/ack", b"2", qos=1)
        await until(lambda: len(heard) == 2)
        assert heard == [("one", b"1"), ("two", b"2")]


async def test_a_word_too_long_never_comes(broker: HardBroker, table: Table) -> None:
    heard: list[tuple[str, bytes]] = []
    async with listening(broker.port, table, heard) as shown, aiomqtt.Client("127.0.0.1", broker.port) as sign:
        await until(lambda: settled(shown))
        await sign.publish("litbet/t1/sign/one/ack", b"x" * (MOST_BYTES + 1), qos=1)
        await sign.publish("litbet/t1/sign/one/ack", b"short", qos=1)
        await until(lambda: heard)
        assert heard == [("one", b"short")]


async def test_a_sign_that_floods_loses_its_voice_for_a_while(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Law 5: what signs say never costs the table more than a little; the other signs are heard all the time."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 1000)
    heard: list[tuple[str, bytes]] = []
    async with listening(broker.port, table, heard) as shown, aiomqtt.Client("127.0.0.1", broker.port) as sign:
        await until(lambda: settled(shown))
        for _ in range(1000):
            await sign.publish("litbet/t1/sign/one/ack", b"1", qos=0)
        await sign.publish("litbet/t1/sign/two/ack", b"2", qos=1)
        await until(lambda: ("two", b"2") in heard)
        assert len(heard) == flood.MOST + 1
        assert "sign/one/ack is flooded" in caplog.text
        for _ in range(flood.DEAF):
            assert ("one", b"again") not in heard
            shown._hear_again()
        while ("one", b"again") not in heard:
            await sign.publish("litbet/t1/sign/one/ack", b"again", qos=1)
        assert shown.health()["reconnects"] == 0


async def test_a_fault_in_hearing_stays_here(
    broker: HardBroker, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a sign says, it ends no link."""

    class Deaf(list[tuple[str, bytes]]):
        def append(self, word: tuple[str, bytes]) -> None:
            super().append(word)
            raise RuntimeError("a mistake of ours")

    heard = Deaf()
    async with listening(broker.port, table, heard) as shown, aiomqtt.Client("127.0.0.1", broker.port) as sign:
        await until(lambda: settled(shown))
        await sign.publish("litbet/t1/status", b"junk")
        await sign.publish("litbet/t1/status", b'{"run":5}')
        await sign.publish("litbet/t1/sign/one/ack", b"1", qos=1)
        await until(lambda: heard and "a mistake of ours" in caplog.text)
        assert shown.health()["reconnects"] == 0


async def test_a_subscription_that_is_refused_is_told(tmp_path: Path, table: Table) -> None:
    """mosquitto 2.0 grants what its list forbids and then says nothing; other brokers do refuse."""
    refusals: dict[str, str | None] = {}
    bus = connecting(1883)(OFFLINE, refusals.__setitem__, lambda _: None)
    assert isinstance(bus, MqttBus)
    bus._asked = {1: "sign/one/ack", 2: "status"}
    for mid, code in ((1, 0x87), (2, 0)):
        bus._on_subscribe(None, None, mid, [ReasonCode(PacketTypes.SUBACK, identifier=code)], None)
    assert refusals == {"sign/one/ack": "Not authorized"}
    bus._drop()


@asynccontextmanager
async def listening(port: int, table: Table, heard: list[tuple[str, bytes]]) -> AsyncIterator[Publisher]:
    shown = Publisher(
        connecting(port), table.snapshot, lambda _: OFFLINE, 100, ("one", "two"),
        lambda sign, payload: heard.append((sign, payload)),
    )  # fmt: skip
    running = asyncio.create_task(shown.run())
    try:
        yield shown
    finally:
        running.cancel()
        await asyncio.wait({running})


class Controller:
    """One of two that bear the same name."""

    def __init__(self, port: int, run: str, epoch: int = 1, seq: int = 1) -> None:
        self.run, self.epoch, self.seq = run, epoch, seq
        self.publisher = Publisher(connecting(port), self._snapshot, self._offline, 100)
        self.running = asyncio.create_task(self.publisher.run())

    def _snapshot(self, pub: int) -> tuple[Publication, ...]:
        return (Publication("status", self._status("online"), True, 30),)

    def _offline(self, pub: int) -> Publication:
        return Publication("status", self._status("offline"), True, 30)

    def _status(self, state: str) -> bytes:
        return json.dumps({"state": state, "run": self.run, "epoch": self.epoch, "seq": self.seq}).encode()

    @property
    def yields(self) -> bool:
        return bool(self.publisher.health()["yields"])

    async def end(self) -> None:
        self.running.cancel()
        await asyncio.wait({self.running})


@pytest.mark.parametrize(
    ("places", "winner"),
    [(((1, 9), (1, 5)), 0), (((1, 5), (1, 9)), 1), (((1, 9), (2, 5)), 1), (((2, 5), (1, 9)), 0), (((1, 5), (1, 5)), 1)],
    ids=["more rows", "fewer rows", "lower epoch", "higher epoch", "a true copy"],
)
async def test_e38_of_two_controllers_of_one_name_one_falls_silent(
    broker: HardBroker,
    monkeypatch: pytest.MonkeyPatch,
    places: tuple[tuple[int, int], tuple[int, int]],
    winner: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """They would take the link from each other for ever. The one that signs ignore falls silent and says so."""
    monkeypatch.setattr(publisher, "PAUSES", (0.02, 0.05))
    first = Controller(broker.port, "a", *places[0])
    await until(lambda: settled(first.publisher))
    both = (first, Controller(broker.port, "b", *places[1]))
    loses = both[1 - winner]
    await until(lambda: loses.yields and settled(both[winner].publisher))
    assert not both[winner].yields
    health = loses.publisher.health()
    assert "another controller uses this table's name" in say(health["error"])
    assert not health["connected"]
    assert [record.levelname for record in caplog.records].count("CRITICAL") == 1
    async with ear(broker.port) as heard:
        await until(lambda: heard and json.loads(heard[-1].payload)["state"] == "online")
        assert {json.loads(m.payload)["run"] for m in heard} == {both[winner].run}
    await loses.end()
    await both[winner].end()


async def test_e38_it_falls_silent_without_being_pushed(broker: HardBroker) -> None:
    """Whoever shows a newer row of the same table: this one takes its hands off at once."""
    alone = Controller(broker.port, "alone")
    await until(lambda: settled(alone.publisher))
    async with aiomqtt.Client("127.0.0.1", broker.port) as other:
        await other.publish("litbet/t1/status", b'{"state":"online","run":"other","epoch":1,"seq":"2"}')
        await other.publish("litbet/t1/status", b'{"state":"online","run":"other","epoch":1,"seq":2}')
        await until(lambda: alone.yields and not alone.publisher.health()["connected"])
    await alone.end()


async def test_a_broker_that_dies_again_and_again_is_no_second_controller(broker: HardBroker) -> None:
    alone = Controller(broker.port, "alone")
    for _ in range(4):
        await until(lambda: settled(alone.publisher))
        broker.kill()
        await until(lambda: not alone.publisher.health()["connected"])
        broker.start()
    await until(lambda: settled(alone.publisher))
    assert not alone.yields
    await alone.end()


async def test_what_a_run_before_left_behind_is_no_second_controller(broker: HardBroker) -> None:
    """E34, E59: its last word still stands at the broker, or stands there again; it is of an older row."""
    before = Controller(broker.port, "z before", seq=5)
    await until(lambda: settled(before.publisher))
    await before.end()
    now = Controller(broker.port, "now", seq=6)
    await until(lambda: settled(now.publisher))
    async with aiomqtt.Client("127.0.0.1", broker.port) as replayed, ear(broker.port) as heard:
        await replayed.publish("litbet/t1/status", before._status("online"), retain=True)
        await until(lambda: [m for m in heard if b"before" in bytes(m.payload)])
    broker.stop()
    await until(lambda: not now.publisher.health()["connected"])
    broker.start()
    await until(lambda: settled(now.publisher))
    assert not now.yields
    await now.end()
