"""The players: up to six, each with the Ante, all Bet Bigger spots, and every side bet that one player may make at
once, all at the lowest amounts; a jackpot wager at the amount in the table's file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.config.settings import Config
from controller.games.bets import Seat, after_deal_refusal, lowest
from controller.games.game import Felt
from controller.table.rules import Jackpot
from words.message import Message, message

SEATS = 6


@dataclass(frozen=True, slots=True)
class FeltJackpot:
    """A jackpot of a table's file, with the side bets on the felt that play for it."""

    configured: Jackpot
    wagers: Mapping[str, int]  # side bet -> amount

    def pays(self, bet: str, meter: str | None) -> bool:
        """Whether the share in a line of this bet's pay table is taken from this jackpot."""
        return bet in self.wagers and meter in (None, self.configured.id)


@dataclass(frozen=True, slots=True)
class Table:
    felt: Felt
    seats: tuple[Seat, ...]
    after_deal: Mapping[str, int]  # side bets made after the deal, with their amounts; each seat makes them
    left_out: tuple[Message, ...]  # why a bet on the felt is not made
    strategy: str
    jackpots: tuple[FeltJackpot, ...]

    @property
    def wagers(self) -> Mapping[str, int]:
        """The side bets of each seat, with their amounts."""
        return {**self.seats[0].side, **self.after_deal}

    def opening(self, bet: str) -> Mapping[str | None, int]:
        """The opening amounts of the meters that this bet's pay table uses; 0 if no table's file gives them."""
        return {
            meter: next((each.configured.base for each in self.jackpots if each.pays(bet, meter)), 0)
            for meter in self.felt.paytables[bet].meters
        }


def felt_jackpots(config: Config, felt: Felt) -> tuple[FeltJackpot, ...]:
    found = (
        FeltJackpot(
            jackpot,
            {
                bet: wager.amount
                for bet, paytable in felt.paytables.items()
                for wager in config.rules.wagers.values()
                if wager.paytable.id == paytable.id and jackpot.id in wager.jackpots
            },
        )
        for jackpot in config.rules.jackpots.values()
    )
    return tuple(jackpot for jackpot in found if jackpot.wagers)


def full_table(felt: Felt, strategy: str, jackpots: Sequence[FeltJackpot] = ()) -> Table:
    seat = Seat(1, "player 1", (felt.minimum,) * (1 + len(felt.game.main.bigger)), {})
    amounts = {bet: amount for jackpot in jackpots for bet, amount in jackpot.wagers.items()}
    made: dict[str, int] = {}
    left_out = []
    bets = [felt.game.side_bets[offered] for offered in felt.paytables]
    for bet in bets:
        amount = amounts.get(bet.id, lowest(felt, bet))
        if refused := after_deal_refusal(felt, seat, made, bet, amount):
            left_out.append(message("rounds.left_out", bet=bet.title, why=refused))
        else:
            made[bet.id] = amount
    before = {bet.id: made[bet.id] for bet in bets if bet.id in made and not bet.after_deal}
    return Table(
        felt=felt,
        seats=tuple(
            seat._replace(number=number, player=f"player {number}", side=before)
            for number in range(1, min(felt.game.seats, SEATS) + 1)
        ),
        after_deal={bet: amount for bet, amount in made.items() if bet not in before},
        left_out=tuple(left_out),
        strategy=strategy,
        jackpots=tuple(jackpots),
    )
