"""Payments of shares, and their corrections (R104, R145). A payment is never undone."""

import dataclasses
from collections.abc import Iterable

from controller.table import authority, duties, records
from controller.table.accounts import HOUSE, PLAYERS, owed_account
from controller.table.approvals import interested
from controller.table.awards import decide, deeds_of, found, more_by_sign, reset, resets
from controller.table.claim_book import (
    accounts_moved,
    change_claim,
    claim_of,
    meter_paid,
    put_in,
    remembered,
    set_won,
)
from controller.table.decision import Decision
from controller.table.duties import Deed, Step
from controller.table.events import CorrectWin, PastWin, PayClaim
from controller.table.jackpot_counters import counted
from controller.table.journal import BrokenEntryError, Entry, Transfer, fold
from controller.table.refusals import Refused
from controller.table.rules import Authority, Matter, Rules
from controller.table.state import Book, Stage, Variance
from controller.table.values import replace

METHODS = ("cash", "check", "chips")


def pay(decision: Decision, event: PayClaim) -> None:
    """The winner has received the money. In some profiles the meter is reset only now, with the hand's last payment."""
    claim = found(decision, event.claim)
    if claim.stage is not Stage.OWED:
        raise Refused("not_owed", claim=claim.number, stage=claim.stage)
    if event.method not in METHODS:
        raise Refused("unknown_method", methods=tuple(METHODS))
    rule = authority.rule(decision, Matter.PAYMENT)
    _by_others(decision, rule, deeds_of(decision.rules, decision.book, claim), Step.PAYMENT, claim.number)
    moves = [Transfer(owed_account(claim.number), PLAYERS, claim.amount, "paid")] if claim.amount else []
    record = records.Payment(
        claim=claim.number,
        amount=claim.amount,
        method=event.method,
        slip=claim.slip,
        when=decision.when(claim.round),
    )
    jackpot, won = decision.rules.jackpots[claim.jackpot], decision.book.taken(claim.jackpot, claim.round)
    owed = [each for each in decision.book.claims if (each.round, each.jackpot) == (claim.round, claim.jackpot)]
    last = sum(each.stage is Stage.OWED for each in owed) == 1
    if last and won and won.due > won.reseeded and decision.book.jackpots[claim.jackpot].ended:
        unfilled = won.due - won.reseeded  # the jackpot has ended, so this part of the reset does not come
        change = replace(won, due=won.reseeded).moves - won.moves
        record = replace(record, unfilled=unfilled, posted_change=change)
    elif last and won and won.due > won.reseeded:
        now = reset(decision.book, jackpot, won, won, won.due)
        moves += resets(jackpot, won, now)
        record = replace(
            record,
            reseeded=now.reseeded - won.reseeded,
            posted_change=now.moves - won.moves,
            from_reserve=now.from_reserve,
            from_overflow=now.from_overflow,
        )
    decision.write(record, moves, number=claim.round)
    decide(decision)


def _by_others(decision: Decision, rule: Authority, deeds: Iterable[Deed], step: Step, claim: int) -> None:
    """Refuse unless enough of the people named have no part in this hand that bars them; others may be named, too."""
    barred = duties.barred(deeds, step)
    free = [name for name in decision.by if name not in barred]
    if len([name for name in free if authority.entitled(decision.book, rule, name)]) >= rule.persons:
        return
    for name in decision.by:
        interested(claim, barred, name)
    authority.enough(decision, rule, free)


def correct_win(decision: Decision, event: CorrectWin) -> None:
    """R145, E22, E58: a payment is not undone; the difference is a row of its own, and the house's money. It takes as
    many people as an award of that amount, and none of those who brought the payment about."""
    past = _paid_win(decision, event)
    if past is None or not past.paid:
        raise Refused("not_paid", claim=event.claim)
    amount = _shown_more(decision, event) if event.variance else event.amount
    if amount == 0 or past.paid + amount < 0:
        raise Refused("no_difference", paid=past.paid)
    rule = authority.rule(decision, Matter.ADJUSTMENT)
    difference = max(abs(amount), abs(past.corrected + amount))
    of_amount = authority.rule(decision, Matter.SHARE if past.jackpot else Matter.AWARD, difference)
    rule = authority.with_persons(rule, max(rule.persons, of_amount.persons))
    _by_others(decision, rule, past.deeds, Step.CORRECTION, event.claim)
    move = Transfer(HOUSE, PLAYERS, amount, "correct_win")
    if amount < 0:
        move = Transfer(PLAYERS, HOUSE, -amount, "correct_win")
    reason, slip, variance = decision.reason(event.reason), decision.book.slips + 1, event.variance
    record = records.PaymentCorrection(claim=event.claim, amount=amount, reason=reason, slip=slip, variance=variance)
    decision.write(record, [move])
    if variance:
        decision.write(records.VarianceEnd(variance=variance, outcome="paid", reason=reason))


