"""Claims, from the seat that says it has won to the last approval (R090-R110); their money is in awards.py."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.core import authority
from controller.core.accounts import HOUSE, PLAYERS
from controller.core.awards import decide, found, line_of, of, settle_round, shown
from controller.core.entries import Transfer
from controller.core.events import (
    ConfirmClaim,
    DenyClaim,
    OpenClaim,
    PastRound,
    ReopenClaims,
    WithdrawClaim,
)
from controller.core.refusals import Disputed, Refused
from controller.core.rules import Wager
from controller.core.state import Stage, hand_of
from controller.core.turn import Turn
from controller.games.cards import card
from controller.games.game import Looks
from controller.games.paytable import Line
from controller.games.plausible import Said, plausible

CARDS = {Looks.PAIR: 2, Looks.UP: 3, Looks.HOLE: 3, Looks.BOTH: 4}
MOST = 1 << 62  # micro-dollars: above every limit of a profile


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
        _write_claim(turn, found, event.spot, {"award": award, "cards": cards, "reference": event.reference})
        return
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not award:
        raise Refused("claimed_already", claim=claim.number, spot=event.spot)
    _possible(turn, found.number, wager, award, cards, instead=claim.number)
    body = {"claim": claim.number, "award": award, "cards": cards}
    if said := _said_since(turn, claim.meters):
        body["shown"] = said
    turn.write("name", body, number=claim.round)


def open_by_touch(turn: Turn, spot: str) -> None:
    """WIN and the touch of a locked seat: the award is named later."""
    locked = turn.book.locked
    if locked and not any((each.round, each.spot) == (locked.number, spot) for each in turn.book.claims):
        found = PastRound(locked.number, locked.utc, locked.spots, locked.meters, tiers=locked.tiers)
        _write_claim(turn, found, spot, {})


def _write_claim(turn: Turn, found: PastRound, spot: str, facts: Mapping[str, Any]) -> None:
    """With whoever made a claim for this hand before, and the shares of its round that the book has forgotten."""
    before = (*found.claimants.get(spot, ()), *turn.book.claimants.get(hand_of(found.number, spot), ()))
    said = _said_since(turn, found.meters)
    facts = {**facts, "before": list(dict.fromkeys(before)), "beside": _beside(turn, found), "shown": said}
    turn.write(
        "claim",
        {
            "claim": turn.book.claim_count + 1,
            "spot": spot,
            "meters": found.meters,
            "locked_at": found.utc,
            "stake": turn.rules.stake(spot, found.tiers),
            **{name: value for name, value in facts.items() if value},
        },
        number=found.number,
    )


def _said_since(turn: Turn, meters: Mapping[str, int]) -> dict[str, int]:
    """Where a progressive's signs have risen since that lock: they do not fall for a claim (R140)."""
    said = {pot.id: shown(turn.rules, turn.book, pot) for pot in turn.rules.jackpots.values() if pot.custodial}
    return {jackpot: amount for jackpot, amount in said.items() if amount > meters.get(jackpot, amount)}


def _beside(turn: Turn, found: PastRound) -> dict[str, tuple[int, ...]]:
    """While a claim of the round is in the book none of it is forgotten that was not before it."""
    for claim in turn.book.claims:
        if claim.round == found.number:
            return claim.beside
    beside: dict[str, tuple[int, ...]] = {}
    for jackpot, share in found.shares:
        beside[jackpot] = (*beside.get(jackpot, ()), share)
    return beside


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
    return replace(past, spots=own.spots, meters=own.meters, tiers=own.tiers) if own and own.number == number else past


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


def _said(turn: Turn, wager: Wager, award: str, text: str) -> Said:
    line = line_of(wager, award)
    cards = [card(name) for name in text.split()]
    pair = (cards[0], cards[1]) if cards else None
    return Said(wager.paytable, wager.looks_at, line, pair, tuple(cards[2:]) if cards else None)


# -- it is approved, or not ----------------------------------------------------------------------------------


def confirm(turn: Turn, event: ConfirmClaim) -> None:
    """Authority by amount; whoever made the claim is not one of those who approve it (R103)."""
    claim = found(turn, event.claim)
    if claim.stage is not Stage.OPEN:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    if not claim.award:
        raise Refused("no_award", claim=claim.number)
    wager, line = of(turn.rules, claim)
    pays = 0 if line.shares else wager.paytable.pays(line, claim.stake or wager.amount)
    rule = authority.rule(turn, "share" if line.shares else "award", pays)
    if "dealer" not in rule.roles:
        for name in event.by:
            if name in claim.claimant:
                raise Refused("claimant", name=name, claim=claim.number)
            if name in claim.approved:
                raise Refused("approved_already", name=name, claim=claim.number)
            if not authority.entitled(turn.book, rule, name):
                raise Refused("no_right", name=name, roles=" or ".join(rule.roles))
        still = [name for name in claim.approved if name in turn.book.people]  # and they have the right still
        still = [name for name in still if authority.entitled(turn.book, rule, name)]
        approved = (*still, *dict.fromkeys(event.by))
        if not event.by:
            authority.enough(turn, rule, ())
        if len(approved) < rule.persons:
            missing = rule.persons - len(approved)
            turn.write("approve", {"claim": claim.number, "missing": missing}, number=claim.round)
            return
    if line.shares:
        turn.write(
            "approve", {"claim": claim.number, "missing": 0, "jackpot": wager.jackpot_of(line)}, number=claim.round
        )
        decide(turn)
        return
    turn.write(
        "fixed",
        {"claim": claim.number, "award": claim.award, "amount": pays, "slip": turn.book.slips + 1},
        [Transfer(HOUSE, PLAYERS, pays, "award")],
        number=claim.round,
    )


def deny(turn: Turn, event: DenyClaim) -> None:
    """Nothing is lost by it: what a confirmed claim had set aside goes back where it came from (E28)."""
    claim = found(turn, event.claim)
    reason = turn.reason(event.reason)
    if claim.stage is Stage.PAID:
        raise Refused("claim_decided", claim=claim.number, stage=claim.stage)
    approved = claim.stage is not Stage.OPEN
    authority.enough(turn, authority.rule(turn, "share" if approved else "award", MOST), event.by)
    if claim.stage is Stage.OWED:
        settle_round(turn, claim.round, claim.jackpot, without=claim.number, reason=reason)
    turn.write("unclaim", {"claim": claim.number, "reason": reason, "denied": True}, number=claim.round)
    decide(turn)


def withdraw(turn: Turn, event: WithdrawClaim) -> None:
    claim = found(turn, event.claim)
    if claim.stage is not Stage.OPEN or claim.approved:
        raise Refused("deny_it", claim=claim.number)
    if claim.claimant and not event.by:
        raise Refused("withdrawer", claim=claim.number, names=" and ".join(claim.claimant))
    turn.write("unclaim", {"claim": claim.number, "reason": "withdrawn"}, number=claim.round)
    decide(turn)


def reopen(turn: Turn, event: ReopenClaims) -> None:
    """E21: until the next lock."""
    if turn.book.locked or turn.book.previous is None or turn.book.reopened:
        raise Refused("nothing_to_reopen")
    turn.write("reopen", {"reason": turn.reason(event.reason)}, number=turn.book.previous.number)
