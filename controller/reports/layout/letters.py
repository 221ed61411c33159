"""Replacements for letters that a font lacks: the fonts of PDF readers and of Pillow have few letters."""

import unicodedata

PLAIN = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2010": "-", "\u2011": "-", "\u2012": "-",
        "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2026": "...", "\u2022": "-", "\u2009": " ", "\u202f": " ",
        "\u2264": "<=", "\u2265": ">=", "\u2192": "->",
        "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s",  # as people type cards: Ah
    }
)  # fmt: skip


def latin(text: str) -> str:
    """Latin-1, which covers English and Spanish; any other letter becomes a question mark."""
    return text.translate(PLAIN).encode("latin-1", "replace").decode("latin-1")


def ascii_only(text: str) -> str:
    """Without accents: Pillow's font has none."""
    bare = unicodedata.normalize("NFKD", text.translate(PLAIN))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in letters)
