"""The heads of the ledger that others have seen: the broker retains the newest one, and signs keep it in a file of
their own and tell them with their acknowledgements. Each is compared with the ledger as soon as it is heard, however
late the broker is there: one that fits says nothing of the others that the same witness keeps."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from buses.contract import Connect, Packet
from controller.ledger.errors import StoreError
from controller.ledger.head_check import SeenHead
from controller.ledger.rows import Head
from controller.table.events import Event, HeadContradicted, Moment
from words.message import Message, message

log = logging.getLogger(__name__)

TOPIC = "head"  # retained, and never expires: it is there for the next start
MOST = 200  # heads that wait; signs that invent more are not listened to
EPOCHS = 1 << 53  # what a sign can count
REMEMBERED = 2000  # newest heads that are not compared again
BROKER = "MQTT"  # as a witness's name

Ask = Callable[[Callable[[Moment], Event]], Awaitable[object]]


class Heads:
    """What witnesses tell, and whether one of them contradicts the ledger."""

    def __init__(self, contradiction: Callable[[SeenHead], Message | None]) -> None:
        self._contradiction = contradiction
        self._told: asyncio.Queue[tuple[str, SeenHead]] = asyncio.Queue()
        self._known: dict[SeenHead, None] = {}  # oldest first
        self.contradicted: Message | None = None
        self.believed = True  # not from a broker where anybody may publish

    def told(self, witness: str, seen: SeenHead) -> None:
        """Runs on the loop's thread; neither waits nor raises."""
        if self.believed and seen not in self._known and self._told.qsize() < MOST:
            self._known[seen] = None
            if len(self._known) > REMEMBERED:
                del self._known[next(iter(self._known))]
            self._told.put_nowait((witness, seen))

    async def run(self, ask: Ask) -> None:
        """Until cancelled: compares what was told, and tells the core of a contradiction."""
        while True:
            witness, seen = await self._told.get()
            try:
                if why := await asyncio.to_thread(self._contradiction, seen):
                    self.contradicted = message("reasons.head_contradicted", witness=witness, why=why)
                    log.critical("%s", self.contradicted)
                    await ask(_event(self.contradicted))
            except StoreError as error:  # the ledger's own fault is told by whoever writes it
                log.error("the head that %s knows cannot be compared: %s", witness, error.message)
            finally:
                self._told.task_done()

    async def compared(self) -> None:
        """Returns when all that was told has been compared."""
        await self._told.join()


def _event(why: Message) -> Callable[[Moment], Event]:
    return lambda at: HeadContradicted(at, why)


def read_head(fields: Any) -> SeenHead | None:
    """From a message of the broker or a sign; None if it is no head."""
    match fields:
        case {"epoch": int(epoch), "seq": int(row), "head": str(digits)} if 0 <= epoch < EPOCHS:
            try:
                return SeenHead(epoch, Head.read(f"{row}:{digits}"))
            except ValueError:
                return None
    return None


def retained_head(payload: bytes) -> SeenHead | None:
    try:
        return read_head(json.loads(payload))
    except (ValueError, RecursionError):
        return None


async def kept_by_broker(connect: Connect) -> SeenHead | None:
    """The newest head that the broker retains of a table; raises BusError."""
    kept: list[Packet] = []
    async with connect(None, lambda _topic, _refusal: None, kept.append) as bus:
        bus.listen((TOPIC,))
        await bus.settled()
    return next((seen for packet in kept if (seen := retained_head(packet.payload))), None)
