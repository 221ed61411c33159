"""Attackers on the table's own machine, each as a user of its own, against the pages as docs/INSTALL.md installs them:
a stranger in no group, a member of the group, root, another service, and a browser that shows a foreign page."""

import json
import re
from collections.abc import Iterator

import pytest
from support.processes.container import ROOT, Machine
from support.processes.installed import PIN, Table

pytestmark = pytest.mark.system

SIGN, DEALER = "http://127.0.0.1:8480", "http://127.0.0.1:8481"
ATTACKER = ROOT / "tests/support/display/attacker.py"
UNITS = ("litbet-sign", "litbet-dealer")
STRANGERS = ("stranger", "member", "root", "litbet-sign", "litbet-dealer", "litbet")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        table = Table(machine)
        machine.shell("useradd --create-home stranger; useradd --create-home -G litbet member")
        machine.write("/srv/attacker.py", ATTACKER.read_text())
        machine.run("systemctl", "enable", "--now", "litbet", "litbet-sign", "litbet-dealer")
        machine.until(lambda: machine.status().get("phase"))
        yield table
    finally:
        machine.stop()


@pytest.fixture
def machine(table: Table) -> Machine:
    for unit in UNITS:
        table.machine.run("systemctl", "start", unit)
    return table.machine


def attack(machine: Machine, user: str, name: str, *facts: str) -> str:
    """What the attack of this name found, by this user of the machine."""
    found = machine.run("/opt/litbet/bin/python", "/srv/attacker.py", name, *facts, user=user, check=False)
    return found.strip().splitlines()[-1] if found.strip() else ""


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_no_fault_in_the_units(machine: Machine, unit: str) -> None:
    for kind in ("service", "socket"):
        path = f"/etc/systemd/system/{unit}.{kind}"
        assert machine.run("systemd-analyze", "verify", "--recursive-errors=no", path) == ""
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=20", f"/etc/systemd/system/{unit}.service"]
    assert f"Overall exposure level for {unit}.service: 1." in machine.run(*judged)
    pid = machine.run("systemctl", "show", "--property=MainPID", "--value", unit).strip()
    assert unit in machine.run("ps", "-o", "user:20=", "-p", pid)
    seen = f"nsenter -t {pid} -m runuser -u {unit} -- ls /var/lib/litbet"
    assert "Permission denied" in machine.shell(f"{seen} 2>&1 || true")


def test_the_kiosks_user_gets_the_dealers_page(machine: Machine) -> None:
    assert attack(machine, "litbet-kiosk", "press", DEALER, "table show") == "ok"
    assert attack(machine, "litbet-kiosk", "page", SIGN, "/sign/bj-1").startswith("200")


@pytest.mark.parametrize("user", STRANGERS)
def test_nobody_else_gets_the_dealers_page_or_its_token(machine: Machine, user: str) -> None:
    for path in ("/table/bj-1", "/live/table/bj-1", "/chart/bj-1/meter.svg"):
        assert attack(machine, user, "page", DEALER, path) == "403", path
        assert attack(machine, user, "page", SIGN, path) == "404", path
    assert attack(machine, user, "press", DEALER, "round lock") == "refused"


@pytest.mark.parametrize("user", ["stranger", "member"])
def test_nobody_else_tries_pins(table: Table, machine: Machine, user: str) -> None:
    """Twenty wrong ones; then the floor's right one still serves."""
    assert attack(machine, user, "pins", DEALER, "20") == "0 tried"
    table.by_floor("litbet clock confirm")


def test_a_connection_that_its_owner_has_closed_is_nobodys(machine: Machine) -> None:
    """The kernel then says user 0, which must not count as root or as anybody."""
    assert attack(machine, "stranger", "leave", DEALER) == "nothing"


@pytest.mark.parametrize("user", ["stranger", "member"])
def test_nobody_binds_the_pages_ports_while_the_services_are_down(machine: Machine, user: str) -> None:
    for how in ("stop", "kill --signal=KILL"):
        machine.shell(f"systemctl {how} {' '.join(UNITS)}")
        for port in ("8480", "8481"):
            for address in ("127.0.0.1", "0.0.0.0", "::1", "::"):  # noqa: S104
                assert attack(machine, user, "bind", address, port) == "taken", (address, port)
        for unit in UNITS:
            machine.run("systemctl", "start", unit)


def test_a_service_that_cannot_start_gives_no_port_away(table: Table, machine: Machine) -> None:
    """However often it is asked for: systemd gives a socket up when its service fails too often, unless told not to."""
    machine.write("/etc/litbet/table.toml", "nonsense")
    machine.shell(f"systemctl stop {' '.join(UNITS)}")
    try:
        for base in (SIGN, DEALER):
            attack(machine, "stranger", "knock", base, "300")
        for unit in UNITS:
            assert machine.run("systemctl", "is-active", f"{unit}.socket").strip() == "active"
        for port in ("8480", "8481"):
            assert attack(machine, "stranger", "bind", "127.0.0.1", port) == "taken"
    finally:
        machine.write("/etc/litbet/table.toml", table.config)
    machine.until(lambda: attack(machine, "litbet-kiosk", "press", DEALER, "table show") == "ok")


