"""A simulated dealer and six players: hands from a seed, played with the board's buttons and keys, and the measurements
and comparisons that follow."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any

from controller.config.settings import Config
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.reader import Reader
from controller.table.money import CENT, DOLLAR, cents, dollars
from controller.table.rules import Key, Sensor
from controller.table.winnings import divide
from testbed.bench.cards import Award, CardTable, Dealt
from testbed.bench.errors import BenchError
from testbed.bench.results import from_ledger
from testbed.bench.world import FLOOR, World
from words.message import as_json, message

# The phases of one hand, in seconds of the table's time: a quick dealer with a shuffling machine.
BETTING, PLAYING, COLLECTING, PAUSE = 9.0, 14.0, 2.0, 4.0
PLAYED = ("locked", "settled")  # if chips leave by themselves, a slow link may show the second one first
TAKE_UP = 0.7  # the probability that a player takes the side bet
RAISE = 100 * DOLLAR  # by management, in the morning
RAISED = 0.5  # the probability of a higher amount, if a TIER key can choose it


class Latencies:
    """The times from the LOCK key's edge on the serial line to lamp, commit and sign."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.lamp: list[int] = []
        self.commit: list[int] = []
        self.sign: list[int] = []
        self._commits: dict[int, int] = {}
        self._signs: dict[int, int] = {}
        world.committed = self._committed
        world.heard = self._heard

    def _committed(self, rows: list[dict[str, Any]], ns: int) -> None:
        for row in rows:
            if row["kind"] == "lock":
                self._commits[row["round"]] = ns

    def _heard(self, topic: str, payload: bytes, ns: int) -> None:
        if topic.endswith("/round") and payload:
            shown = json.loads(payload)
            if shown["phase"] in PLAYED:
                self._signs.setdefault(shown["round"], ns)

    def note(self, number: int, lamp: str | None) -> None:
        """Records the three times of a locked round when it is on the sign."""
        edge = self._world.edges[self._world.key_input[Key.LOCK]][1]
        self.commit.append(self._commits.pop(number) - edge)
        self.sign.append(self._signs.pop(number) - edge)
        if lamp is not None:
            self.lamp.append(self._world.lamp_at[lamp, "locked"] - edge)

    def figures(self) -> dict[str, dict[str, float]]:
        return {name: _percentiles(getattr(self, name)) for name in ("lamp", "commit", "sign")}


def _percentiles(ns: list[int]) -> dict[str, float]:
    ordered = sorted(ns)
    return {
        f"p{share}": round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)] / 1e6, 3)
        for share in (50, 90, 99)
        if ordered
    }


