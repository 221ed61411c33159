"""State that outlives a round: the shoe, each player's first bets in it, and the players who are flat bet."""

from collections.abc import Callable, Sequence

from controller.games.bets import RefusedError, Seat, bet_refusals
from controller.games.game import Felt
from controller.games.play import Round, play_round
from controller.games.shoe import Shoe


class Dealing:
    """Deals round after round at one felt; `next_shoe` supplies a shoe when the last one has ended."""

    def __init__(self, felt: Felt, next_shoe: Callable[[], Shoe]) -> None:
        self.felt = felt
        self.shoe = next_shoe()
        self.last_shoe = False  # the house announced that the table closes when this shoe ends
        self._next_shoe = next_shoe
        self._round: Round | None = None  # the round in play
        self._first: dict[str, tuple[Seat, ...]] = {}  # player -> the hands of the first round in this shoe
        self._flat: set[str] = set()

    @property
    def closed(self) -> bool:
        return self.last_shoe and self.shoe.ended

    def begin(self, seats: Sequence[Seat]) -> Round:
        """The next round, after a shuffle if the cut card came; raises `RefusedError` if the bets are not allowed."""
        if self.closed:
            raise RefusedError("games.closed")
        if self._round:
            raise RefusedError("games.round_open")
        if self.shoe.ended:
            self.shoe = self._next_shoe()
            self._first.clear()
            self._flat.clear()
        held = [first for player, hands in self._first.items() if player in self._flat for first in hands]
        for refusal in bet_refusals(self.felt, seats, held):
            raise RefusedError.of(refusal)
        for player in dict.fromkeys(seat.player for seat in seats):
            if player not in self._first:
                self._first[player] = tuple(seat for seat in seats if seat.player == player)
        self._round = self._play(seats)
        return self._round

    def _play(self, seats: Sequence[Seat]) -> Round:
        try:
            return (yield from play_round(self.felt, seats, self.shoe))
        finally:
            self._round = None  # a void round ends too

    def flat_bet(self, player: str) -> None:
        """Until the shoe ends the player may only make the bets of their first round in it."""
        if not self.felt.game.flat_bet:
            raise RefusedError("games.no_flat_bet", game=self.felt.game.title)
        if self.shoe.ended or player not in self._first:
            raise RefusedError("games.no_first_hand", player=player)
        self._flat.add(player)
