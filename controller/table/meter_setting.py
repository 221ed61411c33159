"""Amounts that management sets (R068, R144): at its discretion, but never mid-hand, and not too often (R063)."""

from controller.table import posting, records
from controller.table.awards import UNDECIDED
from controller.table.clock_trust import trusted
from controller.table.decision import Turn
from controller.table.jackpot_counters import changed, counted
from controller.table.journal import Entry, fold
from controller.table.meter_events import SetMeter
from controller.table.money import CENT
from controller.table.opening import no_bets
from controller.table.refusals import Refused
from controller.table.rules import Jackpot
from controller.table.state import Book, Phase, Stage, phase_of

MINUTE = 60_000


def set_meter(turn: Turn, event: SetMeter) -> None:
    jackpot = turn.rules.jackpots.get(event.jackpot)
    if jackpot is None:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=tuple(turn.rules.jackpots))
    if not jackpot.funding.managed:
        raise Refused("not_set_by_hand", jackpot=jackpot.id)
    reason = turn.reason(event.reason)
    _between_hands(turn, jackpot)
    before = turn.book.meter(jackpot.id)
    _amount(turn, jackpot, before, event.amount)
    trusted(turn)
    if wait := posting.too_soon(turn, jackpot.id):
        hours, minutes = divmod(-(-wait // MINUTE), 60)
        raise Refused("interval", least=turn.rules.posting.min_interval_hours, hours=hours, minutes=minutes)
    record = records.MeterSet(jackpot=jackpot.id, before=before, after=event.amount, reason=reason)
    turn.write(record, posting.onto(jackpot.id, event.amount - before, "management"))


def _between_hands(turn: Turn, jackpot: Jackpot) -> None:
    """Nobody plays or has bet for the amount that stands there, no claim is open, and every win of it is paid."""
    if phase_of(turn.state) is Phase.RECOVERED:
        raise Refused("resume_first")
    if turn.book.locked:
        raise Refused("clear_first")
    if turn.book.faults:
        turn.no_fault()
    no_bets(turn)
    for claim in turn.book.claims:
        if claim.stage in UNDECIDED or (claim.stage is Stage.OWED and claim.jackpot == jackpot.id):
            raise Refused("win_first", claim=claim.number, stage=claim.stage)


def _amount(turn: Turn, jackpot: Jackpot, before: int, amount: int) -> None:
    terms = turn.book.terms(jackpot)
    if amount <= 0 or amount % CENT:
        raise Refused("bad_setting")
    if amount == before:
        raise Refused("set_already", jackpot=jackpot.id, amount=before)
    if "management" not in (turn.rules.may_rise if amount > before else turn.rules.may_fall):
        raise Refused("set_no_higher" if amount > before else "set_no_lower")
    if terms.limit and amount > terms.limit:
        raise Refused("above_limit", jackpot=jackpot.id, limit=terms.limit)
    if amount - before > terms.unreasonable:
        raise Refused("unreasonable_setting", bound=terms.unreasonable)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.MeterSet)
def _set(book: Book, entry: Entry, record: records.MeterSet) -> Book:
    """What management sets is of the hands to come: a late winner of an earlier one takes nothing of it."""
    jackpot_id, more = record.jackpot, record.after - record.before
    book = counted(book, jackpot_id, raised=max(more, 0), lowered=max(-more, 0))
    return changed(book, jackpot_id, last_set=entry.at.utc, may_set=False, won_round=book.round)
