"""A round from the deal to the dealer's last card.

`play_round` yields questions; a strategy, a person at the bench or a test sends the answers. An answer that is not
allowed changes nothing: the same question comes again with the reason.
"""

from collections.abc import Callable, Generator, Sequence
from enum import StrEnum
from typing import NamedTuple

from controller.games.bets import RefusedError, Seat, after_deal_refusal
from controller.games.cards import ACE, Card
from controller.games.game import Felt, Looks, SideBet
from controller.games.hands import End, Finished, Hand, Played
from controller.games.shoe import Shoe
from words.message import Message, message


class Move(StrEnum):
    HIT = "hit"
    STAY = "stay"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    EVEN_MONEY = "even money"


class DoubleFor(NamedTuple):
    """Double for less: this much is added to each main bet."""

    amount: int


class PlaceAfterDeal(NamedTuple):
    """Answer: the amount of the bet; 0: none."""

    seat: int
    bet: SideBet
    hand: Hand
    up: Card
    refused: Message | None = None


class Insure(NamedTuple):
    """Answer: the amount for each main bet; 0: none. Or `Move.EVEN_MONEY`, if it is offered."""

    seat: int
    hand: Hand
    most: int
    even_money: bool
    refused: Message | None = None


class Act(NamedTuple):
    """Answer: one of the moves allowed, or `DoubleFor`."""

    seat: int
    hand: Hand
    up: Card
    allowed: tuple[Move, ...]
    refused: Message | None = None


Question = PlaceAfterDeal | Insure | Act
Answer = Move | DoubleFor | int
Round = Generator[Question, Answer, Finished]


def answered(round_: Round, answer: Callable[[Question], Answer]) -> Finished:
    """Plays the whole round with answers from a function, which must be allowed."""
    try:
        question = next(round_)
        while question.refused is None:
            question = round_.send(answer(question))
    except StopIteration as end:
        finished: Finished = end.value
        return finished
    raise RefusedError.of(question.refused)


def play_round(felt: Felt, seats: Sequence[Seat], shoe: Shoe) -> Round:
    """One round with bets that `bet_refusals` accepts."""
    deal = shoe.deal
    first = [deal() for _ in seats]
    dealer = Hand(deal())
    table = [Played(seat, card, deal()) for seat, card in zip(seats, first, strict=True)]
    dealer.take(deal())
    up = dealer.cards[0]

    side_bets = felt.game.side_bets
    for bet in side_bets.values():
        if bet.after_deal and bet.id in felt.paytables:
            for played in table:
                yield from _place(felt, played, bet, up)
    rules = felt.game.play
    if up.rank == ACE and rules.insurance:
        for played in table:
            yield from _insure(felt, played)
    if dealer.blackjack:  # the dealer peeks under an ace or a ten; no other up card can be a blackjack
        return Finished(table, dealer, turned=True)

    for played in table:
        if played.hands[0].end is End.STAYED:  # no blackjack
            yield from _act(felt, played, up, deal)
    living = {side_bets[bet].looks_at for played in table for bet in played.side if not played.lost(side_bets[bet])}
    drawn = Looks.HAND in living or any(hand.end is End.STAYED for played in table for hand in played.hands)
    if drawn:
        while dealer.total < 17 or (dealer.total == 17 and dealer.soft and rules.dealer_hits_soft_17):
            dealer.take(deal())
    return Finished(table, dealer, turned=drawn or Looks.HOLE in living or Looks.BOTH in living)


def _place(felt: Felt, played: Played, bet: SideBet, up: Card) -> Generator[Question, Answer, None]:
    question = PlaceAfterDeal(played.seat.number, bet, played.hands[0], up)
    while True:
        amount = yield question
        refused: Message | None
        if type(amount) is not int:
            refused = message("games.name_amount", bet=bet.title)
        elif amount == 0:
            return
        else:
            refused = after_deal_refusal(felt, played.seat, played.side, bet, amount)
            if refused is None:
                played.side = {**played.side, bet.id: amount}
                return
        question = question._replace(refused=refused)


