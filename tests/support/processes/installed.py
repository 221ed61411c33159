"""A table on a machine with systemd, installed as docs/INSTALL.md says: the controller, its board, the broker."""

import json
import re

from support.processes.container import ROOT, Machine

PIN = "48151623"


class Table:
    """A table on that machine, installed as docs/INSTALL.md says."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        machine.shell(
            "ip link set lo up 2>/dev/null || true; cp /srv/wheels/litbet-*.whl /srv/requirements-pi.lock /tmp"
        )
        (commands,) = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/INSTALL.md").read_text(), re.DOTALL)
        machine.shell(f"cd /tmp; export PIP_NO_INDEX=1 PIP_FIND_LINKS=/srv/wheels PIP_NO_CACHE_DIR=1\n{commands}")
        self._configure()
        machine.shell("runuser -u litbet -- litbet init --by 'A. Clerk' --by 'B. Witness'")
        machine.run(
            "litbet",
            "user",
            "add",
            "floor",
            "--role",
            "floor",
            "--role",
            "administrator",
            user="litbet",
            stdin=f"{PIN}\n",
        )
        self._start_board()

    def _configure(self) -> None:
        self.config = (ROOT / "config/table.toml").read_text()
        for old, new in (
            ("/dev/serial/by-id/usb-litbet_board-if00", "/run/board/board"),
            ('#socket = "/var/lib/litbet/control.sock"', 'socket = "/run/litbet/control.sock"'),
        ):
            assert old in self.config
            self.config = self.config.replace(old, new)
        machine = self.machine
        machine.write("/etc/litbet/table.toml", self.config)
        machine.shell("litbet broker setup && systemctl restart mosquitto")
        self.config = machine.run("cat", "/etc/litbet/table.toml")

    def _start_board(self) -> None:
        self.machine.run("install", "-d", "-o", "litbet", "/run/board")
        start = "exec /opt/litbet/bin/python /srv/firmware-sim --json --link /run/board/board"
        self.board = self.machine.spawn("sh", "-c", start, user="litbet")
        assert self.board.stdout is not None
        assert json.loads(self.board.stdout.readline())["event"] == "ready"

    def hand(self, command: str) -> None:
        assert self.board.stdin is not None
        self.board.stdin.write(command + "\n")
        self.board.stdin.flush()

    def works(self) -> bool:
        """Everything around it, too."""
        status = self.machine.status()
        return bool(status) and all(fact["ok"] for fact in status["health"] if fact["name"] not in ("time", "witness"))

    def phase(self, *phases: str) -> None:
        self.machine.until(lambda: self.machine.status().get("phase") in phases, f"{phases}")

    def by_floor(self, command: str) -> str:
        return self.machine.run(*command.split(), "--by", "floor", stdin=f"{PIN}\n")

    def locked(self) -> None:
        """A round with seats 1 and 3."""
        self.phase("betting")
        for seat in (1, 3):
            self.hand(f"press seat{seat}")
        self.machine.until(lambda: self.lit() == [1, 3])
        self.hand("key lock")
        self.phase("locked")

    def lit(self) -> list[int]:
        return [spot["seat"] for spot in self.machine.status()["spots"].values() if spot["lamp"] == "lit"]

    def plays(self) -> list[int]:
        return [spot["seat"] for spot in self.machine.status()["spots"].values() if spot["plays"]]

    def resume(self) -> None:
        """After a restart: the same seats play on, to the end of the round."""
        self.phase("recovered")
        self.machine.until(self.works)
        played = self.plays()
        self.by_floor("litbet round resume")
        if played:
            self.hand("key clear")
        self.phase("betting")

    def main(self) -> int:
        return int(self.machine.show("MainPID"))
