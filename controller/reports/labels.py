"""Names, times and percentages that are the same in every language, for papers and for programs."""

from collections.abc import Iterable
from datetime import datetime, tzinfo

from controller.table.rules import Rules


def local_time(utc: int, zone: tzinfo) -> str:
    return f"{datetime.fromtimestamp(utc // 1000, zone):%Y-%m-%d %H:%M:%S %Z}"


def local_clock(utc: int, trusted: bool, zone: tzinfo) -> str:
    return f"{datetime.fromtimestamp(utc // 1000, zone):%H:%M:%S}{_doubt(trusted)}"


def local_date(utc: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(utc // 1000, zone).date().isoformat()


def moment(utc: int, trusted: bool, zone: tzinfo) -> str:
    """For programs: a time that was not trusted ends with a question mark (R192)."""
    return f"{local_time(utc, zone)}{_doubt(trusted)}"


def _doubt(trusted: bool) -> str:
    return "" if trusted else " ?"


def names(people: Iterable[str]) -> str:
    """For programs; empty if nobody is named."""
    return ", ".join(people)


def percent(part: int, whole: int) -> str:
    """To a tenth, rounded down: `66.6 %`."""
    return f"{part * 1000 // whole // 10}.{part * 1000 // whole % 10} %" if whole else "-"


def rate(count: int, rounds: int) -> str:
    """Number per hundred rounds, to a tenth."""
    return percent(count, rounds).removesuffix(" %")


def seat_name(rules: Rules, spot: str) -> str:
    """`3`; with the wager if seats have several spots."""
    seat, _, wager = spot.partition("/")
    several = len(rules.wagers) > 1 or wager not in rules.wagers
    return f"{seat} {wager}" if several else seat


def jackpot_title(rules: Rules, jackpot: str) -> str:
    return rules.jackpots[jackpot].title if jackpot in rules.jackpots else jackpot


def award_title(rules: Rules, spot: str, award: str) -> str:
    """The title in the pay table; the line's event if the table's file no longer has it."""
    rule = rules.spots.get(spot)
    lines = rules.wagers[rule.wager].paytable.lines if rule else ()
    return next((line.title for line in lines if line.event == award), award)
