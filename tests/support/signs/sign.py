"""A sign as docs/SIGNS.md asks for one, in a process of its own that tests can freeze and kill: it shows, doubts and
acknowledges. Each line on standard output is what it shows now.

    python tests/support/signs/sign.py PORT TABLE SIGN
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import aiomqtt

DOUBT = 10.0  # s without news, then what is shown is no longer true (R128)
ACK = 1.0  # s between two acknowledgements of the same
AGAIN = 0.1  # s until the next attempt to connect

Place = tuple[int, int, int]


@dataclass
class Sign:
    """Decides what is shown; knows no network and no clock."""

    meters: dict[str, dict[str, Any]] = field(default_factory=dict)
    online: bool = False
    news: float | None = None  # when a meter last came
    ignored: int = 0

    def hear(self, topic: str, payload: bytes, now: float) -> dict[str, Any] | None:
        """One message; gives the meter if it is to be shown and acknowledged."""
        kind = topic.rpartition("/")[2]
        if kind == "meter" and not payload:  # that jackpot is no more
            self.meters.pop(topic.split("/")[-2], None)
            return None
        message: dict[str, Any] = json.loads(payload)
        if kind == "status":
            self.online = message["state"] == "online"
        if kind != "meter":
            return None
        before = self.meters.get(message["jackpot"])
        if before and place(message) < place(before):
            self.ignored += 1
            return None
        self.meters[message["jackpot"]] = message
        self.news = now
        return message

    def text(self, jackpot: str, now: float) -> str:
        """What stands on the glass."""
        meter = self.meters.get(jackpot)
        if meter is None or not self.online or self.news is None or now - self.news > DOUBT:
            return "temporarily unavailable"
        amount = f"${meter['text']}"
        words = {
            "verifying": f"{amount} - verifying",
            "won": f"WIN {'; '.join(_win(win) for win in meter['winners'])} - now {amount}",
            "not_offered": f"{amount} - not offered",
            "suspended": f"{amount} - no bets now",
            "closed": f"{amount} - closed",
            "fault": f"{amount} - out of service",
            "test": "TEST",
        }
        return words.get(meter["state"], amount)


def place(meter: dict[str, Any]) -> Place:
    return meter["epoch"], meter["seq"], meter["pub"]


def _win(win: dict[str, Any]) -> str:
    return f"seat {win['seat']} ${win['cents'] // 100}.{win['cents'] % 100:02d}"


def acknowledgement(meter: dict[str, Any]) -> bytes:
    facts = {key: meter[key] for key in ("jackpot", "epoch", "seq", "pub", "cents")}
    return json.dumps({**facts, "at": ""}).encode()


async def run(port: int, table: str, name: str) -> None:
    sign, acked = Sign(), 0.0
    shown: Place | None = None
    while True:
        try:
            async with aiomqtt.Client("127.0.0.1", port, identifier=name, keepalive=5, timeout=1) as client:
                for topic in ("status", "jackpot/+/meter"):
                    await client.subscribe(f"litbet/{table}/{topic}", qos=1)
                async for message in client.messages:
                    assert isinstance(message.payload, bytes)
                    meter = sign.hear(message.topic.value, message.payload, time.monotonic())
                    if meter is None:
                        continue
                    if shown is None or place(meter)[:2] != shown[:2] or time.monotonic() - acked > ACK:
                        shown, acked = place(meter), time.monotonic()
                        await client.publish(f"litbet/{table}/sign/{name}/ack", acknowledgement(meter), qos=0)
                    glass = sign.text(meter["jackpot"], time.monotonic())
                    print(json.dumps({"glass": glass, "place": place(meter), "ignored": sign.ignored}), flush=True)
        except aiomqtt.MqttError:
            await asyncio.sleep(AGAIN)


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]), sys.argv[2], sys.argv[3]))
