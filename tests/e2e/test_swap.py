"""docs/SWAP.md, its very commands: two folders as two machines, one broker (R187, E38)."""

import asyncio
import json
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import aiomqtt
from support.processes.litbet import PATIENCE, ROOT, Daemon, audited, litbet, pins_typed, until

from controller.__main__ import parser
from controller.config.resources import shipped
from testbed.bench.table import pin_of

TEXT = (ROOT / "docs" / "SWAP.md").read_text()
BLOCKS = [block.splitlines() for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)]
PEOPLE = {"A. Admin": "admin", "M. Manager": "manager", "A. Clerk": "accounting"}


class Machine(Daemon):
    """A controller with an /etc and a stick of its own places; the words of the page are run on it as they stand."""

    def __init__(self, home: Path, usb: Path) -> None:
        self.etc, self.usb = home / "etc", usb
        (home / "state").mkdir(parents=True)
        self.etc.mkdir()
        super().__init__(home / "state", self.etc / "table.toml")
        self.shell = home / "bin"
        self.shell.mkdir()
        words = f'case "$1" in check) ;; *) set -- "$@" --config {self.config} --dir {self.folder};; esac'
        litbet = self.shell / "litbet"
        litbet.write_text(f'#!/bin/sh\n{words}\nexec {sys.executable} -m controller "$@"\n')
        litbet.chmod(litbet.stat().st_mode | stat.S_IXUSR)

    def run(self, lines: list[str]) -> list[str]:
        """What each prints. The service manager's part is ours."""
        output = []
        for line in lines:
            if line == "systemctl disable --now litbet":
                assert self.stop() == 0
            elif line == "systemctl enable --now litbet":
                self.start()
            else:
                output.append(self._shell(line))
        return output

    def _shell(self, line: str) -> str:
        places = {"/etc/litbet": self.etc, "/mnt/usb": self.usb, "/mnt/key-1": self.usb, "/mnt/key-2": self.etc}
        for page, here in places.items():
            line = line.replace(page, str(here))
        for page, name in PEOPLE.items():
            line = line.replace(page, name)
        done = subprocess.run(
            ["sh", "-ec", line], input=pins_typed(*shlex.split(line)),
            capture_output=True, text=True, timeout=PATIENCE, check=False,
            env=os.environ | {"PATH": f"{self.shell}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done.stdout


def played(table: Daemon, seat: int) -> None:
    table.hand(f"press {seat}")
    table.lit(seat)
    table.hand("key lock")
    table.phase("locked")


def test_r187_e38_the_new_one_goes_on_and_the_old_one_falls_silent(tmp_path: Path, usb: Path) -> None:
    old, new = Machine(tmp_path / "old", usb), Machine(tmp_path / "new", usb)
    new.broker = old.broker
    made = [litbet("key", folder / name).stdout.strip() for folder, name in ((usb, "a.key"), (new.etc, "b.key"))]
    text = (shipped("config") / "table.toml").read_text()
    old.config.write_text(text.replace("#keys = []", f"keys = {json.dumps(made)}", 1))
    try:
        old.broker.start()
        old.start_board()
        old.init()
        old.start()
        old.who("manager", "accounting", "floor", "cage")
        old.do("table open")
        played(old, 3)
        old.do("win claim", by=["accounting"], spot=3, cards="Ah Ah Ah")
        old.do("win confirm", by=["floor"], claim=1)
        old.do("win confirm", by=["manager"], claim=1)
        old.hand("key clear")
        old.phase("betting")
        played(old, 2)
        old.hand("key clear")
        old.phase("betting")
        old.do("table close")
        before = old.status()

        output = old.run(BLOCKS[0])
        head = re.search(r"row (\d+), head ([0-9a-f]{64})", output[2])
        assert head
        new.start_board()
        output = new.run(BLOCKS[1])
        restored = re.search(r"restored: row (\d+), epoch (\d+)", output[2])
        assert restored
        assert int(restored[1]) == int(head[1]) + 1
        epoch = int(restored[2])
        assert epoch > before["epoch"]
        assert "claim 1: spot 3/galaxy, round 1, $1,250.00" in output[2]

        after = new.status()
        same = ("jackpots", "claims", "config", "program", "rounds_today", "phase")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        assert after["epoch"] == epoch
        new.known = old.known
        for name in ("cage", "floor"):  # its people came with it; two of them give the others PINs
            new.do("user pin", by=["admin", "manager"], name=name, pin=pin_of(name))
        new.do("win paid", by=["cage"], claim=1, method="cash")
        until(lambda: new.status()["signs"]["connected"], "the new one at the broker")

        old.start()
        until(lambda: "head" in old.status()["faults"], "fenced")
        assert "signs.broker_other_ledger" in json.dumps(old.status()["signs"])
        until(lambda: new.status()["signs"]["connected"], "the new one is back at the broker")
        until(lambda: retained(new, "status")["epoch"] == epoch, "the new one's word stands")
        assert retained(new, "jackpot/bonus/meter")["epoch"] == epoch
        assert not any(fact["ok"] for fact in old.status()["health"] if fact["name"] == "broker")
        assert all(fact["ok"] for fact in new.status()["health"] if fact["name"] == "broker")
        new.do("table open")
        assert old.stop() == 0
        assert new.stop() == 0
        for machine in (old, new):
            assert audited(machine.folder).returncode == 0
    finally:
        new.end()
        old.end()


def retained(table: Daemon, topic: str) -> dict[str, object]:
    """What a sign that has just been switched on is told."""

    async def ask() -> dict[str, object]:
        async with aiomqtt.Client("127.0.0.1", table.broker.port) as client:
            await client.subscribe(f"litbet/bj-1/{topic}")
            async with asyncio.timeout(PATIENCE):
                async for message in client.messages:
                    found: dict[str, object] = json.loads(bytes(message.payload))
                    return found
        raise AssertionError

    return asyncio.run(ask())


def test_each_command_of_the_page_exists() -> None:
    """Those in its sentences, too."""
    spoken = re.findall(r"`litbet ([^`]+)`", TEXT)
    typed = [line.removeprefix("litbet ") for block in BLOCKS for line in block if line.startswith("litbet ")]
    for words in spoken + typed:
        if words not in ("init", "backup", "restore"):  # named without their arguments
            assert parser().parse_args(shlex.split(words)).go, words
