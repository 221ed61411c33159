"""Amounts that management sets (R068, R144): at its discretion, but never during a hand, and not too often (R063)."""

from controller.table import posting, records
from controller.table.awards import UNDECIDED
from controller.table.claim_book import raised_by
from controller.table.clock_trust import trusted
from controller.table.decision import Decision
from controller.table.jackpot_counters import changed, counted
from controller.table.journal import Entry, fold
from controller.table.meter_events import SetMeter
from controller.table.money import CENT
from controller.table.opening import no_bets
from controller.table.refusals import Refused
from controller.table.rules import Jackpot
from controller.table.state import Book, Phase, Stage, phase_of

MINUTE = 60_000


def set_meter(decision: Decision, event: SetMeter) -> None:
    jackpot = decision.rules.jackpots.get(event.jackpot)
    if jackpot is None:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=tuple(decision.rules.jackpots))
    if not jackpot.funding.managed:
        raise Refused("not_set_by_hand", jackpot=jackpot.id)
    reason = decision.reason(event.reason)
    _between_hands(decision, jackpot)
    before = decision.book.meter(jackpot.id)
    _amount(decision, jackpot, before, event.amount)
    trusted(decision)
    if wait := posting.too_soon(decision, jackpot.id):
        hours, minutes = divmod(-(-wait // MINUTE), 60)
        raise Refused("interval", least=decision.rules.posting.min_interval_hours, hours=hours, minutes=minutes)
    record = records.MeterSet(jackpot=jackpot.id, before=before, after=event.amount, reason=reason)
    decision.write(record, posting.onto(jackpot.id, event.amount - before, "management"))


def _between_hands(decision: Decision, jackpot: Jackpot) -> None:
    """Nobody is playing or has bet for the displayed amount, no claim is open, and every win is paid."""
    if phase_of(decision.state) is Phase.RECOVERED:
        raise Refused("resume_first")
    if decision.book.locked:
        raise Refused("clear_first")
    if decision.book.faults:
        decision.no_fault()
    no_bets(decision)
    for claim in decision.book.claims:
        if claim.stage in UNDECIDED or (claim.stage is Stage.OWED and claim.jackpot == jackpot.id):
            raise Refused("win_first", claim=claim.number, stage=claim.stage)


def _amount(decision: Decision, jackpot: Jackpot, before: int, amount: int) -> None:
    terms = decision.book.terms(jackpot)
    if amount <= 0 or amount % CENT:
        raise Refused("bad_setting")
    if amount == before:
        raise Refused("set_already", jackpot=jackpot.id, amount=before)
    if "management" not in (decision.rules.may_rise if amount > before else decision.rules.may_fall):
        raise Refused("set_no_higher" if amount > before else "set_no_lower")
    if terms.limit and amount > terms.limit:
        raise Refused("above_limit", jackpot=jackpot.id, limit=terms.limit)
    if amount - before > terms.unreasonable:
        raise Refused("unreasonable_setting", bound=terms.unreasonable)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.MeterSet)
def _set(book: Book, entry: Entry, record: records.MeterSet) -> Book:
    """The new amount is for later hands: a late winner of an earlier hand gets nothing of it."""
    jackpot_id, more = record.jackpot, record.after - record.before
    book = counted(book, jackpot_id, raised=max(more, 0), lowered=max(-more, 0))
    if more > 0:
        book = raised_by(book, jackpot_id, entry)
    return changed(book, jackpot_id, last_set=entry.at.utc, may_set=False, won_round=book.round)
