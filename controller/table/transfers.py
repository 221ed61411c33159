"""A jackpot's money moves to another table (R146): two rows in two ledgers with the same amounts. What one table gives
is written on a transfer note, one line of text, which the other table takes."""

import hashlib
from dataclasses import dataclass

from controller.core.accounts import accounts_of, elsewhere_account
from controller.core.awards import claimed
from controller.core.clock_trust import trusted
from controller.core.counters import Parts
from controller.core.entries import Transfer
from controller.core.meter_events import TransferIn, TransferOut
from controller.core.refusals import Refused
from controller.core.rules import Jackpot
from controller.core.state import Phase
from controller.core.turn import Turn
from controller.core.values import replace

CAUSES = ("malfunction", "replacement", "approved")
VERSION = "litbet-transfer-1"
CHECK = (
    16  # hexadecimal digits of a SHA-256: against slips of the pen, not against forgers; two people answer for those
)


@dataclass(frozen=True)
class Note:
    """What a transfer note says."""

    table: str
    epoch: int
    row: int
    to: str
    jackpot: str
    type: str
    parts: Parts

    @property
    def origin(self) -> str:
        """No two notes share it."""
        return f"{self.table} {self.epoch} {self.row}"

    def text(self) -> str:
        money = " ".join(map(str, vars(self.parts).values()))
        words = f"{VERSION} {self.origin} {self.to} {self.jackpot} {self.type} {money}"
        return f"{words} {_check(words)}"


def read_note(text: str) -> Note:
    words, _, check = " ".join(text.split()).rpartition(" ")
    if _check(words) != check.lower():
        raise Refused("note_wrong")
    match words.split(" "):
        case [version, table, epoch, row, to, jackpot, type_, *money] if version == VERSION and len(money) == 4:
            return Note(table, int(epoch), int(row), to, jackpot, type_, Parts(*map(int, money)))
    raise Refused("note_other_version", version=VERSION)


def _check(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:CHECK]


def transfer_out(turn: Turn, event: TransferOut) -> None:
    """All of it goes, exact below the cent, and the jackpot ends here. The day's wagers are in it: they are posted
    before."""
    pot, book = known(turn, event.jackpot), turn.book
    if "transfer" not in turn.rules.removal.to:
        raise Refused("no_transfer")
    if event.cause not in CAUSES:
        raise Refused("unknown_cause", causes=", ".join(CAUSES))
    to = event.to.strip()
    if not to or " " in to or to == turn.rules.table:
        raise Refused("other_table")
    at_rest(turn, pot)
    trusted(turn)
    all_posted(turn, pot)
    parts = book.parts(pot.id)
    if not any((parts.meter, parts.reserve, parts.overflow)):
        raise Refused("nothing_there", title=pot.title)
    note = Note(turn.rules.table, book.epoch, book.seq + 1, to, pot.id, pot.type, parts)
    body = {
        "jackpot": pot.id,
        "to": elsewhere_account(to),
        "cause": event.cause,
        "reason": turn.reason(event.reason),
        "before": parts.meter,
        "parts": vars(parts),
        "note": note.text(),
    }
    turn.write("transfer_out", body, drained(pot.id, parts, elsewhere_account(to), "transfer_out"))


def transfer_in(turn: Turn, event: TransferIn) -> None:
    """What comes joins what is here. What would rise above the limit is the overflow (R075)."""
    pot, book = known(turn, event.jackpot, here=False), turn.book
    if not {"transfer"} & {*turn.rules.may_rise, *turn.rules.removal.to}:
        raise Refused("no_transfer")
    note = read_note(event.note)
    if note.to != turn.rules.table:
        raise Refused("note_elsewhere", to=note.to, table=turn.rules.table)
    if note.type != pot.type:
        raise Refused("note_other_type", here=pot.type, there=note.type)
    if note.origin in book.notes:
        raise Refused("note_taken", table=note.table, row=note.row)
    count = book.jackpots[pot.id]
    if count.last_day or (count.ended and not count.left_to.startswith(elsewhere_account(""))):
        raise Refused("has_ended", title=pot.title)
    at_rest(turn, pot)
    trusted(turn)
    before, limit = book.meter(pot.id), book.terms(pot).limit
    above = max(before + note.parts.meter - limit, 0) if limit else 0
    above = min(above, note.parts.meter)
    parts = replace(note.parts, meter=note.parts.meter - above, overflow=note.parts.overflow + above)
    source = elsewhere_account(note.table)
    moves = [
        Transfer(source, account, amount, "transfer_in")
        for account, amount in zip(accounts_of(pot.id), _amounts(parts), strict=True)
        if amount
    ]
    body = {
        "jackpot": pot.id,
        "from": source,
        "origin": note.origin,
        "before": before,
        "parts": vars(parts),
        "note": note.text(),
    }
    turn.write("transfer_in", body, moves)


def drained(jackpot: str, parts: Parts, to: str, code: str) -> list[Transfer]:
    """All that the jackpot holds goes to one account."""
    return [
        Transfer(account, to, amount, code)
        for account, amount in zip(accounts_of(jackpot), _amounts(parts), strict=True)
        if amount
    ]


def _amounts(parts: Parts) -> tuple[int, int, int]:
    return parts.meter, parts.reserve, parts.overflow


# -- what every move of a whole jackpot asks -----------------------------------------------------------------


def known(turn: Turn, jackpot: str, *, here: bool = True) -> Jackpot:
    """A jackpot of this table; `here`: whose money has not gone."""
    pot = turn.rules.jackpots.get(jackpot)
    if pot is None:
        raise Refused("unknown_jackpot", jackpot=jackpot, jackpots=", ".join(turn.rules.jackpots))
    if here and (to := turn.book.jackpots[jackpot].left_to):
        raise Refused("has_left", title=pot.title, to=to)
    return pot


def at_rest(turn: Turn, pot: Jackpot) -> None:
    if turn.book.phase is not Phase.CLOSED:
        raise Refused("close_first")
    if claim := claimed(turn.rules, turn.book, pot.id):
        raise Refused("claim_first", claim=claim.number, title=pot.title, stage=claim.stage)


def all_posted(turn: Turn, pot: Jackpot) -> None:
    """No wager waits for its post to this meter: afterwards it would find nothing there."""
    book = turn.book
    waits = [due.day for due in (*book.due, *book.corrections) if due.jackpot == pot.id]
    if book.today and book.today.accrued.get(pot.id):
        waits.append(book.today.day)
    if waits:
        raise Refused("post_first", title=pot.title, day=waits[0])
