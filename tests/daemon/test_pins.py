"""PINs, lock-outs and log-ins (R152-R154), without a ledger and without a clock on the wall."""

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.spoken import problem

from controller.daemon import pins
from controller.daemon.pins import (
    IDLE,
    LOCKED_FOR,
    TRIES,
    WHOLE,
    LockOutError,
    People,
    Pin,
    PinFileError,
    Pins,
    ProofError,
    prove,
    unfit,
)
from words.message import Fact, message

PIN, OTHER = "4739", "8264"
CHEAP = {"n": 2, "r": 1, "p": 1}


DEAR = dict(pins.COST)


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", CHEAP)


class Time:
    """The table's running time, as far as a test has let it run."""

    def __init__(self) -> None:
        self.ms = 5_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Pins(tmp_path / "pins.json").put("A. Floor", Pin.of(PIN))
    return tmp_path / "pins.json"


async def refused(proof: "asyncio.Future[None] | object") -> ProofError:
    with pytest.raises(ProofError) as caught:
        await proof  # type: ignore[misc]
    return caught.value


async def wrong(here: People, times: int, name: str = "A. Floor") -> ProofError:
    for _ in range(times):
        error = await refused(here.vouch(name, OTHER))
    return error


# -- the PIN itself ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pin", ["4739", "123987", "1357", "000001", "102030405060"])
def test_a_pin_that_will_do(pin: str) -> None:
    assert unfit(pin, "A. Floor") == ""


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
    assert unfit(pin, "A. Floor") == code


def test_a_pin_is_never_the_name() -> None:
    assert unfit("4739", " 4739 ") == "pin_is_name"


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_whatever_is_typed_as_a_pin_gets_an_answer(text: str) -> None:
    assert isinstance(unfit(text, text), str)


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


async def test_what_is_no_text_at_all_is_a_wrong_pin(path: Path, time: Time) -> None:
    """Half a character, as JSON or a broken terminal can send it."""
    assert (await refused(People(Pins(path), time).vouch("A. Floor", "47\ud800"))).code == "wrong_pin"


# -- wrong tries ---------------------------------------------------------------------------------------------


async def test_how_many_tries_are_left_is_told_and_a_right_one_forgives(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    assert [(await wrong(here, 1)).message for _ in range(TRIES - 1)] == [
        message("refusals.wrong_pin", name="A. Floor", left=left) for left in (4, 3, 2, 1)
    ]
    await here.vouch("A. Floor", PIN)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_five_wrong_tries_lock_out_even_the_right_pin_for_longer_each_time(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    for times, minutes in enumerate((5, 10, 20, 40)):
        error = await wrong(here, TRIES)
        facts: dict[str, Fact] = {"name": "A. Floor", "wrong": (times + 1) * TRIES, "minutes": minutes}
        assert isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out_now", **facts)
        error = await refused(here.vouch("A. Floor", PIN))
        assert not isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out", **facts)
        time.ms += (LOCKED_FOR << times) - 1
        assert (await refused(here.vouch("A. Floor", PIN))).message.facts["minutes"] == 1
        assert here.view("A. Floor") == {"pin": True, "locked_out": 1}
        time.ms += 1
    await here.vouch("A. Floor", PIN)
    assert here.view("A. Floor") == {"pin": True, "locked_out": 0}


async def test_a_lock_out_outlives_a_restart_and_begins_anew(path: Path, time: Time) -> None:
    await wrong(People(Pins(path), time), TRIES)
    time.ms = 1000  # another boot
    here = People(Pins(path), time)
    assert (await refused(here.vouch("A. Floor", PIN))).code == "locked_out"
    time.ms += LOCKED_FOR
    await here.vouch("A. Floor", PIN)


async def test_wrong_tries_are_counted_across_restarts(path: Path, time: Time) -> None:
    for _ in range(TRIES - 1):
        await wrong(People(Pins(path), time), 1)
    assert isinstance(await wrong(People(Pins(path), time), 1), LockOutError)


async def test_tries_at_the_same_time_are_no_more_tries(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    errors = await asyncio.gather(*(refused(here.vouch("A. Floor", OTHER)) for _ in range(50)))
    assert [error.code for error in errors].count("wrong_pin") == TRIES - 1
    assert [isinstance(error, LockOutError) for error in errors].count(True) == 1


async def test_a_lock_out_is_one_persons(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    await here.set_pin("B. Other", OTHER)
    await wrong(here, TRIES)
    await here.vouch("B. Other", OTHER)


async def test_a_new_pin_ends_the_lock_out_and_the_log_ins(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    token = here.log_in("A. Floor")
    await wrong(here, TRIES)
    await here.set_pin("A. Floor", OTHER)
    await here.vouch("A. Floor", OTHER)
    with problem(ProofError, "has ended"):
        here.whose(token)


# -- log-ins -------------------------------------------------------------------------------------------------


def test_a_log_in_ends_when_it_is_not_used(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    token = here.log_in("A. Floor")
    time.ms += IDLE - 1
    assert here.whose(token) == "A. Floor"
    time.ms += IDLE
    with problem(ProofError, "has ended"):
        here.whose(token)


def test_a_log_in_ends_however_much_it_is_used(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    token, began = here.log_in("A. Floor"), time.ms
    while time.ms + IDLE // 2 < began + WHOLE:
        time.ms += IDLE // 2
        assert here.whose(token) == "A. Floor"
    time.ms = began + WHOLE
    with problem(ProofError, "has ended"):
        here.whose(token)


def test_log_ins_are_bounded_and_none_is_guessed(path: Path, time: Time) -> None:
    here = People(Pins(path), time)
    first = here.log_in("A. Floor")
    for _ in range(pins.MOST):
        time.ms += 1
        last = here.log_in("A. Floor")
    assert here.whose(last) == "A. Floor"
    ended: Callable[[str], object] = here.whose
    for token in (first, "", "login-"):
        with pytest.raises(ProofError):
            ended(token)


def test_the_file_is_json_that_a_person_can_look_at(path: Path) -> None:
    assert json.loads(path.read_text())["A. Floor"]["wrong"] == 0


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
        '{"A": {"salt": "00", "hash": "00", "n": 2, "r": 1, "p": 1, "wrong": "0"}}',
    ],
)
def test_a_spoilt_file_is_told_at_the_start_and_not_at_the_first_pin(tmp_path: Path, spoilt: str) -> None:
    (tmp_path / "pins.json").write_text(spoilt)
    with problem(PinFileError, r"pins.json: the PINs differ from what was written") as caught:
        Pins(tmp_path / "pins.json")
    assert len(str(caught.value)) < 400
