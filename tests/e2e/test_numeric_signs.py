"""Numeric signs at a real controller, without any broker: what stands on the glass, and what the table makes of their
silence (C01, R120, R127, R128, R181, R203; E56, E57)."""

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.config.files import Edit, write
from support.processes.litbet import Daemon, audited, litbet, until
from support.spoken import say, todo_of

from controller.signs.acknowledgements import last_acknowledged, witness_lines
from testbed.firmware import firmware_sim

BOARD = "/dev/serial/by-id/usb-litbet_board-if00"
EIGHTS = "8." * 8


class Glass:
    """A simulated sign in a process of its own, and all that stood on it."""

    def __init__(self, link: Path, *options: str) -> None:
        self.shown: list[str] = []
        command = ["setpriv", "--pdeathsig", "KILL", sys.executable, str(firmware_sim() / "sim_sign.py")]
        command += ["--json", "--link", str(link), *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert json.loads(self.process.stdout.readline())["event"] == "ready"
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "shows":
                self.shown.append(event["text"])

    def until(self, text: str) -> None:
        until(lambda: self.shown and self.shown[-1] == text, f"{text!r} on the sign, which shows {self.shown}")

    def hand(self, command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        self.process.kill()
        self._reader.join()
        self.process.communicate()


class DigitTable(Daemon):
    """The shipped table in a state that forbids networked signs: no broker, and numeric signs."""

    def __init__(self, folder: Path, echoes: tuple[bool, ...], grace: int) -> None:
        signs = "".join(
            f'\n[[sign]]\nname = "digits-{n}"\njackpot = "bonus"\nkind = "digits"\nport = "{folder}/sign-{n}"\n'
            f"digits = 8\necho = {str(echo).lower()}\n"
            for n, echo in enumerate(echoes)
        )
        edits = [
            Edit("", signs),
            Edit('[mqtt]\nhost = "127.0.0.1"', ""),
            Edit(BOARD, f"{folder}/board"),
            Edit("networked = true", "networked = false", "profile"),
            Edit("placard = false", "placard = true", "profile"),
            Edit("#placard = false", "placard = true"),
            Edit("grace_seconds = 60", f"grace_seconds = {grace}", "profile"),
        ]
        super().__init__(folder, write(folder, edits))
        self.glasses = [Glass(folder / f"sign-{n}", *(["--echo"] if echo else [])) for n, echo in enumerate(echoes)]

    @property
    def lines(self) -> list[str]:
        """Those that its file names."""
        return []

    def end(self) -> None:
        for glass in self.glasses:
            glass.end()
        super().end()

    def line(self, n: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.status()["signs"]["lines"][f"digits-{n}"]
        return found

    def silent_signs(self) -> list[str]:
        return [each["sign"] for each in self.status()["signs"]["acknowledged"] if each["silent"]]


@contextmanager
def shown_on(folder: Path, *echoes: bool, grace: int = 60) -> Iterator[DigitTable]:
    table = DigitTable(folder, echoes, grace)
    try:
        table.start_board()
        table.init()
        table.start()
        table.do("table open")
        yield table
    finally:
        table.end()


def test_c01_a_day_without_a_broker(tmp_path: Path) -> None:
    """The amount, its growth in the morning, dashes while the table is out of service; and what was acknowledged."""
    with shown_on(tmp_path, True) as table:
        (glass,) = table.glasses
        glass.until("1250.00")
        assert glass.shown == [EIGHTS, "1250.00"]
        table.hand("press 1 2")
        table.lit(1, 2)
        table.hand("key lock")
        table.phase("locked")
        table.hand("key clear")
        table.phase("betting")
        table.do("table close")
        assert table.ask("bench wind")["ok"]
        table.do("table open")
        glass.until("1251.00")
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger:
            assert ledger.execute("select count(*) from journal where kind = 'post'").fetchone()[0] == 1
        status = table.status()
        assert status["signs"]["broker"] is False
        facts = {fact["name"]: fact for fact in status["health"]}
        assert facts["no broker"]["ok"]
        assert say(facts["sign digits-0"]["say"]) == "shows 1251.00"
        table.hand("unplug 1s")
        glass.until("--------")
        glass.until("1251.00")
        until(lambda: any(line.get("cents") == 125_100 for line in witness_lines(tmp_path)), "the evidence")
        assert table.stop() == 0
        glass.until("--------")
        shown = last_acknowledged(tmp_path)
        assert shown
        assert shown.seq <= status["seq"] + 5
    assert audited(tmp_path).returncode == 0


def test_r128_a_dead_controller_leaves_no_amount_behind(tmp_path: Path) -> None:
    with shown_on(tmp_path, False) as table:
        (glass,) = table.glasses
        glass.until("1250.00")
        glass.hand("skip 5s")
        table.kill()
        glass.hand("skip 11s")
        glass.until("")
        assert "--------" not in glass.shown, "nobody was there to say so"
        table.start()
        glass.until("1250.00")
        assert glass.shown == [EIGHTS, "1250.00", "", EIGHTS, "1250.00"]
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


@pytest.mark.parametrize("echo", [True, False])
def test_r181_r203_a_lost_sign_closes_betting_until_it_is_back(tmp_path: Path, echo: bool) -> None:
    with shown_on(tmp_path, echo, grace=3) as table:
        (glass,) = table.glasses
        glass.until("1250.00")
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        glass.hand("unplug")
        until(
            lambda: "No sign has acknowledged" in todo_of(table.status()),
            "the grace",
        )
        assert table.status()["phase"] == "locked", "the round is played to its end"
        assert table.line()["why"]["code"] in ("drivers.line_gone", "drivers.line_missing")
        table.hand("key clear")
        table.phase("fault")
        glass.hand("plug")
        table.phase("betting")
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_e57_a_stuck_digit_closes_betting_and_is_kept_as_evidence(tmp_path: Path) -> None:
    with shown_on(tmp_path, True, grace=3) as table:
        (glass,) = table.glasses
        glass.until("1250.00")
        until(lambda: any("cents" in line for line in witness_lines(tmp_path)), "an acknowledgement")
        glass.hand("stick 3 8")
        table.phase("fault")
        assert table.line()["why"]["code"] == "drivers.sign_wrong"
        until(lambda: any(line.get("misread") == "8250.00" for line in witness_lines(tmp_path)), "the evidence")
        glass.hand("free 3")
        table.phase("betting")
        assert table.stop() == 0


def test_e56_one_of_two_signs_is_enough(tmp_path: Path) -> None:
    """As with signs of a network; the one that cannot answer counts only where none can."""
    with shown_on(tmp_path, True, True, False, grace=2) as table:
        for glass in table.glasses:
            glass.until("1250.00")
        assert {each["sign"] for each in table.status()["signs"]["acknowledged"]} == {"digits-0", "digits-1"}
        table.glasses[0].hand("unplug")
        until(lambda: table.silent_signs() == ["digits-0"], "the silence of one")
        assert table.status()["phase"] == "betting"
        assert not table.status()["todo"]
        table.glasses[1].hand("unplug")
        table.phase("fault")
        assert table.stop() == 0


def test_a_bench_shows_the_amount_on_its_signs(tmp_path: Path) -> None:
    sign = '\n[[sign]]\nname = "{}"\njackpot = "bonus"\nkind = "digits"\nport = "/dev/{}"\ndigits = {}\necho = {}\n'
    signs = Edit("", sign.format("left", "ttyUSB1", 8, "true") + sign.format("right", "ttyUSB2", 6, "false"))
    config = write(tmp_path, [signs])
    done = litbet("bench", "--config", config, "--hands", "4", "--speed", "100", "--dir", tmp_path / "D", "--json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results["signs"] == {"left": results["meter_after"]["bonus"], "right": results["meter_after"]["bonus"]}
