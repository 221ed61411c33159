"""What may lie on the felt: what a table offers, what each seat has bet. Every refusal is one sentence for people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from controller.games.game import Felt, SideBet
from controller.table.money import BASIS_POINTS, dollars


class RefusedError(ValueError):
    """What the rules do not allow, as one sentence."""


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
        """Main bets made; all are equal to the Ante."""
        return len(self.main) - self.main.count(0)


def offer_refusals(felt: Felt) -> Iterator[str]:
    """Why a table may not offer this game so."""
    game = felt.game
    if felt.decks not in game.decks:
        permitted = ", ".join(map(str, game.decks))
        yield f"{game.title} is not played with {felt.decks} decks; choose one of {permitted}."
    main = game.main
    if not main.lowest <= felt.minimum <= main.highest or felt.minimum % main.step:
        yield (
            f"A posted minimum of {_usd(felt.minimum)} is not possible; post one from {_usd(main.lowest)} to"
            f" {_usd(main.highest)} in steps of {_usd(main.step)}."
        )
    for offered, paytable in felt.paytables.items():
        bet = game.side_bets.get(offered)
        if bet is None:
            yield f'{game.title} has no side bet "{offered}"; take it off the felt.'
            continue
        if paytable.id not in bet.paytables:
            yield f"{bet.title} is not approved with {paytable.id}; use one of {', '.join(bet.paytables)}."
        if not paytable.min_decks <= felt.decks <= paytable.max_decks:
            yield f"{paytable.id} is for {paytable.min_decks} to {paytable.max_decks} decks, not {felt.decks}."
        if felt.decks < bet.min_decks:
            yield f"{bet.title} needs {bet.min_decks} decks or more; take it off the felt or add decks."
        for other in bet.never_with:
            if other in felt.paytables:
                yield f"{bet.title} is never offered beside {game.side_bets[other].title}; take one off the felt."
        if bet.only_beside and not any(other in felt.paytables for other in bet.only_beside):
            yield f"{bet.title} is only offered beside {_titles(felt, bet.only_beside)}; offer that too."
    metered = [bet for bet, paytable in felt.paytables.items() if bet in game.side_bets and paytable.meters]
    if len(metered) > game.jackpots:
        yield (
            f"Of the jackpot bets {', '.join(game.side_bets[bet].title for bet in metered)} a layout has at most"
            f" {game.jackpots}; take the rest off the felt."
        )


def bet_refusals(felt: Felt, seats: Sequence[Seat], held: Sequence[Seat] = ()) -> Iterator[str]:
    """Why the cards may not be dealt to these bets. `held`: what players who are flat bet had first in this shoe."""
    game = felt.game
    numbers = [seat.number for seat in seats]
    if not seats:
        yield f"Nobody has bet; at least one {game.main.title} is needed for a round."
    if numbers != sorted(set(numbers)) or not set(numbers) <= set(range(1, game.seats + 1)):
        yield f"Seats are numbered from 1 to {game.seats}, each once, in this order."
    for player, hands in Counter(seat.player for seat in seats).items():
        own = [seat.number for seat in seats if seat.player == player]
        if own[-1] - own[0] >= hands:
            yield f"{player} plays seats that are not adjacent; a player's hands lie side by side."
    for seat in seats:
        for made in seat.side:
            if made in game.side_bets and game.side_bets[made].after_deal:
                yield f"Seat {seat.number}: {game.side_bets[made].title} is placed after the deal, not before."
        yield from _seat_refusals(felt, seat)
    yield from _jackpot_refusals(felt, seats)
    yield from _flat_bet_refusals(seats, held)


def lowest(felt: Felt, bet: SideBet) -> int:
    """The least that may be bet; half of an odd minimum need not be whole steps."""
    return max(bet.lowest, felt.minimum * bet.lowest_of_minimum // BASIS_POINTS)


def after_deal_refusal(felt: Felt, seat: Seat, made: Mapping[str, int], bet: SideBet, amount: int) -> str:
    """Why this bet may not be added to those made before; empty: it may."""
    return next(_seat_refusals(felt, seat._replace(side={**made, bet.id: amount})), "")


def _seat_refusals(felt: Felt, seat: Seat) -> Iterator[str]:
    main = felt.game.main
    at = f"Seat {seat.number}:"
    if not felt.minimum <= seat.ante <= main.highest or seat.ante % main.step:
        yield (
            f"{at} an {main.title} of {_usd(seat.ante)} is not possible; bet {_usd(felt.minimum)} to"
            f" {_usd(main.highest)} in steps of {_usd(main.step)}."
        )
    if len(seat.main) != 1 + len(main.bigger):
        yield f"{at} bets for {len(seat.main)} main spots are named; the felt has {1 + len(main.bigger)}."
    for spot, amount in zip(main.bigger, seat.main[1:], strict=False):
        if amount not in (0, seat.ante):
            yield f"{at} {spot} must match the {main.title} of {_usd(seat.ante)} or stay empty."
    for made, amount in seat.side.items():
        if made not in felt.paytables:
            yield f'{at} this table does not offer "{made}"; take the bet back.'
            continue
        yield from _side_refusals(felt, seat, felt.game.side_bets[made], amount)
    yield from _options_refusals(felt, seat)


def _side_refusals(felt: Felt, seat: Seat, bet: SideBet, amount: int) -> Iterator[str]:
    step = felt.game.main.step
    least = lowest(felt, bet)
    if bet.amounts and amount not in bet.amounts:
        yield f"Seat {seat.number}: {bet.title} is {' or '.join(map(_usd, bet.amounts))}, not {_usd(amount)}."
    elif not least <= amount <= bet.highest or (amount % step and amount != least):
        yield (
            f"Seat {seat.number}: {bet.title} is {_usd(least)} to {_usd(bet.highest)} in steps of {_usd(step)},"
            f" not {_usd(amount)}."
        )
    if bet.only_beside and not any(other in seat.side for other in bet.only_beside):
        yield f"Seat {seat.number}: {bet.title} is only for those who bet {_titles(felt, bet.only_beside)} too."


def _options_refusals(felt: Felt, seat: Seat) -> Iterator[str]:
    """`double-action`: counted are the wagers that the felt has room for, and those that the seat makes."""
    options = felt.game.options
    if options is None or 1 + len(felt.game.main.bigger) + len(felt.paytables) <= options.most:
        return
    made = [amount for amount in (*seat.main, *seat.side.values()) if amount]
    if len(made) > options.most:
        yield f"Seat {seat.number}: at this felt a player makes at most {options.most} wagers, not {len(made)}."
    elif len(made) == options.most and min(made) > options.one_at_most:
        yield (
            f"Seat {seat.number}: one of {options.most} wagers is at most {_usd(options.one_at_most)};"
            " lower one of them or leave one out."
        )


def _jackpot_refusals(felt: Felt, seats: Sequence[Seat]) -> Iterator[str]:
    """`lucky-ladies`: a jackpot's wager is one fixed amount at a table, unless the game names several (`llj`)."""
    for bet in felt.game.side_bets.values():
        made = [(seat.side[bet.id], seat.number) for seat in seats if bet.id in seat.side]
        metered = bet.id in felt.paytables and felt.paytables[bet.id].meters
        if metered and not bet.amounts and len({amount for amount, _ in made}) > 1:
            told = ", ".join(f"{_usd(amount)} at seat {number}" for amount, number in made)
            yield f"{bet.title} is one fixed amount at a table, not {told}; let all bet the same."


def _flat_bet_refusals(seats: Sequence[Seat], held: Sequence[Seat]) -> Iterator[str]:
    """A hand may be left out, or played at another seat: the same bets there are the same bets."""
    for player in dict.fromkeys(first.player for first in held):
        left = [(first.main, first.side) for first in held if first.player == player]
        others = []
        for seat in seats:
            if (seat.main, seat.side) in left and seat.player == player:
                left.remove((seat.main, seat.side))
            elif seat.player == player:
                others.append(seat.number)
        for number in others[: len(left)]:
            yield (
                f"Seat {number}: {player} is flat bet; repeat the bets of the first hand of the shoe,"
                " each and no other."
            )
        for number in others[len(left) :]:
            yield f"Seat {number}: {player} is flat bet and may not add a hand until the shoe ends."


def _usd(amount: int) -> str:
    return f"${dollars(amount)}"


def _titles(felt: Felt, bets: Sequence[str]) -> str:
    return " or ".join(felt.game.side_bets[bet].title for bet in bets)
