"""Checks wagers with several amounts (R034, C11): several amounts for one sensor, or two sensors of a seat for the same
bet."""

from itertools import pairwise

from controller.config.draft import Draft
from controller.config.prizes import game_amounts, permits, printed_for
from controller.config.schema import Wager
from controller.games.paytable import Paytable
from controller.table.money import dollars
from controller.table.rules import Sensor
from words.message import Message, message


def check_tiers(d: Draft) -> None:
    for n, wager in d.wagers.items():
        if wager.tiers:
            _tiers(d, n, wager)
            _each(d, n, wager)
            _by_hand(d, n, wager)
    if d.whole("wager", "spot"):
        _rivals(d)


def _tiers(d: Draft, n: int, wager: Wager) -> None:
    def fault(what: Message) -> None:
        d.src.fault(("wager", n, "tiers"), what)

    if wager.tiers[0] != wager.amount:
        fault(message("config.first_tier", amount=dollars(wager.amount)))
    if any(jackpot.funding.custodial for jackpot in d.jackpots.values() if jackpot.id in wager.jackpots):
        fault(message("config.tiers_of_progressive"))
    if any(after <= before for before, after in pairwise(wager.tiers)):
        fault(message("config.tiers_rise"))


def _each(d: Draft, n: int, wager: Wager) -> None:
    """The pay table must be printed for each amount, and the profile and the game must permit it."""
    paytable = d.paytables[wager.paytable][1] if wager.paytable in d.paytables else None
    bets = [bet for bet in d.game.side_bets.values() if wager.paytable in bet.paytables] if d.game else []
    for m, amount in enumerate(wager.tiers):
        where = ("wager", n, "tiers", m)
        if d.profile and amount > d.profile.betting.cap:
            d.src.fault(where, message("config.above_cap", cap=dollars(d.profile.betting.cap)))
        if paytable and not _printed(paytable, amount):
            d.src.fault(where, printed_for(paytable))
        if d.game and bets and not any(permits(bet, amount) for bet in bets):
            d.src.fault(where, game_amounts(d.game, bets))


def _printed(paytable: Paytable, amount: int) -> bool:
    return amount in paytable.wagers if len(paytable.wagers) > 1 else amount % paytable.base_wager == 0


def _by_hand(d: Draft, n: int, wager: Wager) -> None:
    """A coin sensor counts the amount; at other sensors the dealer must choose it."""
    by_hand = any(spot.wager == wager.id and spot.sensor is not Sensor.COIN for spot in d.spots.values())
    if len(wager.tiers) > 1 and by_hand and d.keys and d.keys.tier is None:
        d.src.warn(("wager", n, "tiers"), message("config.no_tier_key"))


def _rivals(d: Draft) -> None:
    """Two sensors of a seat for the same bet must have different amounts and play for the same meters."""
    wagers = {wager.id: wager for wager in d.wagers.values()}
    for n, spot in d.spots.items():
        for m, other in d.spots.items():
            if m >= n or other.seat != spot.seat or not {spot.wager, other.wager} <= set(wagers):
                continue
            one, two = wagers[other.wager], wagers[spot.wager]
            if one is two or one.paytable != two.paytable:
                continue
            if set(one.tiers or (one.amount,)) & set(two.tiers or (two.amount,)):
                d.src.fault(("spot", n, "wager"), message("config.same_bet_amount", wager=one.id, seat=spot.seat))
            elif set(one.jackpots) != set(two.jackpots):
                jackpots = tuple(sorted(one.jackpots))
                d.src.fault(("spot", n, "wager"), message("config.same_bet_jackpots", wager=one.id, jackpots=jackpots))
