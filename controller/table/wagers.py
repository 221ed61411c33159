"""Locked wagers: what they add to the day, their transfers to the house and back, and what their records do to the
book."""

from collections.abc import Iterable, Mapping

from controller.table.accounts import HOUSE, PLAYERS, credit_account
from controller.table.jackpot_counters import counted
from controller.table.journal import BrokenEntryError, Transfer
from controller.table.records import Accrual
from controller.table.rules import Rules, Sensor
from controller.table.spot_book import change_spot
from controller.table.state import Book, DayBook, Round
from controller.table.values import replace

Accruals = Mapping[str, Accrual]  # by jackpot


def accruals(
    rules: Rules, book: Book, spots: Iterable[str], tiers: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, Accrual]]:
    """What these locked spots add to the day: the number for each wager, and the accrual of each jackpot."""
    wagers: dict[str, int] = {}
    found: dict[str, Accrual] = {}
    for spot in spots:
        wager, stake = rules.wagers[rules.spots[spot].wager], rules.stake(spot, tiers)
        wagers[wager.id] = wagers.get(wager.id, 0) + 1
        for name in wager.jackpots:
            number, base, accrued = found.get(name, (0, 0, 0))
            found[name] = Accrual(number + 1, base + stake, accrued + accrual(rules, book, name, stake))
    return wagers, found


def accrual(rules: Rules, book: Book, jackpot_id: str, amount: int) -> int:
    """What a wagered amount will add to the meter the next morning."""
    jackpot = rules.jackpots[jackpot_id]
    return jackpot.funding.accrual(book.terms(jackpot), amount)


def wagered(rules: Rules, spots: Iterable[str], tiers: Mapping[str, int]) -> tuple[list[Transfer], dict[str, int]]:
    """The transfers of the wagers to the house, and the coin credit that they use: coins come from the spot's credit,
    everything else from the players."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand: dict[str, int] = {}
    for spot in spots:
        rule = rules.spots[spot]
        amount = rules.stake(spot, tiers)
        if rule.sensor is Sensor.COIN:
            credit[spot] = amount
            transfers.append(Transfer(credit_account(spot), HOUSE, amount, "wager"))
        else:
            by_hand[rule.wager] = by_hand.get(rule.wager, 0) + amount
    transfers.extend(Transfer(PLAYERS, HOUSE, amount, "wager") for amount in by_hand.values())
    return transfers, credit


def given_back(
    rules: Rules, spots: Iterable[str], code: str, tiers: Mapping[str, int]
) -> tuple[list[Transfer], dict[str, int]]:
    """The same transfers in reverse."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand = 0
    for spot in spots:
        rule = rules.spots[spot]
        amount = rules.stake(spot, tiers)
        if rule.sensor is Sensor.COIN:
            credit[spot] = amount
            transfers.append(Transfer(HOUSE, credit_account(spot), amount, code))
        else:
            by_hand += amount
    if by_hand:
        transfers.append(Transfer(HOUSE, PLAYERS, by_hand, code))
    return transfers, credit


# -- what records do to the book -----------------------------------------------------------------------------


def running_day(book: Book) -> DayBook:
    if book.today is None:
        raise BrokenEntryError("no_day")
    return book.today


def locked_round(book: Book) -> Round:
    if book.locked is None:
        raise BrokenEntryError("no_lock")
    return book.locked


def counted_in(book: Book, adds: Accruals, wagers: Mapping[str, int], day: str, sign: int) -> Book:
    """Add locked wagers to the day's base (+1) or remove them (-1)."""
    today = running_day(book)
    if today.day != day:
        raise BrokenEntryError("other_day", day=day, today=today.day)
    for jackpot_id, add in adds.items():
        book = counted(book, jackpot_id, **{"wagers" if sign > 0 else "returned": add.wagers})
    today = replace(
        today,
        wagers=summed(today.wagers, wagers, sign),
        base=summed(today.base, {jackpot_id: add.base for jackpot_id, add in adds.items()}, sign),
        accrued=summed(today.accrued, {jackpot_id: add.accrued for jackpot_id, add in adds.items()}, sign),
    )
    return replace(book, today=today)


def credited(book: Book, credit: Mapping[str, int], sign: int) -> Book:
    """Coin credit that wagers use (-1) or get back (+1)."""
    for spot, amount in credit.items():
        book = change_spot(book, spot, credit=book.spot(spot).credit + sign * amount)
    return book


def summed(old: Mapping[str, int], more: Mapping[str, int], sign: int) -> dict[str, int]:
    return {name: old.get(name, 0) + sign * more.get(name, 0) for name in {**old, **more}}
