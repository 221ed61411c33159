"""What profiles, games and pay tables say: the rules of a jurisdiction, a game and its prizes as data (R001, R005)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from controller.config.schema import Dollars, MultipleWinners, Rate, a_number, a_text, an_amount, an_id
from controller.config.source import Report, Section, Source, words
from controller.core.rules import Collect, Funding

Role = Literal["dealer", "floor", "manager", "cage", "accounting", "technician", "administrator", "regulator"]  # R154
Fall = Literal[
    "award",
    "malfunction",
    "over_limit",
    "nondisplayed",
    "seed_recovery",  # up to here the five of R140
    "management",  # R144: only a bonus
    "discontinued",
]
Decision = Literal["award", "share", "adjustment", "parameters", "take_over"]
Card = Literal["player 1", "player 2", "player 3", "dealer up", "dealer hole"]


class Names(Section):
    title: str = a_text("what this profile is")
    source: str = a_text("the documents it follows", 500)
    bonus: str | None = Field(
        default=None, min_length=1, description="the name of bonus jackpots here, in quotes, or leave it out"
    )
    progressive: str | None = Field(
        default=None, min_length=1, description="the name of progressives here, in quotes, or leave it out"
    )


class Meter(Section):
    funding: tuple[Funding, ...] = Field(
        min_length=1, description='a list of "daily_percent", "manual_house", "per_wager"'
    )
    rises_per_wager: bool = Field(description="true or false")
    may_fall: tuple[Fall, ...] = Field(
        min_length=1, description=f"a list of the lawful reasons: {words(get_args(Fall))}"
    )
    multiple_winners: tuple[MultipleWinners, ...] = Field(
        min_length=1, description='a list of "full_each", "split", "ordered"'
    )
    reseed: Literal["confirmed", "paid"] = Field(description='"confirmed" or "paid"')
    winnable: bool = Field(description="true or false")


class Posting(Section):
    automatic: bool = Field(description="true, or false when a person confirms each post")
    min_interval_hours: int = a_number(0, 168)
    again_after_win: bool = Field(description="true or false")


class Betting(Section):
    cap: Dollars = an_amount("50.00")
    collect: tuple[Collect, ...] = Field(min_length=1, description='a list of "lock", "settlement"')


class Authority(Section):
    decision: Decision = Field(description=f"one of {words(get_args(Decision))}")
    up_to: Dollars | None = an_amount("50.00", default=None)
    roles: tuple[Role, ...] = Field(min_length=1, description=f"a list of roles: {words(get_args(Role))}")
    persons: int = a_number(1, 3)


class Signs(Section):
    networked: bool = Field(description="true or false")
    grace_seconds: int = a_number(1, 3600)
    after_grace: Literal["close_betting", "event"] = Field(description='"close_betting" or "event"')


class Disclosure(Section):
    id: str = an_id("the text's name")
    text: str = a_text("the words that a sign shows", 1000)
    placard: bool = Field(description="true or false")
    notices: tuple[str, ...] = Field(description="a list of further texts in quotes; [] when there is none")


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of one jurisdiction."""

    id: str
    names: Names
    meter: Meter
    posting: Posting
    betting: Betting
    authority: tuple[Authority, ...]
    signs: Signs
    disclosure: Disclosure


class GameHead(Section):
    title: str = a_text("the game's name as approved")
    source: str = a_text("the document it is taken from", 500)
    seats: int = a_number(1, 9)
    decks: tuple[int, ...] = Field(min_length=1, description="a list of the permitted numbers of decks, as [6]")


class SideBet(Section):
    id: str = an_id("the side bet's name")
    title: str = a_text("its words on the felt", 60)
    cards: tuple[Card, ...] = Field(min_length=1, description=f"a list of the cards it uses: {words(get_args(Card))}")
    lowest: Dollars = an_amount("5.00")
    highest: Dollars = an_amount("5.00")
    paytables: tuple[str, ...] = Field(min_length=1, description="a list of names of files in paytables/")


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    head: GameHead
    side_bets: tuple[SideBet, ...]


class PaytableHead(Section):
    title: str = a_text("its name as printed")
    source: str = a_text("the document it is taken from", 500)
    base_wager: Dollars = an_amount("5.00")
    pays: Literal["for 1", "to 1"] = Field(description='"for 1" or "to 1"')
    highest_only: bool = Field(description="true or false")
    min_decks: int = a_number(1, 8)
    max_decks: int = a_number(1, 8)


