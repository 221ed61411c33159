"""What a profile says: the rules of one jurisdiction as data (R001)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from controller.config.schema import Dollars, MultipleWinners, a_number, a_text, an_amount, an_id
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
Decision = Literal["award", "share", "payment", "round", "service", "post", "adjustment", "parameters", "take_over"]


Rise = Literal["wager", "post", "reset", "management", "variance", "malfunction", "transfer", "take_over"]


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
    decision: Decision = Field(description=f"one of {words(get_args(Decision))}")
    up_to: Dollars | None = an_amount("50.00", default=None)
    roles: tuple[Role, ...] = Field(min_length=1, description=f"a list of roles: {words(get_args(Role))}")
    persons: int = a_number(1, 3)


class Tax(Section):
    since: str = Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description='a day as "2026-01-01"')
    minimum: Dollars = an_amount("2000.00")
    times: int = a_number(1, 10000)
    form: str = a_text("the form's name", 20)


class Removal(Section):
    notice_days: int = a_number(0, 365)
    dispose_days: int = a_number(0, 365)
    to: tuple[Literal["transfer", "charity", "house"], ...] = Field(
        min_length=1, description='a list of "transfer", "charity", "house"'
    )


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
    tax: tuple[Tax, ...]
    removal: Removal
    thresholds: Thresholds


def read_profile(path: Path, report: Report) -> Profile | None:
    src = Source(path, report)
    names = src.one("profile", Names)
    meter = src.one("meter", Meter)
    posting = src.one("posting", Posting)
    betting = src.one("betting", Betting)
    authority = src.many("authority", lambda _: Authority)
    signs = src.one("signs", Signs)
    disclosure = src.one("disclosure", Disclosure)
    tax = src.many("tax", lambda _: Tax)
    removal = src.one("removal", Removal)
    thresholds = src.one("thresholds", Thresholds)
    src.end()
    if meter and meter.rises_per_wager != (Funding.PER_WAGER in meter.funding):
        src.fault(
            ("meter", "rises_per_wager"),
            'write true when funding lists "per_wager", and false when it does not (R002, R069)',
        )
    if "authority" not in src.broken:
        _check_authority(src, authority)
    if not (names and meter and posting and betting and signs and disclosure and removal and thresholds) or src.broken:
        return None
    return Profile(
        path.stem,
        names,
        meter,
        posting,
        betting,
        tuple(authority.values()),
        signs,
        disclosure,
        tuple(tax.values()),
        removal,
        thresholds,
    )


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
