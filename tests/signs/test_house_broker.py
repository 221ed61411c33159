"""The shipped files of the broker do what they promise (R129, R200, R202, R204, R205)."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import aiomqtt
import pytest
from support.signs.broker import HardBroker, connecting
from support.signs.house_broker import SIGN, HouseBroker, client
from support.signs.shown import refused
from support.waiting import until

from controller.signs.publisher import Publication, Publisher

OFFLINE = Publication("status", b'{"state":"offline"}', True, None)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseBroker]:
    with HouseBroker(tmp_path_factory.mktemp("house")) as broker:
        yield broker


def snapshot(pub: int) -> tuple[Publication, ...]:
    meter = json.dumps({"cents": 125_000, "pub": pub}).encode()
    return (
        Publication("round", b"{}", True, 30),
        Publication("jackpot/bonus/meter", meter, True, 30, content="same"),
        Publication("jackpot/bonus/value", b"1250.00", True, 30),
        Publication("status", b'{"state":"online"}', True, 30),
        Publication("event", b"{}", False, 30),
    )


def publisher(house: HouseBroker, table: str, user: str, heard: list[tuple[str, bytes]] | None = None) -> Publisher:
    acks = [] if heard is None else heard
    return Publisher(
        connecting(house.port, table, house.password(user), user=user, ca=str(house.ca)),
        snapshot,
        lambda _: OFFLINE,
        1,
        ("sign-1",),
        lambda sign, word: acks.append((sign, word)),
    )


async def heard_by(house: HouseBroker, user: str, topic: str, payload: bytes) -> list[bytes]:
    """What the table and one of its signs, who may read everything between them, hear of a publication by this user."""
    found: list[bytes] = []
    async with AsyncExitStack() as stack:
        names = {user, "bj-1", "bj-1.sign-2"}
        clients = {name: await stack.enter_async_context(client(house, name)) for name in names}
        ears = [clients[name] for name in names - {user}]
        for ear in ears:
            await ear.subscribe("litbet/#", qos=1)
        await clients[user].publish(topic, payload, qos=1)
        await clients["bj-1"].publish("litbet/bj-1/status", b"end", qos=1)
        for ear in ears:
            async for message in ear.messages:
                if message.payload == b"end":
                    break
                if not message.retain:
                    found.append(bytes(message.payload))
    return found


async def test_a_controller_publishes_through_it_and_hears_its_sign(house: HouseBroker) -> None:
    heard: list[tuple[str, bytes]] = []
    table = publisher(house, "bj-1", "bj-1", heard)
    running = asyncio.create_task(table.run())
    await until(lambda: table.health()["connected"] and table.health()["acked"] == table.health()["sent"])
    assert not refused(table)
    async with client(house, SIGN) as sign:
        await sign.subscribe("litbet/bj-1/jackpot/bonus/value")
        value = await anext(aiter(sign.messages))
        assert value.payload == b"1250.00"
        await sign.publish("litbet/bj-1/sign/sign-1/ack", b"shown", qos=1)
        await until(lambda: heard)
    assert heard == [("sign-1", b"shown")]
    running.cancel()
    await asyncio.wait({running})


@pytest.mark.parametrize("topic", ["jackpot/bonus/meter", "jackpot/bonus/value", "status", "round", "event"])
@pytest.mark.parametrize("user", [SIGN, "bj-2", "bj-2.sign-1"])
async def test_r200_only_the_table_writes_its_topics(house: HouseBroker, user: str, topic: str) -> None:
    """The broker throws it away, whatever it answers; and what the table itself writes there passes."""
    assert await heard_by(house, user, f"litbet/bj-1/{topic}", b"a false word") == []
    assert await heard_by(house, "bj-1", f"litbet/bj-1/{topic}", b"a true word") == [b"a true word"]


async def test_a_sign_writes_only_its_own_acknowledgements(house: HouseBroker) -> None:
    assert await heard_by(house, SIGN, "litbet/bj-1/sign/sign-1/ack", b"mine") == [b"mine"]
    for topic in ("litbet/bj-1/sign/sign-2/ack", "litbet/bj-1/sign/sign-1/ack/x", "litbet/bj-1/do", "other"):
        assert await heard_by(house, SIGN, topic, b"another's") == []


async def test_a_sign_cannot_read_what_others_acknowledge(house: HouseBroker) -> None:
    async with client(house, "bj-1.sign-2") as spy, client(house, SIGN) as sign, client(house, "bj-1") as table:
        await spy.subscribe("#")
        await sign.publish("litbet/bj-1/sign/sign-1/ack", b"mine", qos=1)
        await table.publish("litbet/bj-1/event", b"end", qos=1)
        heard: list[str] = []
        async for message in spy.messages:
            heard.append(message.topic.value)
            if message.payload == b"end":
                break
        assert not [topic for topic in heard if "/sign/" in topic]


async def test_a_publication_that_is_refused_is_noticed(house: HouseBroker) -> None:
    """A controller with another table's password: each topic is told, in `status` too."""
    table = publisher(house, "bj-1", "bj-2")
    running = asyncio.create_task(table.run())
    await until(lambda: len(refused(table)) == 5)
    assert "refused by the broker: jackpot/bonus/meter (Not authorized)" in refused(table)
    assert not table.health()["acked"]
    running.cancel()
    await asyncio.wait({running})


