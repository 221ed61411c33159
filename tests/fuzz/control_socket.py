"""The control socket of a whole table: a real one, with a real ledger, people and their PINs, on a clock that stands.

A line is sent as it stands, but for `{"hand": input, "level": true}` (a contact), `{"wait": seconds}` and the word
`@login`, which becomes the newest log-in. The first line may name the table's file: `{"table": "examples/coin.toml"}`.

Promised: each line gets exactly one answer, one line of strict JSON with the `id` that was asked; a refusal is a code
and one sentence for people; it moves no money; nothing ends the connection or the table; afterwards the audit is ok.
"""

import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from fuzz.surface import Surface, number, script, strict
from support.drivers.scripted import Scripted
from support.spoken import refusal_of

from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.daemon import pins
from controller.daemon.clock import MS, now
from controller.daemon.control import Control
from controller.daemon.fitting import fit
from controller.daemon.lookups import lookups
from controller.daemon.loop import Loop
from controller.daemon.people import People
from controller.daemon.pins import Pin, Pins
from controller.daemon.tries import Tries
from controller.daemon.wiring import Wiring
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants, to_book, to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.ledger.writer import Writer
from controller.table.codec import encode
from controller.table.commands import ACTIONS, QUERIES
from controller.table.commands.entry import Action, Effect
from controller.table.counters import Parts
from controller.table.events import AddPerson
from controller.table.journal import Entry
from controller.table.runs import genesis
from controller.table.sensors import fresh
from controller.table.state import State
from controller.table.step import step
from controller.table.transfers import Note, sealed
from drivers.contract import Driver
from words.catalogue import catalogue

TABLES = ("table.toml", "examples/coin.toml", "examples/presence.toml", "examples/two-jackpots.toml",
          "examples/nh-mega-major-minor.toml", "examples/wa-progressive.toml", "examples/wa-house.toml")  # fmt: skip
PIN = "473958"
STAFF = ("admin", "floor", "second", "manager", "accounting", "cage", "technician", "dealer")
ROLES = {"admin": "administrator", "second": "floor"}
CHEAP = {"n": 2, "r": 1, "p": 1}  # a PIN's hash
LONGEST = 700  # characters of a sentence
KEY = bytes(32)  # shared with table bj-2
ASK = sealed(KEY, "litbet-ask-1", "bj-1", "bj-2", "bonus", "bonus", "0" * 32)
NOTE = Note("bj-2", "bj-1", "bonus", "bonus", "0" * 32, Parts(5_000_000)).text(KEY)
NESTED = 900  # what nests deeper comes back as it went, but cannot be read here either
MEMORY = Path("/dev/shm")  # noqa: S108 (where it is there: each input has a ledger, and each row a sync)
PATIENCE = 30.0  # s: a stop against hanging


class _Clock:
    """Stands until it is moved."""

    speed, boot = 1.0, "boot-1"

    def __init__(self) -> None:
        self.ms = 1_000_000

    def mono(self) -> int:
        return self.ms * MS

    def utc(self) -> int:
        return 1_795_000_000_000 + self.ms

    def synced(self) -> bool:
        return True


class _Charts:
    """Nothing is drawn here."""

    async def chart(self, _name: str) -> str:
        return "<svg/>"


@cache
def _config(table: str) -> Config:
    return replace(load(shipped("config") / table), ledger=None, socket=None, second_copy=None)


