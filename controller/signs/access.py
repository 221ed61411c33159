"""Who may do what at the broker: a user for each table, and one for each of its signs, each with a password and with
exactly the topics that it needs. mosquitto reads both lists.

The access list names every topic. A pattern such as litbet/+/sign/%u/ack would let a sign's user write under tables
that do not exist, and the broker keeps a message for each."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

ITERATIONS = 10_000
SALT_BYTES = 12


@dataclass(frozen=True, slots=True)
class TableUsers:
    """The users of one table."""

    base: str  # its topics begin with this: litbet/bj-1
    table: str  # the controller's user
    jackpots: tuple[str, ...]
    signs: Mapping[str, str | None]  # user -> the name by which this sign acknowledges; None: it only reads

    @property
    def names(self) -> tuple[str, ...]:
        return (self.table, *self.signs)


def access_list(tables: Iterable[TableUsers]) -> str:
    """mosquitto's acl_file. What it does not allow is forbidden."""
    head = "# Made by `litbet broker setup`. What is not allowed here is forbidden."
    return "\n".join([head, *(line for users in tables for line in _lines(users)), ""])


def _lines(users: TableUsers) -> Iterator[str]:
    amounts = [f"jackpot/{jackpot}/{kind}" for jackpot in users.jackpots for kind in ("meter", "value")]
    public = ["status", "head", "round", "event", *amounts]
    yield from ("", f"user {users.table}", *(f"topic readwrite {users.base}/{topic}" for topic in public[:2]))
    yield from (f"topic write {users.base}/{topic}" for topic in public[2:])
    yield from (f"topic read {users.base}/sign/{sign}/ack" for sign in users.signs.values() if sign)
    for user, sign in users.signs.items():
        yield from ("", f"user {user}", *(f"topic read {users.base}/{topic}" for topic in public))
        if sign:
            yield f"topic write {users.base}/sign/{sign}/ack"


def password_line(user: str, password: str, salt: bytes) -> str:
    """A line of mosquitto's password_file: PBKDF2 with SHA-512."""
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"{user}:$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"
