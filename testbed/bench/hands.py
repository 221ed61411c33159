"""The cards on a bench's felt."""

import asyncio
from collections.abc import Iterable
from typing import Any

from controller.cli.speech import text
from controller.table.money import parse_dollars
from controller.table.rules import Sensor
from testbed.bench.cards import Award, CardTable, Dealt, DealtCards
from testbed.bench.world import World
from words.message import Message, message


class Hands:
    """The cards on the felt: dealt at a lock, removed with the round. Between rounds it reports the shoe's end."""

    def __init__(self, world: World, cards: CardTable) -> None:
        self._world, self._cards = world, cards
        self._round = 0  # the round of these cards
        self._shoe_over = False
        self._looking = asyncio.Lock()  # keeps looks and their consequences in order
        self.dealt = Dealt()
        self.found: dict[str, Any] | None = None  # at the last look at a controller with power

    async def look(self) -> dict[str, Any] | None:
        """The state of the table; None while its controller has no power. The cards stay on the felt."""
        async with self._looking:
            found = await self._world.status()
            if found is not None:
                await self.follow(found)
            return found

    async def follow(self, found: dict[str, Any]) -> None:
        spots = [spot for spot, facts in found["spots"].items() if facts["plays"]]
        stakes = {spot: parse_dollars(found["spots"][spot]["stake"]) for spot in spots}
        begun, self.found = self.found is not None, found
        if found["phase"] == "recovered" and not begun:  # shoe and cards are lost with the bench that dealt them
            self._round, self._shoe_over = found["round"], True
        elif not spots:
            self._round, self.dealt = 0, Dealt()
            if self._shoe_over and found["phase"] == "betting":
                self._shoe_over = not (await self._world.ask("table shoe-ended"))["ok"]
        elif self._round != found["round"]:
            self._round, self.dealt = found["round"], self._cards.deal(spots, stakes)
            self._shoe_over |= self.dealt.shoe_ended

    async def settle(self) -> int:
        """Settles the claimed awards by their cards; returns how many."""
        claimed = {claim["spot"] for claim in await self._world.claims() if claim["stage"] == "open"}
        awards = [award for award in self.dealt.awards if award.spot in claimed]
        await self._world.settle_claims(awards)
        return len(awards)

    def text(self) -> str:
        if not self.dealt.seats:
            return ""
        lines = [text("bench.dealer_hand", cards=_text(self.dealt.dealer))]
        for seat, hands in self.dealt.seats.items():
            cards = _text(hands)
            won = tuple(self._won(award) for award in self.dealt.awards if self._seat(award) == seat)
            lines.append(text("bench.seat_hand_won" if won else "bench.seat_hand", seat=seat, cards=cards, won=won))
        if self.dealt.shoe_ended:
            lines.append(text("bench.last_of_shoe"))
        return "\n\n" + "\n".join(lines)

    def _seat(self, award: Award) -> int:
        return self._world.config.rules.spots[award.spot].seat

    def _won(self, award: Award) -> Message:
        if not self._world.claimable(award.spot):
            return message("bench.won", title=award.title, worth=award.worth)
        chip = self._world.config.rules.spots[award.spot].sensor is Sensor.PRESENCE  # lifted so that it can touch again
        code = "bench.won_touch_twice" if chip else "bench.won_touch"
        return message(code, title=award.title, worth=award.worth, seat=self._seat(award))


def _text(hands: Iterable[DealtCards]) -> str:
    return " / ".join(map(str, hands))
