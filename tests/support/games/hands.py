"""A stacked shoe and a round in a few words: cards are written "Qh Td", money in dollars, games are those shipped."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from controller.config.catalogue import find_game, find_paytable
from controller.games.bets import RefusedError, Seat
from controller.games.cards import Card, card
from controller.games.game import Felt, Game
from controller.games.hands import Finished, Hand
from controller.games.paytable import Paytable
from controller.games.play import Answer, Question, play_round
from controller.games.settle import Settled, Settler
from controller.games.shoe import Shoe
from controller.table.money import DOLLAR

GAMES = ("brook", "llj", "bbb", "lucky-ladies", "double-action")

game = cache(find_game)
paytable = cache(find_paytable)


def felt(name: str, decks: int = 6, minimum: int = 2, offer: Mapping[str, str] | None = None) -> Felt:
    """With the side bets named and their pay tables; or all that go together, each with its first for these decks."""
    of = game(name)
    tables: dict[str, Paytable] = {}
    for bet in of.side_bets.values():
        approved = [paytable(each) for each in bet.paytables]
        fitting = [each for each in approved if each.min_decks <= decks <= each.max_decks]
        if decks >= bet.min_decks and fitting and not any(other in tables for other in bet.never_with):
            tables[bet.id] = fitting[0]
    if offer is not None:
        tables = {bet: paytable(each) for bet, each in offer.items()}
    return Felt(of, decks, minimum * DOLLAR, tables)


def with_rules(of: Felt, **rules: object) -> Felt:
    """The same felt with other rules of play."""
    changed: Game = replace(of.game, play=replace(of.game.play, **rules))  # type: ignore[arg-type]
    return replace(of, game=changed)


def seat(number: int, *main: int, player: str = "", side: Mapping[str, int] | None = None) -> Seat:
    """`seat(1, 10, 10, 0, 10)`: an Ante of $10, the first and the third Bet Bigger spot."""
    bets = {bet: amount * DOLLAR for bet, amount in (side or {}).items()}
    return Seat(number, player or f"player {number}", tuple(each * DOLLAR for each in main), bets)


def cards(text: str) -> list[Card]:
    return [card(name) for name in text.split()]


def stacked(players: str, dealer: str, then: str = "") -> Shoe:
    """`"8c 8d / Th 5h"`, `"6s Ts"`, and what is drawn; the cut card comes last."""
    hands = [cards(each) for each in (*players.split("/"), dealer)]
    order = [hand[0] for hand in hands] + [hand[1] for hand in hands] + cards(then)
    return Shoe(order, len(order))


def hand(text: str) -> Hand:
    first, *rest = cards(text)
    made = Hand(first)
    for each in rest:
        made.take(each)
    return made


class Dealt(NamedTuple):
    finished: Finished
    settled: tuple[Settled, ...]
    asked: list[Question]

    def wager(self, seat: int, name: str, hand: int = 0) -> Settled:
        (found,) = [each for each in self.settled if (each.seat, each.wager, each.hand) == (seat, name, hand)]
        return found

    def hands(self, seat: int = 1) -> list[str]:
        """As the cards lie: `["8c 3d", "8d Th"]`."""
        (played,) = [each for each in self.finished.seats if each.seat.number == seat]
        return [names(each.cards) for each in played.hands]

    @property
    def dealer(self) -> str:
        return names(self.finished.dealer.cards)


def names(of: Iterable[Card]) -> str:
    return " ".join(each.name for each in of)


def deal(on: Felt, seats: Sequence[Seat], shoe: Shoe, *answers: Answer) -> Dealt:
    """The round with these answers and no others; none of them may be refused."""
    left = list(answers)
    asked: list[Question] = []
    round_ = play_round(on, seats, shoe)
    try:
        question = next(round_)
        while True:
            if question.refused:
                raise RefusedError.of(question.refused)
            asked.append(question)
            assert left, f"nobody answers {question}"
            question = round_.send(left.pop(0))
    except StopIteration as end:
        assert not left, f"nobody asked for {left}"
        return Dealt(end.value, Settler(on).settle(end.value), asked)
