"""Whoever has a sign's password at the broker can be that sign, and nothing else: he neither silences a table, nor
writes or reads what is not this sign's, nor ends the broker: mosquitto as `litbet broker setup` makes it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest
from support.signs.broker import connecting
from support.signs.house_broker import SIGN, HouseBroker, client
from support.signs.shown import refused
from support.waiting import until

from buses.contract import Packet
from controller.signs.publisher import Publication, Publisher

OURS = b'{"state":"online","epoch":1,"seq":1,"run":"ours"}'
FORGED = b'{"state":"offline","epoch":9,"seq":9,"run":"forged"}'
MILLIONS = b'{"cents":999999999,"epoch":9,"seq":9,"pub":9}'
INVENTED = 4380
MEGABYTES = 64  # what the broker needs at most, whatever one sign tries


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseBroker]:
    with HouseBroker(tmp_path_factory.mktemp("house")) as broker:
        yield broker


@asynccontextmanager
async def table(house: HouseBroker) -> AsyncIterator[Publisher]:
    """A table that nobody has disturbed when the attack is over: one connection from its start to its end."""
    shown = Publisher(
        connecting(house.port, "bj-1", house.password("bj-1"), user="bj-1", ca=str(house.ca)),
        lambda _: (Publication("jackpot/bonus/meter", b"{}", True, 30), Publication("status", OURS, True, 30)),
        lambda _: Packet("status", OURS.replace(b"online", b"offline"), True, 30),
        1,
        ("sign-1",),
    )
    running = asyncio.create_task(shown.run())
    try:
        await until(lambda: shown.health()["connected"] and shown.health()["acked"])
        yield shown
        sent = shown.health()["sent"]
        shown.changed()
        await until(lambda: shown.health()["acked"] > sent - 2 and not refused(shown))
        assert (shown.health()["reconnects"], shown.health()["yields"]) == (0, False)
    finally:
        running.cancel()
        await asyncio.wait({running})


async def test_it_cannot_take_the_tables_connection(house: HouseBroker) -> None:
    """A client's id is its user's name, whatever it says."""
    async with table(house):
        for _ in range(18):
            for name in ("litbet/bj-1", "bj-1"):
                async with client(house, SIGN, identifier=name) as attacker:
                    await attacker.publish("litbet/bj-1/sign/sign-1/ack", b"{}", qos=1)


@pytest.mark.parametrize("topic", ["status", "jackpot/bonus/meter", "jackpot/bonus/value", "sign/sign-2/ack"])
async def test_it_writes_nothing_of_the_tables_and_no_will(house: HouseBroker, topic: str) -> None:
    target = f"litbet/bj-1/{topic}"
    async with table(house), client(house, "bj-1.sign-2") as witness:
        await witness.subscribe("litbet/#", qos=1)
        async with client(house, SIGN) as attacker:
            await attacker.publish(target, FORGED, qos=1, retain=True)
        await _dies_with_will(house, target)
        heard = [bytes(message.payload) for message in await _until_status(witness)]
        assert FORGED not in heard
        assert MILLIONS not in heard


async def _dies_with_will(house: HouseBroker, topic: str) -> None:
    """A client of the sign's that is killed, so that the broker publishes its last will."""
    where = [
        "-h",
        "127.0.0.1",
        "-p",
        str(house.port),
        "--cafile",
        str(house.ca),
        "-u",
        SIGN,
        "-P",
        house.password(SIGN),
    ]
    will = ["--will-topic", topic, "--will-payload", MILLIONS.decode(), "--will-qos", "1", "--will-retain"]
    dying = await asyncio.create_subprocess_exec(
        "mosquitto_sub", *where, *will, "-v", "-t", "litbet/bj-1/status", stdout=asyncio.subprocess.PIPE
    )
    assert dying.stdout
    assert b"online" in await dying.stdout.readline()
    dying.kill()
    await dying.wait()


async def _until_status(ear: aiomqtt.Client) -> list[aiomqtt.Message]:
    """Everything up to the second status that the table sends from now on."""
    heard: list[aiomqtt.Message] = []
    async for message in ear.messages:
        heard.append(message)
        if sum(message.topic.value.endswith("/status") and not message.retain for message in heard) == 2:
            break
    return heard


async def test_invented_tables_leave_nothing_at_the_broker(house: HouseBroker) -> None:
    """What filled its memory and ended it: retained messages under tables that do not exist."""
    async with table(house), client(house, SIGN) as attacker:
        for number in range(INVENTED):
            topic = f"litbet/t{number}/sign/sign-1/ack"
            answered = attacker._client.publish(topic, bytes(15_000), 1, True)
            if number % 100 == 99:
                await until(answered.is_published)
        assert _megabytes(house) < MEGABYTES


async def test_a_message_that_is_too_long_ends_its_connection(house: HouseBroker) -> None:
    async with table(house):
        with pytest.raises(aiomqtt.MqttError):
            async with client(house, SIGN) as attacker:
                await attacker.publish("litbet/bj-1/sign/sign-1/ack", bytes(20_000), qos=1)


async def test_subscriptions_without_end_end_its_connection(house: HouseBroker) -> None:
    """mosquitto has no bound for them but its memory's, and gives the memory back."""
    async with table(house):
        with contextlib.suppress(aiomqtt.MqttError):
            async with client(house, SIGN) as attacker:
                for number in range(1_000):
                    await attacker.subscribe([(f"litbet/{number}/{each}/a/b/c/d/e/f/g", 0) for each in range(400)])
        async with client(house, SIGN) as sign:
            await sign.publish("litbet/bj-1/sign/sign-1/ack", b"{}", qos=1)


@pytest.mark.parametrize("user", [SIGN, "bj-2.sign-1", "bj-2"])
async def test_it_reads_its_own_tables_topics_and_no_others(house: HouseBroker, user: str) -> None:
    async with table(house), client(house, user) as spy:
        await spy.subscribe("#", qos=1)
        async with client(house, "bj-1.sign-2") as other:
            await other.publish("litbet/bj-1/sign/sign-2/ack", b"{}", qos=1)
            await other.subscribe("litbet/bj-1/#", qos=1)
            await _until_status(other)  # what the table sends, the spy would have by now
        heard = set()
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                heard.add(spy._queue.get_nowait().topic.value)
        allowed = {"litbet/bj-1/status", "litbet/bj-1/jackpot/bonus/meter"} if user == SIGN else set()
        assert heard == allowed


def _megabytes(house: HouseBroker) -> int:
    pages = int(Path(f"/proc/{house.pid}/statm").read_text().split()[1])
    return pages * 4096 >> 20
