"""A person says what a spot's bet plays for (C11, E17): lines of the table in round.py."""

from controller.core import authority, days
from controller.core.accounts import HOUSE, PLAYERS
from controller.core.entries import Transfer
from controller.core.events import SetTier
from controller.core.money import dollars
from controller.core.refusals import Refused
from controller.core.rules import Sensor
from controller.core.senses import is_bet
from controller.core.state import Stage
from controller.core.turn import Turn


def set_tier(turn: Turn, event: SetTier) -> None:
    """Before the lock it is only a dealer's word for what lies there."""
    tier = _tier(turn, event)
    if not is_bet(turn.rules, turn.state, event.spot, turn.at.mono):
        raise Refused("not_lit", spot=event.spot)
    turn.note("tier", event.spot)
    turn.set_spot(event.spot, tier=tier)


def correct_tier(turn: Turn, event: SetTier) -> None:
    """After the lock it changes what was wagered: a person answers for it, and no claim of it may be decided (E17)."""
    _tier(turn, event)
    authority.enough(turn, authority.rule(turn, "round"), event.by)
    spot, locked = event.spot, turn.book.locked
    if locked is None or spot not in locked.spots:
        raise Refused("not_playing", spot=spot, round=turn.book.round)
    claim = next((each for each in turn.book.claims if (each.round, each.spot) == (locked.number, spot)), None)
    if claim and claim.stage is not Stage.OPEN:
        raise Refused("stake_stands", claim=claim.number, spot=spot, stage=claim.stage)
    before = turn.rules.stake(spot, locked.tiers)
    if event.amount == before:
        raise Refused("stake_already", spot=spot, amount=dollars(before))
    tiers = {name: amount for name, amount in locked.tiers.items() if name != spot}
    if event.amount != turn.rules.stake(spot, {}):
        tiers[spot] = event.amount
    _, old = days.adds(turn.rules, turn.book, (spot,), locked.tiers)
    _, new = days.adds(turn.rules, turn.book, (spot,), tiers)
    more = event.amount - before
    move = Transfer(PLAYERS, HOUSE, more, "tier") if more > 0 else Transfer(HOUSE, PLAYERS, -more, "tier")
    turn.write(
        "tier",
        {
            "spot": spot,
            "before": before,
            "after": event.amount,
            "tiers": tiers,
            "adds": {pot: [0, new[pot][1] - old[pot][1], new[pot][2] - old[pot][2]] for pot in new},
            "reason": turn.reason(event.reason),
            **({"claim": claim.number} if claim else {}),
        },
        [move],
        number=locked.number,
    )


def _tier(turn: Turn, event: SetTier) -> int:
    turn.known(event.spot)
    rule = turn.rules.spots[event.spot]
    amounts = turn.rules.wagers[rule.wager].amounts
    if rule.sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if event.amount not in amounts:
        raise Refused("no_such_tier", spot=event.spot, amounts=" or ".join(f"${dollars(each)}" for each in amounts))
    return amounts.index(event.amount)
