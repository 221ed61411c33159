"""[display]: what a table's file may set for the pages, and what a profile forbids."""

from pathlib import Path

import pytest
from support.config.files import Edit, faults, write
from support.processes.litbet import litbet

from controller.config.load import load

LISTEN = '#listen = "127.0.0.1:8480"'
SIGN = '#sign = "display-1"'
NO_NETWORK = (
    Edit("networked = true", "networked = false", "profile"),
    Edit("placard = false", "placard = true", "profile"),
    Edit("#placard = false", "placard = true"),
)


def listen(at: str) -> Edit:
    return Edit(LISTEN, f'listen = "{at}"')


@pytest.mark.parametrize(
    ("edits", "key", "words"),
    [
        ([listen("127.0.0.1:0")], "listen", "is not a port"),
        ([listen("127.0.0.1:70000")], "listen", "is not a port"),
        ([listen("300.0.0.1:8480")], "listen", "is not an address"),
        ([listen("somewhere")], "listen", "an address and a port"),
        ([Edit('#user = "display-1"', 'user = "display-1"')], "user", "both user and password_file"),
        ([Edit(SIGN, 'sign = "bj-1"')], "sign", "the table itself has this one"),
        ([Edit(SIGN, 'sign = "Sign 1"')], "sign", 'not "Sign 1"'),
        ([Edit('#theme = "felt"', 'theme = "pink"')], "theme", '"felt"'),
        ([Edit('#language = "en"', 'language = "de"')], "language", '"en" or "es"'),
        ([*NO_NETWORK, listen("0.0.0.0:8480")], "listen", "R129, C01"),
        ([*NO_NETWORK, listen("10.20.0.5:8480")], "listen", "forbids networked signs"),
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


def test_with_the_section_left_out_this_machine_alone_is_served(tmp_path: Path) -> None:
    path = write(tmp_path, [Edit("[display]", "")])
    pages = load(path).display
    assert (pages.listen, pages.sign) == ("127.0.0.1:8480", None)


def test_the_command_line_cannot_lift_what_the_profile_forbids(tmp_path: Path) -> None:
    path = write(tmp_path, NO_NETWORK)
    ran = litbet("display", "--config", path, "--dir", tmp_path, "--listen", "0.0.0.0:8480")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "R129" in ran.stderr
    ran = litbet("display", "--config", path, "--dir", tmp_path, "--listen", "here")
    assert ran.returncode == 2


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        at = f"127.0.0.1:{other.getsockname()[1]}"
        ran = litbet("display", "--config", write(tmp_path), "--dir", tmp_path, "--listen", at)
    assert ran.returncode == 1
    assert at in ran.stderr
    assert "Traceback" not in ran.stderr
