"""Amounts in words, in each language: what a slip pays on."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reports.papers import ENGLISH, SPANISH

from controller.reports.spelling import NUMBERS, spelled
from controller.table.money import CENT, DOLLAR, parse_dollars
from words.languages import LANGUAGES


def test_every_shipped_language_has_its_number_words() -> None:
    assert set(NUMBERS) == set(LANGUAGES)


def test_a_language_without_number_words_has_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(NUMBERS, "en")
    assert spelled(ENGLISH, parse_dollars("1250.00")) == "1,250 dollars and 00/100"


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.00", "Zero dollars and 00/100"),
        ("1.00", "One dollar and 00/100"),
        ("15.00", "Fifteen dollars and 00/100"),
        ("20.05", "Twenty dollars and 05/100"),
        ("625.00", "Six hundred twenty-five dollars and 00/100"),
        ("1250.50", "One thousand two hundred fifty dollars and 50/100"),
        ("32583.25", "Thirty-two thousand five hundred eighty-three dollars and 25/100"),
        ("1000000.01", "One million dollars and 01/100"),
        ("300000000000.00", "Three hundred billion dollars and 00/100"),
    ],
)
def test_an_amount_in_english(amount: str, words: str) -> None:
    assert spelled(ENGLISH, parse_dollars(amount)) == words


@given(st.integers(0, 10**12 - 1))
def test_english_words_mean_the_amount(dollars: int) -> None:
    """Read back by a reader of its own."""
    values = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
    small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    small += "seventeen eighteen nineteen"
    numbers = {word: value for value, word in enumerate(small.split())}
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    numbers |= {word: 10 * value for value, word in enumerate(tens, start=2)}
    total, group = 0, 0
    words = spelled(ENGLISH, dollars * DOLLAR).lower()
    for word in re.split(r"[ -]", words[: words.index(" dollar")]):
        if word in numbers:
            group += numbers[word]
        elif word == "hundred":
            group *= 100
        else:
            total, group = total + group * values[word], 0
    assert total + group == dollars


@pytest.mark.parametrize("micros", [1, -CENT, 1_875_000])
def test_what_cannot_be_paid_out_has_no_words(micros: int) -> None:
    with pytest.raises(ValueError, match="whole cents"):
        spelled(ENGLISH, micros)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.00", "Cero dólares con 00/100"),
        ("1.00", "Un dólar con 00/100"),
        ("15.00", "Quince dólares con 00/100"),
        ("16.00", "Dieciséis dólares con 00/100"),
        ("20.05", "Veinte dólares con 05/100"),
        ("21.00", "Veintiún dólares con 00/100"),
        ("31.00", "Treinta y un dólares con 00/100"),
        ("100.00", "Cien dólares con 00/100"),
        ("101.00", "Ciento un dólares con 00/100"),
        ("555.00", "Quinientos cincuenta y cinco dólares con 00/100"),
        ("625.00", "Seiscientos veinticinco dólares con 00/100"),
        ("1000.00", "Mil dólares con 00/100"),
        ("1250.00", "Mil doscientos cincuenta dólares con 00/100"),
        ("21021.00", "Veintiún mil veintiún dólares con 00/100"),
        ("32583.25", "Treinta y dos mil quinientos ochenta y tres dólares con 25/100"),
        ("100000.00", "Cien mil dólares con 00/100"),
        ("101100.00", "Ciento un mil cien dólares con 00/100"),
        ("1000000.01", "Un millón de dólares con 01/100"),
        ("1000001.00", "Un millón un dólares con 00/100"),
        ("21700900.00", "Veintiún millones setecientos mil novecientos dólares con 00/100"),
        ("300000000000.00", "Trescientos mil millones de dólares con 00/100"),
    ],
)
def test_an_amount_in_spanish(amount: str, words: str) -> None:
    assert spelled(SPANISH, parse_dollars(amount)) == words


def spanish_value(text: str) -> int:
    """Read back by a reader of its own."""
    small = "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    small += "diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis "
    small += "veintisiete veintiocho veintinueve"
    values = {word: value for value, word in enumerate(small.split())}
    tens = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
    values |= {word: 10 * value for value, word in enumerate(tens.split(), start=3)}
    hundreds = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
    values |= {word: 100 * value for value, word in enumerate(hundreds.split(), start=1)} | {"cien": 100}
    total, group = 0, 0
    for word in text.split():
        if word == "mil":
            group = (group or 1) * 1000 if group < 1000 else group
        elif word in ("millón", "millones"):
            total, group = (total + group) * 10**6, 0
        elif word not in ("y", "de"):
            group += values[word]
    return total + group


@given(st.integers(0, 10**12 - 1))
def test_spanish_words_mean_the_amount(dollars: int) -> None:
    words = spelled(SPANISH, dollars * DOLLAR).lower()
    assert spanish_value(words[: words.index(" dólar")]) == dollars
