"""The simulated world around one table: its machine, its people, and how much time passes between two deeds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, cast

from controller.config.load import load
from controller.config.resources import shipped
from controller.daemon.clock import now
from controller.daemon.loop import Loop
from controller.daemon.training import training_table
from controller.ledger.creation import create
from controller.table.events import AddPerson, Moment
from controller.table.rules import Key, Sensor
from controller.table.state import Phase, State, hard_fault, phase_of
from testbed.simulation.board import WorldBoard
from testbed.simulation.controller_life import ELSEWHERE, KEY, PIN, Life, as_simulated
from testbed.simulation.disk import Disk
from testbed.simulation.second_bookkeeping import SecondBookkeeping
from testbed.simulation.signs import Broker, WorldSign
from testbed.simulation.table_files import TableFiles
from testbed.simulation.virtual import PowerCut, VirtualLoop, WorldClock
from testbed.simulation.watch import Watch
from words.message import Message

TABLES = ("table.toml", *(f"examples/{name}.toml" for name in (
    "coin", "presence", "generic-gli", "nh-mega-major-minor", "two-jackpots", "wa-house", "wa-progressive",
)))  # fmt: skip
MORNINGS = ("2026-03-06", "2026-03-07", "2026-10-30", "2026-10-31", "2026-06-15", "2026-12-30")  # clocks change in some
STAFF = {
    "dealer": ["dealer"],
    "floor": ["floor"],
    "second floor": ["floor"],
    "manager": ["manager"],
    "accounting": ["accounting"],
    "cage": ["cage"],
    "technician": ["technician"],
}
Answer = Mapping[str, Any]


class World:
    """One table with its machine, its people and its clock."""

    def __init__(self, loop: VirtualLoop, seed: int, folder: Path) -> None:
        random = Random(f"{seed}/world")
        self.loop, self.seed, self.folder = loop, seed, folder
        self.table = shipped("config") / TABLES[seed % len(TABLES)]
        self.real = self.config = as_simulated(load(self.table), folder / "real")
        self.rules = self.config.rules
        zone = self.rules.zone
        opens = datetime.fromisoformat(f"{random.choice(MORNINGS)} 09:00").replace(tzinfo=zone)
        self.clock = WorldClock(loop, int(opens.timestamp() * 1000))
        self.files = TableFiles(self.table, shipped("config"))
        by_hand = [spot for spot, rule in self.rules.spots.items() if rule.sensor is not Sensor.PRESENCE]
        self.watch = Watch(lambda: SecondBookkeeping(TableFiles(self.table, shipped("config"))), by_hand)
        self.disk = Disk(lambda _name, rows, state: self.watch.committed(rows, state))
        self.broker = Broker(loop, self.watch.message, [WorldSign(name, loop) for name in self.rules.signs.expected])
        (board,) = self.config.drivers
        self.board = WorldBoard(
            board.name, cast(Any, board).inputs, cast(Any, board).lamps, loop, self.clock, f"{seed}/board"
        )
        self.inputs = {spot: ref.name for ref, spot in self.config.spot_inputs.items()}
        self.keys = {key: ref.name for ref, key in self.config.key_inputs.items()}
        self.faults: Counter[str] = Counter()
        self.story: list[str] = []
        self.coins: Counter[str] = Counter()  # total dropped
        self.coins_lost = False  # the board lost its counters, or a sensor was stuck
        self.life: Life | None = None
        self._make()

    def _make(self) -> None:
        """Does what `litbet init` does."""
        self.config.dir.mkdir(parents=True)
        Path(self.config.partners[ELSEWHERE]).write_text(KEY.hex())
        create(self.config.ledger_url, self.rules, now(self.clock), config=self.config.digest, by=["A. Clerk"])

    # -- state

    @property
    def running(self) -> Loop | None:
        """The loop of a running controller."""
        return self.life.running if self.life and not self.life.ended else None

    @property
    def state(self) -> State:
        assert self.life
        assert self.life.running
        return self.life.running.state

    @property
    def phase(self) -> Phase:
        return Phase.FAULT if hard_fault(self.state) else phase_of(self.state)

    def tell(self, what: str) -> None:
        when = datetime.fromtimestamp(self.clock.true() / 1000, self.rules.zone)
        self.story.append(f"{when:%a %H:%M:%S}  {what}")

    def fault(self, kind: str, more: str = "") -> None:
        self.faults[kind] += 1
        self.tell(f"{kind}{more}")

    # -- time

    async def pause(self, seconds: float) -> None:
        if self.life:
            await self.life.until(seconds)

    async def rest(self, random: Random) -> None:
        """Pauses between two deeds: usually short, sometimes long."""
        if random.random() < 0.25:
            self.clock.wind(random.choice((3, 10, 20, 60, 600)))
        await self.pause(random.choice((0.02, 0.2, 0.6, 0.6, 1.1, 1.1, 2.3)))

    async def night(self, random: Random) -> None:
        """Lets one night or several pass."""
        days = random.choice((1, 1, 1, 1, 3))
        here = datetime.fromtimestamp(self.clock.true() / 1000, self.rules.zone)
        morning = here.replace(hour=random.choice((5, 6, 9, 11)), minute=random.randrange(60)) + timedelta(days=days)
        self.tell("the night" if days == 1 else f"{days} nights")
        self.clock.wind(max(morning.timestamp() - here.timestamp(), 3600))
        await self.pause(1.2)

    # -- the machine

    async def start(self) -> None:
        """Starts the controller, and waits until it answers or has failed."""
        self.life = Life(self, self.config)
        for _ in range(20):
            if self.life.control or self.life.ended:
                break
            await self.pause(0.1)
        await self.pause(0.3)

    async def begin(self) -> None:
        """Starts on the first morning, and adds all people."""
        await self.start()
        assert self.life
        assert self.running, "the first start failed"
        await self.running.ask(lambda at: AddPerson(at, (), "admin", ("administrator",)))
        for name, roles in (("manager", ["manager"]), *STAFF.items()):
            by = ["admin", "manager"] if name != "manager" else ["admin"]
            await self.life.ask("user add", {"name": name, "roles": roles, "pin": PIN}, by)

    async def stop(self) -> None:
        """Stops the controller cleanly."""
        if self.running:
            self.running.finish()
            await self.pause(30)
        await self.ended()

    async def ended(self) -> None:
        """Cleans up after a run of the controller, and checks why it ended."""
        life = self.life
        if life is None:
            return
        await life.bury()
        error = None if life.task.cancelled() else life.task.exception()
        if error and not isinstance(error, PowerCut):
            self.watch.find(f"the controller ended by a fault of its own: {error!r}")
        switched = not error and not life.task.cancelled() and life.task.result()
        self.life = None
        self.config = self.real
        if switched and not life.config.rules.training:
            at = Moment(self.clock.mono() // 1_000_000, self.clock.utc())
            self.config = training_table(self.real, at)
            self.watch.ledgers.pop(self.config.dir.name, None)  # made again each time
        if switched:
            self.tell("training begins" if self.config.rules.training else "training ends")

    async def ask(self, command: str, facts: Answer, who: Sequence[str] = ()) -> Answer:
        if self.life is None:
            return {}
        answer = await self.life.ask(command, facts, who)
        outcome = _outcome(answer)
        named = " ".join(f"{name}={value}" for name, value in facts.items())
        self.tell(f"{' and '.join(who) or 'somebody'}: {command} {named} -> {outcome}")
        return answer

    async def key(self, key: Key, command: str = "", seconds: float = 0.12) -> None:
        """Presses a key, or sends its command if the table does not have the key."""
        if key in self.keys:
            self.tell(f"the dealer presses {key.upper()}")
            self.board.press(self.keys[key], seconds)
            await self.pause(0.3)
        elif command:
            await self.ask(command, {}, ["floor"])

    def edit(self, random: Random) -> None:
        """Management writes other terms into the table's file."""
        text = self.table.read_text()
        old = next((line for line in text.splitlines() if line.startswith("rate =")), "")
        reset = next(line for line in text.splitlines() if line.startswith("reset ="))
        if old:
            rate = random.choice(("8.00", "10.00", "12.50", "15.00"))
            text = text.replace(old, f'rate = "{rate} %"')
        amount = self.files.jackpots[next(iter(self.files.jackpots))].reset // 1_000_000 - random.choice((0, 50, 100))
        text = text.replace(reset, f'reset = "{amount}.00"', 1)
        self.table = self.folder / "table.toml"
        self.table.write_text(text)
        self.real = self.config = as_simulated(load(self.table), self.folder / "real")


def _outcome(answer: Answer) -> str:
    """As codes and facts: its readers look for what happened and need no sentences."""
    if not answer:
        return "no answer"
    if not answer["ok"]:
        return f"refused: {Message.from_json({'code': answer['code'], 'facts': answer['facts']})}"
    return "; ".join(str(Message.from_json(each)) for each in answer.get("say", ()))
