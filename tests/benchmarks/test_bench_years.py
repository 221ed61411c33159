"""The long run of a progressive, in short: it finds money that does not add up, and a meter that is hit too early."""

from fractions import Fraction

import pytest

from benchmarks import years
from controller.games.cards import card
from controller.table.money import CENT, DOLLAR


def test_r071_a_short_run_adds_up() -> None:
    found = years.play(3, 15, seed=5)
    assert (found.rounds, found.wagers, found.breaches) == (45, 270, ())
    assert found.grown == 270 * 625_000
    assert found.fixed > 0


def test_a_hit_is_what_stood_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two aces of hearts and one on the table win it for seat 1; the others get nothing."""
    table = years.Play(years.example(), 1)
    ace, nothing = card("Ah"), [card("2c"), card("7d")]
    dealt = [ace, ace, *nothing * 5, ace]
    monkeypatch.setattr(table.random, "sample", lambda _shoe, _number: dealt)
    table.round()
    found = table.found()
    assert (found.hits, found.at_hits, found.breaches) == (1, 2500 * DOLLAR + 6 * 625_000, ())
    assert table.paid == 2503_750_000


def test_money_beside_the_books_is_seen() -> None:
    table = years.Play(years.example(), 1)
    table.round()
    assert table.found().breaches == ()
    table.paid += CENT
    assert len(table.found().breaches) == 2


@pytest.mark.parametrize(("waits", "far"), [(1.0, False), (0.5, True), (1.9, True)])
def test_the_error_of_the_mean(waits: float, far: bool) -> None:
    """100 hits after waits of this many times the expected one."""
    grown = int(100 * Fraction(waits) * 19_583 * DOLLAR)
    found = years.Found(1, 1, 6, 100, grown, grown, 0, 0, ())
    result, z = years.figures([found], 3650, 1.0)
    assert result["jackpot won"] == 100
    assert (abs(z) > years.MOST) == far
