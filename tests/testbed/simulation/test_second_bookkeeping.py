"""The second bookkeeping: it shares nothing with the controller, and agrees with the worked numbers."""

import ast
from pathlib import Path

import pytest

from controller.config.load import load
from controller.config.resources import shipped
from testbed.simulation import second_bookkeeping, second_duties, table_files
from testbed.simulation.second_bookkeeping import SecondBookkeeping, divided
from testbed.simulation.second_duties import RowError
from testbed.simulation.table_files import MICROS, TableFiles, micros, points
from testbed.simulation.world import TABLES

CONFIG = shipped("config")


@pytest.mark.parametrize("module", [table_files, second_bookkeeping, second_duties])
def test_it_imports_nothing_of_the_controller(module: object) -> None:
    tree = ast.parse(Path(str(getattr(module, "__file__", ""))).read_text())
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert names
    assert not [name for name in names if name.split(".")[0] in ("controller", "drivers")]


@pytest.mark.parametrize("table", TABLES)
def test_both_readings_of_a_table_agree(table: str) -> None:
    rules, read = load(CONFIG / table).rules, TableFiles(CONFIG / table, CONFIG)
    for name, jackpot in rules.jackpots.items():
        mine, terms = read.jackpots[name], jackpot.terms
        assert (mine.base, mine.reset, mine.rate, mine.reserve, mine.limit) == (
            jackpot.base, terms.reset, terms.rate_bp, terms.reserve_bp, terms.limit,
        )  # fmt: skip
        assert (mine.policy, mine.progressive) == (terms.multiple_winners, jackpot.funding.custodial)
    assert {spot: rule.wager for spot, rule in rules.spots.items()} == read.spots
    for name, wager in rules.wagers.items():
        for (event, stake), award in read.wagers[name].awards.items():
            line = next(line for line in wager.paytable.lines if line.event == event)
            assert award.share == wager.paytable.share(line, stake)
            if not award.share and not line.loses:
                assert award.fixed == wager.paytable.pays(line, stake)


@pytest.mark.parametrize(
    ("policy", "base", "shares", "amounts"),
    [
        ("split", "10000.00", [5000], ["5000.00"]),
        ("split", "10000.00", [5000, 10_000], ["3333.33", "6666.67"]),  # C10
        ("split", "10000.00", [5000, 5000], ["5000.00", "5000.00"]),
        ("full_each", "4000.00", [10_000, 10_000], ["4000.00", "4000.00"]),
        ("ordered", "4000.00", [10_000, 10_000], ["4000.00", "1250.00"]),
        ("split", "100.01", [10_000, 10_000], ["50.01", "50.00"]),  # E62
    ],
)
def test_the_worked_numbers_of_several_winners(policy: str, base: str, shares: list[int], amounts: list[str]) -> None:
    assert divided(policy, micros(base), shares, micros("1250.00")) == [micros(each) for each in amounts]


def test_a_day_of_412_wagers_is_posted_once() -> None:
    """R061, and a worked number: $206.00 on $1,250.00."""
    book = SecondBookkeeping(TableFiles(CONFIG / "table.toml", CONFIG))
    for number in range(1, 413):
        book.read("lock", "2026-11-18", number, {"spots": ["1/galaxy"]})
        book.read("clear", "2026-11-18", number, {})
    post = {"jackpot": "bonus", "for_day": "2026-11-18", "amount": 206 * MICROS, "correction": False}
    book.read("post", "2026-11-19", 0, post)
    assert book.money["jackpot/bonus"] == micros("1456.00")
    with pytest.raises(RowError, match="a second time"):
        book.read("post", "2026-11-19", 0, post)


def test_a_progressive_of_three_seats_keeps_what_is_below_a_cent() -> None:
    """E61: 12.5 % of $5 for three is $1.875; the sign says $1.87 more."""
    book = SecondBookkeeping(TableFiles(CONFIG / "examples/wa-progressive.toml", CONFIG))
    book.read("lock", "2026-11-18", 1, {"spots": ["1/twenty-one", "2/twenty-one", "3/twenty-one"]})
    assert book.money["jackpot/progressive"] == micros("2501.875")
    assert book.signs_say("progressive") == (250_187, 250_187)


def test_who_has_no_wager_has_no_claim() -> None:
    book = SecondBookkeeping(TableFiles(CONFIG / "table.toml", CONFIG))
    with pytest.raises(RowError, match="no wager"):
        book.read("claim", "2026-11-18", 1, {"claim": 1, "spot": "1/galaxy", "meters": {}})


def test_amounts_and_rates() -> None:
    assert (micros("1250.00"), micros("0.5"), points("12.50 %"), points("100.00 %")) == (
        1250 * MICROS,
        500_000,
        1250,
        10_000,
    )
