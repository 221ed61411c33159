"""A replay on a terminal: what the socket answered, as text for people. Times are those of whoever reads it."""

import textwrap
from collections.abc import Mapping
from datetime import datetime
from typing import Any

WIDTH = 100
SHORT = 12  # hexadecimal digits of a hash
STATES = {
    "locked": "locked now",
    "over": "played",
    "void": "void",
    "unlocked": "unlocked",
    "not_locked": "not locked",
}


def listed(found: Mapping[str, Any]) -> str:
    """One line a round."""
    lines = [
        f"round {each['round']}  {_clock(each['utc'], each['trusted'])}  {_state(each)}, "
        f"{len(each['spots'])} bets, ${each['value']}" + "".join(f"; {_claim(claim)}" for claim in each["claims"])
        for each in found["rounds"]
    ]
    return "\n".join(lines) or "no rounds yet"


def told(found: Mapping[str, Any]) -> str:
    stake = f"played for ${found['stake']}" if found["plays"] else "did not play"
    lines = [
        f"Round {found['round']}, spot {found['spot']}: {_state(found)}; it {stake}.",
        *(f"Posted at the lock: {name} ${amount}." for name, amount in found["posted"].items()),
        "",
    ]
    for step in found["steps"]:
        by = f" By {' and '.join(step['by'])}." if step["by"] else ""
        lines += textwrap.wrap(
            f"{_clock(step['utc'], step['trusted'])}  {step['kind']:<8}  {step['say']}{by}",
            WIDTH,
            subsequent_indent=" " * 31,
        )
    lines += ["", _signs(found), _chain(found)]
    return "\n".join(lines)


def _state(found: Mapping[str, Any]) -> str:
    late = ", locked late" if found["late"] else ""
    return f"{STATES[found['state']]}{late}{', through a restart' if found['recovered'] else ''}"


def _claim(claim: Mapping[str, Any]) -> str:
    amount = f", ${claim['amount']}" if claim["amount"] else ""
    return f"claim {claim['claim']} of spot {claim['spot']} {claim['stage']}{amount}"


def _clock(utc: int, trusted: bool) -> str:
    return f"{datetime.fromtimestamp(utc / 1000).astimezone():%Y-%m-%d %H:%M:%S}{' ' if trusted else '?'}"


def _signs(found: Mapping[str, Any]) -> str:
    if not found["signs"]:
        return "Of what signs acknowledged then nothing is kept."
    wrong = [each for each in found["signs"] if not each["agrees"]]
    if not wrong:
        return "Each sign that was heard showed what the ledger had."
    return f"NOT what the ledger had: {', '.join(each['sign'] + ' $' + each['amount'] for each in wrong)}."


def _chain(found: Mapping[str, Any]) -> str:
    if not found["chain"]:
        return "No row speaks of this seat."
    rows = ", ".join(f"{row['seq']} {row['hash'][:SHORT]}" for row in found["chain"])
    proof = "verified" if found["verified"] else "NOT VERIFIED: a row is not what was written; run `litbet audit`"
    return textwrap.fill(f"Rows {rows}: {proof}.", WIDTH)
