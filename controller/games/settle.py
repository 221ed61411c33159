"""The outcome of every wager of a finished round, in the order in which the dealer settles them."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from controller.games.cards import Card
from controller.games.game import Felt, Looks, Order, SideBet
from controller.games.hands import End, Finished, Hand, Played
from controller.games.paytable import Line

INSURANCE = "Insurance"

_EVEN_MONEY, _AT_ONCE, _AGAINST_DEALER = range(3)  # when a hand is paid or taken


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    SURRENDERED = "surrendered"  # half of it is lost


class Settled(NamedTuple):
    """One settled wager. A share of a meter is not an amount here: the ledger decides the amount (R008)."""

    seat: int
    wager: str  # a main spot as titled, a side bet's id, or INSURANCE
    hand: int  # the seat's hand, counted from the left; 0 for anything but a main bet
    staked: int  # including what was added by doubling
    outcome: Outcome
    paid: int = 0  # in addition to what is returned
    returned: int = 0  # part of the stake
    line: Line | None = None  # the deciding line of the pay table
    share: int = 0  # basis points of the meter in the line


WON, LOST, PUSHED, SURRENDERED = Outcome


class Settler:
    """Settles the rounds of one felt; it caches which line decides which cards."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._spots = (felt.game.main.title, *felt.game.main.bigger)
        self._bets = [bet for bet in felt.game.side_bets.values() if bet.id in felt.paytables]
        self._decide = {bet.id: _decider(felt, bet) for bet in self._bets}

    def settle(self, finished: Finished) -> tuple[Settled, ...]:
        """After the deal, after the peek, while hands are played, under the hole card, at the end."""
        return (
            *self._side_bets(finished, Looks.PAIR, Looks.UP),
            *self._main(finished, _EVEN_MONEY),
            *self._insurance(finished),
            *self._main(finished, _AT_ONCE),
            *self._side_bets(finished, Looks.HOLE, Looks.BOTH),
            *self._main(finished, _AGAINST_DEALER),
            *self._side_bets(finished, Looks.HAND),
        )

    def _side_bets(self, finished: Finished, *looks: Looks) -> Iterator[Settled]:
        for bet in self._bets:
            if bet.looks_at in looks:
                seats = finished.seats if bet.order is Order.LEFT_TO_RIGHT else reversed(finished.seats)
                for played in seats:
                    if bet.id in played.side:
                        yield self._side_bet(bet, played, finished.dealer)

    def _side_bet(self, bet: SideBet, played: Played, dealer: Hand) -> Settled:
        number, wager = played.seat.number, played.side[bet.id]
        line = None if played.lost(bet) else self._decide[bet.id](played, dealer)
        if line is None or line.loses:
            return Settled(number, bet.id, 0, wager, LOST, line=line)
        paytable = self._felt.paytables[bet.id]
        returned = wager if paytable.returned else 0
        share = paytable.share(line, wager)
        if share:
            return Settled(number, bet.id, 0, wager, WON, 0, returned, line, share)
        pays = paytable.pays(line, wager)
        if bet.max_payout:
            pays = min(pays, bet.max_payout)
        return Settled(number, bet.id, 0, wager, WON, pays, returned, line)

    def _main(self, finished: Finished, when: int) -> Iterator[Settled]:
        dealer = finished.dealer
        for played in finished.seats:
            for number, hand in enumerate(played.hands):
                if _when(hand, dealer) == when:
                    outcome, paid, returned = self._against(hand, dealer, played.seat.ante + hand.doubled)
                    for spot, bet in zip(self._spots, played.seat.main, strict=True):
                        if bet:
                            staked = bet + hand.doubled
                            yield Settled(played.seat.number, spot, number, staked, outcome, paid, returned)

    def _against(self, hand: Hand, dealer: Hand, staked: int) -> tuple[Outcome, int, int]:
        """The outcome of one main bet, what it pays, and how much of it is returned."""
        if hand.end is End.BUST:
            return LOST, 0, 0
        if hand.end is End.SURRENDERED:
            return SURRENDERED, 0, staked // 2
        if hand.end is End.EVEN_MONEY:
            return WON, staked, staked
        if hand.end is End.BLACKJACK and not dealer.blackjack:
            times, of = self._felt.game.play.blackjack_pays
            return WON, staked * times // of, staked
        if dealer.blackjack:
            return (PUSHED, 0, staked) if hand.end is End.BLACKJACK else (LOST, 0, 0)
        if dealer.total > 21 or hand.total > dealer.total:
            return WON, staked, staked
        return (PUSHED, 0, staked) if hand.total == dealer.total else (LOST, 0, 0)

    def _insurance(self, finished: Finished) -> Iterator[Settled]:
        """All main bets of a seat together, because they are insured equally. It pays 2 to 1."""
        for played in finished.seats:
            if played.insured:
                staked = played.insured * played.seat.spots
                won = (WON, 2 * staked, staked) if finished.dealer.blackjack else (LOST, 0, 0)
                yield Settled(played.seat.number, INSURANCE, 0, staked, *won)


def _when(hand: Hand, dealer: Hand) -> int:
    if hand.end is End.EVEN_MONEY:
        return _EVEN_MONEY
    return _AGAINST_DEALER if hand.end is End.STAYED or dealer.blackjack else _AT_ONCE


_SEEN: dict[Looks, Callable[[list[Card]], Sequence[Card]]] = {
    Looks.PAIR: lambda dealer: (),
    Looks.UP: lambda dealer: dealer[:1],
    Looks.HOLE: lambda dealer: dealer[1:2],
    Looks.BOTH: lambda dealer: dealer[:2],
    Looks.HAND: lambda dealer: dealer,
}


def _decider(felt: Felt, bet: SideBet) -> Callable[[Played, Hand], Line | None]:
    """Which line decides this bet. The same two or three cards come up often, so the answers are cached."""
    paytable = felt.paytables[bet.id]
    seen = _SEEN[bet.looks_at]

    def decide(one: Card, other: Card, *dealer: Card) -> Line | None:
        return paytable.decide((one, other), dealer, felt.suit)

    if bet.looks_at in (Looks.PAIR, Looks.UP, Looks.HOLE):
        decide = cache(decide)
    return lambda played, dealer: decide(*played.first, *seen(dealer.cards))