class Player:
    """Plays hands and keeps its own figures, to compare them with the ledger's."""

    def __init__(self, world: World, cards: CardTable, seed: int, speed: float) -> None:
        self.world, self.cards, self.speed = world, cards, speed
        self.random = random.Random(seed)  # noqa: S311  bets, no secrets
        self.wagers = self.rounds = self.shoes = 0
        self.awards: list[tuple[int, Award]] = []  # with their rounds
        self.wins: list[dict[str, Any]] = []  # what each must get, worked out here
        self.dealt = Dealt()  # the cards on the felt
        self.latencies = Latencies(world)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.speed)

    async def sit_down(self) -> dict[str, Any] | None:
        """Opens the table, or continues the round in which the power failed."""
        world = self.world
        status = (await world.ask("status"))["status"]
        found = None
        if status["phase"] == "recovered":
            playing = [spot for spot, facts in status["spots"].items() if facts["plays"]]
            found = {"round": status["round"], "locked": playing}
            await world.do("round resume")
            if playing:
                world.key(Key.CLEAR)
                await world.until(lambda: world.round().get("phase") == "betting", message("bench.awaited_clear"))
            await world.drop_claims()
            await self.end_shoe()  # its cards were lost with the bench that dealt them
        if (await world.ask("status"))["status"]["phase"] == "closed":
            await world.do("table open")
        await world.until(lambda: world.round().get("phase") == "betting", message("bench.awaited_opening"))
        return found

    async def hand(self) -> None:
        world = self.world
        spots = self._takers()
        await self.sleep(self.random.uniform(0.2, 1.0))
        raised = set()
        for spot in self.random.sample(spots, len(spots)):
            if self._raisable(spot) and self.random.random() < RAISED:
                raised.add(spot)
                world.key(Key.TIER)
            world.bet(spot)
        await world.until(
            lambda: set(world.round().get("lit", ())) == set(spots) and set(world.round().get("stakes", ())) == raised,
            message("bench.awaited_lit"),
        )
        await self.sleep(BETTING)
        world.key(Key.LOCK)
        await world.until(lambda: world.round().get("phase") in PLAYED, message("bench.awaited_lock"))
        locked = world.round()
        if set(locked["locked"]) != set(spots):
            raise BenchError(
                "bench.wrong_lock", round=locked["round"], lit=tuple(spots), locked=tuple(locked["locked"])
            )
        lamp = world.lamp_of[spots[0]] if spots else None
        await world.until(lambda: lamp is None or world.lamps.get(lamp) == "locked", message("bench.awaited_lamps"))
        self.latencies.note(locked["round"], lamp)
        self.rounds += 1
        self.wagers += len(spots)
        stakes = {spot: amount * CENT for spot, amount in locked.get("stakes", {}).items()}
        dealt = self.dealt = self.cards.deal(spots, stakes)
        self.awards += [(locked["round"], award) for award in dealt.awards]
        await self.sleep(PLAYING)
        await self.settle(locked["round"], dealt.awards)
        for spot in spots:
            world.collect(spot)
        await self.sleep(COLLECTING)
        world.key(Key.CLEAR)
        await world.until(lambda: world.round().get("phase") == "betting", message("bench.awaited_clear"))
        self.dealt = Dealt()
        if dealt.shoe_ended:
            await self.end_shoe()
        await self.sleep(PAUSE)

    def _takers(self) -> list[str]:
        """The spots that bet in this hand; of a seat's rivals only the first."""
        rules = self.world.config.rules.spots
        taken = [spot for spot in rules if self.random.random() < TAKE_UP]
        return [spot for place, spot in enumerate(taken) if not set(rules[spot].rivals) & set(taken[:place])]

    def _raisable(self, spot: str) -> bool:
        rules = self.world.config.rules
        rule = rules.spots[spot]
        several = len(rules.wagers[rule.wager].amounts) > 1
        return several and Key.TIER in self.world.key_input and rule.sensor is not Sensor.COIN

    async def end_shoe(self) -> None:
        await self.world.do("table shoe-ended")
        self.shoes += 1

    async def settle(self, number: int, awards: tuple[Award, ...]) -> None:
        """Claims every award of a hand. For a share the dealer calls the floor: WIN, and a touch of the seat."""
        if not awards:
            return
        self.wins += [
            {"round": number, "spot": award.spot, "cents": amount} for award, amount in await self._due(awards)
        ]
        for award in awards:
            if award.share and self.world.claimable(award.spot):
                await self.world.call_win(award.spot)
        await self.world.settle_claims(awards)

    async def _due(self, awards: tuple[Award, ...]) -> list[tuple[Award, int]]:
        """Each award with its amount in cents, shares by the table's policy, in order from the dealer's left."""
        rules, meters = self.world.config.rules, (await self.world.ask("jackpot show"))["jackpot show"]
        due = {award.spot: award.pays for award in awards}
        for name, jackpot in rules.jackpots.items():
            shares = {award.spot: award.share for award in awards if award.share and award.jackpot == name}
            order = sorted(shares, key=lambda spot: rules.spots[spot].seat)
            numbered = {place: shares[spot] for place, spot in enumerate(order)}
            terms, meter = jackpot.terms, meters[name]["meter_micros"]
            amounts = divide(terms.multiple_winners, meter, numbered, terms.reset).amounts
            due |= {order[place]: amount for place, amount in amounts.items()}
        return [(award, cents(due[award.spot])) for award in awards]

    async def set_by_hand(self) -> None:
        """In the morning management raises the jackpots that it sets by hand."""
        for name, jackpot in (await self.world.ask("jackpot show"))["jackpot show"].items():
            if self.world.config.rules.jackpots[name].funding.managed:
                amount = dollars(jackpot["meter_micros"] + RAISE)
                await self.world.do("jackpot set", FLOOR, jackpot=name, amount=amount, reason="the morning's amount")


