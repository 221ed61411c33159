"""What works, what does not, since when, and what to do (R183); and who hears that the table lives."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from support.spoken import say

from controller.daemon import health as health_file
from controller.daemon.health import Fact, Health, facts
from words.message import as_json, message, typed


def because(text: str) -> Any:
    """As `status` has a reason."""
    return as_json(typed(text))


WELL: dict[str, Any] = {
    "version": "1.0",
    "training": False,
    "faults": {},
    "drivers": {"board": {"up": True, "why": None}},
    "signs": {
        "broker": True,
        "connected": True,
        "doubt": None,
        "refused": [],
        "error": None,
        "lines": {},
        "acknowledged": [],
    },
    "clock": {"trusted": True, "why": None},
}


@pytest.fixture(autouse=True)
def _no_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_file, "THERMAL", tmp_path / "temp")
    monkeypatch.setattr(health_file, "THROTTLED", tmp_path / "throttled")


def judged(folder: Path, writes: list[float] | None = None, **changes: Any) -> dict[str, Fact]:
    found = facts({**WELL, **changes}, writes or [0.001], folder, ("/mnt/second/bj-1.journal",))
    return {fact.name: fact for fact in found}


def test_all_is_well(tmp_path: Path) -> None:
    found = judged(tmp_path)
    assert set(found) == {"ledger", "disk", "board", "witness", "broker", "time", "program", "watchdog"}
    assert all(fact.ok for fact in found.values())


@pytest.mark.parametrize(
    ("name", "words", "changes"),
    [
        ("board", "silent", {"drivers": {"board": {"up": False, "why": because("silent for 2 s")}}}),
        ("board", "cannot be read", {"drivers": {"board": {"up": False}}}),  # pins do not say why
        ("broker", "refused it", {"signs": WELL["signs"] | {"connected": False, "error": because("refused it")}}),
        ("broker", "no connection yet", {"signs": WELL["signs"] | {"connected": False}}),
        ("broker", "anybody", {"signs": WELL["signs"] | {"doubt": because("anybody may publish there")}}),
        ("broker", "round", {"signs": WELL["signs"] | {"refused": [because("refused by the broker: round")]}}),
        ("time", "stepped", {"clock": {"trusted": False, "why": because("it stepped")}}),
        ("program", "wire.py", {"faults": {"program": because("drivers/wire.py was changed")}}),
        ("ledger", "disk is full", {"faults": {"ledger_write": because("the disk is full")}}),
        ("ledger", "row 7", {"faults": {"ledger": because("row 7 was changed")}}),
    ],
)
def test_what_does_not_work_is_named(tmp_path: Path, name: str, words: str, changes: dict[str, Any]) -> None:
    found = judged(tmp_path, **changes)
    assert [fact.name for fact in found.values() if not fact.ok] == [name]
    assert words in say(found[name].say)
    assert found[name].do


def test_a_sign_that_falls_silent_is_named(tmp_path: Path) -> None:
    """R203."""
    shows = [{"jackpot": "main", "cents": 125000}]
    sign = {"sign": "left", "silent": False, "doubt": None, "heard": "14:03", "shows": shows}
    good = judged(tmp_path, signs=WELL["signs"] | {"acknowledged": [sign]})["sign left"]
    assert good.ok
    assert "main $1,250.00" in say(good.say)
    silent = judged(tmp_path, signs=WELL["signs"] | {"acknowledged": [sign | {"silent": True}]})["sign left"]
    assert not silent.ok


def test_a_table_that_only_its_own_disk_knows_is_told(tmp_path: Path) -> None:
    (found,) = [fact for fact in facts(WELL, [0.001], tmp_path, ()) if fact.name == "witness"]
    assert not found.ok
    assert "only this disk knows the ledger" in say(found.say)
    assert found.do
    training = facts({**WELL, "training": True}, [0.001], tmp_path, ())
    assert "witness" not in {fact.name for fact in training}  # nothing in it is real


def test_a_slow_disk_is_told_before_it_fails(tmp_path: Path) -> None:
    assert judged(tmp_path, [0.3] * 9 + [0.001])["ledger"].ok is False
    assert judged(tmp_path, [0.001] * 9 + [2.0])["ledger"].ok is True  # once is no habit
    assert judged(tmp_path, [])["ledger"].ok is True


def test_a_disk_that_fills_up_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_file, "LITTLE", 1 << 62)
    assert not judged(tmp_path)["disk"].ok
    assert not judged(tmp_path / "gone")["disk"].ok


def test_a_pi_tells_its_temperature_and_voltage(tmp_path: Path) -> None:
    (tmp_path / "temp").write_text("84250\n")
    (tmp_path / "throttled").write_text("50005\n")
    found = judged(tmp_path)
    assert (found["temperature"].ok, say(found["temperature"].say)) == (False, "84 °C")
    assert (found["power"].ok, say(found["power"].say)) == (False, "voltage too low now")
    (tmp_path / "throttled").write_text("50000\n")
    assert say(judged(tmp_path)["power"].say) == "voltage was too low since the start"
    (tmp_path / "throttled").write_text("0\n")
    assert judged(tmp_path)["power"].ok


def test_since_when_survives_looking_and_ends_with_the_change() -> None:
    time, ok = 1000, True
    fine, do = message("health.broker"), message("do.driver")
    health = Health(lambda: [Fact("a", ok, fine, do), Fact("b", True, fine, do)], lambda: time)
    assert [fact["since"] for fact in health.view()] == [1000, 1000]
    time = 2000
    assert [fact["since"] for fact in health.view()] == [1000, 1000]
    ok = False
    found = health.view()
    assert [(fact["name"], fact["since"], fact["do"]) for fact in found] == [
        ("a", 2000, as_json(do)),
        ("b", 1000, None),
    ]
    time, ok = 3000, True
    assert health.view()[0]["since"] == 3000


async def test_the_watchdog_is_fed_only_by_a_table_that_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that does not answer starves it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000")
        loop = asyncio.get_running_loop()
        asked, answers = asyncio.Event(), asyncio.Event()

        async def alive() -> None:
            asked.set()
            await answers.wait()

        health = Health(lambda: [Fact("a", False, typed("is\ngone"))], lambda: 0)
        living = asyncio.create_task(health.live(alive, say))
        await asked.wait()
        with pytest.raises(BlockingIOError):
            manager.recv(1000)
        answers.set()
        async with asyncio.timeout(30):
            heard = [await loop.sock_recv(manager, 1000) for _ in range(4)]
        assert heard == [b"STATUS=a: is gone", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"], (
            "the status when it changes"
        )
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
