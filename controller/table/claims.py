"""Claims, from the seat that says it has won to its end (R090-R110); approvals.py approves or denies them."""

import dataclasses
from collections.abc import Mapping

from controller.games.cards import card
from controller.games.game import Looks
from controller.games.paytable import Line
from controller.games.plausible import HandClaim, plausible
from controller.table import authority, records
from controller.table.awards import decide, found, line_of, shown
from controller.table.claim_book import change_claim, claim_of, forget_won
from controller.table.decision import Turn
from controller.table.events import OpenClaim, PastRound, ReopenClaims, WithdrawClaim
from controller.table.journal import Entry, fold
from controller.table.refusals import Disputed, Refused
from controller.table.rules import Wager
from controller.table.state import Book, Claim, Earlier, Stage, hand_of
from controller.table.values import replace

CARDS = {Looks.PAIR: 2, Looks.UP: 3, Looks.HOLE: 3, Looks.BOTH: 4}


# -- a claim is made -----------------------------------------------------------------------------------------


def open_claim(turn: Turn, event: OpenClaim) -> None:
    """By hand: for a seat that played, with its award or its cards, or without. Again for the same seat: what was not
    confirmed yet is named anew (E22)."""
    turn.known(event.spot)
    found = _round(turn, event)
    if event.spot not in found.spots:
        raise Disputed(event.spot, found.number)
    if event.spot in found.paid:
        raise Refused("paid_already", spot=event.spot, round=found.number)
    wager = turn.rules.wagers[turn.rules.spots[event.spot].wager]
    award, cards = _named(turn, wager, event)
    claim = next((each for each in turn.book.claims if (each.round, each.spot) == (found.number, event.spot)), None)
    if claim is None:
        _possible(turn, found.number, wager, award, cards)
        _write_claim(turn, found, event.spot, award, cards, event.reference)
        return
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not award:
        raise Refused("claimed_already", claim=claim.number, spot=event.spot)
    _possible(turn, found.number, wager, award, cards, instead=claim.number)
    record = records.AwardName(claim=claim.number, award=award, cards=cards, shown=_shown_since(turn, claim.meters))
    turn.write(record, number=claim.round)


def open_by_touch(turn: Turn, spot: str) -> None:
    """WIN and the touch of a locked seat: the award is named later."""
    locked = turn.book.locked
    if locked and not any((each.round, each.spot) == (locked.number, spot) for each in turn.book.claims):
        found = PastRound(locked.number, locked.utc, locked.spots, locked.meters, tiers=locked.tiers)
        _write_claim(turn, found, spot)


def _write_claim(
    turn: Turn, found: PastRound, spot: str, award: str = "", cards: str = "", reference: str = ""
) -> None:
    """With whoever made a claim for this hand before, and the shares of its round that the book has forgotten."""
    before = (*found.claimants.get(spot, ()), *turn.book.claimants.get(hand_of(found.number, spot), ()))
    record = records.Claim(
        claim=turn.book.claim_count + 1,
        spot=spot,
        meters=dict(found.meters),
        locked_at=found.utc,
        stake=turn.rules.stake(spot, found.tiers),
        award=award,
        cards=cards,
        reference=reference,
        earlier_claimants=tuple(dict.fromkeys(before)),
        paid_shares=_paid_shares(turn, found),
        shown=_shown_since(turn, found.meters),
    )
    turn.write(record, number=found.number)


def _shown_since(turn: Turn, meters: Mapping[str, int]) -> dict[str, int]:
    """Where a progressive's signs have risen since that lock: they do not fall for a claim (R140)."""
    now = {
        jackpot.id: shown(turn.rules, turn.book, jackpot)
        for jackpot in turn.rules.jackpots.values()
        if jackpot.funding.custodial
    }
    return {jackpot_id: amount for jackpot_id, amount in now.items() if amount > meters.get(jackpot_id, amount)}


def _paid_shares(turn: Turn, found: PastRound) -> dict[str, tuple[int, ...]]:
    """While a claim of the round is in the book none of it is forgotten that was not before it."""
    for claim in turn.book.claims:
        if claim.round == found.number:
            return claim.paid_shares
    shares: dict[str, tuple[int, ...]] = {}
    for jackpot_id, share in found.shares:
        shares[jackpot_id] = (*shares.get(jackpot_id, ()), share)
    return shares


def _round(turn: Turn, event: OpenClaim) -> PastRound:
    """The locked round; the last one while its claims are open again; any other only as a documented late claim."""
    book = turn.book
    if event.past:
        return _past(turn, event, event.past)
    here = book.locked or (book.previous if book.reopened else None)
    if here is None:
        raise Refused("no_round_to_claim")
    return PastRound(here.number, here.utc, here.spots, here.meters, tiers=here.tiers)


def _past(turn: Turn, event: OpenClaim, past: PastRound) -> PastRound:
    """What the book itself knows of the round goes before what was read of the journal."""
    book, number = turn.book, past.number
    if book.locked and book.locked.number == number:
        raise Refused("locked_now", round=number)
    if number > book.round:
        raise Refused("no_such_round", round=number)
    if not event.reference.strip():
        raise Refused("late_reference", round=number)
    authority.enough(turn, authority.rule(turn, "round"), event.by)
    own = book.previous
    return (
        dataclasses.replace(past, spots=own.spots, meters=own.meters, tiers=own.tiers)
        if own and own.number == number
        else past
    )


