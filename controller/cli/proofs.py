"""PINs at a prompt, or from standard input one line each: never in arguments or the environment, which others see."""

import getpass
import sys
from collections.abc import Iterable

from controller.cli.errors import UsageError


def proofs(names: Iterable[str]) -> list[dict[str, str]]:
    """For each name a PIN, or the log-in that stands for it."""
    return [_proof(name) for name in names]


def _proof(name: str) -> dict[str, str]:
    told = _secret(f"PIN (or log-in) of {name}: ", f"the PIN of {name}")
    return {"login": told} if told.startswith("login-") else {"name": name, "pin": told}


def log_in() -> list[dict[str, str]]:
    return [{"login": _secret("Log-in that ends: ", "the log-in")}]


def new_pin(name: str) -> str:
    """At a prompt twice, since nobody sees what is typed."""
    told = _secret(f"New PIN for {name}: ", f"the new PIN of {name}")
    if sys.stdin.isatty() and told != _secret("Once more: ", "the new PIN"):
        raise UsageError("the two are not the same; nothing was changed")
    return told


def _secret(prompt: str, what: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(prompt).strip()
    line = sys.stdin.readline()
    if not line:
        raise UsageError(f"{what} is missing: standard input takes one line for each --by, then the new PIN")
    return line.strip()
