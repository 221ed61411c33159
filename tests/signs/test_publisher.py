"""The publisher against a real mosquitto that stops, freezes, dies, refuses and comes back."""

import asyncio
import gc
import itertools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.signs.broker import HardBroker, connecting, ear
from support.signs.shown import OFFLINE, Table, refused, settled
from support.spoken import say
from support.virtual_time import VirtualTime
from support.waiting import PATIENCE, until

from buses import mqtt_bus
from buses.mqtt_bus import MqttBus
from controller.signs import publisher
from controller.signs.publisher import Publisher, first_pub


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[HardBroker]:
    with HardBroker(tmp_path) as broker:
        yield broker


@pytest.fixture
def table() -> Table:
    return Table()


@asynccontextmanager
async def publishing(port: int, table: Table, **settings: str) -> AsyncIterator[Publisher]:
    shown = Publisher(connecting(port, **settings), table.snapshot, lambda _: OFFLINE, first_pub=100)
    running = asyncio.create_task(shown.run())
    try:
        yield shown
    finally:
        running.cancel()
        await asyncio.wait({running})
    assert running.cancelled()  # it ends by nothing else


def topics(heard: list[aiomqtt.Message]) -> list[str]:
    return [message.topic.value.removeprefix("litbet/t1/") for message in heard]


def seqs(heard: list[aiomqtt.Message]) -> list[int]:
    return [json.loads(m.payload)["seq"] for m in heard if m.topic.value.endswith("/meter")]


async def retained(port: int) -> dict[str, bytes]:
    """What a sign that starts now is told."""
    async with ear(port) as heard, aiomqtt.Client("127.0.0.1", port) as other:
        await other.publish("end", qos=1)
        await until(lambda: any(m.topic.value == "end" for m in heard))
        return {m.topic.value.removeprefix("litbet/t1/"): bytes(m.payload) for m in heard if m.retain}


async def test_everything_in_order_at_connection(broker: HardBroker, table: Table) -> None:
    """R202, E34: after a start signs have the whole present state, in the order of the snapshot."""
    async with ear(broker.port) as heard, publishing(broker.port, table):
        await until(lambda: len(heard) >= 4)
        assert topics(heard) == ["status", "jackpot/main/meter", "jackpot/main/value", "event"]
        assert all(m.qos == 1 for m in heard)
        assert json.loads(heard[0].payload) == {"state": "open", "pub": 100}
        assert set(await retained(broker.port)) == {"status", "jackpot/main/meter", "jackpot/main/value"}


async def test_only_what_changed_is_sent_and_each_publication_has_a_higher_number(
    broker: HardBroker, table: Table
) -> None:
    """R201, E59: a sign can tell the newer of two."""
    async with ear(broker.port) as heard, publishing(broker.port, table) as shown:
        await until(lambda: len(heard) == 4)
        shown.changed()  # nothing is new
        table.event = "locked"
        shown.changed()
        table.seq = 1
        shown.changed()
        await until(lambda: len(heard) == 7)
        assert topics(heard[4:]) == ["event", "jackpot/main/meter", "jackpot/main/value"]
        pubs = [json.loads(m.payload)["pub"] for m in heard if m.topic.value.endswith("/meter")]
        assert pubs[0] < pubs[1]


async def test_the_bytes_leave_within_the_call(broker: HardBroker, table: Table) -> None:
    """A LOCK reaches the signs without a turn of the loop: the broker has it while the loop still stands."""
    with subprocess.Popen(
        ["mosquitto_sub", "-p", str(broker.port), "-t", "litbet/t1/event", "-C", "2"], stdout=subprocess.PIPE
    ) as sign:
        assert sign.stdout
        async with publishing(broker.port, table) as shown:
            await until(lambda: settled(shown))
            while not select.select([sign.stdout], [], [], 0)[0]:
                table.event += "!"  # until the sign has subscribed
                shown.changed()
                await asyncio.sleep(0.01)
            sign.stdout.readline()
            table.event = "locked"
            shown.changed()
            assert sign.wait(PATIENCE) == 0  # the loop stands still meanwhile


