"""A day at the table, by hands at the kernel's lines. It runs in the machine, beside benchmarks/vm/player.py, and
prints what was seen; test_day.py judges it.

usage: guest_day.py TABLE.TOML
"""

import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.vm.player import DWELL, FLOOR, LOCKED, Asking, Felt

ROUNDS = ([1], [2, 3], [1, 2, 3, 4], [4], [1, 3])
WINS = 3  # the round in which seat 2 has a straight
RED, DARK = (1, 0, 0), (0, 0, 0)


class Day:
    def __init__(self, config: dict[str, Any]) -> None:
        self.felt, self.line = Felt(config), Asking("/run/litbet/control.sock")
        self.seen: dict[str, Any] = {"locked": [], "refused": []}

    def do(self, command: str, *who: dict[str, str], **facts: Any) -> None:
        answer = self.line.ask(command, *who, **facts)
        assert answer["ok"], answer

    def play(self) -> None:
        self.do("clock confirm", FLOOR)
        self.do("table open")
        self.until(lambda: self.phase() == "betting")
        for number, seats in enumerate(ROUNDS, 1):
            self.bet(seats)
            if number == 1:
                self.late_chip(4)
            if number == 2:
                self.lifted_chip(3)
            if number == WINS:
                self.win(2)
            self.felt.press("settle")
            self.felt.lift()
            time.sleep(DWELL)
            self.felt.press("clear")
            self.until(lambda: self.phase() == "betting")
        self.do("table close")
        self.until(lambda: all(self.felt.lamp(seat) == DARK for seat in self.felt.seats))
        self.seen["value"] = _value(self.line.ask("status")["status"]["table"])

    def phase(self) -> str:
        phase: str = self.line.ask("status")["status"]["phase"]
        return phase

    def bet(self, seats: list[int]) -> None:
        self.felt.put(seats)
        self.until(lambda: self.lamps("lit") == seats)
        self.felt.press("lock")
        self.until(lambda: self.phase() == "locked")
        self.until(lambda: [seat for seat in self.felt.seats if self.felt.lamp(seat) == LOCKED] == seats)
        self.seen["locked"].append(seats)

    def lamps(self, name: str) -> list[int]:
        return [spot["seat"] for spot in self.line.ask("status")["status"]["spots"].values() if spot["lamp"] == name]

    def late_chip(self, seat: int) -> None:
        """It plays nothing, and its lamp says so."""
        self.felt.put([seat])
        self.until(lambda: self.felt.lamp(seat) == RED)
        self.seen["late"] = self.lamps("late")
        self.felt.lift_one(seat)
        self.until(lambda: not self.lamps("late"))

    def lifted_chip(self, seat: int) -> None:
        """Before the bets are settled: its lamp blinks until the chip is back."""
        self.felt.lift_one(seat)
        self.until(lambda: self.lamps("removed") == [seat])
        self.until(lambda: self.felt.lamp(seat) == DARK)
        self.felt.put([seat])
        self.until(lambda: not self.lamps("removed"))

    def win(self, seat: int) -> None:
        self.do("win claim", spot=seat, award="straight")
        (claim,) = self.line.ask("status")["status"]["claims"]
        self.do("win confirm", claim=claim["claim"])  # so small a one the dealer pays from the rack
        self.seen["won"] = self.line.ask("status")["status"]["claims"]

    def until(self, true: Callable[[], object]) -> None:
        deadline = time.monotonic() + 60
        while not true():
            assert time.monotonic() < deadline, json.dumps(self.line.ask("status")["status"])
            time.sleep(0.01)


def _value(table: str) -> str:
    """What a simple sign shows."""
    heard = ["mosquitto_sub", "-h", "127.0.0.1", "-V", "5", "-C", "1", "-W", "30"]
    topic = f"litbet/{table}/jackpot/bonus/value"
    return subprocess.run([*heard, "-t", topic], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    day = Day(tomllib.loads(Path(sys.argv[1]).read_text()))
    day.play()
    print(json.dumps(day.seen))
