"""What lasts longer than a round: the shoe, everybody's first bets of it, who is flat bet, whether it is the last."""

from collections.abc import Callable, Sequence

from controller.games.bets import RefusedError, Seat, bet_refusals
from controller.games.game import Felt
from controller.games.play import Round, play_round
from controller.games.shoe import Shoe


class Dealing:
    """Round after round at one felt; `next_shoe` is asked for a shoe when the last one has ended."""

    def __init__(self, felt: Felt, next_shoe: Callable[[], Shoe]) -> None:
        self.felt = felt
        self.shoe = next_shoe()
        self.last_shoe = False  # the house has told the players that it closes when this shoe ends
        self._next_shoe = next_shoe
        self._first: dict[tuple[str, int], Seat] = {}
        self._flat: set[str] = set()

    @property
    def closed(self) -> bool:
        return self.last_shoe and self.shoe.ended

    def begin(self, seats: Sequence[Seat]) -> Round:
        """The next round, after a shuffle where the cut card has come; `RefusedError` where the bets may not stand."""
        if self.closed:
            raise RefusedError("The last shoe has ended and the table is closed; no more bets.")
        if self.shoe.ended:
            self.shoe = self._next_shoe()
            self._first.clear()
            self._flat.clear()
        held = [first for first in self._first.values() if first.player in self._flat]
        for refusal in bet_refusals(self.felt, seats, held):
            raise RefusedError(refusal)
        for seat in seats:
            self._first.setdefault((seat.player, seat.number), seat)
        return play_round(self.felt, seats, self.shoe)

    def flat_bet(self, player: str) -> None:
        """Until the shoe ends the player repeats the bets of the first hand in it."""
        if not self.felt.game.flat_bet:
            raise RefusedError(f"{self.felt.game.title} has no flat bet; let the players bet freely.")
        if self.shoe.ended or not any(name == player for name, _ in self._first):
            raise RefusedError(f"{player} has played no hand of this shoe; flat bet a player after the first one.")
        self._flat.add(player)
