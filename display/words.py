"""The pages' own words, in each language a text file (words/en.toml). What a profile or a game says stays as it is."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "words"
LANGUAGES = ("en", "es")


@cache
def words(language: str) -> dict[str, Any]:
    """A language's sections; what it lacks is said in English. It may have more: what the controller says in English
    by itself."""
    english = _read("en")
    other = _read(language) if language != "en" else {}
    return {section: {**english.get(section, {}), **other.get(section, {})} for section in english | other}


def _read(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
