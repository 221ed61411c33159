"""Translates a chart: the controller leaves the message behind each text in the SVG, and this replaces the texts."""

import json
from xml.etree import ElementTree

from words.catalogue import catalogue
from words.message import Message

SVG = "http://www.w3.org/2000/svg"
MESSAGE = "data-message"

ElementTree.register_namespace("", SVG)


def in_language(svg: str, language: str) -> str:
    words = catalogue(language)
    root = ElementTree.fromstring(svg)  # noqa: S314  our controller's own
    for element in root.iter():
        if found := element.attrib.pop(MESSAGE, ""):
            element.text = words.say(Message.from_json(json.loads(found)))
    return ElementTree.tostring(root, encoding="unicode")
