"""The interface of a message bus between a table and its signs and pages: packets by topic, and one connection."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from words.message import Fact, Problem

SILENCE = 4.0  # seconds without an answer to a message after which the broker counts as hung


@dataclass(frozen=True, slots=True)
class Packet:
    """`topic` is relative to the table's topic on the bus. A received packet is `retained` if the broker had kept it
    from before the subscription; its `expiry` is then the time that is left."""

    topic: str
    payload: bytes
    retained: bool  # the broker keeps it for later subscribers
    expiry: int | None  # seconds until the broker drops it


class BusError(Problem):
    """There is no connection: what failed, where, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"signs.{code}", **facts)


class Bus(Protocol):
    """One connection to a broker, entered once: the table's, or that of its pages. Anything that ends or prevents it
    raises `BusError`."""

    where: str  # the broker's address, for people
    doubt: BusError | None  # while connected: why nobody can tell who publishes here; None: only the table can

    async def __aenter__(self) -> Self:
        """Connects. From then on `heard` and `answered` may be called on the loop's thread."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes at once; without an earlier `leave` the broker publishes the will."""
        ...

    @property
    def unacked(self) -> Collection[str]:
        """The topics of the messages that the broker has not answered yet."""
        ...

    def send(self, packet: Packet) -> None:
        """The bytes leave within this call, as far as the system accepts them. The broker's answer calls `answered`;
        the broker need not answer what pages send."""
        ...

    def listen(self, topics: Iterable[str]) -> None:
        """Subscribes without waiting; "+" in a topic stands for any one level. A refusal calls `answered`."""
        ...

    async def settled(self) -> None:
        """Waits until the broker has answered every subscription, so that what it retains for them has been heard; or
        until the connection is lost, or hangs."""
        ...

    def ignore(self, topic: str) -> None:
        """Unsubscribes. Messages under way may still arrive."""
        ...

    async def watch(self, seconds: float) -> None:
        """Waits this long; raises as soon as the connection is lost, or a message has been unanswered for `SILENCE`."""
        ...

    def give_up(self) -> None:
        """Another controller uses this table's name: treat the connection as lost."""
        ...

    async def leave(self, last: Packet | None) -> None:
        """Sends the last message, if there is one, and disconnects, so that the broker does not publish the will."""
        ...


Answered = Callable[[str, str | None], None]  # a topic, and why the broker refuses it (None: it accepted)
Heard = Callable[[Packet], None]  # it never raises
Connect = Callable[[Packet | None, Answered, Heard], Bus]  # with the will; the pages' connection has none
