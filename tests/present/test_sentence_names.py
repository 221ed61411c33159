"""Texts out of rows, drivers and the book get back the name and the facts of the sentence that they are; what a person
typed is nobody's sentence."""

import re
from string import Formatter

import pytest

from controller.present.sentence_names import TEXTS, named, reasons
from controller.present.sentences import Sentence, sentence, told


def places(code: str) -> dict[str, str]:
    """A value for each place, which no other sentence could have."""
    return {name: f"«{name}»" for _, name, _, _ in Formatter().parse(TEXTS[code]) if name}


@pytest.mark.parametrize("code", TEXTS)
def test_each_sentence_is_found_again(code: str) -> None:
    found = named(TEXTS[code].format(**places(code)))
    assert isinstance(found, Sentence)
    assert (found.code, found.facts) == (code, places(code))


def test_a_sentence_in_a_sentence() -> None:
    """Without a network nobody can say more, and the hint is a sentence of its own."""
    found = told(named("The MQTT broker at h:1: [Errno 111] Connection refused; start it, or correct host and port."))
    assert found["code"] == "broker_fails"
    assert found["facts"]["error"] == "[Errno 111] Connection refused"
    assert found["facts"]["hint"]["code"] == "hint_start"


def test_several_reasons_in_one() -> None:
    one, two = (
        "the board calls itself 'x' and the configuration 'y'",
        "the board has the lamps a and the configuration b",
    )
    found = named(f"board 'y' is refused: {one}; {two}")
    assert isinstance(found, Sentence)
    differences = found.facts["differences"]
    assert isinstance(differences, Sentence)
    assert [told(differences)["facts"][place]["code"] for place in ("first", "second")] == ["board_name", "board_lamps"]


@pytest.mark.parametrize("text", ["", "Hand shuffle", "the shoe; the cards", "No se ve la ficha."])
def test_what_a_person_typed_stays_as_it_is(text: str) -> None:
    assert not isinstance(named(text), Sentence)
    assert reasons({"why": text}) == {"why": text}


def test_a_refusal_tells_the_name_of_its_why() -> None:
    assert reasons({"why": "its sensor chatters", "spot": "3"}) == {
        "why": {"say": "its sensor chatters", "code": "chatters", "facts": {}},
        "spot": "3",
    }


def test_a_text_keeps_its_words() -> None:
    """Whoever knows nothing of names reads English, to the letter."""
    said = sentence({"full": "{name} is full"}, "full", name="/a")
    assert said == "/a is full"
    assert re.fullmatch("/a is full", said)
    assert str(said).__class__ is str


def test_a_long_text_is_not_searched() -> None:
    """No sentence of ours is so long, and to look for one would hold up the table."""
    assert isinstance(named("it is held: the count."), Sentence)
    assert not isinstance(named(f"it is held: {'the count ' * 1000}."), Sentence)
