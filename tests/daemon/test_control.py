"""Whom the socket answers at all: the kernel's word for who connected, not the file's mode alone (R156)."""

import asyncio
import os
import socket
import struct
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.daemon.control import SO_PEERGROUPS, Control, _allowed, _peer
from controller.daemon.tries import Counts

OURS, STRANGER = 990, 1001


class Peer:
    """One end of a connection, as the kernel describes the other."""

    def __init__(self, uid: int, gid: int, groups: tuple[int, ...]) -> None:
        self._uid, self._gid, self._groups = uid, gid, groups

    def get_extra_info(self, name: str) -> "Peer":
        assert name == "socket"
        return self

    def getsockopt(self, level: int, option: int, size: int) -> bytes:
        assert size <= 1024, "Python's own limit"
        assert level == socket.SOL_SOCKET
        if option == socket.SO_PEERCRED:
            return struct.pack("iII", 4242, self._uid, self._gid)
        assert option == SO_PEERGROUPS
        return struct.pack(f"{len(self._groups)}I", *self._groups)


@pytest.mark.parametrize(
    ("uid", "gid", "groups", "answered"),
    [
        (OURS, 1, (), True),
        (0, 0, (), True),
        (STRANGER, "socket", (), True),
        (STRANGER, 7, (8, "socket"), True),
        (STRANGER, 7, (8, 9), False),
        (STRANGER, 7, (), False),
    ],
)
def test_our_user_root_and_the_sockets_group(
    uid: int, gid: Any, groups: tuple[Any, ...], answered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "control.sock"
    path.touch()
    group = path.stat().st_gid
    monkeypatch.setattr(os, "geteuid", lambda: OURS)
    peer: Any = Peer(uid, group + 100 if gid == 7 else group if gid == "socket" else gid, ())
    peer._groups = tuple(group if each == "socket" else group + each for each in groups)
    assert _allowed(*_peer(peer), path) is answered


def test_a_real_connection_has_credentials(tmp_path: Path) -> None:
    here, there = socket.socketpair()
    with here, there:

        class Writer:
            def get_extra_info(self, _name: str) -> socket.socket:
                return here

        writer: Any = Writer()
        assert _allowed(*_peer(writer), tmp_path)


def test_a_stop_with_open_connections_reports_no_error(tmp_path: Path) -> None:
    """Before Python 3.12 asyncio logs the cancelled task of a connection as an unhandled error."""
    reported: list[dict[str, Any]] = []

    async def table(client: socket.socket) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context))
        nothing: Any = SimpleNamespace(status=dict, tries=SimpleNamespace(counts=Counts()))
        control = Control(nothing, tmp_path / "control.sock", nothing, nothing, {}, {})
        await control.start()
        client.connect(str(tmp_path / "control.sock"))
        while len(asyncio.all_tasks()) < 2:  # until the server has accepted
            await asyncio.sleep(0.001)
        await control.close()

    with socket.socket(socket.AF_UNIX) as client:
        asyncio.run(table(client))  # which cancels what still runs
    assert reported == []
