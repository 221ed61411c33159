"""Claims in a few words, at a table whose meter has risen for a day; money in dollars."""

from support.table.story import Table, body_of, make_rules

from controller.present.views import meter_state
from controller.table.events import Close, ConfirmClaim, OpenClaim, PastRound
from controller.table.money import DOLLAR
from controller.table.rules import Rules

SEED = 1250
RISEN = 1456  # SEED and 412 times $0.50
TWO = ("floor", "manager")
ACES = "three-aces-suited"
QUEENS = "three-queens-same-color"


def dollars(micros: int) -> float:
    return micros / DOLLAR


def risen(rules: Rules | None = None) -> Table:
    """The morning after a day of 412 wagers, each of which adds 10 % of $5: the meter is RISEN."""
    table = Table(rules or make_rules(seats=6))
    table.open()
    table.play_wagers(412)
    table.do(Close)
    table.until("2026-11-19 09:00")
    table.open()
    assert dollars(table.meter) == RISEN
    return table


def claim(table: Table, seat: int, award: str = ACES, **facts: object) -> int:
    assert not table.do(OpenClaim, spot=f"{seat}/gbj", award=award, **facts), table.refused
    return table.state.book.claim_count


def confirm(table: Table, number: int, *by: str) -> None:
    assert not table.do(ConfirmClaim, claim=number, by=by or TWO), table.refused


def won(table: Table, seat: int) -> int:
    number = claim(table, seat)
    confirm(table, number)
    return number


def stage(table: Table, number: int) -> str:
    return next((each.stage.value for each in table.state.book.claims if each.number == number), "")


def amount(table: Table, number: int) -> float:
    return dollars(next(each.amount for each in table.state.book.claims if each.number == number))


def sign_state(table: Table) -> str:
    return meter_state(table.rules, table.state, "main")


def past(table: Table, number: int, *paid: str) -> PastRound:
    row = next(row for row in table.rows("lock") if row.round == number)
    return PastRound(number, row.at.utc, tuple(body_of(row)["spots"]), body_of(row)["meters"], paid)
