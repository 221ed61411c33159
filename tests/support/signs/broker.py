"""A mosquitto that tests can freeze, thaw and kill, connections to it, and an ear that writes down what it hears."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt

from buses.contract import Connect
from testbed.bench.boards import BenchMqtt
from testbed.bench.broker import Broker


def connecting(port: int, table: str = "t1", password: str | None = None, **settings: str) -> Connect:
    """Connections to a broker of this machine, for this table; nobody doubts it, though anybody may publish there."""
    return BenchMqtt(host="127.0.0.1", port=port, **settings).connect(table, password)


class HardBroker(Broker):
    """`extra` are lines of mosquitto.conf that come after the usual ones."""

    def __init__(self, folder: Path, extra: str = "") -> None:
        super().__init__(folder)
        self._extra = extra

    def config(self) -> str:
        return f"{super().config()}{self._extra}\n"

    @property
    def log(self) -> Path:
        return self._folder / f"mosquitto-{self.port}.log"

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2][0] != "T":
            time.sleep(0.001)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        self.stop()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        if self._process is not None:
            self.thaw()  # a frozen child does not hear SIGTERM
        super().stop()


@asynccontextmanager
async def ear(port: int, topics: str = "#") -> AsyncIterator[list[aiomqtt.Message]]:
    """What is published, in order, retained messages first; it grows while the block runs."""
    heard: list[aiomqtt.Message] = []

    async def listen(client: aiomqtt.Client) -> None:
        async for message in client.messages:
            heard.append(message)  # noqa: PERF401 (it is read while it grows)

    async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.subscribe(topics, qos=1)
        listening = asyncio.create_task(listen(client))
        try:
            yield heard
        finally:
            listening.cancel()
            await asyncio.wait({listening})
