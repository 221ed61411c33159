"""A progressive's table for tests: 12.5 % of each wager to the meter, 2.5 % to the reserve."""

from support.table.story import Table, make_rules

from controller.present.views import meter
from controller.table.accounts import HOUSE
from controller.table.counters import Custody
from controller.table.funding import PER_WAGER
from controller.table.money import DOLLAR
from controller.table.rules import Rules

BASE = 1250 * DOLLAR
EIGHTH = 625_000  # 12.5 % of $5
FORTIETH = 125_000  # 2.5 % of $5


def progressive(**more: object) -> Rules:
    facts: dict[str, object] = {"rate_bp": 1250, "reserve_bp": 250, "multiple_winners": "full_each", **more}
    return make_rules(funding=PER_WAGER, **facts)  # type: ignore[arg-type]


def sign(table: Table) -> int:
    shown = meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)["cents"]
    assert isinstance(shown, int)
    return shown


def accounts(table: Table) -> tuple[int, int, int]:
    book = table.state.book
    return book.meter("main"), book.reserve("main"), book.overflow("main")


def custody(table: Table) -> Custody:
    found = table.state.book.jackpots["main"].custody
    assert found
    return found


def house(table: Table) -> int:
    return table.state.book.balances.get(HOUSE, 0)
