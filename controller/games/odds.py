"""What a pay table returns: exact figures from counted deals, as fractions.

A line that pays a share is worth what its meter holds, so each method takes the wager and the amounts of the meters
that the pay table uses (`None` names the only meter of a pay table).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from controller.games.cards import Suit
from controller.games.counting import deals
from controller.games.events import Sees
from controller.games.paytable import Line, Paytable
from controller.games.thirty import STRATEGIES, behind, thirty
from controller.table.money import BASIS_POINTS

Meters = Mapping[str | None, int | Fraction]  # micro-dollars
NONE: Meters = {}


@dataclass(frozen=True)
class Odds:
    paytable: Paytable
    decks: int
    total: int  # combinations, see `controller.games.counting`
    combinations: Mapping[Line, int]  # for each line of the pay table, in its order; the remaining combinations lose
    under: Mapping[int, "Odds"] = field(default_factory=dict)  # wagers on the dealer's hand: by value of the up card

    def probability(self, line: Line) -> Fraction:
        return Fraction(self.combinations[line], self.total)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability that a wager wins anything."""
        return sum((self.probability(line) for line in self.paytable.lines if not line.loses), Fraction(0))

    @property
    def meters(self) -> tuple[str | None, ...]:
        """The meters whose shares it pays."""
        return tuple(dict.fromkeys(line.meter for line in self.paytable.lines if line.shares))

    def returned(self, wager: int, meters: Meters = NONE) -> Fraction:
        """The average return of a wager of one: awards, and the wager itself if it comes back."""
        return self._mean(wager, meters, 1)

    def house_edge(self, wager: int, meters: Meters = NONE) -> Fraction:
        return 1 - self.returned(wager, meters)

    def variance(self, wager: int, meters: Meters = NONE) -> Fraction:
        """The variance of the return of a wager of one; the standard deviation is its square root."""
        return self._mean(wager, meters, 2) - self._mean(wager, meters, 1) ** 2

    def break_even(self, wager: int, meter: str | None = None, others: Meters = NONE) -> Fraction | None:
        """The meter's amount at which wagers return what they cost. Negative if they do so without a meter; None if it
        cannot be won."""
        _, shares = self._shares(wager, meter)
        return self.house_edge(wager, {**others, meter: 0}) * wager / shares if shares else None

    def mean_meter(self, wager: int, rate_bp: int, reset: int, meter: str | None = None) -> Fraction | None:
        """The meter's average amount when it is hit, in the long run: wagers then add as much as hits take. None if it
        cannot be won.

        A win of 100 % leaves exactly `reset` in it, a smaller one the remainder. The assumptions: one player wins a
        hand at a time, and all wagers are of this size. Whether the meter grows with each wager or once a day does not
        matter, as long as no hit depends on its amount.
        """
        whole, shares = self._shares(wager, meter)
        return (Fraction(rate_bp * wager, BASIS_POINTS) + whole * reset) / shares if shares else None

    def _shares(self, wager: int, meter: str | None) -> tuple[Fraction, Fraction]:
        """The probability of a win of the whole meter, and the part of it that a wager takes on average."""
        taken = [(self.probability(line), self.paytable.share(line, wager)) for line in self._of(meter)]
        whole = sum((probability for probability, share in taken if share == BASIS_POINTS), Fraction(0))
        return whole, sum((probability * share / BASIS_POINTS for probability, share in taken), Fraction(0))

    def _of(self, meter: str | None) -> list[Line]:
        return [line for line in self.paytable.lines if line.shares and line.meter == meter]

    def _mean(self, wager: int, meters: Meters, power: int) -> Fraction:
        possible = (line for line in self.paytable.lines if self.combinations[line])
        return sum(
            (self.probability(line) * self._worth(line, wager, meters) ** power for line in possible), Fraction(0)
        )

    def _worth(self, line: Line, wager: int, meters: Meters) -> Fraction:
        """What a line returns for a wager of one."""
        if line.loses:
            return Fraction(0)
        award: int | Fraction
        if share := self.paytable.share(line, wager):
            if line.meter not in meters:
                raise ValueError(f"{self.paytable.id}: {line.title} pays a share; say what its meter stands at")
            award = Fraction(meters[line.meter] * share, BASIS_POINTS)
        else:
            award = self.paytable.pays(line, wager)
        return Fraction(award + (wager if self.paytable.returned else 0), wager)


def odds(
    paytable: Paytable, decks: int, suit: Suit = Suit.HEARTS, strategy: str = "basic", hits_soft_17: bool = True
) -> Odds:
    """The odds, counted from a full shoe. `suit` is the chosen suit of suit-specific awards. `strategy` says how a
    player plays whose own 30 loses the wager (Bust Bonus); for other wagers it must be "basic"."""
    _check(paytable, decks, strategy)
    by_hand = paytable.events[0].sees is Sees.HAND
    totals: Counter[int] = Counter()
    counts: dict[int, dict[Line, int | Fraction]] = defaultdict(lambda: dict.fromkeys(paytable.lines, 0))
    for pair, dealer, ways in deals(paytable, decks, hits_soft_17):
        up = dealer[0].value if by_hand else 0
        totals[up] += ways
        if line := paytable.decide(pair, dealer, suit):
            counts[up][line] += ways * (1 - thirty(behind(decks, dealer))) if STRATEGIES[strategy] else ways
    # Fractions occur if the player's own cards matter as well; a common denominator makes them whole numbers again.
    scale = lcm(*(number.denominator for count in counts.values() for number in count.values()))

    def of(*ups: int) -> tuple[int, dict[Line, int]]:
        lines = {line: int(scale * sum(counts[up][line] for up in ups)) for line in paytable.lines}
        return scale * sum(totals[up] for up in ups), lines

    under = {up: Odds(paytable, decks, *of(up)) for up in sorted(totals)} if by_hand else {}
    return Odds(paytable, decks, *of(*totals), under)


def _check(paytable: Paytable, decks: int, strategy: str) -> None:
    least, most = paytable.min_decks, paytable.max_decks
    if not least <= decks <= most:
        permitted = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{paytable.id} is for {permitted} decks, not for {decks}")
    if strategy not in STRATEGIES:
        raise ValueError(f'there is no strategy "{strategy}"; write one of {", ".join(STRATEGIES)}')
    if STRATEGIES[strategy] and paytable.events[0].sees is not Sees.HAND:
        raise ValueError(f"{paytable.id} is decided before anyone draws; leave the strategy out")
