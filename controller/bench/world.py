"""The processes of a bench table, and the lines to each: the board's hands, the control socket, the broker."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import aiomqtt

from controller.bench.boards import board_of, on_a_board
from controller.bench.cards import Award
from controller.broker import Broker
from controller.cli.people import add_person
from controller.clock import MachineClock
from controller.config import Config, DigitSign
from controller.core.rules import Key, Sensor
from controller.errors import BenchError
from controller.resources import shipped

# Everybody at a bench table: there is nothing to guard.
PIN = "4739"
ADMINISTRATOR, FLOOR = "bench administrator", ("bench floor 1", "bench floor 2")
PATIENCE = 20.0  # s until a process that does not answer is given up


class World:
    """`async with World(...)` starts everything, and ends it without a trace unless the folder was named."""

    def __init__(self, config: Config, folder: Path | None, speed: float, seed: int) -> None:
        self.config, self._speed, self._seed = on_a_board(config), speed, seed
        config = self.config
        self._scratch = Path(tempfile.mkdtemp(prefix="litbet-bench-"))  # of this run; `folder` may be the user's
        self.folder = (folder or self._scratch).absolute()
        self.lamps: dict[str, str] = {}
        self.edges: dict[str, tuple[int, int]] = {}  # input -> count and ns of its newest press
        self.lamp_at: dict[tuple[str, str], int] = {}  # lamp and pattern -> ns when it last came
        self.messages: dict[str, bytes] = {}  # topic -> newest payload
        self.glass: dict[str, str] = {}  # numeric sign -> what stands on it
        self.heard: Callable[[str, bytes, int], None] = lambda _topic, _payload, _ns: None
        self.committed: Callable[[list[dict[str, Any]], int], None] = lambda _rows, _ns: None
        self.news = asyncio.Event()
        self.lamp_of = {spot: ref.name for ref, spot in config.lamps.items()}
        self._input_of = {spot: ref.name for ref, spot in config.spot_inputs.items()}
        self.key_input = {key: ref.name for ref, key in config.key_inputs.items()}
        self._covered: set[str] = set()
        self._processes: list[asyncio.subprocess.Process] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._asking = asyncio.Lock()

    # -- coming and going ------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def _start(self) -> None:
        board = board_of(self.config)
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (copy := self.folder / "table.toml").exists():  # for `litbet report --dir`, once the bench is gone
            shutil.copyfile(self.config.path, copy)
        self._broker = Broker(self._scratch)
        self._broker.start()
        self._board = await self._child(
            str(shipped("firmware-sim")),
            *("--json", "--name", board.name, "--link", str(self._scratch / "board")),
            *("--inputs", ",".join(board.inputs), "--lamps", ",".join(board.lamps)),
            *("--speed", str(self._speed), "--seed", str(self._seed)),
            stdin=True,
        )
        self._tasks.append(asyncio.create_task(self._hear_board()))
        await self.until(lambda: "ready" in self.edges, "the simulated board")
        for sign in self.config.digit_signs:
            await self._hang(sign)
        table = ["--config", str(self.config.path), "--dir", str(self.folder)]
        table += ["--bench-start", str(time.time_ns() // 1_000_000), "--bench-speed", str(self._speed)]
        if not (self.folder / "ledger.db").exists():
            opened = await self._child("-P", "-m", "controller", "init", *table, "--by", "bench")
            if await opened.wait():
                raise BenchError(await self._last_words(opened, "litbet init"))
            here = replace(self.config, dir=self.folder, ledger=None, copy=None)
            await asyncio.to_thread(add_person, here, MachineClock(), ADMINISTRATOR, ["administrator"], lambda: PIN)
        table += ["--bench-signs", str(self._scratch / "signs")]
        table += ["--bench-mqtt", str(self._broker.port), "--bench-board", str(self._scratch / "board")]
        self.controller = await self._child("-P", "-m", "controller", "run", *table)
        self._tasks.append(asyncio.create_task(self._hear_broker()))
        await self._connect()
        await self.until(lambda: bool(self.round()), "the signs' topics")
        known = (await self.ask("user list"))["user list"]
        for place, name in enumerate(FLOOR):  # the second by two people, as soon as there are two
            if name not in known:
                by = (ADMINISTRATOR, *FLOOR[:place])
                await self.do("user add", by=by, name=name, roles=["floor", "manager"], pin=PIN)

    async def _hang(self, sign: DigitSign) -> None:
        """A simulated numeric sign, at the end of a line of its own."""
        link = self._scratch / "signs" / sign.name
        link.parent.mkdir(exist_ok=True)
        options = ["--json", "--digits", str(sign.digits), "--link", str(link), *(["--echo"] if sign.echo else [])]
        process = await self._child(str(shipped("firmware-sim") / "sim_sign.py"), *options, stdin=True)
        self._tasks.append(asyncio.create_task(self._watch_glass(sign.name, process)))
        await self.until(lambda: sign.name in self.glass, f"the simulated sign {sign.name}")

    async def __aexit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
                try:
                    await asyncio.wait_for(process.wait(), 5)
                except TimeoutError:
                    process.kill()
                    await process.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if hasattr(self, "_broker"):
            self._broker.stop()
        shutil.rmtree(self._scratch, ignore_errors=True)

    async def _child(self, *args: str, stdin: bool = False) -> asyncio.subprocess.Process:
        """A process that dies with this one."""
        process = await asyncio.create_subprocess_exec(
            "setpriv",
            "--pdeathsig",
            "KILL",
            sys.executable,
            *args,
            stdin=asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE if stdin else asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE if not stdin else None,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is for the bench, which ends the others in order
        )
        self._processes.append(process)
        if not stdin:
            self._tasks.append(asyncio.create_task(self._keep_words(process)))
        return process

    async def _keep_words(self, process: asyncio.subprocess.Process) -> None:
        """What a child says on stderr, for the day it fails."""
        if process.stderr is None:
            return
        with (self._scratch / f"log-{process.pid}.txt").open("wb") as log:
            while line := await process.stderr.readline():
                log.write(line)
                log.flush()

    async def _last_words(self, process: asyncio.subprocess.Process, name: str) -> str:
        await asyncio.sleep(0.05)
        log = self._scratch / f"log-{process.pid}.txt"
        said = log.read_text(errors="replace").strip() if log.exists() else ""
        return f"{name} ended ({process.returncode}): {said.splitlines()[-1] if said else 'it said nothing'}"

    # -- the board's hands -----------------------------------------------------------------------------------

    def hand(self, command: str) -> None:
        """Do something at the table, in the words of a play: `press 3`, `key lock`."""
        stdin = self._board.stdin
        if stdin is not None:
            stdin.write(command.encode() + b"\n")

    def bet(self, spot: str) -> None:
        """A player takes the side bet."""
        rule = self.config.rules.spots[spot]
        name = self._input_of[spot]
        self.hand(
            {
                Sensor.BUTTON: f"press {name}",
                Sensor.PRESENCE: f"place {name}",
                Sensor.COIN: f"drop {name} {rule.pulses}",
            }[rule.sensor]
        )

    def collect(self, spot: str) -> None:
        """The dealer takes the chip, where there is one to take."""
        if self.config.rules.spots[spot].sensor is Sensor.PRESENCE:
            self.hand(f"lift {self._input_of[spot]}")

    def touch(self, seat: int) -> None:
        """A person plays: each touch of a presence sensor places or lifts."""
        for spot, rule in self.config.rules.spots.items():
            if rule.seat == seat:
                if rule.sensor is Sensor.PRESENCE and spot in self._covered:
                    self._covered.discard(spot)
                    self.collect(spot)
                else:
                    self._covered.add(spot)
                    self.bet(spot)

    def claimable(self, spot: str) -> bool:
        """Whether WIN and a touch can open its claim: a coin that is dropped touches nothing."""
        return Key.WIN in self.key_input and self.config.rules.spots[spot].sensor is not Sensor.COIN

    def key(self, key: Key) -> None:
        """The dealer presses a key."""
        self.hand(f"key {self.key_input[key]}")

    async def _hear_board(self) -> None:
        stdout = self._board.stdout
        while stdout is not None and (line := await stdout.readline()):
            event = json.loads(line)
            if event["event"] == "ready":
                self.edges["ready"] = (0, time.monotonic_ns())
            elif event["event"] == "edge" and event["level"]:  # the press; its release comes soon after
                self.edges[event["input"]] = (event["count"], event["ns"])
            elif event["event"] == "lamp":
                self.lamps[event["lamp"]] = event["pattern"]
                self.lamp_at[event["lamp"], event["pattern"]] = event["ns"]
            self.news.set()

    async def _watch_glass(self, name: str, process: asyncio.subprocess.Process) -> None:
        while process.stdout is not None and (line := await process.stdout.readline()):
            self.glass[name] = json.loads(line).get("text", "")  # dark until it says what it shows
            self.news.set()

    # -- the controller --------------------------------------------------------------------------------------

    async def ask(self, command: str, by: Sequence[str] = (), **facts: Any) -> dict[str, Any]:
        """`by` are the bench's people."""
        who = [{"name": name, "pin": PIN} for name in by]
        async with self._asking:
            self._to.write(json.dumps({"do": command, "with": facts, "who": who}).encode() + b"\n")
            line = await asyncio.wait_for(self._from.readline(), PATIENCE)
        if not line:
            raise BenchError(await self._last_words(self.controller, "the controller"))
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def do(self, command: str, by: Sequence[str] = (), **facts: Any) -> None:
        """Ask for what cannot be refused."""
        answer = await self.ask(command, by, **facts)
        if not answer["ok"]:
            raise BenchError(f"{command}: {answer['say']}")

    async def claims(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.ask("win list"))["win list"]["claims"]
        return found

    async def settle_claims(self, awards: Iterable[Award]) -> None:
        """As people do it: the cards of each are named, each is approved by those it takes, and what is owed is paid.
        All are claimed before one is approved, so that the winners of a hand share as they should."""
        awards = list(awards)
        for award in awards:
            await self.do("win claim", spot=award.spot, cards=award.deciding)
        spots = [award.spot for award in awards]
        for claim in [each for each in await self.claims() if each["spot"] in spots and each["stage"] == "open"]:
            for by in self._approvers(awards[spots.index(claim["spot"])]):
                await self.do("win confirm", by, claim=claim["claim"])
        await self._pay()

    def _approvers(self, award: Award) -> list[list[str]]:
        """One after the other, by the profile's limits; a dealer's tap is nobody's."""
        decision = "share" if award.share else "award"
        rule = next(
            rule
            for rule in self.config.rules.authority
            if rule.decision == decision and (rule.up_to is None or award.pays <= rule.up_to)
        )
        return [[]] if "dealer" in rule.roles else [[name] for name in FLOOR[: rule.persons]]

    async def drop_claims(self) -> None:
        """What nobody can decide any more, since its cards are gone; what is owed is paid."""
        await self._pay()
        for claim in await self.claims():
            if claim["stage"] == "open" and not claim["approved"]:
                await self.do("win withdraw", FLOOR[:1], claim=claim["claim"])
            elif claim["stage"] != "paid":
                await self.do("win deny", FLOOR, claim=claim["claim"], reason="the bench was stopped")
        await self._pay()

    async def _pay(self) -> None:
        for claim in await self.claims():
            if claim["stage"] == "owed":
                await self.do("win paid", FLOOR[:1], claim=claim["claim"])

    async def _connect(self) -> None:
        path = self.folder / "control.sock"
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._from, self._to = await asyncio.open_unix_connection(path, limit=1 << 20)
                break
            except OSError:
                if self.controller.returncode is not None or time.monotonic() > deadline:
                    raise BenchError(await self._last_words(self.controller, "the controller")) from None
                await asyncio.sleep(0.02)
        watch_from, watch_to = await asyncio.open_unix_connection(path, limit=1 << 20)
        watch_to.write(b'{"do": "watch"}\n')
        await watch_from.readline()
        self._tasks.append(asyncio.create_task(self._hear_commits(watch_from, watch_to)))

    async def _hear_commits(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            told = json.loads(line)
            self.committed(told["committed"], told["ns"])
            self.news.set()
        writer.close()

    # -- the broker ------------------------------------------------------------------------------------------

    async def _hear_broker(self) -> None:
        async with aiomqtt.Client("127.0.0.1", self._broker.port) as client:
            await client.subscribe("#", qos=1)
            async for message in client.messages:
                payload = message.payload if isinstance(message.payload, bytes) else b""
                self.messages[str(message.topic)] = payload
                self.heard(str(message.topic), payload, time.monotonic_ns())
                self.news.set()

    def round(self) -> dict[str, Any]:
        """What the newest `round` message says."""
        for topic, payload in self.messages.items():
            if topic.endswith("/round") and payload:
                told: dict[str, Any] = json.loads(payload)
                return told
        return {}

    async def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait for something to become true by what the processes tell."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            for process in self._processes:
                if process.returncode:
                    raise BenchError(await self._last_words(process, "a process of the bench"))
            if time.monotonic() > deadline:
                raise BenchError(f"{what}: nothing came within {PATIENCE:g} s")
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 0.5)
