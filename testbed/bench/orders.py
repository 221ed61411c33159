"""The orders of the bench's page: chips and keys, faults, the clock. Each is carried out at the board's inputs, as
people and faults would, or sent to the controller as its command line would."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from controller.table.rules import Key, Sensor
from testbed.bench.errors import OrderRefused
from testbed.bench.hands import Hands
from testbed.bench.world import World
from words.message import Message, message

Order = dict[str, Any]

AWAY = 5  # s of real time that a cable is out; longer than the lamps hold without a controller
STORM = 1400  # ms
LET_GO = 60  # ms
CHATTER, REST = 40, 120  # ms
SWITCHES = (Key.KEYSWITCH, Key.DOOR)
PATIENCE = 5.0  # s until a claim must appear
BETS = ("lit", "raised")


class Orders:
    """Carries out orders one after the other. One that cannot be done raises `OrderRefused`; some of the others return
    a message."""

    def __init__(self, world: World, hands: Hands) -> None:
        self._world, self._hands = world, hands
        self._rules = world.config.rules
        self._taken: tuple[int, set[str]] = (0, set())  # the chips that the dealer took in this round
        self.stuck: set[str] = set()
        self.turned: set[Key] = set()  # switches that are on
        self._doing: dict[str, Callable[[Order], Awaitable[Message | None]]] = {
            "place": self._place,
            "lift": self._lift,
            "touch": self._touch,
            "coin": self._coin,
            "key": self._key,
            "open": self._open,
            "claim": self._claim,
            "settle": self._settle,
            "drop": self._drop,
            "resume": self._resume,
            "wind": self._wind,
            "cable": self._cable,
            "unplug": self._unplug,
            "brownout": self._brownout,
            "chatter": self._chatter,
            "storm": self._storm,
            "stuck": self._stick,
            "broker": self._broker,
            "power": self._power,
        }

    async def obey(self, order: Order) -> Message | None:
        do = self._doing.get(str(order.get("do")))
        if do is None:
            raise OrderRefused("bench.unknown_order")
        return await do(order)

    def _spot(self, order: Order) -> str:
        spot = order.get("spot")
        if not isinstance(spot, str) or spot not in self._rules.spots:
            raise OrderRefused("bench.unknown_spot")
        return spot

    # -- chips -----------------------------------------------------------------------------------------------

    def lies(self, found: dict[str, Any], spot: str) -> bool:
        """Whether a chip lies there. At a button, the chip is the player's bet, so without light there is none."""
        if self._rules.spots[spot].sensor is Sensor.PRESENCE:
            return spot in self._world.covered
        facts = found["spots"][spot]
        if facts["plays"]:
            return self._taken[0] != found["round"] or spot not in self._taken[1]
        return found["phase"] == "betting" and facts["lamp"] in BETS

    async def _place(self, order: Order) -> None:
        """A player bets, for the amount of the chip."""
        spot = self._spot(order)
        found = self._hands.found
        if found is not None and self.lies(found, spot):
            return
        rule = self._rules.spots[spot]
        place = order.get("amount", 0)
        several = Key.TIER in self._world.key_input and rule.sensor is not Sensor.COIN
        for _ in range(min(place, len(self._rules.wagers[rule.wager].amounts) - 1) if several else 0):
            self._world.key(Key.TIER)
            self._let_go()
        self._world.bet(spot)
        self._let_go()

    async def _lift(self, order: Order) -> None:
        """A player takes the bet back; after the lock the dealer takes the chip, without touching a button."""
        spot, found = self._spot(order), self._hands.found
        sensor = self._rules.spots[spot].sensor
        if sensor is Sensor.PRESENCE:
            self._world.collect(spot)
        elif sensor is Sensor.COIN:
            raise OrderRefused("bench.coin_stays")
        elif found is not None and found["spots"][spot]["plays"]:
            taken = self._taken[1] if self._taken[0] == found["round"] else set()
            self._taken = (found["round"], taken | {spot})
            self._world.news.tell()
        elif found is not None and self.lies(found, spot):
            self._world.bet(spot)
            self._let_go()

    async def _touch(self, order: Order) -> None:
        """Operates the sensor itself, whatever lies there."""
        self._world.touch(self._spot(order))
        self._let_go()

    async def _coin(self, order: Order) -> None:
        spot = self._spot(order)
        if self._rules.spots[spot].sensor is Sensor.COIN:
            self._world.hand(f"drop {self._world.input_of[spot]} 1")

    def _let_go(self) -> None:
        """Between two presses the finger is off for longer than the debounce time; otherwise they would be one
        press."""
        self._world.hand(f"wait {LET_GO}ms")

    # -- the dealer ------------------------------------------------------------------------------------------

    async def _key(self, order: Order) -> None:
        name = order.get("key")
        key = next((each for each in self._world.key_input if each.value == name), None)
        if key is None:
            raise OrderRefused("bench.unknown_key")
        if key not in SWITCHES:
            self._world.key(key)
            self._let_go()
            return
        self.turned ^= {key}
        self._world.hand(f"set {self._world.key_input[key]} {'on' if key in self.turned else 'off'}")
        self._world.news.tell()

    async def _open(self, _order: Order) -> None:
        """If no key opens the table, does it as the command line does."""
        found = self._hands.found
        self._answered(await self._world.ask(f"table {'open' if found and is_closed(found) else 'close'}"))

    async def _claim(self, order: Order) -> None:
        """Claims by the cards: with WIN and a touch or, if a touch cannot claim, by naming the cards."""
        spot = self._spot(order)
        award = next((each for each in self._hands.dealt.awards if each.spot == spot), None)
        if award is None:
            raise OrderRefused("bench.nothing_won")
        if self._world.claimable(spot):
            await self._world.call_win(spot, PATIENCE)
            return
        self._answered(await self._world.ask("win claim", spot=spot, cards=award.deciding))

    async def _settle(self, _order: Order) -> Message:
        return message("bench.news_settled", number=await self._hands.settle())

    async def _drop(self, _order: Order) -> Message:
        await self._world.drop_claims()
        return message("bench.news_dropped")

    async def _resume(self, _order: Order) -> None:
        self._answered(await self._world.ask("round resume"))

    async def _wind(self, _order: Order) -> Message:
        answer = await self._world.wind()
        self._answered(answer)
        return message("bench.news_wound", day=answer["bench wind"]["day"])

    def _answered(self, answer: dict[str, Any]) -> None:
        if not answer["ok"]:
            raise OrderRefused(answer["code"], **answer["facts"])

    # -- faults --------------------------------------------------------------------------------------------------

    def _away(self) -> str:
        """A duration on the board, whose seconds run as fast as the table's."""
        return f"{AWAY * self._world.speed:g}s"

    async def _cable(self, _order: Order) -> None:
        self._world.hand(f"cut {self._away()}")

    async def _unplug(self, _order: Order) -> None:
        self._world.hand(f"unplug {self._away()}")

    async def _brownout(self, _order: Order) -> None:
        self._world.hand("brownout")

    async def _chatter(self, order: Order) -> None:
        """A press, or a chip that comes and goes, with a bad contact."""
        name = self._world.input_of[self._spot(order)]
        self._world.hand(f"bounce {name} {CHATTER}ms")
        self._world.hand(f"wait {REST}ms")
        self._world.hand(f"bounce {name} {CHATTER}ms")
        self._let_go()

    async def _storm(self, order: Order) -> None:
        name = self._world.input_of[self._spot(order)]
        self._world.hand(f"storm {name} {STORM}ms")

    async def _stick(self, order: Order) -> None:
        """Makes the sensor keep its current level, or work again."""
        spot = self._spot(order)
        self.stuck ^= {spot}
        self._world.hand(f"{'stick' if spot in self.stuck else 'free'} {self._world.input_of[spot]}")
        self._world.news.tell()

    async def _broker(self, order: Order) -> None:
        if order.get("on") and not self._world.broker_up:
            self._world.broker_on()
        elif not order.get("on") and self._world.broker_up:
            await asyncio.to_thread(self._world.broker_off)

    async def _power(self, order: Order) -> None:
        if order.get("on") and not self._world.powered:
            await self._world.power_on()
        elif not order.get("on") and self._world.powered:
            await self._world.power_cut()


def is_closed(found: dict[str, Any]) -> bool:
    return bool(found["phase"] == "closed")
