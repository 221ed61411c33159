"""The felt that a game offers by default: every side bet that is compatible with the decks and the other bets."""

from collections.abc import Mapping, Sequence

from controller.games.bets import RefusedError, offer_refusals
from controller.games.game import Felt, Game, SideBet
from controller.games.paytable import Paytable


def offer(game: Game, decks: int, paytables: Mapping[str, Paytable], chosen: Sequence[str] = ()) -> Felt:
    """Each side bet with a pay table of `paytables` (by printed name) for these decks: a chosen one, or else the first
    one that the game names. Of two bets that exclude each other, the one whose own pay table was chosen stays, or else
    the first. The minimum is the lowest that may be posted. Raises `RefusedError` for an offer that the game does not
    permit."""
    laid: dict[str, Paytable] = {}
    for bet in sorted(game.side_bets.values(), key=lambda bet: not _meant(game, bet, chosen)):
        fitting = [
            each for each in (*chosen, *bet.paytables) if each in bet.paytables and _fits(paytables, each, decks)
        ]
        if fitting and decks >= bet.min_decks and not any(other in laid for other in bet.never_with):
            taken = [
                each.id for each in laid.values() if each.id in chosen
            ]  # two chosen pay tables go to different bets
            laid[bet.id] = paytables[min(fitting, key=lambda each: (each not in chosen, each in taken))]
    felt = Felt(game, decks, game.main.lowest, {bet: laid[bet] for bet in game.side_bets if bet in laid})
    for refusal in offer_refusals(felt):
        raise RefusedError.of(refusal)
    for name in chosen:
        if all(name != each.id for each in laid.values()):
            named = dict.fromkeys(each for bet in game.side_bets.values() for each in bet.paytables)
            fitting = [each for each in named if _fits(paytables, each, decks)]
            raise RefusedError("games.no_place", paytable=name, game=game.title, decks=decks, fitting=tuple(fitting))
    return felt


def _meant(game: Game, bet: SideBet, chosen: Sequence[str]) -> bool:
    """Whether a chosen pay table goes with this bet and no other."""
    return any([other for other in game.side_bets.values() if each in other.paytables] == [bet] for each in chosen)


def _fits(paytables: Mapping[str, Paytable], name: str, decks: int) -> bool:
    return name in paytables and paytables[name].min_decks <= decks <= paytables[name].max_decks
