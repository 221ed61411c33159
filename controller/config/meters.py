"""Checks the jackpots of a table, also against their profile: type, funding, parameters, several winners."""

from collections.abc import Callable
from typing import Any

from controller.config.draft import Draft
from controller.config.schema import Jackpot, all_terms
from controller.config.source import quoted
from controller.table.funding import FUNDINGS
from controller.table.money import dollars
from words.message import Message, message


def check_meters(d: Draft) -> None:
    for n, jackpot in d.jackpots.items():
        _profile(d, n, jackpot)
        _parameters(d, n, jackpot)
    _types(d)


def _profile(d: Draft, n: int, jackpot: Jackpot) -> None:
    def fault(key: str, what: Message) -> None:
        d.src.fault(("jackpot", n, key), what)

    profile = d.profile
    if profile and getattr(profile.names, jackpot.type) is None:
        fault("type", message("config.no_such_type", profile=profile.id, type=jackpot.type))
    elif jackpot.type != jackpot.funding.type:
        fundings = quoted(each.name for each in FUNDINGS.values() if each.type == jackpot.type)
        fault("funding", message("config.funding_of_type", fundings=fundings, type=jackpot.type))
    elif profile and jackpot.funding not in profile.meter.funding:
        fundings = quoted(sorted(each.name for each in profile.meter.funding))
        fault("funding", message("config.funding_of_profile", fundings=fundings, profile=profile.id))
    else:
        _terms(jackpot, fault)
    if profile and jackpot.multiple_winners not in profile.meter.multiple_winners:
        rules = quoted(sorted(profile.meter.multiple_winners))
        fault("multiple_winners", message("config.winners_of_profile", rules=rules, profile=profile.id))


def _terms(jackpot: Jackpot, fault: Callable[[str, Message], None]) -> None:
    """Reports missing terms that the funding type requires, and terms that it does not permit."""
    funding = jackpot.funding
    for term in all_terms():
        written = jackpot.of(term) is not None
        if term in funding.requires and not written:
            what: Any = type(jackpot).model_fields[term.key].description
            fault(term.key, message("config.term_missing", what=what, row=term.row))
        elif written and term not in funding.terms:
            fault(term.key, message("config.term_superfluous", funding=funding.name, term=term.key, row=term.row))
    for term, wrong in funding.faults(jackpot.terms, jackpot.base):
        fault(term.key, wrong)


def _parameters(d: Draft, n: int, jackpot: Jackpot) -> None:
    def fault(key: str, what: Message) -> None:
        d.src.fault(("jackpot", n, key), what)

    if jackpot.base < jackpot.reset:
        fault("base", message("config.below_reset", reset=dollars(jackpot.reset)))


def _types(d: Draft) -> None:
    first = next(iter(d.jackpots.values()), None)
    for n, jackpot in d.jackpots.items():
        if first and jackpot.type != first.type:
            d.src.fault(("jackpot", n, "type"), message("config.one_type", type=first.type, jackpot=first.id))
