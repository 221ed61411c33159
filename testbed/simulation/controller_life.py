"""One life of the controller in the simulated world, from its start to its end: a table as a casino has it, on this
world's disk, line, broker and clock."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from buses.mqtt import MqttSettings
from controller.config.settings import Config
from controller.daemon.assemble import Io, assembled
from controller.daemon.clock import MS
from controller.daemon.control import Control
from controller.daemon.loop import Loop
from controller.daemon.people import LockOutError, People
from controller.daemon.pins import Pins, ProofError
from controller.daemon.tries import Place, Tries
from controller.ledger.writer import Writer
from controller.table.commands.entry import Effect
from drivers.contract import NumericSign, Pattern
from drivers.serial_board import SerialBoard
from testbed.simulation.board import WorldLine
from testbed.simulation.disk import WorldStore, WorldWriter
from testbed.simulation.signs import WorldBus, WorldNumericSign
from testbed.simulation.virtual import Power, PowerCut

if TYPE_CHECKING:
    from testbed.simulation.world import World

PIN = "495162"
SCREEN = "litbet-dealer"
NO_FILE = Path("no PINs here")
ELSEWHERE = "elsewhere"  # the table with which this one exchanges jackpots
KEY = bytes(range(32))
PATIENCE = 20.0  # s that a person waits for an answer if the disk is fast
BEFORE = 200  # rows that may wait in front of it if the disk is slow: each coin is one
Answer = Mapping[str, Any]


class Doorkeeper(People):
    """PINs without their slow hashes; all other rules of `People` apply."""

    async def vouch(self, name: str, pin: str, screen: str, least: int) -> None:  # noqa: ARG002  all have six digits
        if pin != PIN:
            wrong = ProofError("locked_out_now", name=name, wrong=5, minutes=5)
            raise LockOutError(wrong, (Place(name, screen),))

    async def unlike(self, pin: str, name: str, by: tuple[str, ...], screen: str) -> None:
        """All people have the same PIN."""

    async def set_pin(self, name: str, pin: str, *, own: bool) -> None:
        """All people have the same PIN."""


class WatchedBoard(SerialBoard):
    """The driver of the serial board; each lamp is checked before it is shown."""

    life: "Life"

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        self.life.power.effect("before the lamps")
        self.life.lamps(lamps)
        super().show(lamps)
        self.life.power.effect("after the lamps")


class Life:
    """One run of the controller. `running` and `control` exist once it has started."""

    def __init__(self, world: "World", config: Config) -> None:
        self.world, self.config = world, config
        self.power = Power()
        self.power.gone = world.loop.create_future()
        self.running: Loop | None = None
        self.control: Control | None = None
        self.store: WorldStore | None = None
        self.numeric_signs: dict[str, WorldNumericSign] = {}
        world.disk.power = world.broker.power = self.power
        self.task = world.loop.create_task(self._run())

    async def _run(self) -> bool:
        """True if it ended in order to change to training or back."""
        world, config = self.world, self.config
        world.watch.opened(config.dir.name, str(config.dir / "ledger.db"))
        try:
            async with assembled(config, self._io()) as table:
                self.running, self.control = table.loop, table.control
                await table.run()
                return table.control.continues is Effect.SWITCH
        finally:
            if self.store:
                self.store.close()  # in any state: the next run opens it

    def _io(self) -> Io:
        """The simulated machine; its signs, board and disk are checked before anything is shown or written."""
        return Io(
            clock=self.world.clock,
            people=lambda: Doorkeeper(Pins(NO_FILE), Tries(NO_FILE, self._mono), self._mono),
            drivers=lambda _config, _clock: {self.world.board.name: self._board()},
            writer=self._writer,
            numeric_signs=self._numeric_signs,
            connect=partial(WorldBus, self.world.broker),
        )

    def _mono(self) -> int:
        return self.world.clock.mono() // MS

    def _writer(self, config: Config) -> Writer:
        self.store = WorldStore.open(config.ledger_url)
        self.store.disk = self.world.disk
        return WorldWriter(self.store)

    def _numeric_signs(self, config: Config) -> Mapping[str, NumericSign]:
        self.numeric_signs = {
            each.name: WorldNumericSign(each.name, self.world.loop, self.world.watch.numeric_sign, self.power)
            for each in config.numeric_signs
        }
        return self.numeric_signs

    def _board(self) -> SerialBoard:
        (board,) = self.config.drivers
        debounce = {ref.name: ms for ref, ms in self.config.debounce_ms.items()}

        def line(*parts: Any) -> WorldLine:
            made = WorldLine(*parts)
            made.board, made.power = self.world.board, self.power
            return made

        made = WatchedBoard(
            board.name, "the board", cast(Any, board).inputs, cast(Any, board).lamps, debounce, self.world.clock.mono,
            line=line,
        )  # fmt: skip
        made.life = self
        return made

    def lamps(self, shown: Mapping[str, Pattern]) -> None:
        if self.running:
            spots = {ref.name: spot for ref, spot in self.config.lamps.items()}
            patterns = {spots[lamp]: str(pattern) for lamp, pattern in shown.items() if lamp in spots}
            self.world.watch.lamps(patterns, self.running.state.book.seq)

    @property
    def ended(self) -> bool:
        return self.task.done() or not self.power.on

    async def until(self, seconds: float, *done: "asyncio.Future[Any]") -> None:
        """Waits for one of these, or for the end of this run, for at most this long."""
        assert self.power.gone
        waits: set[asyncio.Future[Any]] = {self.task, self.power.gone, *done}
        if not any(each.done() for each in waits):
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    async def ask(self, command: str, facts: Answer, who: Sequence[str] = (), pin: str = PIN) -> Answer:
        """The control socket's answer; empty if the controller ends first."""
        if self.control is None or self.ended:
            return {}
        asked = {"do": command, "with": facts, "who": [{"name": name, "pin": pin} for name in who]}
        asking = self.world.loop.create_task(self._asked(command, asked))
        patience = PATIENCE + BEFORE * self.world.loop.slow
        await self.until(patience, asking)
        if not asking.done():
            if not self.ended:
                self.world.watch.find(f"{command} is not answered within {patience:g} s")
            asking.cancel()
        try:
            return await asking
        except (PowerCut, asyncio.CancelledError):
            return {}

    async def _asked(self, command: str, asked: Answer) -> Answer:
        assert self.control
        answer = await self.control.answer(json.dumps(asked).encode(), SCREEN)
        self.power.effect("before an answer")
        self.world.watch.answered(command, answer)
        return answer

    async def bury(self) -> None:
        """Cancels everything that was under way when the power failed."""
        self.power.cut(self.power.where or "between two steps")
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def as_simulated(config: Config, folder: Path) -> Config:
    """The table on this world's board, with two signs at the broker unless it has numeric signs."""
    from testbed.bench.boards import on_a_board

    signs = replace(config.rules.signs, expected=() if config.numeric_signs else ("sign-1", "sign-2"))
    rules = replace(config.rules, signs=signs)
    here = replace(on_a_board(config), dir=folder, ledger=None, second_copy=None, socket=None, rules=rules)
    partners = {ELSEWHERE: str(folder.parent / "elsewhere.key")}
    return replace(here, bus=MqttSettings(host="the broker", port=0), partners=partners)
