"""What is counted in rounds: whole numbers only, so that blocks played anywhere add up to the same totals in any
order."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

# Used beside the ids of side bets, none of which has a bracket: the Ante with its Bet Bigger spots, all its hands, and
# insurance.
MAIN = "(main)"
NOTHING = -1  # beside the numbers of a pay table's lines: no line, the wager loses


@dataclass(slots=True)
class Sum:
    """The sum of a figure over all rounds, and of its squares. Seats share the dealer's cards, so the variance is
    measured between rounds, not between seats."""

    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.total += value
        self.squares += value * value

    def merge(self, other: "Sum") -> None:
        self.total += other.total
        self.squares += other.squares

    def variance(self, rounds: int) -> float:
        """The variance of the sum over this many rounds."""
        return max(0, rounds * self.squares - self.total**2) / rounds


class Win(NamedTuple):
    """The seats that won a share of a meter with one line in one round."""

    round: int  # counted over the whole run, from 0
    bet: str
    line: int


@dataclass(slots=True)
class Tally:
    rounds: int = 0
    void: int = 0  # rounds in which the shoe ran out; they are dealt again
    hits: defaultdict[tuple[str, int], Sum] = field(default_factory=lambda: defaultdict(Sum))  # side bet and line
    net: defaultdict[str, Sum] = field(default_factory=lambda: defaultdict(Sum))  # side bet, or MAIN; micro-dollars
    staked: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))  # includes doubles and splits
    wins: list[Win] = field(default_factory=list)

    def merge(self, later: "Tally") -> None:
        self.rounds += later.rounds
        self.void += later.void
        for key, hits in later.hits.items():
            self.hits[key].merge(hits)
        for bet, net in later.net.items():
            self.net[bet].merge(net)
        for bet, staked in later.staked.items():
            self.staked[bet] += staked
        self.wins += later.wins
