"""The serial driver on real pseudo-terminals: exclusive ports, loss and return, wrong boards, noise, back-pressure.

Waits end with what is waited for; the timeouts only stop a hanging test.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sim_line import PROFILES, Pty
from support.drivers.board import simulated_board
from support.spoken import problem, say
from support.waiting import PATIENCE, until

from drivers import serial_board, wire
from drivers.board_link import BoardLink
from drivers.contract import Batch, Driver, DriverError, LinkDown, LinkUp, Pattern, Reading, Signal
from drivers.serial_board import SerialBoard
from drivers.wire import State

INPUTS, LAMPS = ("seat1", "lock"), ("lamp1",)
DEBOUNCE = {"seat1": 20, "lock": 5}


class Ear:
    """A receiver that puts everything on disk at once."""

    def __init__(self, driver: Driver) -> None:
        self.signals: list[Signal] = []
        self.driver = driver
        self.news = asyncio.Event()

    def hear(self, batch: Batch) -> None:
        self.signals += batch.signals
        self.driver.done(batch.token)
        self.news.set()

    async def until(self, kind: type[Signal], nth: int = 1) -> list[Signal]:
        async with asyncio.timeout(PATIENCE):
            while len(found := [s for s in self.signals if isinstance(s, kind)]) < nth:
                self.news.clear()
                await self.news.wait()
        return found

    async def down(self, nth: int = 1) -> str:
        signal = (await self.until(LinkDown, nth))[nth - 1]
        assert isinstance(signal, LinkDown)
        return say(signal.why)


@asynccontextmanager
async def listening(
    port: str, name: str = "board", clock: Callable[[], int] = time.monotonic_ns
) -> AsyncIterator[tuple[SerialBoard, Ear]]:
    driver = SerialBoard(name, port, INPUTS, LAMPS, DEBOUNCE, clock)
    ear = Ear(driver)
    driver.start(ear.hear)
    try:
        yield driver, ear
    finally:
        await driver.close()
        await driver.close()


async def test_edges_come_in_order_and_lamps_go_out() -> None:
    async with simulated_board(INPUTS, LAMPS) as board, listening(board.port) as (driver, ear):
        assert isinstance((await ear.until(LinkUp))[0], LinkUp)
        driver.show({"lamp1": Pattern.LIT})
        assert await board.expect("lamp1", "lit", PATIENCE)
        board.set("seat1", True)
        await ear.until(Reading, 1)
        board.set("lock", True)
        chip, lock = await ear.until(Reading, 2)
        assert isinstance(chip, Reading)
        assert isinstance(lock, Reading)
        assert (chip.input, chip.level, chip.count) == ("seat1", True, 1)
        assert (lock.input, lock.level, lock.count) == ("lock", True, 1)
        assert chip.at < lock.at <= time.monotonic_ns()
        await until(lambda: driver.health()["lamps_shown"] is True)
        await until(lambda: board.board is not None and board.board.ring == [])


async def test_closing_puts_the_lamps_out() -> None:
    async with simulated_board(INPUTS, LAMPS) as board:
        async with listening(board.port) as (driver, ear):
            await ear.until(LinkUp)
            driver.show({"lamp1": Pattern.LOCKED})
            assert await board.expect("lamp1", "locked", PATIENCE)
        assert await board.expect("lamp1", "off", PATIENCE)


async def test_an_unknown_lamp_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="no lamp lamp9"):
        SerialBoard("board", "/dev/null", INPUTS, LAMPS, DEBOUNCE).show({"lamp9": Pattern.LIT})


async def test_a_second_controller_is_refused_by_name_of_the_port() -> None:
    async with (
        simulated_board(INPUTS, LAMPS) as board,
        listening(board.port) as (_, first),
        listening(board.port) as (_, second),
    ):
        await first.until(LinkUp)
        assert await second.down() == (
            f"{board.port} is in use by another program: stop it, or give this board a port of its own"
        )
        assert not any(isinstance(s, LinkUp) for s in second.signals)


async def test_a_missing_port_is_awaited(tmp_path: Path) -> None:
    async with listening(str(tmp_path / "port")) as (driver, ear):
        assert await ear.down() == (
            f"{tmp_path}/port does not exist: plug the board in, or name its port under /dev/serial/by-id"
        )
        assert driver.health()["up"] is False


async def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("text")
    async with listening(str(tmp_path / "port")) as (_, ear):
        assert (await ear.down()).startswith(f"{tmp_path}/port cannot be opened: ")


async def test_a_board_is_unplugged_and_plugged_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened meanwhile is in the counts, not in readings. No frame on its way out is needed to notice."""
    monkeypatch.setattr(serial_board, "BEAT", 1000)
    async with simulated_board(INPUTS, LAMPS) as board, listening(board.port) as (driver, ear):
        await ear.until(LinkUp)
        board.unplug()
        assert await ear.down() == f"board 'board': {board.port} is gone: plug it in again"
        assert "does not exist" in await ear.down(2)
        await board.press(["seat1"])
        await board.wait(50)
        board.plug()
        _, up = await ear.until(LinkUp, 2)
        assert isinstance(up, LinkUp)
        assert (up.counts["seat1"], up.missed) == (2, {"seat1": 2})
        assert not any(isinstance(s, Reading) for s in ear.signals)
        board.set("seat1", True)
        await ear.until(Reading)
        assert driver.health()["reconnects"] == 1


