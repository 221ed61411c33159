"""Amounts that management sets (R068, R144): at its discretion, but never mid-hand, and not too often (R063)."""

from controller.core import days
from controller.core.awards import UNDECIDED
from controller.core.clock_trust import trusted
from controller.core.meter_events import SetMeter
from controller.core.money import CENT, dollars
from controller.core.opening import no_bets
from controller.core.refusals import Refused
from controller.core.rules import Funding, Jackpot
from controller.core.state import Phase, Stage, phase_of
from controller.core.turn import Turn

MINUTE = 60_000


def set_meter(turn: Turn, event: SetMeter) -> None:
    pot = turn.rules.jackpots.get(event.jackpot)
    if pot is None:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=", ".join(turn.rules.jackpots))
    if pot.funding is not Funding.MANUAL_HOUSE:
        raise Refused("not_set_by_hand", jackpot=pot.id)
    reason = turn.reason(event.reason)
    _between_hands(turn, pot)
    before = turn.book.meter(pot.id)
    _amount(turn, pot, before, event.amount)
    trusted(turn)
    if wait := days.too_soon(turn, pot.id):
        hours, minutes = divmod(-(-wait // MINUTE), 60)
        left = f"{hours} h {minutes} min"
        raise Refused("interval", hours=turn.rules.posting.min_interval_hours, left=left)
    body = {"jackpot": pot.id, "before": before, "after": event.amount, "reason": reason}
    turn.write("set", body, days.onto(pot.id, event.amount - before, "management"))


def _between_hands(turn: Turn, pot: Jackpot) -> None:
    """Nobody plays or has bet for the amount that stands there, no claim is open, and every win of it is paid."""
    if phase_of(turn.state) is Phase.RECOVERED:
        raise Refused("resume_first")
    if turn.book.locked:
        raise Refused("clear_first")
    if turn.book.faults:
        turn.no_fault()
    no_bets(turn)
    for claim in turn.book.claims:
        if claim.stage in UNDECIDED or (claim.stage is Stage.OWED and claim.jackpot == pot.id):
            raise Refused("win_first", claim=claim.number, stage=claim.stage)


def _amount(turn: Turn, pot: Jackpot, before: int, amount: int) -> None:
    terms = turn.book.terms(pot)
    if amount <= 0 or amount % CENT:
        raise Refused("bad_setting")
    if amount == before:
        raise Refused("set_already", jackpot=pot.id, amount=dollars(before))
    if "management" not in (turn.rules.may_rise if amount > before else turn.rules.may_fall):
        raise Refused("may_not_set", way="raise" if amount > before else "lower")
    if terms.limit and amount > terms.limit:
        raise Refused("above_limit", jackpot=pot.id, limit=dollars(terms.limit))
    if amount - before > terms.unreasonable:
        raise Refused("unreasonable_setting", bound=dollars(terms.unreasonable))
