"""The jackpots of a table against their profile and in themselves: type, funding, parameters, several winners."""

from controller.config.draft import Draft
from controller.config.schema import Jackpot
from controller.config.source import words
from controller.core.money import BASIS_POINTS, dollars
from controller.core.rules import Funding


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
    elif (jackpot.type == "progressive") != (jackpot.funding is Funding.PER_WAGER):
        fault("funding", 'write "per_wager" for a progressive, and never for a bonus (R002)')
    elif profile and jackpot.funding not in profile.meter.funding:
        fault("funding", f"profile {profile.id} permits {words(profile.meter.funding)} (C03)")
    elif (jackpot.rate is None) != (jackpot.funding is Funding.MANUAL_HOUSE):
        what = "remove it: management sets this jackpot" if jackpot.rate else 'is missing; write a rate as "10.00 %"'
        fault("rate", f"{what} (R010)")
    if profile and jackpot.multiple_winners not in profile.meter.multiple_winners:
        fault("multiple_winners", f"profile {profile.id} permits {words(profile.meter.multiple_winners)} (R095, C09)")


def _parameters(d: Draft, n: int, jackpot: Jackpot) -> None:
    def fault(key: str, what: str) -> None:
        d.src.fault(("jackpot", n, key), what)

    if jackpot.base < jackpot.reset:
        fault("base", f'write "{dollars(jackpot.reset)}", the reset amount, or more (R014)')
    if jackpot.type != "progressive":
        if jackpot.reserve is not None:
            fault("reserve", "remove it: only a progressive has a reserve (R071)")
        if jackpot.limit is not None:
            fault("limit", "remove it: only a progressive has a limit (R075)")
        return
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
