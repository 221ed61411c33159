"""A table as it is installed, on a machine with a real kernel's pins and a real serial line: a day, the next morning,
and what the unit promises and only such a machine enforces. Run by `make test-vm`.

The tests share one machine, in the order in which they stand.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.vm.machine import Machine
from benchmarks.vm.table import CONFIG, ROOT, STATE, furnish, prepared, status

pytestmark = pytest.mark.vm

GROUP = "/sys/fs/cgroup/system.slice/litbet.service"
BOARD = "SENSOR01"  # the serial number of its converter
TOO_MUCH = "x = bytearray(400 << 20)"
MANY = "import threading, time\nfor _ in range(80): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()"


class Board:
    """A sensor board on this side of a USB converter."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "board"
        command = [sys.executable, str(ROOT / "firmware-sim"), "--json", "--seed", "1", "--link", str(self.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert json.loads(self._process.stdout.readline())["event"] == "ready"

    def hand(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    made = Board(tmp_path_factory.mktemp("board"))
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, board: Board) -> Iterator[Machine]:
    wires = ("-device", "qemu-xhci", "-chardev", f"serial,id=line,path={board.port}")
    made = Machine(prepared(), tmp_path_factory.mktemp("machine"), *wires)
    try:
        made.new_disk()
        made.start("2026-11-19T18:00:00")
        furnish(made)
        yield made
    finally:
        made.cut()


@pytest.fixture(scope="module")
def seen(machine: Machine) -> Any:
    machine.run("systemctl enable --now litbet")
    machine.write("/srv/guest_day.py", (ROOT / "tests/vm/guest_day.py").read_bytes())
    return json.loads(machine.run(f"cd /srv; python3 guest_day.py {CONFIG}"))


def test_a_day_of_play_through_the_kernels_lines(seen: Any) -> None:
    assert seen["locked"] == [[1], [2, 3], [1, 2, 3, 4], [4], [1, 3]]
    assert seen["late"] == [4]
    assert [(claim["spot"], claim["amount"]) for claim in seen["won"]] == [("2/galaxy", "15.00")]
    assert seen["value"] == "1250.00"


def test_the_next_morning_has_ten_percent_of_the_day(machine: Machine, seen: Any) -> None:
    """Ten wagers of $5: the machine was off at night, starts by itself, and adds $5 when its time is confirmed."""
    machine.switch_off()
    machine.start("2026-11-20T15:00:00")
    machine.until(lambda: status(machine).get("phase") == "closed", "a table that starts by itself")
    machine.run("litbet clock confirm --by floor", stdin="48151623\n")
    machine.run("litbet table open")
    now = status(machine)
    assert (now["phase"], now["day"], now["jackpots"]["bonus"]["meter"]) == ("betting", "2026-11-20", "1255.00")
    heard = "mosquitto_sub -h 127.0.0.1 -V 5 -C 1 -W 30 -t litbet/bj-2/jackpot/bonus/value"
    assert machine.run(heard).strip() == "1255.00"
    machine.run("litbet table close; systemctl stop litbet")
    assert machine.run(f"runuser -u litbet -- litbet audit {STATE}").startswith("ok")


def test_what_is_near_the_service_may_open_its_devices_only(machine: Machine) -> None:
    machine.run("systemctl start litbet")
    assert "Operation not permitted" in _inside(machine, "head -c1 /dev/vda")
    assert "Operation not permitted" in _inside(machine, "head -c1 /dev/input/event0")
    assert _inside(machine, "python3 -c 'open(\"/dev/gpiochip0\")' && echo may") == "may\n"


def test_its_tasks_have_a_limit(machine: Machine) -> None:
    assert "can't start new thread" in _inside(machine, f"python3 -c '{MANY}'")
    assert status(machine)["phase"] == "closed"


def test_its_memory_has_a_limit_and_the_table_is_back(machine: Machine) -> None:
    """What eats memory in the service is killed, never the machine; the service starts again on the same ledger."""
    before = status(machine)
    _inside(machine, f"python3 -c '{TOO_MUCH}'")
    machine.until(lambda: "OOM killer" in machine.run("journalctl -u litbet -o cat"), "the end of the greedy one")
    machine.until(lambda: status(machine).get("phase") == before["phase"], "a table again")
    assert status(machine)["jackpots"] == before["jackpots"]


def test_a_board_behind_a_usb_converter_is_unplugged_and_comes_back(machine: Machine, board: Board) -> None:
    """E20-E22 on the kernel's own serial driver, by the line of the rules file that INSTALL.md speaks of."""
    _plug(machine)
    rules = "/etc/udev/rules.d/99-litbet.rules"
    machine.run(
        rf"sed -i '/A50285BI/s/^#//; s/A50285BI/{BOARD}/' {rules}; udevadm control --reload; udevadm trigger --settle"
    )
    assert machine.run("stat -L -c '%G %a' /dev/litbet/board").split() == ["dialout", "660"]
    machine.run(f"systemctl stop litbet; rm -rf {STATE}/*")
    furnish(machine, "config/table.toml", {"/dev/serial/by-id/usb-litbet_board-if00": "/dev/litbet/board"})
    machine.run("systemctl start litbet; litbet clock confirm --by floor", stdin="48151623\n")
    machine.until(lambda: status(machine)["drivers"]["board"]["up"], "the board")
    machine.run("litbet table open")
    board.hand("press seat1")
    board.hand("press seat3")
    machine.until(lambda: _lit(machine) == [1, 3], "two lit seats")
    board.hand("key lock")
    machine.until(lambda: status(machine)["phase"] == "locked", "the lock")
    machine.monitor.call("device_del", id="converter")
    machine.until(lambda: not status(machine)["drivers"]["board"]["up"], "a board that is gone")
    assert status(machine)["fault"]
    _plug(machine)
    machine.until(lambda: status(machine)["drivers"]["board"]["up"], "the board again")
    now = status(machine)
    assert [spot["seat"] for spot in now["spots"].values() if spot["plays"]] == [1, 3]
    board.hand("key clear")
    machine.until(lambda: status(machine)["phase"] == "betting", "the next round")
    machine.run("systemctl stop litbet")
    assert machine.run(f"runuser -u litbet -- litbet audit {STATE}").startswith("ok")


def _inside(machine: Machine, script: str) -> str:
    """In the service's own control group, as whatever might run there."""
    machine.write("/srv/inside.sh", f"echo $$ >{GROUP}/cgroup.procs\n{script}\n".encode())
    return machine.run("bash /srv/inside.sh 2>&1", check=False)


def _plug(machine: Machine) -> None:
    machine.monitor.call(
        "device_add", driver="usb-serial", chardev="line", id="converter", serial=BOARD, **{"always-plugged": True}
    )
    machine.until(lambda: re.search("ttyUSB0", machine.run("ls /dev")), "the converter")


def _lit(machine: Machine) -> list[int]:
    return [spot["seat"] for spot in status(machine)["spots"].values() if spot["lamp"] == "lit"]
