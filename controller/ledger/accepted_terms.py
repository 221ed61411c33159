"""The rules in force: the set-up of the table's file, and the table terms that the ledger says were accepted."""

from zoneinfo import ZoneInfo

from controller.ledger.bookkeeping import to_book, to_entry
from controller.ledger.errors import ForeignLedger, LedgerCorrupt
from controller.ledger.reader import Reader
from controller.table import records
from controller.table.rules import Rules
from controller.table.state import Book
from controller.table.table_terms import digest_of, rules_by, table_terms


def rules_in_force(file: Rules, reader: Reader, book: Book | None = None) -> Rules:
    """`book` is the checkpoint's, if it was read already. The row is read only if the file says something else."""
    book = book or to_book(reader.checkpoint())
    if digest_of(table_terms(file)) == book.table_terms:
        return file
    if file.jackpots.keys() != book.jackpots.keys():
        raise ForeignLedger("other_jackpots", theirs=tuple(book.jackpots), ours=tuple(file.jackpots))
    try:
        (row,) = reader.rows(after=book.table_terms_row - 1, limit=1)
        record = to_entry(row).record
        if isinstance(record, records.Init | records.TermsAccepted):
            terms = record.table_terms
            if digest_of(terms) == book.table_terms:
                return rules_by(file, terms, ZoneInfo(terms["zone"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        pass  # whatever is wrong in the row, it is not what was accepted
    raise LedgerCorrupt("no_table_terms", name=reader.name, row=book.table_terms_row)
