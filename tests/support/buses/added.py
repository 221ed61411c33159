"""A message bus as anybody would add one: its settings, and a connection that keeps `Bus`, all in this file. What is
sent goes to every connection of the same relay in this process."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import pytest

from buses.contract import Answered, BusError, Connect, Heard, Packet
from buses.settings import BUSES, BusSettings
from kinds.settings import setting
from words.message import Message, message, typed

RELAYS: dict[str, list["RelayBus"]] = defaultdict(list)  # by address, the open connections


@dataclass(frozen=True, slots=True, kw_only=True)
class RelaySettings(BusSettings):
    kind = "relay"
    address: str = setting(typed('the relay\'s address, as "10.0.0.9"'), pattern=r"^[0-9.]{7,15}$")
    hops: int = setting(message("values.number", least=1, most=4), 1, lowest=1, highest=4)

    def leaves_by(self) -> str | None:
        return None if self.address == "127.0.0.1" else "address"

    def warnings(self) -> Iterator[tuple[str, Message]]:
        if self.hops > 2:
            yield "hops", typed("so many hops are slow")

    def connect(self, table: str, password: str | None) -> Connect:
        return partial(RelayBus, self.address, table, (self.user, password))


class RelayBus:
    """A broker that takes whatever it gets, at once."""

    unacked: tuple[str, ...] = ()

    def __init__(
        self,
        address: str,
        table: str,
        login: tuple[str | None, str | None],
        will: Packet | None,
        answered: Answered,
        heard: Heard,
    ) -> None:
        self.doubt: BusError | None = None
        self.where, self.table, self.login = address, table, login
        self._will, self._answered, self._heard = will, answered, heard
        self._topics: list[re.Pattern[str]] = []
        self._over = asyncio.Event()

    async def __aenter__(self) -> Self:
        RELAYS[self.where].append(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self in RELAYS[self.where]:
            RELAYS[self.where].remove(self)
            if self._will:
                self._pass_on(self._will)

    def send(self, packet: Packet) -> None:
        self._pass_on(packet)
        self._answered(packet.topic, None)

    def _pass_on(self, packet: Packet) -> None:
        for each in list(RELAYS[self.where]):
            if each.table == self.table and any(topic.fullmatch(packet.topic) for topic in each._topics):
                each._heard(replace(packet, retained=False))

    def listen(self, topics: Iterable[str]) -> None:
        self._topics += [re.compile(topic.replace("+", "[^/]+")) for topic in topics]

    async def settled(self) -> None:
        """Whatever is kept was passed on at once."""

    def ignore(self, topic: str) -> None:
        self._topics = [each for each in self._topics if not each.fullmatch(topic)]

    async def watch(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._over.wait()
        except TimeoutError:
            return
        raise BusError("ended")

    def give_up(self) -> None:
        self._over.set()

    async def leave(self, last: Packet | None) -> None:
        if last:
            self.send(last)
        RELAYS[self.where].remove(self)


@contextmanager
def registered() -> Iterator[None]:
    """With the one line that a new bus needs outside its file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BUSES.classes, "relay", f"{RelaySettings.__module__}.{RelaySettings.__name__}")
        yield
