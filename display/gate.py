"""Which connections the pages' server takes. No peer takes the place of another, and none holds a connection on which
it asks nothing."""

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from dataclasses import dataclass

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from display.guard import Handler
from display.peer import Peer, peer_of

log = logging.getLogger(__name__)

MOST_OF_ONE = 64  # connections of one peer: a browser with twenty signs has about thirty
MOST = 512  # of all; the kiosk's user has places of his own beside these
PATIENCE = 10.0  # s from the connection, or from the last answer, to the last byte of the next request's head
PAUSE = 0.5  # s after the kernel refused to hand over a connection


@dataclass(slots=True)
class Guest:
    """One connection."""

    peer: Peer
    timer: asyncio.TimerHandle | None = None  # runs while no request is being answered


class Gate:
    """The connections of one server."""

    def __init__(self, kiosk: int | None) -> None:
        self._kiosk = kiosk
        self._guests: dict[RequestHandler, Guest] = {}
        self._door = asyncio.Lock()  # one at a time: nobody counts as gone while he comes in

    def is_kiosk(self, request: web.Request) -> bool:
        """The browser of the kiosk's user sent the request; on a bench, any user of this machine."""
        guest = self._guests.get(request.protocol)
        return guest is not None and (guest.peer == self._kiosk if self._kiosk is not None else type(guest.peer) is int)

    async def admit(self, listener: socket.socket, server: web.Server) -> None:
        """Takes connections of one listening socket until cancelled."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError as error:
                log.warning("no connection can be taken: %s", error.strerror)
                await asyncio.sleep(PAUSE)
                continue
            peer = _peer(connection)
            async with self._door:
                if peer is not None and self._has_room(peer, server):
                    await self._take(connection, peer, server)
                    continue
            connection.close()
            await asyncio.sleep(0)  # whoever connects without end leaves time for those who are in

    @web.middleware
    async def timed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Stops the connection's timer while its request is answered."""
        self._stop(request.protocol)
        try:
            return await handler(request)
        finally:
            self._start(request.protocol)

    def _has_room(self, peer: Peer, server: web.Server) -> bool:
        here = set(server.connections)
        for gone in self._guests.keys() - here:
            self._stop(gone)
            del self._guests[gone]
        if Counter(guest.peer for guest in self._guests.values())[peer] >= MOST_OF_ONE:
            return False
        return peer == self._kiosk or len(here) < MOST

    async def _take(self, connection: socket.socket, peer: Peer, server: web.Server) -> None:
        protocol: RequestHandler = server()
        self._guests[protocol] = Guest(peer)
        with contextlib.suppress(OSError):  # it has ended already
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
            self._start(protocol)

    def _start(self, connection: RequestHandler) -> None:
        if guest := self._guests.get(connection):
            self._stop(connection)
            guest.timer = asyncio.get_running_loop().call_later(PATIENCE, _end, connection)

    def _stop(self, connection: RequestHandler) -> None:
        guest = self._guests.get(connection)
        if guest and guest.timer:
            guest.timer.cancel()
            guest.timer = None


def _peer(connection: socket.socket) -> Peer | None:
    try:
        return peer_of(connection)
    except OSError:  # it has ended already
        return None


def _end(connection: RequestHandler) -> None:
    if connection.transport:
        connection.transport.abort()
