"""The service under a real systemd: what the unit promises is seen, not only read. Run by `make test-system`.

The tests share one machine and one table, in the order in which they stand; each leaves the service running.
"""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.processes.container import ROOT, Machine
from support.processes.installed import PIN, Table
from support.spoken import say

from controller.daemon.identity import identify

pytestmark = pytest.mark.system

UNIT = ROOT / "systemd/litbet.service"
CHART = """
from pathlib import Path
from controller.daemon.control_client import ask
found = ask(Path("/run/litbet/control.sock"), "jackpot chart", {"chart": "meter"})
print(found["ok"] or found)
"""
SHIPPED = "/opt/litbet/lib/python3*/site-packages/controller/_shipped"
DROP_IN = "/run/systemd/system/litbet.service.d/test.conf"
SILENT_RESOLVER = """
import socket
import sys
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.bind(("127.0.0.1", 53))
line.recv(1)
sys.stdin.read()  # until its pipe is closed
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        yield Table(machine)
    finally:
        machine.stop()


@pytest.fixture
def machine(table: Table) -> Machine:
    return table.machine


def test_systemd_finds_no_fault_in_the_unit(table: Table, machine: Machine) -> None:
    assert machine.run("systemd-analyze", "verify", "--recursive-errors=no", "/etc/systemd/system/litbet.service") == ""
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "/etc/systemd/system/litbet.service"]
    assert "Overall exposure level for litbet.service: 1." in machine.run(*judged)


def test_it_is_ready_when_it_has_recovered_and_answers(table: Table, machine: Machine) -> None:
    """R162: `systemctl start` returns with READY; the control socket is there by then."""
    machine.run("systemctl", "enable", "--now", "litbet")
    assert machine.show("ActiveState") == "active"
    assert machine.status()["table"] == "bj-1"
    machine.until(table.works)


def test_without_a_sound_ledger_it_is_never_ready(table: Table, machine: Machine) -> None:
    machine.run("systemctl", "stop", "litbet")
    machine.shell(
        "cd /var/lib/litbet; mv ledger.db away; head -c 8192 /dev/urandom >ledger.db; chown litbet: ledger.db"
    )
    machine.run("systemctl", "start", "litbet", check=False)
    assert machine.show("ActiveState") == "activating"
    assert machine.show("SubState") == "auto-restart"
    machine.shell("cd /var/lib/litbet; mv away ledger.db")
    machine.until(lambda: machine.show("ActiveState") == "active")  # by itself
    machine.until(table.works)


def test_the_program_is_the_one_that_was_installed(table: Table, machine: Machine, tmp_path: Path) -> None:
    """R164: its identity is the wheel's, and `sha256sum` comes to the same."""
    zipfile.ZipFile(machine.wheel).extractall(tmp_path)
    digest = identify(tmp_path).digest
    assert machine.status()["program"] == digest
    assert digest[:12] in machine.run("litbet", "--version")
    manifest = "litbet identity | sed -E 's#  (config|systemd)/#  controller/_shipped/\\1/#' | sha256sum -c"
    assert "FAILED" not in machine.shell(f"cd {SHIPPED}/../..; {manifest}")


def test_the_password_is_for_the_service_alone(table: Table, machine: Machine) -> None:
    """The broker asks for it, and the signs are connected: so the service has it."""
    machine.until(table.works)
    for path in ("/etc/credstore/litbet.mqtt-password", "/run/credentials/litbet.service/litbet.mqtt-password"):
        assert "Permission denied" in machine.run("cat", path, user="nobody", check=False)
    assert "Permission denied" in machine.run("cat", "/etc/credstore/litbet.mqtt-password", user="litbet", check=False)
    password = machine.run("cat", "/etc/credstore/litbet.mqtt-password").strip()
    assert len(password) == 32
    assert password not in machine.run("journalctl", "--unit=litbet", "--output=cat")
    assert password not in machine.run("systemctl", "show", "litbet")


def test_the_socket_is_for_the_group_alone(table: Table, machine: Machine) -> None:
    output = machine.run("stat", "--format=%U %G %a", "/run/litbet", "/run/litbet/control.sock", "/var/lib/litbet")
    assert output.split("\n")[:3] == ["litbet litbet 750", "litbet litbet 660", "litbet litbet 700"]
    refused = machine.run("litbet", "status", user="nobody", check=False)
    assert "may not use the control socket" in refused
    machine.run("runuser", "-u", "nobody", "-g", "nogroup", "-G", "litbet", "--", "litbet", "status")


