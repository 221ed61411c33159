"""The jackpots of a table against their profile and in themselves: type, funding, parameters, several winners."""

from collections.abc import Callable

from controller.config.draft import Draft
from controller.config.schema import Jackpot
from controller.config.source import quoted, words
from controller.table.funding import FUNDINGS
from controller.table.funding.base import Term
from controller.table.money import BASIS_POINTS, dollars

TERMS: dict[Term, tuple[str, str]] = {  # what to say where the funding type has no such term, and the requirement
    "rate": ("no rate moves this jackpot", "R010"),
    "reserve": ("only a progressive has a reserve", "R071"),
    "limit": ("only a progressive has a limit", "R075"),
}


def check_meters(d: Draft) -> None:
    for n, jackpot in d.jackpots.items():
        _profile(d, n, jackpot)
        _parameters(d, n, jackpot)
    _types(d)


def _profile(d: Draft, n: int, jackpot: Jackpot) -> None:
    def fault(key: str, what: str) -> None:
        d.src.fault(("jackpot", n, key), what)

    profile = d.profile
    if profile and getattr(profile.names, jackpot.type) is None:
        fault("type", f"profile {profile.id} has no {jackpot.type} jackpots; write the other type (R002)")
    elif jackpot.type != jackpot.funding.type:
        custodial = quoted((each.name for each in FUNDINGS.values() if each.custodial), "or")
        fault("funding", f"write {custodial} for a progressive, and never for a bonus (R002)")
    elif profile and jackpot.funding not in profile.meter.funding:
        fault("funding", f"profile {profile.id} permits {words(each.name for each in profile.meter.funding)} (C03)")
    else:
        _terms(jackpot, fault)
    if profile and jackpot.multiple_winners not in profile.meter.multiple_winners:
        fault("multiple_winners", f"profile {profile.id} permits {words(profile.meter.multiple_winners)} (R095, C09)")


def _terms(jackpot: Jackpot, fault: Callable[[str, str], None]) -> None:
    """What its funding type requires, and nothing that it does not permit."""
    funding = jackpot.funding
    for term, (superfluous, row) in TERMS.items():
        written = getattr(jackpot, term) is not None
        if term in funding.requires and not written:
            fault(term, f"is missing; write {Jackpot.model_fields[term].description} ({row})")
        elif written and term not in funding.requires | funding.permits:
            fault(term, f"remove it: {superfluous} ({row})")


def _parameters(d: Draft, n: int, jackpot: Jackpot) -> None:
    def fault(key: str, what: str) -> None:
        d.src.fault(("jackpot", n, key), what)

    if jackpot.base < jackpot.reset:
        fault("base", f'write "{dollars(jackpot.reset)}", the reset amount, or more (R014)')
    if (jackpot.rate or 0) + (jackpot.reserve or 0) > BASIS_POINTS:
        fault("reserve", "write less: rate and reserve together are more than the whole wager (R070, R071)")
    if jackpot.limit is not None and jackpot.limit < jackpot.base:
        fault("limit", f'write "{dollars(jackpot.base)}", the opening amount, or more (R075)')


def _types(d: Draft) -> None:
    first = next(iter(d.jackpots.values()), None)
    for n, jackpot in d.jackpots.items():
        if first and jackpot.type != first.type:
            d.src.fault(
                ("jackpot", n, "type"),
                f'write "{first.type}" as for "{first.id}": all jackpots of a table are of one type (R003)',
            )