class ControlSocket(Surface):
    """One line in, one answer out, and no cent moved by a refusal."""

    name = "control-socket"
    reaches = ("controller/daemon/control.py", "controller/daemon/requests.py", "controller/daemon/arguments.py",
               "controller/daemon/pins.py", "controller/table/", "controller/history/")  # fmt: skip

    def __init__(self) -> None:
        self._scratch = MEMORY if MEMORY.is_dir() else None
        self._folder = Path(tempfile.mkdtemp(dir=self._scratch))
        self._cost = patch.dict(pins.COST, CHEAP)
        self._cost.start()
        self.words = (
            *ACTIONS, *QUERIES, *{a.name for action in ACTIONS.values() for a in action.arguments}, *STAFF, PIN,
            "do", "with", "who", "page", "id", "login", "@login",
            "1", "2", "1/galaxy", "Ah Ah Ah", "three-aces-suited", "5.00", "10.00", "1250.00", "2026-11-18", "galaxy",
            "bonus", "malfunction", "house", "reserve", "overflow", "displayed", "lit", "dark", "on", "off", "cash",
        )  # fmt: skip

    def close(self) -> None:
        self._cost.stop()
        shutil.rmtree(self._folder)

    def seeds(self) -> Sequence[bytes]:
        floor, two = _who("floor"), _who("floor", "manager")
        money = _who("manager", "accounting")
        hand = [{"hand": "seat1", "level": True}, {"hand": "seat1", "level": False}, {"wait": 5}]
        open_ = {"do": "table open", "who": floor}
        lock, clear = {"do": "round lock"}, {"do": "round clear"}
        win = {"do": "win claim", "with": {"spot": 1, "cards": "Ah Ah Ah"}}
        confirm = {"do": "win confirm", "with": {"claim": 1}, "who": two}
        paid = {"do": "win paid", "with": {"claim": 1, "method": "cash"}, "who": _who("cage")}
        reading = {"do": "reconcile reading", "with": {"jackpot": "bonus", "shown": "1.00"}, "who": _who("accounting")}
        first = [
            script(open_, *hand, lock, win, confirm, paid, clear, {"do": "status", "id": 7}, {"do": "round list"}),
            script(open_, *hand, lock, win, {"do": "win deny", "with": {"claim": 1, "reason": "no"}, "who": two}),
            script(open_, *hand, lock, {"do": "round unlock"}, lock, {"do": "round void", "with": {"reason": "x"}}),
            script({"do": "user login", "who": floor}, {"do": "table open", "who": [{"login": "@login"}]}),
            script({"do": "watch", "with": {"changes": True}}, open_, {"do": "user logout", "who": [{"login": "x"}]}),
            script(open_, *hand, lock, clear, {"do": "round replay", "with": {"round": 1, "spot": 1}}),
            script(reading, {"do": "reconcile explain", "who": _who("manager"),
                             "with": {"variance": 1, "outcome": "explained", "reason": "x"}}),
            script({"do": "user add", "with": {"name": "new", "roles": ["dealer"], "pin": "8351"}, "who": money}),
            script({"do": "jackpot lower", "who": money,
                    "with": {"jackpot": "bonus", "amount": "1.00", "account": "displayed", "cause": "malfunction",
                             "reason": "x"}}),
            script({"do": "jackpot retire", "who": money,
                    "with": {"jackpot": "bonus", "last_day": "2026-12-31", "reason": "x"}}),
            script({"do": "jackpot transfer-out", "who": money,
                    "with": {"jackpot": "bonus", "ask": ASK, "cause": "replacement", "reason": "x"}}),
            script({"do": "jackpot transfer-ask", "who": money, "with": {"jackpot": "bonus", "from": "bj-2"}},
                   {"do": "jackpot transfer-in", "who": money, "with": {"jackpot": "bonus", "note": NOTE}}),
            script({"do": "round late-lock", "with": {"moment": "10:00:00"}, "who": floor}, {"do": "spot test"}),
            script({"do": "jackpot correct-count", "who": money,
                    "with": {"day": "2026-11-18", "wager": "galaxy", "wagers": 1, "reason": "x"}}),
            script({"do": "reconcile count", "who": money,
                    "with": {"day": "2026-11-18", "wager": "galaxy", "chips": 3}}),
            script({"do": "win claim", "with": {"spot": 1, "round": 1, "reference": "camera"}, "who": floor}),
            script({"do": "win correct", "with": {"claim": 1, "amount": "-1.00", "reason": "x"}, "who": money}),
        ]  # fmt: skip
        every = [
            script(open_, *hand, lock, {"do": do, "who": _who("admin", "manager"), "with": _sample(ACTIONS[do])})
            for do in ACTIONS
        ]
        others = [script({"table": table}, open_, *hand, lock, win, confirm, paid, clear) for table in TABLES[1:]]
        return [*first, *every, *others]

    def check(self, data: bytes) -> None:
        lines = data.rstrip(b"\n").split(b"\n")
        table = TABLES[0]
        try:
            named = json.loads(lines[0])
            table = named["table"] if named["table"] in TABLES else table
        except (ValueError, LookupError, TypeError, RecursionError):
            pass
        with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
            config = replace(_config(table), dir=Path(folder))
            shutil.copytree(self._ready(table, config), folder, dirs_exist_ok=True)
            asyncio.run(self._check(config, lines))
            reader = Reader(config.ledger_url)
            try:
                assert audit(reader, invariants()) == []
            finally:
                reader.close()

    def _ready(self, table: str, config: Config) -> Path:
        """A ledger with everybody in it, made once."""
        folder = self._folder / table.replace("/", "-")
        if not folder.exists():
            folder.mkdir()
            entries: list[Entry] = []
            at = now(_Clock())
            book, entry = genesis(config.rules, at, epoch=1, config=config.digest, version="1", by=("A. Clerk",))
            entries.append(entry)
            for name in STAFF:
                by = tuple(each for each in ("admin", "manager") if each in book.people)
                made = step(
                    config.rules, State(book, fresh(config.rules)), AddPerson(at, by, name, (ROLES.get(name, name),))
                )
                assert not made.refused, made.refused
                book = made.state.book
                entries += made.entries
            made_ = Store.create(f"sqlite:///{folder / 'ledger.db'}", to_rows(entries, GENESIS), encode(book))
            made_.close()
            pins = Pins(folder / "pins.json")
            for name in STAFF:
                pins.put(name, Pin.of(PIN))
        return folder

    async def _check(self, config: Config, lines: Sequence[bytes]) -> None:
        loop = asyncio.get_running_loop()
        faults: list[Any] = []
        loop.set_exception_handler(lambda _loop, context: faults.append(context.get("exception") or context))
        clock = _Clock()
        drivers = {
            wanted.name: Scripted(
                wanted.name,
                [ref.name for ref in config.debounce_ms if ref.driver == wanted.name],
                [ref.name for ref in config.lamps if ref.driver == wanted.name],
                clock.mono,
            )
            for wanted in config.drivers
        }
        store, reader = Store.open(config.ledger_url), Reader(config.ledger_url)
        wiring = Wiring(config.rules, config.spot_inputs, config.key_inputs, config.lamps)
        devices = cast(Mapping[str, Driver], drivers)
        rules = replace(config.rules, partners={"bj-2": KEY})
        fit(rules, config.digest, to_book(store.checkpoint))
        table_loop = Loop(rules, config.digest, Writer(store), reader, devices, wiring, clock)
        await table_loop.start()
        past = lookups(reader, table_loop.rules, config.dir, cast(Any, _Charts()))
        keepers = People(
            Pins(config.dir / "pins.json"), Tries(config.dir / "tries.json", lambda: clock.ms), lambda: clock.ms
        )
        control = Control(table_loop, config.socket_path, keepers, reader, {"floor": table_loop.allowed_actions}, past)
        await control.start()
        running = asyncio.create_task(table_loop.run())
        talk = _Talk(table_loop, control, running, config.socket_path)
        try:
            await talk.open()
            async with asyncio.timeout(PATIENCE):
                for line in lines:
                    if control.continues:
                        break  # the table begins anew: whoever asks now finds the connection ended
                    if self._hand(line, drivers, clock):
                        await table_loop.alive()  # what the hand did is decided before anybody asks
                    else:
                        await talk.ask(line)
                if not control.continues:
                    await talk.ask(b'{"do":"status"}')
                assert "defect" not in table_loop.state.book.faults
        finally:
            await talk.close()
            table_loop.finish()
            await control.close()
            await running
            store.close()
        assert not faults, faults

    def _hand(self, line: bytes, drivers: Mapping[str, Scripted], clock: _Clock) -> bool:
        """Was it ours, and not a line for the socket?"""
        try:
            order = json.loads(line)
        except (ValueError, RecursionError):
            return False
        match order:
            case {"hand": name, "level": level, **_rest}:
                for driver in drivers.values():
                    if name in driver.inputs and bool(level) != bool(driver._counts[name] & 1):
                        driver.edge(name, bool(level))
            case {"wait": seconds, **_rest}:
                clock.ms += 1000 * number(seconds, 100_000)
            case {"table": _, **_rest}:
                pass
            case _:
                return False
        return True


