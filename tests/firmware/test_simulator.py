"""python firmware-sim as a process of its own, with a small controller at the other end of its port."""

import asyncio
import json
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support.waiting import PATIENCE

from drivers.contract import Batch, LinkUp, Pattern, Reading
from drivers.serial_board import SerialBoard

HOUSE = Path(__file__).parents[2]
NAMES = ("--inputs", "seat1,lock", "--lamps", "lamp1")


async def simulator(*arguments: str, stdin: int = DEVNULL) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, str(HOUSE / "firmware-sim"), *arguments, stdin=stdin, stdout=PIPE, stderr=PIPE
    )


@asynccontextmanager
async def controller(port: str) -> AsyncIterator[list[Reading]]:
    """Lights the lamp while a chip lies there."""
    driver = SerialBoard("board", port, ["seat1", "lock"], ["lamp1"], {"seat1": 20, "lock": 5})
    readings: list[Reading] = []

    def hear(batch: Batch) -> None:
        for signal in batch.signals:
            if isinstance(signal, LinkUp):
                driver.show({"lamp1": Pattern.WAITING})
            elif isinstance(signal, Reading):
                readings.append(signal)
                if signal.input == "seat1":
                    driver.show({"lamp1": Pattern.LIT if signal.level else Pattern.WAITING})
        driver.done(batch.token)

    driver.start(hear)
    try:
        yield readings
    finally:
        await driver.close()


async def finished(process: Process) -> tuple[int, str, str]:
    async with asyncio.timeout(30):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(
    ("pattern", "status", "words"), [("lit", 0, "finished"), ("locked", 1, ":4: lamp1 shows lit, and not locked")]
)
async def test_a_play_ends_with_what_was_expected(tmp_path: Path, pattern: str, status: int, words: str) -> None:
    play, link = tmp_path / "my.play", tmp_path / "port"
    lit = "expect lamp 1 lit within 20s"
    play.write_text(f"expect lamp 1 waiting within 20s\nplace 1\n{lit}\nexpect lamp 1 {pattern} within 1ms\n")
    process = await simulator("--play", str(play), "--link", str(link), *NAMES)
    async with controller(str(link)):
        code, out, err = await finished(process)
    assert (code, err) == (status, "")
    assert words in out
    assert not link.is_symlink(), "nothing is left behind"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--play", "none.play"), "none.play"),
        (("--speed", "fast"), "is no speed; write a number"),
        (("--cable", "7:rusty"), "is no cable; write it like 7 or 7:worn"),
        (("--inputs", "a,,b"), "is no list of different names"),
        (("--inputs", ",".join(f"i{n}" for n in range(40))), "at most 32 inputs"),
        (("--link", "/nowhere/port"), "/nowhere"),
    ],
)
async def test_wrong_usage_is_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    code, _, err = await finished(await simulator(*arguments))
    assert code == 2
    assert words in err
    assert "Traceback" not in err


async def test_a_mistake_in_a_play_is_located(tmp_path: Path) -> None:
    (tmp_path / "my.play").write_text("place 1\nplace 8\n")
    code, _, err = await finished(await simulator("--play", str(tmp_path / "my.play")))
    assert (code, f"{tmp_path}/my.play:2: there is no seat '8'" in err) == (2, True)


async def test_a_program_drives_it_by_lines_and_reads_events(tmp_path: Path) -> None:
    """What a bench needs: each edge and lamp stamped on the same clock as this process has."""
    link = tmp_path / "port"
    process = await simulator("--json", "--speed", "20", "--link", str(link), *NAMES, stdin=PIPE)
    assert process.stdin
    assert process.stdout
    events: list[dict[str, Any]] = []

    async def until(**wanted: object) -> dict[str, Any]:
        assert process.stdout
        async with asyncio.timeout(PATIENCE):
            while True:
                event: dict[str, Any] = json.loads(await process.stdout.readline())
                events.append(event)
                if wanted.items() <= event.items():
                    return event

    assert (await until(event="ready"))["port"] == str(link)
    async with controller(str(link)) as readings:
        await until(event="lamp", pattern="waiting")
        before = time.monotonic_ns()
        process.stdin.write(b"place 1\nexpect lamp 1 lit within 20s\nkey lock\nplace 9\nexpect lamp 1 off within 1ms\n")
        edge = await until(event="edge", input="seat1")
        lamp = await until(event="lamp", pattern="lit")
        assert before < edge["ns"] < lamp["ns"] < time.monotonic_ns()
        await until(event="done", command="key lock")
        assert "no seat '9'" in (await until(event="error"))["text"]
        assert "lamp1 shows lit" in (await until(event="failed"))["text"]
        process.stdin.close()
        assert await process.wait() == 0
    edges = [(e["input"], e["level"], e["count"]) for e in events if e["event"] == "edge"]
    assert edges == [("seat1", 1, 1), ("lock", 1, 1), ("lock", 0, 2)]
    assert [(r.input, r.level, r.count) for r in readings] == edges


async def test_it_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    link = tmp_path / "port"
    process = await simulator("--link", str(link))
    assert process.stdout
    await process.stdout.readline()
    assert os.path.realpath(link).startswith("/dev/")
    process.terminate()
    code, _, err = await finished(process)
    assert (code, err, link.is_symlink()) == (0, "", False)


async def test_it_ends_when_nobody_listens() -> None:
    process = await simulator("--json", stdin=PIPE)
    assert process.stdout
    assert process.stdin
    await process.stdout.readline()
    process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
    process.stdin.write(b"wait 1ms\n" * 3)
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == 0
