"""Watches the simulated world: every row, lamp, sign and answer is compared with the disk, the laws, and the second
bookkeeping. A finding is kept as a sentence; nothing is raised into the controller."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from controller.daemon.loop import RUN
from controller.ledger.audit import Invariant
from controller.ledger.bookkeeping import Refold, SlipNumbers
from controller.ledger.rows import GENESIS, Checkpoint, Row
from testbed.simulation.second_bookkeeping import CENT, SecondBookkeeping
from testbed.simulation.second_duties import RowError

PLAYS = {"locked", "removed", "claimed"}  # lamps that promise a seat that it plays
BETS = {"lit", "raised"}  # lamps of bets that the next lock takes
RECENT = 200  # rows that `event` may be about
ROWS = "SELECT seq, utc, mono, trusted, kind, day, round, body, transfers, hash FROM journal WHERE seq > ? ORDER BY seq"


class LedgerWatch:
    """One ledger, as committed."""

    def __init__(self, name: str, bookkeeping: SecondBookkeeping, wrong: Callable[[str], None]) -> None:
        self.name, self.bookkeeping, self._wrong = name, bookkeeping, wrong
        self.rows: list[tuple[str, bytes]] = []  # kind and hash
        self.money: list[Mapping[str, Any]] = [{}]  # the money in each row, as `event` must tell it
        self.says: list[dict[str, tuple[int, int]]] = [{}]  # after each row: jackpot -> least and most cents
        self.playing: list[frozenset[str]] = [frozenset()]
        self.moved: Counter[str] = Counter()  # account -> micro-dollars, by the transfers
        self._invariants: list[Invariant] = [Refold(), SlipNumbers()]

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._row(row)

    def _row(self, row: Row) -> None:
        here = f"row {row.seq} ({row.kind})"
        last = self.rows[-1][1] if self.rows else GENESIS
        if row.seq != len(self.rows) + 1 or not row.follows(last):
            self._wrong(f"{here} does not follow row {len(self.rows)}")
        body = json.loads(row.body)
        self.rows.append((row.kind, row.hash))
        if row.kind == "fault" and body["code"] == "defect":
            self._wrong(f"{here}: an event was not handled: {body['reason']}")
        self.money.append(_news(row, body))
        for source, target, amount, _code in json.loads(row.transfers):
            self.moved[source] -= amount
            self.moved[target] += amount
        for invariant in self._invariants:
            if finding := invariant.row(row):
                self._wrong(str(finding))
        try:
            self.bookkeeping.read(row.kind, row.day or "", row.round or 0, body, row.utc)
        except RowError as wrong:
            self._wrong(f"{here}: {wrong}")
        except (KeyError, ValueError, StopIteration) as lost:
            self._wrong(f"{here}: the second bookkeeping cannot follow: {lost!r}")
        jackpots = self.bookkeeping.jackpots
        self.says.append({jackpot: self.bookkeeping.signs_say(jackpot) for jackpot in jackpots})
        self.playing.append(frozenset(self.bookkeeping.playing))

    def compared(self, state: str, head: bytes) -> None:
        """After a commit: the checkpoint, the transfers and the second bookkeeping must agree to the micro-dollar."""
        for invariant in self._invariants:
            if finding := invariant.end(Checkpoint.at(len(self.rows), state, head)):
                self._wrong(str(finding))
        mine, moved = self.bookkeeping.balances(), {name: amount for name, amount in self.moved.items() if amount}
        stored = json.loads(state)["balances"]
        if not (mine == moved == stored):
            names = sorted({*mine, *moved, *stored})
            unlike = [
                f"{name}: {mine.get(name, 0)}, {moved.get(name, 0)}, {stored.get(name, 0)}"
                for name in names
                if not mine.get(name, 0) == moved.get(name, 0) == stored.get(name, 0)
            ]
            self._wrong(
                f"after row {len(self.rows)} ({self.rows[-1][0]}) the second bookkeeping, the transfers and the "
                f"checkpoint differ: {'; '.join(unlike)}"
            )
        for name, amount in moved.items():
            if amount < 0 and name.split("/")[0] in ("jackpot", "reserve", "overflow", "owed", "credit"):
                self._wrong(f"after row {len(self.rows)} the account {name} is below zero: {amount}")


class Watch:
    """Checks everything that leaves the controller. `bookkeeping` makes one for a new ledger; `by_hand` are the
    spots whose bets time alone does not change."""

    def __init__(self, bookkeeping: Callable[[], SecondBookkeeping], by_hand: Collection[str]) -> None:
        self._bookkeeping, self._by_hand = bookkeeping, frozenset(by_hand)
        self.wrong: list[str] = []
        self.ledgers: dict[str, LedgerWatch] = {}
        self.here: LedgerWatch | None = None  # the ledger that the table plays on
        self._digest = hashlib.sha256()
        self._places: dict[str, tuple[int, int, int]] = {}  # jackpot -> the last published place in this life
        self._texts: dict[str, str] = {}  # jackpot -> the last published amount
        self._lamps: Mapping[str, str] = {}  # the last ones shown in this life; empty: none yet

    def digest(self) -> str:
        """A digest of every row and every message."""
        return self._digest.hexdigest()

    def find(self, what: str) -> None:
        if len(self.wrong) < 20:
            self.wrong.append(what)

    # -- the disk

    def opened(self, name: str, path: str, *, new: bool = False) -> None:
        """At each start: the known rows must be there unchanged, and no others."""
        if new:
            self.ledgers.pop(name, None)
        ledger = self.ledgers.setdefault(name, LedgerWatch(name, self._bookkeeping(), self.find))
        self.here, self._lamps, self._places = ledger, {}, {}
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as disk:
            rows = [Row(*found) for found in disk.execute(ROWS, (0,))]
            state, head = disk.execute("SELECT state, head FROM checkpoint").fetchone()
        disk.close()
        known = [hash_ for _, hash_ in ledger.rows]
        if [row.hash for row in rows[: len(known)]] != known:
            self.find(f"of {len(known)} rows that were on disk before the start some are lost or changed")
        if known and len(rows) > len(known):
            self.find(f"{len(rows) - len(known)} rows are on disk that no commit was answered for")
        for row in rows[len(known) :]:
            self._digest.update(row.hash)
        ledger.add(rows[len(known) :])
        ledger.compared(state, head)

    def committed(self, rows: Sequence[Row], state: str) -> None:
        assert self.here
        if self._lamps:
            self._lamps_stand()
            self._lit_plays(rows[0])
        for row in rows:
            self._digest.update(row.hash)
        self.here.add(rows)
        self.here.compared(state, rows[-1].hash)

    # -- what people see

    def message(self, topic: str, payload: bytes, retain: bool) -> None:
        self._digest.update(f"{topic} {retain} ".encode() + payload.replace(RUN.encode(), b""))
        if topic.endswith("/value"):
            self._plain(topic.split("/")[1], payload.decode())
            return
        if not payload:
            return
        message = json.loads(payload)
        if "seq" not in message:
            return
        if self._on_disk(message["seq"], f"a message of {topic}") and topic.endswith("/meter"):
            self._amount(message["jackpot"], message["cents"], message["seq"], message["state"])
            self._newer(message["jackpot"], (message["epoch"], message["seq"], message["pub"]))
            self._texts[message["jackpot"]] = f"{message['cents'] // 100}.{message['cents'] % 100:02d}"
            if message["text"] != self._texts[message["jackpot"]]:
                text, cents = message["text"], message["cents"]
                self.find(f"a sign is told the text {text} for {cents} cents of {message['jackpot']}")
        if topic == "event":
            self._news(message)
        if topic == "status" and "head" in message and message["head"] != self._head(message["seq"]):
            self.find(f"signs are told the head {message['head']} of row {message['seq']}, on disk it is another")
        play = topic == "round" and self.here and message["phase"] in ("locked", "settled")
        if play and set(message["locked"]) != set(self._plays(message["seq"])):
            self.find(f"signs are told that {message['locked']} play, on disk it is {self._plays(message['seq'])}")

    def _newer(self, jackpot: str, place: tuple[int, int, int]) -> None:
        """A sign accepts the higher publication; an equal one must have the same content."""
        if place <= (before := self._places.get(jackpot, (0, 0, 0))):
            self.find(f"of {jackpot} publication {place} follows {before}")
        self._places[jackpot] = place

    def _plain(self, jackpot: str, text: str) -> None:
        """What a simple sign shows: the amount of the last published meter, or none."""
        if text not in ("", self._texts.get(jackpot)):
            self.find(f"simple signs are told {text} of {jackpot}, its meter is told as {self._texts.get(jackpot)}")

    def numeric_sign(self, sign: str, text: str) -> None:
        """A numeric sign shows an amount without a row, so it must be one of the newest amounts."""
        self._digest.update(f"{sign} {text}".encode())
        if text and self.here:
            cents = int(text.replace(".", ""))
            if not any(least <= cents <= most for says in self.here.says[-8:] for least, most in says.values()):
                self.find(f"{sign} shows {text}, which no meter is")

    def _head(self, seq: int) -> str:
        assert self.here
        return self.here.rows[seq - 1][1].hex() if 0 < seq <= len(self.here.rows) else ""

    def _news(self, message: Mapping[str, Any]) -> None:
        assert self.here
        recent = self.here.money[: message["seq"] + 1][-RECENT:]
        for item in message["events"]:
            if item["what"] in ("lock", "award", "post") and item not in recent:
                self.find(f"signs are told {item}, and no row says so")

    def _on_disk(self, seq: int, what: str) -> bool:
        assert self.here
        if seq > len(self.here.rows):
            self.find(f"{what} is of row {seq}, and the disk has {len(self.here.rows)} rows")
            return False
        return True

    def _amount(self, jackpot: str, cents: int, seq: int, state: str) -> None:
        assert self.here
        least, most = self.here.says[seq].get(jackpot, (0, 0))
        if not least <= cents <= most:
            self.find(f"a sign is told {cents} cents of {jackpot} at row {seq} ({state}), it is {least} to {most}")

    def lamps(self, shown: Mapping[str, str], seq: int) -> None:
        """`shown`: spot -> pattern. A lamp may show that a seat plays only if that is on disk."""
        if not self._on_disk(seq, "the lamps' state") or not self.here:
            return
        self._lamps = dict(shown)
        playing = {spot for spot, pattern in shown.items() if pattern in PLAYS}
        if not playing <= self.here.playing[seq]:
            self.find(f"lamps say that {sorted(playing)} play, on disk it is {self._plays(seq)} (row {seq})")

    def _lamps_stand(self) -> None:
        """Before the next row: what plays since the last row must have been shown. No light, no bet; and no light
        without a bet."""
        assert self.here
        playing = {spot for spot, pattern in self._lamps.items() if pattern in PLAYS}
        if playing != self.here.playing[-1]:
            self.find(
                f"on disk {self._plays(-1)} play, the lamps say it of {sorted(playing)} (row {len(self.here.rows)})"
            )

    def _lit_plays(self, row: Row) -> None:
        """The spots that were lit at LOCK must be the ones locked."""
        if row.kind == "lock":
            lit = {spot for spot, pattern in self._lamps.items() if pattern in BETS} & self._by_hand
            plays = set(json.loads(row.body)["spots"]) & self._by_hand
            if lit != plays:
                self.find(f"row {row.seq} locks {sorted(plays)}, and the lamps of {sorted(lit)} are lit")

    def _plays(self, seq: int) -> list[str]:
        assert self.here
        return sorted(self.here.playing[seq])

    def answered(self, command: str, answer: Mapping[str, Any]) -> None:
        """An acknowledged row must be on disk."""
        assert self.here
        for row in answer.get("rows", ()):
            if row["seq"] > len(self.here.rows) or self.here.rows[row["seq"] - 1][0] != row["kind"]:
                self.find(f"{command} was answered with row {row['seq']} ({row['kind']}), which is not on disk")


def _news(row: Row, body: Mapping[str, Any]) -> dict[str, Any]:
    """The event that signs receive for a row about money, in cents."""
    event: dict[str, Any] = {"round": row.round} if row.round else {}
    match row.kind:
        case "lock" | "late_lock":
            return event | {"what": "lock", "spots": body["spots"]}
        case "meter_award":
            amounts = {claim: amount // CENT for claim, amount in body["amounts"].items()}
            return event | {
                "what": "award", "jackpot": body["jackpot"], "amounts": amounts, "cents": body["after"] // CENT,
            }  # fmt: skip
        case "post":
            cents = abs(body["amount"]) // CENT * (1 if body["amount"] > 0 else -1)
            return event | {"what": "post", "jackpot": body["jackpot"], "day": body["for_day"], "cents": cents}
    return {}
