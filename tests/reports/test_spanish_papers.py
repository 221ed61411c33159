"""Papers in Spanish, and that no paper has a word that the catalogue does not have."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import polib
import pytest
from support.processes.litbet import ROOT
from support.reports.papers import ENGLISH, SPANISH, claim, history_of, lit, text_of
from support.table.story import Table

from controller.config.load import load
from controller.config.resources import shipped
from controller.reports.conduct import conduct_of
from controller.reports.day import day_of
from controller.reports.exceptions import exceptions_paper
from controller.reports.history import History
from controller.reports.jackpot_sheet import facts, sheet
from controller.reports.layout.document import Document, Picture
from controller.reports.register import register, wins_paper
from controller.reports.sheet import daily_sheet
from controller.reports.slips import slip_of, slip_paper, slips_in, slips_paper
from controller.reports.stats import stats_of
from controller.reports.stats_paper import stats_paper
from controller.reports.variance import variances_of, variances_paper
from controller.table import events, meter_events
from controller.table.money import DOLLAR
from words.catalogue import Catalogue
from words.languages import FOLDER

FIRST, SECOND = "2026-11-18", "2026-11-19"
SECTIONS = (
    "continuity", "exceptions", "jackpot_sheet", "labels", "paper", "register", "reports", "sheet", "slip", "source",
    "statistics", "variance",
)  # fmt: skip
# What is data: names, titles, codes and what people typed.
DATA = """
    admin dealer floor manager cage accounting a. clerk b. witness misdeal head a marked card five chips in the rack
    galaxy bonus jackpot three-of-a-kind ah aces suited suit off straight flush main gbj bj-7 est america new_york
    litbet test audit report games reconcile count config sha-256 nh brook show accept jackpot
    one two fifteen fifty hundred thousand
"""


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """Wins of each kind, a denied one, an unpaid one, a void round, a sign that was read chips that were counted."""
    table = Table()
    table.open()
    lit(table, 30)
    for seat, award, by in (
        (3, "three-aces-suited", ("floor", "manager")),
        (1, "straight", ("floor",)),
        (2, "three-aces-suited", ("floor", "manager")),
        (4, "three-aces-suited", ("floor", "manager")),
    ):
        table.press(seat)
        table.key("lock")
        number = claim(table, seat, award, *by)
        if seat == 2:
            table.do(events.DenyClaim, claim=number, reason="a marked card", by=("floor", "manager"))
        table.key("clear")
        if seat == 3:
            table.do(events.PayClaim, claim=number, by=("cage",), method="check")
        table.wait(20)
    table.press(1)
    table.key("lock")
    table.do(events.Void, reason="misdeal", by=("floor",))
    table.do(events.Close)
    table.until(f"{SECOND} 10:00")
    table.do(meter_events.ReadSign, jackpot="main", shown=1265 * DOLLAR, by=("accounting",))
    table.do(meter_events.CountChips, day=FIRST, wager="gbj", chips=55, locked=300 * DOLLAR, by=("accounting",))
    both = {"reason": "five chips in the rack", "by": ("manager", "accounting")}
    table.do(meter_events.Explain, variance=2, outcome="explained", **both)
    assert not table.refused, table.refused
    with history_of(table, tmp_path_factory.mktemp("ledger")) as history:
        yield history


def papers(history: History, words: Catalogue) -> dict[str, Document]:
    both = history.day(FIRST), history.day(SECOND)
    conduct = conduct_of(chain.from_iterable(both))
    made = {
        "day": daily_sheet(words, history, day_of(history, FIRST)),
        "next day": daily_sheet(words, history, day_of(history, SECOND)),
        "wins": wins_paper(words, history, register(history, FIRST, SECOND), FIRST, SECOND),
        "slips": slips_paper(words, history, slips_in(history, FIRST, SECOND), FIRST, SECOND),
        "exceptions": exceptions_paper(words, history, conduct, FIRST, SECOND),
        "variance": variances_paper(words, history, variances_of(history, FIRST, SECOND)),
        "stats": stats_paper(words, history, stats_of(history, FIRST, SECOND)),
        "jackpots": sheet(words, load(shipped("config") / "table.toml")),
    }
    for number in range(1, history.book.slips + 1):
        made[f"slip {number}"] = slip_paper(words, history, slip_of(history, number))
    return made


def text_without_pictures(document: Document) -> str:
    blocks = tuple(block for block in document.blocks if not isinstance(block, Picture))
    return text_of(replace(document, blocks=blocks))


def masked() -> Catalogue:
    """A language whose sentences are places and nothing else. The layout's own words are English."""
    entries = polib.pofile(str(FOLDER / "en.po"))
    for entry in entries:
        entry.msgstr = " ".join(re.findall(r"\{[^|]*?\}", entry.msgid)) or "#"
    return Catalogue("en", entries)


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{2,}", re.sub(r"\b[0-9a-f]{64}\b|\b[0-9]+:[0-9a-f-]+", "", text.lower())))


