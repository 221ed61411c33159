"""The money of progressives: what locked wagers contribute, what the house pays when wagers are returned, and where the
next reset comes from (R070-R077, R149). The players' money lies in three accounts: displayed, reserve, overflow."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from controller.table import records
from controller.table.accounts import HOUSE, meter_account, overflow_account, reserve_account
from controller.table.decision import Decision, FaultError
from controller.table.jackpot_counters import entrusted
from controller.table.journal import Transfer
from controller.table.rules import Jackpot, Rules
from controller.table.state import Book, Contributed, Contribution, Round, Stage
from controller.table.values import replace
from words.message import message

Accruals = Mapping[str, records.Accrual]  # by jackpot
NOTHING = Contribution(0, 0, 0)


class Charge(NamedTuple):
    """What the spots of a round contribute. `repaid` is what the house had paid for the same round number and a wager
    now pays."""

    contributions: dict[str, Contribution]
    repaid: dict[str, Contribution]
    transfers: list[Transfer]


def charge(decision: Decision, number: int, spots: Iterable[str], tiers: Mapping[str, int], adds: Accruals) -> Charge:
    charged = Charge({}, {}, [])
    for name, add in adds.items():
        jackpot = decision.rules.jackpots[name]
        before = decision.book.contributed
        again = _again(decision.rules, name, before, spots, tiers) if before and before.round == number else 0
        contribution = _contribution(decision.book, jackpot, add.base - again)
        if any(contribution):
            _reasonable(decision, jackpot, number, contribution.total)
            charged.contributions[name] = contribution
            charged.transfers.extend(_transfers(name, contribution))
        if before and again and any(repaid := _part(decision.book, jackpot, before.retained.get(name, NOTHING), again)):
            charged.repaid[name] = repaid
    return charged


def _again(rules: Rules, jackpot_id: str, before: Contributed, spots: Iterable[str], tiers: Mapping[str, int]) -> int:
    """The part of these spots' stakes for which this round number has already contributed (E06)."""
    return sum(
        min(rules.stake(spot, tiers), rules.stake(spot, before.spots))
        for spot in spots
        if spot in before.spots and jackpot_id in rules.wagers[rules.spots[spot].wager].jackpots
    )


def _contribution(book: Book, jackpot: Jackpot, base: int) -> Contribution:
    """Exact; the part above the limit goes to the overflow (R075, R076)."""
    share, reserve = jackpot.funding.contribution(book.terms(jackpot), base)
    limit = book.limit(jackpot)
    displayed = min(share, max(limit - book.posted(jackpot.id), 0)) if limit else share
    return Contribution(displayed, reserve, share - displayed)


def _reasonable(decision: Decision, jackpot: Jackpot, number: int, more: int) -> None:
    """R057: checks the contribution of a whole round."""
    locked, bound = decision.book.locked, decision.book.terms(jackpot).unreasonable
    already = locked.contributions.get(jackpot.id, NOTHING).total if locked and locked.number == number else 0
    if more + already > bound:
        raise FaultError(
            "unreasonable",
            message("reasons.large_round", round=number, amount=more + already, jackpot=jackpot.id, bound=bound),
        )


def _transfers(jackpot_id: str, contribution: Contribution) -> list[Transfer]:
    accounts = (meter_account(jackpot_id), reserve_account(jackpot_id), overflow_account(jackpot_id))
    return [
        Transfer(HOUSE, account, amount, "contribution")
        for account, amount in zip(accounts, contribution, strict=True)
        if amount
    ]


def _part(book: Book, jackpot: Jackpot, contribution: Contribution, base: int) -> Contribution:
    """The part of a contribution that belongs to this part of the wagers; the overflow counts first."""
    if not any(contribution):
        return NOTHING
    share, reserve = jackpot.funding.contribution(book.terms(jackpot), base)
    overflow = min(contribution.overflow, share)
    return Contribution(min(contribution.displayed, share - overflow), min(contribution.reserve, reserve), overflow)