async def test_a_silent_line_is_reported_and_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_board, "SILENCE", 0.3)
    async with simulated_board(INPUTS, LAMPS) as board, listening(board.port) as (_, ear):
        await ear.until(LinkUp)
        board.cut(600)
        assert "is silent: check its cable" in await ear.down()
        await ear.until(LinkUp, 2)
        links = [type(s) for s in ear.signals]
        assert links[:3] == [LinkUp, LinkDown, LinkUp], "each loss is told once"
        (down,) = [signal for signal in ear.signals if isinstance(signal, LinkDown)]
        assert down.silent >= 300_000_000, "the board had been silent before it was missed"


async def test_a_port_without_a_board_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_board, "SILENCE", 0.1)
    pty = Pty()
    try:
        async with listening(pty.path) as (_, ear):
            assert "is silent: check its cable" in await ear.down()
    finally:
        pty.close()


async def test_a_brown_out_is_told_with_a_new_boot() -> None:
    async with simulated_board(INPUTS, LAMPS) as board, listening(board.port) as (driver, ear):
        await ear.until(LinkUp)
        driver.show({"lamp1": Pattern.LOCKED})
        board.set("seat1", True)
        await ear.until(Reading)
        board.brownout(100)
        assert await ear.down() == "board 'board' has restarted"
        before, after = await ear.until(LinkUp, 2)
        assert isinstance(before, LinkUp)
        assert isinstance(after, LinkUp)
        assert before.boot != after.boot
        assert after.counts == {"seat1": 1, "lock": 0}
        assert await board.expect("lamp1", "locked", PATIENCE)


async def test_a_wrong_board_is_refused_with_both_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on sending its state; that is said once, and it is not asked again before SLOW is over."""
    monkeypatch.setattr(serial_board, "SLOW", 1000)
    states: list[State] = []
    take = BoardLink._on_state

    def taken(link: BoardLink, state: State, now: int) -> Iterator[Batch]:
        states.append(state)
        return take(link, state, now)

    monkeypatch.setattr(BoardLink, "_on_state", taken)
    async with simulated_board(INPUTS, LAMPS, "felt-3") as board, listening(board.port, "felt-4") as (driver, ear):
        why = await ear.down()
        assert why == ("board 'felt-4' is rejected: the board calls itself 'felt-3' and the configuration 'felt-4'")
        asked, heard = driver.health()["sent"], len(states)
        await until(lambda: len(states) >= heard + 4)
        assert len(ear.signals) == 1
        assert driver.health()["up"] is False
        assert driver.health()["sent"] == asked


@pytest.mark.parametrize("profile", ["worn", "bad"])
async def test_a_bad_cable_on_a_real_port(profile: str) -> None:
    async with (
        simulated_board(INPUTS, LAMPS, cable=PROFILES[profile], seed=3) as board,
        listening(board.port) as (driver, ear),
    ):
        await ear.until(LinkUp)
        for _ in range(3):
            await board.press(["seat1"])
            await board.wait(60)
        counts = {"seat1": 0}

        def all_known() -> bool:
            for s in ear.signals:
                if isinstance(s, LinkUp):
                    counts["seat1"] = s.counts["seat1"]
                elif isinstance(s, Reading):
                    counts["seat1"] = max(counts["seat1"], s.count)
            return counts["seat1"] == 6

        await until(all_known)
        bad = sum(v for k, v in driver.health().items() if k.startswith("bad_") and isinstance(v, int))
        assert profile != "bad" or bad > 0


async def test_noise_at_the_opening_harms_nothing() -> None:
    async with simulated_board(INPUTS, LAMPS) as board:
        assert board._pty is not None
        async with listening(board.port) as (_, ear):
            for _ in range(20):
                board._pty.write(os.urandom(100))
                await asyncio.sleep(0.001)
            await ear.until(LinkUp)


async def test_a_receiver_that_fails_does_not_stop_the_sensing(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated_board(INPUTS, LAMPS) as board, listening(board.port) as (driver, ear):
        await ear.until(LinkUp)
        driver._sink = _fails
        board.set("lock", True)
        await until(lambda: driver.health()["sink_errors"] == 1)
        driver._sink = ear.hear
        board.set("lock", False)
        await ear.until(Reading)
    assert "the receiver failed" in caplog.text


def _fails(batch: Batch) -> None:
    raise RuntimeError("on purpose")


async def test_a_line_that_takes_nothing_gets_only_the_newest_lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Back-pressure: at most one frame waits, and behind it the newest, however often lamps change."""
    monkeypatch.setattr(serial_board, "BEAT", 1000)
    pty = Pty()
    try:
        async with listening(pty.path) as (driver, _):
            await until(lambda: driver._line.is_open)
            driver._link.up = True  # as if a board had agreed and then stopped reading
            driver._link.boot = 7
            await until(lambda: _fill(driver))
            for _ in range(1000):
                driver.show({"lamp1": Pattern.LIT})
            driver.show({"lamp1": Pattern.LOCKED})
            assert len(driver._line._rest) < 600
            got: list[bytes] = []
            reader = wire.Reader()

            def newest_arrived() -> bool:
                got.extend(reader.feed(pty.read()))
                return bool(got) and got[-1][0] == 2 and got[-1][14:] == b"\5"

            await until(newest_arrived)
            assert len(got) < 1000, "stale frames were not kept"
            assert not reader.bad
    finally:
        pty.close()


