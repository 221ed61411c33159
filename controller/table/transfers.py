"""A jackpot's money moves to another table (R146): the receiver asks, the giver lets the money go and answers with a
transfer note, and the receiver takes it. So there are two rows with the same amounts, in two ledgers.

Ask and note are lines of text that a person carries. Both are sealed with a key that only these two tables have
(decision 19): a table answers and believes its partners alone.
"""

import hmac
import re
from dataclasses import dataclass

from controller.table import records
from controller.table.accounts import accounts_of, elsewhere_account, recipient
from controller.table.awards import claimed
from controller.table.claim_book import raised_by
from controller.table.clock_trust import trusted
from controller.table.counters import Parts
from controller.table.decision import Decision
from controller.table.jackpot_counters import changed
from controller.table.journal import Entry, Transfer, fold
from controller.table.meter_events import TransferAsk, TransferIn, TransferOut
from controller.table.refusals import Refused
from controller.table.rules import Jackpot
from controller.table.state import Ask, Book, Phase
from controller.table.values import replace

CAUSES = ("malfunction", "replacement", "approved")
ASK, NOTE = "litbet-ask-1", "litbet-note-1"
SEAL = 32  # hexadecimal digits, half of a SHA-256: as hard to guess as the nonce
_TABLE = "[a-z0-9][a-z0-9-]{0,31}"
_FIELDS = {
    "giver": _TABLE,
    "to": _TABLE,
    "jackpot": _TABLE,
    "type": "bonus|progressive",
    "nonce": "[0-9a-f]{32}",
    "amount": "0|[1-9][0-9]{0,17}",  # micro-dollars
    "advance": "0|-?[1-9][0-9]{0,17}",  # below zero if a win was denied after the money had gone
}
_ASKED = ("giver", "to", "jackpot", "type", "nonce")
_NOTED = (*_ASKED, "amount", "amount", "amount", "advance")


@dataclass(frozen=True)
class Note:
    """What a transfer note says: the ask that it answers, and the money."""

    giver: str
    to: str
    jackpot: str  # of the receiver
    type: str
    nonce: str
    parts: Parts

    def text(self, key: bytes) -> str:
        money = map(str, vars(self.parts).values())
        return sealed(key, NOTE, self.giver, self.to, self.jackpot, self.type, self.nonce, *money)


def sealed(key: bytes, *words: str) -> str:
    return " ".join((*words, _seal(key, words)))


def _seal(key: bytes, words: tuple[str, ...]) -> str:
    return hmac.digest(key, " ".join(words).encode(), "sha256").hex()[:SEAL]


def _read(decision: Decision, text: str, kind: str, fields: tuple[str, ...], partner: int) -> list[str]:
    """The words of a sealed line. `partner` is the place of the other table's name."""
    version, *words = text.split() or [""]
    seal = words.pop() if words else ""
    patterns = [_FIELDS[field] for field in fields]
    if version != kind or len(words) != len(fields) or not all(map(re.fullmatch, patterns, words)):
        raise Refused("no_such_line", kind=kind)
    if not hmac.compare_digest(seal.encode(), _seal(_key(decision, words[partner]), (kind, *words)).encode()):
        raise Refused("seal_wrong", partner=words[partner])
    return words


def _key(decision: Decision, partner: str) -> bytes:
    """A training's money is not real, so it asks nobody and nobody believes it."""
    if decision.rules.unreal:
        raise Refused("transfer_in_training")
    key = decision.rules.partners.get(partner)
    if key is None:
        if not decision.rules.partners:
            raise Refused("no_partners", partner=partner)
        raise Refused("no_partner", partner=partner, partners=tuple(decision.rules.partners))
    return key


def transfer_ask(decision: Decision, event: TransferAsk) -> None:
    """Asking the same partner again prints the same line: its note is still good if the first one was lost."""
    jackpot, giver = known(decision, event.jackpot, here=False), event.giver
    _may_take(decision, jackpot)
    key = _key(decision, giver)
    asked = (ask.nonce for ask in decision.book.asks if (ask.jackpot, ask.giver) == (jackpot.id, giver))
    nonce = next(asked, "") or _nonce(decision, key)
    text = sealed(key, ASK, giver, decision.rules.table, jackpot.id, jackpot.type, nonce)
    decision.write(records.TransferAsk(jackpot=jackpot.id, giver=giver, nonce=nonce, ask=text))


def _nonce(decision: Decision, key: bytes) -> str:
    """Never the same twice, also in a ledger that was put back to an older state, and nobody without the key can tell
    it beforehand."""
    place = (decision.rules.table, decision.book.epoch, decision.book.seq + 1, decision.at.utc)
    return _seal(key, ("nonce", *map(str, place)))


