"""Signs and their broker with real processes: nothing waits for them, the table knows what they show, and nothing that
they say changes the ledger (R128, R131, R203, R205, R206; E34, E55-E57)."""

import json
import re
import signal
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
from support.processes.litbet import ROOT, Daemon, audited, litbet, until
from support.signs.broker import HardBroker
from support.signs.schemas import valid
from support.spoken import refusal_of, say, todo_of

from controller.signs.acknowledgements import Place, last_acknowledged, witness_lines


class SignProcess:
    """A sign, and all that it has shown, oldest first."""

    def __init__(self, port: int, name: str) -> None:
        self.shown: list[dict[str, Any]] = []
        command = ["setpriv", "--pdeathsig", "KILL", sys.executable, str(ROOT / "tests/support/signs/sign.py")]
        self.process = subprocess.Popen([*command, str(port), "bj-1", name], stdout=subprocess.PIPE, text=True)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.shown.extend(json.loads(line) for line in self.process.stdout)

    @property
    def glass(self) -> str:
        return self.shown[-1]["glass"] if self.shown else ""

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        self.process.kill()
        self._reader.join()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class SignedTable(Daemon):
    """The shipped table with the signs `sign-1` and `sign-2`, and a broker that tests can break."""

    def __init__(self, folder: Path, *, grace: int, after: str) -> None:
        config = write(
            folder,
            [
                Edit("#expected = []", 'expected = ["sign-1", "sign-2"]'),
                Edit("grace_seconds = 60", f"grace_seconds = {grace}", "profile"),
                Edit('after_grace = "close_betting"', f'after_grace = "{after}"', "profile"),
            ],
        )
        super().__init__(folder, config)
        self.hard = HardBroker(folder)
        self.broker = self.hard
        self.signs: list[SignProcess] = []

    def sign(self, name: str) -> SignProcess:
        self.signs.append(SignProcess(self.broker.port, name))
        return self.signs[-1]

    def end(self) -> None:
        for each in self.signs:
            each.end()
        super().end()

    def round(self, *seats: int) -> None:
        """Bets, LOCK, CLEAR: each within its time, whatever the broker does."""
        self.hand(f"press {' '.join(map(str, seats))}")
        self.lit(*seats)
        self.hand("key lock")
        self.phase("locked")
        assert self.playing() == list(seats)
        self.hand("key clear")
        self.phase("betting")

    def acknowledged(self, sign: str) -> dict[str, Any]:
        found: dict[str, Any] = next(each for each in self.status()["signs"]["acknowledged"] if each["sign"] == sign)
        return found

    def rows(self) -> int:
        with closing(sqlite3.connect(self.folder / "ledger.db")) as ledger:
            count: int = ledger.execute("select count(*) from journal").fetchone()[0]
        return count


@contextmanager
def signed(folder: Path, *, grace: int = 60, after: str = "close_betting") -> Iterator[SignedTable]:
    table = SignedTable(folder, grace=grace, after=after)
    try:
        table.broker.start()
        table.start_board()
        table.init()
        table.start()
        table.do("table open")
        yield table
    finally:
        table.end()


BREAKS = {
    "stopped": (HardBroker.stop, HardBroker.start),
    "frozen": (HardBroker.freeze, HardBroker.thaw),
    "killed": (HardBroker.kill, HardBroker.start),
}


