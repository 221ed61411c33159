"""PINs from a prompt, or from standard input one per line; never from arguments or the environment, which others can
see."""

import getpass
import sys
from collections.abc import Iterable

from controller.cli.speech import text
from words.message import UsageError


def proofs(names: Iterable[str]) -> list[dict[str, str]]:
    """For each name a PIN, or a log-in token instead."""
    return [_proof(name) for name in names]


def _proof(name: str) -> dict[str, str]:
    secret = _secret("pin", name)
    return {"login": secret} if secret.startswith("login-") else {"name": name, "pin": secret}


def log_in() -> list[dict[str, str]]:
    return [{"login": _secret("log_in")}]


def new_pin(name: str) -> str:
    """A prompt asks twice, because nobody sees what is typed."""
    pin = _secret("new_pin", name)
    if sys.stdin.isatty() and pin != _secret("new_pin_again", name):
        raise UsageError("usage.pins_differ")
    return pin


def _secret(kind: str, name: str = "") -> str:
    """`kind` names the prompt in the catalogue, and the error if standard input has ended."""
    if sys.stdin.isatty():
        return getpass.getpass(f"{text(f'prompts.{kind}', name=name)} ").strip()
    line = sys.stdin.readline()
    if not line:
        raise UsageError(f"usage.no_{kind}", name=name)
    return line.strip()
