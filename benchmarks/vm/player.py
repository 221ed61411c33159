"""Dealer and players at the machine's own pins. It runs in the machine, with the standard library alone: it pulls
kernel lines as contacts do, reads lamps where they are driven, asks the controller's socket and hears the broker as a
sign does.

usage: player.py SEED TABLE.TOML OUTPUT. All that the controller has shown or answered goes to OUTPUT in that moment, a
JSON line each. It plays until the controller is gone.
"""

import itertools
import json
import random
import socket
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from typing import Any

PINS = Path("/run/pins")
FLOOR = {"name": "floor", "pin": "48151623"}
LOCKED = (1, 1, 1)  # the colour of a bet that plays
DWELL = 0.8  # s: longer than the table waits before it believes that a chip came or left


class GoneError(Exception):
    """The controller does not answer any more."""


class Teller:
    """Reports what the controller promised, to be compared with its ledger."""

    def __init__(self, path: str) -> None:
        self._output = open(path, "wb", buffering=0)  # noqa: SIM115  for as long as the program runs
        self._one_at_a_time = threading.Lock()

    def tell(self, **facts: Any) -> None:
        with self._one_at_a_time:
            self._output.write(json.dumps(facts).encode() + b"\n")


class Asking:
    """The control socket."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(60)
        self._socket.connect(path)
        self._stream = self._socket.makefile("rwb")

    def ask(self, command: str, who: dict[str, str] | None = None, **facts: Any) -> dict[str, Any]:
        asked = {"do": command, "with": facts, "who": [who] if who else []}
        self._stream.write(json.dumps(asked).encode() + b"\n")
        self._stream.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        line = self._stream.readline()
        if not line:
            raise GoneError
        answer: dict[str, Any] = json.loads(line)
        return answer


class Felt:
    """Seats and keys as lines of the kernel; a contact to ground reads low."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.seats = {spot["seat"]: spot["input"].partition(":")[2] for spot in config["spot"]}
        self._lamps = {spot["seat"]: spot["lamp"].partition(":")[2].split("+") for spot in config["spot"]}
        self._keys = {key: name.partition(":")[2] for key, name in config["keys"].items()}
        for line in (*self.seats.values(), *self._keys.values()):
            self._pull(line, "up")

    def put(self, seats: list[int]) -> None:
        for seat in seats:
            self._pull(self.seats[seat], "down")

    def lift(self) -> None:
        for seat in self.seats:
            self.lift_one(seat)

    def lift_one(self, seat: int) -> None:
        self._pull(self.seats[seat], "up")

    def press(self, key: str) -> None:
        self._pull(self._keys[key], "down")
        time.sleep(0.1)
        self._pull(self._keys[key], "up")
        time.sleep(0.1)

    def lamp(self, seat: int) -> tuple[int, ...]:
        return tuple(int((_line(pin) / "value").read_text()) for pin in self._lamps[seat])

    def _pull(self, pin: str, where: str) -> None:
        (_line(pin) / "pull").write_text(f"pull-{where}")


def _line(pin: str) -> Path:
    return PINS / f"sim_gpio{pin.removeprefix('GPIO')}"


class Player:
    def __init__(self, seed: int, config: dict[str, Any], output: str) -> None:
        self.random = random.Random(seed)
        self.felt, self.teller = Felt(config), Teller(output)
        self.line = Asking("/run/litbet/control.sock")
        self.seed, self.reasons = seed, itertools.count(1)
        self._watch = Asking("/run/litbet/control.sock")
        self._watch.ask("watch")
        threading.Thread(target=self._witness, daemon=True).start()
        threading.Thread(target=self._sign, args=(config["table"]["id"],), daemon=True).start()

    def _witness(self) -> None:
        """Who watches the socket hears of each commit."""
        while True:
            self.teller.tell(rows=self._watch.hear()["committed"])

    def _sign(self, table: str) -> None:
        """Signs hear how far the ledger goes, and its head."""
        command = ["/usr/bin/mosquitto_sub", "-h", "127.0.0.1", "-V", "5", "-q", "1", "-t", f"litbet/{table}/status"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as hearing:
            assert hearing.stdout is not None
            for line in hearing.stdout:
                status = json.loads(line)
                if status["state"] == "online":
                    self.teller.tell(seq=status["seq"], head=status["head"])

    def do(self, command: str, who: dict[str, str] | None = None, **facts: Any) -> dict[str, Any]:
        answer = self.line.ask(command, who, **facts)
        if answer["ok"]:
            self.teller.tell(rows=answer["rows"])
        else:
            self.teller.tell(refused=command, code=answer["code"], facts=answer["facts"])
        return answer

    def play(self) -> None:
        login = {"login": self.do("user login", FLOOR)["login"]}
        self.do("clock confirm", login)
        status = self.status()
        if status["phase"] == "recovered":
            self._go_on(status)
        elif status["phase"] == "closed":
            self.do("table open")
        while True:
            self._round(login)

    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.line.ask("status")["status"]
        return status

    def _go_on(self, status: dict[str, Any]) -> None:
        """The chips of the round that was locked still lie there."""
        self.felt.put([spot["seat"] for spot in status["spots"].values() if spot["plays"]])
        time.sleep(DWELL)
        self.do("round resume")
        self._clear()

    def _round(self, login: dict[str, str]) -> None:
        seats = sorted(self.random.sample(sorted(self.felt.seats), self.random.randint(1, 3)))
        self.felt.put(seats)
        self._until(lambda: sorted(self._lit()) == seats)
        self.felt.press("lock")
        self._until(lambda: [s for s in self.felt.seats if self.felt.lamp(s) == LOCKED] == seats)
        self.teller.tell(locked=seats)
        for _ in range(self.random.randint(0, 6)):
            self._change_by_hand(login)
        self._clear()

    def _lit(self) -> list[int]:
        return [spot["seat"] for spot in self.status()["spots"].values() if spot["lamp"] == "lit"]

    def _change_by_hand(self, login: dict[str, str]) -> None:
        """Each with a reason of its own, by which it is recognized later."""
        reason = f"change {self.seed}-{next(self.reasons)}"
        spot, now = self.random.choice(sorted(self.status()["spots"].items()))
        command = "round void-seat" if now["plays"] else "round add-seat"
        self.teller.tell(asked=reason)
        if self.do(command, login, spot=spot, reason=reason)["ok"]:
            self.teller.tell(done=reason)

    def _clear(self) -> None:
        self.felt.press("settle")
        self.felt.lift()
        time.sleep(DWELL)
        self.felt.press("clear")
        self._until(lambda: self.status()["phase"] == "betting")
        self.teller.tell(cleared=True)

    def _until(self, true: Any) -> None:
        deadline = time.monotonic() + 60
        while not true():
            if time.monotonic() > deadline:
                raise TimeoutError(json.dumps(self.status()))
            time.sleep(0.02)


def main() -> None:
    seed, config, output = sys.argv[1:]
    player = Player(int(seed), tomllib.loads(Path(config).read_text()), output)
    try:
        player.play()
    except (GoneError, ConnectionError):
        player.teller.tell(gone=True)
    except Exception as error:
        player.teller.tell(failed=repr(error))
        raise


if __name__ == "__main__":
    main()
