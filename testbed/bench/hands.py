"""The cards on a bench's felt, whoever looks at them."""

import asyncio
from typing import Any

from controller.table.money import parse_dollars
from controller.table.rules import Sensor
from testbed.bench.cards import Award, CardTable, Dealt
from testbed.bench.world import World


class Hands:
    """The cards on the felt: dealt when a lock is seen, gone with the round. Between rounds the shoe's end is told."""

    def __init__(self, world: World, cards: CardTable) -> None:
        self._world, self._cards = world, cards
        self._round = 0  # whose cards lie there
        self._shoe_over = False
        self._looking = asyncio.Lock()  # what was found later is followed later
        self.dealt = Dealt()
        self.found: dict[str, Any] | None = None  # at the last look at a controller with power

    async def look(self) -> dict[str, Any] | None:
        """How the table stands; None while its controller has no power. The cards stay on the felt."""
        async with self._looking:
            found = await self._world.status()
            if found is not None:
                await self.follow(found)
            return found

    async def follow(self, found: dict[str, Any]) -> None:
        spots = [spot for spot, told in found["spots"].items() if told["plays"]]
        stakes = {spot: parse_dollars(found["spots"][spot]["stake"]) for spot in spots}
        begun, self.found = self.found is not None, found
        if found["phase"] == "recovered" and not begun:  # shoe and cards went with the bench that dealt them
            self._round, self._shoe_over = found["round"], True
        elif not spots:
            self._round, self.dealt = 0, Dealt()
            if self._shoe_over and found["phase"] == "betting":
                self._shoe_over = not (await self._world.ask("table shoe-ended"))["ok"]
        elif self._round != found["round"]:
            self._round, self.dealt = found["round"], self._cards.deal(spots, stakes)
            self._shoe_over |= self.dealt.shoe_ended

    async def settle(self) -> int:
        """Those that were claimed, as the cards have them; how many."""
        claimed = {claim["spot"] for claim in await self._world.claims() if claim["stage"] == "open"}
        awards = [award for award in self.dealt.awards if award.spot in claimed]
        await self._world.settle_claims(awards)
        return len(awards)

    def text(self) -> str:
        if not self.dealt.seats:
            return ""
        lines = [f"dealer   {self.dealt.dealer}"]
        for seat, hands in self.dealt.seats.items():
            won = [award for award in self.dealt.awards if self._seat(award) == seat]
            lines.append(f"seat {seat}   {hands}" + "".join(f"; {self._won(award)}" for award in won))
        if self.dealt.shoe_ended:
            lines.append("The cut card has come: the last hand of this shoe.")
        return "\n\n" + "\n".join(lines)

    def _seat(self, award: Award) -> int:
        return self._world.config.rules.spots[award.spot].seat

    def _won(self, award: Award) -> str:
        said = f"{award.title}, {award.worth}"
        if not self._world.claimable(award.spot):
            return said
        chip = self._world.config.rules.spots[award.spot].sensor is Sensor.PRESENCE
        return (
            f"{said}: press w, then {self._seat(award)}{' twice' if chip else ''}"  # a chip is lifted, to touch again
        )
