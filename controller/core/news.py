"""What just happened, for the signs' `event` topic: the rows of the newest decision without names, reasons or anything
else that is the house's own. For show, not for the record: that is the ledger's."""

from collections.abc import Callable, Iterable
from typing import Any

from controller.core.entries import Entry
from controller.core.money import cents
from controller.core.rules import Rules

News = dict[str, Any]


def news(rules: Rules, entries: Iterable[Entry]) -> list[News]:
    """In the order in which it happened; rows that concern nobody else are left out."""
    return [
        {"what": tells.what, **({"round": entry.round} if entry.round else {}), **tells.facts(rules, entry)}
        for entry in entries
        if (tells := TELLS.get(entry.kind))
    ]


class _Tells:
    def __init__(self, what: str, facts: Callable[[Rules, Entry], News] = lambda _rules, _entry: {}) -> None:
        self.what, self.facts = what, facts


def _locked(rules: Rules, entry: Entry) -> News:
    return {"spots": list(entry.body["spots"])}


def _spot(rules: Rules, entry: Entry) -> News:
    return {"spots": [entry.body["spot"]]}


def _claim(rules: Rules, entry: Entry) -> News:
    return {"claim": entry.body["claim"], "spots": [entry.body["spot"]]}


def _number(rules: Rules, entry: Entry) -> News:
    return {"claim": entry.body["claim"]}


def _fixed(rules: Rules, entry: Entry) -> News:
    return {"claim": entry.body["claim"], "cents": cents(entry.body["amount"])}


def _award(rules: Rules, entry: Entry) -> News:
    body = entry.body
    amounts = {claim: cents(amount) for claim, amount in body["amounts"].items()}
    return {"jackpot": body["jackpot"], "amounts": amounts, "cents": cents(body["after"])}


def _post(rules: Rules, entry: Entry) -> News:
    """A correction may be below zero."""
    amount = entry.body["amount"]
    return {
        "jackpot": entry.body["jackpot"],
        "day": entry.body["of"],
        "cents": cents(amount) if amount >= 0 else -cents(-amount),
    }


def _set(rules: Rules, entry: Entry) -> News:
    return {"jackpot": entry.body["jackpot"], "cents": cents(entry.body["after"])}


TELLS: dict[str, _Tells] = {
    "open": _Tells("open"),
    "close": _Tells("close"),
    "not_offered": _Tells("not_offered"),
    "offered": _Tells("offered"),
    "lock": _Tells("lock", _locked),
    "late_lock": _Tells("lock", _locked),
    "add_spot": _Tells("add_spot", _spot),
    "void_spot": _Tells("void_spot", _spot),
    "unlock": _Tells("unlock"),
    "clear": _Tells("clear"),
    "void": _Tells("void"),
    "claim": _Tells("claim", _claim),
    "unclaim": _Tells("claim_denied", _number),
    "fixed": _Tells("award_fixed", _fixed),
    "award": _Tells("award", _award),
    "paid": _Tells("paid", _number),
    "post": _Tells("post", _post),
    "set": _Tells("set", _set),
}
