"""PINs: the proof of who is at the table. Names and roles are in the ledger; only the proof is here.

The hashes are in `pins.json` beside the ledger, readable only by its owner, and nowhere else.
"""

import hashlib
import hmac
import json
import math
import re
import secrets
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from controller.ledger.disk import replace_file
from controller.table.refusals import Refused
from words.message import Fact, Problem

# 32 MB and 50 to 100 ms per attempt. It is stored with each hash, so that it can be raised for new ones.
COST = {"n": 1 << 15, "r": 8, "p": 1}
DEAREST = 1 << 21  # the highest n times r times p accepted from a file: eight times our own


class ProofError(Refused):
    """A person could not be identified."""


class PinFileError(Problem):
    """The file of PINs cannot be used: the reason, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"pins.{code}", **facts)


@dataclass(frozen=True, slots=True)
class Pin:
    """A person's hash and its parameters."""

    salt: str
    hash: str
    n: int
    r: int
    p: int

    @classmethod
    def of(cls, pin: str) -> "Pin":
        salt = secrets.token_bytes(16)
        return cls(salt.hex(), _hash(pin, salt, **COST).hex(), **COST)

    def sound(self) -> "Pin":
        """Checks values read from a file; raises ValueError or TypeError if no PIN could be compared with them."""
        costs = (self.n, self.r, self.p)
        if not all(type(cost) is int and cost > 0 for cost in costs) or self.n & (self.n - 1) or self.n < 2:
            raise ValueError("a hash is made otherwise")
        if math.prod(costs) > DEAREST:
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
