"""A block of rounds: it starts with a fresh shoe and its own random numbers, so it is the same wherever it is
played."""

import random
from collections import Counter

from controller.games.dealing import Dealing
from controller.games.play import answered
from controller.games.settle import Settled, Settler
from controller.games.shoe import MisdealError, fresh_shoe
from controller.games.strategy import STRATEGIES, answerer
from controller.table.money import percentage
from testbed.rounds.table import Table
from testbed.rounds.tally import MAIN, NOTHING, Tally, Win

ROUNDS = 1000  # per block: some seventy shoes of six decks, and a fraction of a second


class Blocks:
    """The table in one process, played block after block."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._seed = seed
        self._settler = Settler(table.felt)
        self._answer = answerer(STRATEGIES[table.strategy], table.after_deal)
        lines = {bet: table.felt.paytables[bet].lines for bet in table.wagers}
        # Found by identity, which is fast; two bets with one pay table have the same lines with the same numbers.
        self._number = {id(line): number for each in lines.values() for number, line in enumerate(each)}
        self._number[id(None)] = NOTHING
        self._shares = {(bet, number) for bet, each in lines.items() for number, line in enumerate(each) if line.shares}
        self._meters = {bet: table.opening(bet) for bet in table.wagers}

    def play(self, number: int, rounds: int = ROUNDS) -> Tally:
        chance = random.Random(f"{self._seed}/{number}").random  # noqa: S311  cards, no secrets
        decks = self._table.felt.decks
        dealing = Dealing(self._table.felt, lambda: fresh_shoe(decks, lambda below: int(chance() * below)))
        tally = Tally()
        while tally.rounds < rounds:
            try:
                finished = answered(dealing.begin(self._table.seats), self._answer)
            except MisdealError:
                tally.void += 1
                continue
            self._count(tally, self._settler.settle(finished), number * ROUNDS + tally.rounds)
            tally.rounds += 1
        return tally

    def _count(self, tally: Tally, settled: tuple[Settled, ...], round_: int) -> None:
        net = dict.fromkeys((MAIN, *self._meters), 0)
        hits: Counter[tuple[str, int]] = Counter()
        for wager in settled:
            bet = wager.wager if wager.wager in self._meters else MAIN
            tally.staked[bet] += wager.staked
            net[bet] += wager.paid + wager.returned - wager.staked
            if bet != MAIN:
                hits[bet, self._number[id(wager.line)]] += 1
                if wager.share and wager.line:
                    net[bet] += percentage(self._meters[bet][wager.line.meter], wager.share)
        for bet, won in net.items():
            tally.net[bet].add(won)
        for key, number in hits.items():
            tally.hits[key].add(number)
            if key in self._shares:
                tally.wins.append(Win(round_, *key))