def retained(rules: Rules, book: Book, spots: Iterable[str], tiers: Mapping[str, int]) -> dict[str, Contribution]:
    """What locked spots have contributed and leave in the jackpot when their wagers are returned. A progressive never
    falls because of a return; the house pays instead (R149, C27)."""
    locked = book.locked
    if locked is None or not locked.contributions:
        return {}
    spots = set(spots)
    if spots == set(locked.spots):
        return {name: each for name, each in locked.contributions.items() if any(each)}
    found = {}
    for name, each in locked.contributions.items():
        base = sum(rules.stake(spot, tiers) for spot in spots if name in rules.wagers[rules.spots[spot].wager].jackpots)
        found[name] = _part(book, rules.jackpots[name], each, base)
    return {name: each for name, each in found.items() if any(each)}


def liability(rules: Rules, book: Book) -> dict[str, dict[str, int]]:
    """R073: what the separate account must hold for each progressive, in micro-dollars."""
    return {
        jackpot.id: {
            "displayed": book.meter(jackpot.id),
            "reserve": book.reserve(jackpot.id),
            "overflow": book.overflow(jackpot.id),
            "owed": owed(book, jackpot.id),
        }
        for jackpot in rules.jackpots.values()
        if jackpot.funding.custodial
    }


def owed(book: Book, jackpot_id: str) -> int:
    """Confirmed shares that are not paid yet (R104)."""
    return sum(each.amount for each in book.claims if each.jackpot == jackpot_id and each.stage is Stage.OWED)


# -- what records do to the book -----------------------------------------------------------------------------


def contributed(book: Book, number: int, record: records.Locking | records.AddSpot) -> Book:
    """Record what locked wagers add to progressives."""
    if not record.contributions and not record.repaid:
        return book
    for jackpot_id, (displayed, reserve, overflow) in record.contributions.items():
        book = entrusted(book, jackpot_id, contributed=displayed, reserve=reserve, overflow=overflow)
    if book.contributed and record.repaid:
        left = _summed(book.contributed.retained, record.repaid, -1)
        book = replace(book, contributed=replace(book.contributed, retained=left))
    locked = book.locked
    if locked is None or locked.number != number:  # a late lock of a round that ended at once
        return book
    total = _summed(_summed(locked.contributions, record.contributions), record.repaid)
    return replace(book, locked=replace(locked, contributions=total))


def snapshots_raised(book: Book, contributions: Mapping[str, Contribution]) -> Book:
    """A bet added by hand was there at the lock, so that moment's amount includes its contribution (R091)."""
    locked = book.locked
    if locked is None or not contributions:
        return book
    rises = {jackpot_id: each.displayed for jackpot_id, each in contributions.items()}
    claims = tuple(
        replace(each, meters=_risen(each.meters, rises), shown=_risen(each.shown, rises))
        if each.round == locked.number
        else each
        for each in book.claims
    )
    return replace(book, locked=replace(locked, meters=_risen(locked.meters, rises)), claims=claims)


def _risen(amounts: Mapping[str, int], rises: Mapping[str, int]) -> dict[str, int]:
    return {jackpot_id: amount + rises.get(jackpot_id, 0) for jackpot_id, amount in amounts.items()}


def retaining(book: Book, number: int, before: Round, spots: Iterable[str], stays: Mapping[str, Contribution]) -> Book:
    """Wagers of these spots were returned. Their contributions stay, and the same round number does not contribute for
    them again. `before` is the round as it was locked."""
    if not stays:
        return book
    old = book.contributed if book.contributed and book.contributed.round == number else None
    known = dict(old.spots) if old else {}
    for spot in spots:
        known[spot] = max(known.get(spot, 0), before.tiers.get(spot, 0))
    total = _summed(old.retained if old else {}, stays)
    book = replace(book, contributed=Contributed(number, known, total))
    if book.locked:
        left = _summed(book.locked.contributions, stays, -1)
        book = replace(book, locked=replace(book.locked, contributions=left))
    return book


def _summed(
    old: Mapping[str, Contribution], more: Mapping[str, Contribution], sign: int = 1
) -> dict[str, Contribution]:
    return {
        name: Contribution(
            *(a + sign * b for a, b in zip(old.get(name, NOTHING), more.get(name, NOTHING), strict=True))
        )
        for name in {**old, **more}
    }