def _named(turn: Turn, wager: Wager, event: OpenClaim) -> tuple[str, str]:
    """The line's event and the cards as text; both empty when nothing was named."""
    lines = {line.event: line for line in wager.paytable.lines if not line.loses}
    if event.cards:
        line = _decided(turn, wager, event.cards)
        if event.award and event.award != line.event:
            raise Refused("cards_say_otherwise", cards=event.cards, title=line.title)
        return line.event, " ".join(event.cards.split())
    if event.award and event.award not in lines:
        raise Refused("unknown_award", award=event.award, awards=", ".join(lines))
    return event.award, ""


def _decided(turn: Turn, wager: Wager, text: str) -> Line:
    """The pay table classifies the cards: the player's two first, then the dealer's."""
    if wager.looks_at is Looks.HAND:
        raise Refused("whole_hand")
    number = CARDS[wager.looks_at]
    try:
        cards = [card(name) for name in text.split()]
    except ValueError as error:
        raise Refused("bad_cards", why=str(error), number=number) from None
    if len(cards) != number:
        raise Refused("bad_cards", why=f"{len(cards)} cards were named", number=number)
    line = wager.paytable.decide((cards[0], cards[1]), cards[2:], turn.rules.suit)
    if line is None or line.loses:
        raise Refused("cards_win_nothing", cards=text, paytable=wager.paytable.id)
    return line


def _possible(turn: Turn, number: int, wager: Wager, award: str, cards: str, instead: int = 0) -> None:
    """R110: one hand of the dealer and one shoe must allow all claims of the round together."""
    if not award:
        return
    beside = [each for each in turn.book.claims if each.round == number and each.award and each.number != instead]
    said = [_said(turn, wager, award, cards)]
    said += [
        _said(turn, turn.rules.wagers[turn.rules.spots[each.spot].wager], each.award, each.cards) for each in beside
    ]
    if not plausible(said, turn.rules.decks, turn.rules.suit):
        others = ", ".join(str(each.number) for each in beside) or "none"
        raise Refused("implausible", claims=others, decks=turn.rules.decks)


def _said(turn: Turn, wager: Wager, award: str, text: str) -> HandClaim:
    line = line_of(wager, award)
    cards = [card(name) for name in text.split()]
    pair = (cards[0], cards[1]) if cards else None
    return HandClaim(wager.paytable, wager.looks_at, line, pair, tuple(cards[2:]) if cards else None)


def withdraw(turn: Turn, event: WithdrawClaim) -> None:
    claim = found(turn, event.claim)
    if claim.stage is not Stage.OPEN or claim.approved:
        raise Refused("deny_it", claim=claim.number)
    if claim.claimant and not event.by:
        raise Refused("withdrawer", claim=claim.number, names=" and ".join(claim.claimant))
    turn.write(records.ClaimEnd(claim=claim.number, cause="withdrawn"), number=claim.round)
    decide(turn)


def reopen(turn: Turn, event: ReopenClaims) -> None:
    """E21: until the next lock."""
    if turn.book.locked or turn.book.previous is None or turn.book.reopened:
        raise Refused("nothing_to_reopen")
    turn.write(records.ClaimsReopened(reason=turn.reason(event.reason)), number=turn.book.previous.number)


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
        claimant=tuple(dict.fromkeys((*record.earlier_claimants, *entry.by))),
        stake=record.stake,
        award=record.award,
        cards=record.cards,
        paid_shares=dict(record.paid_shares),
        shown=dict(record.shown),
        earlier=next(iter(of_round + of_claims), Earlier()),
    )
    return replace(book, claims=(*book.claims, claim), claim_count=record.claim)


@fold(records.AwardName)
def _award_named(book: Book, entry: Entry, record: records.AwardName) -> Book:
    """Whoever names the award has made the claim, too; approvals were of something else."""
    claim = claim_of(book, record.claim)
    claimant = tuple(dict.fromkeys((*claim.claimant, *entry.by)))
    shown = {**claim.shown, **record.shown}
    return change_claim(
        book, claim.number, award=record.award, cards=record.cards, claimant=claimant, approved=(), shown=shown
    )


@fold(records.ClaimEnd)
def _claim_ended(book: Book, entry: Entry, record: records.ClaimEnd) -> Book:
    """Who has made it stays known: of a new claim for the same hand they approve nothing either."""
    claim = claim_of(book, record.claim)
    if claim.claimant:
        book = replace(book, claimants={**book.claimants, hand_of(claim.round, claim.spot): claim.claimant})
    return forget_won(replace(book, claims=tuple(each for each in book.claims if each is not claim)))


@fold(records.ClaimsReopened)
def _reopened(book: Book, entry: Entry, record: records.ClaimsReopened) -> Book:
    return replace(book, reopened=True)
