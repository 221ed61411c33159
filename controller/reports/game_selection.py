"""What a document shows of a game: the chosen pay tables and numbers of decks, and the bets that they put on the
felt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from controller.games.cards import Suit
from controller.games.game import Game, SideBet
from controller.games.odds import Meters
from controller.games.paytable import Paytable
from controller.table.rules import Jackpot
from words.message import UsageError


@dataclass(frozen=True, slots=True)
class Shown:
    game: Game
    decks: tuple[int, ...]
    suit: Suit | None  # the chosen suit of suit-specific awards, if known
    jackpots: Mapping[str, tuple[Jackpot, ...]]  # pay table id -> the jackpots of the table that plays it, if known
    bets: tuple[SideBet, ...]  # in the order of the game; the bets that use one of the chosen pay tables
    paytables: tuple[Paytable, ...]  # those that a bet uses with one of these numbers of decks
    left_out: tuple[Paytable, ...]  # chosen, but not used

    def titles_of(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.game.side_bets[each].title for each in ids)

    def bets_on(self, paytable: Paytable) -> tuple[SideBet, ...]:
        return tuple(bet for bet in self.bets if paytable.id in bet.paytables)

    def jackpots_of(self, paytable: Paytable) -> dict[str | None, Jackpot]:
        """By the meter's name in its lines; empty if no table is known."""
        known = self.jackpots.get(paytable.id, ())
        return {meter: each for meter in paytable.meters for each in known if meter in (None, each.id)}

    def opening(self, paytable: Paytable) -> Meters:
        return {meter: jackpot.base for meter, jackpot in self.jackpots_of(paytable).items()}

    def approved(self, paytable: Paytable) -> tuple[int, ...]:
        """The numbers of decks for which the document contains both the game and the pay table."""
        bets = self.bets_on(paytable)
        return tuple(each for each in self.game.decks if any(_go(bet, paytable, each) for bet in bets))

    def decks_of(self, paytable: Paytable) -> tuple[int, ...]:
        return tuple(each for each in self.approved(paytable) if each in self.decks)


def show(
    game: Game,
    paytables: Sequence[Paytable],
    decks: Sequence[int],
    suit: Suit | None,
    jackpots: Mapping[str, tuple[Jackpot, ...]],
) -> Shown:
    """Raises for what the game does not have. A pay table that does not go with these decks is in `left_out`."""
    for each in decks:
        if each not in game.decks:
            raise UsageError("questions.game_decks", game=game.id, decks=each, permitted=game.decks)
    for paytable in paytables:
        if not any(paytable.id in bet.paytables for bet in game.side_bets.values()):
            raise UsageError("questions.not_of_game", paytable=paytable.id, game=game.id)
    going = [
        (bet, paytable)
        for bet in game.side_bets.values()
        for paytable in paytables
        if any(_go(bet, paytable, each) for each in decks)
    ]
    return Shown(
        game=game,
        decks=tuple(sorted(set(decks))),
        suit=suit,
        jackpots=jackpots,
        bets=tuple(bet for bet in game.side_bets.values() if any(bet is each for each, _ in going)),
        paytables=tuple(each for each in paytables if any(each is paytable for _, paytable in going)),
        left_out=tuple(each for each in paytables if not any(each is paytable for _, paytable in going)),
    )


def _go(bet: SideBet, paytable: Paytable, decks: int) -> bool:
    return paytable.id in bet.paytables and max(bet.min_decks, paytable.min_decks) <= decks <= paytable.max_decks
