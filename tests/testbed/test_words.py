"""The test bed's own part of the catalogue: each code that its programs name has a sentence there."""

import re
from pathlib import Path

import pytest
from support.processes.litbet import ROOT

from words.catalogue import catalogue
from words.languages import LANGUAGES

FOLDER = ROOT / "testbed" / "bench" / "words"
SECTIONS = "bench|processes|rounds|sim"
PROGRAMS = sorted((ROOT / "testbed").rglob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_code_has_a_sentence(path: Path) -> None:
    """A code with a part that is chosen (`rounds.{code}`) is left to the tests of what is printed."""
    codes = re.findall(rf'"((?:{SECTIONS})\.[a-z_]+)"', path.read_text())
    missing = [code for code in codes if code not in catalogue("en", FOLDER)]
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_catalogue_has_the_sentences_of_both(language: str) -> None:
    words = catalogue(language, FOLDER)
    assert "bench.timeout" in words
    assert "refusals.closed" in words
    assert "bench.timeout" not in catalogue(language)
