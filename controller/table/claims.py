"""Claims, from the seat that says it has won to its end (R090-R110); approvals.py approves or denies them."""

import dataclasses
from collections.abc import Mapping

from controller.games.cards import Card, card
from controller.games.game import Looks
from controller.games.paytable import Line
from controller.games.plausible import HandClaim, plausible
from controller.table import authority, records
from controller.table.approvals import withdrawal
from controller.table.awards import decide, found, line_of, shown
from controller.table.claim_book import change_claim, claim_of, forget_won, remembered
from controller.table.decision import Decision
from controller.table.events import OpenClaim, PastRound, ReopenClaims, WithdrawClaim
from controller.table.journal import Entry, fold
from controller.table.refusals import Disputed, Refused
from controller.table.rules import Wager
from controller.table.state import Book, Claim, Earlier, Stage, hand_of
from controller.table.values import replace

CARDS = {Looks.PAIR: 2, Looks.UP: 3, Looks.HOLE: 3, Looks.BOTH: 4}


# -- a claim is made -----------------------------------------------------------------------------------------


def open_claim(decision: Decision, event: OpenClaim) -> None:
    """A claim made by command: for a seat that played, with its award, its cards, or neither. A second claim for the
    same seat renames whatever is not confirmed yet (E22)."""
    decision.known(event.spot)
    found = _round(decision, event)
    if event.spot not in found.spots:
        raise Disputed(event.spot, found.number)
    if event.spot in found.paid:
        raise Refused("paid_already", spot=event.spot, round=found.number)
    wager = decision.rules.wagers[decision.rules.spots[event.spot].wager]
    award, cards = _named(decision, wager, event)
    claim = next((each for each in decision.book.claims if (each.round, each.spot) == (found.number, event.spot)), None)
    if claim is None:
        _possible(decision, found.number, wager, award, cards)
        _write_claim(decision, found, event.spot, award, cards, event.reference)
        return
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not award:
        raise Refused("claimed_already", claim=claim.number, spot=event.spot)
    _possible(decision, found.number, wager, award, cards, instead=claim.number)
    record = records.AwardName(
        claim=claim.number,
        award=award,
        when=decision.when(claim.round),
        cards=cards,
        shown=_shown_since(decision, claim.meters),
    )
    decision.write(record, number=claim.round)


def open_by_touch(decision: Decision, spot: str) -> None:
    """The WIN key and a touch of a locked seat open a claim; its award is named later."""
    locked = decision.book.locked
    if locked and not any((each.round, each.spot) == (locked.number, spot) for each in decision.book.claims):
        found = PastRound(locked.number, locked.utc, locked.spots, locked.meters, tiers=locked.tiers)
        _write_claim(decision, found, spot)


def _write_claim(
    decision: Decision, found: PastRound, spot: str, award: str = "", cards: str = "", reference: str = ""
) -> None:
    """The claim carries what people did on this hand before, and the paid shares of its round that the book no longer
    has."""
    before = (*found.deeds.get(spot, ()), *decision.book.deeds.get(hand_of(found.number, spot), ()))
    record = records.Claim(
        claim=decision.book.claim_count + 1,
        spot=spot,
        meters=dict(found.meters),
        locked_at=found.utc,
        stake=decision.rules.stake(spot, found.tiers),
        when=decision.when(found.number),
        award=award,
        cards=cards,
        reference=reference,
        deeds=tuple(dict.fromkeys(before)),
        paid_shares=_paid_shares(decision, found),
        shown=_shown_since(decision, found.meters),
    )
    decision.write(record, number=found.number)


def _shown_since(decision: Decision, meters: Mapping[str, int]) -> dict[str, int]:
    """Progressives whose signs have shown more since that lock: a claim does not lower them (R140)."""
    now = {
        jackpot.id: shown(decision.rules, decision.book, jackpot)
        for jackpot in decision.rules.jackpots.values()
        if jackpot.funding.custodial
    }
    return {jackpot_id: amount for jackpot_id, amount in now.items() if amount > meters.get(jackpot_id, amount)}


def _paid_shares(decision: Decision, found: PastRound) -> dict[str, tuple[int, ...]]:
    """While a claim of a round is in the book, the book forgets no further winner of that round."""
    for claim in decision.book.claims:
        if claim.round == found.number:
            return claim.paid_shares
    shares: dict[str, tuple[int, ...]] = {}
    for jackpot_id, share in found.shares:
        shares[jackpot_id] = (*shares.get(jackpot_id, ()), share)
    return shares


def _round(decision: Decision, event: OpenClaim) -> PastRound:
    """The locked round, or the last one while its claims are reopened. Any other round needs a documented late
    claim."""
    book = decision.book
    if event.past:
        return _past(decision, event, event.past)
    here = book.locked or (book.previous if book.reopened else None)
    if here is None:
        raise Refused("no_round_to_claim")
    return PastRound(here.number, here.utc, here.spots, here.meters, tiers=here.tiers)


def _past(decision: Decision, event: OpenClaim, past: PastRound) -> PastRound:
    """What the book knows of the round takes precedence over what was read from the journal."""
    book, number = decision.book, past.number
    if book.locked and book.locked.number == number:
        raise Refused("locked_now", round=number)
    if number > book.round:
        raise Refused("no_such_round", round=number)
    if not event.reference.strip():
        raise Refused("late_reference", round=number)
    authority.enough(decision, authority.rule(decision, "round"), event.by)
    own = book.previous
    return (
        dataclasses.replace(past, spots=own.spots, meters=own.meters, tiers=own.tiers)
        if own and own.number == number
        else past
    )


