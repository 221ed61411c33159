"""Numeric signs in a table's file: every jackpot has a sign, every amount fits, no wire is used twice (R058, R120,
R129, C01)."""

import re
from pathlib import Path

import pytest
from support.config.files import JACKPOT, Edit, faults, warnings, write

from controller.config.load import load
from drivers.serial_digits import DigitsSettings

SIGN = '\n[[sign]]\nname = "digits-1"\njackpot = "bonus"\nkind = "digits"\nport = "/dev/ttyUSB1"\ndigits = 8\n'
SIGNED = Edit("", SIGN)
UNNETWORKED = Edit("networked = true", "networked = false", "profile")
WORDS = Edit("placard = false", "placard = true", "profile")
PLACARD = Edit("#placard = false", "placard = true")
NO_BROKER = Edit('[mqtt]\nhost = "127.0.0.1"', "")


def test_a_numeric_sign_beside_a_broker(tmp_path: Path) -> None:
    assert not warnings(tmp_path, SIGNED)
    (sign,) = load(tmp_path / "table.toml").numeric_signs
    assert sign == DigitsSettings(
        name="digits-1", jackpot="bonus", port="/dev/ttyUSB1", digits=8, baud=9600, echo=False
    )


@pytest.mark.parametrize("profile", [(), (UNNETWORKED, WORDS)])
def test_c01_a_numeric_sign_without_a_broker(tmp_path: Path, profile: tuple[Edit, ...]) -> None:
    assert not warnings(tmp_path, SIGNED, NO_BROKER, PLACARD, *profile)
    assert load(tmp_path / "table.toml").bus is None


def test_c01_a_page_on_the_controller_s_own_screen(tmp_path: Path) -> None:
    assert not warnings(tmp_path, UNNETWORKED, WORDS, PLACARD)


def test_the_example_in_the_reference_is_right_as_it_stands(tmp_path: Path) -> None:
    path = write(tmp_path)
    block = re.search(r"^#\[\[sign\]\]\n(#.*\n)+", path.read_text(), re.MULTILINE)
    assert block
    live = re.sub("^#", "", block[0], flags=re.MULTILINE)
    path.write_text(path.read_text().replace(block[0], live))
    (shown,) = load(path).numeric_signs
    required = {"name", "jackpot", "kind", "port", "digits"}
    assert load(write(tmp_path, [Edit("", "\n" + "\n".join(
        line for line in live.splitlines() if line.split(" ")[0] in required | {"[[sign]]"}
    ))])).numeric_signs == (shown,), "what may be left out is shown with the value in force"  # fmt: skip


MISTAKES = {
    "R120 a jackpot without any sign": ([NO_BROKER], "id", "no sign shows it; write a [[sign]]"),
    "R120 one of two jackpots without a sign": (
        [SIGNED, NO_BROKER, PLACARD, Edit("", JACKPOT), Edit('jackpots = ["bonus"]', 'jackpots = ["bonus", "second"]')],
        "id",
        'write a [[sign]] with jackpot = "second"',
    ),
    "C01 the loopback is all that is left": ([NO_BROKER, UNNETWORKED], "id", 'with host = "127.0.0.1"'),
    "C01 a broker elsewhere": ([SIGNED, UNNETWORKED, Edit("127.0.0.1", "10.0.0.9")], "host", "forbids networked signs"),
    "R129 words that no digit can carry": ([SIGNED, NO_BROKER], "sign", "a sign of digits cannot show the text"),
    "signs that answer to nobody": (
        [SIGNED, NO_BROKER, PLACARD, Edit("#expected = []", 'expected = ["sign-1"]')],
        "expected",
        "write a table [mqtt]",
    ),
    "one name for two kinds of sign": (
        [SIGNED, Edit("#expected = []", 'expected = ["digits-1"]')],
        "name",
        "write another name",
    ),
    "two signs of one name": (
        [SIGNED, Edit("", SIGN.replace("USB1", "USB2"))],
        "name",
        "is taken by the [[sign]] at line",
    ),
    "two signs on one line": (
        [SIGNED, Edit("", SIGN.replace("digits-1", "digits-2"))],
        "port",
        "this is in use at line",
    ),
    "a sign on the board's line": (
        [Edit("", SIGN.replace("/dev/ttyUSB1", "/dev/serial/by-id/usb-litbet_board-if00"))],
        "port",
        "this is in use at line",
    ),
    "a jackpot that is none": ([Edit("", SIGN.replace('"bonus"', '"mega"'))], "jackpot", "write one of bonus"),
    "R058 a limit that does not fit": (
        [SIGNED, Edit('unreasonable = "6000.00"', 'limit = "1000000.00"\nunreasonable = "6000.00"')],
        "digits",
        'limit = "1000000.00" of jackpot bonus does not fit',
    ),
    "R058 an addition that does not fit": (
        [Edit("", SIGN.replace("digits = 8", "digits = 6")), Edit('"6000.00"', '"10000.00"')],
        "digits",
        'unreasonable = "10000.00" of jackpot bonus does not fit',
    ),
    "five digits": ([Edit("", SIGN.replace("digits = 8", "digits = 5"))], "digits", "a whole number from 6 to 12"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_an_error(tmp_path: Path, name: str) -> None:
    edits, key, words = MISTAKES[name]
    found = [fault for fault in faults(tmp_path, *edits) if fault.key == key]
    assert any(words in fault.what for fault in found), found


def test_a_misspelt_section_is_one_line(tmp_path: Path) -> None:
    """Not also a table without signs."""
    (fault,) = faults(tmp_path, Edit("[mqtt]", "[mqqt]"))
    assert fault.what == "is not known here; write mqtt"
