"""Reads one profile's file and checks its consistency. `profiles` defines what it may contain."""

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
from controller.table.rules import Matter, Role
from words.message import message

# Reasons that apply to every meter; each funding type adds its own. The profile must list all of them.
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
            src.fault(("authority", n, "up_to"), message("config.decided_above", decision=rule.decision.value))
        seen.add((rule.decision, rule.up_to))
        if rule.up_to is not None and rule.decision is not Matter.AWARD:
            src.fault(("authority", n, "up_to"), message("config.up_to_award", decision=rule.decision.value))
        if rule.persons < 2 and rule.decision.paired:
            src.fault(("authority", n, "persons"), message("config.two_people", decision=rule.decision.value))
        if Role.DEALER in rule.roles and rule.decision.by_name:
            src.fault(("authority", n, "roles"), message("config.no_dealer", decision=rule.decision.value))
        elif set(rule.roles) == {Role.DEALER}:
            src.fault(("authority", n, "roles"), message("config.dealer_alone"))
    for decision in Matter:
        if (decision, None) not in seen:
            src.fault(("authority",), message("config.authority_gap", decision=decision.value))


def _progressive(profile: Profile) -> bool:
    return any(funding.custodial for funding in profile.meter.funding)


def _bonus(profile: Profile) -> bool:
    return not all(funding.custodial for funding in profile.meter.funding)


def _types(src: Source, profile: Profile) -> None:
    """A type of jackpot has a name exactly if the profile has funding for it."""
    for type_, has in (("bonus", _bonus(profile)), ("progressive", _progressive(profile))):
        named = getattr(profile.names, type_) is not None
        if has and not named:
            src.fault(("profile", type_), message("config.type_without_name", type=type_))
        elif named and not has:
            src.fault(("profile", type_), message("config.name_without_type", type=type_))
    if profile.meter.rises_per_wager != _progressive(profile):
        fundings = quoted(each.name for each in FUNDINGS.values() if each.custodial)
        code = "config.rises_per_wager" if _progressive(profile) else "config.never_rises_per_wager"
        src.fault(("meter", "rises_per_wager"), message(code, fundings=fundings))


def _reasons(src: Source, profile: Profile) -> None:
    """The closed lists must contain all reasons that the profile's funding needs, and none that its types cannot
    have."""
    listed: dict[str, tuple[str, ...]] = {"may_rise": profile.meter.may_rise, "may_fall": profile.meter.may_fall}
    for cause in (*ALWAYS, *(each for funding in profile.meter.funding for each in funding.causes)):
        if cause.reason not in listed[cause.key]:
            src.fault(("meter", cause.key), message("config.add_reason", reason=cause.reason, row=cause.row))
    for key, reasons in listed.items():
        for reason in reasons:
            if reason in PROGRESSIVE_ONLY and not _progressive(profile):
                src.fault(("meter", key), message("config.reason_of_progressive", reason=reason))
            elif reason in BONUS_ONLY and not _bonus(profile):
                src.fault(("meter", key), message("config.reason_of_bonus", reason=reason))
            elif reason == "post" and not any(funding.posts for funding in profile.meter.funding):
                posting = quoted(each.name for each in FUNDINGS.values() if each.posts)
                src.fault(("meter", key), message("config.reason_of_posts", fundings=posting))


def _money(src: Source, profile: Profile) -> None:
    to = set(profile.removal.to)
    if _progressive(profile) and to == {"house"}:
        src.fault(("removal", "to"), message("config.players_money_elsewhere"))
    elif "house" in to and not _bonus(profile):
        src.fault(("removal", "to"), message("config.players_money_not_house"))
    limits = profile.thresholds
    if not limits.investigate <= limits.report <= limits.notify:
        src.fault(("thresholds", "notify"), message("config.thresholds_fall"))


def _words(src: Source, profile: Profile) -> None:
    if not profile.signs.networked and not profile.disclosure.placard:
        src.fault(("disclosure", "placard"), message("config.placard_without_network"))
    if not _progressive(profile):
        texts: tuple[tuple[Where, str], ...] = (
            (("disclosure", "text"), profile.disclosure.text),
            (("disclosure", "notices"), " ".join(profile.disclosure.notices)),
        )
        for where, text in texts:
            if "escrow" in text.lower():
                src.fault(where, message("config.escrow"))
