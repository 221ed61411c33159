"""PINs and log-ins: proof of who is at the table. Names and roles are in the ledger; only the proof is here.

The hashes are in `pins.json` beside the ledger, readable only by its owner, and nowhere else. A lock-out is measured in
the table's own running time, not by the wall clock; a restart begins it again.
"""

import asyncio
import contextlib
import hashlib
import hmac
import json
import math
import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from controller.ledger.disk import replace_file
from controller.table.refusals import Refused
from words.message import Fact, Problem

# 32 MB and 50 to 100 ms per attempt. It is stored with each hash, so that it can be raised for new ones.
COST = {"n": 1 << 15, "r": 8, "p": 1}
DEAREST = 1 << 21  # the highest n times r times p accepted from a file: eight times our own
TRIES = 5  # wrong PINs in a row before the name is locked out
LOCKED_FOR = 300_000  # ms for the first lock-out; each further one lasts twice as long, up to a day
LONGEST = 86_400_000
IDLE, WHOLE = 300_000, 1_800_000  # ms: how long a log-in lasts without use, and at most
MOST = 100  # log-ins at a time; a further one replaces the oldest


class ProofError(Refused):
    """A person could not be identified."""


class LockOutError(ProofError):
    """This attempt locked the name out."""

    def __init__(self, name: str, wrong: int, minutes: int) -> None:
        super().__init__("locked_out_now", name=name, wrong=wrong, minutes=minutes)
        self.name = name


class PinFileError(Problem):
    """The file of PINs cannot be used: the reason, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"pins.{code}", **facts)


@dataclass(frozen=True, slots=True)
class Pin:
    """A person's hash, its parameters, and the number of wrong attempts since the last right one."""

    salt: str
    hash: str
    n: int
    r: int
    p: int
    wrong: int = 0

    @classmethod
    def of(cls, pin: str) -> "Pin":
        salt = secrets.token_bytes(16)
        return cls(salt.hex(), _hash(pin, salt, **COST).hex(), **COST)

    def sound(self) -> "Pin":
        """Checks values read from a file; raises ValueError or TypeError if no PIN could be compared with them."""
        costs = (self.n, self.r, self.p)
        if not all(type(cost) is int and cost > 0 for cost in costs) or self.n & (self.n - 1) or self.n < 2:
            raise ValueError("a hash is made otherwise")
        if math.prod(costs) > DEAREST or type(self.wrong) is not int or self.wrong < 0:
            raise ValueError("numbers out of all proportion")
        for text in (self.salt, self.hash):
            bytes.fromhex(text)
        return self

    def is_right(self, pin: str) -> bool:
        found = _hash(pin, bytes.fromhex(self.salt), self.n, self.r, self.p)
        return hmac.compare_digest(found, bytes.fromhex(self.hash))


def _hash(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    secret = pin.encode(errors="surrogatepass")  # invalid Unicode is a wrong PIN like any other
    return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=256 * n * r * p + (1 << 20), dklen=32)


