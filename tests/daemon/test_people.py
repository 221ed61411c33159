"""Who may give a PIN, and how often: wrong PINs by person and screen, lock-outs and log-ins (R152-R154), without a
ledger and without a clock on the wall."""

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.spoken import problem

from controller.daemon import people, pins
from controller.daemon.people import IDLE, WHOLE, LockOutError, People
from controller.daemon.pins import Pin, PinFileError, Pins, ProofError
from controller.daemon.tries import ANYBODY, DAY, ELSEWHERE, HERE, LOCKED_FOR, Place, Tries, lock_out
from words.message import Fact, message

PIN, OTHER = "4739", "8264"
FLOOR, DEALER, STRANGER = "A. Floor", "dealer's screen", "stranger"
TRIES = HERE.in_a_row


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})


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
    Pins(tmp_path / "pins.json").put(FLOOR, Pin.of(PIN))
    return tmp_path / "pins.json"


def those_here(path: Path, time: Time) -> People:
    """The controller starts."""
    return People(Pins(path), Tries(path.with_name("tries.json"), time), time)


async def refused(proof: "asyncio.Future[None] | object") -> ProofError:
    with pytest.raises(ProofError) as caught:
        await proof  # type: ignore[misc]
    return caught.value


async def wrong(here: People, times: int, name: str = FLOOR, screen: str = DEALER) -> ProofError:
    for _ in range(times):
        error = await refused(here.vouch(name, OTHER, screen))
    return error


async def test_what_is_no_text_at_all_is_a_wrong_pin(path: Path, time: Time) -> None:
    """Half a character, as JSON or a broken terminal can send it."""
    assert (await refused(those_here(path, time).vouch(FLOOR, "47\ud800", DEALER))).code == "wrong_pin"


# -- wrong tries ---------------------------------------------------------------------------------------------


async def test_how_many_tries_are_left_is_told_and_a_right_one_forgives(path: Path, time: Time) -> None:
    here = those_here(path, time)
    assert [(await wrong(here, 1)).message for _ in range(TRIES - 1)] == [
        message("refusals.wrong_pin", name=FLOOR, left=left) for left in (4, 3, 2, 1)
    ]
    await here.vouch(FLOOR, PIN, DEALER)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_five_wrong_tries_lock_out_even_the_right_pin_for_longer_each_time(path: Path, time: Time) -> None:
    here = those_here(path, time)
    for times, minutes in enumerate((5, 10, 20, 40)):
        error = await wrong(here, TRIES)
        facts: dict[str, Fact] = {"name": FLOOR, "wrong": (times + 1) * TRIES, "minutes": minutes}
        assert isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out_now", **facts)
        error = await refused(here.vouch(FLOOR, PIN, DEALER))
        assert not isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out", **facts)
        time.ms += (LOCKED_FOR << times) - 1
        assert (await refused(here.vouch(FLOOR, PIN, DEALER))).message.facts["minutes"] == 1
        assert here.view(FLOOR, DEALER) == {"pin": True, "locked_out": 1}
        time.ms += 1
    await here.vouch(FLOOR, PIN, DEALER)
    assert here.view(FLOOR, DEALER) == {"pin": True, "locked_out": 0}


async def test_a_lock_out_outlives_a_restart_and_begins_anew(path: Path, time: Time) -> None:
    await wrong(those_here(path, time), TRIES)
    time.ms = 1000  # another boot
    here = those_here(path, time)
    assert (await refused(here.vouch(FLOOR, PIN, DEALER))).code == "locked_out"
    time.ms += LOCKED_FOR
    await here.vouch(FLOOR, PIN, DEALER)


async def test_wrong_tries_are_counted_across_restarts(path: Path, time: Time) -> None:
    for _ in range(TRIES - 1):
        await wrong(those_here(path, time), 1)
    assert isinstance(await wrong(those_here(path, time), 1), LockOutError)