def test_a_sign_for_the_network_leaves_no_address_to_others(machine: Machine) -> None:
    """By the lines of docs/INSTALL.md; the dealer's page stays where it was."""
    folder = "/run/systemd/system/litbet-sign.socket.d"
    (lines,) = re.findall(r"^\[Socket\]\nListenStream=\n.*?\n", (ROOT / "docs/INSTALL.md").read_text(), re.MULTILINE)
    machine.run("mkdir", "-p", folder)
    machine.write(f"{folder}/network.conf", lines)
    machine.shell("systemctl daemon-reload; systemctl stop litbet-sign; systemctl restart litbet-sign.socket")
    try:
        for address in ("127.0.0.1", "0.0.0.0", "::1", "::"):  # noqa: S104
            assert attack(machine, "stranger", "bind", address, "8480") == "taken", address
        assert attack(machine, "stranger", "page", SIGN, "/sign/bj-1") == "200"
        assert attack(machine, "stranger", "page", SIGN, "/table/bj-1") == "404"
    finally:
        machine.shell(f"rm -r {folder}; systemctl daemon-reload; systemctl stop litbet-sign")
        machine.shell("systemctl restart litbet-sign.socket")


@pytest.mark.parametrize("base", [SIGN, DEALER])
def test_idle_and_slow_connections_end_no_page(machine: Machine, base: str) -> None:
    """Two thousand of a stranger, half with a head that never ends; meanwhile the dealer presses, and signs open."""
    flood = machine.spawn("/opt/litbet/bin/python", "/srv/attacker.py", "hold", base, "2000", user="stranger")
    assert flood.stdout is not None
    assert flood.stdout.readline().strip() == "held"
    try:
        assert attack(machine, "litbet-kiosk", "press", DEALER, "table show") == "ok"
        assert attack(machine, "litbet-kiosk", "page", SIGN, "/sign/bj-1").startswith("200")
    finally:
        assert flood.communicate()[0].strip() == "let go"
    for unit in UNITS:
        assert machine.run("systemctl", "is-active", unit).strip() == "active"
        assert "Traceback" not in machine.run("journalctl", "--unit", unit, "--output=cat")


@pytest.mark.parametrize("origin", ["http://127.0.0.1:9999", "http://127.0.0.1:8480", "https://evil.example", "null"])
def test_another_page_in_the_kiosks_browser_opens_no_line(machine: Machine, origin: str) -> None:
    """Even the sign's page: it has another port, so another origin."""
    assert attack(machine, "litbet-kiosk", "press", DEALER, "round lock", "--origin", origin) == "refused"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8481", "127.0.0.1.evil.example:8481"])
def test_a_foreign_name_for_this_machine_gets_no_page(machine: Machine, host: str) -> None:
    """DNS rebinding."""
    assert attack(machine, "litbet-kiosk", "page", DEALER, "/table/bj-1", "--host", host) == "403"


def test_a_strangers_sign_page_does_not_answer_for_the_sign(table: Table, machine: Machine) -> None:
    """Otherwise a table would stay open whose sign is dark."""
    config = table.config.replace('#sign = "display-1"', 'sign = "display-1"')
    config = config.replace("#expected = []", 'expected = ["display-1"]')
    machine.write("/etc/litbet/table.toml", config)
    machine.shell("litbet broker setup; systemctl restart mosquitto litbet litbet-sign")

    def told(cents: int) -> bool:
        return f'"cents":{cents},' in machine.run("cat", "/var/lib/litbet/signs.jsonl", check=False).replace(" ", "")

    try:
        machine.until(lambda: attack(machine, "stranger", "acknowledge", SIGN, "111") == "said")
        assert attack(machine, "litbet-kiosk", "acknowledge", SIGN, "222") == "said"
        machine.until(lambda: told(222), "the kiosk's word")
        assert not told(111)
    finally:
        machine.write("/etc/litbet/table.toml", table.config)
        machine.shell("systemctl restart litbet litbet-sign")


HERE_ONLY = "[Service]\nIPAddressAllow=localhost\nIPAddressDeny=any\n"


def test_controller_and_sign_run_where_the_units_are_hardened_further(table: Table, machine: Machine) -> None:
    """As docs/INSTALL.md permits for a broker on this machine: the control socket still knows its group."""
    for unit, settings in (("litbet", f"{HERE_ONLY}PrivateUsers=yes\n"), ("litbet-sign", HERE_ONLY)):
        machine.run("mkdir", "-p", f"/run/systemd/system/{unit}.service.d")
        machine.write(f"/run/systemd/system/{unit}.service.d/harder.conf", settings)
    machine.shell("systemctl daemon-reload; systemctl restart litbet litbet-sign")
    try:
        machine.until(table.works)
        assert json.loads(machine.run("litbet", "status", "--json", user="member"))["table"] == "bj-1"
        assert "may not use the control socket" in machine.run("litbet", "status", user="stranger", check=False)
        assert attack(machine, "litbet-kiosk", "press", DEALER, "table show") == "ok"
        assert attack(machine, "stranger", "acknowledge", SIGN, "1") == "said", "the sign hears no broker"
    finally:
        machine.shell("rm -r /run/systemd/system/litbet*.service.d; systemctl daemon-reload")
        machine.shell("systemctl restart litbet litbet-sign")
    machine.until(lambda: machine.status().get("phase"))


def test_pages_with_users_of_their_own_refuse_everybody(machine: Machine) -> None:
    """What docs/INSTALL.md warns of fails closed."""
    folder = "/run/systemd/system/litbet-dealer.service.d"
    machine.shell(f"mkdir -p {folder}; printf '[Service]\\nPrivateUsers=yes\\n' >{folder}/users.conf")
    machine.shell("systemctl daemon-reload; systemctl restart litbet-dealer")
    try:
        for user in ("litbet-kiosk", "stranger"):
            assert attack(machine, user, "page", DEALER, "/table/bj-1") in ("403", "closed")
    finally:
        machine.shell(f"rm -r {folder}; systemctl daemon-reload; systemctl restart litbet-dealer")


def test_no_pin_was_told(machine: Machine) -> None:
    for unit in UNITS:
        assert PIN not in machine.run("journalctl", "--output=cat", "--unit", unit)
