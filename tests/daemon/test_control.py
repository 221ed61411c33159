"""Whom the socket answers at all: the kernel's word for who connected, not the file's mode alone (R156)."""

import os
import socket
import struct
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.control import SO_PEERGROUPS, _allowed

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
    assert _allowed(peer, path) is answered


def test_a_real_connection_has_credentials(tmp_path: Path) -> None:
    here, there = socket.socketpair()
    with here, there:

        class Writer:
            def get_extra_info(self, _name: str) -> socket.socket:
                return here

        writer: Any = Writer()
        assert _allowed(writer, tmp_path)