def test_the_journal_has_lines_of_json_with_priorities(table: Table, machine: Machine) -> None:
    machine.run("systemctl", "stop", "mosquitto")
    machine.until(lambda: "broker" in machine.show("StatusText"))  # R183: what is wrong, where people look
    machine.run("systemctl", "start", "mosquitto")
    machine.until(table.works)
    lines = [json.loads(line) for line in machine.run("journalctl", "--unit=litbet", "--output=json").splitlines()]
    ours = [
        line for line in lines if line.get("_COMM") == "litbet" or line.get("_EXE", "").startswith("/usr/bin/python")
    ]
    assert ours
    for line in ours:
        assert json.loads(line["MESSAGE"])["event"], line
    warned = [json.loads(line["MESSAGE"]) for line in ours if line["PRIORITY"] == "4"]
    assert any("broker" in line["event"] for line in warned)


def test_a_restart_in_the_middle_of_a_round_brings_it_back(table: Table, machine: Machine) -> None:
    """R160."""
    table.by_floor("litbet clock confirm")  # no time server is here
    table.by_floor("litbet table open")
    table.locked()
    number = machine.status()["round"]
    machine.run("systemctl", "restart", "litbet")
    table.phase("recovered")
    assert (machine.status()["round"], table.plays()) == (number, [1, 3])
    table.resume()


def test_one_line_of_the_log_tells_a_round(table: Table, machine: Machine) -> None:
    table.locked()
    table.hand("key clear")
    table.phase("betting")
    lines = [
        json.loads(line)
        for line in machine.run("journalctl", "--unit=litbet", "--output=cat", "--grep=round").splitlines()
    ]
    entry = [line for line in lines if line["event"] == "round"][-1]
    assert (entry["number"], entry["spots"], entry["value"], entry["end"]) == (
        2,
        ["1/galaxy", "3/galaxy"],
        "10.00",
        "cleared",
    )
    assert isinstance(entry["lock_to_commit_ms"], int)


def test_the_watchdog_bites_a_controller_that_hangs(table: Table, machine: Machine) -> None:
    table.locked()
    pid, restarts = table.main(), int(machine.show("NRestarts"))
    machine.run("kill", "-STOP", str(pid))
    machine.until(lambda: int(machine.show("NRestarts")) > restarts)
    assert "Watchdog timeout" in machine.run("journalctl", "--unit=litbet", "--output=cat")
    table.phase("recovered")
    assert table.plays() == [1, 3]
    assert table.main() != pid
    table.resume()


def test_a_killed_controller_comes_back(table: Table, machine: Machine) -> None:
    pid = table.main()
    machine.run("kill", "-KILL", str(pid))
    machine.until(lambda: table.main() not in (0, pid))
    table.resume()


@pytest.mark.parametrize(
    "state", ["betting", "locked", "broker frozen", "board gone", "name server silent", "recovered"]
)
def test_it_ends_within_two_seconds_in_any_state(table: Table, machine: Machine, state: str) -> None:
    """systemd is the judge: what takes longer is killed, and the service has failed. Nothing is lost."""
    machine.shell(
        f"mkdir -p $(dirname {DROP_IN}); printf '[Service]\\nTimeoutStopSec=2\\n' >{DROP_IN}; systemctl daemon-reload"
    )
    again: list[Any] = []
    if state == "locked":
        table.locked()
    elif state == "recovered":
        machine.run("systemctl", "restart", "litbet")
    elif state == "broker frozen":
        machine.shell("systemctl kill --signal=STOP mosquitto")
        again.append(lambda: machine.shell("systemctl kill --signal=CONT mosquitto"))
    elif state == "board gone":
        machine.run("pkill", "-f", "firmware-sim")  # within the machine
        machine.until(lambda: machine.status()["fault"])
        again.append(table._start_board)
    elif state == "name server silent":
        deaf = machine.spawn("/opt/litbet/bin/python", "-c", SILENT_RESOLVER, user="root")
        machine.write(
            "/etc/litbet/table.toml", table.config.replace('host = "127.0.0.1"', 'host = "signs.example.com"')
        )
        machine.shell("echo nameserver 127.0.0.1 >/etc/resolv.conf; systemctl restart litbet")
        machine.until(lambda: "broker" in machine.show("StatusText"))
        again += [deaf.kill, lambda: machine.write("/etc/litbet/table.toml", table.config)]
    number, plays = machine.status()["round"], table.plays()
    machine.run("systemctl", "stop", "litbet")
    assert (machine.show("Result"), machine.show("ExecMainStatus")) == ("success", "0")
    for undo in again:
        undo()
    machine.run("systemctl", "start", "litbet")
    assert (machine.status()["round"], table.plays()) == (number, plays)
    table.resume()


