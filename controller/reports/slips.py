"""Payout slips, numbered without a gap (R107). The cage pays on a slip and files it. If its claim is denied later, the
slip is void and keeps its number. The correction of a paid win has its own slip for the difference."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from controller.history.claims import DENIED, Correction, Win, claims_in, win_of
from controller.ledger.bookkeeping import slips_of
from controller.reports.history import History
from controller.reports.labels import local_time
from controller.reports.layout.document import Block, ByHand, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import sentence_part, source
from controller.reports.register import win_facts
from controller.reports.spelling import spelled
from controller.reports.wins import returned, story, tax, wager_of, wins_in
from controller.reports.writer import Writer
from controller.table import records
from controller.table.duties import Deed, handmade
from controller.table.journal import Entry
from controller.table.money import DOLLAR, amount
from words.catalogue import Catalogue
from words.message import message

SEAL_FROM = 500 * DOLLAR  # from this amount on, and for each share of a meter, the hand is sealed and kept (R105)
SEAL = ("slip.seal_frozen", "slip.seal_camera", "slip.seal_counted", "slip.seal_kept")


@dataclass(frozen=True, slots=True)
class Slip:
    number: int
    win: Win
    row: int  # the row that issued it
    amount: int
    correction: Correction | None = None

    @property
    def void(self) -> bool:
        return self.number in self.win.void_slips

    @property
    def status(self) -> str:
        if self.void:
            return "void"
        return "paid" if self.correction or self.win.paid else "owed"


def slip_of(history: History, number: int) -> Slip:
    issued = history.slip(number)
    claim = _claims(issued)[number]
    win = story(history, claim)
    corrects = isinstance(issued.record, records.PaymentCorrection)
    return _slip(number, issued, win_of(claim, [issued], win) or win if corrects else win)


def slips_in(history: History, first: str, last: str) -> list[Slip]:
    days = (history.day(day) for day in history.days(first, last))
    rows = [entry for entry in chain.from_iterable(days) if claims_in(entry.record)]
    wins = {win.claim: win for win in wins_in(history, rows)}
    return [
        _slip(number, entry, wins[claim])
        for entry in rows
        if slips_of(entry.record)
        for number, claim in sorted(_claims(entry).items())
    ]


def _claims(entry: Entry) -> dict[int, int]:
    """Slip -> claim, for a row that issues slips."""
    match entry.record:
        case records.MeterAward(slips=slips):
            return {number: claim for claim, number in slips.items()}
        case records.FixedAward(slip=slip, claim=claim) | records.PaymentCorrection(slip=slip, claim=claim):
            return {slip: claim}
    return {}


def _slip(number: int, issued: Entry, win: Win) -> Slip:
    correction = next((each for each in win.corrections if each.slip == number), None)
    return Slip(number, win, issued.seq, _issued(issued, win), correction)


def _issued(entry: Entry, win: Win) -> int:
    match entry.record:
        case records.MeterAward(amounts=amounts):
            return amounts[win.claim]
        case records.FixedAward(amount=issued) | records.PaymentCorrection(amount=issued):
            return issued
    return 0


# -- one slip ------------------------------------------------------------------------------------------------


def slip_paper(words: Catalogue, history: History, slip: Slip) -> Document:
    writer = Writer(words, history.rules)
    kind = "slip.correction_number" if slip.correction else "slip.payout_number"
    return Document(
        writer.text(kind, slip=writer.rules.slip_number(slip.number)),
        writer.text(f"slip.table_{slip.status}", table=history.rules.table),
        tuple(block for part in PARTS for block in part(writer, history, slip)),
        words.language,
    )


def _state(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    win = slip.win
    if not slip.void:
        return
    if win.ended:
        code = "slip.void_denied" if win.stage == DENIED else "slip.void_ended"
        time, who = writer.time(win.ended), writer.people(win.ended.by)
        yield Warn(writer.text(code, claim=win.claim, time=time, who=who, reason=sentence_part(win.reason)))
    else:
        yield Warn(writer.text("slip.void_replaced", slip=writer.rules.slip_number(win.slip)))


def _facts(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    rules, win = history.rules, slip.win
    locked = local_time(win.locked_at, rules.zone)
    wager = "slip.wager_returned" if returned(rules, win) else "slip.wager_kept"
    rows = [
        ("slip.table_seat", f"{rules.table}, {writer.seat(win.spot)}"),
        ("slip.round_locked", f"{win.round}, {locked}"),
        ("labels.award", writer.award(win.spot, win.award)),
        ("slip.cards", win.cards or writer.text("slip.no_cards")),
        ("labels.wager", writer.text(wager, amount=wager_of(rules, win))),
    ]
    if win.jackpot:
        rows += [
            ("labels.jackpot", writer.jackpot(win.jackpot)),
            ("slip.meter_at_lock", writer.money(win.meters[win.jackpot])),
            ("slip.meter_before_after", f"{writer.money(win.before)}, {writer.money(win.after)}"),
        ]
    if slip.correction:
        before = writer.text("slip.on_slip", amount=win.amount, slip=writer.rules.slip_number(win.slip))
        rows += [
            ("slip.paid_before", before),
            ("slip.reason", slip.correction.reason),
            ("slip.who_pays", writer.text("slip.house_pays" if slip.amount > 0 else "slip.player_gives_back")),
        ]
    rows += [
        ("labels.amount", writer.money(abs(slip.amount))),
        ("slip.in_words", spelled(writer.words, abs(slip.amount))),
    ]
    if not slip.correction and not slip.void:
        rows.append(("slip.paid_by", _paid(writer, win)))
    head = (
        writer.text("slip.number", slip=writer.rules.slip_number(slip.number)),
        writer.text("slip.claim_row", claim=win.claim, row=slip.row),
    )
    yield Table("", head, tuple((writer.text(code), value) for code, value in rows), words=2)


def _paid(writer: Writer, win: Win) -> str:
    if win.paid is None:
        return writer.text("slip.not_yet")
    return writer.text("slip.method", method=win.method, time=writer.time(win.paid))


def _people(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    win = slip.win
    steps = [("slip.claimed", replace(win.opened, by=win.claimant))]
    steps += [("slip.approved", act) for act in win.approvals]
    if win.paid and not slip.void:
        steps.append(("slip.paid_out", win.paid))
    if slip.correction:
        steps.append(("slip.corrected", slip.correction.act))
    rows = [_by_hand(writer, deed) for deed in handmade(win.deeds)]
    rows += [(writer.text(code), writer.people(act.by), writer.time(act)) for code, act in steps]
    if win.reference:
        rows.append((writer.text("slip.late"), win.reference, ""))
    yield Table("", writer.texts("slip.step", "slip.by", "labels.time"), tuple(rows), words=3)


def _by_hand(writer: Writer, deed: Deed) -> tuple[str, str, str]:
    """What a person decided instead of the table (R103)."""
    facts = {"deed": message(f"duties.{deed.step}"), "when": message(f"moments.{deed.when}")}
    return writer.text("slip.by_hand", **facts), writer.people(deed.by), local_time(deed.utc, writer.rules.zone)


def _tax(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    if slip.void:
        return
    due = tax(history.rules, slip.win, history.newest.at.utc)
    if due is None:
        yield Paragraph(writer.text("slip.no_tax_form"))
        return
    yield Warn(writer.text("slip.tax_form", form=due.form))
    cases = [("slip.with_number", due.withheld), ("slip.without_number", due.backup)]
    head = writer.texts("slip.winner", "slip.withheld", "slip.handed_over")
    rows = ((writer.text(case), writer.money(part), writer.money(slip.win.total - part)) for case, part in cases)
    caption = writer.text("slip.withholding", net=due.net, rate=due.rate_bp, backup=due.backup_bp)
    yield Table(caption, head, tuple(rows), words=1)
    yield Paragraph(writer.text("slip.tax_papers", form=due.shared_form))


def _seal(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    big = slip.win.jackpot or slip.win.amount >= SEAL_FROM
    if big and not slip.void and not slip.correction:
        yield Heading(writer.text("slip.before_payment"), 2)
        yield Items(tuple(f"[   ]  {text}" for text in writer.texts(*SEAL)))


def _sign(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    if slip.void:
        yield ByHand(writer.texts("slip.void_kept_by", "slip.date"))
    else:
        yield ByHand(writer.texts("slip.prepared_by", "slip.second", "slip.received", "slip.check_number"))


def _source(writer: Writer, history: History, slip: Slip) -> Iterator[Block]:
    yield from source(writer, history, history.last(records.Start, slip.row))


PARTS = (_state, _facts, _people, _tax, _seal, _sign, _source)


# -- many ----------------------------------------------------------------------------------------------------


def slips_paper(words: Catalogue, history: History, slips: list[Slip], first: str, last: str) -> Document:
    writer = Writer(words, history.rules)
    blocks: list[Block] = [Paragraph(writer.text("slip.none"))]
    if slips:
        span = {"first": writer.rules.slip_number(slips[0].number), "last": writer.rules.slip_number(slips[-1].number)}
        head = writer.texts("labels.slip", "slip.state", "slip.for", "labels.amount")
        rows = tuple(_listed(writer, each) for each in slips)
        blocks = [Table(writer.text("slip.numbers", **span), head, rows, words=3)]
    return writer.document("slip.kind", first, last, (*blocks, *source(writer, history)))


def _listed(writer: Writer, slip: Slip) -> tuple[str, ...]:
    state = f"slip.{slip.status}_correction" if slip.correction else f"slip.{slip.status}"
    award = writer.award(slip.win.spot, slip.win.award)
    return (
        writer.rules.slip_number(slip.number),
        writer.text(state),
        writer.text("slip.claim_award", claim=slip.win.claim, award=award),
        writer.money(slip.amount),
    )


def slip_facts(history: History, slip: Slip) -> dict[str, Any]:
    return {
        **win_facts(history, slip.win),
        "slip": history.rules.slip(slip.number),
        "status": slip.status,
        "correction": bool(slip.correction),
        "slip_amount": amount(slip.amount),
        "slip_row": slip.row,
    }
