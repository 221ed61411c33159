"""The table on that machine: config/examples/presence.toml, four seats of chips and coloured lamps on its pins."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.vm.machine import PATIENCE, Machine, MachineError
from benchmarks.vm.player import FLOOR

ROOT = Path(__file__).parents[2]
STATE = "/var/lib/litbet"
CONFIG = "/etc/litbet/table.toml"
DIR = f'dir = "{STATE}"'  # in a table's file
NO_CHANGES: Mapping[str, str] = {}
ACCOUNT = "/dev/virtio-ports/account"

STATUS = """
import json
from benchmarks.vm.player import Asking
print(json.dumps(Asking("/run/litbet/control.sock").ask("status")["status"]))
"""
Line = dict[str, Any]  # of the player's account


def prepared() -> Path:
    """What the machine boots: made by tools/vm, which installs what this machine lacks."""
    made = subprocess.run([ROOT / "tools/vm/prepare.sh", sys.executable], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise MachineError(f"this machine cannot make the virtual one:\n{made.stderr}")
    return Path(made.stdout.splitlines()[-1])


class Account:
    """What the player in the machine reports, as it happens, over a serial port."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "account"

    def wires(self) -> list[str]:
        return [
            "-chardev", f"socket,id=account,path={self._path},server=on,wait=off",
            "-device", "virtserialport,chardev=account,name=account",
        ]  # fmt: skip

    def listen(self) -> None:
        """To the machine that runs now."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(self._path))
        self._rest = b""

    def hear(self, seconds: float) -> list[Line]:
        """The first output within that time."""
        self._socket.settimeout(seconds)
        try:
            more = self._socket.recv(1 << 16)
        except (TimeoutError, ConnectionError):
            return []
        *lines, self._rest = (self._rest + more).split(b"\n")
        found: list[Line] = [json.loads(line) for line in lines]
        if failed := [line for line in found if "failed" in line]:
            raise MachineError(f"the player failed: {failed}")
        return found

    def until(self, word: str) -> list[Line]:
        """Everything up to a line with this word in it."""
        deadline, lines = time.monotonic() + PATIENCE, self.hear(1.0)
        while not any(word in line for line in lines):
            lines += self.hear(1.0)
            if time.monotonic() > deadline:
                raise MachineError(f"{word}: not within {PATIENCE:g} s; last: {lines[-3:]}")
        return lines

    def to_the_end(self) -> list[Line]:
        """What was still on the way when the machine's power went."""
        lines = []
        while heard := self.hear(0.2):
            lines += heard
        self.close()
        return lines

    def close(self) -> None:
        self._socket.close()


def furnish(
    machine: Machine, config: str = "config/examples/presence.toml", changes: Mapping[str, str] = NO_CHANGES
) -> None:
    """The table's file, its ledger and its one person, by the commands of docs/INSTALL.md."""
    text = (ROOT / config).read_text()
    for old, new in {**changes, DIR: f'{DIR}\nsocket = "/run/litbet/control.sock"\n#'}.items():
        assert old in text
        text = text.replace(old, new)
    machine.write(CONFIG, text.encode())
    machine.run("mkdir -p /srv/benchmarks/vm")
    machine.write("/srv/benchmarks/vm/player.py", (ROOT / "benchmarks/vm/player.py").read_bytes())
    machine.run("runuser -u litbet -- litbet init --by 'A. Clerk' --by 'B. Witness'")
    add = f"runuser -u litbet -- litbet user add {FLOOR['name']} --role floor --role administrator"
    machine.run(add, stdin=f"{FLOOR['pin']}\n")


def play(machine: Machine, seed: int) -> None:
    """Start the player; the table must be running."""
    machine.spawn(
        "/bin/sh", "-c", f"cd /srv; exec python3 -m benchmarks.vm.player {seed} {CONFIG} {ACCOUNT} 2>/srv/player.txt"
    )


def begin(machine: Machine) -> None:
    """Start the controller: it returns when that has recovered and answers (R162)."""
    machine.run("systemctl start litbet")


def status(machine: Machine) -> dict[str, Any]:
    """What the table says, or nothing while it does not answer; `litbet status` itself takes seconds here."""
    output = machine.run(f"cd /srv; python3 -c '{STATUS}'", check=False)
    found: dict[str, Any] = json.loads(output) if output.startswith("{") else {}
    return found
