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
from controller.daemon.pins import Pin, PinFileError, Pins, ProofError, prove
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
        error = await refused(here.vouch(name, OTHER, screen, 4))
    return error


async def test_what_is_no_text_at_all_is_a_wrong_pin(path: Path, time: Time) -> None:
    """Half a character, as JSON or a broken terminal can send it."""
    assert (await refused(those_here(path, time).vouch(FLOOR, "47\ud800", DEALER, 4))).code == "wrong_pin"


# -- wrong tries ---------------------------------------------------------------------------------------------


async def test_how_many_tries_are_left_is_told_and_a_right_one_forgives(path: Path, time: Time) -> None:
    here = those_here(path, time)
    assert [(await wrong(here, 1)).message for _ in range(TRIES - 1)] == [
        message("refusals.wrong_pin", name=FLOOR, left=left) for left in (4, 3, 2, 1)
    ]
    await here.vouch(FLOOR, PIN, DEALER, 4)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_five_wrong_tries_lock_out_even_the_right_pin_for_longer_each_time(path: Path, time: Time) -> None:
    here = those_here(path, time)
    for times, minutes in enumerate((5, 10, 20, 40)):
        error = await wrong(here, TRIES)
        facts: dict[str, Fact] = {"name": FLOOR, "wrong": (times + 1) * TRIES, "minutes": minutes}
        assert isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out_now", **facts)
        error = await refused(here.vouch(FLOOR, PIN, DEALER, 4))
        assert not isinstance(error, LockOutError)
        assert error.message == message("refusals.locked_out", **facts)
        time.ms += (LOCKED_FOR << times) - 1
        assert (await refused(here.vouch(FLOOR, PIN, DEALER, 4))).message.facts["minutes"] == 1
        assert here.view(FLOOR, DEALER) == {"pin": True, "locked_out": 1}
        time.ms += 1
    await here.vouch(FLOOR, PIN, DEALER, 4)
    assert here.view(FLOOR, DEALER) == {"pin": True, "locked_out": 0}


async def test_a_lock_out_outlives_a_restart_and_begins_anew(path: Path, time: Time) -> None:
    await wrong(those_here(path, time), TRIES)
    time.ms = 1000  # another boot
    here = those_here(path, time)
    assert (await refused(here.vouch(FLOOR, PIN, DEALER, 4))).code == "locked_out"
    time.ms += LOCKED_FOR
    await here.vouch(FLOOR, PIN, DEALER, 4)


async def test_wrong_tries_are_counted_across_restarts(path: Path, time: Time) -> None:
    for _ in range(TRIES - 1):
        await wrong(those_here(path, time), 1)
    assert isinstance(await wrong(those_here(path, time), 1), LockOutError)


async def test_tries_at_the_same_time_are_no_more_tries(path: Path, time: Time) -> None:
    here = those_here(path, time)
    errors = await asyncio.gather(*(refused(here.vouch(FLOOR, OTHER, DEALER, 4)) for _ in range(50)))
    assert [error.code for error in errors].count("wrong_pin") == TRIES - 1
    assert [isinstance(error, LockOutError) for error in errors].count(True) == 1


