"""A ledger with a long past, made of true rows: chained, folded and provable like any other, only written faster."""

import sqlite3
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

from controller.bookkeeping import to_rows
from controller.core.accounts import HOUSE, PLAYERS, meter_account
from controller.core.codec import encode
from controller.core.days import adds
from controller.core.entries import Entry, Transfer, apply
from controller.core.events import Moment
from controller.core.gaming_day import starts_at
from controller.core.state import Book
from controller.core.step import genesis
from controller.ledger.rows import GENESIS, Checkpoint
from controller.ledger.store import Store
from controller.settings import Config

FIRST = date(2016, 1, 4)
ROUND_MS = 70_000
ROUNDS_A_DAY = 1_140  # with six seats, 25 million wagers are ten years


class History:
    """Writes entries one after the other."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.rules = config.rules
        self.path = folder / "ledger.db"
        self.at = Moment(0, starts_at(FIRST, self.rules.roll, self.rules.zone))
        book, entry = genesis(self.rules, self.at, epoch=1, config="bench", version="bench", by=["bench"])
        rows = to_rows([entry], GENESIS)
        Store.create(f"sqlite:///{self.path}", rows, encode(book)).close()
        self.book, self.head = book, rows[-1].hash
        self.db = sqlite3.connect(self.path, isolation_level=None)
        self.db.execute("PRAGMA synchronous=OFF")
        self.db.execute("BEGIN")

    def write(self, kind: str, body: Mapping[str, object], *moves: Transfer, day: str = "", number: int = 0) -> None:
        day = day or (self.book.today.day if self.book.today else "")
        entry = Entry(self.book.seq + 1, self.at, True, kind, day, number, body, moves)
        self.book = apply(self.book, entry)
        (row,) = to_rows([entry], self.head)
        self.head = row.hash
        self.db.execute(
            "INSERT INTO journal VALUES (?,?,?,?,?,?,?,?,?,?)",
            (row.seq, row.utc, row.mono, 1, row.kind, row.day, row.round, row.body, row.transfers, row.hash),
        )

    def begin_day(self, day: date) -> None:
        self.at = Moment(self.at.mono, starts_at(day, self.rules.roll, self.rules.zone) + 1000)
        pots = list(self.rules.jackpots)
        self.db.execute("INSERT INTO days VALUES (?,?)", (self.book.seq + 1, day.isoformat()))
        self.write("day", {"to": day.isoformat(), "idle": [], "daily": pots}, day=day.isoformat())
        for due in self.book.due:
            meter = self.book.meter(due.jackpot)
            body = {"jackpot": due.jackpot, "of": due.day, "base": due.base, "amount": due.amount}
            body |= {"correction": False, "before": meter, "after": meter + due.amount}
            self.write("post", body, Transfer(HOUSE, meter_account(due.jackpot), due.amount, "post"))

    def play(self) -> None:
        spots = tuple(self.rules.spots)
        wagers, pots = adds(self.rules, self.book, spots, {})
        number = self.book.round + 1
        self.at = Moment(self.at.mono + ROUND_MS // 2, self.at.utc + ROUND_MS // 2)
        meters = {pot: self.book.meter(pot) for pot in self.rules.jackpots}
        seen = [[-2_000 - 500 * at, "press", spot] for at, spot in enumerate(spots)]
        body = {"spots": spots, "wagers": wagers, "adds": pots, "meters": meters, "seen_since": seen}
        amount = sum(self.rules.wagers[wager].amount * count for wager, count in wagers.items())
        self.write("lock", body, Transfer(PLAYERS, HOUSE, amount, "wager"), number=number)
        self.at = Moment(self.at.mono + ROUND_MS // 2, self.at.utc + ROUND_MS // 2)
        self.write("clear", {}, number=number)

    def close(self) -> Book:
        self.write("close", {})
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
    history.write("open", {"reason": ""})
    while played * len(config.rules.spots) < wagers:
        if played and played % ROUNDS_A_DAY == 0:
            day += timedelta(days=1)
            history.begin_day(day)
        history.play()
        played += 1
    return history.close()
