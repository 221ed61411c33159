"""The local control socket: one JSON object per line, request and answer in turn (docs/CONTROL.md). It decides who may
connect, and notifies clients that watch; requests.py answers the requests."""

import asyncio
import json
import logging
import math
import os
import pwd
import socket
import struct
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from controller.daemon.arguments import BadRequestError
from controller.daemon.control_client import Answer, ControlError, line_of
from controller.daemon.loop import Loop
from controller.daemon.people import People
from controller.daemon.pins import PinFileError
from controller.daemon.requests import Lookup, Query, Requests, refusal, row_names
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.table.commands.entry import Effect
from controller.table.journal import Entry
from controller.table.refusals import Refused
from words.message import message

log = logging.getLogger(__name__)

LONGEST = 65_536  # bytes per line
LONGEST_NUMBER = 30  # digits
LONGEST_PATH = 107  # bytes; the limit in Linux
BEHIND = 262_144  # bytes that a watcher may leave unread before it is disconnected
MOST = 64  # connections of one user at a time; a further one ends the oldest that has asked nothing
MOST_OF_ALL = 512  # of all users; a further one ends one of whoever has the most. LimitNOFILE leaves room for more
IDLE = 60.0  # s for a line to arrive, and for an answer to be taken; only those who watch may be silent for longer
SO_PEERGROUPS = 59  # Linux; the socket module has no name for it

NOT_ALLOWED = refusal(message("refusals.not_allowed"))
TOO_MANY = refusal(message("refusals.too_many_connections", most=MOST))