class _Talk:
    """One connection, and what must be true of each answer."""

    def __init__(self, loop: Loop, control: Control, running: "asyncio.Task[None]", path: Path) -> None:
        self._loop, self._control, self._running, self._path = loop, control, running, path
        self._login = b"none"

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_unix_connection(self._path, limit=1 << 22)

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def ask(self, line: bytes) -> None:
        line = line.replace(b"@login", self._login)
        before = dict(self._loop.state.book.balances)
        self._writer.write(line + b"\n")
        if line.count(b"[") + line.count(b"{") > NESTED:
            assert await self._reader.readline()
            return
        answer = await self._answer()
        assert not self._running.done() or self._control.continues, "the table has ended"
        assert isinstance(answer["ok"], bool)
        if isinstance(token := answer.get("login"), str):
            self._login = token.encode()
        try:
            asked = json.loads(line.decode())
        except (ValueError, RecursionError):
            asked = None
        if not answer["ok"]:
            self._refused(answer)
            assert dict(self._loop.state.book.balances) == before, "a refused command has moved money"
        if isinstance(asked, dict) and "id" in asked and answer.get("code") != "refusals.bad_request":
            assert answer["id"] == asked["id"]

    async def _answer(self) -> dict[str, Any]:
        while True:
            text = await self._reader.readline()
            assert text, "the connection has ended without an answer"
            answer = strict(text)
            assert isinstance(answer, dict)
            if "ok" in answer:  # and not what a watcher is told
                return answer

    def _refused(self, answer: dict[str, Any]) -> None:
        assert answer["code"] in catalogue("en"), answer["code"]
        assert answer["code"] != "refusals.defect", answer
        say = refusal_of(answer)
        assert say.isprintable(), f"{say!r} is not for people"
        assert len(say) <= LONGEST, f"{len(say)} characters are no sentence"
        assert not re.search(r"Traceback|Error\b|object at 0x", say), say


