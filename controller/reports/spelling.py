"""Amounts in words, as on a slip or a check, so that nobody can alter them with a stroke. The catalogue has the
sentence; the rules for number words differ between languages."""

from collections.abc import Callable

from controller.table.money import CENT
from words.catalogue import Catalogue

ENGLISH = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
ENGLISH_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ENGLISH_POWERS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))

SPANISH = (
    "cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece",
    "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiún", "veintidós",
    "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve",
)  # fmt: skip
SPANISH_TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
SPANISH_HUNDREDS = (
    "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos",
    "ochocientos", "novecientos",
)  # fmt: skip
SPANISH_POWERS = ((10**12, "billón", "billones"), (10**6, "millón", "millones"))


def spelled(words: Catalogue, micros: int) -> str:
    """`One thousand two hundred fifty dollars and 00/100`; with figures in a language that has no number words here."""
    cents, rest = divmod(micros, CENT)
    if rest or micros < 0:
        raise ValueError(f"{micros} micro-dollars cannot be paid out: they are no whole cents")
    dollars, cents = divmod(cents, 100)
    code = "paper.spelled_one" if dollars == 1 else "paper.spelled"
    number = NUMBERS.get(words.language, "{:,}".format)(dollars)
    text = words.text(code, number=number, cents=f"{cents:02d}")
    return text[0].upper() + text[1:]


def _english(number: int) -> str:
    for power, name in ENGLISH_POWERS:
        if number >= power:
            rest = f" {_english(number % power)}" if number % power else ""
            return f"{_english(number // power)} {name}{rest}"
    if number < 20:
        return ENGLISH[number]
    return ENGLISH_TENS[number // 10] + (f"-{ENGLISH[number % 10]}" if number % 10 else "")


def _spanish_of_dollars(number: int) -> str:
    """`un millón de`: Spanish puts `de` between whole millions and a noun."""
    return _spanish(number) + (" de" if number and number % 10**6 == 0 else "")


def _spanish(number: int) -> str:
    """In the form before a masculine noun: `un`, `veintiún`."""
    for power, one, several in SPANISH_POWERS:
        if number >= power:
            name = one if number // power == 1 else several
            return f"{_spanish(number // power)} {name}" + _and_then(number % power)
    if number >= 1000:
        thousands = "mil" if number < 2000 else f"{_spanish(number // 1000)} mil"
        return thousands + _and_then(number % 1000)
    if number == 100:
        return "cien"
    if number > 100:
        return SPANISH_HUNDREDS[number // 100] + _and_then(number % 100)
    if number < 30:
        return SPANISH[number]
    return SPANISH_TENS[number // 10] + (f" y {SPANISH[number % 10]}" if number % 10 else "")


def _and_then(rest: int) -> str:
    return f" {_spanish(rest)}" if rest else ""


NUMBERS: dict[str, Callable[[int], str]] = {"en": _english, "es": _spanish_of_dollars}
