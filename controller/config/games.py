"""What a game's file says: its cards, its spots, its bets and its rules of play (C29)."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from controller.config.schema import (
    PAYTABLE,
    Dollars,
    Notes,
    Rate,
    a_number,
    a_text,
    an_amount,
    an_id,
    notes,
)
from controller.config.source import Report, Section, Source, words
from controller.core.money import percentage
from controller.games import game as pure
from controller.games.game import Looks, Order


def _odds(value: object) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]) to ([1-9])", value) if isinstance(value, str) else None
    if found is None:
        raise ValueError
    return int(found[1]), int(found[2])


Decks = Annotated[int, Field(ge=1, le=8)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
PaytableId = Annotated[str, Field(pattern=PAYTABLE)]
YES_NO = Field(description="true or false")


class Head(Section):
    title: str = a_text("the game's name as approved")
    source: str = a_text("the document it is taken from", 500)
    seats: int = a_number(1, 9)
    decks: tuple[Decks, ...] = Field(min_length=1, description="a list of the permitted numbers of decks, as [2, 6, 8]")
    jackpots: int = a_number(0, 9)
    flat_bet: bool = YES_NO
    notes: Notes = notes()


class Main(Section):
    title: str = a_text("the words of its spot", 60)
    bigger: tuple[str, ...] = Field(description='a list of the spots that must match it, as ["Bet Bigger 2"], or []')
    lowest: Dollars = an_amount("2.00")
    highest: Dollars = an_amount("10.00")
    step: Dollars = an_amount("1.00")


class Play(Section):
    dealer_hits_soft_17: bool = YES_NO
    blackjack_pays: Annotated[tuple[int, int], BeforeValidator(_odds)] = Field(description='odds as "3 to 2"')
    insurance: bool = YES_NO
    even_money: bool = YES_NO
    surrender: bool = YES_NO
    double_for_less: bool = YES_NO
    splits: int = a_number(0, 9)
    resplit_aces: bool = YES_NO


class SideBet(Section):
    id: str = an_id("the side bet's name")
    title: str = a_text("its words on the felt", 60)
    looks_at: Looks = Field(description=" or ".join(f'"{each}"' for each in Looks))
    paytables: tuple[PaytableId, ...] = Field(min_length=1, description='a list of pay tables as printed, as ["DA4/3"]')
    lowest: Dollars | None = an_amount("5.00", default=None)
    lowest_of_minimum: Rate | None = Field(
        default=None, description='a share of the posted minimum above 0 and up to 100 %, as "50.00 %"'
    )
    highest: Dollars | None = an_amount("5.00", default=None)
    amounts: tuple[Dollars, ...] | None = Field(
        default=None, min_length=1, description='a list of the only amounts, as ["5.00", "10.00"], or leave it out'
    )
    max_payout: Dollars | None = an_amount("1000.00", default=None)
    after_deal: bool = Field(default=False, description="true or false")
    only_beside: tuple[Id, ...] = Field(default=(), description="a list of side bets of this game")
    never_with: tuple[Id, ...] = Field(default=(), description="a list of side bets of this game")
    min_decks: int = a_number(1, 8, default=1)
    order: Order = Field(default=Order.LEFT_TO_RIGHT, description=" or ".join(f'"{each}"' for each in Order))
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
    options = src.maybe("options", Options)
    src.end()
    if main and (main.lowest > main.highest or main.lowest % main.step or main.highest % main.step):
        src.fault(("main", "highest"), "write an amount that is not below lowest, both whole multiples of step")
    _check_side_bets(src, side_bets)
    if not (head and main and play) or len(report.errors) > before:
        return None
    return pure.Game(
        id=path.stem,
        title=head.title,
        source=head.source,
        seats=head.seats,
        decks=head.decks,
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
            src.fault(("side_bet", n, "id"), f'write another name: "{bet.id}" is taken by a side bet above')
        known.add(bet.id)
    for n, bet in bets.items():
        lowests = [key for key in ("lowest", "lowest_of_minimum", "amounts") if getattr(bet, key) is not None]
        if len(lowests) != 1 or (bet.highest is None) != (bet.amounts is not None):
            src.fault(
                ("side_bet", n, lowests[-1] if lowests else "lowest"),
                "write amounts alone, or highest with either lowest or lowest_of_minimum (R036)",
            )
        if bet.lowest and bet.highest and bet.lowest > bet.highest:
            src.fault(("side_bet", n, "highest"), "write an amount that is not below lowest")
        for key in ("only_beside", "never_with"):
            for name in getattr(bet, key):
                if name not in known - {bet.id} and "side_bet" not in src.broken:
                    src.fault(
                        ("side_bet", n, key),
                        f'this game has no other side bet "{name}"; write one of {words(known - {bet.id})}',
                    )


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