def approved() -> str:
    """What the jackpot sheet quotes of the table's files."""
    shown = facts(load(shipped("config") / "table.toml"))
    awards = [each["event"] for jackpot in shown["jackpots"] for each in jackpot["awards"]]
    titles = [f"{jackpot['title']} {jackpot['jackpot']} {jackpot['wagers']}" for jackpot in shown["jackpots"]]
    return f"{shown['game']} {shown['profile']} {shown['jurisdiction']} {shown['disclosure']['text']} {awards} {titles}"


def test_no_paper_has_a_word_of_its_own(history: History) -> None:
    for name, document in papers(history, masked()).items():
        data = {"warning"} | words_in(DATA) | (words_in(approved()) if name == "jackpots" else set())
        found = words_in(text_without_pictures(document))
        assert found <= data, f"{name}: {found - data}"


def test_no_english_line_is_left_on_a_spanish_paper(history: History) -> None:
    english, spanish = papers(history, ENGLISH), papers(history, SPANISH)
    for name, document in spanish.items():
        assert document.language == "es"
        assert document.kind != english[name].kind
        for block, other in zip(document.blocks, english[name].blocks, strict=True):
            if not isinstance(block, Picture):
                assert block != other or words_in(str(block)) <= words_in(f"paragraph text {approved()}"), block


def test_a_slip_in_spanish(history: History) -> None:
    text = text_of(papers(history, SPANISH)["slip 1"])
    for words in (
        "Vale de pago 000001",
        "Mesa bj-7, pagado",
        "En letras Mil doscientos cincuenta dólares con 00/100",
        "Pagado con cheque, 2026-11-18",
        "Aprobado floor",
        "Mano sellada con este vale y guardada 7 días.",
    ):
        assert words in text, words


def test_a_daily_sheet_in_spanish(history: History) -> None:
    text = text_of(papers(history, SPANISH)["day"])
    for words in (
        "Hoja diaria",
        "Mesa bj-7, miércoles, 18 de noviembre de 2026",
        "Contador al cerrar = $1,250.00",
        "ATENCIÓN: Sin pagar al imprimir esto",
        "premio denegado (ronda 8, premio 3), por floor y manager: a marked card.",
        "floor jefe de sala",
    ):
        assert words in text, words


def test_every_code_of_a_paper_is_in_the_catalogue_and_no_entry_is_unused() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "controller").rglob("*.py"))
    begun = set(re.findall(r"""f["']([a-z_]+\.[a-z_]*)\{""", sources))
    written = set(re.findall(r"""["']([a-z_]+\.[a-z_0-9]+)["']""", sources))
    sections = ENGLISH.sections()
    for section in SECTIONS:
        entries = {f"{section}.{key}" for key in sections[section]}
        missing = {code for code in written if code.startswith(f"{section}.")} - entries
        assert not missing
        unused = {code for code in entries - written if not code.startswith(tuple(begun))}
        assert not {code for code in unused if code.removesuffix("_one") not in written}
