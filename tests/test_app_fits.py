"""Which ledger a table starts with, and with which configuration (E63)."""

from pathlib import Path

import pytest
from support_table import Table, make_rules

from controller.app import App
from controller.bookkeeping import to_rows
from controller.clock import BenchClock
from controller.core import events
from controller.core.codec import encode
from controller.ledger.errors import ForeignLedger
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.wiring import Wiring

ACES = "three-aces-suited"


def app_of(table: Table, folder: Path, config: str) -> App:
    url = f"sqlite:///{folder / 'ledger.db'}"
    Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    return App(table.rules, config, Store.open(url), Reader(url), {}, Wiring(table.rules, {}, {}, {}), BenchClock(0))


def with_claim(*, paid: bool) -> Table:
    table = Table(make_rules())
    table.open()
    table.press(1)
    table.key("lock")
    table.do(events.OpenClaim, spot="1/gbj", award=ACES)
    table.do(events.ConfirmClaim, claim=1, by=("floor", "manager"))
    if paid:
        table.do(events.PayClaim, claim=1)
    table.key("clear")
    table.do(events.Close)
    assert not table.refused
    return table


@pytest.mark.parametrize(
    ("paid", "config", "refused"),
    [(False, "config", False), (False, "another", True), (True, "config", False), (True, "another", False)],
)
def test_e63_another_configuration_waits_until_every_claim_is_paid(
    tmp_path: Path, paid: bool, config: str, refused: bool
) -> None:
    app = app_of(with_claim(paid=paid), tmp_path, config)
    if refused:
        with pytest.raises(ForeignLedger, match="claim 1 is owed"):
            app.fits()
    else:
        app.fits()