def unfit(pin: str, name: str) -> str:
    """Why this PIN is not allowed, as the code of a refusal; empty if it is."""
    if not re.fullmatch(r"[0-9]{4,12}", pin):
        return "no_pin_digits"
    if pin == name.strip():
        return "pin_is_name"
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps in ({0}, {1}, {9}) or pin in (pin[:2] * (len(pin) // 2), pin[: len(pin) // 2] * 2):
        return "weak_pin"
    return ""


class Pins:
    """The file of PINs. Every change is on disk before it is answered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pins = self._read()

    def __contains__(self, name: object) -> bool:
        return name in self._pins

    def __getitem__(self, name: str) -> Pin:
        return self._pins[name]

    def put(self, name: str, pin: Pin) -> None:
        self._write({**self._pins, name: pin})

    def drop(self, name: str) -> None:
        self._write({other: pin for other, pin in self._pins.items() if other != name})

    def _read(self) -> dict[str, Pin]:
        try:
            stored = json.loads(self.path.read_text())
            return {name: Pin(**pin).sound() for name, pin in stored.items()}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise PinFileError("unread", path=str(self.path), error=error.strerror) from None
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise PinFileError("damaged", path=str(self.path)) from None

    def _write(self, pins: dict[str, Pin]) -> None:
        content = json.dumps({name: asdict(pin) for name, pin in pins.items()}, indent=1)
        try:
            replace_file(self.path, content.encode())
        except OSError as error:
            raise PinFileError("unwritten", path=str(self.path), error=error.strerror) from None
        self._pins = pins


def prove(pins: Pins, name: str, pin: str) -> None:
    """Checks a PIN while no daemon runs. It locks nobody out: whoever can ask here owns the file anyway."""
    if name not in pins:
        raise ProofError("no_pin", name=name)
    if not pins[name].is_right(pin):
        raise ProofError("not_the_pin", name=name)


@dataclass(frozen=True, slots=True)
class _LogIn:
    name: str
    since: int  # ms of the table's running time
    used: int


class People:
    """Checks PINs one at a time in a thread: the loop never waits for a hash, and many attempts need only the memory of
    one."""

    def __init__(self, pins: Pins, mono: Callable[[], int]) -> None:
        self._pins = pins
        self._mono = mono  # ms
        self._one = asyncio.Lock()
        self._out: dict[str, int] = {}  # name -> ms until which it is locked out
        self._logins: dict[str, _LogIn] = {}

    async def vouch(self, name: str, pin: str) -> None:
        """Returns if the PIN is right; raises otherwise."""
        async with self._one:
            if name not in self._pins:
                raise ProofError("no_pin", name=name)
            known = self._pins[name]
            if wait := self._locked_for(name):
                raise ProofError("locked_out", name=name, wrong=known.wrong, minutes=_minutes(wait))
            if await asyncio.to_thread(known.is_right, pin):
                if known.wrong:
                    await self._put(name, replace(known, wrong=0))
                return
            known = replace(known, wrong=known.wrong + 1)
            await self._put(name, known)
        if left := -known.wrong % TRIES:
            raise ProofError("wrong_pin", name=name, left=left)
        self._out[name] = self._mono() + _span(known.wrong)
        raise LockOutError(name, known.wrong, _minutes(_span(known.wrong)))

    def _locked_for(self, name: str) -> int:
        """ms that remain of a lock-out. One from an earlier run begins again, because no clock here tells how long the
        power was off."""
        wrong = self._pins[name].wrong
        if not wrong or wrong % TRIES:
            return 0
        until = self._out.setdefault(name, self._mono() + _span(wrong))
        return max(until - self._mono(), 0)

    async def _put(self, name: str, pin: Pin) -> None:
        await asyncio.to_thread(self._pins.put, name, pin)

    async def set_pin(self, name: str, pin: str) -> None:
        """Sets a new PIN, which ends the name's log-ins and lock-out."""
        made = await asyncio.to_thread(Pin.of, pin)
        async with self._one:
            self._forget(name)
            await self._put(name, made)

    async def drop(self, name: str) -> None:
        async with self._one:
            self._forget(name)
            await asyncio.to_thread(self._pins.drop, name)

    def _forget(self, name: str) -> None:
        self._out.pop(name, None)
        self._logins = {token: login for token, login in self._logins.items() if login.name != name}

    def view(self, name: str) -> dict[str, Any]:
        """Public facts about a person's PIN."""
        if name not in self._pins:
            return {"pin": False, "locked_out": 0}
        return {"pin": True, "locked_out": _minutes(self._locked_for(name))}

    # -- log-ins ---------------------------------------------------------------------------------------------

    def log_in(self, name: str) -> str:
        """A token that replaces the PIN for a while, for a person whose PIN was right just now."""
        now = self._mono()
        alive = {token: login for token, login in self._logins.items() if _lives(login, now)}
        while len(alive) >= MOST:
            del alive[min(alive, key=lambda token: alive[token].used)]
        token = f"login-{secrets.token_urlsafe(24)}"
        self._logins = {**alive, token: _LogIn(name, now, now)}
        return token

    def whose(self, token: str) -> str:
        """The name behind a token; the use extends the log-in."""
        login, now = self._logins.get(token), self._mono()
        if login is None or not _lives(login, now):
            self.log_out(token)
            raise ProofError("login_ended")
        self._logins[token] = replace(login, used=now)
        return login.name

    def log_out(self, token: str) -> None:
        with contextlib.suppress(KeyError):
            del self._logins[token]


def _lives(login: _LogIn, now: int) -> bool:
    return now - login.used < IDLE and now - login.since < WHOLE


def _span(wrong: int) -> int:
    return min(LOCKED_FOR << min(wrong // TRIES - 1, 20), LONGEST)


def _minutes(ms: int) -> int:
    """Rounded up."""
    return -(-ms // 60_000)
