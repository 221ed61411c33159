"""A table's new ledger: one row with the opening amounts, which named people accept."""

from collections.abc import Iterable

from controller import __version__
from controller.ledger.bookkeeping import to_rows
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.table.codec import encode
from controller.table.events import Moment
from controller.table.rules import Rules
from controller.table.runs import genesis
from controller.table.state import Book


def create(url: str, rules: Rules, at: Moment, *, config: str, by: Iterable[str], after: str = "") -> Book:
    """`config` is the digest of the table's files, `after` the last head of a lost ledger. The epoch is the current
    time, because signs accept the newer ledger."""
    book, entry = genesis(rules, at, epoch=at.utc // 1000, config=config, version=__version__, by=list(by), after=after)
    Store.create(url, to_rows([entry], GENESIS), encode(book)).close()
    return book
