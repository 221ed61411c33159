"""Which amount a spot plays for, if its wager has several (R034, C11): known before the lock and shown by the lamp.

For coins the credit decides. Other spots play for the first amount until TIER and a touch, or a command, change it;
after the round they return to the first.
"""

from collections.abc import Iterable

from controller.table.decision import Decision
from controller.table.events import SetTier
from controller.table.refusals import Refused
from controller.table.rules import Rules, Sensor
from controller.table.state import State
from controller.table.values import replace

TOUCH_AFTER_TIER = 10_000  # ms in which the touch of a seat must follow the TIER key


def stake(rules: Rules, state: State, spot: str) -> int:
    """The amount that a bet on this spot plays for now."""
    rule = rules.spots[spot]
    amounts = rules.wagers[rule.wager].amounts
    if rule.sensor is Sensor.COIN:
        return affordable(amounts, state.book.spot(spot).credit)
    return amounts[state.live.spots[spot].tier]


def affordable(amounts: tuple[int, ...], credit: int) -> int:
    """The highest amount that the credit covers."""
    return max((amount for amount in amounts if amount <= credit), default=amounts[0])


def raised(rules: Rules, state: State, spots: Iterable[str]) -> dict[str, int]:
    """The spots that play for more than their wager's first amount, with their amount."""
    several = (spot for spot in spots if len(rules.wagers[rules.spots[spot].wager].amounts) > 1)
    stakes = {spot: stake(rules, state, spot) for spot in several}
    return {spot: amount for spot, amount in stakes.items() if amount != rules.stake(spot, {})}


def ask(decision: Decision) -> None:
    """The TIER key: a touch of a seat within ten seconds changes its amount. A second press of TIER cancels."""
    if all(len(wager.amounts) == 1 for wager in decision.rules.wagers.values()):
        raise Refused("no_tiers")
    armed = decision.at.mono < decision.live.tier_until
    decision.live = replace(decision.live, tier_until=0 if armed else decision.at.mono + TOUCH_AFTER_TIER)
    decision.note("tier_cancelled" if armed else "tier_asked")


def asked_for(decision: Decision, spot: str) -> bool:
    """Whether this touch follows TIER."""
    several = len(decision.rules.wagers[decision.rules.spots[spot].wager].amounts) > 1
    if decision.at.mono >= decision.live.tier_until or not several:
        return False
    decision.live = replace(decision.live, tier_until=0)
    decision.note("tier", spot)
    return True


def following(decision: Decision, spot: str) -> int:
    """The next tier; the first one follows the last."""
    return (decision.spot(spot).tier + 1) % len(decision.rules.wagers[decision.rules.spots[spot].wager].amounts)


def tier_of(decision: Decision, event: SetTier) -> int:
    decision.known(event.spot)
    rule = decision.rules.spots[event.spot]
    amounts = decision.rules.wagers[rule.wager].amounts
    if rule.sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if event.amount not in amounts:
        raise Refused("no_such_tier", spot=event.spot, amounts=amounts)
    return amounts.index(event.amount)
