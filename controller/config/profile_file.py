"""One profile's file: read, and held against itself. `profiles` says what may stand in it."""

from pathlib import Path

from controller.config.profiles import (
    BONUS_ONLY,
    PROGRESSIVE_ONLY,
    Authority,
    Betting,
    Disclosure,
    Meter,
    Names,
    Posting,
    Profile,
    Removal,
    Signs,
    Tax,
    Thresholds,
)
from controller.config.source import Report, Source, Where, quoted
from controller.table.funding import FUNDINGS
from controller.table.funding.base import Cause
from controller.table.rules import Matter

# Why every meter moves; each funding type names its own causes. The profile has to list all.
ALWAYS = (Cause("may_rise", "reset", "R099"), Cause("may_fall", "award", "R140"))


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
    if "authority" not in src.broken:
        _authority(src, authority)
    if not (names and meter and posting and betting and signs and disclosure and removal and thresholds) or src.broken:
        return None
    profile = Profile(
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
    _types(src, profile)
    _reasons(src, profile)
    _money(src, profile)
    _words(src, profile)
    return profile


def _authority(src: Source, authority: dict[int, Authority]) -> None:
    seen = set()
    for n, rule in authority.items():
        if (rule.decision, rule.up_to) in seen:
            src.fault(
                ("authority", n, "up_to"),
                f'write another limit: "{rule.decision}" up to this one is already decided above',
            )
        seen.add((rule.decision, rule.up_to))
        if rule.persons < 2 and rule.decision.paired:
            src.fault(("authority", n, "persons"), f'write 2 or more: "{rule.decision}" needs two people (R143, R011)')
    for decision in Matter:
        if (decision, None) not in seen:
            src.fault(
                ("authority",),
                f'write one with decision = "{decision}" and without up_to: it decides every larger amount (R103)',
            )


def _custodial() -> str:
    """The types that hold players' money, as they are written."""
    return quoted((each.name for each in FUNDINGS.values() if each.custodial), "or")


def _progressive(profile: Profile) -> bool:
    return any(funding.custodial for funding in profile.meter.funding)


def _bonus(profile: Profile) -> bool:
    return not all(funding.custodial for funding in profile.meter.funding)


def _types(src: Source, profile: Profile) -> None:
    """A type has a name here when there is money for it."""
    for type_, has in (("bonus", _bonus(profile)), ("progressive", _progressive(profile))):
        named = getattr(profile.names, type_) is not None
        if has and not named:
            src.fault(("profile", type_), "is missing: funding permits it; write the name it has here (R002, C04)")
        elif named and not has:
            src.fault(("profile", type_), "remove it: no funding in this profile is of this type (R002, C03)")
    if profile.meter.rises_per_wager != _progressive(profile):
        src.fault(
            ("meter", "rises_per_wager"),
            f"write true when funding lists {_custodial()}, and false when it does not (R002, R069)",
        )


def _reasons(src: Source, profile: Profile) -> None:
    """The closed lists: all that the profile's funding needs, and nothing that the law of its types does not know."""
    listed: dict[str, tuple[str, ...]] = {"may_rise": profile.meter.may_rise, "may_fall": profile.meter.may_fall}
    for cause in (*ALWAYS, *(each for funding in profile.meter.funding for each in funding.causes)):
        if cause.reason not in listed[cause.key]:
            src.fault(("meter", cause.key), f'add "{cause.reason}": this profile\'s jackpots move by it ({cause.row})')
    for key, reasons in listed.items():
        for reason in reasons:
            if reason in PROGRESSIVE_ONLY and not _progressive(profile):
                src.fault(("meter", key), f'remove "{reason}": only a progressive moves by it (R069, R140)')
            elif reason in BONUS_ONLY and not _bonus(profile):
                src.fault(("meter", key), f'remove "{reason}": the players\' money never moves by it (R140, R142)')
            elif reason == "post" and not any(funding.posts for funding in profile.meter.funding):
                posting = quoted((each.name for each in FUNDINGS.values() if each.posts), "or")
                src.fault(("meter", key), f'remove "post": only {posting} posts (R060, R068)')


def _money(src: Source, profile: Profile) -> None:
    to = set(profile.removal.to)
    if _progressive(profile) and to == {"house"}:
        src.fault(("removal", "to"), 'write "transfer" or "charity": players\' money does not go to the house (R147)')
    elif "house" in to and not _bonus(profile):
        src.fault(("removal", "to"), 'remove "house": players\' money does not go to the house (R147)')
    limits = profile.thresholds
    if not limits.investigate <= limits.report <= limits.notify:
        src.fault(
            ("thresholds", "notify"), "write amounts that do not fall: investigate, then report, then notify (R214)"
        )


def _words(src: Source, profile: Profile) -> None:
    if not profile.signs.networked and not profile.disclosure.placard:
        src.fault(
            ("disclosure", "placard"),
            "write true: a sign without a network shows digits, so the words hang at the table (R129)",
        )
    if not _progressive(profile):
        texts: tuple[tuple[Where, str], ...] = (
            (("disclosure", "text"), profile.disclosure.text),
            (("disclosure", "notices"), " ".join(profile.disclosure.notices)),
        )
        for where, text in texts:
            if "escrow" in text.lower():
                src.fault(where, 'write it without "escrow": a bonus is the house\'s own money (C33)')