class Control:
    """The control socket of one running table."""

    def __init__(
        self,
        loop: Loop,
        path: Path,
        people: People,
        reader: Reader,
        queries: dict[str, Query],
        lookups: Mapping[str, Lookup],
    ) -> None:
        self._loop, self._path = loop, path
        self._requests = Requests(loop, people, reader, queries, lookups)
        self._watchers: set[asyncio.StreamWriter] = set()
        self._connections: dict[asyncio.StreamWriter, int] = {}  # the oldest first: their user
        self._silent: dict[asyncio.StreamWriter, int] = {}  # those without a request, the longest silent first
        self._close_watchers: set[asyncio.StreamWriter] = set()  # those who also want changes that are not on disk
        self._seen: object = None  # the state they were last notified of
        self._server: asyncio.Server | None = None
        loop.committed = self._tell_watchers

    @property
    def continues(self) -> Effect | None:
        """How the daemon starts anew when the loop ends: on the other ledger, or by new table terms. None: not."""
        return self._requests.continues

    @continues.setter
    def continues(self, effect: Effect | None) -> None:
        self._requests.continues = effect

    async def start(self) -> None:
        if len(bytes(self._path)) > LONGEST_PATH:
            raise ControlError("long_path", path=str(self._path), most=LONGEST_PATH)
        if _answers(self._path):
            raise ControlError("path_in_use", path=str(self._path))
        if self._path.exists() and not self._path.is_socket():
            raise ControlError("no_socket", path=str(self._path))
        try:
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST)
            self._path.chmod(0o660)
            self._requests.tell_later()
        except OSError as error:
            raise ControlError("cannot_listen", path=str(self._path), error=error.strerror) from None

    async def close(self) -> None:
        await self._requests.close()
        if self._server:
            self._server.close()
            for watcher in self._watchers:
                watcher.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        user, groups = _peer(writer)
        self._connections[writer] = user
        try:
            if not self._room(user):
                writer.write(line_of(TOO_MANY))
                return
            refused = None if _allowed(user, groups, self._path) else NOT_ALLOWED
            screen = _name(user)
            while line := await self._line(reader, writer, user):
                answer = refused or await self.answer(line, screen)
                writer.write(line_of(answer))
                async with asyncio.timeout(IDLE):
                    await writer.drain()
                if refused:
                    break
                if watching := answer.get("watching"):
                    self._watchers.add(writer)
                    if watching == "changes":
                        self._close_watchers.add(writer)
        except (ValueError, ConnectionError, TimeoutError):  # a line is too long, or the client is idle or gone
            log.info("control: a connection was ended")
        except asyncio.CancelledError:  # the process ends; before Python 3.12 asyncio logs a cancelled connection
            pass
        finally:
            self._let_go(writer)
            self._connections.pop(writer, None)
            writer.close()

    def _room(self, user: int) -> bool:
        """Whether a user may have one more connection. Nobody uses up the descriptors that others need, and neither do
        many users together: who has few connections gets one more, at the cost of who has the most."""
        held = Counter(self._connections.values())
        if held[user] <= MOST and held.total() <= MOST_OF_ALL:
            return True
        whose = user if held[user] > MOST else held.most_common(1)[0][0]
        ending = next((writer for writer, silent in self._silent.items() if silent == whose), None)
        if ending is None and held[user] <= MOST:
            ending = next(writer for writer, busy in self._connections.items() if busy == whose)
        if ending is None:
            return False
        self._silent.pop(ending, None)
        del self._connections[ending]
        ending.transport.abort()
        return True

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, user: int) -> bytes:
        if writer in self._watchers:
            return await reader.readline()
        self._silent[writer] = user
        try:
            async with asyncio.timeout(IDLE):
                return await reader.readline()
        finally:
            self._silent.pop(writer, None)

    async def answer(self, line: bytes, screen: str) -> Answer:
        """Answers one line from a client. `screen`: its user, for whom wrong PINs are counted."""
        try:
            asked = json.loads(line.decode(), parse_constant=_no_constant, parse_int=_integer, parse_float=_finite)
            if not isinstance(asked, dict) or not isinstance(asked.get("do"), str):
                raise BadRequestError("no_line")
            answer = await self._requests.answer(asked["do"], asked, screen)
        except BadRequestError as error:
            return refusal(message("refusals.bad_request", why=error.message))
        except (ValueError, RecursionError) as error:
            return refusal(message("refusals.bad_request", why=message("requests.no_json", error=str(error))))
        except Refused as refused:
            answer = refusal(refused.message)
        except (StoreError, PinFileError) as error:
            code = "ledger" if isinstance(error, StoreError) else "pins"
            answer = refusal(message(f"refusals.{code}", why=error.message))
        return answer | ({"id": asked["id"]} if "id" in asked else {})

    # -- watchers ------------------------------------------------------------------------------------------------

    def _tell_watchers(self, entries: tuple[Entry, ...]) -> None:
        if not self._watchers or not entries:
            return
        self._tell(self._watchers, {"committed": row_names(entries), "ns": time.monotonic_ns()})

    def changed(self) -> None:
        """Something may have changed, on disk or not: a lamp, an alarm, a chip before the lock. Notifies the clients
        that asked for this, without details. Passing time alone does not count as a change."""
        if not self._close_watchers:
            return
        live = self._loop.state.live
        seen = (self._loop.state.book, replace(live, clock=replace(live.clock, last=None)))
        if seen != self._seen:
            self._seen = seen
            self._tell(self._close_watchers, {"changed": True})

    def _tell(self, watchers: set[asyncio.StreamWriter], what: Answer) -> None:
        line = line_of(what)
        for watcher in list(watchers):
            if watcher.transport.get_write_buffer_size() > BEHIND:
                self._let_go(watcher)
                watcher.transport.abort()
            else:
                watcher.write(line)

    def _let_go(self, watcher: asyncio.StreamWriter) -> None:
        self._watchers.discard(watcher)
        self._close_watchers.discard(watcher)


def _peer(writer: asyncio.StreamWriter) -> tuple[int, set[int]]:
    """The connected user and its groups, by the kernel's word."""
    peer = writer.get_extra_info("socket")
    _pid, user, group = struct.unpack(
        "iII", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("iII"))
    )
    groups = peer.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, 1024)  # 256 groups, the most that Python accepts
    return user, {group, *struct.unpack(f"{len(groups) // 4}I", groups)}


def _allowed(user: int, groups: set[int], path: Path) -> bool:
    """Whether a user may use the socket: our own user, root, or a member of the socket's group. The file's mode demands
    the same, but only after it is set, and only while nobody changes it."""
    return user in (os.geteuid(), 0) or path.stat().st_gid in groups


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    """Rejects an infinite number, because the answer would not be valid JSON."""
    return _no_constant(text) if math.isinf(number := float(text)) else number


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadRequestError("long_number", most=LONGEST_NUMBER)
    return int(digits)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0