def test_no_round_waits_for_the_broker_and_signs_are_right_again(tmp_path: Path) -> None:
    """E55, R206: stopped, frozen, killed and restarted during play. No bet is lost, nothing comes out of order."""
    with signed(tmp_path) as table:
        sign = table.sign("sign-1")
        until(lambda: sign.glass == "$1250.00", "the amount on the sign")
        played = 0
        for seats, (breaks, mends) in zip(((1, 2), (3,), (4, 5, 6)), BREAKS.values(), strict=True):
            table.hand(f"press {' '.join(map(str, seats))}")
            table.lit(*seats)
            breaks(table.hard)
            table.hand("key lock")
            table.phase("locked")
            table.hand("key clear")
            table.phase("betting")
            table.round(1)
            mends(table.hard)
            played += len(seats) + 1
            newest = table.status()["seq"]
            until(lambda: sign.shown[-1]["place"][1] >= newest, "the newest state on the sign")  # noqa: B023
            assert table.status()["wagers_today"] == played
        places = [tuple(each["place"]) for each in sign.shown]
        assert places == sorted(places)
        assert sign.shown[-1]["ignored"] == 0
        until(lambda: table.acknowledged("sign-1")["shows"], "an acknowledgement")
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_r131_what_signs_show_is_known_and_kept_beside_the_ledger(tmp_path: Path) -> None:
    with signed(tmp_path) as table:
        sign = table.sign("sign-1")
        until(lambda: table.acknowledged("sign-1")["shows"], "an acknowledgement")
        shows = table.acknowledged("sign-1")["shows"][0]
        assert (shows["jackpot"], shows["cents"]) == ("bonus", 125_000)
        assert not table.acknowledged("sign-2")["shows"]
        assert "sign-1" in litbet("status", "--dir", tmp_path).stdout
        table.round(1)
        newest = table.status()["seq"]
        until(lambda: table.acknowledged("sign-1")["shows"][0]["seq"] >= newest, "the newest acknowledged")
        until(lambda: (last_acknowledged(tmp_path) or Place(0, 0, 0))[1] >= newest, "the file")
        assert {line["sign"] for line in witness_lines(tmp_path)} == {"sign-1"}
        sign.end()
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_r201_what_a_running_table_says_is_what_is_documented(tmp_path: Path) -> None:
    """Each payload of a round, of a stop and of the will, against docs/schemas/."""
    with signed(tmp_path) as table:
        heard = subprocess.Popen(
            ["mosquitto_sub", "-v", "-p", str(table.broker.port), "-t", "litbet/#"], stdout=subprocess.PIPE, text=True
        )
        assert heard.stdout is not None
        lines = [heard.stdout.readline()]  # it listens
        sign = table.sign("sign-1")
        until(lambda: table.acknowledged("sign-1")["shows"], "an acknowledgement")
        table.round(1, 2)
        table.kill()  # the will
        table.start()
        sign.end()
        assert table.stop() == 0
        kinds: list[str] = []
        while kinds.count("offline") < 2:
            line = lines.pop() if lines else heard.stdout.readline()
            topic, _, payload = line.strip().partition(" ")
            kind = topic.rpartition("/")[2]
            if kind == "value":
                assert re.fullmatch(r"([0-9]+\.[0-9]{2})?", payload)
            else:
                valid(kind, json.loads(payload))
            kinds.append("offline" if '"offline"' in payload else kind)
        heard.kill()
        heard.communicate()
    assert set(kinds) == {"status", "offline", "head", "round", "meter", "value", "event", "ack"}


def test_r205_nothing_that_comes_over_mqtt_changes_the_ledger(tmp_path: Path) -> None:
    """Commands, acknowledgements, junk, on every topic and retained: not one row of it."""
    with signed(tmp_path) as table:
        table.hand("press 2")
        table.lit(2)
        rows, head = table.rows(), table.status()["head"]
        words = [
            '{"do": "round lock"}', '{"do": "win confirm", "with": {"claim": 1}}', "", "junk", "1250.00",
            '{"jackpot":"bonus","epoch":1,"seq":3,"pub":1,"cents":1,"at":""}',
            '{"jackpot":"bonus","epoch":9000000000,"seq":9,"pub":9,"cents":999999999,"at":""}',
        ]  # fmt: skip
        for topic in ("do", "key/lock", "round", "status", "event", "jackpot/bonus/meter", "sign/sign-1/ack"):
            for word in words:
                subprocess.run(
                    ["mosquitto_pub", "-p", str(table.broker.port), "-r", "-q", "1", "-t", f"litbet/bj-1/{topic}",
                     "-m", word],
                    check=True,
                )  # fmt: skip
        until(lambda: table.acknowledged("sign-1")["doubt"], "the last word of the sign")
        assert "ahead of this controller" in say(table.acknowledged("sign-1")["doubt"])
        assert (table.rows(), table.status()["head"]) == (rows, head)
        table.lit(2)
        table.hand("key lock")
        table.phase("locked")
        assert table.playing() == [2]
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_r203_no_new_bets_while_no_sign_shows_the_amount(tmp_path: Path) -> None:
    """E57: the sign hangs in the middle of a round; the round is played to its end. Then the amount is posted by hand;
    then the sign is back."""
    with signed(tmp_path, grace=5) as table:
        sign = table.sign("sign-1")
        until(lambda: table.acknowledged("sign-1")["shows"], "an acknowledgement")
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        sign.freeze()
        until(
            lambda: "No sign has acknowledged" in todo_of(table.status()),
            "the grace",
        )
        assert table.status()["phase"] == "locked"
        table.hand("key clear")
        table.phase("fault")
        assert "signs" in table.status()["faults"]
        refused = table.ask("round lock")
        assert "No sign has acknowledged the amount" in refusal_of(refused)
        table.do("sign override", by=["floor"])
        table.phase("betting")
        table.round(1)
        table.do("table shoe-ended")
        table.phase("fault")
        sign.thaw()
        table.phase("betting")
        table.round(2)
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


@pytest.mark.parametrize("after", ["close_betting", "event"])
def test_a_table_whose_signs_never_came(tmp_path: Path, after: str) -> None:
    with signed(tmp_path, grace=2, after=after) as table:
        table.broker.stop()
        until(lambda: "acknowledged the amount" in todo_of(table.status()), "the grace")
        table.phase("fault" if after == "close_betting" else "betting")
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
