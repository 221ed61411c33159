"""Approving and denying claims (R103). The amount and what people did on the hand decide who may approve; duties.py
says who is interested in it, and may not."""

from collections.abc import Collection, Mapping

from controller.games.paytable import Line
from controller.table import authority, duties, records
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.awards import decide, deeds_of, found, of, settle_round
from controller.table.claim_book import change_claim, claim_of, remembered
from controller.table.decision import Decision
from controller.table.duties import Step
from controller.table.events import ConfirmClaim, DenyClaim, Names
from controller.table.journal import Entry, Transfer, fold
from controller.table.refusals import Refused
from controller.table.rules import Authority, Matter, Rules, Wager
from controller.table.state import Book, Claim, Phase, Stage, State, phase_of
from controller.table.values import replace
from words.message import message


def at_stake(rules: Rules, claim: Claim) -> Authority:
    """The people whom the profile names for the claim's amount; without an award, for the highest of its wager. A claim
    that once had a higher award keeps what that takes, so that nobody alone makes it small."""
    awards = {*claim.earlier_awards, claim.award} - {""}
    return _of_awards(rules, claim.spot, claim.stake, awards)


def _of_awards(rules: Rules, spot: str, stake: int, awards: Collection[str]) -> Authority:
    """The people who may approve each of these awards; without any, each that the spot may win."""
    wager = rules.wagers[rules.spots[spot].wager]
    lines = [line for line in wager.paytable.lines if line.event in awards or (not awards and not line.loses)]
    return authority.strictest(
        authority.limit(rules, Matter.SHARE if line.shares else Matter.AWARD, _pays(wager, line, stake))
        for line in lines
    )


def approval(rules: Rules, book: Book, claim: Claim) -> Authority:
    """The people whom the approval of a named award takes: those of its amount, and one more where a person decided
    after the lock what plays, or where nobody put a name to the award."""
    rule, deeds = at_stake(rules, claim), deeds_of(rules, book, claim)
    if authority.by_keys(rule):
        return rule if duties.keys_suffice(deeds) else authority.without_dealer(rule)
    more = duties.takes_one_more(deeds) or not claim.named_by
    return authority.with_persons(rule, rule.persons + more)


def denial(rules: Rules, claim: Claim) -> Authority:
    """The people whom a denial takes: by name, and as many as the approval of its amount."""
    return authority.without_dealer(at_stake(rules, claim))


def withdrawal(rules: Rules, claim: Claim) -> Authority | None:
    """The people whom it takes to withdraw a claim, or to return its wager: as many as the approval of its amount. A
    touch of the wrong seat, which nobody put an award or a name to, takes nobody: None."""
    return at_stake(rules, claim) if claim.award or claim.claimant else None


def taken_back(rules: Rules, state: State, spots: Collection[str]) -> list[Authority]:
    """The people whom it takes to return these wagers of the newest round. After SETTLE, and after a power cut, the
    cards may be known: then it takes those who approve the highest award, claimed or not."""
    book = state.book
    claims = [each for each in book.claims if each.round == book.round and each.spot in spots]
    people = [rule for each in claims if (rule := withdrawal(rules, each))]
    if book.locked and phase_of(state) in (Phase.SETTLED, Phase.RECOVERED):
        people += [_of_awards(rules, spot, book.locked.tiers.get(spot, 0), ()) for spot in spots]
    return people


def may_be_taken_back(decision: Decision, number: int, spots: Collection[str]) -> None:
    """A wager cannot be returned while its approved claim stands; the claim must be denied first."""
    for claim in decision.book.claims:
        if claim.round == number and claim.spot in spots and claim.stage is not Stage.OPEN:
            raise Refused("award_stands", claim=claim.number, spot=claim.spot, stage=claim.stage)
    for rule in taken_back(decision.rules, decision.state, spots):
        authority.enough(decision, rule, decision.by)


def _pays(wager: Wager, line: Line, stake: int) -> int:
    return 0 if line.shares else wager.paytable.pays(line, stake or wager.amount)


def confirm(decision: Decision, event: ConfirmClaim) -> None:
    """The amount decides who may approve; whoever is interested may not (R103)."""
    claim = found(decision, event.claim)
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not claim.award:
        raise Refused("no_award", claim=claim.number)
    wager, line = of(decision.rules, claim)
    rule = approval(decision.rules, decision.book, claim)
    if not authority.by_keys(rule):
        missing = rule.persons - len(_approved_by(decision, claim, rule, event.by))
        if missing > 0:
            record = records.Approval(claim=claim.number, when=decision.when(claim.round), missing=missing)
            decision.write(record, number=claim.round)
            return
    when = decision.when(claim.round)
    if line.shares:
        record = records.Approval(claim=claim.number, when=when, jackpot=wager.jackpot_of(line))
        decision.write(record, number=claim.round)
        decide(decision)
        return
    pays, slip = _pays(wager, line, claim.stake), decision.book.slips + 1
    award = records.FixedAward(claim=claim.number, award=claim.award, amount=pays, slip=slip, when=when)
    decision.write(award, [Transfer(HOUSE, PLAYERS, pays, "award")], number=claim.round)


def _approved_by(decision: Decision, claim: Claim, rule: Authority, names: Names) -> tuple[str, ...]:
    """Everybody who has approved it with these, and who may (still) do so."""
    book, deeds = decision.book, deeds_of(decision.rules, decision.book, claim)
    barred = duties.barred(deeds, Step.APPROVAL)
    for name in names:
        interested(claim.number, barred, name)
        if name in claim.approved:
            raise Refused("approved_already", name=name, claim=claim.number)
        if not authority.entitled(book, rule, name):
            raise Refused("no_right", name=name, roles=authority.titles(rule.roles))
    if not names:
        authority.enough(decision, rule, ())
    still = [name for name in claim.approved if name in book.people and name not in barred]
    still = [name for name in still if authority.entitled(book, rule, name)]
    return (*still, *dict.fromkeys(names))


def interested(claim: int, barred: Mapping[str, Step], name: str) -> None:
    """Refuse a person whose own deed on the hand is in the way."""
    if step := barred.get(name):
        if step in (Step.CLAIM, Step.AWARD):
            raise Refused("claimant", name=name, claim=claim)
        raise Refused("interested", name=name, claim=claim, deed=message(f"duties.{step}"))


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
    book = change_claim(book, claim.number, approved=approved, stage=stage, jackpot=record.jackpot)
    return remembered(book, entry)


@fold(records.FixedAward)
def _paid_from_rack(book: Book, entry: Entry, record: records.FixedAward) -> Book:
    """A fixed award is paid from the rack at the moment of its approval."""
    claim = claim_of(book, record.claim)
    approved = tuple(dict.fromkeys((*claim.approved, *entry.by)))
    book = change_claim(book, claim.number, stage=Stage.PAID, amount=record.amount, slip=record.slip, approved=approved)
    return replace(remembered(book, entry), slips=record.slip)