@pytest.mark.parametrize(("user", "password"), [(None, None), ("bj-1", "wrong"), ("nobody", "guessed"), ("bj-1", "")])
async def test_nobody_connects_without_a_right_password(
    house: HouseBroker, user: str | None, password: str | None
) -> None:
    with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
        async with client(house, user, password):
            pass


def test_tls_1_2_and_plain_text_are_refused(house: HouseBroker) -> None:
    for version, accepted in (("-tls1_2", False), ("-tls1_3", True)):
        result = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{house.port}", version, "-CAfile", house.ca,
             "-verify_return_error"],
            input=b"", capture_output=True, check=False,
        )  # fmt: skip
        assert (result.returncode == 0) is accepted, result.stderr
    plain = subprocess.run(
        ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(house.port), "-t", "x", "-m", "y",
         "-u", "bj-1", "-P", house.password("bj-1")],
        capture_output=True, check=False,
    )  # fmt: skip
    assert plain.returncode != 0


def test_a_broker_that_is_not_ours_gets_no_password(house: HouseBroker, tmp_path: Path) -> None:
    with HouseBroker(tmp_path) as other:
        result = subprocess.run(
            ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(other.port), "--cafile", house.ca, "-t", "x", "-m", "y",
             "-u", "bj-1", "-P", house.password("bj-1")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert result.returncode != 0
    assert "TLS error" in result.stderr


def test_what_is_retained_survives_the_broker_and_what_was_before_is_gone(tmp_path: Path) -> None:
    """A table's head waits for its next start; what somebody left before there was an access list does not."""
    with HardBroker(tmp_path, f"persistence true\npersistence_location {tmp_path}/") as anonymous:
        forged = ["-p", str(anonymous.port), "-t", "litbet/bj-1/status", "-q", "1", "-r", "-m", "forged"]
        subprocess.run(["mosquitto_pub", *forged], check=True)
    assert (tmp_path / "mosquitto.db").exists()
    with HouseBroker(tmp_path) as broker:
        common: list[str | Path] = ["-h", "127.0.0.1", "-p", str(broker.port), "--cafile", broker.ca]
        table, sign = (["-u", user, "-P", broker.password(user)] for user in ("bj-1", SIGN))
        head = ["-q", "1", "-r", "-t", "litbet/bj-1/head", "-m", "head"]
        subprocess.run(["mosquitto_pub", *common, *table, *head], check=True)
        broker.stop()
        broker.start()
        read = ["mosquitto_sub", *common, *sign, "-t", "litbet/bj-1/#", "-C", "2", "-W", "1"]
        assert subprocess.run(read, capture_output=True, check=False).stdout == b"head\n"