def _who(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "pin": PIN} for name in names]


def _sample(action: Action) -> dict[str, Any]:
    """Every fact that it takes, as one writes it."""
    samples = {
        "spot": 1,
        "reason": "x",
        "claim": 1,
        "jackpot": "bonus",
        "name": "floor",
        "roles": ["dealer"],
        "pin": PIN,
    }
    return {
        argument.name: samples.get(argument.name, argument.sample.split(" ", 1)[-1].strip('"'))
        for argument in action.arguments
    }


# What no person means and every reader may get.
ODD: tuple[object, ...] = (
    "", " ", "0", "-0", "-1", "1e9", "0x1", "1" * 30, "\u0661", "\u00b2", "NaN", "-1.00", "0.00", "999999999999.99",
    "-999999999999.99", "2026-02-30", "9999-12-31", "0001-01-01", "../../x", "1/../2", "x" * 5000, "\u202e", "\x00",
    "\ud800", "litbet-note-1 " + "-1 " * 10, 0, -1, 2**31, 10**30, 0.5, 1e400, True, None, [], {}, [[]], ["1", "1"],
    {"a": 1},
)  # fmt: skip


def odd_scripts(begin: Sequence[object]) -> Iterator[bytes]:
    """For each command, each of its arguments with each odd value, and then all of them. `begin` brings the table to
    where it is tried."""
    who = _who("admin", "manager", "accounting", "floor")
    for name, action in ACTIONS.items():
        if action.effect is not Effect.SWITCH:  # it ends the connection, as it should
            sample = _sample(action)
            tried = [{**sample, each: odd} for each in sample for odd in ODD]
            tried += [dict.fromkeys(sample, odd) for odd in ODD]
            yield script(*begin, *({"do": name, "who": who, "with": facts} for facts in tried))
