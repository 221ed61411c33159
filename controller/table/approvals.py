"""Approving and denying claims (R103). The amount decides who may approve, and nobody approves a claim that they
made."""

from controller.games.paytable import Line
from controller.table import authority, records
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.awards import decide, found, of, settle_round
from controller.table.claim_book import change_claim, claim_of
from controller.table.decision import Decision
from controller.table.events import ConfirmClaim, DenyClaim
from controller.table.journal import Entry, Transfer, fold
from controller.table.refusals import Refused
from controller.table.rules import Authority, Matter, Role, Rules, Wager
from controller.table.state import Book, Claim, Stage
from controller.table.values import replace

MOST = 1 << 62  # micro-dollars; higher than any limit in a profile


def approval(rules: Rules, claim: Claim) -> Authority:
    """The people whom a claim needs for approval, by the amount of its award."""
    wager, line = of(rules, claim)
    return authority.limit(rules, Matter.SHARE if line.shares else Matter.AWARD, _pays(wager, line, claim))


def denial(rules: Rules, claim: Claim) -> Authority:
    """The people whom a denial needs: as many as the largest amount needs for approval."""
    return authority.limit(rules, Matter.AWARD if claim.stage is Stage.OPEN else Matter.SHARE, MOST)


def _pays(wager: Wager, line: Line, claim: Claim) -> int:
    return 0 if line.shares else wager.paytable.pays(line, claim.stake or wager.amount)


def confirm(decision: Decision, event: ConfirmClaim) -> None:
    """The amount decides who may approve; whoever made the claim may not (R103)."""
    claim = found(decision, event.claim)
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not claim.award:
        raise Refused("no_award", claim=claim.number)
    wager, line = of(decision.rules, claim)
    pays = _pays(wager, line, claim)
    rule = approval(decision.rules, claim)
    if Role.DEALER not in rule.roles:
        for name in event.by:
            if name in claim.claimant:
                raise Refused("claimant", name=name, claim=claim.number)
            if name in claim.approved:
                raise Refused("approved_already", name=name, claim=claim.number)
            if not authority.entitled(decision.book, rule, name):
                raise Refused("no_right", name=name, roles=authority.titles(rule.roles))
        still = [name for name in claim.approved if name in decision.book.people]  # and they still have the role
        still = [name for name in still if authority.entitled(decision.book, rule, name)]
        approved = (*still, *dict.fromkeys(event.by))
        if not event.by:
            authority.enough(decision, rule, ())
        if len(approved) < rule.persons:
            missing = rule.persons - len(approved)
            decision.write(records.Approval(claim=claim.number, missing=missing), number=claim.round)
            return
    if line.shares:
        decision.write(records.Approval(claim=claim.number, jackpot=wager.jackpot_of(line)), number=claim.round)
        decide(decision)
        return
    record = records.FixedAward(claim=claim.number, award=claim.award, amount=pays, slip=decision.book.slips + 1)
    decision.write(record, [Transfer(HOUSE, PLAYERS, pays, "award")], number=claim.round)


def deny(decision: Decision, event: DenyClaim) -> None:
    """No money is lost: what an approved claim had set aside returns to its source (E28)."""
    claim = found(decision, event.claim)
    reason = decision.reason(event.reason)
    if claim.stage is Stage.PAID:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    authority.enough(decision, denial(decision.rules, claim), event.by)
    if claim.stage is Stage.OWED:
        settle_round(decision, claim.round, claim.jackpot, without=claim.number, reason=reason)
    decision.write(records.ClaimEnd(claim=claim.number, cause="denied", reason=reason), number=claim.round)
    decide(decision)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Approval)
def _approved(book: Book, entry: Entry, record: records.Approval) -> Book:
    claim = claim_of(book, record.claim)
    approved = tuple(dict.fromkeys((*claim.approved, *entry.by)))
    stage = Stage.OPEN if record.missing else Stage.APPROVED
    return change_claim(book, claim.number, approved=approved, stage=stage, jackpot=record.jackpot)


@fold(records.FixedAward)
def _paid_from_rack(book: Book, entry: Entry, record: records.FixedAward) -> Book:
    """A fixed award is paid from the rack at the moment of its approval."""
    claim = claim_of(book, record.claim)
    approved = tuple(dict.fromkeys((*claim.approved, *entry.by)))
    book = change_claim(book, claim.number, stage=Stage.PAID, amount=record.amount, slip=record.slip, approved=approved)
    return replace(book, slips=record.slip)