def may_be_due(rules: Rules, book: Book, variance: Variance) -> bool:
    """Whether a winner may be due more, because a sign showed more at the lock (E58)."""
    claimed = any(each.number == variance.claim for each in book.claims)
    return claimed and variance.amount > 0 and rules.win_pays == "higher"


def _shown_more(decision: Decision, event: CorrectWin) -> int:
    """The share of the amount that a sign showed at the lock, less that of the ledger's, by the policy for several
    winners: the profile's rule, and no amount that a person chooses (E58)."""
    if event.amount:
        raise Refused("amount_or_variance")
    book, claim = decision.book, found(decision, event.claim)
    read = next((each for each in book.variances if each.number == event.variance and not each.outcome), None)
    if read is None or read.claim != claim.number:
        numbers = tuple(each.number for each in book.variances if each.claim == claim.number and not each.outcome)
        raise Refused("no_reading_of_claim", variance=event.variance, claim=claim.number, open=numbers)
    if not may_be_due(decision.rules, book, read):
        raise Refused("ledger_pays", variance=read.number)
    if read.about != claim.jackpot:
        return 0
    before = max(
        (each.amount for each in book.variances if each.claim == claim.number and each.outcome == "paid"), default=0
    )
    due, paid = (more_by_sign(decision.rules, book, claim, each) for each in (read.amount, before))
    return max(due - paid, 0)


def _paid_win(decision: Decision, event: CorrectWin) -> PastWin | None:
    """The book's claim takes precedence over what was read from the journal."""
    here = next((each for each in decision.book.claims if each.number == event.claim), None)
    if here is None:
        past = event.past
        if past is None or not past.jackpot:
            return past
        return dataclasses.replace(past, deeds=(*past.deeds, *put_in(decision.book, past.jackpot, past.round)))
    paid = here.amount + here.corrected if here.stage is Stage.PAID else 0
    return PastWin(paid, here.corrected, here.jackpot, deeds_of(decision.rules, decision.book, here))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Payment)
def _paid(book: Book, entry: Entry, record: records.Payment) -> Book:
    claim = claim_of(book, record.claim)
    if record.reseeded:
        book = counted(book, claim.jackpot, reseeded=record.reseeded)
        won = book.taken(claim.jackpot, claim.round)
        if won is None:
            raise BrokenEntryError("not_won", jackpot=claim.jackpot, round=claim.round)
        now = replace(
            won,
            reseeded=won.reseeded + record.reseeded,
            from_reserve=record.from_reserve,
            from_overflow=record.from_overflow,
        )
        book = set_won(accounts_moved(book, won, now), now, record.posted_change)
    if record.unfilled and (here := book.taken(claim.jackpot, claim.round)):
        book = set_won(book, replace(here, due=here.reseeded), record.posted_change)
    owed = any(each.stage is Stage.OWED and each is not claim for each in book.claims)
    if claim.jackpot and not owed:  # once paid out, a win of any jackpot allows setting all of them again (R063)
        free = {name: replace(counters, may_set=True) for name, counters in book.jackpots.items()}
        book = replace(book, jackpots=free)
        book = meter_paid(book, claim)
    return remembered(change_claim(book, claim.number, stage=Stage.PAID), entry)


@fold(records.PaymentCorrection)
def _corrected(book: Book, entry: Entry, record: records.PaymentCorrection) -> Book:
    for claim in book.claims:
        if claim.number == record.claim:
            book = change_claim(book, claim.number, corrected=claim.corrected + record.amount)
    return replace(book, slips=record.slip)
