"""Tables that simulate: a shipped game with all its bets, a meter where a test gives one."""

from collections.abc import Sequence
from functools import cache

from controller.config.catalogue import find_game, find_paytable
from controller.games.offer import offer
from controller.games.paytable import Paytable
from controller.table.funding import DAILY_PERCENT
from controller.table.funding.base import Funding, Terms
from controller.table.money import DOLLAR
from controller.table.rules import Jackpot
from testbed.rounds.run import Point, run
from testbed.rounds.table import FeltJackpot, Table, full_table
from testbed.rounds.tally import Tally


@cache
def paytables(game: str) -> dict[str, Paytable]:
    return {each: find_paytable(each) for bet in find_game(game).side_bets.values() for each in bet.paytables}


def table(game: str, decks: int, *chosen: str, strategy: str = "basic", jackpots: Sequence[FeltJackpot] = ()) -> Table:
    return full_table(offer(find_game(game), decks, paytables(game), chosen), strategy, jackpots)


def felt_jackpot(bet: str, meter: str, base: int, rate_bp: int, funding: Funding, wager: int = 5) -> FeltJackpot:
    """Dollars; it starts again where it began."""
    amount = base * DOLLAR
    jackpot = Jackpot(meter, meter.title(), funding, amount, Terms(amount, rate_bp, 0, 0, 10**15, "split"), (), "", "")
    return FeltJackpot(jackpot, {bet: wager * DOLLAR})


def brook_jackpot() -> FeltJackpot:
    """As the shipped table's file has it (`brook`)."""
    return felt_jackpot("galaxy-bonus-jackpot", "bonus", 1250, 1000, DAILY_PERCENT)


def counted(of: Table, rounds: int, seed: int = 1, jobs: int = 1) -> tuple[Tally, list[Point]]:
    return run(of, rounds, seed, jobs, lambda done, all_: None)
