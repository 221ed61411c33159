"""The bench's hands in its result, in the ledger and on the terminal."""

import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.config.files import Edit, write
from support.processes.litbet import PATIENCE, ROOT, litbet

from controller.config.load import load
from controller.ledger.reader import Reader
from testbed.bench.cards import CardTable
from testbed.bench.player import TAKE_UP

TABLE = ROOT / "config/table.toml"
A_SHARE = 2647  # the seed in whose first hand seat 6 wins the meter, and seat 2 a straight


def played(folder: Path, hands: int, seed: int, config: Path = TABLE, speed: int = 100) -> dict[str, Any]:
    done = litbet(
        "bench", "--config", config, "--hands", str(hands), "--speed", str(speed),
        "--seed", str(seed), "--dir", folder, "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    results: dict[str, Any] = json.loads(done.stdout)
    assert results["audit"] == "ok"
    return results


def rows(folder: Path, *kinds: str) -> list[tuple[str, int | None]]:
    with closing(Reader(f"sqlite:///{folder / 'ledger.db'}")) as reader:
        return [(row.kind, row.round) for row in reader.walk() if row.kind in kinds]


def test_the_awards_are_those_of_the_seed_and_shoes_end_in_the_ledger(tmp_path: Path) -> None:
    """Players and cards anew from the same seed, without a process: who bets is one stream, the cards another."""
    hands, seed = 40, 5
    results = played(tmp_path / "D", hands, seed, speed=300)
    config = load(TABLE)
    table, bets = CardTable(config, seed), random.Random(seed)
    expected, shoes = [], []
    for number in range(1, hands + 1):
        spots = [spot for spot in config.rules.spots if bets.random() < TAKE_UP]
        bets.uniform(0.2, 1.0)
        bets.sample(spots, len(spots))
        dealt = table.deal(spots)
        expected += [{"round": number} | award.facts() for award in dealt.awards]
        shoes += [number] if dealt.shoe_ended else []
    assert results["awards"] == expected != []
    assert results["shoes"] == len(shoes) > 0
    found = rows(tmp_path / "D", "clear", "shoe_end")
    assert [found[n - 1] for n, (kind, _) in enumerate(found) if kind == "shoe_end"] == [("clear", n) for n in shoes]


def presence(folder: Path) -> Path:
    return write(folder, [Edit('sensor = "button"', 'sensor = "presence"')] * 6)


@pytest.mark.parametrize("sensor", ["button", "presence"])
def test_awards_are_claimed_approved_and_paid_as_people_do_it(tmp_path: Path, sensor: str) -> None:
    """R092, R103: a tap for the straight, two people for the meter; the morning's post is on the new meter."""
    results = played(tmp_path / "D", 2, A_SHARE, TABLE if sensor == "button" else presence(tmp_path), speed=50)
    assert [(award["round"], award["spot"], award.get("share")) for award in results["awards"][:2]] == [
        (1, "2/galaxy", None),
        (1, "6/galaxy", "100 %"),
    ]
    assert results["wins"][:2] == [
        {"round": 1, "spot": "2/galaxy", "cents": 1500},
        {"round": 1, "spot": "6/galaxy", "cents": 125000},
    ]
    kinds = "lock", "claim", "award_name", "approval", "meter_award", "fixed_award", "payment", "clear"
    assert [kind for kind, _ in rows(tmp_path / "D", *kinds)][:10] == [
        "lock", "claim", "claim", "award_name", "approval", "approval", "meter_award", "fixed_award", "payment",
        "clear",
    ]  # fmt: skip
    assert results["meter_after"]["bonus"] == f"{1250 + results['wagered_cents'] / 1000:.2f}"
    assert [post["cents"] for post in results["posts"]] == [results["wagered_cents"] // 10]


def test_at_coin_tables_no_touch_opens_a_claim(tmp_path: Path) -> None:
    """A coin that is dropped after WIN is money, and claims nothing: a person names the seat."""
    text = (ROOT / "config/examples/coin.toml").read_text()
    with_win = text.replace('"lock", "clear"]', '"lock", "clear", "win"]').replace(
        "[keys]", '[keys]\nwin = "board:win"'
    )
    (tmp_path / "table.toml").write_text(with_win)
    results = played(tmp_path / "D", 1, A_SHARE, tmp_path / "table.toml")
    assert [award.get("share") for award in results["awards"]] == [None, "100 %"]
    assert [win["cents"] for win in results["wins"]] == [1500, 125000]


def test_the_next_bench_in_a_folder_begins_with_a_shoe_of_its_own(tmp_path: Path) -> None:
    assert played(tmp_path / "D", 2, 7)["shoes"] == 0
    bench = Terminal("--dir", tmp_path / "D")
    bench.shows("jackpot bonus")
    bench.press("o")  # the table was left open
    bench.shows(": BETS OPEN")
    bench.end()
    assert played(tmp_path / "D", 1, 7)["shoes"] == 1


class Terminal:
    """A bench that a person plays by hand."""

    def __init__(self, *args: str | Path) -> None:
        self.master, slave = pty.openpty()
        command = ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "controller", "bench", *map(str, args)]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)

    def press(self, key: str) -> None:
        os.write(self.master, key.encode())

    def shows(self, pattern: str) -> str:
        """Wait for a screen with it."""
        deadline, seen = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            if select.select([self.master], [], [], 1)[0]:
                seen += os.read(self.master, 1 << 16).decode(errors="replace").replace("\r", "")
                for screen in seen.split("\x1b[H\x1b[2J"):
                    if re.search(pattern, screen) and "q quit" in screen:
                        return screen
        raise AssertionError(f"{pattern!r} never stood in {seen[-2000:]}")

    def end(self) -> None:
        self.press("q")
        assert self.process.wait(PATIENCE) == 0
        os.close(self.master)


@pytest.mark.parametrize("settled", [True, False])
def test_the_first_hand_by_hand_shows_its_cards_until_clear(settled: bool) -> None:
    """As the README describes it: o, 1 and 4, l, c."""
    bench = Terminal("--seed", "3", "--speed", "5")
    bench.shows(": CLOSED")
    bench.press("o")
    assert "dealer" not in bench.shows(": BETS OPEN")
    bench.press("1")
    bench.press("4")
    bench.shows(r"1/galaxy +lit[^@]*4/galaxy +lit")
    bench.press("l")
    screen = bench.shows("dealer   ")
    assert re.search(r"^seat 1   ", screen, re.MULTILINE)
    assert re.search(r"^seat 4   .*; Straight, \$15\.00: press w, then 4$", screen, re.MULTILINE)
    bench.press("w")
    bench.press("4")
    bench.shows("claims a win")
    if settled:
        bench.press("y")
    else:
        bench.press("c")
        assert "dealer   " not in bench.shows(": BETS OPEN[^@]*Claim 1")
        bench.press("x")
    while "Claim 1" in bench.shows("q quit"):
        pass
    if settled:
        bench.press("c")
        assert "dealer   " not in bench.shows(": BETS OPEN")
    bench.end()
