"""Adjustments by hand (R140-R145): a closed list of causes, two people, before and after of every account. There is no
command that sets a meter."""

from collections.abc import Iterable

from controller.core.accounts import (
    HOUSE,
    meter_account,
    overflow_account,
    reserve_account,
)
from controller.core.awards import waiting
from controller.core.entries import Transfer
from controller.core.meter_events import LowerMeter, RaiseMeter
from controller.core.money import dollars
from controller.core.refusals import Refused
from controller.core.rules import Jackpot
from controller.core.turn import Turn

ACCOUNTS = {"displayed": meter_account, "reserve": reserve_account, "overflow": overflow_account}
FALLS = {  # cause -> the accounts that may fall for it
    "malfunction": ("displayed", "reserve", "overflow"),
    "over_limit": ("displayed",),
    "nondisplayed": ("reserve", "overflow"),
    "seed_recovery": ("reserve", "overflow", "displayed"),
}
RISES = ("variance", "malfunction")
SOURCES = ("house", "reserve", "overflow")
CODES = {"nondisplayed": "gross_receipts"}  # of transfers, where it is not the cause


def lower(turn: Turn, event: LowerMeter) -> None:
    pot = _adjustable(turn, event.jackpot, event.amount)
    causes = [cause for cause in FALLS if cause in turn.rules.may_fall and (pot.custodial or cause == "malfunction")]
    if event.cause not in causes:
        raise _unlawful("lowered", event.cause, causes)
    accounts = FALLS[event.cause] if pot.custodial else ("displayed",)
    if event.account not in accounts:
        raise _elsewhere(pot, "lowered", event.cause, event.account, accounts)
    _enough(turn, pot, event.account, event.amount)
    limit = turn.book.limit(pot)
    above = max(turn.book.meter(pot.id) - limit, 0) if limit else 0
    if event.cause == "over_limit" and event.amount > above:
        raise Refused("within_limit", jackpot=pot.id, above=dollars(above))
    if event.cause == "seed_recovery" and event.amount > (there := _to_recover(turn, pot, event.account)):
        raise Refused("nothing_to_recover", jackpot=pot.id, there=dollars(there))
    target = overflow_account(pot.id) if event.cause == "over_limit" else HOUSE
    facts = {"account": event.account, "cause": event.cause, "reason": event.reason}
    _write(turn, "lower", pot, ACCOUNTS[event.account](pot.id), target, event.amount, facts)


def _to_recover(turn: Turn, pot: Jackpot, account: str) -> int:
    """What the house has advanced and not taken back; the signs' amount does not fall below a reset for it."""
    there = turn.book.jackpots[pot.id].advance
    if account == "displayed":
        there = min(there, turn.book.meter(pot.id) - turn.book.terms(pot).reset)
    return max(there, 0)


def rise(turn: Turn, event: RaiseMeter) -> None:
    pot = _adjustable(turn, event.jackpot, event.amount)
    causes = [cause for cause in RISES if cause in turn.rules.may_rise]
    if event.cause not in causes:
        raise _unlawful("raised", event.cause, causes)
    sources = SOURCES if pot.custodial else ("house",)
    if event.source not in sources:
        raise _elsewhere(pot, "raised", event.cause, event.source, sources)
    if event.source != "house":
        _enough(turn, pot, event.source, event.amount)
    limit, meter = turn.book.limit(pot), turn.book.meter(pot.id)
    if limit and meter + event.amount > limit:
        raise Refused("over_the_limit", jackpot=pot.id, room=dollars(max(limit - meter, 0)))
    source = HOUSE if event.source == "house" else ACCOUNTS[event.source](pot.id)
    facts = {"from": event.source, "cause": event.cause, "reason": event.reason}
    _write(turn, "raise", pot, source, meter_account(pot.id), event.amount, facts)


def _adjustable(turn: Turn, jackpot: str, amount: int) -> Jackpot:
    """Between rounds, and not while a winner's amount depends on it."""
    pot = turn.rules.jackpots.get(jackpot)
    if pot is None:
        raise Refused("unknown_jackpot", jackpot=jackpot, jackpots=", ".join(turn.rules.jackpots))
    if amount <= 0:
        raise Refused("above_zero")
    if turn.book.locked:
        raise Refused("clear_first")
    if waiting(turn.rules, turn.book, pot.id) or turn.book.posted(pot.id) != turn.book.meter(pot.id):
        raise Refused("claim_on_meter", jackpot=pot.id)
    return pot


def _enough(turn: Turn, pot: Jackpot, account: str, amount: int) -> None:
    there = turn.book.balances.get(ACCOUNTS[account](pot.id), 0)
    if amount > there:
        raise Refused("holds_less", jackpot=pot.id, account=account, there=dollars(there))


def _unlawful(done: str, cause: str, causes: Iterable[str]) -> Refused:
    return Refused("unlawful_cause", done=done, cause=cause, causes=", ".join(causes) or "none")


def _elsewhere(pot: Jackpot, done: str, cause: str, account: str, accounts: Iterable[str]) -> Refused:
    names = ", ".join(accounts)
    return Refused("no_such_account", jackpot=pot.id, done=done, cause=cause, account=account, accounts=names)


def _write(turn: Turn, kind: str, pot: Jackpot, source: str, target: str, amount: int, facts: dict[str, str]) -> None:
    before = {name: turn.book.balances.get(account(pot.id), 0) for name, account in ACCOUNTS.items()}
    change = {source: -amount, target: amount}
    after = {name: before[name] + change.get(account(pot.id), 0) for name, account in ACCOUNTS.items()}
    body = {"jackpot": pot.id, "amount": amount, **facts, "before": before, "after": after}
    body["reason"] = turn.reason(facts["reason"])
    turn.write(kind, body, [Transfer(source, target, amount, CODES.get(facts["cause"], facts["cause"]))])
