"""A shoe: shuffled, cut by a player, dealt until the cut card comes."""

from collections.abc import Callable, Sequence

from controller.games.cards import CARDS, Card
from words.message import Problem

DECK = len(CARDS)

Chance = Callable[[int], int]  # a random whole number from 0 to below the argument


class MisdealError(Problem):
    """No card is left to deal. The discards are not used again: the round is void, and every wager is returned."""

    def __init__(self) -> None:
        super().__init__("games.misdeal")


class Shoe:
    """The cards in the order of dealing. `cut` of them lie before the cut card."""

    __slots__ = ("at", "cards", "cut")

    def __init__(self, cards: Sequence[Card], cut: int) -> None:
        self.cards = cards
        self.cut = cut
        self.at = 0

    def deal(self) -> Card:
        try:
            card = self.cards[self.at]
        except IndexError:
            raise MisdealError from None
        self.at += 1
        return card

    @property
    def ended(self) -> bool:
        """The cut card came: the round in which it came is the last of the shoe."""
        return self.at > self.cut


def shuffled(decks: int, chance: Chance) -> list[Card]:
    """Whole decks, shuffled together. The algorithm is written out, so that the same random numbers give the same shoe
    with every Python."""
    brick = list(CARDS) * decks
    for last in range(len(brick) - 1, 0, -1):
        place = chance(last + 1)
        brick[last], brick[place] = brick[place], brick[last]
    return brick


def places_to_cut(decks: int) -> range:
    """After how many cards a player may cut: about one deck from either end; with one or two decks, a third."""
    margin = min(DECK, DECK * decks // 3)
    return range(margin, DECK * decks - margin + 1)


def cut(brick: Sequence[Card], place: int) -> Shoe:
    """The cards behind the player's cut go to the front, and the cut card goes one deck before the end.

    So every round starts with a deck or more in the shoe, twice what a full table usually needs. A single deck has its
    cut card at the front: it is dealt for one round and shuffled.
    """
    decks = len(brick) // DECK
    places = places_to_cut(decks)
    if place not in places:
        raise ValueError(f"a cut after {place} cards; cut between {places[0]} and {places[-1]}")
    return Shoe([*brick[place:], *brick[:place]], DECK * (decks - 1))


def fresh_shoe(decks: int, chance: Chance) -> Shoe:
    """Shuffled, and cut at random."""
    brick = shuffled(decks, chance)
    places = places_to_cut(decks)
    return cut(brick, places[chance(len(places))])
