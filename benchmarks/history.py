"""A ledger with a long past, made of true rows: chained, folded and provable like any other, only written faster."""

import sqlite3
from datetime import date, timedelta
from pathlib import Path

from controller.config.settings import Config
from controller.ledger.bookkeeping import to_rows
from controller.ledger.rows import GENESIS, Checkpoint
from controller.ledger.store import Store
from controller.table import records
from controller.table.accounts import HOUSE, PLAYERS, meter_account
from controller.table.codec import encode
from controller.table.events import Moment
from controller.table.gaming_day import starts_at
from controller.table.journal import Entry, Transfer
from controller.table.records import Record
from controller.table.runs import genesis
from controller.table.state import Book, Note
from controller.table.topics import apply
from controller.table.wagers import accruals as accruals_of
from testbed.bench.boards import on_a_bench

FIRST = date(2016, 1, 4)
ROUND_MS = 70_000
ROUNDS_A_DAY = 1_140  # with six seats, 25 million wagers are ten years


class History:
    """Writes entries one after the other."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.rules = on_a_bench(config).rules  # the terms by which the bench plays it on
        self.path = folder / "ledger.db"
        self.at = Moment(0, starts_at(FIRST, self.rules.roll, self.rules.zone))
        book, entry = genesis(self.rules, self.at, epoch=1, config="bench", version="bench", by=["bench"])
        rows = to_rows([entry], GENESIS)
        Store.create(f"sqlite:///{self.path}", rows, encode(book)).close()
        self.book, self.head = book, rows[-1].hash
        self.db = sqlite3.connect(self.path, isolation_level=None)
        self.db.execute("PRAGMA synchronous=OFF")
        self.db.execute("BEGIN")

    def write(
        self, record: Record, *moves: Transfer, day: str = "", number: int = 0, notes: tuple[Note, ...] = ()
    ) -> None:
        day = day or (self.book.today.day if self.book.today else "")
        entry = Entry(self.book.seq + 1, self.at, True, day, number, record, moves, notes=notes)
        self.book = apply(self.book, entry)
        (row,) = to_rows([entry], self.head)
        self.head = row.hash
        self.db.execute(
            "INSERT INTO journal VALUES (?,?,?,?,?,?,?,?,?,?)",
            (row.seq, row.utc, row.mono, 1, row.kind, row.day, row.round, row.body, row.transfers, row.hash),
        )

    def begin_day(self, day: date) -> None:
        self.at = Moment(self.at.mono, starts_at(day, self.rules.roll, self.rules.zone) + 1000)
        jackpots = list(self.rules.jackpots)
        self.db.execute("INSERT INTO days VALUES (?,?)", (self.book.seq + 1, day.isoformat()))
        meters = {jackpot: self.book.meter(jackpot) for jackpot in jackpots}
        self.write(records.DayStart(idle=(), daily=tuple(jackpots), meters=meters, accounts={}), day=day.isoformat())
        for due in self.book.due:
            meter = self.book.meter(due.jackpot)
            post = records.Post(
                jackpot=due.jackpot,
                for_day=due.day,
                base=due.base,
                amount=due.amount,
                correction=False,
                before=meter,
                after=meter + due.amount,
            )
            self.write(post, Transfer(HOUSE, meter_account(due.jackpot), due.amount, "post"))

    def play(self) -> None:
        spots = tuple(self.rules.spots)
        wagers, accruals = accruals_of(self.rules, self.book, spots, {})
        number = self.book.round + 1
        self.at = Moment(self.at.mono + ROUND_MS // 2, self.at.utc + ROUND_MS // 2)
        meters = {jackpot: self.book.meter(jackpot) for jackpot in self.rules.jackpots}
        notes = tuple(Note(self.at.utc - 2_000 - 500 * at, "press", spot) for at, spot in enumerate(spots))
        lock = records.Lock(spots=spots, wagers=wagers, accruals=accruals, meters=meters)
        amount = sum(self.rules.wagers[wager].amount * count for wager, count in wagers.items())
        self.write(lock, Transfer(PLAYERS, HOUSE, amount, "wager"), number=number, notes=notes)
        self.at = Moment(self.at.mono + ROUND_MS // 2, self.at.utc + ROUND_MS // 2)
        self.write(records.Clear(), number=number)

    def close(self) -> Book:
        self.write(records.Close())
        checkpoint = Checkpoint.at(self.book.seq, encode(self.book), self.head)
        self.db.execute(
            "UPDATE checkpoint SET seq = ?, state = ?, head = ?, hash = ?",
            (checkpoint.seq, checkpoint.state, checkpoint.head, checkpoint.hash),
        )
        self.db.execute("COMMIT")
        self.db.close()
        return self.book


def make(config: Config, folder: Path, wagers: int) -> Book:
    """So many wagers, in days of a busy table."""
    history = History(config, folder)
    day, played = FIRST, 0
    history.begin_day(day)
    history.write(records.Open())
    while played * len(config.rules.spots) < wagers:
        if played and played % ROUNDS_A_DAY == 0:
            day += timedelta(days=1)
            history.begin_day(day)
        history.play()
        played += 1
    return history.close()