# Every event a line may name, and the decks without which its cards do not exist.
EVENTS = {
    "three-aces-suited": 3,
    "three-of-a-kind-suited": 3,
    "straight-flush": 1,
    "three-of-a-kind-off-suit": 1,
    "straight": 1,
}


class Line(Section):
    event: str = Field(pattern=f"^({'|'.join(EVENTS)})$", description=f"one of {words(EVENTS)}")
    title: str = a_text("its words on the sign", 60)
    amount: Dollars | None = an_amount("625.00", default=None)
    share: Rate | None = Field(default=None, description='a share of the meter above 0 and up to 100 %, as "100.00 %"')
    meter: str | None = Field(
        default=None, min_length=1, description="the jackpot it takes from, or leave it out when there is one"
    )


@dataclass(frozen=True, slots=True)
class Paytable:
    id: str
    head: PaytableHead
    lines: tuple[Line, ...]


def read_profile(path: Path, report: Report) -> Profile | None:
    src = Source(path, report)
    names = src.one("profile", Names)
    meter = src.one("meter", Meter)
    posting = src.one("posting", Posting)
    betting = src.one("betting", Betting)
    authority = src.many("authority", lambda _: Authority)
    signs = src.one("signs", Signs)
    disclosure = src.one("disclosure", Disclosure)
    src.end()
    if meter and meter.rises_per_wager != (Funding.PER_WAGER in meter.funding):
        src.fault(
            ("meter", "rises_per_wager"),
            'write true when funding lists "per_wager", and false when it does not (R002, R069)',
        )
    if "authority" not in src.broken:
        _check_authority(src, authority)
    if not (names and meter and posting and betting and signs and disclosure) or src.broken:
        return None
    return Profile(path.stem, names, meter, posting, betting, tuple(authority.values()), signs, disclosure)


def _check_authority(src: Source, authority: dict[int, Authority]) -> None:
    seen = set()
    for n, rule in authority.items():
        if (rule.decision, rule.up_to) in seen:
            src.fault(
                ("authority", n, "up_to"),
                f'write another limit: "{rule.decision}" up to this one is already decided above',
            )
        seen.add((rule.decision, rule.up_to))
        if rule.persons < 2 and rule.decision in ("adjustment", "parameters", "take_over"):
            src.fault(("authority", n, "persons"), f'write 2 or more: "{rule.decision}" needs two people (R143, R011)')
    for decision in get_args(Decision):
        if (decision, None) not in seen:
            src.fault(
                ("authority",),
                f'write one with decision = "{decision}" and without up_to: it decides every larger amount (R103)',
            )


def read_game(path: Path, report: Report) -> Game | None:
    src = Source(path, report)
    head = src.one("game", GameHead)
    side_bets = src.many("side_bet", lambda _: SideBet)
    src.end()
    for n, bet in side_bets.items():
        if bet.lowest > bet.highest:
            src.fault(("side_bet", n, "highest"), "write an amount that is not below lowest")
            src.broken.add("side_bet")
    if head is None or src.broken:
        return None
    return Game(path.stem, head, tuple(side_bets.values()))


def read_paytable(path: Path, report: Report) -> tuple[Source, Paytable | None]:
    """With its source, because whether a line can be won depends on the table."""
    src = Source(path, report)
    head = src.one("paytable", PaytableHead)
    lines = src.many("line", lambda _: Line)
    src.end()
    if head and head.min_decks > head.max_decks:
        src.fault(("paytable", "max_decks"), "write a number that is not below min_decks")
        src.broken.add("paytable")
    events: set[str] = set()
    for n, line in lines.items():
        if line.event in events:
            src.fault(("line", n, "event"), f"{line.event} is paid by a line above; remove one of the two")
        events.add(line.event)
        if (line.amount is None) == (line.share is None):
            src.fault(("line", n, "amount"), "write either amount or share, one of the two (R005)")
        if line.meter is not None and line.share is None:
            src.fault(("line", n, "meter"), "remove it: only a share takes from a meter (R008)")
    if head is None or src.broken:
        return src, None
    return src, Paytable(path.stem, head, tuple(lines.values()))
