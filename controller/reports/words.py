"""Money, times and names as papers write them."""

from collections.abc import Iterable
from datetime import date, datetime, tzinfo

from controller.table.money import CENT, DOLLAR
from controller.table.rules import Rules

KEYS = "dealer's keys"  # whoever acted without a name

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
POWERS = (("billion", 10**9), ("million", 10**6), ("thousand", 10**3), ("hundred", 100))


def plain(micros: int) -> str:
    """`1250.00`, to the micro-dollar: more than two decimals only where there is something below the cent."""
    whole, rest = divmod(abs(micros), DOLLAR)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{'-' if micros < 0 else ''}{whole}.{decimals}"


def usd(micros: int) -> str:
    """`$1,250.00`, as exact."""
    whole, decimals = plain(abs(micros)).split(".")
    return f"{'-' if micros < 0 else ''}${int(whole):,}.{decimals}"


def spelled(micros: int) -> str:
    """`One thousand two hundred fifty dollars and 00/100`: an amount that nobody can alter with a stroke."""
    cents, rest = divmod(micros, CENT)
    if rest or micros < 0:
        raise ValueError(f"{micros} micro-dollars cannot be paid out: they are no whole cents")
    text = _number(cents // 100)
    return f"{text[0].upper()}{text[1:]} dollar{'' if cents // 100 == 1 else 's'} and {cents % 100:02d}/100"


def _number(number: int) -> str:
    for name, power in POWERS:
        if number >= power:
            rest = f" {_number(number % power)}" if number % power else ""
            return f"{_number(number // power)} {name}{rest}"
    if number < 20:
        return ONES[number]
    return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")


def long_day(day: str) -> str:
    """`Wednesday, November 18, 2026`."""
    found = date.fromisoformat(day)
    return f"{found:%A, %B} {found.day}, {found.year}"


def moment(utc: int, trusted: bool, zone: tzinfo) -> str:
    """With the zone's name, for an autumn night has some hours twice, and with what the time is worth (R192)."""
    local = datetime.fromtimestamp(utc // 1000, zone)
    return f"{local:%Y-%m-%d %H:%M:%S %Z}{'' if trusted else ' (clock not trusted)'}"


def clock(utc: int, trusted: bool, zone: tzinfo) -> str:
    """The same inside a day's sheet."""
    return f"{datetime.fromtimestamp(utc // 1000, zone):%H:%M:%S}{'' if trusted else ' ?'}"


def local_date(utc: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(utc // 1000, zone).date().isoformat()


def people(names: Iterable[str]) -> str:
    return " and ".join(names) or KEYS


def percent(part: int, whole: int) -> str:
    """To a tenth, rounded down: `66.6 %`."""
    return f"{part * 1000 // whole // 10}.{part * 1000 // whole % 10} %" if whole else "-"


def rate(count: int, rounds: int) -> str:
    """So many in a hundred rounds, to a tenth."""
    return percent(count, rounds).removesuffix(" %")


def spot_name(rules: Rules, spot: str) -> str:
    """`seat 3`; with the wager where seats have two."""
    seat, _, wager = spot.partition("/")
    several = len(rules.wagers) > 1 or wager not in rules.wagers
    return f"seat {seat} {wager}" if several else f"seat {seat}"


def jackpot_title(rules: Rules, jackpot: str) -> str:
    return rules.jackpots[jackpot].title if jackpot in rules.jackpots else jackpot


def award_title(rules: Rules, spot: str, award: str) -> str:
    """The line's words; its name where the table's file no longer has it."""
    rule = rules.spots.get(spot)
    lines = rules.wagers[rule.wager].paytable.lines if rule else ()
    return next((line.title for line in lines if line.event == award), award or "not named")
