"""Which bets are allowed: those that a table offers, and those that each seat has made. Every refusal is a message."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from controller.games.game import Felt, SideBet
from controller.table.money import BASIS_POINTS
from words.message import Message, Problem, message


class RefusedError(Problem):
    """The rules do not allow this."""

    @classmethod
    def of(cls, refusal: Message) -> "RefusedError":
        return cls(refusal.code, **refusal.facts)


class Seat(NamedTuple):
    """The bets of one seat before the deal, in micro-dollars."""

    number: int  # from the dealer's left, beginning with 1
    player: str
    main: tuple[int, ...]  # the Ante, then each Bet Bigger spot; 0: empty
    side: Mapping[str, int]  # side bet -> amount

    @property
    def ante(self) -> int:
        return self.main[0]

    @property
    def spots(self) -> int:
        """The number of main bets; all are equal to the Ante."""
        return len(self.main) - self.main.count(0)


def offer_refusals(felt: Felt) -> Iterator[Message]:
    """Why a table may not offer this game in this way."""
    game = felt.game
    if felt.decks not in game.decks:
        yield message("games.decks", game=game.title, decks=felt.decks, permitted=game.decks)
    main = game.main
    if not main.lowest <= felt.minimum <= main.highest or felt.minimum % main.step:
        yield message("games.minimum", minimum=felt.minimum, lowest=main.lowest, highest=main.highest, step=main.step)
    for offered, paytable in felt.paytables.items():
        bet = game.side_bets.get(offered)
        if bet is None:
            yield message("games.unknown_bet", game=game.title, bet=offered)
            continue
        if paytable.id not in bet.paytables:
            yield message("games.paytable", bet=bet.title, paytable=paytable.id, approved=bet.paytables)
        if not paytable.min_decks <= felt.decks <= paytable.max_decks:
            yield message(
                "games.paytable_deck" if paytable.min_decks == paytable.max_decks else "games.paytable_decks",
                paytable=paytable.id,
                least=paytable.min_decks,
                most=paytable.max_decks,
                decks=felt.decks,
            )
        if felt.decks < bet.min_decks:
            yield message("games.few_decks", bet=bet.title, decks=bet.min_decks)
        for other in bet.never_with:
            if other in felt.paytables:
                yield message("games.never_with", bet=bet.title, other=game.side_bets[other].title)
        if bet.only_beside and not any(other in felt.paytables for other in bet.only_beside):
            yield message("games.only_beside", bet=bet.title, others=_titles(felt, bet.only_beside))
    metered = [bet for bet, paytable in felt.paytables.items() if bet in game.side_bets and paytable.meters]
    if len(metered) > game.jackpots:
        yield message("games.jackpot_bets", bets=_titles(felt, metered), most=game.jackpots)


def bet_refusals(felt: Felt, seats: Sequence[Seat], held: Sequence[Seat] = ()) -> Iterator[Message]:
    """Why the cards may not be dealt for these bets. `held`: the first bets in this shoe of players who are flat
    bet."""
    game = felt.game
    numbers = [seat.number for seat in seats]
    if not seats:
        yield message("games.nobody_bets", main=game.main.title)
    if numbers != sorted(set(numbers)) or not set(numbers) <= set(range(1, game.seats + 1)):
        yield message("games.seats", most=game.seats)
    for player, hands in Counter(seat.player for seat in seats).items():
        own = [seat.number for seat in seats if seat.player == player]
        if own[-1] - own[0] >= hands:
            yield message("games.not_adjacent", player=player)
    for seat in seats:
        for made in seat.side:
            if made in game.side_bets and game.side_bets[made].after_deal:
                yield _at(seat, message("games.after_deal", bet=game.side_bets[made].title))
        yield from _seat_refusals(felt, seat)
    yield from _jackpot_refusals(felt, seats)
    yield from _flat_bet_refusals(seats, held)


def lowest(felt: Felt, bet: SideBet) -> int:
    """The lowest allowed bet. Half of an odd minimum need not be a whole number of steps."""
    return max(bet.lowest, felt.minimum * bet.lowest_of_minimum // BASIS_POINTS)


def after_deal_refusal(felt: Felt, seat: Seat, made: Mapping[str, int], bet: SideBet, amount: int) -> Message | None:
    """Why this bet may not be added to earlier bets; None if it may."""
    return next(_seat_refusals(felt, seat._replace(side={**made, bet.id: amount})), None)


def amounts(of: Iterable[int]) -> tuple[Message, ...]:
    """A list of amounts for a sentence."""
    return tuple(message("games.amount", amount=amount) for amount in of)


def _at(seat: Seat, what: Message) -> Message:
    return message("games.at_seat", seat=seat.number, what=what)


def _seat_refusals(felt: Felt, seat: Seat) -> Iterator[Message]:
    yield from (_at(seat, refusal) for refusal in _main_refusals(felt, seat))
    for made, amount in seat.side.items():
        if made in felt.paytables:
            yield from (_at(seat, refusal) for refusal in _side_refusals(felt, seat, felt.game.side_bets[made], amount))
        else:
            yield _at(seat, message("games.not_offered", bet=made))
    yield from (_at(seat, refusal) for refusal in _options_refusals(felt, seat))


def _main_refusals(felt: Felt, seat: Seat) -> Iterator[Message]:
    main = felt.game.main
    if not felt.minimum <= seat.ante <= main.highest or seat.ante % main.step:
        yield message(
            "games.ante", main=main.title, amount=seat.ante, lowest=felt.minimum, highest=main.highest, step=main.step
        )
    if len(seat.main) != 1 + len(main.bigger):
        yield message("games.main_spots", named=len(seat.main), spots=1 + len(main.bigger))
    for spot, amount in zip(main.bigger, seat.main[1:], strict=False):
        if amount not in (0, seat.ante):
            yield message("games.must_match", spot=spot, main=main.title, ante=seat.ante)


def _side_refusals(felt: Felt, seat: Seat, bet: SideBet, amount: int) -> Iterator[Message]:
    step = felt.game.main.step
    least = lowest(felt, bet)
    if bet.amounts and amount not in bet.amounts:
        yield message("games.only_amounts", bet=bet.title, amounts=amounts(bet.amounts), amount=amount)
    elif not least <= amount <= bet.highest or (amount % step and amount != least):
        yield message("games.limits", bet=bet.title, lowest=least, highest=bet.highest, step=step, amount=amount)
    if bet.only_beside and not any(other in seat.side for other in bet.only_beside):
        yield message("games.needs_other", bet=bet.title, others=_titles(felt, bet.only_beside))


def _options_refusals(felt: Felt, seat: Seat) -> Iterator[Message]:
    """`double-action`: the limit depends on the number of wagers on the felt and on those that the seat makes."""
    options = felt.game.options
    if options is None or 1 + len(felt.game.main.bigger) + len(felt.paytables) <= options.most:
        return
    made = [amount for amount in (*seat.main, *seat.side.values()) if amount]
    if len(made) > options.most:
        yield message("games.many_wagers", most=options.most, made=len(made))
    elif len(made) == options.most and min(made) > options.one_at_most:
        yield message("games.one_small_wager", most=options.most, amount=options.one_at_most)


def _jackpot_refusals(felt: Felt, seats: Sequence[Seat]) -> Iterator[Message]:
    """`lucky-ladies`: a jackpot wager has one fixed amount at a table, unless the game names several (`llj`)."""
    for bet in felt.game.side_bets.values():
        made = [(seat.side[bet.id], seat.number) for seat in seats if bet.id in seat.side]
        metered = bet.id in felt.paytables and felt.paytables[bet.id].meters
        if metered and not bet.amounts and len({amount for amount, _ in made}) > 1:
            different = tuple(message("games.amount_at_seat", amount=amount, seat=number) for amount, number in made)
            yield message("games.one_amount", bet=bet.title, amounts=different)


def _flat_bet_refusals(seats: Sequence[Seat], held: Sequence[Seat]) -> Iterator[Message]:
    """A player may skip a hand, or play at another seat with the same bets."""
    for player in dict.fromkeys(first.player for first in held):
        left = [(first.main, first.side) for first in held if first.player == player]
        others: list[Seat] = []
        for seat in seats:
            if (seat.main, seat.side) in left and seat.player == player:
                left.remove((seat.main, seat.side))
            elif seat.player == player:
                others.append(seat)
        yield from (_at(seat, message("games.flat_bet_repeats", player=player)) for seat in others[: len(left)])
        yield from (_at(seat, message("games.flat_bet_hands", player=player)) for seat in others[len(left) :])


def _titles(felt: Felt, bets: Iterable[str]) -> tuple[str, ...]:
    return tuple(felt.game.side_bets[bet].title for bet in bets)