Watching = Callable[[World, Player], AbstractAsyncContextManager[object]]


def nobody(_world: World, _player: Player) -> AbstractAsyncContextManager[object]:
    return nullcontext()


async def play(
    config: Config,
    folder: Path | None,
    hands: int,
    speed: float,
    seed: int,
    progress: Callable[[int, int], None],
    watching: Watching = nobody,
) -> dict[str, Any]:
    """Plays this many hands, closes, and opens the next morning. The result is read from the ledger."""
    cards = CardTable(config, seed)
    async with World(config, folder, speed, seed) as world:
        before = (await world.ask("status"))["status"]
        player = Player(world, cards, seed, speed)
        recovered = await player.sit_down()
        async with watching(world, player):
            for number in range(1, hands + 1):
                await player.hand()
                progress(number, hands)
        await world.do("table close")
        await world.ask("bench wind")
        await world.do("table open")
        await world.do("table close")
        await player.set_by_hand()
        after = (await world.ask("status"))["status"]
        for sign in config.numeric_signs:
            meter = after["jackpots"][sign.jackpot]["meter"]
            awaited = message("bench.awaited_amount", amount=meter, sign=sign.name)
            await world.until(lambda: world.glass[sign.name] == meter, awaited)  # noqa: B023
        latency = player.latencies.figures()
        reader = Reader(f"sqlite:///{world.folder / 'ledger.db'}")
        try:
            booked = from_ledger(reader, config.rules, before["seq"])
            findings = audit(reader, invariants())
        finally:
            reader.close()
        player.wins.sort(key=lambda win: (win["round"], win["spot"]))
        played = {name: getattr(player, name) for name in ("rounds", "wagers", "shoes", "wins")}
        if booked | played != booked:
            differ = tuple(name for name, value in played.items() if booked[name] != value)
            values = [json.dumps([each[name] for name in differ]) for each in (played, booked)]
            raise BenchError("bench.other_result", names=differ, played=values[0], booked=values[1])
        return {
            "hands": hands,
            "speed": speed,
            "seed": seed,
            "recovered": recovered,
            **booked,
            "awards": [{"round": number} | award.facts() for number, award in player.awards],
            "jackpots": {
                name: {"meter": jackpot["meter"], "reserve": jackpot["reserve"], "overflow": jackpot["overflow"]}
                | {"before_micros": before["jackpots"][name]["meter_micros"], "meter_micros": jackpot["meter_micros"]}
                | booked["jackpots"][name]
                for name, jackpot in after["jackpots"].items()
            },
            "meter_before": {name: jackpot["meter"] for name, jackpot in before["jackpots"].items()},
            "meter_after": {name: jackpot["meter"] for name, jackpot in after["jackpots"].items()},
            "signs": dict(world.glass),
            "audit": "ok" if not findings else [as_json(finding.message) for finding in findings],
            "latency_ms": latency,
        }


async def play_on(config: Config, folder: Path | None, speed: float, seed: int, watching: Watching) -> None:
    """Plays until cancelled."""
    cards = CardTable(config, seed)
    async with World(config, folder, speed, seed) as world:
        player = Player(world, cards, seed, speed)
        await player.sit_down()
        async with watching(world, player):
            while True:
                await player.hand()
