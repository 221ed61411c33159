"""The processes of a bench: each dies with it, and if one ends too early, its last line is reported."""

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable
from pathlib import Path

from testbed.bench.errors import BenchError

PATIENCE = 5.0  # s that a process has to end normally
AGAIN = 0.5  # s


async def ended(tasks: Iterable["asyncio.Task[None]"]) -> None:
    """Cancels the tasks until they end: in Python 3.11 a library's wait may swallow a cancellation."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        done, waiting = await asyncio.wait(waiting, timeout=AGAIN)
        await asyncio.gather(*done, return_exceptions=True)


class Children:
    """The child processes of one bench. Their stderr is kept in `scratch`, in case one fails."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._running: list[Process] = []
        self._vital: list[Process] = []
        self._listening: set[asyncio.Task[None]] = set()

    async def start(self, *args: str, talks: bool = False, vital: bool = True) -> Process:
        """Starts a Python process. With `talks`, it has pipes for input and output; without `vital`, the bench
        continues if it fails."""
        process = await asyncio.create_subprocess_exec(
            "setpriv",
            "--pdeathsig",
            "KILL",
            sys.executable,
            *args,
            stdin=PIPE if talks else DEVNULL,
            stdout=PIPE if talks else DEVNULL,
            stderr=None if talks else PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is for the bench, which ends the others in order
        )
        self._running.append(process)
        if vital:
            self._vital.append(process)
        if not talks:
            keeping = asyncio.create_task(self._keep_log(process))
            self._listening.add(keeping)
            keeping.add_done_callback(self._listening.discard)
        return process

    async def check(self) -> None:
        """Raises if a vital process has failed."""
        for process in self._vital:
            if process.returncode:
                raise await self.ended(process, "any")

    async def kill(self, process: Process) -> None:
        """Kills a process as a power cut does; this is not reported as a failure."""
        self._running.remove(process)
        self._vital.remove(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def end(self) -> None:
        """Ends all of them, the newest first."""
        for process in reversed(self._running):
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
                try:
                    async with asyncio.timeout(PATIENCE):
                        await process.wait()
                except TimeoutError:
                    process.kill()
                    await process.wait()
        await asyncio.gather(*self._listening, return_exceptions=True)

    async def ended(self, process: Process, name: str) -> BenchError:
        """The error for a process that has ended, with its last line. `name` is a key in the catalogue's section
        `processes`."""
        await asyncio.sleep(0.05)
        log = self._log(process)
        lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
        if not lines:
            return BenchError("bench.process_ended_silent", process=name, status=process.returncode)
        return BenchError("bench.process_ended", process=name, status=process.returncode, text=lines[-1])

    def printed(self, process: Process, line: str) -> bool:
        log = self._log(process)
        return log.exists() and line in log.read_text(errors="replace")

    def _log(self, process: Process) -> Path:
        return self._scratch / f"log-{process.pid}.txt"

    async def _keep_log(self, process: Process) -> None:
        if process.stderr is None:
            return
        with self._log(process).open("wb") as log:
            while line := await process.stderr.readline():
                log.write(line)
                log.flush()