def _fill(driver: SerialBoard) -> bool:
    for _ in range(100):
        driver.show({"lamp1": Pattern.WAITING})
    return driver._line.busy


class Patience:
    """Stands for the loop's timers: records what was asked for and lets it happen at once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.delays: list[float] = []
        self._loop = loop

    def call_later(self, delay: float, call: Callable[[], None]) -> asyncio.Handle:
        self.delays.append(delay)
        return self._loop.call_soon(call)

    def __getattr__(self, name: str) -> object:
        return getattr(self._loop, name)


async def test_back_off_doubles_up_to_its_cap(tmp_path: Path) -> None:
    driver = SerialBoard("board", str(tmp_path / "none"), INPUTS, LAMPS, DEBOUNCE)
    ear = Ear(driver)
    driver.start(ear.hear)
    patience = Patience(asyncio.get_running_loop())
    driver._line._loop = patience  # type: ignore[assignment]
    await until(lambda: len(patience.delays) >= 9)
    await driver.close()
    assert patience.delays[:8] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert len(ear.signals) == 1, "the same reason is said once"


async def test_ticks_are_dated_on_a_clock_of_another_speed() -> None:
    """A bench runs board and clock 50 times faster. Edges keep their distance on that clock, or come closer where the
    second frame was on its way for less time than the first."""
    clock = lambda: time.monotonic_ns() * 50  # noqa: E731
    async with simulated_board(INPUTS, LAMPS, speed=50) as board, listening(board.port, clock=clock) as (_, ear):
        await ear.until(LinkUp)
        await board.press(["lock"], 1000)
        down, up = await ear.until(Reading, 2)
        assert 500_000_000 < up.at - down.at <= 1_000_000_000


def refused() -> Iterator[tuple[str, dict[str, object]]]:
    good: dict[str, object] = {"name": "b", "inputs": ("a",), "lamps": (), "debounce": {"a": 5}}
    yield "needs a debounce", {**good, "debounce": {}}
    yield "needs a debounce", {**good, "debounce": {"a": 70_000}}
    yield "not 1 to 16 ASCII", {**good, "name": "béé"}
    yield "not 1 to 16 ASCII", {**good, "lamps": ("x" * 17,)}
    yield "each of them once", {**good, "inputs": ("a", "a")}
    yield "32 names of the kind 'lamp'", {**good, "lamps": tuple(f"l{i}" for i in range(33))}


@pytest.mark.parametrize(("words", "settings"), list(refused()))
def test_what_cannot_be_a_board_is_refused_at_once(words: str, settings: dict[str, object]) -> None:
    with problem(DriverError, words):
        SerialBoard(port="/dev/null", **settings)  # type: ignore[arg-type]