def _insure(felt: Felt, played: Played) -> Generator[Question, Answer, None]:
    """The same amount for each main bet, up to half of it. The smallest chip is half a step, so that half can be
    made."""
    hand = played.hands[0]
    chip = felt.game.main.step // 2
    most = played.seat.ante // 2
    even_money = felt.game.play.even_money and hand.end is End.BLACKJACK
    question = Insure(played.seat.number, hand, most, even_money)
    while True:
        answer = yield question
        if type(answer) is int and 0 <= answer <= most and answer % chip == 0:
            played.insured = answer
            return
        if answer == Move.EVEN_MONEY and even_money:
            hand.end = End.EVEN_MONEY
            return
        code = "games.insure_or_even_money" if even_money else "games.insure"
        question = question._replace(refused=message(code, most=most, step=chip))


def _act(felt: Felt, played: Played, up: Card, deal: Callable[[], Card]) -> Generator[Question, Answer, None]:
    """A player's hands, the left one first; a hand from a split gets its second card when its turn comes."""
    hands = played.hands
    at = 0
    while at < len(hands):
        hand = hands[at]
        if len(hand.cards) == 1:
            hand.take(deal())
        allowed = _allowed(felt, played, hand)
        answer = (yield from _ask(felt, played, hand, up, allowed)) if allowed else Move.STAY
        if answer == Move.SPLIT:
            hands[at : at + 1] = [Hand(card, split=True) for card in hand.cards]
            continue
        if answer == Move.HIT:
            hand.take(deal())
        elif answer == Move.SURRENDER:
            hand.end = End.SURRENDERED
        elif isinstance(answer, DoubleFor):
            hand.doubled = answer.amount
            hand.take(deal())
        if hand.total > 21:
            hand.end = End.BUST
        if answer != Move.HIT or hand.total > 21:
            at += 1


_HIT_OR_STAY = (Move.HIT, Move.STAY)
_TWO_CARDS = {  # (may split, may surrender)
    (split, surrender): (
        *_HIT_OR_STAY,
        Move.DOUBLE,
        *([Move.SPLIT] if split else []),
        *([Move.SURRENDER] if surrender else []),
    )
    for split in (False, True)
    for surrender in (False, True)
}


def _allowed(felt: Felt, played: Played, hand: Hand) -> tuple[Move, ...]:
    """The allowed moves; none if the hand stays as it is. Surrender is only a first decision, never after a split."""
    if len(hand.cards) > 2:
        return _HIT_OR_STAY
    rules = felt.game.play
    one, other = hand.cards
    split = one.rank == other.rank and len(played.hands) <= rules.splits
    if hand.split and one.rank == ACE:  # one card for each split ace
        return (Move.STAY, Move.SPLIT) if split and rules.resplit_aces else ()
    return _TWO_CARDS[split, rules.surrender and not hand.split]


def _ask(
    felt: Felt, played: Played, hand: Hand, up: Card, allowed: tuple[Move, ...]
) -> Generator[Question, Answer, Move | DoubleFor]:
    """Asks, and returns the answer; a double comes with its amount."""
    ante = played.seat.ante
    question = Act(played.seat.number, hand, up, allowed)
    while True:
        answer = yield question
        if answer in allowed:
            return DoubleFor(ante) if answer == Move.DOUBLE else Move(answer)
        moves = tuple(move.value for move in allowed)
        refused = message("games.moves", hand=repr(hand), moves=moves)
        if isinstance(answer, DoubleFor) and Move.DOUBLE in allowed:
            step = felt.game.main.step
            possible = range(step, ante + 1, step) if felt.game.play.double_for_less else (ante,)
            if type(answer.amount) is int and answer.amount in possible:
                return answer
            code = "games.double_for_less" if felt.game.play.double_for_less else "games.double"
            refused = message(code, amount=ante, step=step)
        question = question._replace(refused=refused)
