"""Wagers of several amounts (R034, C11): tiers of one sensor, and two sensors of a seat that take one bet."""

from itertools import pairwise

from controller.config.draft import Draft
from controller.config.prizes import amounts_of, permits
from controller.config.schema import Wager
from controller.config.source import words
from controller.games.paytable import Paytable
from controller.table.money import dollars
from controller.table.rules import Sensor


def check_tiers(d: Draft) -> None:
    for n, wager in d.wagers.items():
        if wager.tiers:
            _tiers(d, n, wager)
            _each(d, n, wager)
            _told(d, n, wager)
    if d.whole("wager", "spot"):
        _rivals(d)


def _tiers(d: Draft, n: int, wager: Wager) -> None:
    if wager.tiers[0] != wager.amount:
        what = f'write "{dollars(wager.amount)}", the amount, first: a spot plays for it unless it is told (C11)'
        d.src.fault(("wager", n, "tiers"), what)
    if any(jackpot.funding.custodial for jackpot in d.jackpots.values() if jackpot.id in wager.jackpots):
        what = (
            "remove it: what plays for a progressive is one fixed amount, so that all its money is accounted for (R036)"
        )
        d.src.fault(("wager", n, "tiers"), what)
    if any(after <= before for before, after in pairwise(wager.tiers)):
        d.src.fault(("wager", n, "tiers"), "write each amount once, the lowest first (R034)")


def _each(d: Draft, n: int, wager: Wager) -> None:
    """As the first one: the pay table prints it, the profile and the game permit it."""
    paytable = d.paytables[wager.paytable][1] if wager.paytable in d.paytables else None
    bets = [bet for bet in d.game.side_bets.values() if wager.paytable in bet.paytables] if d.game else []
    for m, amount in enumerate(wager.tiers):
        where = ("wager", n, "tiers", m)
        if d.profile and amount > d.profile.betting.cap:
            d.src.fault(where, f'write "{dollars(d.profile.betting.cap)}" or less: the profile\'s cap (R241)')
        if paytable and not _printed(paytable, amount):
            printed = " or ".join(f'"{dollars(each)}"' for each in paytable.wagers)
            if len(paytable.wagers) == 1:
                printed = f"a whole multiple of {printed}"
            d.src.fault(where, f"write {printed}, for which pay table {paytable.id} is printed (R007)")
        if d.game and bets and not any(permits(bet, amount) for bet in bets):
            bounds = " or ".join(map(amounts_of, bets))
            d.src.fault(where, f"write an amount that game {d.game.id} permits: {bounds} (R036)")


def _printed(paytable: Paytable, amount: int) -> bool:
    return amount in paytable.wagers if len(paytable.wagers) > 1 else amount % paytable.base_wager == 0


def _told(d: Draft, n: int, wager: Wager) -> None:
    """A coin's credit tells its tier; of all others somebody must."""
    by_hand = any(spot.wager == wager.id and spot.sensor is not Sensor.COIN for spot in d.spots.values())
    if len(wager.tiers) > 1 and by_hand and d.keys and d.keys.tier is None:
        what = "only the command `litbet spot tier` can tell the amounts apart: write a tier key (C11)"
        d.src.warn(("wager", n, "tiers"), what)


def _rivals(d: Draft) -> None:
    """Two sensors of a seat that take one bet have different amounts, and play for the same meters."""
    wagers = {wager.id: wager for wager in d.wagers.values()}
    for n, spot in d.spots.items():
        for m, other in d.spots.items():
            if m >= n or other.seat != spot.seat or not {spot.wager, other.wager} <= set(wagers):
                continue
            one, two = wagers[other.wager], wagers[spot.wager]
            if one is two or one.paytable != two.paytable:
                continue
            if set(one.tiers or (one.amount,)) & set(two.tiers or (two.amount,)):
                what = (
                    f'write a wager of another amount than "{one.id}": both are the same bet of seat {spot.seat} (C11)'
                )
                d.src.fault(("spot", n, "wager"), what)
            elif set(one.jackpots) != set(two.jackpots):
                what = f'write a wager that plays for {words(one.jackpots)} as "{one.id}": both are one bet (R004, C11)'
                d.src.fault(("spot", n, "wager"), what)
