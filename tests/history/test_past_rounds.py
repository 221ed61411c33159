"""What a late claim and a correction are held against: the journal's own rows, however long ago (E21, E22, E29)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support_table import make_rules

from controller.core.events import PastRound
from controller.core.money import BASIS_POINTS
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Row, canonical
from controller.ledger.store import Store
from controller.past import past_payment, past_round

RULES = make_rules()

METERS = {"main": 1_250_000_000}


class Journal:
    """Rows that say only what matters here."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(self, kind: str, number: int = 0, **body: Any) -> None:
        head = self.rows[-1].hash if self.rows else GENESIS
        seq = len(self.rows) + 1
        row = Row.link(head, seq, 1000 * seq, seq, True, kind, "2026-11-18", number or None, canonical(body), "[]")
        self.rows.append(row)

    def lock(self, number: int, *spots: str, kind: str = "lock") -> None:
        self.add(kind, number, spots=list(spots), meters=METERS)

    @contextmanager
    def reader(self, folder: Path) -> Iterator[Reader]:
        path = folder / "ledger.db"
        path.unlink(missing_ok=True)
        Store.create(f"sqlite:///{path}", self.rows, "{}").close()
        reader = Reader(f"sqlite:///{path}")
        try:
            yield reader
        finally:
            reader.close()


def story() -> Journal:
    journal = Journal()
    journal.add("init")
    journal.lock(1, "1/g", "2/g")
    journal.add("unlock", 1)
    journal.lock(1, "1/g", "2/g", "3/g")
    journal.add("void_spot", 1, spot="2/g")
    journal.add("add_spot", 1, spot="4/g")
    journal.add("claim", 1, claim=1, spot="1/g")
    journal.add("fixed", 1, claim=1, amount=15)
    journal.add("clear", 1)
    journal.lock(2, "5/g")
    journal.add("void", 2)
    journal.add("not_locked", 3)
    journal.lock(3, "6/g", kind="late_lock")
    journal.lock(4, "1/g")
    journal.add("claim", 3, claim=2, spot="6/g")
    journal.add("correct_win", claim=1, amount=-5)
    journal.add("award", 3, jackpot="main", amounts={"2": 700})
    journal.add("paid", 3, claim=2, amount=700)
    journal.add("correct_win", claim=2, amount=1)
    journal.add("unlock", 4)
    return journal


def test_a_round_as_it_was_played_to_its_end(tmp_path: Path) -> None:
    with story().reader(tmp_path) as reader:
        assert past_round(reader, RULES, 1) == PastRound(1, 4000, ("1/g", "3/g", "4/g"), METERS, paid=("1/g",))
        assert past_round(reader, RULES, 3) == PastRound(
            3, 13000, ("6/g",), METERS, paid=("6/g",), shares=(("main", BASIS_POINTS),)
        )


def test_what_the_paid_winners_of_a_round_had_of_the_meter(tmp_path: Path) -> None:
    """Only what was paid, by the award that was named last; of an award that the table has no more, all."""
    (wager,) = RULES.wagers.values()
    lines = [line for line in wager.paytable.lines if line.shares]
    spots = [f"{seat}/{wager.id}" for seat in range(1, 5)]
    journal = Journal()
    journal.add("init")
    journal.lock(1, *spots)
    journal.add("claim", 1, claim=1, spot=spots[0], award=lines[0].event)
    journal.add("claim", 1, claim=2, spot=spots[1], by=["F. Floor"])
    journal.add("name", 1, claim=2, award=lines[0].event, by=["M. Manager", "F. Floor"])
    journal.add("unclaim", 1, claim=5)
    journal.add("claim", 1, claim=3, spot=spots[2], award="an award of old")
    journal.add("claim", 1, claim=4, spot=spots[3], award=lines[0].event)
    journal.add("award", 1, jackpot="main", amounts={"1": 9, "2": 9, "3": 9, "4": 9})
    for claim in (1, 2, 3):
        journal.add("paid", 1, claim=claim, amount=9)
    journal.add("award", 1, jackpot="main", amounts={"4": 9})
    with journal.reader(tmp_path) as reader:
        found = past_round(reader, RULES, 1)
    assert found is not None
    part = wager.paytable.share(lines[0], wager.amount)
    assert part > 0
    assert found.shares == (("main", part), ("main", part), ("main", BASIS_POINTS))
    assert found.paid == tuple(spots[:3])
    assert found.claimants == {spots[1]: ("F. Floor", "M. Manager")}


def test_rounds_that_were_void_taken_back_or_never_there(tmp_path: Path) -> None:
    with story().reader(tmp_path) as reader:
        assert [past_round(reader, RULES, number) for number in (-1, 0, 2, 4, 5, 10**9)] == [None] * 6


def test_what_a_claim_was_paid_with_its_corrections(tmp_path: Path) -> None:
    with story().reader(tmp_path) as reader:
        assert [past_payment(reader, claim) for claim in (0, 1, 2, 3)] == [0, 10, 701, 0]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_every_round_is_found_however_many_rows_lie_between(tmp_path: Path, gaps: list[int]) -> None:
    journal = Journal()
    for number, gap in enumerate(gaps, start=1):
        journal.lock(number, f"{number}/g")
        for _ in range(gap):
            journal.add("coin", spot="1/g")
    with journal.reader(tmp_path) as reader:
        for number in range(1, len(gaps) + 1):
            found = past_round(reader, RULES, number)
            assert found is not None
            assert found.spots == (f"{number}/g",)
