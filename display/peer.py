"""Who is at the other end of a connection, by the kernel's word: there is no secret that somebody could find out."""

import ipaddress
import os
import socket
import struct

Peer = int | str  # a user of this machine, by number; or an address elsewhere

# sock_diag(7): one socket is asked for by its two ends.
SOCK_DIAG, SOCK_DIAG_BY_FAMILY, REQUEST = 4, 20, 1
ANY_STATE, ANY_COOKIE = 0xFFFFFFFF, b"\xff" * 8
HEADER = struct.Struct("=IHHII")  # length, type, flags, sequence, port
QUESTION = struct.Struct("=BBBBI")  # family, protocol, extensions, padding, states
ANSWER = struct.Struct("=BBBB48xIIIII")  # family, state, timer, retransmissions; expiry, two queues, user, inode
ESTABLISHED = 1
PREFIX = 64  # bits: whoever has one IPv6 address has all with the same prefix


def peer_of(connection: socket.socket) -> Peer | None:
    """The user of this machine who opened the connection, or the address of another machine; None if its other end is
    already closed: then nobody has it."""
    there = connection.getpeername()
    known, user = _user(connection, there)
    if known:
        return user
    address = ipaddress.ip_address(there[0].partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return None
    return str(address if address.version == 4 else ipaddress.ip_network((address, PREFIX), strict=False))


def is_told() -> bool:
    """Whether this kernel tells who connects: otherwise no connection of this machine can be taken."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as connection,
    ):
        try:
            return peer_of(connection) == os.geteuid()
        except OSError:
            return False


def _user(connection: socket.socket, there: tuple[str, int]) -> tuple[bool, int | None]:
    """Whether the other end is a socket of this machine, and whose. A socket that its owner has closed belongs to
    nobody, and the kernel then says user 0: only an open one counts."""
    here, family = connection.getsockname(), connection.family
    ends = struct.pack("!HH", there[1], here[1]) + b"".join(
        socket.inet_pton(family, end[0].partition("%")[0]).ljust(16, b"\0") for end in (there, here)
    )
    asked = QUESTION.pack(family, socket.IPPROTO_TCP, 0, 0, ANY_STATE) + ends + bytes(4) + ANY_COOKIE
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, SOCK_DIAG) as kernel:
        kernel.settimeout(1)
        kernel.send(HEADER.pack(HEADER.size + len(asked), SOCK_DIAG_BY_FAMILY, REQUEST, 0, 0) + asked)
        answer = kernel.recv(4096)
    if HEADER.unpack_from(answer)[1] != SOCK_DIAG_BY_FAMILY:
        return False, None
    _family, state, *_, user, inode = ANSWER.unpack_from(answer, HEADER.size)
    return True, user if state == ESTABLISHED and inode else None
