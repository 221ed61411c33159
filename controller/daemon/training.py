"""Training: the same table, people and rules on a separate ledger that is created each time (E75). Nothing here writes
to the real ledger; its `training` row has reserved the epoch that signs get meanwhile."""

from dataclasses import replace

from controller import __version__
from controller.config.settings import Config
from controller.ledger.bookkeeping import to_book, to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.table import records
from controller.table.codec import encode
from controller.table.events import Moment
from controller.table.journal import Entry, apply
from controller.table.runs import genesis


def training_table(config: Config, at: Moment) -> Config:
    """The configuration for training, with a new ledger. Allowed only while the real table is closed and nobody writes
    its ledger."""
    reader = Reader(config.ledger_url)
    try:
        real = to_book(reader.checkpoint())
    finally:
        reader.close()
    here = replace(
        config,
        dir=config.dir / "training",
        ledger=None,
        second_copy=None,
        socket=config.socket_path,
        rules=replace(config.rules, training=True),
    )
    here.dir.mkdir(exist_ok=True)
    for last_time in here.dir.glob("ledger.db*"):
        last_time.unlink()
    book, first = genesis(
        here.rules, at, epoch=real.epoch - 1, config=config.digest, version=__version__, by=["training"]
    )
    entries = [first]
    for name, person in real.people.items():
        entry = Entry(book.seq + 1, at, False, "", 0, records.PersonRoles(name=name, roles=person.roles))
        book = apply(book, entry)
        entries.append(entry)
    Store.create(here.ledger_url, to_rows(entries, GENESIS), encode(book)).close()
    return here
