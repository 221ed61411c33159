"""Payout slips, numbered without a gap (R107): what the cage pays on, and what it files. A slip of a claim that was
denied after all is void and stays; a paid win that was wrong gets a slip of its own for the difference."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from controller.history.claims import Act, Correction, Win, claims_in, win_of
from controller.ledger.bookkeeping import slips_of
from controller.reports.history import History
from controller.reports.layout.document import Block, ByHand, Document, Heading, Items, Paragraph, Table, Warn
from controller.reports.paper import slip_number, source, span_title
from controller.reports.register import win_facts
from controller.reports.wins import story, tax_form, wager_of, wins_in
from controller.reports.words import award_title, jackpot_title, moment, people, plain, spelled, spot_name, usd
from controller.table import records
from controller.table.journal import Entry
from controller.table.money import DOLLAR

SEAL_FROM = 500 * DOLLAR  # from here on, and for each share of a meter, the hand is sealed and kept (R105)
SEAL = (
    "Cards frozen on the felt; floor and surveillance called.",
    "Value and suit of every card shown to the camera, the sign's amount too.",
    "Deck or shoe counted.",
    "Hand sealed with this slip and kept for 7 days.",
)


@dataclass(frozen=True, slots=True)
class Slip:
    number: int
    win: Win
    row: int  # that issued it
    amount: int
    correction: Correction | None = None

    @property
    def void(self) -> bool:
        return self.number in self.win.void_slips

    @property
    def status(self) -> str:
        if self.void:
            return "void"
        return "paid" if self.correction or self.win.paid else "to be paid"


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
    """Slip -> claim, of a row that issues slips."""
    match entry.record:
        case records.MeterAward(slips=slips):
            return {number: claim for claim, number in slips.items()}
        case records.FixedAward(slip=slip, claim=claim) | records.PaymentCorrection(slip=slip, claim=claim):
            return {slip: claim}
    return {}


def _slip(number: int, issued: Entry, win: Win) -> Slip:
    correction = next((each for each in win.corrections if each.slip == number), None)
    amount = 0
    match issued.record:
        case records.MeterAward(amounts=amounts):
            amount = amounts[win.claim]
        case records.FixedAward(amount=amount) | records.PaymentCorrection(amount=amount):
            pass
    return Slip(number, win, issued.seq, amount, correction)


# -- one slip ------------------------------------------------------------------------------------------------


def slip_paper(history: History, slip: Slip) -> Document:
    kind = "Correction of a payout" if slip.correction else "Payout"
    return Document(
        f"{kind} slip {slip_number(slip.number)}",
        f"Table {history.rules.table}, {slip.status}",
        tuple(
            block for part in (_state, _facts, _people, _tax, _seal, _sign, _source) for block in part(history, slip)
        ),
    )


def _at(history: History, act: Act) -> str:
    return moment(act.utc, act.trusted, history.rules.zone)


def _state(history: History, slip: Slip) -> Iterator[Block]:
    win = slip.win
    if not slip.void:
        return
    if win.ended:
        denied = f"was denied {_at(history, win.ended)} by {people(win.ended.by)}"
        why = f"Claim {win.claim} {denied}: {win.reason.rstrip('.')}."
    else:
        why = f"The winners of the hand share anew: slip {slip_number(win.slip)} replaces this one."
    yield Warn(f"VOID. {why} Nothing is paid on this slip; keep it.")


def _facts(history: History, slip: Slip) -> Iterator[Block]:
    rules, win = history.rules, slip.win
    rule = rules.spots.get(win.spot)
    returned = rules.wagers[rule.wager].paytable.returned if rule else False
    stays = "to 1: the wager is returned" if returned else "for 1: the wager is not returned"
    rows = [
        ("Table, seat", f"{rules.table}, {spot_name(rules, win.spot)}"),
        ("Round, locked", f"{win.round}, {moment(win.locked_at, True, rules.zone)}"),
        ("Award", award_title(rules, win.spot, win.award)),
        ("Cards, the player's two first", win.cards or "not keyed"),
        ("Wager", f"{usd(wager_of(rules, win))}, paid {stays}"),
    ]
    if win.jackpot:
        before, after = usd(win.before), usd(win.after)
        rows.append(("Jackpot", jackpot_title(rules, win.jackpot)))
        rows.append(("Meter at the lock", usd(win.meters[win.jackpot])))
        rows.append(("Meter before, and after with its reset", f"{before}, {after}"))
    if slip.correction:
        rows.append(("Paid before", f"{usd(win.amount)} on slip {slip_number(win.slip)}"))
        rows.append(("Reason of the correction", slip.correction.reason))
        rows.append(("Who pays", "the house" if slip.amount > 0 else "the player gives back"))
    rows.append(("Amount", usd(abs(slip.amount))))
    rows.append(("In words", spelled(abs(slip.amount))))
    if not slip.correction and not slip.void:
        paid = f"{win.method}, {_at(history, win.paid)}" if win.paid else "not yet: cash, check or chips"
        rows.append(("Paid by", paid))
    yield Table("", (f"Slip {slip_number(slip.number)}", f"claim {win.claim}, row {slip.row}"), tuple(rows), words=2)


def _people(history: History, slip: Slip) -> Iterator[Block]:
    win = slip.win
    rows = [("Claimed", people(win.claimant), _at(history, win.opened))]
    rows += [("Approved", people(act.by), _at(history, act)) for act in win.approvals]
    if win.paid and not slip.void:
        rows.append(("Paid out", people(win.paid.by), _at(history, win.paid)))
    if slip.correction:
        rows.append(("Corrected", people(slip.correction.act.by), _at(history, slip.correction.act)))
    if win.reference:
        rows.append(("Late claim", win.reference, ""))
    yield Table("", ("Step", "By", "Time"), tuple(rows), words=3)


def _tax(history: History, slip: Slip) -> Iterator[Block]:
    if slip.void:
        return
    form = tax_form(history.rules, slip.win, history.newest.at.utc)
    if form:
        yield Warn(f"Tax form needed: {form}. Two forms of identification before the money is handed over.")
        yield Paragraph(
            "The payer fills the form in and keeps name, number and papers of the winner. This system stores none of "
            "them. Withholding, and a form for a win that several people share, follow the form's own instructions."
        )
    else:
        yield Paragraph("Taxable: no form by the rule of this day. The payer may still have to know the winner.")


def _seal(history: History, slip: Slip) -> Iterator[Block]:
    big = slip.win.jackpot or slip.win.amount >= SEAL_FROM
    if big and not slip.void and not slip.correction:
        yield Heading("Before it is paid", 2)
        yield Items(tuple(f"[   ]  {each}" for each in SEAL))


def _sign(history: History, slip: Slip) -> Iterator[Block]:
    if slip.void:
        yield ByHand(("Void, kept by", "Date"))
    else:
        yield ByHand(("Prepared by", "Second signature", "Received by the winner", "Check number, if by check"))


def _source(history: History, slip: Slip) -> Iterator[Block]:
    yield from source(history, history.last(records.Start, slip.row))


PARTS = (_state, _facts, _people, _tax, _seal, _sign, _source)


# -- many ----------------------------------------------------------------------------------------------------


def slips_paper(history: History, slips: list[Slip], first: str, last: str) -> Document:
    blocks: list[Block] = [Paragraph("No slip was issued.")]
    if slips:
        rows = tuple(
            (
                slip_number(each.number),
                f"{each.status}{', correction' if each.correction else ''}",
                f"claim {each.win.claim}, {award_title(history.rules, each.win.spot, each.win.award)}",
                usd(each.amount),
            )
            for each in slips
        )
        numbers = f"Slips {slip_number(slips[0].number)} to {slip_number(slips[-1].number)}, without a gap"
        blocks = [Table(numbers, ("Slip", "State", "For", "Amount"), rows, words=3)]
    title = f"Table {history.rules.table}, {span_title(first, last)}"
    return Document(title, "Payout slips", (*blocks, *source(history)))


def slip_facts(history: History, slip: Slip) -> dict[str, Any]:
    return {
        **win_facts(history, slip.win),
        "slip": slip.number,
        "status": slip.status,
        "correction": bool(slip.correction),
        "slip_amount": plain(slip.amount),
        "slip_row": slip.row,
    }
