"""The register of wins: every win of a span with all that R102 asks for, the unpaid ones first (E29, R104)."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from controller.history.claims import Win, claims_in
from controller.reports.history import History
from controller.reports.layout.document import Block, Document, Heading, Paragraph, Table, Warn
from controller.reports.paper import slip_number, source, span_title
from controller.reports.wins import tax_form, unpaid_wins, wager_of, wins_in
from controller.reports.words import award_title, jackpot_title, moment, people, plain, spot_name, usd


def register(history: History, first: str, last: str) -> list[Win]:
    """The unpaid ones whenever they were won, then those of the span. It may be a year: nothing is kept but what speaks
    of claims."""
    entries = chain.from_iterable(history.day(day) for day in history.days(first, last))
    here, unpaid = wins_in(history, (entry for entry in entries if claims_in(entry.record))), unpaid_wins(history)
    return [*unpaid, *(win for win in here if win.claim not in {each.claim for each in unpaid})]


def wins_paper(history: History, wins: list[Win], first: str, last: str) -> Document:
    title = f"Table {history.rules.table}, {span_title(first, last)}"
    return Document(title, "Register of wins", tuple(_blocks(history, wins)))


def _blocks(history: History, wins: list[Win]) -> Iterator[Block]:
    unpaid = [win for win in wins if win.unpaid]
    if unpaid:
        yield Heading("Unpaid")
        total = usd(sum(win.amount for win in unpaid))
        yield Warn(f"{len(unpaid)} unpaid, together {total}. They are owed without time limit.")
        yield _table(history, unpaid)
    paid = [win for win in wins if win.won and not win.unpaid]
    yield Heading("Paid")
    if paid:
        yield _table(history, paid)
        yield Paragraph(f"{len(paid)} wins paid, together {usd(sum(win.total for win in paid))}.")
    else:
        yield Paragraph("None.")
    shares = [win for win in wins if win.won and win.jackpot]
    if shares:
        rows = tuple(
            (
                f"{win.claim}: {jackpot_title(history.rules, win.jackpot)}",
                usd(win.meters.get(win.jackpot, 0)),
                usd(win.before),
                usd(win.after),
                usd(win.amount),
            )
            for win in shares
        )
        yield Table("Shares of a meter", ("Claim: jackpot", "At the lock", "Before", "After", "Won"), rows)
    if others := [win for win in wins if not win.won]:
        yield Heading("Claims that paid nothing")
        yield Table("", ("Claim, opened", "Round, seat, award", "What became of it"), tuple(_other(history, others)), 3)
    yield from source(history)


def _table(history: History, wins: list[Win]) -> Table:
    rows = []
    for win in wins:
        decided = win.decided or win.opened
        cards = f" ({win.cards})" if win.cards else ""
        late = f" Late claim: {win.reference}." if win.reference else ""
        corrected = f" Corrected by {usd(win.total - win.amount)}." if win.corrections else ""
        approved = people(name for act in win.approvals for name in act.by)
        paid = f"{win.method}, {people(win.paid.by)}" if win.paid else "unpaid"
        rows.append(
            (
                moment(decided.utc, decided.trusted, history.rules.zone),
                f"{win.round}, {spot_name(history.rules, win.spot)}",
                f"{award_title(history.rules, win.spot, win.award)}{cards}.{late}{corrected}",
                f"{people(win.claimant)} / {approved} / {paid}",
                slip_number(win.slip),
                usd(win.amount),
            )
        )
    head = ("Time", "Round, seat", "Award", "Claimed / approved / paid by", "Slip", "Amount")
    return Table("", head, tuple(rows), words=5)


def _other(history: History, wins: list[Win]) -> Iterator[tuple[str, ...]]:
    for win in wins:
        opened = moment(win.opened.utc, win.opened.trusted, history.rules.zone)
        became = f"{win.stage}, not decided yet"
        if win.ended:
            void = ", ".join(map(slip_number, win.void_slips))
            slip = f" Void slips: {void}." if void else ""
            became = f"{win.stage} by {people(win.ended.by)}: {win.reason}.{slip}"
        award = award_title(history.rules, win.spot, win.award)
        yield f"{win.claim}, {opened}", f"{win.round}, {spot_name(history.rules, win.spot)}, {award}", became


def win_facts(history: History, win: Win) -> dict[str, Any]:
    """Flat, for JSON and CSV; money as text, exact."""
    rules, zone = history.rules, history.rules.zone

    def at(act: Any) -> str:
        return moment(act.utc, act.trusted, zone) if act else ""

    seat, _, wager = win.spot.partition("/")
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
        "wagered": plain(wager_of(rules, win)),
        "award": award_title(rules, win.spot, win.award),
        "cards": win.cards,
        "jackpot": win.jackpot,
        "meter_at_lock": plain(win.meters.get(win.jackpot, 0)) if win.jackpot else "",
        "meter_before": plain(win.before) if win.jackpot else "",
        "meter_after": plain(win.after) if win.jackpot else "",
        "amount": plain(win.amount),
        "corrected_by": plain(win.total - win.amount),
        "slip": win.slip or "",
        "void_slips": " ".join(map(str, win.void_slips)),
        "claimed_by": people(win.claimant),
        "approved_by": people(name for act in win.approvals for name in act.by) if win.approvals else "",
        "decided": at(win.decided),
        "paid": at(win.paid),
        "paid_by": people(win.paid.by) if win.paid else "",
        "method": win.method,
        "tax_form": tax_form(rules, win, history.newest.at.utc) if win.won else "",
        "reference": win.reference,
        "ended_by": people(win.ended.by) if win.ended else "",
        "reason": win.reason,
    }
