"""A chart in the page's language. The controller draws it in English and leaves the name and the facts of each sentence
beside it; here each is said again by its name, where the language has it."""

import json
from typing import Any
from xml.etree import ElementTree

from words.catalogue import Catalogue, catalogue
from words.message import Message

SVG = "http://www.w3.org/2000/svg"
SAID = "data-said"

ElementTree.register_namespace("", SVG)


def in_language(svg: str, language: str) -> str:
    words = catalogue(language)
    root = ElementTree.fromstring(svg)  # noqa: S314  our controller's own
    for element in root.iter():
        if sentence := element.attrib.pop(SAID, ""):
            element.text = _said(words, json.loads(sentence))
    return ElementTree.tostring(root, encoding="unicode")


def _said(words: Catalogue, text: Any) -> str:
    if not isinstance(text, dict):
        return str(text)
    facts = {name: _said(words, fact) for name, fact in text["facts"].items()}
    code = f"drawn.{text['code']}"
    return words.say(Message(code, facts)) if code in words else str(text["say"])
