"""The processes of a bench table, and the connections to each: the board's hands, the control socket, the broker.
Broker and controller may lose power and come back."""

import asyncio
import contextlib
import json
import shutil
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import aiomqtt

from controller.cli.people import add_person
from controller.config.settings import Config
from controller.table.rules import Key, Sensor
from drivers.settings import NumericSignSettings
from testbed.bench.boards import board_of, on_a_bench
from testbed.bench.broker import Broker
from testbed.bench.cards import Award
from testbed.bench.children import Children, ended
from testbed.bench.clock import BenchClock, noon
from testbed.bench.controller_line import PATIENCE, ControllerLine
from testbed.bench.errors import BenchError
from testbed.bench.table import create_ledger, pin_of
from testbed.firmware import firmware_sim
from words.message import Message, message

ADMINISTRATOR, FLOOR = "bench administrator", ("bench floor 1", "bench floor 2")
DEALER, CAGE = "bench dealer", "bench cage"
LETTING_GO = 0.3  # s of the table's time before a released key or a lifted chip may come again
AGAIN = 0.2  # s before the next attempt to reach a broker that is away
STALE = 1_800_000  # ms of the table's time: older messages were published before the clock was set


class News:
    """Wakes all waiters when something has happened. Call `next` before looking, so that nothing is missed."""

    def __init__(self) -> None:
        self.next = asyncio.Event()

    def tell(self) -> None:
        self.next.set()
        self.next = asyncio.Event()


