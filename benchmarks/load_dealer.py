"""A dealer who deals on and on at one of many tables, and lets happen what happens at tables. What he did he remembers:
load_books holds it against the ledger."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from controller.table.rules import Collect, Sensor
from testbed.bench.cards import Award, CardTable
from testbed.bench.errors import BenchError
from testbed.bench.player import Player
from testbed.bench.world import FLOOR, World
from words.message import typed

SHIFT = 400  # hands from one morning to the next
ABSENT = 0.25  # how often one seat of the table does not bet
HAPPENS = 0.06  # how often something happens between LOCK and CLEAR
UNPLUGGED = 0.004  # how often the board's cable comes off
AWAY = 1.0  # s of real time that it is off; the driver calls a line silent after one
PATIENCE = 30.0  # s until the controller must have seen it
AGAIN = 0.02  # s between two looks for that


class Dealer(Player):
    """Hands at `speed` times a person's, one each `period` seconds of real time."""

    def __init__(self, world: World, seed: int, speed: float, period: float) -> None:
        super().__init__(world, CardTable(world.config, seed), seed, speed)
        self._period = period
        self._spots, self._kinds = world.config.rules.spots, world.config.rules.wagers
        self.locks: list[tuple[int, frozenset[str]]] = []
        self.voided: list[tuple[int, str]] = []  # a round, and its spot or "" for all of it
        self.added: list[tuple[int, str]] = []
        self.days: list[Counter[str]] = [Counter()]  # of each day the wagers that were not given back
        self.happened: Counter[str] = Counter()
        self.behind = 0.0  # s that the hands are late
        self._taking: list[str] = []

    async def deal(self, until: float) -> None:
        """Hands until then, and a last morning."""
        due = time.monotonic()
        try:
            await self._deal(due, until)
        except BenchError as lost:
            status = await self.status()
            names = ("table", "phase", "round", "seq", "last_refusal", "faults", "spots", "signs", "drivers")
            excerpt = {name: status[name] for name in names}
            heard = {"taking": self._taking, "round": self.world.round(), "lamps": self.world.lamps}
            raise BenchError(f"{lost}, and the controller says {excerpt}, the board and the broker {heard}") from None

    async def _deal(self, due: float, until: float) -> None:
        await self._morning()  # no gaming day begins within a shift: how long that is only the table's clock knows
        while due < until:
            if self.rounds and self.rounds % SHIFT == 0:
                await self._morning()
            if self.random.random() < UNPLUGGED:
                await self._cable()
            await self.hand()
            due += self._period
            self.behind = max(0.0, time.monotonic() - due)
            await asyncio.sleep(due - time.monotonic())
        await self._morning()
        await self.world.do("table close")

    def _raisable(self, _spot: str) -> bool:
        """The ten seconds between TIER and the touch are a tenth of one here: a busy machine lets them pass."""
        return False

    def _takers(self) -> list[str]:
        """All who may, but now and then one; of a seat's rivals the first."""
        self._taking = []
        for spot, rule in self._spots.items():
            if not set(rule.rivals) & set(self._taking):
                self._taking.append(spot)
        if self.random.random() < ABSENT:
            self._taking.remove(self.random.choice(self._taking))
        return self._taking

    async def settle(self, number: int, awards: tuple[Award, ...]) -> None:
        """Between the cards and CLEAR."""
        self.locks.append((number, frozenset(self._taking)))
        self.days[-1].update(self._spots[spot].wager for spot in self._taking)
        await super().settle(number, awards)
        if not awards and self.random.random() < HAPPENS:
            await self.random.choice((self._late, self._removed, self._void_spot, self._void, self._add))(number)

    # -- what happens at a table -----------------------------------------------------------------------------

    async def _late(self, _number: int) -> None:
        """Somebody bets after LOCK, and takes the chip back; a button's press is only counted."""
        if spot := self._absent():
            self.happened["late bet"] += 1
            self.world.bet(spot)
            if self._spots[spot].sensor is Sensor.PRESENCE:
                await self._lamp(spot, "late")
                self.world.collect(spot)

    async def _removed(self, _number: int) -> None:
        """A chip leaves before its hand is settled; a person looks into it."""
        spot = self.random.choice(self._taking)
        rule = self._spots[spot]
        if rule.sensor is Sensor.PRESENCE and self._kinds[rule.wager].collect is Collect.SETTLEMENT:
            self.happened["chip removed"] += 1
            self.world.collect(spot)
            await self._lamp(spot, "removed")
            await self.world.do("spot ack", FLOOR[:1], spot=spot)

    async def _void_spot(self, number: int) -> None:
        self.happened["seat voided"] += 1
        spot = self.random.choice(self._taking)
        await self.world.do("round void-seat", FLOOR[:2], spot=spot, reason="the player's own hand was void")
        self.voided.append((number, spot))
        await self._given_back(spot)

    async def _void(self, number: int) -> None:
        self.happened["round voided"] += 1
        await self.world.do("round void", FLOOR[:2], reason="misdeal")
        self.voided.append((number, ""))
        for spot in self._taking:
            await self._given_back(spot)

    async def _given_back(self, spot: str) -> None:
        self.days[-1][self._spots[spot].wager] -= 1
        if self._spots[spot].sensor is Sensor.COIN:
            await self.world.do("coin refund", FLOOR[:1], spot=spot)

    async def _add(self, number: int) -> None:
        """A bet that the sensor did not see."""
        if spot := self._absent():
            self.happened["seat added"] += 1
            await self.world.do("round add-seat", FLOOR[:1], spot=spot, reason="the camera shows it")
            self.added.append((number, spot))
            self.days[-1][self._spots[spot].wager] += 1

    async def _cable(self) -> None:
        """It comes off, and somebody puts it back."""
        self.happened["cable off"] += 1
        self.world.hand(f"unplug {AWAY * self.world.speed:g}s")
        await self._until_board(lambda up: not up)
        await self._until_board(lambda up: up)

    async def _morning(self) -> None:
        """Closing time; the day's post comes before the next opening."""
        self.happened["morning"] += 1
        await self.world.do("table close")
        await self.world.wind()
        await self.world.do("table open")
        await self.world.do("table close")
        if self.happened["morning"] % 2:  # a profile may want more than a day from one change to the next
            await self.set_by_hand()
        self.days.append(Counter())
        await self.world.do("table open")
        await self.world.until(lambda: self.world.round().get("phase") == "betting", typed("the opening"))

    # -- eyes ------------------------------------------------------------------------------------------------

    def _absent(self) -> str:
        """A spot that does not play and could: a late coin is the next round's bet, a rival's is none."""
        free = (
            spot
            for spot, rule in self._spots.items()
            if spot not in self._taking and rule.sensor is not Sensor.COIN and not set(rule.rivals) & set(self._taking)
        )
        return next(free, "")

    async def _lamp(self, spot: str, pattern: str) -> None:
        lamp = self.world.lamp_of[spot]
        await self.world.until(lambda: self.world.lamps.get(lamp) == pattern, typed(f"the lamp {pattern} of {spot}"))

    async def _until_board(self, seen: Callable[[bool], bool]) -> None:
        """The controller says that its board is there, or that it is not."""
        async with asyncio.timeout(PATIENCE):
            while not seen(all(driver["up"] for driver in (await self.status())["drivers"].values())):
                await asyncio.sleep(AGAIN)

    async def status(self) -> dict[str, Any]:
        status = await self.world.status()
        assert status is not None
        return status
