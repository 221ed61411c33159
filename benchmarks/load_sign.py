"""A sign of one table that records what it was sent, to be compared with the ledger afterwards."""

import asyncio
import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import aiomqtt

ACK = 1.0  # s between two words of what stands on the glass
AGAIN = 0.2  # s until a broker that is away is tried again
FINDINGS = 20  # that are told


class Sign:
    """It acknowledges as `name`, and goes on through every outage of the broker."""

    def __init__(self, port: int, table: str, name: str) -> None:
        self._port, self._table, self._name = port, table, name
        self._places: dict[str, tuple[int, int, int]] = {}  # jackpot -> epoch, seq and pub of what is shown
        self._glass: dict[str, str] = {}
        self._shown: dict[tuple[str, int], int] = {}  # jackpot and row -> cents
        self._wrong: list[str] = []
        self._last_ack = 0.0

    async def run(self) -> None:
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                async with aiomqtt.Client("127.0.0.1", self._port, identifier=f"{self._table}-{self._name}") as client:
                    await client.subscribe(f"+/{self._table}/jackpot/+/meter", qos=1)
                    async for message in client.messages:
                        assert isinstance(message.payload, bytes)
                        meter = json.loads(message.payload)
                        if self.hear(meter) and time.monotonic() - self._last_ack > ACK:
                            self._last_ack = time.monotonic()
                            prefix, *_ = message.topic.value.split("/")
                            topic = f"{prefix}/{self._table}/sign/{self._name}/ack"
                            ack = {name: meter[name] for name in ("jackpot", "epoch", "seq", "pub", "cents")}
                            await client.publish(topic, json.dumps(ack | {"at": ""}), qos=0)
            await asyncio.sleep(AGAIN)

    def hear(self, meter: Mapping[str, Any]) -> bool:
        """Whether it is shown: an older message is ignored (docs/SIGNS.md)."""
        jackpot, seq, cents = meter["jackpot"], meter["seq"], meter["cents"]
        place = (meter["epoch"], seq, meter["pub"])
        if place < self._places.get(jackpot, place):
            return False
        if (before := self._shown.setdefault((jackpot, seq), cents)) != cents:
            self._wrong.append(f"row {seq} of {jackpot} was shown as {before} and as {cents} cents")
        self._places[jackpot], self._glass[jackpot] = place, meter["text"]
        return True

    def wrong(self, says: Sequence[Mapping[str, tuple[int, int]]], meters: Mapping[str, str]) -> list[str]:
        """`says`: after each row of the ledger, jackpot -> least and most cents; `meters`: the table's last message."""
        found = list(self._wrong)
        for (jackpot, seq), cents in self._shown.items():
            least, most = says[seq][jackpot] if seq < len(says) else (-1, -1)
            if not least <= cents <= most:
                found.append(f"the sign showed {cents} cents of {jackpot} at row {seq}, it was {least} to {most}")
        for jackpot, text in meters.items():
            if (glass := self._glass.get(jackpot, "nothing")) != text:
                found.append(f"in the end the sign shows {glass} of {jackpot}, the table says {text}")
        return found[:FINDINGS]
