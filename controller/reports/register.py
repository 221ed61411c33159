"""The register of wins: every win of a span with everything that R102 asks for, unpaid ones first (E29, R104)."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from controller.history.claims import VOID, Win, claims_in
from controller.present.told_deeds import by_hand
from controller.reports.history import History
from controller.reports.labels import award_title, moment, names
from controller.reports.layout.document import Block, Document, Heading, Paragraph, Table, Warn
from controller.reports.paper import sentence_part, source
from controller.reports.wins import tax, unpaid_wins, wager_of, wins_in
from controller.reports.writer import Writer
from controller.table.duties import handmade
from controller.table.money import amount
from words.catalogue import Catalogue


def register(history: History, first: str, last: str) -> list[Win]:
    """All unpaid wins of any day, then those of the span. A span may be a year, so only rows about claims are held in
    memory."""
    entries = chain.from_iterable(history.day(day) for day in history.days(first, last))
    here, unpaid = wins_in(history, (entry for entry in entries if claims_in(entry.record))), unpaid_wins(history)
    return [*unpaid, *(win for win in here if win.claim not in {each.claim for each in unpaid})]


def wins_paper(words: Catalogue, history: History, wins: list[Win], first: str, last: str) -> Document:
    writer = Writer(words, history.rules)
    return writer.document("register.kind", first, last, _blocks(writer, history, wins))


def _blocks(writer: Writer, history: History, wins: list[Win]) -> Iterator[Block]:
    unpaid = [win for win in wins if win.unpaid]
    if unpaid:
        yield Heading(writer.text("register.unpaid"))
        total = sum(win.amount for win in unpaid)
        yield Warn(writer.text("register.unpaid_total", number=len(unpaid), total=total))
        yield _table(writer, history, unpaid)
    paid = [win for win in wins if win.won and not win.unpaid]
    yield Heading(writer.text("register.paid"))
    if paid:
        yield _table(writer, history, paid)
        yield Paragraph(writer.text("register.paid_total", number=len(paid), total=sum(win.total for win in paid)))
    else:
        yield Paragraph(writer.text("register.none"))
    if shares := [win for win in wins if win.won and win.jackpot]:
        head = writer.texts(
            "register.claim_jackpot", "register.at_lock", "register.before", "register.after", "register.won"
        )
        yield Table(writer.text("labels.shares"), head, tuple(_share(writer, win) for win in shares))
    if others := [win for win in wins if not win.won]:
        head = writer.texts("register.claim_opened", "register.round_seat_award", "register.became")
        yield Heading(writer.text("register.others"))
        yield Table("", head, tuple(_other(writer, win) for win in others), words=3)
    yield from source(writer, history)


def _table(writer: Writer, history: History, wins: list[Win]) -> Table:
    head = writer.texts(
        "labels.time", "register.round_seat", "labels.award", "register.people", "labels.slip", "labels.amount"
    )
    return Table("", head, tuple(_row(writer, history, win) for win in wins), words=5)


def _row(writer: Writer, history: History, win: Win) -> tuple[str, ...]:
    award = writer.award(win.spot, win.award)
    notes = [f"{award} ({win.cards})." if win.cards else f"{award}."]
    if win.reference:
        notes.append(writer.text("register.late", reference=win.reference))
    notes += [writer.text("register.by_hand", told=told) for told in by_hand(win.deeds)]
    if win.corrections:
        notes.append(writer.text("register.corrected", amount=win.total - win.amount))
    if due := tax(writer.rules, win, history.newest.at.utc):
        notes.append(writer.text("register.tax", form=due.form, withheld=due.withheld, backup=due.backup))
    approved = writer.people(name for act in win.approvals for name in act.by)
    paid = (
        writer.text("register.paid_by", method=win.method, who=writer.people(win.paid.by))
        if win.paid
        else writer.text("labels.unpaid")
    )
    return (
        writer.time(win.decided or win.opened),
        f"{win.round}, {writer.seat(win.spot)}",
        " ".join(notes),
        f"{writer.people(win.claimant)} / {approved} / {paid}",
        writer.rules.slip_number(win.slip),
        writer.money(win.amount),
    )


def _share(writer: Writer, win: Win) -> tuple[str, ...]:
    amounts = win.meters.get(win.jackpot, 0), win.before, win.after, win.amount
    return f"{win.claim}: {writer.jackpot(win.jackpot)}", *map(writer.money, amounts)


def _other(writer: Writer, win: Win) -> tuple[str, ...]:
    what = f"{win.round}, {writer.seat(win.spot)}, {writer.award(win.spot, win.award)}"
    return f"{win.claim}, {writer.time(win.opened)}", what, _became(writer, win)


def _became(writer: Writer, win: Win) -> str:
    if not win.ended:
        return writer.text(f"register.undecided_{win.stage}")
    reason = writer.text(f"deeds.{win.cause}") if win.stage == VOID else sentence_part(win.reason)
    code = "register.ended" if reason else "register.ended_without_reason"
    became = writer.text(code, stage=win.stage, who=writer.people(win.ended.by), reason=reason)
    if not win.void_slips:
        return became
    return f"{became} {writer.text('register.void_slips', slips=tuple(map(writer.rules.slip_number, win.void_slips)))}"


def win_facts(history: History, win: Win) -> dict[str, Any]:
    """A flat dictionary for JSON and CSV. Amounts are exact text."""
    rules, zone = history.rules, history.rules.zone

    def at(act: Any) -> str:
        return moment(act.utc, act.trusted, zone) if act else ""

    seat, _, wager = win.spot.partition("/")
    due = tax(rules, win, history.newest.at.utc) if win.won else None
    return {
        "table": rules.table,
        "claim": win.claim,
        "stage": win.stage,
        "day": win.day,
        "opened": at(win.opened),
        "round": win.round,
        "locked": moment(win.locked_at, True, zone),
        "seat": seat,
        "wager": wager,
        "wagered": amount(wager_of(rules, win)),
        "award": award_title(rules, win.spot, win.award),
        "cards": win.cards,
        "jackpot": win.jackpot,
        "meter_at_lock": amount(win.meters.get(win.jackpot, 0)) if win.jackpot else "",
        "meter_before": amount(win.before) if win.jackpot else "",
        "meter_after": amount(win.after) if win.jackpot else "",
        "amount": amount(win.amount),
        "corrected_by": amount(win.total - win.amount),
        "slip": rules.slip(win.slip) or "",
        "void_slips": " ".join(str(rules.slip(each)) for each in win.void_slips),
        "by_hand": ", ".join(f"{each.step} {each.when} {names(each.by)}".strip() for each in handmade(win.deeds)),
        "claimed_by": names(win.claimant),
        "approved_by": names(name for act in win.approvals for name in act.by),
        "decided": at(win.decided),
        "paid": at(win.paid),
        "paid_by": names(win.paid.by) if win.paid else "",
        "method": win.method,
        "tax_form": due.form if due else "",
        "withheld": amount(due.withheld) if due else "",
        "withheld_without_number": amount(due.backup) if due else "",
        "reference": win.reference,
        "ended_by": names(win.ended.by) if win.ended else "",
        "reason": win.reason or win.cause,
    }
