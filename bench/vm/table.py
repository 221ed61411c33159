"""The table on that machine: bj-2 of config/examples/presence.toml, four seats of chips and coloured lamps on its pins."""

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.vm.machine import PATIENCE, Machine, MachineError
from bench.vm.player import FLOOR

ROOT = Path(__file__).parents[2]
STATE = "/var/lib/litbet"
CONFIG = "/etc/litbet/table.toml"
ACCOUNT = "/dev/virtio-ports/account"


def prepared() -> Path:
    """What the machine boots: made by tools/vm, which installs what this machine lacks."""
    made = subprocess.run([ROOT / "tools/vm/prepare.sh", sys.executable], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise MachineError(f"this machine cannot make the virtual one:\n{made.stderr}")
    return Path(made.stdout.splitlines()[-1])


class Account:
    """What the player in the machine tells, as it happens: the other end of a serial port."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "account"
        self.told: list[dict[str, Any]] = []
        self._rest = b""

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

    def hear(self, seconds: float) -> list[dict[str, Any]]:
        """What is told within that time; at once when it is more than nothing."""
        self._socket.settimeout(seconds)
        try:
            self._rest += self._socket.recv(1 << 16)
        except (TimeoutError, ConnectionError):
            return []
        *lines, self._rest = self._rest.split(b"\n")
        new: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.told += new
        return new

    def until(self, word: str) -> None:
        """A line that begins with this word."""
        deadline = time.monotonic() + PATIENCE
        while not any(word in line for line in self.hear(1.0)):
            if failed := [line for line in self.told if "failed" in line]:
                raise MachineError(f"the player failed: {failed}")
            if time.monotonic() > deadline:
                raise MachineError(f"{word}: not within {PATIENCE:g} s; last: {self.told[-3:]}")

    def to_the_end(self) -> None:
        """What was still on the way when the machine's power went."""
        while self.hear(0.2):
            pass
        self._socket.close()


def furnish(machine: Machine, config: str = "config/examples/presence.toml") -> None:
    """The table's file, its ledger and its one person, by the commands of docs/INSTALL.md."""
    text = (ROOT / config).read_text()
    folder = 'dir = "/var/lib/litbet"'
    assert folder in text
    machine.write(CONFIG, text.replace(folder, f'{folder}\nsocket = "/run/litbet/control.sock"'))
    machine.write("/root/player.py", (ROOT / "bench/vm/player.py").read_text())
    machine.run("runuser -u litbet -- litbet init --by 'A. Clerk' --by 'B. Witness'")
    add = f"runuser -u litbet -- litbet user add {FLOOR['name']} --role floor --role administrator"
    machine.run(add, said=f"{FLOOR['pin']}\n")


def play(machine: Machine, seed: int) -> None:
    """Start the player; the table must be running."""
    machine.spawn("/bin/sh", "-c", f"exec python3 /root/player.py {seed} {CONFIG} {ACCOUNT} 2>/root/player.txt")


def begin(machine: Machine) -> None:
    """Start the controller: it returns when that has recovered and answers (R162)."""
    machine.run("systemctl start litbet")


def status(machine: Machine) -> dict[str, Any]:
    """What the table says, or nothing while it does not answer."""
    said = machine.run("litbet status --json", check=False)
    found: dict[str, Any] = json.loads(said) if re.match(r"\{", said) else {}
    return found
