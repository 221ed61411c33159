"""The content of a profile: the rules of one jurisdiction as data (R001)."""

from dataclasses import dataclass
from typing import Literal, get_args

from controller.config.schema import (
    Dollars,
    FundingType,
    MultipleWinners,
    Notes,
    Rate,
    a_list_of,
    a_number,
    a_rate,
    a_text,
    an_amount,
    an_id,
    one_of,
    yes_no,
)
from controller.config.source import Section, key
from controller.table.funding import FUNDINGS
from controller.table.funding.base import JackpotType
from controller.table.rules import Collect, Matter, Role
from words.message import message

Fall = Literal[
    "award",
    "malfunction",
    "over_limit",
    "nondisplayed",
    "seed_recovery",  # the reasons up to here are the five of R140
    "management",  # R144: only for a bonus
    "discontinued",
]
Rise = Literal["wager", "post", "reset", "management", "variance", "malfunction", "transfer", "take_over"]
To = Literal["transfer", "charity", "house"]

# A profile may have both types, a table has only one (R003), so reasons of the other type do not apply there.
BONUS_ONLY = frozenset({"post", "management", "discontinued"})  # R140, R144
PROGRESSIVE_ONLY = frozenset({"wager", "over_limit", "nondisplayed", "seed_recovery"})  # R069, R140


def lawful(reasons: tuple[str, ...], type_: JackpotType) -> frozenset[str]:
    """The profile's reasons to rise or fall that apply to this type of jackpot."""
    return frozenset(reasons) - (PROGRESSIVE_ONLY if type_ == "bonus" else BONUS_ONLY)


def ends(to: tuple[To, ...], type_: JackpotType) -> tuple[To, ...]:
    """Where the money of an ended jackpot may go: players' money never goes to the house (R147)."""
    return tuple(each for each in to if type_ == "bonus" or each != "house")


class Names(Section):
    title: str = a_text()
    source: str = a_text(500)
    bonus: str | None = key(message("values.type_name"), default=None, min_length=1)
    progressive: str | None = key(message("values.type_name"), default=None, min_length=1)


class Meter(Section):
    funding: tuple[FundingType, ...] = a_list_of(*FUNDINGS)
    rises_per_wager: bool = yes_no()
    may_rise: tuple[Rise, ...] = a_list_of(*sorted(get_args(Rise)))
    may_fall: tuple[Fall, ...] = a_list_of(*sorted(get_args(Fall)))
    multiple_winners: tuple[MultipleWinners, ...] = a_list_of(*get_args(MultipleWinners))
    reseed: Literal["confirmed", "paid"] = one_of("confirmed", "paid")
    win_pays: Literal["higher", "ledger"] = one_of("higher", "ledger")
    winnable: bool = yes_no()


class Posting(Section):
    automatic: bool = yes_no()
    min_interval_hours: int = a_number(0, 168)
    again_after_win: bool = yes_no()


class Betting(Section):
    cap: Dollars = an_amount("50.00")
    collect: tuple[Collect, ...] = a_list_of(*Collect)


class Authority(Section):
    decision: Matter = one_of(*sorted(Matter))
    up_to: Dollars | None = an_amount("50.00", default=None)
    roles: tuple[Role, ...] = a_list_of(*sorted(Role))
    persons: int = a_number(1, 3)


class Tax(Section):
    since: str = key(message("values.day"), pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    minimum: Dollars = an_amount("2000.00")
    times: int = a_number(1, 10000)
    form: str = a_text(20)
    shared_form: str = a_text(20)
    withhold_above: Dollars = an_amount("5000.00")
    withhold_rate: Rate = a_rate()
    backup_rate: Rate = a_rate()


class Removal(Section):
    notice_days: int = a_number(0, 365)
    dispose_days: int = a_number(0, 365)
    to: tuple[To, ...] = a_list_of(*get_args(To))


class Thresholds(Section):
    units: int = a_number(1, 10000)
    investigate: Dollars = an_amount("25.00")
    report: Dollars = an_amount("100.00")
    notify: Dollars = an_amount("200.00")
    reading_days: int = a_number(0, 366)


class Signs(Section):
    networked: bool = yes_no()
    grace_seconds: int = a_number(1, 3600)
    after_grace: Literal["close_betting", "event"] = one_of("close_betting", "event")


class Disclosure(Section):
    id: str = an_id()
    text: str = a_text(1000)
    placard: bool = yes_no()
    notices: Notes = key(message("values.notices"))


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
