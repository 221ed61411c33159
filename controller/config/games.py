"""What a game's file says: its cards, its spots, its bets and its rules of play (C29)."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from controller.config.schema import (
    PAYTABLE,
    Dollars,
    Notes,
    Rate,
    Rising,
    Words,
    a_number,
    a_text,
    an_amount,
    an_id,
    notes,
    one_of,
    yes_no,
)
from controller.config.source import Report, Section, Source, Where, key
from controller.games import game as pure
from controller.games.game import Looks, Order
from controller.table.money import dollars, percentage
from kinds.settings import ID
from words.message import message


def _odds(value: object) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]) to ([1-9])", value) if isinstance(value, str) else None
    if found is None:
        raise ValueError
    return int(found[1]), int(found[2])


Decks = Annotated[int, Field(ge=1, le=8)]
Id = Annotated[str, Field(pattern=ID)]
PaytableId = Annotated[str, Field(pattern=PAYTABLE)]


class Head(Section):
    title: str = a_text()
    source: str = a_text(500)
    seats: int = a_number(1, 9)
    decks: Annotated[tuple[Decks, ...], Rising] = key(message("values.decks"), min_length=1)
    decks_named: bool = yes_no(default=True)  # whether the document gives the numbers
    jackpots: int = a_number(0, 9)
    flat_bet: bool = yes_no()
    notes: Notes = notes()


class Main(Section):
    title: str = a_text(60)
    bigger: tuple[Words, ...] = key(message("values.bigger"))
    lowest: Dollars = an_amount("2.00")
    highest: Dollars = an_amount("10.00")
    step: Dollars = an_amount("1.00")


class Play(Section):
    dealer_hits_soft_17: bool = yes_no()
    blackjack_pays: Annotated[tuple[int, int], BeforeValidator(_odds)] = key(message("values.odds"))
    insurance: bool = yes_no()
    even_money: bool = yes_no()
    surrender: bool = yes_no()
    double_for_less: bool = yes_no()
    splits: int = a_number(0, 9)
    resplit_aces: bool = yes_no()


class SideBet(Section):
    id: str = an_id()
    title: str = a_text(60)
    looks_at: Looks = one_of(*Looks)
    paytables: tuple[PaytableId, ...] = key(message("values.paytables"), min_length=1)
    lowest: Dollars | None = an_amount("5.00", default=None)
    lowest_of_minimum: Rate | None = key(message("values.rate_of_minimum"), default=None)
    highest: Dollars | None = an_amount("5.00", default=None)
    amounts: Annotated[tuple[Dollars, ...] | None, Rising] = key(message("values.amounts"), default=None, min_length=1)
    max_payout: Dollars | None = an_amount("1000.00", default=None)
    after_deal: bool = yes_no(default=False)
    only_beside: tuple[Id, ...] = key(message("values.side_bets"), default=())
    never_with: tuple[Id, ...] = key(message("values.side_bets"), default=())
    min_decks: int = a_number(1, 8, default=1)
    order: Order = one_of(*Order, default=Order.LEFT_TO_RIGHT)
    loses_on_player_total: int = a_number(0, 31, default=0)


class Options(Section):
    most: int = a_number(1, 9)
    one_at_most: Dollars = an_amount("5.00")


def read_game(path: Path, report: Report) -> pure.Game | None:
    before = len(report.errors)
    src = Source(path, report)
    head = src.one("game", Head)
    main = src.one("main", Main)
    play = src.one("play", Play)
    side_bets = src.many("side_bet", lambda _: SideBet)
    options = src.maybe("options", lambda: Options)
    src.end()
    if main and (main.lowest > main.highest or main.lowest % main.step or main.highest % main.step):
        src.fault(("main", "highest"), message("config.limits_of_steps"))
    if main:
        _check_titles(src, main, side_bets)
    if head:
        _check_decks(src, head, side_bets)
    _check_side_bets(src, side_bets)
    if not (head and main and play) or len(report.errors) > before:
        return None
    return pure.Game(
        id=path.stem,
        title=head.title,
        source=head.source,
        seats=head.seats,
        decks=head.decks,
        decks_named=head.decks_named,
        main=pure.MainBet(main.title, main.bigger, main.lowest, main.highest, main.step),
        play=pure.Play(**dict(play)),
        side_bets={bet.id: _side_bet(bet, main) for bet in side_bets.values()},
        options=pure.Options(options.most, options.one_at_most) if options else None,
        jackpots=head.jackpots,
        flat_bet=head.flat_bet,
        notes=head.notes,
    )


def _check_side_bets(src: Source, bets: dict[int, SideBet]) -> None:
    known: set[str] = set()
    for n, bet in bets.items():
        if bet.id in known:
            src.fault(("side_bet", n, "id"), message("config.side_bet_taken", name=bet.id))
        known.add(bet.id)
    for n, bet in bets.items():
        lowests = [key for key in ("lowest", "lowest_of_minimum", "amounts") if getattr(bet, key) is not None]
        if len(lowests) != 1 or (bet.highest is None) != (bet.amounts is not None):
            src.fault(
                ("side_bet", n, lowests[-1] if lowests else "lowest"),
                message("config.side_bet_limits"),
            )
        if bet.lowest and bet.highest and bet.lowest > bet.highest:
            src.fault(("side_bet", n, "highest"), message("config.below_lowest", lowest=dollars(bet.lowest)))
        if bet.loses_on_player_total and bet.looks_at is not Looks.HAND:
            src.fault(
                ("side_bet", n, "loses_on_player_total"),
                message("config.settled_before", looks_at=Looks.HAND.value),
            )
        for list_ in ("only_beside", "never_with"):
            for name in getattr(bet, list_):
                if name not in known - {bet.id} and "side_bet" not in src.broken:
                    others = tuple(sorted(known - {bet.id}))
                    code = "config.no_other_side_bet" if others else "config.only_side_bet"
                    src.fault(("side_bet", n, list_), message(code, name=name, others=others))
    by_id = {bet.id: bet for bet in bets.values()}
    for n, bet in bets.items():
        for name in set(bet.only_beside) & set(bet.never_with):
            src.fault(("side_bet", n, "never_with"), message("config.beside_and_never", name=name))
        if bet.id in _needed(bet, by_id) - set(bet.only_beside):
            src.fault(("side_bet", n, "only_beside"), message("config.needs_itself", name=bet.id))


def _needed(bet: SideBet, bets: Mapping[str, SideBet]) -> set[str]:
    """The bets that must be offered with this bet, and those that they need in turn."""
    found: set[str] = set()
    asked = [bet]
    while asked:
        new = {name for name in asked.pop().only_beside if name in bets} - found
        found |= new
        asked += [bets[name] for name in new]
    return found


def _check_titles(src: Source, main: Main, bets: Mapping[int, SideBet]) -> None:
    """Titles must be unique, because signs, refusals and documents name wagers only by them."""
    taken = {"insurance"}
    places: list[tuple[Where, str]] = [(("main", "title"), main.title)]
    places += [(("main", "bigger", n), title) for n, title in enumerate(main.bigger)]
    places += [(("side_bet", n, "title"), bet.title) for n, bet in bets.items()]
    for n, bet in bets.items():
        if bet.id in (main.title, *main.bigger):
            src.fault(("side_bet", n, "id"), message("config.main_bet_taken", name=bet.id))
    for where, title in places:
        if title.casefold() in taken:
            src.fault(where, message("config.title_taken", title=title))
        taken.add(title.casefold())


def _check_decks(src: Source, head: Head, bets: Mapping[int, SideBet]) -> None:
    for n, bet in bets.items():
        if bet.min_decks > head.decks[-1]:
            src.fault(("side_bet", n, "min_decks"), message("config.decks_of_game", most=head.decks[-1]))


def _side_bet(bet: SideBet, main: Main) -> pure.SideBet:
    amounts = bet.amounts or ()
    of_minimum = bet.lowest_of_minimum or 0
    return pure.SideBet(
        id=bet.id,
        title=bet.title,
        looks_at=bet.looks_at,
        paytables=bet.paytables,
        lowest=min(amounts, default=bet.lowest or percentage(main.lowest, of_minimum)),
        highest=max(amounts, default=bet.highest or 0),
        lowest_of_minimum=of_minimum,
        amounts=amounts,
        max_payout=bet.max_payout or 0,
        after_deal=bet.after_deal,
        only_beside=bet.only_beside,
        never_with=bet.never_with,
        min_decks=bet.min_decks,
        order=bet.order,
        loses_on_player_total=bet.loses_on_player_total,
    )