async def test_tries_at_the_same_time_are_no_more_tries(path: Path, time: Time) -> None:
    here = those_here(path, time)
    errors = await asyncio.gather(*(refused(here.vouch(FLOOR, OTHER, DEALER)) for _ in range(50)))
    assert [error.code for error in errors].count("wrong_pin") == TRIES - 1
    assert [isinstance(error, LockOutError) for error in errors].count(True) == 1


async def test_a_lock_out_is_one_persons(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await here.set_pin("B. Other", OTHER)
    await wrong(here, TRIES)
    await here.vouch("B. Other", OTHER, DEALER)


async def test_a_new_pin_ends_the_lock_out_and_the_log_ins(path: Path, time: Time) -> None:
    here = those_here(path, time)
    token = here.log_in(FLOOR)
    await wrong(here, TRIES)
    await here.set_pin(FLOOR, OTHER)
    await here.vouch(FLOOR, OTHER, DEALER)
    with problem(ProofError, "has ended"):
        here.whose(token)


async def test_a_right_pin_erases_nothing_of_the_day(path: Path, time: Time) -> None:
    """Four wrong ones between two right ones of the person who does not know: the tenth of the day locks out."""
    here = those_here(path, time)
    for _ in range(2):
        await wrong(here, TRIES - 1)
        await here.vouch(FLOOR, PIN, DEALER)
    assert (await wrong(here, 1)).message.facts["left"] == 1
    assert isinstance(await wrong(here, 1), LockOutError)
    assert here.tries.counts.untold == {Place(FLOOR, DEALER): 10}


async def test_the_next_day_begins_with_no_wrong_pins(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await wrong(here, TRIES - 1)
    time.ms += DAY
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_no_pin_is_tried_that_cannot_be_counted(path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, or no descriptor left: neither a wrong PIN nor the right one is looked at."""
    here = those_here(path, time)

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        for pin in (PIN, OTHER):
            with problem(PinFileError, "No space left"):
                await here.vouch(FLOOR, pin, DEALER)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_a_pin_counts_as_wrong_until_it_was_right(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cuts the power before the answer has used up a try."""
    here = those_here(path, time)

    def cut(_pin: Pin, _typed: str) -> bool:
        raise KeyError("the power")

    monkeypatch.setattr(Pin, "is_right", cut)
    with pytest.raises(KeyError):
        await here.vouch(FLOOR, PIN, DEALER)
    monkeypatch.undo()
    assert (await wrong(those_here(path, time), 1)).message.facts["left"] == 3


# -- screens -------------------------------------------------------------------------------------------------


async def test_strangers_lock_a_person_out_at_their_own_screen_alone(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await here.vouch(FLOOR, PIN, DEALER)
    for number in range(3):
        await wrong(here, TRIES, screen=f"{STRANGER} {number}")
    await here.vouch(FLOOR, PIN, DEALER)
    assert here.view(FLOOR, DEALER)["locked_out"] == 0
    assert here.view(FLOOR, f"{STRANGER} 0")["locked_out"]
    await those_here(path, time).vouch(FLOOR, PIN, DEALER)  # it is known after a restart, too


async def test_many_screens_have_no_more_tries_than_one_bound_allows(path: Path, time: Time) -> None:
    here = those_here(path, time)
    errors = [await wrong(here, 1, screen=f"{STRANGER} {number}") for number in range(ELSEWHERE.a_day)]
    assert [error.code for error in errors] == ["wrong_pin"] * 9 + ["locked_out_now"]
    assert isinstance(errors[-1], LockOutError)
    assert errors[-1].places == (Place(FLOOR, ""),)
    assert (await refused(here.vouch(FLOOR, PIN, "a new screen"))).code == "locked_out"


async def test_one_pin_tried_on_every_name_locks_the_screen_out(path: Path, time: Time) -> None:
    """An own right PIN in between is no help."""
    here = those_here(path, time)
    names = [f"Person {number}" for number in range(ANYBODY.a_day)]
    for name in names:
        await here.set_pin(name, PIN)
    for name in names[:-1]:
        assert (await wrong(here, 1, name)).code == "wrong_pin"
        await here.vouch(FLOOR, PIN, DEALER)
    assert (await wrong(here, 1, names[-1])).message == message(
        "refusals.screen_out_now", name=names[-1], wrong=ANYBODY.a_day, minutes=5
    )
    assert (await refused(here.vouch(FLOOR, PIN, DEALER))).code == "screen_out"
    await here.vouch(FLOOR, PIN, "another screen")


async def test_who_asks_often_does_not_keep_others_waiting(path: Path, time: Time) -> None:
    """One try of each screen is in the queue."""
    here = those_here(path, time)
    await here.set_pin("B. Other", OTHER)
    crowd = [asyncio.create_task(here.vouch("B. Other", OTHER, STRANGER)) for _ in range(50)]
    await asyncio.sleep(0)
    await here.vouch(FLOOR, PIN, DEALER)
    assert sum(each.done() for each in crowd) <= 2
    await asyncio.gather(*crowd)


def tries_of_a_day(in_a_row: int) -> int:
    """Wrong PINs that one bound lets through in 24 hours, tried as soon as it does."""
    now = number = lock_outs = 0
    while now < DAY:
        number, lock_outs = number + in_a_row, lock_outs + 1
        now += lock_out(lock_outs)
    return number


def test_how_long_guessing_takes() -> None:
    """The figures of decision 15: days until every PIN of four and of six digits was tried."""
    assert [tries_of_a_day(bound.in_a_row) for bound in (HERE, ELSEWHERE, ANYBODY)] == [45, 90, 180]
    assert [10**digits // 135 for digits in (4, 6)] == [74, 7407]


@pytest.mark.parametrize(
    "spoilt",
    [
        "[]",
        "[" * 5000,
        '{"tallies": [], "known": []}',
        '{"tallies": [[1, "x", 0, 0, 0, false]], "known": [], "untold": []}',
        '{"tallies": [["A", "x", -1, 0, 0, false]], "known": [], "untold": []}',
        '{"tallies": [["A", "x", 1e99, 0, 0, false]], "known": [], "untold": []}',
        '{"tallies": [["A", "x"]], "known": [], "untold": []}',
        '{"tallies": [], "known": ["Ax", "y"], "untold": [["A", "x", true]]}',
    ],
)
def test_a_spoilt_count_is_told_at_the_start(tmp_path: Path, time: Time, spoilt: str) -> None:
    (tmp_path / "tries.json").write_text(spoilt)
    with problem(PinFileError, r"tries.json: the count of wrong PINs differs from what was written"):
        Tries(tmp_path / "tries.json", time)


async def test_the_counts_are_their_owners_alone_and_hold_no_pin(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await here.vouch(FLOOR, PIN, DEALER)
    await wrong(here, 1)
    file = path.with_name("tries.json")
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text()).keys() == {"tallies", "known", "untold"}
    assert PIN not in file.read_text()
    assert OTHER not in file.read_text()


# -- log-ins -------------------------------------------------------------------------------------------------


def test_a_log_in_ends_when_it_is_not_used(path: Path, time: Time) -> None:
    here = those_here(path, time)
    token = here.log_in(FLOOR)
    time.ms += IDLE - 1
    assert here.whose(token) == FLOOR
    time.ms += IDLE
    with problem(ProofError, "has ended"):
        here.whose(token)


def test_a_log_in_ends_however_much_it_is_used(path: Path, time: Time) -> None:
    here = those_here(path, time)
    token, began = here.log_in(FLOOR), time.ms
    while time.ms + IDLE // 2 < began + WHOLE:
        time.ms += IDLE // 2
        assert here.whose(token) == FLOOR
    time.ms = began + WHOLE
    with problem(ProofError, "has ended"):
        here.whose(token)


def test_log_ins_are_bounded_and_none_is_guessed(path: Path, time: Time) -> None:
    here = those_here(path, time)
    first = here.log_in(FLOOR)
    for _ in range(people.MOST):
        time.ms += 1
        last = here.log_in(FLOOR)
    assert here.whose(last) == FLOOR
    ended: Callable[[str], object] = here.whose
    for token in (first, "", "login-"):
        with pytest.raises(ProofError):
            ended(token)
