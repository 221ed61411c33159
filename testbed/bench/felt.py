"""The bench's end of its page: it sends what lies on the felt at each change, and receives the page's orders.

A Unix socket in the bench's scratch folder, one JSON object a line; `litbet display` is at the other end and relays
everything between it and the pages of `/bench`. Nothing is decided here: orders are carried out at the board's inputs.

Down (`topic`, `payload`):

- `table`: what does not change: `table`, `zone`, `speed`, `playing` (true: hands play themselves, no orders),
  `keys`, `openable` (true: no key opens the table, so the page has a button), `spots`: {spot: {`seat`, `wager`,
  `sensor`, `pulses` (coins of a wager), `amounts` (dollars)}}.
- `felt`: at each change, at most 20 times a second. `power`, `broker`, `board`: whether each works. `zero`: the table's
  time is `zero` + `speed` * this machine's, in ms. `phase`, `round`, `day`, `why` (a message), `todo` (each with a
  message, `say`), `jackpots`: {id: {`title`, `amount`, `state`}}, `claims` (how many are open), `refusal` (of a key; a
  message). `spots`: {spot: {`lamp` (as the board shows it), `chip`, `stake`, `credit`, `stuck`, `presses`}}. `dealer`
  and each of `seats`: hands {`cards`, `total`}. `awards`: {`spot`, `title`, `worth`, `claimed`}. `last`: the last hand
  of the shoe. `switches`: those that are on. While the controller has no power, the last known values stay.
- `news`: the result of an order: {`n`, `say`}, a message.

Up: {`do`: ...}. `place`, `lift`, `touch`, `coin`, `claim`, `chatter`, `storm` and `stuck` take a `spot` (and `place` an
`amount`, counted from 0); `key` a `key`; `broker` and `power` an `on`; `open`, `settle`, `drop`, `resume`, `wind`,
`cable`, `unplug` and `brownout` nothing. `orders.py` has them.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from controller.table.money import DOLLAR
from controller.table.rules import Key
from testbed.bench.cards import Dealt
from testbed.bench.errors import BenchError, OrderRefused
from testbed.bench.orders import Orders
from testbed.bench.world import World
from words.message import as_json, message

Status = dict[str, Any]
Look = Callable[[], Awaitable[Status | None]]

PACE = 0.05  # s between two checks: twenty a second look like continuous movement
IDLE = 0.5  # s: time alone changes some of what is shown
UNEVEN = 1500  # ms of real time: smaller differences are just the delay of messages
LONGEST = 65_536  # bytes of an order
MOST_WAITING = 50  # orders


class Felt:
    """`look` returns the state of the table, `dealt` the cards on it. Without `orders` the felt is only shown."""

    def __init__(self, world: World, look: Look, dealt: Callable[[], Dealt], orders: Orders | None) -> None:
        self._world, self._look, self._dealt, self._orders = world, look, dealt, orders
        self._newest: dict[str, str] = {}  # topic -> its newest line
        self._writers: set[asyncio.StreamWriter] = set()
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)
        self._number = 0
        self._found: Status | None = None
        self._zero = 0

    async def run(self, path: Path) -> None:
        """Runs until cancelled."""
        self._send("table", self._table())
        server = await asyncio.start_unix_server(self._serve, path, limit=LONGEST)
        path.chmod(0o600)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._show())
                both.create_task(self._obey())
        finally:
            server.close()
            for writer in self._writers:
                writer.close()

    # -- the line --------------------------------------------------------------------------------------------

    def _send(self, topic: str, payload: object) -> None:
        line = json.dumps({"topic": topic, "payload": payload}, separators=(",", ":"))
        if self._newest.get(topic) != line:
            self._newest[topic] = line
            for writer in self._writers:
                writer.write(line.encode() + b"\n")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            for line in self._newest.values():
                writer.write(line.encode() + b"\n")
            while line_in := await reader.readline():
                with contextlib.suppress(ValueError, asyncio.QueueFull):
                    order = json.loads(line_in)
                    if isinstance(order, dict):
                        self._waiting.put_nowait(order)
        except (ValueError, ConnectionError):
            return
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _obey(self) -> None:
        while True:
            order = await self._waiting.get()
            self._number += 1
            try:
                if self._orders is None:
                    raise OrderRefused("bench.plays_alone")
                outcome = await self._orders.obey(order)
            except BenchError as error:
                outcome = error.message
            except (TypeError, ValueError):
                outcome = message("bench.unknown_order")
            if outcome is not None:
                self._send("news", {"n": self._number, "say": as_json(outcome)})

    async def _show(self) -> None:
        while True:
            happening = self._world.news.next
            self._found = await self._look() or self._found
            if self._found is not None:
                self._send("felt", self._felt(self._found))
            await asyncio.sleep(PACE)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE):
                    await happening.wait()

    # -- what is shown ---------------------------------------------------------------------------------------

    def _table(self) -> Status:
        config = self._world.config
        rules = config.rules
        return {
            "table": rules.table,
            "zone": str(rules.zone),
            "speed": self._world.speed,
            "playing": self._orders is None,
            "keys": [key.value for key in self._world.key_input],
            "openable": Key.OPEN_CLOSE not in self._world.key_input,
            "spots": {
                spot: {
                    "seat": rule.seat,
                    "wager": rule.wager,
                    "sensor": rule.sensor.value,
                    "pulses": rule.pulses,
                    "amounts": [amount // DOLLAR for amount in rules.wagers[rule.wager].amounts],
                }
                for spot, rule in rules.spots.items()
            },
        }

    def _felt(self, found: Status) -> Status:
        world, dealt, orders = self._world, self._dealt(), self._orders
        claiming = {claim["spot"] for claim in found["claims"] if claim["round"] == found["round"]}
        return {
            "power": world.powered,
            "broker": world.broker_up,
            "board": all(driver["up"] for driver in found["drivers"].values()),
            "zero": self._clock(),
            "phase": found["phase"],
            "round": found["round"],
            "day": found["day"],
            "why": found["fault"] or found["reason"],
            "todo": found["todo"],
            "jackpots": {
                name: {"title": jackpot["title"], "amount": jackpot["meter"], "state": jackpot["state"]}
                for name, jackpot in found["jackpots"].items()
            },
            "claims": sum(claim["stage"] == "open" for claim in found["claims"]),
            "refusal": found["last_refusal"],
            "spots": {
                spot: {
                    "lamp": world.lamps.get(world.lamp_of[spot], "off"),
                    "chip": orders.lies(found, spot) if orders else self._bets(facts),
                    "stake": facts["stake"],
                    "credit": facts["credit"],
                    "stuck": orders is not None and spot in orders.stuck,
                    "presses": facts["presses"],
                }
                for spot, facts in found["spots"].items()
            },
            "dealer": [hand._asdict() for hand in dealt.dealer],
            "seats": {str(seat): [hand._asdict() for hand in hands] for seat, hands in dealt.seats.items()},
            "awards": [
                {"spot": each.spot, "title": each.title, "worth": each.worth, "claimed": each.spot in claiming}
                for each in dealt.awards
            ],
            "last": dealt.shoe_ended,
            "switches": [key.value for key in orders.turned] if orders else [],
        }

    def _clock(self) -> int:
        """Returns the same number as long as the table's clock runs evenly, so that time alone is no change."""
        zero = self._world.utc() - round(time.time() * 1000 * self._world.speed)
        if abs(zero - self._zero) > UNEVEN * max(1.0, self._world.speed):
            self._zero = zero
        return self._zero

    def _bets(self, spot: Status) -> bool:
        return bool(spot["plays"] or spot["lamp"] in ("lit", "raised"))
