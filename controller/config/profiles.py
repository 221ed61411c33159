"""What a profile says: the rules of one jurisdiction as data (R001)."""

from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import Field

from controller.config.schema import Dollars, FundingType, MultipleWinners, Notes, a_number, a_text, an_amount, an_id
from controller.config.source import Section, quoted, words
from controller.table.funding import FUNDINGS
from controller.table.funding.base import JackpotType
from controller.table.rules import Collect, Matter, Role

Fall = Literal[
    "award",
    "malfunction",
    "over_limit",
    "nondisplayed",
    "seed_recovery",  # up to here the five of R140
    "management",  # R144: only a bonus
    "discontinued",
]
Rise = Literal["wager", "post", "reset", "management", "variance", "malfunction", "transfer", "take_over"]
To = Literal["transfer", "charity", "house"]

# A profile may know both types, a table has one (R003): what the law of the other type allows is none of its reasons.
BONUS_ONLY = frozenset({"post", "management", "discontinued"})  # R140, R144
PROGRESSIVE_ONLY = frozenset({"wager", "over_limit", "nondisplayed", "seed_recovery"})  # R069, R140


def lawful(reasons: tuple[str, ...], type_: JackpotType) -> frozenset[str]:
    """Those of a profile's reasons for a meter to rise or fall that a jackpot of this type may have."""
    return frozenset(reasons) - (PROGRESSIVE_ONLY if type_ == "bonus" else BONUS_ONLY)


def ends(to: tuple[To, ...], type_: JackpotType) -> tuple[To, ...]:
    """Where its money may go when it ends for good: never the players' to the house (R147)."""
    return tuple(each for each in to if type_ == "bonus" or each != "house")


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
    funding: tuple[FundingType, ...] = Field(min_length=1, description=f"a list of {quoted(FUNDINGS)}")
    rises_per_wager: bool = Field(description="true or false")
    may_rise: tuple[Rise, ...] = Field(
        min_length=1, description=f"a list of the lawful reasons: {words(get_args(Rise))}"
    )
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
    decision: Matter = Field(description=f"one of {words(Matter)}")
    up_to: Dollars | None = an_amount("50.00", default=None)
    roles: tuple[Role, ...] = Field(min_length=1, description=f"a list of roles: {words(Role)}")
    persons: int = a_number(1, 3)


class Tax(Section):
    since: str = Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description='a day as "2026-01-01"')
    minimum: Dollars = an_amount("2000.00")
    times: int = a_number(1, 10000)
    form: str = a_text("the form's name", 20)


class Removal(Section):
    notice_days: int = a_number(0, 365)
    dispose_days: int = a_number(0, 365)
    to: tuple[To, ...] = Field(min_length=1, description='a list of "transfer", "charity", "house"')


class Thresholds(Section):
    units: int = a_number(1, 10000)
    investigate: Dollars = an_amount("25.00")
    report: Dollars = an_amount("100.00")
    notify: Dollars = an_amount("200.00")
    reading_days: int = a_number(0, 366)


class Signs(Section):
    networked: bool = Field(description="true or false")
    grace_seconds: int = a_number(1, 3600)
    after_grace: Literal["close_betting", "event"] = Field(description='"close_betting" or "event"')


class Disclosure(Section):
    id: str = an_id("the text's name")
    text: str = a_text("the words that a sign shows", 1000)
    placard: bool = Field(description="true or false")
    notices: Notes = Field(description="a list of further texts in quotes, each one line; [] when there is none")


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
    tax: tuple[Tax, ...]
    removal: Removal
    thresholds: Thresholds
