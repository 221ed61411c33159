"""A jackpot's money moves to another table (R146): two rows in two ledgers with the same amounts. The first table
prints a transfer note, one line of text, which the second table reads."""

import hashlib
from dataclasses import dataclass

from controller.table import records
from controller.table.accounts import accounts_of, elsewhere_account, recipient
from controller.table.awards import claimed
from controller.table.clock_trust import trusted
from controller.table.counters import Parts
from controller.table.decision import Decision
from controller.table.jackpot_counters import changed
from controller.table.journal import Entry, Transfer, fold
from controller.table.meter_events import TransferIn, TransferOut
from controller.table.refusals import Refused
from controller.table.rules import Jackpot
from controller.table.state import Book, Phase
from controller.table.values import replace

CAUSES = ("malfunction", "replacement", "approved")
VERSION = "litbet-transfer-1"
CHECK = 16  # hexadecimal digits of a SHA-256: they catch typing errors, not forgers; two people answer for those


@dataclass(frozen=True)
class Note:
    """The content of a transfer note."""

    table: str
    epoch: int
    row: int
    to: str
    jackpot: str
    type: str
    parts: Parts

    @property
    def origin(self) -> str:
        """Unique for each note."""
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
        case [version, table, epoch, row, to, jackpot_id, type_, *money] if version == VERSION and len(money) == 4:
            return Note(table, int(epoch), int(row), to, jackpot_id, type_, Parts(*map(int, money)))
    raise Refused("note_other_version", version=VERSION)


def _check(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:CHECK]


def transfer_out(decision: Decision, event: TransferOut) -> None:
    """All money goes, including fractions of a cent, and the jackpot ends here. The day's wagers are posted first, so
    it includes them."""
    jackpot, book = known(decision, event.jackpot), decision.book
    if "transfer" not in decision.rules.removal.to:
        raise Refused("no_transfer")
    if event.cause not in CAUSES:
        raise Refused("unknown_cause", causes=tuple(CAUSES))
    to = event.to.strip()
    if not to or " " in to or to == decision.rules.table:
        raise Refused("other_table")
    at_rest(decision, jackpot)
    trusted(decision)
    all_posted(decision, jackpot)
    parts = book.parts(jackpot.id)
    if not any((parts.meter, parts.reserve, parts.overflow)):
        raise Refused("nothing_there", title=jackpot.title)
    note = Note(decision.rules.table, book.epoch, book.seq + 1, to, jackpot.id, jackpot.type, parts)
    record = records.TransferOut(
        jackpot=jackpot.id,
        to=elsewhere_account(to),
        cause=event.cause,
        reason=decision.reason(event.reason),
        before=parts.meter,
        parts=parts,
        note=note.text(),
    )
    decision.write(record, drained(jackpot.id, parts, elsewhere_account(to), "transfer_out"))


def transfer_in(decision: Decision, event: TransferIn) -> None:
    """The money is added to what is here. The part above the limit goes to the overflow (R075)."""
    jackpot, book = known(decision, event.jackpot, here=False), decision.book
    if not {"transfer"} & {*decision.rules.may_rise, *decision.rules.removal.to}:
        raise Refused("no_transfer")
    note = read_note(event.note)
    if note.to != decision.rules.table:
        raise Refused("note_elsewhere", to=note.to, table=decision.rules.table)
    if note.type != jackpot.type:
        raise Refused("note_other_type", here=jackpot.type, there=note.type)
    if note.origin in book.notes:
        raise Refused("note_taken", table=note.table, row=note.row)
    counters = book.jackpots[jackpot.id]
    if counters.last_day or (counters.ended and not counters.left_to.startswith(elsewhere_account(""))):
        raise Refused("has_ended", title=jackpot.title)
    at_rest(decision, jackpot)
    trusted(decision)
    before, limit = book.meter(jackpot.id), book.terms(jackpot).limit
    above = max(before + note.parts.meter - limit, 0) if limit else 0
    above = min(above, note.parts.meter)
    parts = replace(note.parts, meter=note.parts.meter - above, overflow=note.parts.overflow + above)
    source = elsewhere_account(note.table)
    moves = [
        Transfer(source, account, amount, "transfer_in")
        for account, amount in zip(accounts_of(jackpot.id), _amounts(parts), strict=True)
        if amount
    ]
    record = records.TransferIn(
        jackpot=jackpot.id, source=source, origin=note.origin, before=before, parts=parts, note=note.text()
    )
    decision.write(record, moves)


def drained(jackpot_id: str, parts: Parts, to: str, code: str) -> list[Transfer]:
    """Transfers of all that the jackpot holds to one account."""
    return [
        Transfer(account, to, amount, code)
        for account, amount in zip(accounts_of(jackpot_id), _amounts(parts), strict=True)
        if amount
    ]


def _amounts(parts: Parts) -> tuple[int, int, int]:
    return parts.meter, parts.reserve, parts.overflow


# -- what every move of a whole jackpot asks -----------------------------------------------------------------


def known(decision: Decision, jackpot_id: str, *, here: bool = True) -> Jackpot:
    """A jackpot of this table; with `here`, one whose money has not gone."""
    jackpot = decision.rules.jackpots.get(jackpot_id)
    if jackpot is None:
        raise Refused("unknown_jackpot", jackpot=jackpot_id, jackpots=tuple(decision.rules.jackpots))
    if here and (to := decision.book.jackpots[jackpot_id].left_to):
        raise Refused("has_left", title=jackpot.title, to=recipient(to))
    return jackpot


def at_rest(decision: Decision, jackpot: Jackpot) -> None:
    if decision.book.phase is not Phase.CLOSED:
        raise Refused("close_first")
    if claim := claimed(decision.rules, decision.book, jackpot.id):
        raise Refused("claim_first", claim=claim.number, title=jackpot.title, stage=claim.stage)


def all_posted(decision: Decision, jackpot: Jackpot) -> None:
    """Refuse while wagers wait for a post to this meter, because the meter would be gone."""
    book = decision.book
    waits = [due.day for due in (*book.due, *book.corrections) if due.jackpot == jackpot.id]
    if book.today and book.today.accrued.get(jackpot.id):
        waits.append(book.today.day)
    if waits:
        raise Refused("post_first", title=jackpot.title, day=waits[0])


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.TransferOut)
def _sent(book: Book, entry: Entry, record: records.TransferOut) -> Book:
    counters = book.jackpots[record.jackpot]
    return left(book, record.jackpot, record.to, entry.day, sent=counters.sent.plus(record.parts))


@fold(records.TransferIn)
def _received(book: Book, entry: Entry, record: records.TransferIn) -> Book:
    """A meter that went to another table continues here."""
    received = book.jackpots[record.jackpot].received.plus(record.parts)
    book = changed(book, record.jackpot, received=received, ended="", left_to="")
    return replace(book, notes=(*book.notes, record.origin))


def left(book: Book, jackpot_id: str, to: str, day: str, **counters: Parts) -> Book:
    """Its money has gone. The house pays for whatever is still found about its past hands (see `Book.gone`)."""
    ended = book.jackpots[jackpot_id].ended or day
    return changed(
        book, jackpot_id, ended=ended, left_to=to, won_round=book.round, pending=None, accepted=False, **counters
    )