async def test_a_lock_out_is_one_persons(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await here.set_pin("B. Other", OTHER, own=False)
    await wrong(here, TRIES)
    await here.vouch("B. Other", OTHER, DEALER, 4)


async def test_a_new_pin_ends_the_lock_out_and_the_log_ins(path: Path, time: Time) -> None:
    here = those_here(path, time)
    token = here.log_in(FLOOR)
    await wrong(here, TRIES)
    await here.set_pin(FLOOR, OTHER, own=False)
    await here.vouch(FLOOR, OTHER, DEALER, 4)
    with problem(ProofError, "has ended"):
        here.whose(token)


async def test_a_right_pin_erases_nothing_of_the_day(path: Path, time: Time) -> None:
    """Four wrong ones between two right ones of the person who does not know: the tenth of the day locks out."""
    here = those_here(path, time)
    for _ in range(2):
        await wrong(here, TRIES - 1)
        await here.vouch(FLOOR, PIN, DEALER, 4)
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
                await here.vouch(FLOOR, pin, DEALER, 4)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_a_pin_counts_as_wrong_until_it_was_right(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cuts the power before the answer has used up a try."""
    here = those_here(path, time)

    def cut(_pins: Pins, _name: str, _typed: str) -> bool:
        raise KeyError("the power")

    monkeypatch.setattr(Pins, "is_right", cut)
    with pytest.raises(KeyError):
        await here.vouch(FLOOR, PIN, DEALER, 4)
    monkeypatch.undo()
    assert (await wrong(those_here(path, time), 1)).message.facts["left"] == 3


# -- new PINs ------------------------------------------------------------------------------------------------


async def test_r153_nobody_has_the_pin_of_somebody_else(path: Path, time: Time) -> None:
    """The refusal tells that somebody has it, so it counts as a wrong PIN of who asked."""
    here = those_here(path, time)
    await here.set_pin("B. Other", OTHER, own=False)
    error = await refused(here.unlike(PIN, "B. Other", ("B. Other",), DEALER))
    assert error.message == message("refusals.pin_taken", name="B. Other", left=4)
    await here.unlike(OTHER, "B. Other", (FLOOR, "C. Admin"), DEALER)  # the person's own, as before


async def test_nobody_looks_for_pins_by_changing_an_own_one(path: Path, time: Time) -> None:
    here = those_here(path, time)
    for number in range(TRIES):
        await here.unlike(f"90817{number}", FLOOR, (FLOOR,), DEALER)
        await here.set_pin(FLOOR, f"90817{number}", own=True)
    assert (await refused(here.unlike("908176", FLOOR, (FLOOR,), DEALER))).code == "locked_out"
    assert not here.tries.counts.untold, "no wrong PIN was entered"


async def test_who_gives_people_pins_uses_up_no_tries(path: Path, time: Time) -> None:
    here = those_here(path, time)
    for number in range(3 * TRIES):
        await here.unlike(f"9081{number}", f"Person {number}", (FLOOR, "C. Admin"), DEALER)
    assert (await wrong(here, 1)).message.facts["left"] == 4


async def test_a_right_pin_with_too_few_digits_proves_nothing(path: Path, time: Time) -> None:
    """Of a person whose roles came to approve something after the PIN was set."""
    here = those_here(path, time)
    assert (await refused(here.vouch(FLOOR, PIN, DEALER, 6))).code == "short_pin"
    assert (await refused(here.vouch(FLOOR, OTHER, DEALER, 6))).code == "wrong_pin"


# -- the secret of the machine -------------------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The machine's folder with the service's credentials; it can be replaced by another."""
    (tmp_path / "credentials").mkdir()
    (tmp_path / "machine-id").write_text("3d1219c7c4c5404aaa1f6d2a48adfda4\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "credentials"))
    monkeypatch.setattr(pins, "MACHINE_ID", tmp_path / "machine-id")
    return tmp_path


async def test_a_copy_of_the_file_alone_gives_no_pin_away(machine: Path, path: Path, time: Time) -> None:
    Pins(path).make(FLOOR, PIN)
    stolen = Pins(path)[FLOOR]
    assert not stolen.is_right(PIN), "without the machine every guess is wrong, the right one too"
    await those_here(path, time).vouch(FLOOR, PIN, DEALER, 4)
    (machine / "machine-id").write_text("another machine\n")
    with problem(ProofError, "a secret that is not here"):
        await those_here(path, time).vouch(FLOOR, PIN, DEALER, 4)
    with problem(ProofError, "litbet.pepper"):
        prove(Pins(path), FLOOR, PIN)
    (machine / "machine-id").unlink()
    assert (await refused(those_here(path, time).vouch(FLOOR, OTHER, DEALER, 4))).code == "other_pepper"


async def test_the_credential_takes_over_with_the_next_right_pin(machine: Path, path: Path, time: Time) -> None:
    """The first PIN is set while the service does not run, so without its credential."""
    Pins(path).make(FLOOR, PIN)
    before = Pins(path)[FLOOR].pepper
    (machine / "credentials" / pins.CREDENTIAL).write_text("5e" * 32)
    here = those_here(path, time)
    await wrong(here, 1)
    assert Pins(path)[FLOOR].pepper == before
    await here.vouch(FLOOR, PIN, DEALER, 4)
    assert Pins(path)[FLOOR].pepper not in (before, "")
    await those_here(path, time).vouch(FLOOR, PIN, DEALER, 4)
    (machine / "credentials" / pins.CREDENTIAL).unlink()
    with problem(ProofError, "Put the file litbet.pepper back"):
        await those_here(path, time).vouch(FLOOR, PIN, DEALER, 4)


# -- screens -------------------------------------------------------------------------------------------------


async def test_strangers_lock_a_person_out_at_their_own_screen_alone(path: Path, time: Time) -> None:
    here = those_here(path, time)
    await here.vouch(FLOOR, PIN, DEALER, 4)
    for number in range(3):
        await wrong(here, TRIES, screen=f"{STRANGER} {number}")
    await here.vouch(FLOOR, PIN, DEALER, 4)
    assert here.view(FLOOR, DEALER)["locked_out"] == 0
    assert here.view(FLOOR, f"{STRANGER} 0")["locked_out"]
    await those_here(path, time).vouch(FLOOR, PIN, DEALER, 4)  # it is known after a restart, too


async def test_many_screens_have_no_more_tries_than_one_bound_allows(path: Path, time: Time) -> None:
    here = those_here(path, time)
    errors = [await wrong(here, 1, screen=f"{STRANGER} {number}") for number in range(ELSEWHERE.a_day)]
    assert [error.code for error in errors] == ["wrong_pin"] * 9 + ["locked_out_now"]
    assert isinstance(errors[-1], LockOutError)
    assert errors[-1].places == (Place(FLOOR, ""),)
    assert (await refused(here.vouch(FLOOR, PIN, "a new screen", 4))).code == "locked_out"


async def test_one_pin_tried_on_every_name_locks_the_screen_out(path: Path, time: Time) -> None:
    """An own right PIN in between is no help."""
    here = those_here(path, time)
    names = [f"Person {number}" for number in range(ANYBODY.a_day)]
    for name in names:
        await here.set_pin(name, PIN, own=False)
    for name in names[:-1]:
        assert (await wrong(here, 1, name)).code == "wrong_pin"
        await here.vouch(FLOOR, PIN, DEALER, 4)
    assert (await wrong(here, 1, names[-1])).message == message(
        "refusals.screen_out_now", name=names[-1], wrong=ANYBODY.a_day, minutes=5
    )
    assert (await refused(here.vouch(FLOOR, PIN, DEALER, 4))).code == "screen_out"
    await here.vouch(FLOOR, PIN, "another screen", 4)


async def test_who_asks_often_does_not_keep_others_waiting(path: Path, time: Time) -> None:
    """One try of each screen is in the queue."""
    here = those_here(path, time)
    await here.set_pin("B. Other", OTHER, own=False)
    crowd = [asyncio.create_task(here.vouch("B. Other", OTHER, STRANGER, 4)) for _ in range(50)]
    await asyncio.sleep(0)
    await here.vouch(FLOOR, PIN, DEALER, 4)
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
    await here.vouch(FLOOR, PIN, DEALER, 4)
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