def test_a_changed_program_takes_the_table_out_of_service(table: Table, machine: Machine) -> None:
    """R163, R180: and it is over when the program is as it was installed."""
    machine.shell(
        "cd /opt/litbet/lib/python3*/site-packages; cp drivers/wire.py /tmp; echo '# patched' >>drivers/wire.py"
    )
    machine.run("systemctl", "restart", "litbet")
    status = machine.status()
    assert status["phase"] == "fault"
    assert {"code": "reasons.file_changed", "facts": {"file": "drivers/wire.py"}} in status["faults"]["program"][
        "facts"
    ]["files"]
    machine.shell(
        "cd /opt/litbet/lib/python3*/site-packages; cp /tmp/wire.py drivers/wire.py; systemctl restart litbet"
    )
    assert "program" not in machine.status()["faults"]


def test_the_sandbox_lets_it_ask_whether_the_clock_is_right(machine: Machine) -> None:
    """R194: a service that may not ask must not take silence for a good clock, and the shipped one may ask."""
    ask = "import ctypes; print(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)))"
    rules = [line for line in UNIT.read_text().splitlines() if line.startswith(("SystemCall", "Protect", "Capab"))]
    sandbox = [part for rule in rules for part in ("-p", rule)]
    run = ["systemd-run", "--quiet", "--wait", "--pipe", *sandbox, "/usr/bin/python3", "-c", ask]
    assert int(machine.run(*run)) >= 0


def test_where_memory_is_short_a_drawing_of_charts_goes_and_the_table_stays(table: Table, machine: Machine) -> None:
    machine.write("/tmp/chart.py", CHART)  # noqa: S108  within the machine
    seen = machine.shell(
        "/opt/litbet/bin/python /tmp/chart.py >/tmp/chart & "
        "while ! grep -q . /tmp/chart; do"
        " for pid in $(pgrep -f '^[^ ]*python.* report charts'); do cat /proc/$pid/oom_score_adj || true; done; "
        "done; cat /tmp/chart"
    ).split("\n")
    assert "True" in seen
    assert "1000" in seen
    assert machine.show("OOMScoreAdjust") == "-500"
    assert machine.show("OOMPolicy") == "continue"


def test_a_second_medium_is_put_in_while_the_table_runs(table: Table, machine: Machine) -> None:
    """R165, by the lines of docs/INSTALL.md: the sandbox lets the service write there, on a medium that came later."""
    (drop_in,) = re.findall(r"^(printf .*second\.conf)$", (ROOT / "docs/INSTALL.md").read_text(), re.MULTILINE)
    unit = "/etc/systemd/system/litbet.service.d"
    machine.shell(f"mkdir -p /mnt/second; install -d {unit}; {drop_in}; systemctl daemon-reload")
    config = table.config.replace("#second_copy = ", 'second_copy = "/mnt/second/litbet/bj-1.journal" #')
    machine.write("/etc/litbet/table.toml", config)
    machine.run("systemctl", "restart", "litbet")
    assert "No such file" in say(_copy(machine)["say"])
    machine.shell("mount -t tmpfs none /mnt/second; install -d -o litbet -g litbet -m 0700 /mnt/second/litbet")
    machine.until(lambda: _copy(machine)["ok"], "the copy")
    written = machine.run("cat", "/mnt/second/litbet/bj-1.journal", user="litbet").splitlines()
    assert len(written) == machine.status()["seq"]
    machine.run("systemctl", "restart", "litbet")  # the medium is in now, and the sandbox closes all around it
    machine.until(lambda: _copy(machine)["ok"], "the copy")
    machine.run("systemctl", "stop", "litbet")
    machine.write("/etc/litbet/table.toml", table.config)
    machine.shell(f"umount /mnt/second; rm -r {unit}; systemctl daemon-reload; systemctl start litbet")


def _copy(machine: Machine) -> dict[str, Any]:
    (found,) = [fact for fact in machine.status()["health"] if fact["name"] == "second copy"]
    return dict(found)


def test_nothing_was_lost_and_no_pin_was_told(table: Table, machine: Machine) -> None:
    machine.run("systemctl", "stop", "litbet")
    assert machine.run("litbet", "audit", "/var/lib/litbet", user="litbet").startswith("ok")
    assert PIN not in machine.run("journalctl", "--output=cat", "--unit=litbet")


def test_a_gpio_pin_and_a_serial_line_may_be_opened() -> None:
    """What the container cannot show: no device is hidden, and each kind of line is allowed."""
    unit = UNIT.read_text()
    assert "\nPrivateDevices=" not in unit
    assert "\nProcSubset=" not in unit
    for kind in ("gpiochip", "ttyACM", "ttyUSB"):
        assert f"DeviceAllow=char-{kind} rw" in unit
