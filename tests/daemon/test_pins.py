"""PINs and their file (R152, R153)."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.spoken import problem

from controller.daemon import pins
from controller.daemon.pins import Pin, PinFileError, Pins, ProofError, check_new, prove

PIN, OTHER = "4739", "8264"
CHEAP = {"n": 2, "r": 1, "p": 1}


DEAR = dict(pins.COST)


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", CHEAP)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Pins(tmp_path / "pins.json").put("A. Floor", Pin.of(PIN))
    return tmp_path / "pins.json"


# -- the PIN itself ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pin", ["4739", "123987", "1357", "000001", "102030405060"])
def test_a_pin_that_will_do(pin: str) -> None:
    check_new(pin, "A. Floor", 4)


@pytest.mark.parametrize(
    ("pin", "code"),
    [
        ("", "no_pin_digits"),
        ("473", "no_pin_digits"),
        ("4739473947394", "no_pin_digits"),
        ("47a9", "no_pin_digits"),
        ("٤٧٣٩", "no_pin_digits"),
        ("4739\n", "no_pin_digits"),
        ("1111", "weak_pin"),
        ("1234", "weak_pin"),
        ("4321", "weak_pin"),
        ("7890", "weak_pin"),
        ("1212", "weak_pin"),
        ("123123", "weak_pin"),
        ("000000000000", "weak_pin"),
    ],
)
def test_a_pin_that_anybody_would_try_is_refused(pin: str, code: str) -> None:
    with pytest.raises(ProofError) as caught:
        check_new(pin, "A. Floor", 4)
    assert caught.value.code == code


def test_a_pin_is_never_the_name() -> None:
    with problem(ProofError, "own name"):
        check_new("4739", " 4739 ", 4)


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_whatever_is_typed_as_a_pin_gets_an_answer(text: str) -> None:
    with pytest.raises(ProofError):
        check_new(text, text, 4)


def test_a_hash_costs_memory_and_keeps_how_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", DEAR)
    made = Pin.of(PIN)
    assert (made.n * made.r * 128, made.p) == (32 << 20, 1)
    assert made.is_right(PIN)
    assert not made.is_right(OTHER)
    assert Pin.of(PIN).hash != made.hash


def test_a_hash_of_older_cost_still_proves(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", {"n": 4, "r": 1, "p": 1})
    assert Pins(path)["A. Floor"].is_right(PIN)
    assert Pin.of(PIN).n == 4


# -- the file ------------------------------------------------------------------------------------------------


def test_the_file_is_its_owners_alone_and_holds_no_pin(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text()
    assert "A. Floor" in text
    assert PIN not in text
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_cannot_be_read_or_written_is_told_in_a_sentence(path: Path) -> None:
    path.write_text('{"A. Floor": {"salt": 1')
    with problem(PinFileError, r"pins.json: the PINs differ from what was written: remove the file"):
        Pins(path)
    with problem(PinFileError, r"the PINs cannot be written .* check the disk"):
        Pins(path.parent / "gone" / "pins.json").put("A", Pin.of(PIN))


def test_a_failed_write_leaves_the_old_file_and_what_is_known(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_text()
    pins = Pins(path)

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with problem(PinFileError, "No space left"):
        pins.put("B. Other", Pin.of(OTHER))
    assert path.read_text() == before
    assert "B. Other" not in pins


def test_a_person_who_has_left_has_no_pin(path: Path) -> None:
    Pins(path).drop("A. Floor")
    assert "A. Floor" not in Pins(path)


def test_without_a_daemon_a_pin_proves_too(path: Path) -> None:
    prove(Pins(path), "A. Floor", PIN)
    with problem(ProofError, "not the PIN"):
        prove(Pins(path), "A. Floor", OTHER)
    with problem(ProofError, "no PIN"):
        prove(Pins(path), "Nobody", PIN)


def test_the_file_is_json_that_a_person_can_look_at(path: Path) -> None:
    assert json.loads(path.read_text())["A. Floor"]["n"] == CHEAP["n"]


@pytest.mark.parametrize(
    "spoilt",
    [
        "[" * 5000,
        "[]",
        '{"A": {"' + "x" * 5000 + '": 1}}',
        '{"A": {"salt": "00", "hash": "zz", "n": 2, "r": 1, "p": 1}}',
        '{"A": {"salt": "00", "hash": 7, "n": 2, "r": 1, "p": 1}}',
        '{"A": {"salt": "00", "hash": "00", "n": 3, "r": 1, "p": 1}}',
        '{"A": {"salt": "00", "hash": "00", "n": 1099511627776, "r": 8, "p": 1}}',
        '{"A": {"salt": "00", "hash": "00", "n": "2", "r": 1, "p": 1}}',
        '{"A": {"salt": "00", "hash": "00", "n": 2, "r": 1, "p": 1, "more": "0"}}',
    ],
)
def test_a_spoilt_file_is_told_at_the_start_and_not_at_the_first_pin(tmp_path: Path, spoilt: str) -> None:
    (tmp_path / "pins.json").write_text(spoilt)
    with problem(PinFileError, r"pins.json: the PINs differ from what was written") as caught:
        Pins(tmp_path / "pins.json")
    assert len(str(caught.value)) < 400
