"""Documents on the terminal and on paper."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.reports.pdf import fills_of, words_by_page, words_of

from controller import __version__
from controller.reports.layout import stamp
from controller.reports.layout.document import Block, ByHand, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.layout.pdf import as_pdf
from controller.reports.layout.text import as_text

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LONG = Table("Awards", ("Hand", "Pays"), tuple((f"hand {each}", f"{each} to 1") for each in range(90)))
DOCUMENT = Document(
    "A title",
    "Procedures",
    (
        Heading("A. First"),
        Paragraph("Words of a paragraph. " * 12),
        Warn("this cannot be won"),
        Items(("one thing", "another thing " * 20), numbered=True),
        Items(("a point",)),
        Heading("A section", 2),
        LONG,
    ),
)


def test_text_has_every_block_and_keeps_the_width() -> None:
    text = as_text(DOCUMENT, 60)
    assert max(map(len, text.splitlines())) <= 60
    assert "A. First\n========" in text
    assert "A section\n---------" in text
    assert "*** WARNING: this cannot be won" in text
    assert " 1. one thing" in text
    assert "  - a point" in text
    assert text.count("another thing") == 20
    assert "hand 89  89 to 1" in text
    assert "hand 1    1 to 1" in text  # figures to the right


def test_a_wide_table_is_squeezed_where_its_words_are() -> None:
    wide = Table("", ("Hand", "Combinations"), (("a hand with a very long name indeed", "1,234,567"),))
    text = as_text(Document("T", "K", (wide,)), 40)
    assert max(map(len, text.splitlines())) <= 40
    assert "1,234,567" in text
    assert " ".join(text.split()).count("a hand with a very long") == 1


def test_pdf_prints_every_block() -> None:
    printed = words_of(as_pdf(DOCUMENT, "the footer", WHEN))
    for words in ("A title", "A. First", "WARNING: this cannot be won", "one thing", "a point", "A section", "hand 89"):
        assert words in printed
    assert printed.count("Words of a paragraph.") == 12


def test_a_table_that_breaks_has_its_head_on_each_page_and_each_page_its_footer() -> None:
    printed = words_of(as_pdf(DOCUMENT, "the footer", WHEN))
    pages = re.findall(r"Page (\d+) of \n?(\d+)", printed)
    assert pages == [(str(each), str(len(pages))) for each in range(1, len(pages) + 1)]
    assert len(pages) == 3
    assert printed.count("the footer") == len(pages)
    assert printed.count("Hand\n") == len(pages)


@pytest.mark.parametrize("lines", range(16, 36))
def test_two_headings_are_on_the_page_of_what_follows_them(lines: int) -> None:
    """A part and its first section, as the daily sheet has them."""
    table = Table("", ("Jackpot", "Amount"), (("a cell", "1"),) * 12)
    for below in (table, ByHand(("to sign",)), Items(("an item",)), Warn("a warning")):
        blocks = (*(Paragraph("x"),) * lines, Heading("The part"), Heading("The section", 2), below)
        pages = words_by_page(as_pdf(Document("T", "K", blocks), "f", WHEN))
        (here,) = [page for page in pages if "The part" in page]
        assert "The section" in here
        assert any(word in here for word in ("a cell", "to sign", "an item", "WARNING: a warning"))


@pytest.mark.parametrize("lines", range(20, 38))
def test_a_heading_is_on_the_page_of_what_follows(lines: int) -> None:
    """A table that stays whole takes its heading with it to the next page."""
    table = Table("", ("Seat", "Wagered"), tuple((f"seat {seat}", "$5.00") for seat in range(1, 7)))
    above = [Paragraph(f"line {line}") for line in range(lines)]
    blocks: tuple[Block, ...] = (*above, Heading("Wagers by seat"), table)
    pages = words_by_page(as_pdf(Document("T", "K", blocks), "f", WHEN))
    assert [("Wagers by seat" in page, "seat 1" in page) for page in pages if page != [""]] in (
        [(True, True)],
        [(False, False), (True, True)],
    )


def test_the_same_document_gives_the_same_bytes() -> None:
    """R245: a submission's hash can be compared."""
    assert as_pdf(DOCUMENT, "f", WHEN) == as_pdf(DOCUMENT, "f", WHEN)
    assert as_pdf(DOCUMENT, "f", WHEN) != as_pdf(DOCUMENT, "f", WHEN.replace(year=2027))
    assert as_pdf(DOCUMENT, "f", WHEN) != as_pdf(replace(DOCUMENT, title="B title"), "f", WHEN)


def test_the_stamp_names_the_version_and_changes_with_the_document() -> None:
    """R245"""
    assert __version__ in stamp(DOCUMENT)
    assert re.search(r"\b[0-9a-f]{64}\b", stamp(DOCUMENT))
    assert stamp(DOCUMENT) == stamp(replace(DOCUMENT))
    assert stamp(DOCUMENT) != stamp(replace(DOCUMENT, blocks=DOCUMENT.blocks[:-1]))


@pytest.mark.parametrize(
    ("written", "printed"), [("‘a’ “b” – …", "'a' \"b\" - ..."), ("Q♥", "Qh"), ("日本", "??"), ("½ é", "½ é")]
)
def test_letters_that_the_core_fonts_lack_become_plain(written: str, printed: str) -> None:
    pdf = as_pdf(Document(written, "K", (Paragraph(written), Heading(written))), written, WHEN)
    assert words_of(pdf).count(printed) >= 3


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=300), st.text(max_size=40))
def test_no_text_crashes_the_layout(words: str, cell: str) -> None:
    blocks = (
        Heading(words),
        Paragraph(words),
        Items((words,)),
        Table(words, (cell, "n"), ((words, cell),)),
        Warn(cell),
    )
    document = Document(words, cell, blocks)
    assert as_text(document, 50)
    assert as_pdf(document, words, WHEN).startswith(b"%PDF")


def test_a_table_with_very_many_words_still_fits_the_page() -> None:
    table = Table("c", ("a", "b", "c"), (("long words " * 60, "more words " * 60, "1"),), words=2)
    assert words_of(as_pdf(Document("T", "K", (table,)), "f", WHEN)).count("more") >= 60


def test_a_warning_lends_its_colour_to_nothing_else() -> None:
    table = Table("c", ("a", "b"), (("1", "2"), ("3", "4")))
    plain = fills_of(as_pdf(Document("T", "K", (table,)), "f", WHEN))
    warned = fills_of(as_pdf(Document("T", "K", (Warn("w"), table)), "f", WHEN))
    assert warned == plain + 1


def test_lines_to_sign_stand_on_both() -> None:
    """R107: room to write, and what is to be written there."""
    signed = Document("T", "K", (ByHand(("Prepared by", "Second signature", "Received by")),))
    assert "Prepared by       ____" in as_text(signed, 60)
    assert max(map(len, as_text(signed, 60).splitlines())) == 60
    assert {"Prepared by", "Second signature", "Received by"} <= set(words_of(as_pdf(signed, "f", WHEN)).splitlines())
