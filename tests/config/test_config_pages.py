"""[display]: what a table's file may set for the pages, and what a profile forbids."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from support.config.files import Edit, faults, write
from support.processes.litbet import PATIENCE, litbet

SIGN = '#sign = "display-1"'
NO_NETWORK = (
    Edit("networked = true", "networked = false", "profile"),
    Edit("placard = false", "placard = true", "profile"),
    Edit("#placard = false", "placard = true"),
)


@pytest.mark.parametrize(
    ("edits", "key", "words"),
    [
        ([Edit('#user = "display-1"', 'user = "display-1"')], "user", "both user and password_file"),
        ([Edit(SIGN, 'sign = "bj-1"')], "sign", "the table itself has this one"),
        ([Edit(SIGN, 'sign = "Sign 1"')], "sign", 'not "Sign 1"'),
        ([Edit('#theme = "felt"', 'theme = "pink"')], "theme", '"felt"'),
        ([Edit('#language = "en"', 'language = "de"')], "language", '"en" or "es"'),
        (
            [*NO_NETWORK, Edit(SIGN, 'sign = "hdmi-1"'), Edit("#expected = []", 'expected = ["sign-1", "hdmi-1"]')],
            "expected",
            "R129, C01",
        ),
    ],
)
def test_refused(tmp_path: Path, edits: list[Edit], key: str, words: str) -> None:
    found = faults(tmp_path, *edits)
    assert [fault.key for fault in found] == [key], found
    assert words in found[0].what


def test_a_screen_at_the_controllers_own_output_may_answer_where_no_sign_has_a_network(tmp_path: Path) -> None:
    """C01: through loopback, and only if the table's file chooses it."""
    here = (Edit(SIGN, 'sign = "hdmi-1"'), Edit("#expected = []", 'expected = ["hdmi-1"]'))
    assert faults(tmp_path, *NO_NETWORK, *here) == []


@pytest.mark.parametrize(
    ("page", "at", "words"),
    [
        ("sign", "127.0.0.1:0", "is not a port"),
        ("sign", "127.0.0.1:70000", "is not a port"),
        ("sign", "300.0.0.1:8480", "is not an address"),
        ("sign", "somewhere", "an address and a port"),
        ("dealer", "0.0.0.0:8481", "to this machine only"),
        ("dealer", "10.20.0.5:8481", "to this machine only"),
    ],
)
def test_where_nobody_can_listen_is_said(tmp_path: Path, page: str, at: str, words: str) -> None:
    ran = litbet("display", page, "--config", write(tmp_path), "--dir", tmp_path, "--listen", at)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert words in ran.stderr


@pytest.mark.parametrize("at", ["0.0.0.0:8480", "10.20.0.5:8480", "[::]:8480"])
def test_no_address_lifts_what_the_profile_forbids(tmp_path: Path, at: str) -> None:
    path = write(tmp_path, NO_NETWORK)
    ran = litbet("display", "sign", "--config", path, "--dir", tmp_path, "--listen", at)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "R129" in ran.stderr


def test_a_socket_that_the_service_manager_keeps_is_judged_like_an_address(tmp_path: Path) -> None:
    """Whoever changes the unit lifts nothing either. The socket is passed on as number 3, with a shell's pid."""
    path = write(tmp_path, NO_NETWORK)
    with socket.create_server(("0.0.0.0", 0)) as kept:  # noqa: S104
        script = f'exec 3<&{kept.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        command = [sys.executable, "-m", "controller", "display", "sign", "--config", path, "--dir", tmp_path]
        ran = subprocess.run(
            ["bash", "-c", script, "bash", *map(str, command)],
            pass_fds=[kept.fileno()], capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    assert "R129" in ran.stderr


@pytest.mark.parametrize("user", ["nobody-here", "nobody"])
def test_the_pages_belong_to_a_user_of_this_machine(tmp_path: Path, user: str) -> None:
    """As "nobody" a name space of the kernel shows every stranger."""
    ran = litbet("display", "dealer", "--config", write(tmp_path), "--dir", tmp_path, "--kiosk", user)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert f"--kiosk {user}" in ran.stderr


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        at = f"127.0.0.1:{other.getsockname()[1]}"
        ran = litbet("display", "sign", "--config", write(tmp_path), "--dir", tmp_path, "--listen", at)
    assert ran.returncode == 1
    assert at in ran.stderr
    assert "Traceback" not in ran.stderr