def transfer_out(decision: Decision, event: TransferOut) -> None:
    """All money goes, including fractions of a cent, and the jackpot ends here. The day's wagers are posted first, so
    it includes them."""
    jackpot, book = known(decision, event.jackpot), decision.book
    if "transfer" not in decision.rules.removal.to:
        raise Refused("no_transfer")
    if event.cause not in CAUSES:
        raise Refused("unknown_cause", causes=tuple(CAUSES))
    giver, to, theirs, type_, nonce = _read(decision, event.ask, ASK, _ASKED, partner=1)
    if giver != decision.rules.table:
        raise Refused("line_elsewhere", to=giver, table=decision.rules.table)
    if type_ != jackpot.type:
        raise Refused("note_other_type", here=jackpot.type, there=type_)
    if nonce in book.answered:
        raise Refused("answered_before", to=to)
    at_rest(decision, jackpot)
    trusted(decision)
    all_posted(decision, jackpot)
    parts = book.parts(jackpot.id)
    if not any((parts.meter, parts.reserve, parts.overflow)):
        raise Refused("nothing_there", title=jackpot.title)
    note = Note(giver, to, theirs, type_, nonce, parts)
    record = records.TransferOut(
        jackpot=jackpot.id,
        nonce=nonce,
        to=elsewhere_account(to),
        cause=event.cause,
        reason=decision.reason(event.reason),
        before=parts.meter,
        parts=parts,
        note=note.text(_key(decision, to)),
    )
    decision.write(record, drained(jackpot.id, parts, elsewhere_account(to), "transfer_out"))


def transfer_in(decision: Decision, event: TransferIn) -> None:
    """The money is added to what is here. The part above the limit goes to the overflow (R075)."""
    jackpot, book = known(decision, event.jackpot, here=False), decision.book
    giver, to, asked_for, type_, nonce, *amounts = _read(decision, event.note, NOTE, _NOTED, partner=0)
    if to != decision.rules.table:
        raise Refused("line_elsewhere", to=to, table=decision.rules.table)
    if (asked_for, type_) != (jackpot.id, jackpot.type):
        raise Refused("note_other_jackpot", jackpot=asked_for)
    if Ask(jackpot.id, giver, nonce) not in book.asks:
        raise Refused("note_not_asked", giver=giver)
    _may_take(decision, jackpot)
    at_rest(decision, jackpot)
    trusted(decision)
    there = Parts(*map(int, amounts))
    before, limit = book.meter(jackpot.id), book.terms(jackpot).limit
    above = max(before + there.meter - limit, 0) if limit else 0
    above = min(above, there.meter)
    parts = replace(there, meter=there.meter - above, overflow=there.overflow + above)
    source = elsewhere_account(giver)
    moves = [
        Transfer(source, account, amount, "transfer_in")
        for account, amount in zip(accounts_of(jackpot.id), _amounts(parts), strict=True)
        if amount
    ]
    record = records.TransferIn(
        jackpot=jackpot.id, source=source, nonce=nonce, before=before, parts=parts, note=" ".join(event.note.split())
    )
    decision.write(record, moves)


def _may_take(decision: Decision, jackpot: Jackpot) -> None:
    if not {"transfer"} & {*decision.rules.may_rise, *decision.rules.removal.to}:
        raise Refused("no_transfer")
    counters = decision.book.jackpots[jackpot.id]
    if counters.last_day or (counters.ended and not counters.left_to.startswith(elsewhere_account(""))):
        raise Refused("has_ended", title=jackpot.title)


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


@fold(records.TransferAsk)
def _asked(book: Book, entry: Entry, record: records.TransferAsk) -> Book:
    ask = Ask(record.jackpot, record.giver, record.nonce)
    return book if ask in book.asks else replace(book, asks=(*book.asks, ask))


@fold(records.TransferOut)
def _sent(book: Book, entry: Entry, record: records.TransferOut) -> Book:
    counters = book.jackpots[record.jackpot]
    book = replace(book, answered=(*book.answered, record.nonce))
    return left(book, record.jackpot, record.to, entry.day, sent=counters.sent.plus(record.parts))


@fold(records.TransferIn)
def _received(book: Book, entry: Entry, record: records.TransferIn) -> Book:
    """The ask is answered, so no second note is taken. A meter that went to another table continues here."""
    received = book.jackpots[record.jackpot].received.plus(record.parts)
    book = changed(raised_by(book, record.jackpot, entry), record.jackpot, received=received, ended="", left_to="")
    return replace(book, asks=tuple(ask for ask in book.asks if ask.nonce != record.nonce))


def left(book: Book, jackpot_id: str, to: str, day: str, **counters: Parts) -> Book:
    """Its money has gone. The house pays for whatever is still found about its past hands (see `Book.gone`)."""
    ended = book.jackpots[jackpot_id].ended or day
    return changed(
        book, jackpot_id, ended=ended, left_to=to, won_round=book.round, pending=None, accepted=False, **counters
    )
