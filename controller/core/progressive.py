"""The money of progressives: what locked wagers contribute, what the house keeps in when they are given back, and where
the next reset comes from (R070-R077, R149). The players' money, in three accounts: displayed, reserve, overflow."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.core.accounts import (
    HOUSE,
    meter_account,
    overflow_account,
    reserve_account,
)
from controller.core.journal import Transfer
from controller.core.money import percentage
from controller.core.rules import Jackpot, Rules
from controller.core.state import (
    Book,
    Contributed,
    Stage,
    Won,
)
from controller.core.turn import FaultError, Turn
from controller.core.whys import why

Put = tuple[int, ...]  # what a jackpot gets of wagers: displayed, reserve, overflow
Adds = Mapping[str, list[int]]  # jackpot -> [wagers, base, accrued], as days.adds tells


def charge(
    turn: Turn, number: int, spots: Iterable[str], tiers: Mapping[str, int], adds: Adds
) -> tuple[dict[str, Any], list[Transfer]]:
    """What these spots of a round contribute, as the row says it, and its transfers. `repaid` is what the house had
    kept in for the same number, and a wager pays for again."""
    facts: dict[str, Any] = {}
    transfers: list[Transfer] = []
    for name, (_number, base, _accrued) in adds.items():
        pot = turn.rules.jackpots[name]
        if not pot.custodial:
            continue
        before = turn.book.contributed
        again = _again(turn.rules, name, before, spots, tiers) if before and before.round == number else 0
        put = _put(turn.book, pot, base - again)
        _reasonable(turn, pot, number, sum(put))
        if any(put):
            facts.setdefault("contributed", {})[name] = list(put)
            transfers += _transfers(name, put)
        if before and again and any(repaid := _part(turn.book, pot, before.kept.get(name, ()), again)):
            facts.setdefault("repaid", {})[name] = list(repaid)
    return facts, transfers


def _again(rules: Rules, jackpot: str, before: Contributed, spots: Iterable[str], tiers: Mapping[str, int]) -> int:
    """Of what these spots play for, what this number has contributed of already (E06)."""
    return sum(
        min(rules.stake(spot, tiers), rules.stake(spot, before.spots))
        for spot in spots
        if spot in before.spots and jackpot in rules.wagers[rules.spots[spot].wager].jackpots
    )


def _put(book: Book, pot: Jackpot, base: int) -> Put:
    """Exact; what finds no room below the limit is the overflow (R075, R076)."""
    terms = book.terms(pot)
    share, reserve = percentage(base, terms.rate_bp), percentage(base, terms.reserve_bp)
    limit = book.limit(pot)
    displayed = min(share, max(limit - book.posted(pot.id), 0)) if limit else share
    return displayed, reserve, share - displayed


def _reasonable(turn: Turn, pot: Jackpot, number: int, more: int) -> None:
    """R057: of a whole round."""
    locked, bound = turn.book.locked, turn.book.terms(pot).unreasonable
    whole = more + (sum(locked.put.get(pot.id, ())) if locked and locked.number == number else 0)
    if whole > bound:
        raise FaultError(
            "unreasonable",
            why("large_round", round=number, amount=whole, jackpot=pot.id, bound=bound),
        )


def _transfers(jackpot: str, put: Put) -> list[Transfer]:
    accounts = (meter_account(jackpot), reserve_account(jackpot), overflow_account(jackpot))
    return [
        Transfer(HOUSE, account, amount, "contribution")
        for account, amount in zip(accounts, put, strict=True)
        if amount
    ]


def _part(book: Book, pot: Jackpot, put: Put, base: int) -> Put:
    """Of what was put in, the part of so much wagered; what came above the limit first."""
    if not put:
        return 0, 0, 0
    terms = book.terms(pot)
    share, reserve = percentage(base, terms.rate_bp), percentage(base, terms.reserve_bp)
    overflow = min(put[2], share)
    return min(put[0], share - overflow), min(put[1], reserve), overflow


def kept(rules: Rules, book: Book, spots: Iterable[str], tiers: Mapping[str, int]) -> dict[str, list[int]]:
    """What locked spots have contributed and leave behind as their wagers are given back: a progressive never falls for
    it, the house has put it in (R149, C27)."""
    locked = book.locked
    if locked is None or not locked.put:
        return {}
    spots = set(spots)
    if spots == set(locked.spots):
        return {name: list(put) for name, put in locked.put.items() if any(put)}
    found = {}
    for name, put in locked.put.items():
        base = sum(rules.stake(spot, tiers) for spot in spots if name in rules.wagers[rules.spots[spot].wager].jackpots)
        found[name] = list(_part(book, rules.jackpots[name], put, base))
    return {name: put for name, put in found.items() if any(put)}


def reseeded_from(book: Book, had: Won, rounding: int, reseeded: int) -> tuple[int, int]:
    """Of the reset of a meter that was won, how much is of the reserve and how much of the overflow; the rest the house
    advances (R077). A reset that is taken back goes back where it came from, players' money first, and to the house no
    more than it has not recovered yet."""
    advance = book.jackpots[had.jackpot].advance
    more = reseeded - had.reseeded
    reserve = book.reserve(had.jackpot) + rounding - had.rounding
    if more >= 0:
        of_reserve = min(more, max(reserve, 0))
        of_overflow = min(more - of_reserve, book.overflow(had.jackpot))
    else:
        of_reserve = -min(-more, max(had.from_reserve, 0))
        of_overflow = -min(-more + of_reserve, had.from_overflow)
        to_house = of_reserve + of_overflow - more
        of_reserve -= max(to_house - max(advance, 0), 0)
    return had.from_reserve + min(of_reserve, reserve), had.from_overflow + of_overflow


def liability(rules: Rules, book: Book) -> dict[str, dict[str, int]]:
    """R073: what the separate account must hold, in micro-dollars, for each progressive."""
    return {
        pot.id: {
            "displayed": book.meter(pot.id),
            "reserve": book.reserve(pot.id),
            "overflow": book.overflow(pot.id),
            "owed": owed(book, pot.id),
        }
        for pot in rules.jackpots.values()
        if pot.custodial
    }


def owed(book: Book, jackpot: str) -> int:
    """Shares that are confirmed and not paid yet (R104)."""
    return sum(each.amount for each in book.claims if each.jackpot == jackpot and each.stage is Stage.OWED)
