"""Every win from the claim to the payment (R102), collected from its rows, which may be anywhere in the ledger."""

from collections.abc import Iterable
from dataclasses import replace

from controller.history.claims import ENDED, Win, claims_in, opened, win_of
from controller.reports.history import History
from controller.reports.tax import Tax, tax_of
from controller.table import records
from controller.table.journal import Entry
from controller.table.rules import Rules
from controller.table.state import Claim, Stage


def wager_of(rules: Rules, win: Win) -> int:
    """The stake of its spot."""
    return win.stake or (rules.stake(win.spot, {}) if win.spot in rules.spots else 0)


def returned(rules: Rules, win: Win) -> bool:
    """Whether the wager is returned beside the award."""
    rule = rules.spots.get(win.spot)
    return rules.wagers[rule.wager].paytable.returned if rule else False


def tax(rules: Rules, win: Win, now: int) -> Tax | None:
    """By the rule of the day of payment; for an unpaid win, of today."""
    paid_at = win.paid.utc if win.paid else now
    return tax_of(rules, win.total, wager_of(rules, win), paid_at, returned=returned(rules, win))


def wins_in(history: History, entries: Iterable[Entry]) -> list[Win]:
    """Every claim in these rows, each followed to its end, wherever that is."""
    parts: dict[int, list[Entry]] = {}
    for entry in entries:
        for number in claims_in(entry.record):
            parts.setdefault(number, []).append(entry)
    return [_whole(history, number, part) for number, part in sorted(parts.items())]


def unpaid_wins(history: History) -> list[Win]:
    """R104: owed, whenever they were won."""
    return [story(history, claim.number) for claim in history.book.claims if claim.stage is Stage.OWED]


def _whole(history: History, number: int, part: list[Entry]) -> Win:
    win = win_of(number, part)
    if win and _at_end(history, win):
        return win
    corrections = [entry for entry in part if isinstance(entry.record, records.PaymentCorrection)]
    found = story(history, number)
    return win_of(number, corrections, replace(found, corrections=())) or found


def story(history: History, number: int) -> Win:
    """From its claim's row until nothing more happens to it."""
    first, record = history.claim(number)
    win = opened(first, record)
    for entry in history.on(first.seq + 1):
        if _at_end(history, win):
            break
        win = win_of(number, [entry], win) or win
    return win


def _at_end(history: History, win: Win) -> bool:
    """Whether no later row can change it: it has ended, or it already equals the book's."""
    if win.stage in ENDED:
        return True
    claim = next((claim for claim in history.book.claims if claim.number == win.claim), None)
    return claim is not None and _matches(win, claim)


def _matches(win: Win, claim: Claim) -> bool:
    approved = [name for act in win.approvals for name in act.by]
    of_rows = (win.stage, win.stake, win.award, win.cards, win.claimant, win.amount, win.slip)
    of_book = (claim.stage, claim.stake, claim.award, claim.cards, claim.claimant, claim.amount, claim.slip)
    return of_rows == of_book and tuple(dict.fromkeys(approved)) == claim.approved
