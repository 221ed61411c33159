"""A table that only speaks: hand-made payloads, each held against its schema, on a real broker, for real sign pages."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from support.config.files import Edit, write
from support.display.browser import Display, showing
from support.processes.litbet import Daemon, until
from support.signs.schemas import valid

TABLE = "bj-1"
SIGN = "display-1"
BEAT = 2.0  # s
AT = "2026-11-18T15:04:05.000Z"
AWARDS = [
    ("Three-of-a-Kind Aces (Suited)", "100 %"),
    ("Three-of-a-Kind (Suited)", "$625.00"),
    ("Straight Flush", "$125.00"),
    ("Three-of-a-Kind (Off Suit)", "$50.00"),
    ("Straight", "$15.00"),
]
DISCLOSURE = (
    "Before the table opens for a new day, the Bonus Jackpot grows by a percentage of all that was bet on it "
    "the day before."
)
RULES = {"code": "notices.full_each", "facts": {}}


def awards(lines: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"event": event, "pays": pays} for event, pays in lines]


class Voice:
    """What a controller says, as it says it: every word is newer than the one before."""

    def __init__(self, port: int) -> None:
        self.epoch, self.seq, self.pub = 1_795_000_000, 10, 1000
        self.acks: list[dict[str, Any]] = []
        self._heard = threading.Condition()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.on_connect = lambda *_: self._client.subscribe(f"litbet/{TABLE}/sign/+/ack") and None
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.back()
        self._meters: dict[str, dict[str, Any]] = {}
        self._saying = threading.RLock()
        self._over = threading.Event()
        self._quiet = threading.Event()
        self._beating = threading.Thread(target=self._beat)
        self._beating.start()

    def back(self) -> None:
        """Wait until it is connected."""
        until(self._client.is_connected, "the broker")

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            if not self._quiet.is_set():
                self.beat()

    def beat(self) -> list[dict[str, Any]]:
        """Everything retained once more, as every 2 seconds; the meters."""
        with self._saying:
            self.status()
            return [
                self._say(f"jackpot/{jackpot}/meter", "meter", meter | self.place() | {"seq": meter["seq"]})
                for jackpot, meter in self._meters.items()
            ]

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """No heartbeats."""
        with self._saying:
            self._quiet.set()
        yield
        self._quiet.clear()

    def end(self) -> None:
        self._over.set()
        self._beating.join()
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, client: Any, data: Any, message: mqtt.MQTTMessage) -> None:
        with self._heard:
            self.acks.append({"sign": message.topic.split("/")[-2], **json.loads(message.payload)})
            self._heard.notify_all()

    def raw(self, topic: str, payload: bytes) -> None:
        """Anything, retained."""
        sent = self._client.publish(f"litbet/{TABLE}/{topic}", payload, qos=1, retain=True)
        sent.wait_for_publish(10)

    def _say(self, topic: str, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        valid(kind, payload)
        self.raw(topic, json.dumps(payload).encode())
        return payload

    def place(self) -> dict[str, int]:
        with self._saying:
            self.pub += 1
            return {"epoch": self.epoch, "seq": self.seq, "pub": self.pub}

    def status(self, *, online: bool = True) -> None:
        facts = {"v": 1, "table": TABLE, "state": "online" if online else "offline", **self.place(), "run": "1"}
        on = {"phase": "betting", "version": "0.1.0", "head": "0" * 64, "at": AT} if online else {}
        self._say("status", "status", {**facts, **on})

    def made(self, jackpot: str = "bonus", **changes: Any) -> dict[str, Any]:
        """A meter's payload; `seq` rises with each."""
        self.seq += 1
        facts: dict[str, Any] = {
            "v": 1, "table": TABLE, "jackpot": jackpot, "type": "bonus", "title": "Galaxy Bonus Jackpot",
            **self.place(), "cents": 125_000, "limit": None, "state": "open", "winners": [], "awards": awards(AWARDS),
            "suit": "", "rules": RULES, "disclosure": DISCLOSURE, "text_id": "nh-brook-1", "notices": [], "at": AT,
        } | changes  # fmt: skip
        return facts | {"text": f"{facts['cents'] // 100}.{facts['cents'] % 100:02d}"}

    def meter(self, jackpot: str = "bonus", **changes: Any) -> dict[str, Any]:
        with self._saying:
            self._meters[jackpot] = self.made(jackpot, **changes)
            return self._say(f"jackpot/{jackpot}/meter", "meter", self._meters[jackpot])

    def gone(self, *jackpots: str) -> None:
        """These jackpots are no more; all of them, if none is named."""
        with self._saying:
            for jackpot in jackpots or tuple(self._meters):
                self._meters.pop(jackpot, None)
                self.raw(f"jackpot/{jackpot}/meter", b"")

    def acked(self, meter: dict[str, Any]) -> dict[str, Any]:
        """Wait for the acknowledgement of one meter, or of its next heartbeat."""
        with self._heard:
            assert self._heard.wait_for(lambda: self._of(meter), 60), f"no word of {meter['pub']}: {self.acks[-3:]}"
            return self._of(meter)[0]

    def _of(self, meter: dict[str, Any]) -> list[dict[str, Any]]:
        mine = [ack for ack in self.acks if ack["jackpot"] == meter["jackpot"] and ack["pub"] >= meter["pub"]]
        return [ack for ack in mine if ack["seq"] == meter["seq"]]


class Stage:
    """A broker, a table that only speaks, the real pages."""

    def __init__(self, table: Daemon, display: Display, voice: Voice) -> None:
        self.table, self.display, self.voice = table, display, voice

    def at(self, query: str = "") -> str:
        return f"{self.display.url}/sign/{TABLE}{query}"


@contextmanager
def staged(folder: Path) -> Iterator[Stage]:
    table = Daemon(folder, write(folder, [Edit('#sign = "display-1"', f'sign = "{SIGN}"')]))
    table.broker.start()
    voice = None
    try:
        with showing(table) as display:
            voice = Voice(table.broker.port)
            voice.status()
            yield Stage(table, display, voice)
    finally:
        if voice:
            voice.end()
        table.broker.stop()