async def test_heartbeat_repeats_what_is_retained_and_no_event(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R128: a sign that hears nothing doubts; so the state is said again and again, an event once."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 0.02)
    async with ear(broker.port) as heard, publishing(broker.port, table):
        await until(lambda: topics(heard).count("status") >= 5)
        assert topics(heard).count("event") == 1
        pubs = [json.loads(m.payload)["pub"] for m in heard if m.topic.value.endswith("/status")]
        assert pubs == sorted(set(pubs))


async def test_r202_what_is_no_more_is_cleared_once_on_each_connection(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E71: the broker keeps nothing of a jackpot that ended, not even what it had kept before it was restarted."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 0.02)
    gone = ["jackpot/main/meter", "jackpot/main/value"]
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        assert set(gone) <= set(await retained(broker.port))
        async with ear(broker.port) as heard:
            table.cleared = True
            shown.changed()
            await until(lambda: topics(heard).count("status") >= 8)
            assert [topics([each])[0] for each in heard if not each.payload] == gone
        assert set(await retained(broker.port)) == {"status"}
        async with aiomqtt.Client("127.0.0.1", broker.port) as stale:
            await stale.publish("litbet/t1/jackpot/main/value", b"9.00", qos=1, retain=True)
        assert "jackpot/main/value" in await retained(broker.port)
        assert shown._bus
        shown._bus.give_up()
        await until(lambda: shown.health()["reconnects"] and settled(shown))
        assert set(await retained(broker.port)) == {"status"}


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_broker_restarted(broker: HardBroker, table: Table, end: str) -> None:
    """E55, R206: the loss is noticed, nothing is raised into the table, and the newest state is there again."""
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        getattr(broker, end)()
        await until(lambda: not shown.health()["connected"] and "refused" in say(shown.health()["error"]))
        assert say(shown.health()["error"]) == (
            f"The MQTT broker at 127.0.0.1:{broker.port}: [Errno 111] Connection refused; "
            "start it, or correct host and port."
        )
        for table.seq in range(1, 8):
            shown.changed()
        broker.start()
        await until(lambda: settled(shown))
        assert shown.health()["reconnects"] == 1
        assert (await retained(broker.port))["jackpot/main/value"] == b"7.00"


async def test_what_the_broker_never_acknowledged_is_sent_again(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event that went into a dying broker; what it had acknowledged is not said twice."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 1000)  # only connections publish everything
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        broker.freeze()
        table.event = "locked"
        shown.changed()
        for acknowledged in (8, 11):  # the state and the event, the state alone
            broker.kill()
            await until(lambda: not shown.health()["connected"])
            broker.start()
            await until(lambda: int(shown.health()["acked"]) == acknowledged)  # noqa: B023


async def test_no_message_waits_in_the_kernel_for_the_one_before(broker: HardBroker, table: Table) -> None:
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        assert isinstance(shown._bus, MqttBus)
        assert shown._bus._client.socket().getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)  # type: ignore[union-attr]


async def test_frozen_broker_is_noticed_and_gets_the_newest_state_when_it_thaws(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E55. A frozen broker takes connections and bytes, but answers nothing."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 0.05)
    monkeypatch.setattr(mqtt_bus, "SILENCE", 0.3)
    monkeypatch.setattr(mqtt_bus, "CONNECT_WITHIN", 0.3)
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        broker.freeze()
        await until(lambda: not shown.health()["connected"])
        assert "acknowledgement timed out" in say(shown.health()["error"])
        await until(lambda: "Operation timed out" in say(shown.health()["error"]))
        table.seq = 9
        shown.changed()
        broker.thaw()
        await until(lambda: shown.health()["reconnects"])
        async with ear(broker.port) as heard:
            await until(lambda: heard and heard[-1].payload == b"9.00")
            await until(lambda: json.loads(heard[topics(heard).index("status")].payload)["state"] == "open")


async def test_a_slow_broker_gets_the_newest_in_order_and_nothing_grows(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Coalescing: while answers are owed only the newest snapshot waits, and nothing older follows it."""
    monkeypatch.setattr(publisher, "HEARTBEAT", 1000)  # it must not be what heals
    async with ear(broker.port) as heard, publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        broker.freeze()
        for table.seq in range(1, 1001):
            shown.changed()
        owed = int(shown.health()["sent"]) - int(shown.health()["acked"])
        assert owed < publisher.WINDOW + 4
        broker.thaw()
        await until(lambda: 1000 in seqs(heard))
        assert seqs(heard) == sorted(seqs(heard))
        assert len(seqs(heard)) < publisher.WINDOW + 4
        assert shown.health()["reconnects"] == 0


async def test_changed_never_waits_for_a_full_pipe(broker: HardBroker, table: Table) -> None:
    """Law 5: more than the kernel takes, into a frozen broker; the rest follows when it thaws."""
    async with ear(broker.port) as heard, publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        broker.freeze()
        table.padding = "x" * 3_000_000
        for table.seq in range(1, 11):
            shown.changed()
        broker.thaw()
        await until(lambda: 10 in seqs(heard) and settled(shown))
        assert shown.health()["reconnects"] == 0


@pytest.mark.parametrize("where", ["away", "frozen"])
async def test_a_day_without_the_broker_costs_no_memory(broker: HardBroker, table: Table, where: str) -> None:
    """E55: a hundred thousand changes that nobody hears."""
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        if where == "away":
            broker.stop()
            await until(lambda: not shown.health()["connected"])
        else:
            broker.freeze()
        for table.seq in range(1000):
            shown.changed()
        gc.collect()
        tracemalloc.start()
        rendered = table.rendered
        for table.seq in range(100_000):
            shown.changed()
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert grown < 10_000
        assert table.rendered == rendered  # nothing is even rendered


async def test_a_simulated_day_of_attempts_leaves_nothing_behind(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """E55: the broker stays away, the table is played at."""
    monkeypatch.setattr(publisher, "PAUSES", (0.2, 8.0))  # ten thousand attempts are enough
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, and never listened to: refused at once
        time = VirtualTime()
        attempts = _without_threads()
        async with publishing(nobody.getsockname()[1], table) as shown:

            async def play_until(hour: float) -> int:
                while time.now() < hour * 3600e9:
                    table.seq += 1
                    shown.changed()
                    await asyncio.sleep(60)
                gc.collect()
                return len(os.listdir("/proc/self/fd"))

            before = await play_until(1)
            tracemalloc.start()
            after = await play_until(24)
            grown, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert grown < 50_000
            assert after <= before
            assert len(asyncio.all_tasks()) < 5
            assert next(attempts) > 10_000


def _without_threads() -> Iterator[int]:
    """What the loop hands to a thread is done at once, or virtual time would run past it; gives how many times."""
    loop: Any = asyncio.get_running_loop()
    times = itertools.count()

    def here(_executor: None, work: Callable[[], object]) -> "asyncio.Future[object]":
        next(times)
        done: asyncio.Future[object] = loop.create_future()
        try:
            done.set_result(work())
        except OSError as error:
            done.set_exception(error)
        return done

    loop.run_in_executor = here
    return times


async def test_a_refusal_by_the_access_list_is_seen(tmp_path: Path, table: Table) -> None:
    """R200: mosquitto acknowledges what it throws away; only the reason code tells."""
    (tmp_path / "acl").write_text("topic readwrite litbet/t1/status\ntopic readwrite litbet/t1/event\n")
    with HardBroker(tmp_path, f"acl_file {tmp_path / 'acl'}") as broker:
        async with publishing(broker.port, table) as shown:
            await until(lambda: len(refused(shown)) == 2)
            assert refused(shown) == [
                "refused by the broker: jackpot/main/meter (Not authorized)",
                "refused by the broker: jackpot/main/value (Not authorized)",
            ]
            assert shown.health()["acked"] == 2
            (tmp_path / "acl").write_text("topic readwrite #\n")
            os.kill(broker.pid or 0, signal.SIGHUP)
            await until(lambda: not refused(shown))


async def test_a_wrong_password_is_named(tmp_path: Path, table: Table) -> None:
    (tmp_path / "passwords").touch(mode=0o600)
    with HardBroker(tmp_path, f"password_file {tmp_path / 'passwords'}") as broker:
        async with publishing(broker.port, table, user="table", password="wrong") as shown:  # noqa: S106
            await until(lambda: "Not authorized; correct user" in say(shown.health()["error"]))


async def test_a_stop_says_offline_once_and_last(broker: HardBroker, table: Table) -> None:
    """R202. The broker says the will only of those who vanish."""
    async with ear(broker.port) as heard:
        async with publishing(broker.port, table) as shown:
            await until(lambda: settled(shown))
        await retained(broker.port)  # a round trip later
        assert [m.payload for m in heard].count(OFFLINE.payload) == 1
        assert topics(heard)[-2:] == ["status", "end"]
        assert "Client litbet/t1 disconnected." in broker.log.read_text()  # not: closed its connection
    assert (await retained(broker.port))["status"] == OFFLINE.payload


KILLED = """
import asyncio, sys
from buses.mqtt import MqttSettings
from controller.signs.publisher import *
offline = Packet("status", b'{"state":"offline"}', True, None)
open_ = Publication("status", b'{"state":"open"}', True, 30)
connect = MqttSettings(host="127.0.0.1", port=int(sys.argv[1])).connect("t1", None)
asyncio.run(Publisher(connect, lambda _: (open_,), lambda _: offline, 1).run())
"""


async def test_a_stop_in_the_moment_of_the_connection(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library's wait swallows what comes just then; a service that goes on would have to be killed."""
    connected = aiomqtt.Client._on_connect

    def stop(self: Any, *what: Any) -> None:
        connected(self, *what)
        running.cancel()

    monkeypatch.setattr(aiomqtt.Client, "_on_connect", stop)
    shown = Publisher(connecting(broker.port), table.snapshot, lambda _: OFFLINE, first_pub=100)
    running = asyncio.create_task(shown.run())
    await asyncio.wait({running}, timeout=PATIENCE)
    assert running.cancelled()


async def test_the_will_of_a_killed_controller(broker: HardBroker) -> None:
    """R202, E02: kill -9, and signs learn at once that nobody stands behind the amount."""
    async with ear(broker.port) as heard:
        with subprocess.Popen([sys.executable, "-c", KILLED, str(broker.port)]) as controller:
            await until(lambda: heard)
            controller.kill()
        await until(lambda: heard[-1].payload == OFFLINE.payload)
    assert (await retained(broker.port))["status"] == OFFLINE.payload


async def test_the_broker_forgets_a_dead_table(broker: HardBroker, table: Table) -> None:
    table.expiry = 2
    async with publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        assert "jackpot/main/value" in await retained(broker.port)
    async with asyncio.timeout(30):
        while len(await retained(broker.port)) > 1:  # all but the last word
            await asyncio.sleep(0.1)


async def test_a_fault_in_rendering_stays_here(broker: HardBroker, table: Table) -> None:
    """Law 5: no mistake in what is shown reaches the table."""
    async with ear(broker.port) as heard, publishing(broker.port, table) as shown:
        await until(lambda: settled(shown))
        table.expiry = -1  # no such number on the wire
        table.seq = 1
        shown.changed()
        assert "The state cannot be shown" in say(shown.health()["error"])
        table.expiry = 30
        shown.changed()
        await until(lambda: 1 in seqs(heard))


async def test_an_attempt_that_is_given_up_leaves_nothing_behind(
    broker: HardBroker, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a socket nor a task, whether the attempt timed out, or was cancelled, or sat in its thread then."""
    monkeypatch.setattr(mqtt_bus, "CONNECT_WITHIN", 0.1)
    monkeypatch.setattr(mqtt_bus, "KEEPALIVE", 1000)  # it must not be what cleans up
    async with publishing(broker.port, table) as shown:  # makes what the process keeps: threads, the selector
        await until(lambda: settled(shown))
    await until(lambda: len(asyncio.all_tasks()) == 1)
    before = len(os.listdir("/proc/self/fd"))
    broker.freeze()
    attempts = 0
    begin = mqtt_bus.MqttBus.__aenter__

    async def counted(bus: mqtt_bus.MqttBus) -> mqtt_bus.MqttBus:
        nonlocal attempts
        attempts += 1
        return await begin(bus)

    monkeypatch.setattr(mqtt_bus.MqttBus, "__aenter__", counted)
    async with publishing(broker.port, table) as shown:
        await until(lambda: "Operation timed out" in say(shown.health()["error"]))
        seen = attempts
        await until(lambda: attempts > seen)  # it is cancelled in the next one

    entered, leave, connect = threading.Event(), threading.Event(), socket.create_connection

    def slow(*address: Any, **options: Any) -> socket.socket:
        entered.set()
        leave.wait(PATIENCE)
        return connect(*address, **options)

    monkeypatch.setattr(socket, "create_connection", slow)
    async with publishing(broker.port, table):
        await until(entered.is_set)
    leave.set()
    await asyncio.get_running_loop().shutdown_default_executor()  # the thread comes to its end
    await until(lambda: len(asyncio.all_tasks()) == 1)
    await until(lambda: len(os.listdir("/proc/self/fd")) == before)


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=broker"
    command += f" -addext subjectAltName=IP:127.0.0.1 -keyout {key} -out {certificate}"
    subprocess.run(command.split(), check=True, capture_output=True)
    return key, certificate


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets refused ones to the GC
async def test_tls(tmp_path: Path, table: Table) -> None:
    """R200: the link is proof against a listener, and a broker that is not ours gets nothing."""
    key, ours = certificate(tmp_path, "ours")
    _, other = certificate(tmp_path, "other")
    with HardBroker(tmp_path, f"certfile {ours}\nkeyfile {key}") as broker:
        async with publishing(broker.port, table, ca=str(ours)) as shown:
            await until(lambda: settled(shown))
        for wrong in (other, tmp_path / "missing.pem"):
            async with publishing(broker.port, table, ca=str(wrong)) as shown:
                await until(lambda: "correct the file of certificates" in say(shown.health()["error"]))


@given(st.integers(0, 500_000_000))
def test_numbers_of_publications_rise_across_restarts(seq: int) -> None:
    """R201: without a clock, and exact in a sign that only has doubles."""
    a_year_of_heartbeats = int(365 * 24 * 3600 / publisher.HEARTBEAT)
    assert first_pub(seq) + a_year_of_heartbeats < first_pub(seq + 1) < 2**53


@given(st.integers(0, 500_000_000), st.integers(1, 1 << 45), st.integers(0, 5_000_000))
def test_a_start_that_could_write_no_row_stands_above_the_run_before(seq: int, failed_at: int, sent: int) -> None:
    """R201: both are of the same row. Half a year of heartbeats without one is more than any table has."""
    first = first_pub(seq, failed_at)
    assert first_pub(seq) + sent < first < first_pub(seq + 1)
    later = first_pub(seq, failed_at + 3_600_000)  # and another an hour later; its clock's numbers wrap in a month
    assert later > first + 2 * 3600 or later - first_pub(seq) < first - first_pub(seq)


async def test_a_link_that_is_lost_as_it_is_made_leaves_no_complaint(table: Table) -> None:
    """The library forgets the fault unread, and asyncio says so (tests/conftest.py looks for it). The next attempt
    follows at once, not when an acknowledgement is overdue."""
    tries = 0

    async def accept_and_close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal tries
        await reader.read(4096)
        writer.write(b"\x20\x03\x00\x00\x00")  # CONNACK
        writer.close()
        tries += 1

    async with (
        await asyncio.start_server(accept_and_close, "127.0.0.1", 0) as peer,
        publishing(peer.sockets[0].getsockname()[1], table) as shown,
    ):
        await until(lambda: tries > 2)
        assert "it ended the connection" in say(shown.health()["error"])
    gc.collect()
