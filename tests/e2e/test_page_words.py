"""The pages fill a sentence's places as the catalogue in Python does: the same examples, in a browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from support.processes.litbet import ROOT

from words.catalogue import catalogue
from words.languages import LANGUAGES

EXAMPLES: list[dict[str, Any]] = json.loads((ROOT / "tests/words/examples.json").read_text())
HOST = "http://pages.test"
ASK = "async (asked) => { const words = await import('/site/common/words.js'); await words.loadWords(); return %s; }"


def served(route: Route) -> None:
    """What a page loads: its words, its files, and itself with nothing but its language."""
    path = route.request.url.removeprefix(HOST)
    if path.startswith("/site/"):
        route.fulfill(path=ROOT / f"display{path}")
    elif path.startswith("/words/"):
        language = path.removeprefix("/words/").removesuffix(".json")
        route.fulfill(json=catalogue(language).sections())
    else:
        language = path.strip("/")
        route.fulfill(content_type="text/html", body=f'<meta name="litbet-language" content="{language}">')


@contextmanager
def page_in(browser: Browser, language: str) -> Iterator[Page]:
    page = browser.new_page()
    page.route(f"{HOST}/**", served)
    page.goto(f"{HOST}/{language}")
    yield page
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_filled_as_the_catalogue_fills_them(browser: Browser, language: str) -> None:
    with page_in(browser, language) as page:
        found = page.evaluate(ASK % "asked.map(({ text, facts }) => words.filled(text, facts))", EXAMPLES)
    assert found == [example.get(language, example["en"]) for example in EXAMPLES]


def test_a_page_says_a_sentence_of_its_language(browser: Browser) -> None:
    with page_in(browser, "es") as page:
        assert page.evaluate(ASK % "words.words('sign', 'seat', { seat: 3 })") == "Asiento 3"
        assert page.evaluate(ASK % "words.words('sign', 'nothing')") == "nothing"