def _named(decision: Decision, wager: Wager, event: OpenClaim) -> tuple[str, str]:
    """The pay table line's event and the cards as text; both are empty if nothing was named."""
    lines = {line.event: line for line in wager.paytable.lines if not line.loses}
    if event.cards:
        line = _decided(decision, wager, event.cards)
        if event.award and event.award != line.event:
            raise Refused("cards_say_otherwise", cards=event.cards, title=line.title)
        return line.event, " ".join(event.cards.split())
    if event.award and event.award not in lines:
        raise Refused("unknown_award", award=event.award, awards=tuple(lines))
    return event.award, ""


def _decided(decision: Decision, wager: Wager, text: str) -> Line:
    """The pay table classifies the cards: the player's two, then the dealer's."""
    if wager.looks_at is Looks.HAND:
        raise Refused("whole_hand")
    number = CARDS[wager.looks_at]
    cards = [_card(name, number) for name in text.split()]
    if len(cards) != number:
        raise Refused("card_number", named=len(cards), number=number)
    line = wager.paytable.decide((cards[0], cards[1]), cards[2:], decision.rules.suit)
    if line is None or line.loses:
        raise Refused("cards_win_nothing", cards=text, paytable=wager.paytable.id)
    return line


def _card(name: str, number: int) -> Card:
    try:
        return card(name)
    except ValueError:
        raise Refused("no_card", card=name, number=number) from None


def _possible(decision: Decision, number: int, wager: Wager, award: str, cards: str, instead: int = 0) -> None:
    """R110: one dealer's hand and one shoe must allow all claims of the round together."""
    if not award:
        return
    beside = [each for each in decision.book.claims if each.round == number and each.award and each.number != instead]
    hands = [_hand_claim(decision, wager, award, cards)]
    hands += [
        _hand_claim(decision, decision.rules.wagers[decision.rules.spots[each.spot].wager], each.award, each.cards)
        for each in beside
    ]
    if not plausible(hands, decision.rules.decks, decision.rules.suit):
        claims = tuple(each.number for each in beside)
        raise Refused("implausible" if claims else "impossible", claims=claims, decks=decision.rules.decks)


def _hand_claim(decision: Decision, wager: Wager, award: str, text: str) -> HandClaim:
    line = line_of(wager, award)
    cards = [card(name) for name in text.split()]
    pair = (cards[0], cards[1]) if cards else None
    return HandClaim(wager.paytable, wager.looks_at, line, pair, tuple(cards[2:]) if cards else None)


def withdraw(decision: Decision, event: WithdrawClaim) -> None:
    claim = found(decision, event.claim)
    if claim.stage is not Stage.OPEN or claim.approved:
        raise Refused("deny_it", claim=claim.number)
    if rule := withdrawal(decision.rules, claim):
        authority.enough(decision, rule, event.by)
    if claim.claimant and not event.by:
        raise Refused("withdrawer", claim=claim.number, names=claim.claimant)
    decision.write(records.ClaimEnd(claim=claim.number, cause="withdrawn"), number=claim.round)
    decide(decision)


def reopen(decision: Decision, event: ReopenClaims) -> None:
    """E21: open until the next lock."""
    if decision.book.locked or decision.book.previous is None or decision.book.reopened:
        raise Refused("nothing_to_reopen")
    decision.write(
        records.ClaimsReopened(spots=decision.book.previous.spots, reason=decision.reason(event.reason)),
        number=decision.book.previous.number,
    )


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Claim)
def _claimed(book: Book, entry: Entry, record: records.Claim) -> Book:
    of_round = [each.earlier for each in (book.locked, book.previous) if each and each.number == entry.round]
    of_claims = [each.earlier for each in book.claims if each.round == entry.round]
    claim = Claim(
        number=record.claim,
        round=entry.round,
        spot=record.spot,
        utc=entry.at.utc,
        meters=dict(record.meters),
        locked_at=record.locked_at,
        claimant=entry.by,
        stake=record.stake,
        award=record.award,
        named_by=entry.by if record.award else (),
        cards=record.cards,
        paid_shares=dict(record.paid_shares),
        shown=dict(record.shown),
        earlier=next(iter(of_round + of_claims), Earlier()),
    )
    return remembered(replace(book, claims=(*book.claims, claim), claim_count=record.claim), entry)


@fold(records.AwardName)
def _award_named(book: Book, entry: Entry, record: records.AwardName) -> Book:
    """Whoever names the award becomes one of the claimants; earlier approvals were for something else and are
    dropped."""
    claim = claim_of(book, record.claim)
    claimant = tuple(dict.fromkeys((*claim.claimant, *entry.by)))
    shown = {**claim.shown, **record.shown}
    earlier = claim.earlier_awards if claim.award in ("", record.award) else (*claim.earlier_awards, claim.award)
    book = change_claim(
        book,
        claim.number,
        award=record.award,
        named_by=entry.by,
        earlier_awards=earlier,
        cards=record.cards,
        claimant=claimant,
        approved=(),
        shown=shown,
    )
    return remembered(book, entry)


@fold(records.ClaimEnd)
def _claim_ended(book: Book, entry: Entry, record: records.ClaimEnd) -> Book:
    """The book keeps the deeds, so that whoever made the claim cannot approve a new one for the same hand."""
    claim = claim_of(book, record.claim)
    return forget_won(replace(book, claims=tuple(each for each in book.claims if each is not claim)))


@fold(records.ClaimsReopened)
def _reopened(book: Book, entry: Entry, record: records.ClaimsReopened) -> Book:
    return remembered(replace(book, reopened=True), entry)
