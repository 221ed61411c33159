"""The bench in a terminal: the table as it stands, and keys to play it by hand."""

import asyncio
import contextlib
import os
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Any

from controller.bench.cards import Award, CardTable, Dealt
from controller.bench.world import World
from controller.core.money import parse_dollars
from controller.core.rules import Key, Sensor
from controller.terminal import status_text

HELP = (
    "1-9 touch a seat's sensor   l LOCK   s SETTLE   c CLEAR   o OPEN/CLOSE   w WIN   v VOID   t TIER\n"
    "r resume   y settle the claims of this hand   x drop claims   n next morning   q quit"
)
KEYS = {"l": Key.LOCK, "s": Key.SETTLE, "c": Key.CLEAR, "o": Key.OPEN_CLOSE, "w": Key.WIN, "v": Key.VOID, "t": Key.TIER}
REFRESH = 0.25  # s


class Hands:
    """The cards on the felt: dealt when a lock is seen, gone with the round. Between rounds the shoe's end is told."""

    def __init__(self, world: World, cards: CardTable) -> None:
        self._world, self._cards = world, cards
        self._round = 0  # whose cards lie there
        self._dealt = Dealt()
        self._shoe_over = False

    async def follow(self, found: dict[str, Any]) -> None:
        spots = [spot for spot, told in found["spots"].items() if told["plays"]]
        stakes = {spot: parse_dollars(found["spots"][spot]["stake"]) for spot in spots}
        if found["phase"] == "recovered":  # shoe and cards went with the bench that dealt them
            self._round, self._shoe_over = found["round"], True
        elif not spots:
            self._round, self._dealt = 0, Dealt()
            if self._shoe_over and found["phase"] == "betting":
                self._shoe_over = not (await self._world.ask("table shoe-ended"))["ok"]
        elif self._round != found["round"]:
            self._round, self._dealt = found["round"], self._cards.deal(spots, stakes)
            self._shoe_over |= self._dealt.shoe_ended

    async def settle(self) -> None:
        """Those that were claimed, as the cards have them."""
        claimed = {claim["spot"] for claim in await self._world.claims() if claim["stage"] == "open"}
        await self._world.settle_claims(award for award in self._dealt.awards if award.spot in claimed)

    def text(self) -> str:
        if not self._dealt.seats:
            return ""
        lines = [f"dealer   {self._dealt.dealer}"]
        for seat, hands in self._dealt.seats.items():
            won = [award for award in self._dealt.awards if self._seat(award) == seat]
            lines.append(f"seat {seat}   {hands}" + "".join(f"; {self._won(award)}" for award in won))
        if self._dealt.shoe_ended:
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


async def watch(world: World, cards: CardTable) -> None:
    """Until `q` or Ctrl-C; without a terminal, a line for every change."""
    hands = Hands(world, cards)
    keys: asyncio.Queue[str] = asyncio.Queue()
    shown = ""
    with _raw_keys(keys):
        while True:
            found = (await world.ask("status"))["status"]
            await hands.follow(found)
            text = status_text(found) + hands.text()
            text += "".join(f"\n\nsign {name}: [{glass:>13}]" for name, glass in world.glass.items())
            if found["last_refusal"]:
                text += f"\n(a key was refused: {found['last_refusal']})"
            if sys.stdout.isatty():
                print(f"\x1b[H\x1b[2Jlitbet bench   folder {world.folder}\n\n{text}\n\n{HELP}", flush=True)
            elif text != shown:
                print(text, end="\n\n", flush=True)
            shown = text
            key = ""
            with contextlib.suppress(TimeoutError):
                key = await asyncio.wait_for(keys.get(), REFRESH)
            if key in ("q", "\x03", "\x04"):
                return
            if key.isdecimal():
                world.touch(int(key))
            elif KEYS.get(key) in world.key_input:
                world.key(KEYS[key])
            elif key == "r":
                await world.ask("round resume")
            elif key == "y":
                await hands.settle()
            elif key == "x":
                await world.drop_claims()
            elif key == "n":
                await world.ask("bench wind")


@contextlib.contextmanager
def _raw_keys(keys: "asyncio.Queue[str]") -> Iterator[None]:
    """Single key presses, if a person sits there."""
    if not sys.stdin.isatty():
        yield
        return
    loop, fd = asyncio.get_running_loop(), sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    tty.setcbreak(fd)
    loop.add_reader(fd, lambda: keys.put_nowait(os.read(fd, 1).decode(errors="replace")))
    try:
        yield
    finally:
        loop.remove_reader(fd)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
