"""The catalogue of words: what it says, and that every language is whole."""

import json
import re
from pathlib import Path
from typing import Any

import polib
import pytest
import translations
from support.processes.litbet import ROOT

from words.catalogue import Catalogue, catalogue, language_of
from words.languages import LANGUAGES, SOURCE
from words.message import Message, as_json, message, typed

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "examples.json").read_text())
TRANSLATED = pytest.mark.parametrize(
    ("folder", "language"),
    [(folder, language) for folder in translations.FOLDERS for language in LANGUAGES if language != SOURCE],
)


def file(folder: str, language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / folder / f"{language}.po"), check_for_duplicates=True)


def entry(code: str, text: str, translation: str = "", **other: Any) -> polib.POEntry:
    return polib.POEntry(msgctxt=code, msgid=text, msgstr=translation, **other)


# -- the files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", translations.FOLDERS)
def test_english_is_the_source(folder: str) -> None:
    for each in file(folder, SOURCE):
        assert each.msgid, each.msgctxt
        assert not each.msgstr, f"{each.msgctxt}: English is its message id alone"
        assert re.fullmatch(r"\w+\.\S.*", each.msgctxt), f"{each.msgctxt}: a code is a section, a dot and a key"


@TRANSLATED
def test_a_language_has_the_english_of_the_source(folder: str, language: str) -> None:
    source = [(each.msgctxt, each.msgid) for each in file(folder, SOURCE)]
    assert [(each.msgctxt, each.msgid) for each in file(folder, language)] == source, "run `make words`, then translate"


@TRANSLATED
def test_each_sentence_is_translated(folder: str, language: str) -> None:
    waiting = [each.msgctxt for each in file(folder, language) if not each.translated()]
    assert not waiting, f"translate them in {folder}/{language}.po, and take `fuzzy` away"


@TRANSLATED
def test_a_translation_has_no_place_of_its_own(folder: str, language: str) -> None:
    """It may leave a fact out, but not invent one, nor write it another way. Words after a number are its own."""
    for each in file(folder, language):
        places = re.findall(r"\{.*?\}", each.msgid)
        strange = [place for place in re.findall(r"\{.*?\}", each.msgstr) if place not in places and "|" not in place]
        assert not strange, each.msgctxt
        facts = [re.findall(r"\{(\w+)", text) for text in (each.msgid, each.msgstr)]
        assert set(facts[1]) <= set(facts[0]), each.msgctxt


@TRANSLATED
def test_a_translation_names_the_same_commands(folder: str, language: str) -> None:
    """What a person has to type is the same in every language, and is never left out."""
    for each in file(folder, language):
        commands = re.findall(r"`[^`]+`|\(litbet [a-z -]+\)|(?<![\w-])--[a-z][a-z-]+", each.msgid)
        assert [command for command in commands if command not in each.msgstr] == [], each.msgctxt


COUNTED = re.compile(r"\{(\w+)(?::number)?\} (?!es\b|las\b|los\b)(?:more |other )?([a-záéíóúñ-]{3,}s)\b")
NOT_COUNTED = {"says", "wins", "needs", "has", "becomes", "differs", "follows", "does", "comes", "holds", "gets", "was"}
# The number is a limit of the program, or two at least.
NEVER_ONE = {
    "table.takes_people",
    "given.several",
    "refusals.no_card",
    "refusals.restore_keys",
    "refusals.card_number",
    "refusals.locked_out",
    "refusals.locked_out_now",
    "drivers.board_names",
    "drivers.lamp_pins",
    "drivers.sign_digits",
    "signs.ack_at",
    "requests.long_number",
    "requests.no_people",
    "requests.no_text",
    "requests.no_note",
    "requests.no_name",
    "control.long_path",
    "config.dots",
    "config.long_socket",
    "values.text",
    "values.sign_names",
    "games.few_decks",
    "games.one_small_wager",
    "questions.chart_too_long",
    "paper.spelled",
    "rounds.far",
    "payouts.with_combinations",
}


