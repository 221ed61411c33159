"""A message bus is added by one file and one line: the checker, the table and its pages know it from there."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from support.buses.added import RELAYS, RelaySettings, registered
from support.config.files import Edit, Found, faults, warnings, write
from support.drivers.scripted import Scripted
from support.waiting import until

from controller.cli.display import connect_of
from controller.config.load import load
from controller.daemon.assemble import assembled, machine
from display.hearing import Hearing
from display.kept_heads import KeptHeads
from testbed.bench.clock import BenchClock
from testbed.bench.table import create_ledger

START = 1_795_000_000_000
MQTT = '[mqtt]\nhost = "127.0.0.1"'
RELAY = '[relay]\naddress = "10.0.0.9"\n'
ADDED = Edit(MQTT, RELAY)
ADDRESS = 'the relay\'s address, as "10.0.0.9"'
ONE_BUS = "a table has one message bus; remove this section, or [mqtt]"
SIGN = Edit('#sign = "display-1"', 'sign = "display-1"')
EXPECTED = Edit("#expected = []", 'expected = ["display-1"]')


@pytest.fixture(autouse=True)
def relay() -> Iterator[None]:
    with registered():
        yield


class Page:
    """A page of the players' sign."""

    sign, seen = "display-1", True

    def __init__(self) -> None:
        self.newest: dict[str, Any] = {}

    def tell(self, topic: str, text: str) -> None:
        self.newest[topic] = json.loads(text)["payload"]


async def test_the_table_tells_its_pages_over_it_and_hears_what_they_show(tmp_path: Path) -> None:
    config = replace(load(write(tmp_path, [ADDED, SIGN, EXPECTED])), dir=tmp_path)
    assert config.bus == RelaySettings(address="10.0.0.9", hops=1)
    create_ledger(config, START, "A")
    clock, (board,) = BenchClock(START), config.drivers
    lamps = [ref.name for ref in config.lamps]
    io = replace(
        machine(config, clock),
        drivers=lambda _config, _clock: {board.name: Scripted(board.name, board.all_inputs(), lamps, clock.mono)},
    )
    connect = connect_of(config)
    assert connect
    hearing, page = Hearing(connect, KeptHeads(None)), Page()
    hearing.add(cast(Any, page))
    async with assembled(config, io) as table:
        playing, listening = asyncio.create_task(table.run()), asyncio.create_task(hearing.run())
        await until(lambda: "jackpot/bonus/meter" in page.newest)
        meter = page.newest["jackpot/bonus/meter"]
        assert meter["cents"] == 125_000
        hearing.acknowledge(cast(Any, page), meter)
        await until(lambda: table.witness.view()[0]["shows"])
        (sign,) = table.witness.view()
        assert (sign["sign"], sign["shows"][0]["cents"], sign["doubt"]) == ("display-1", 125_000, None)
        assert table.publisher
        assert table.publisher.health()["connected"]
        table.loop.finish()
        await playing
        await until(lambda: page.newest["status"]["state"] == "offline")
        listening.cancel()
        await asyncio.wait({listening})
    assert not RELAYS["10.0.0.9"], "a connection is left open"


def test_the_table_and_its_pages_log_in_each_as_itself(tmp_path: Path) -> None:
    for name in ("table", "pages"):
        (tmp_path / name).write_text(f"secret of the {name}\n")
    logins = [
        Edit(MQTT, f'{RELAY}user = "bj-1"\npassword_file = "{tmp_path}/table"\n'),
        Edit('#user = "display-1"', 'user = "display-1"'),
        Edit('#password_file = "/etc/credstore/litbet-display.mqtt-password"', f'password_file = "{tmp_path}/pages"'),
    ]
    config = load(write(tmp_path, logins))
    assert config.bus
    assert (config.bus.user, config.bus.password_file) == ("bj-1", f"{tmp_path}/table")
    connect = connect_of(config)
    assert connect
    pages: Any = connect(None, lambda _topic, _refusal: None, lambda _packet: None)
    assert pages.login == ("display-1", "secret of the pages")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"10.0.0.9"', '"x"', ('address = "x"', "address", f'write {ADDRESS}, not "x"')),
        ("[relay]\n", "[relay]\nhops = 5\n", ("hops = 5", "hops", "write a whole number from 1 to 4, not 5")),
        ("[relay]\n", "[relay]\nhop = 2\n", ("hop = 2", "hop", "is not known here; write hops")),
        ('address = "10.0.0.9"\n', "", ("[relay]", "address", f"is missing; write {ADDRESS}")),
        ("[relay]\n", '[relay]\nuser = "a"\n', ('user = "a"', "user", "write both user and password_file, or neither")),
        ("[relay]", "[relais]", ("[relais]", "relais", "is not known here; write relay")),
        ("[relay]", f"{MQTT}\n[relay]", ("[relay]", "relay", ONE_BUS)),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line_and_what_to_write(
    tmp_path: Path, old: str, new: str, found: tuple[str, str, str]
) -> None:
    assert faults(tmp_path, Edit(MQTT, RELAY.replace(old, new))) == [Found("table.toml", *found)]


def test_a_profile_without_networked_signs_permits_it_on_this_machine_only(tmp_path: Path) -> None:
    forbids = (
        Edit("networked = true", "networked = false", "profile"),
        Edit("placard = false", "placard = true", "profile"),
        Edit("#placard = false", "placard = true"),
    )
    (found,) = faults(tmp_path, ADDED, *forbids)
    assert (found.key, found.line) == ("address", 'address = "10.0.0.9"')
    assert "forbids networked signs" in found.what
    assert faults(tmp_path, Edit(MQTT, RELAY.replace("10.0.0.9", "127.0.0.1")), *forbids) == []


def test_its_warning_is_shown(tmp_path: Path) -> None:
    (found,) = warnings(tmp_path, Edit(MQTT, f"{RELAY}hops = 3\n"))
    assert found == Found("table.toml", "hops = 3", "hops", "so many hops are slow")