class World:
    """`async with World(...)` starts everything, and removes all traces at the end unless the folder was named."""

    def __init__(
        self, config: Config, folder: Path | None, speed: float, seed: int, broker: Broker | None = None
    ) -> None:
        """A given `broker` serves other tables, too: the caller starts and stops it."""
        self.config, self.speed, self._seed = on_a_bench(config), speed, seed
        config = self.config
        self.scratch = Path(tempfile.mkdtemp(prefix="litbet-bench-"))  # of this run; `folder` may be the user's
        self.folder = (folder or self.scratch).absolute()
        self.lamps: dict[str, str] = {}
        self.edges: dict[str, tuple[int, int]] = {}  # input -> count and ns of its newest press
        self.lamp_at: dict[tuple[str, str], int] = {}  # lamp and pattern -> ns of its newest change
        self.messages: dict[str, bytes] = {}  # topic -> newest payload
        self.glass: dict[str, str] = {}  # numeric sign -> what it shows
        self.heard: Callable[[str, bytes, int], None] = lambda _topic, _payload, _ns: None
        self.committed: Callable[[list[dict[str, Any]], int], None] = lambda _rows, _ns: None
        self.news = News()
        self.lamp_of = {spot: ref.name for ref, spot in config.lamps.items()}
        self.input_of = {spot: ref.name for ref, spot in config.spot_inputs.items()}
        self.key_input = {key: ref.name for ref, key in config.key_inputs.items()}
        self.covered: set[str] = set()  # presence sensors with a chip on them
        self.children = Children(self.scratch)
        self._broker, self._shares = broker or Broker(self.scratch), broker is not None
        self._tasks: list[asyncio.Task[None]] = []
        self._time = (noon(config.rules.zone), time.monotonic())  # the table's time, and the real time at that moment

    # -- start and end -------------------------------------------------------------------------------------------

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
        if not (copy := self.folder / "table.toml").exists():  # for `litbet report --dir` after the bench has ended
            shutil.copyfile(self.config.path, copy)
        if not self._shares:
            self._broker.start()
        self._board = await self.children.start(
            str(firmware_sim()),
            *("--json", "--name", board.name, "--link", str(self.scratch / "board")),
            *("--inputs", ",".join(board.inputs), "--lamps", ",".join(board.lamps)),
            *("--speed", str(self.speed), "--seed", str(self._seed)),
            talks=True,
        )
        self._tasks.append(asyncio.create_task(self._hear_board()))
        await self.until(lambda: "ready" in self.edges, message("bench.awaited_board"))
        for sign in self.config.numeric_signs:
            await self._hang(sign)
        if not (self.folder / "ledger.db").exists():
            await asyncio.to_thread(self._create_ledger)
        self._tasks.append(asyncio.create_task(self._hear_broker()))
        self._line = ControllerLine(self.folder / "control.sock", self._why_dead, self._hear_change)
        await self.power_on()
        await self.until(lambda: bool(self.round()), message("bench.awaited_topics"))
        known = (await self.ask("user list"))["user list"]
        for place, name in enumerate(FLOOR):  # as soon as there are two, two people must approve the next
            if name not in known:
                by = (ADMINISTRATOR, *FLOOR[:place])
                await self.do("user add", by=by, name=name, roles=["floor", "manager"], pin=pin_of(name))
        for name, role in ((DEALER, "dealer"), (CAGE, "cage")):
            if name not in known:
                await self.do("user add", by=(ADMINISTRATOR, FLOOR[0]), name=name, roles=[role], pin=pin_of(name))

    def _create_ledger(self) -> None:
        here = replace(self.config, dir=self.folder, ledger=None, second_copy=None)
        create_ledger(here, self.utc(), "bench")
        add_person(here, BenchClock(self.utc()), ADMINISTRATOR, ["administrator"], lambda: pin_of(ADMINISTRATOR))

    def _table(self) -> list[str]:
        """The arguments for the table's folder and broker."""
        return ["--config", str(self.config.path), "--dir", str(self.folder), "--broker", str(self._broker.port)]

    async def _hang(self, sign: NumericSignSettings) -> None:
        """Starts a simulated numeric sign at the end of its own line."""
        link = self.scratch / "signs" / sign.name
        link.parent.mkdir(exist_ok=True)
        options = ["--json", "--digits", str(sign.digits), "--link", str(link), *(["--echo"] if sign.echo else [])]
        process = await self.children.start(str(firmware_sim() / "sim_sign.py"), *options, talks=True)
        self._tasks.append(asyncio.create_task(self._watch_glass(sign.name, process)))
        await self.until(lambda: sign.name in self.glass, message("bench.awaited_sign", sign=sign.name))

    async def __aexit__(self, *_: object) -> None:
        await self.children.end()
        await ended(self._tasks)
        if hasattr(self, "_line"):
            await self._line.close()
        if not self._shares:
            self._broker.stop()
        shutil.rmtree(self.scratch, ignore_errors=True)

    async def show_pages(self, listen: str, socket: Path) -> Process:
        """Starts the pages of this table. The bench continues without them."""
        where = ["--listen", listen, "--felt", str(socket)]
        return await self.children.start("-P", "-m", "testbed.bench.display", *self._table(), *where, vital=False)

    # -- power -----------------------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        return self._line.up

    @property
    def pid(self) -> int:
        """The controller's pid."""
        return self._controller.pid

    async def power_on(self) -> None:
        """Starts the controller. Its clock continues as if it had a battery."""
        clock = ["--start", str(self.utc()), "--speed", str(self.speed)]
        lines = ["--board", str(self.scratch / "board"), "--signs", str(self.scratch / "signs")]
        self._controller = await self.children.start(
            "-P", "-m", "testbed.bench.controller", *self._table(), *clock, *lines
        )
        await self._line.open()
        self.news.tell()

    async def power_cut(self) -> None:
        """Kills the controller, as a power cut does: nothing is closed properly."""
        closing = asyncio.create_task(self._line.close())
        await self.children.kill(self._controller)
        await closing
        self.news.tell()

    @property
    def broker_up(self) -> bool:
        return self._broker.pid is not None

    def broker_on(self) -> None:
        self._broker.start()
        self.news.tell()

    def broker_off(self) -> None:
        self._broker.stop()
        self.news.tell()

    # -- hands at the board --------------------------------------------------------------------------------------

    def hand(self, command: str) -> None:
        """Does something at the table, written as a line of a play: `press 3`, `key lock`."""
        stdin = self._board.stdin
        if stdin is not None:
            stdin.write(command.encode() + b"\n")

    def bet(self, spot: str) -> None:
        """A player takes the side bet."""
        rule = self.config.rules.spots[spot]
        name = self.input_of[spot]
        self.hand(
            {
                Sensor.BUTTON: f"press {name}",
                Sensor.PRESENCE: f"place {name}",
                Sensor.COIN: f"drop {name} {rule.pulses}",
            }[rule.sensor]
        )
        if rule.sensor is Sensor.PRESENCE:
            self.covered.add(spot)

    def collect(self, spot: str) -> None:
        """The dealer takes the chip, if there is one."""
        if self.config.rules.spots[spot].sensor is Sensor.PRESENCE:
            self.hand(f"lift {self.input_of[spot]}")
            self.covered.discard(spot)

    def touch(self, spot: str) -> None:
        """Each touch of a presence sensor places or lifts a chip."""
        if spot in self.covered:
            self.collect(spot)
        else:
            self.bet(spot)

    def claimable(self, spot: str) -> bool:
        """Whether WIN and a touch can open its claim: dropping a coin is not a touch."""
        return Key.WIN in self.key_input and self.config.rules.spots[spot].sensor is not Sensor.COIN

    async def call_win(self, spot: str, patience: float = PATIENCE) -> None:
        """WIN, then a touch of the seat. A chip is lifted first, so that it can touch its sensor."""
        self.collect(spot)
        await asyncio.sleep(LETTING_GO / self.speed)
        self.key(Key.WIN)
        self.bet(spot)
        await self.until(
            lambda: self.lamps.get(self.lamp_of[spot]) == "claimed", message("bench.awaited_claim", spot=spot), patience
        )

    def key(self, key: Key) -> None:
        """The dealer presses a key."""
        self.hand(f"key {self.key_input[key]}")

    async def _hear_board(self) -> None:
        stdout = self._board.stdout
        while stdout is not None and (line := await stdout.readline()):
            event = json.loads(line)
            if event["event"] == "ready":
                self.edges["ready"] = (0, time.monotonic_ns())
            elif event["event"] == "edge" and event["level"]:  # a press; its release follows soon
                self.edges[event["input"]] = (event["count"], event["ns"])
            elif event["event"] == "lamp":
                self.lamps[event["lamp"]] = event["pattern"]
                self.lamp_at[event["lamp"], event["pattern"]] = event["ns"]
            self.news.tell()

    async def _watch_glass(self, name: str, process: Process) -> None:
        while process.stdout is not None and (line := await process.stdout.readline()):
            self.glass[name] = json.loads(line).get("text", "")  # dark until it reports what it shows
            self.news.tell()

    # -- the controller --------------------------------------------------------------------------------------

    async def ask(self, command: str, by: Sequence[str] = (), **facts: Any) -> dict[str, Any]:
        """`by` are people of the bench."""
        return await self._line.ask(command, facts, [{"name": name, "pin": pin_of(name)} for name in by])

    async def do(self, command: str, by: Sequence[str] = (), **facts: Any) -> None:
        """Sends a command that must not be refused."""
        answer = await self.ask(command, by, **facts)
        if not answer["ok"]:
            raise BenchError("bench.refused_command", command=command, why=Message(answer["code"], answer["facts"]))

    async def status(self) -> dict[str, Any] | None:
        """The status; None while the controller has no power."""
        found: dict[str, Any] | None = (await self.ask("status")).get("status")
        return found

    async def wind(self) -> dict[str, Any]:
        """Sets the table's clock to the next morning."""
        answer = await self.ask("bench wind")
        if answer["ok"]:
            self._time = (answer["bench wind"]["utc"], time.monotonic())
        return answer

    def utc(self) -> int:
        """The table's time in ms, calculated from the last known one."""
        known, at = self._time
        return known + round((time.monotonic() - at) * 1000 * self.speed)

    async def claims(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.ask("win list")).get("win list", {"claims": []})["claims"]
        return found

    async def settle_claims(self, awards: Iterable[Award]) -> None:
        """A dealer names the cards of each award, as many people as it needs approve it, and the cage pays what is
        owed. All are claimed before one is approved, so that the winners of a hand share correctly."""
        awards = list(awards)
        for award in awards:
            await self.do("win claim", [DEALER], spot=award.spot, cards=award.deciding)
        spots = [award.spot for award in awards]
        for claim in [each for each in await self.claims() if each["spot"] in spots and each["stage"] == "open"]:
            for by in self._approvers(awards[spots.index(claim["spot"])], claim):
                await self.do("win confirm", by, claim=claim["claim"])
        await self._pay()

    def _approvers(self, award: Award, claim: dict[str, Any]) -> list[list[str]]:
        """Who approves it, one after the other, by the profile's limits; empty if the dealer's keys may."""
        decision = "share" if award.share else "award"
        rule = next(
            rule
            for rule in self.config.rules.authority
            if rule.decision == decision and (rule.up_to is None or award.pays <= rule.up_to)
        )
        by_keys = "dealer" in rule.roles and not claim["by_hand"]
        return [[]] if by_keys else [[name] for name in FLOOR[: rule.persons]]

    async def drop_claims(self) -> None:
        """Withdraws or denies the claims whose cards are gone, and pays what is owed."""
        await self._pay()
        for claim in await self.claims():
            if claim["stage"] == "open" and not claim["approved"]:
                await self.do("win withdraw", FLOOR, claim=claim["claim"])
            elif claim["stage"] != "paid":
                await self.do("win deny", FLOOR, claim=claim["claim"], reason="the bench was stopped")
        await self._pay()

    async def _pay(self) -> None:
        for claim in await self.claims():
            if claim["stage"] == "owed":
                await self.do("win paid", [CAGE], claim=claim["claim"])

    async def _why_dead(self) -> BenchError | None:
        if self._controller.returncode is None:
            with contextlib.suppress(TimeoutError):  # its socket may close a moment before the process ends
                async with asyncio.timeout(AGAIN):
                    await self._controller.wait()
        if self._controller.returncode is None:
            return None
        return await self.children.ended(self._controller, "controller")

    def _hear_change(self, change: dict[str, Any]) -> None:
        if "committed" in change:
            self.committed(change["committed"], change["ns"])
        self.news.tell()

    # -- the broker ------------------------------------------------------------------------------------------

    async def _hear_broker(self) -> None:
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                async with aiomqtt.Client("127.0.0.1", self._broker.port) as client:
                    await client.subscribe(f"+/{self.config.rules.table}/#", qos=1)
                    async for message in client.messages:
                        self._hear(str(message.topic), message.payload if isinstance(message.payload, bytes) else b"")
            await asyncio.sleep(AGAIN)

    def _hear(self, topic: str, payload: bytes) -> None:
        self.messages[topic] = payload
        if topic.endswith("/status") and (status := json.loads(payload))["state"] == "online":
            at = round(datetime.fromisoformat(status["at"]).timestamp() * 1000)
            if at > self.utc() - STALE:
                self._time = (at, time.monotonic())
        self.heard(topic, payload, time.monotonic_ns())
        self.news.tell()

    def round(self) -> dict[str, Any]:
        """The newest `round` message."""
        for topic, payload in self.messages.items():
            if topic.endswith("/round") and payload:
                found: dict[str, Any] = json.loads(payload)
                return found
        return {}

    async def until(self, true: Callable[[], bool], what: Message, patience: float = PATIENCE) -> None:
        """Waits until something is true, judged by what the processes report."""
        deadline = time.monotonic() + patience
        while not true():
            await self.children.check()
            if time.monotonic() > deadline:
                raise BenchError("bench.timeout", what=what, seconds=f"{patience:g}")
            happening = self.news.next
            with contextlib.suppress(TimeoutError):  # not wait_for, which may swallow a Ctrl-C in Python 3.11
                async with asyncio.timeout(0.5):
                    await happening.wait()
