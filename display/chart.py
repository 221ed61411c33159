"""A chart in the page's language. The controller draws it in English and leaves the name and the facts of each sentence
beside it; here each is said again by its name, where the language has it."""

import json
from typing import Any
from xml.etree import ElementTree

from display.words import words

SVG = "http://www.w3.org/2000/svg"
SAID = "data-said"

ElementTree.register_namespace("", SVG)


def in_language(svg: str, language: str) -> str:
    drawn = words(language).get("drawn", {})
    root = ElementTree.fromstring(svg)  # noqa: S314  our controller's own
    for element in root.iter():
        if sentence := element.attrib.pop(SAID, ""):
            element.text = _said(drawn, json.loads(sentence))
    return ElementTree.tostring(root, encoding="unicode")


def _said(drawn: dict[str, str], text: Any) -> str:
    if not isinstance(text, dict):
        return str(text)
    facts = {name: _said(drawn, fact) for name, fact in text["facts"].items()}
    return drawn[text["code"]].format(**facts) if text["code"] in drawn else str(text["say"])