@pytest.mark.parametrize("folder", translations.FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_after_a_number_has_its_singular(folder: str, language: str) -> None:
    """`1 wagers`: write `{number} {number|wager|wagers}`."""
    numbers = set(re.findall(r"\{(\w+)(?::number|\|)", " ".join(each.msgid for each in file(folder, SOURCE))))
    numbers |= {"days", "hours", "minutes", "rows", "count", "decks", "seats", "wagers", "rounds", "hits", "enough"}
    plural = {
        each.msgctxt: each.msgstr or each.msgid
        for each in file(folder, language)
        for name, word in COUNTED.findall(each.msgstr or each.msgid)
        if name in numbers and word not in NOT_COUNTED and each.msgctxt not in NEVER_ONE
    }
    assert plural == {}


# -- what is said -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_filled_as_the_pages_fill_them(language: str) -> None:
    for example in EXAMPLES:
        wanted = example.get(language, example["en"])
        assert catalogue(language).filled(example["text"], example["facts"]) == wanted, example


def test_a_code_says_its_sentence() -> None:
    words = Catalogue("es", [entry("sign.seat", "Seat {seat}", "Puesto {seat}")])
    assert words.say(Message("sign.seat", {"seat": 3})) == "Puesto 3"
    assert "sign.seat" in words
    assert words.sections() == {"sign": {"seat": "Puesto {seat}"}}


def test_what_a_language_lacks_is_said_in_english() -> None:
    words = Catalogue("es", [entry("sign.win", "WIN"), entry("sign.test", "TEST", "EXAMEN", flags=["fuzzy"])])
    assert words.say(Message("sign.win", {})) == "WIN"
    assert words.say(Message("sign.test", {})) == "TEST"


def test_an_unknown_code_is_said_as_its_key() -> None:
    assert Catalogue("en", []).say(Message("sign.nothing")) == "nothing"
    assert "sign.nothing" not in Catalogue("es", [])


# -- `make words` -------------------------------------------------------------------------------------------------


def made(*entries: polib.POEntry) -> polib.POFile:
    result = polib.POFile()
    result.extend(entries)
    return result


def test_changed_english_makes_a_translation_fuzzy() -> None:
    source = made(entry("a.new", "New"), entry("a.same", "Same"), entry("a.other", "Now"))
    known = made(
        entry("a.other", "Before", "Antes"), entry("a.gone", "Gone", "Fuera"), entry("a.same", "Same", "Igual")
    )
    new, same, other = translations.brought(source, known)
    assert (new.msgid, new.msgstr, new.fuzzy) == ("New", "", False)
    assert (same.msgid, same.msgstr, same.fuzzy) == ("Same", "Igual", False)
    assert (other.msgid, other.msgstr, other.fuzzy, other.previous_msgid) == ("Now", "Antes", True, "Before")


def test_english_that_changes_twice_shows_what_was_translated() -> None:
    once = translations.brought(made(entry("a.b", "Second")), made(entry("a.b", "First", "Primero")))
    (twice,) = translations.brought(made(entry("a.b", "Third")), once)
    assert (twice.msgid, twice.previous_msgid, twice.flags) == ("Third", "First", ["fuzzy"])


# -- messages -----------------------------------------------------------------------------------------------------


def test_a_message_comes_back_from_json_as_it_was() -> None:
    inside = message("reasons.post_held", why=typed("count {disputed}"), days=("2026-11-18", "2026-11-19"), left=None)
    data = json.loads(json.dumps(as_json(message("refusals.post_blocked", why=inside, amount=-5))))
    assert Message.from_json(data) == message("refusals.post_blocked", why=inside, amount=-5)


@pytest.mark.parametrize(
    "value", ["text", {"code": 1, "facts": {}}, {"code": "a.b"}, {"code": "a.b", "facts": {"x": 1.5}}]
)
def test_what_is_no_message_is_not_read_as_one(value: object) -> None:
    with pytest.raises(ValueError, match="is no"):
        Message.from_json(value)


def test_a_view_is_sent_with_its_messages() -> None:
    view = {"port": "/dev/ttyUSB0", "why": message("drivers.sign_unreached"), "frames": (1, 2)}
    assert as_json(view) == {
        "port": "/dev/ttyUSB0",
        "why": {"code": "drivers.sign_unreached", "facts": {}},
        "frames": [1, 2],
    }


def test_a_message_within_a_message_is_said() -> None:
    held = message("reasons.post_held", why=typed("count {why}"))
    assert catalogue("en").say(message("refusals.post_blocked", why=held)) == "The post waits: it is held: count {why}."


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_US.UTF-8"}, "es"),
        ({"LANG": "es", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_MX"}, "es"),
    ],
)
def test_a_terminal_is_spoken_to_in_its_own_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
