"""PINs: the proof of who is at the table. Names and roles are in the ledger; only the proof is here.

The hashes are in `pins.json` beside the ledger, readable only by its owner, and nowhere else. Each was made with a
*pepper*, a secret of this machine that a copy of that folder does not have (decision 15).
"""

import hashlib
import hmac
import json
import math
import os
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


CREDENTIAL = "litbet.pepper"  # which systemd hands to the service, if the machine has one (docs/INSTALL.md)
MACHINE_ID = Path("/etc/machine-id")

LONGEST = 12  # digits


class ProofError(Refused):
    """A person could not be identified."""


class PinFileError(Problem):
    """The file of PINs cannot be used: the reason, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"pins.{code}", **facts)


@dataclass(frozen=True, slots=True)
class Pin:
    """A person's hash and its parameters; `pepper` names the secret that it was made with."""

    salt: str
    hash: str
    n: int
    r: int
    p: int
    pepper: str = ""

    @classmethod
    def of(cls, pin: str, pepper: str = "", secret: bytes = b"") -> "Pin":
        salt = secrets.token_bytes(16)
        return cls(salt.hex(), _hash(pin, secret, salt, **COST).hex(), **COST, pepper=pepper)

    def sound(self) -> "Pin":
        """Checks values read from a file; raises ValueError or TypeError if no PIN could be compared with them."""
        costs = (self.n, self.r, self.p)
        if not all(type(cost) is int and cost > 0 for cost in costs) or self.n & (self.n - 1) or self.n < 2:
            raise ValueError("a hash is made otherwise")
        if math.prod(costs) > DEAREST:
            raise ValueError("numbers out of all proportion")
        for text in (self.salt, self.hash, self.pepper):
            bytes.fromhex(text)
        return self

    def is_right(self, pin: str, secret: bytes = b"") -> bool:
        found = _hash(pin, secret, bytes.fromhex(self.salt), self.n, self.r, self.p)
        return hmac.compare_digest(found, bytes.fromhex(self.hash))


def _hash(pin: str, secret: bytes, salt: bytes, n: int, r: int, p: int) -> bytes:
    typed = pin.encode(errors="surrogatepass")  # invalid Unicode is a wrong PIN like any other
    return hashlib.scrypt(
        hmac.digest(secret, typed, "sha256"), salt=salt, n=n, r=r, p=p, maxmem=256 * n * r * p + (1 << 20), dklen=32
    )


def peppers() -> dict[str, bytes]:
    """The secrets of this machine by name, the best first; the empty one is known everywhere."""
    credential = Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nowhere"), CREDENTIAL)
    found = [path.read_bytes().strip() for path in (credential, MACHINE_ID) if path.exists()]
    return {hmac.digest(secret, b"litbet pepper", "sha256")[:8].hex(): secret for secret in found if secret} | {"": b""}


def check_new(pin: str, name: str, least: int) -> None:
    """Refuses a PIN that is not allowed."""
    if not re.fullmatch(rf"[0-9]{{{least},{LONGEST}}}", pin):
        raise ProofError("no_pin_digits", least=least, most=LONGEST)
    if pin == name.strip():
        raise ProofError("pin_is_name")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps in ({0}, {1}, {9}) or pin in (pin[:2] * (len(pin) // 2), pin[: len(pin) // 2] * 2):
        raise ProofError("weak_pin")


class Pins:
    """The file of PINs. Every change is on disk before it is answered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._peppers = peppers()
        self._pins = self._read()

    def __contains__(self, name: object) -> bool:
        return name in self._pins

    def __getitem__(self, name: str) -> Pin:
        return self._pins[name]

    def is_right(self, name: str, pin: str) -> bool:
        return self._pins[name].is_right(pin, self._peppers[self._pins[name].pepper])

    def check_pepper(self, name: str) -> None:
        """Refuses if this PIN was made with a secret that this machine does not have, or has no more."""
        if self._pins[name].pepper not in self._peppers:
            raise ProofError("other_pepper", name=name, file=CREDENTIAL)

    def has_best_pepper(self, name: str) -> bool:
        return self._pins[name].pepper == next(iter(self._peppers))

    def taken(self, pin: str, name: str) -> bool:
        """Whether somebody else has this PIN."""
        others = (other for other, each in self._pins.items() if other != name and each.pepper in self._peppers)
        return any(self.is_right(other, pin) for other in others)

    def make(self, name: str, pin: str) -> None:
        """Gives a person a new PIN."""
        self.put(name, Pin.of(pin, *next(iter(self._peppers.items()))))

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
    pins.check_pepper(name)
    if not pins.is_right(name, pin):
        raise ProofError("not_the_pin", name=name)
