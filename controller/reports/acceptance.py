"""Papers made from a table's file alone say if its terms are not those in force at the table (decision 16)."""

from dataclasses import replace

from controller.config.settings import Config
from controller.ledger.bookkeeping import to_book
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.reports.layout.document import Document, Warn
from controller.table.rules import Rules
from controller.table.state import Book
from controller.table.table_terms import digest_of, table_terms
from words.catalogue import Catalogue


def accepted(config: Config) -> bool | None:
    """None: there is no ledger of this table here that this user can read."""
    try:
        reader = Reader(config.ledger_url)
    except (StoreError, OSError):
        return None
    try:
        return in_force(config.rules, to_book(reader.checkpoint()))
    except (StoreError, OSError):
        return None
    finally:
        reader.close()


def in_force(file: Rules, book: Book) -> bool:
    """Whether the table plays by exactly the terms of this file, those of its meters included."""
    meters = {name: counters.terms for name, counters in book.jackpots.items()}
    asked = {name: jackpot.terms for name, jackpot in file.jackpots.items()}
    return digest_of(table_terms(file)) == book.table_terms and meters == asked


def warned(document: Document, words: Catalogue, config: Config) -> Document:
    """The paper, with a warning at its head if the table plays by other terms."""
    if accepted(config) is not False:
        return document
    warning = Warn(words.text("jackpot_sheet.waiting", table=config.rules.table))
    return replace(document, blocks=(warning, *document.blocks))
