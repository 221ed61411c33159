"""What a late claim and a correction are held against: the journal's own rows, however long ago (E21, E22, E29)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.table.story import make_rules

from controller.history.past_rounds import past_round, past_win
from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Row
from controller.ledger.store import Store
from controller.table import records
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.duties import Step, When, barred
from controller.table.events import Moment, PastRound
from controller.table.journal import Entry, Transfer
from controller.table.money import BASIS_POINTS, DOLLAR
from controller.table.records import Record
from controller.table.state import Won

RULES = make_rules()

METERS = {"main": 1_250_000_000}
STAKE = 5 * DOLLAR


def stakes(*spots: str) -> dict[str, int]:
    return dict.fromkeys(spots, STAKE)


class Journal:
    """Rows that say only what matters here."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(self, record: Record, number: int = 0, *, wagers: int = 0, by: tuple[str, ...] = ()) -> None:
        head = self.rows[-1].hash if self.rows else GENESIS
        seq = len(self.rows) + 1
        moves = (Transfer(PLAYERS, HOUSE, wagers * STAKE, "wager"),) if wagers else ()
        entry = Entry(seq, Moment(seq, 1000 * seq), True, "2026-11-18", number, record, moves, by)
        self.rows += to_rows([entry], head)

    def lock(self, number: int, *spots: str) -> None:
        lock = records.Lock(spots=spots, wagers={}, accruals={}, meters=METERS)
        self.add(lock, number, wagers=len(spots))

    def claim(self, number: int, claim: int, spot: str, award: str = "", by: tuple[str, ...] = ()) -> None:
        opened = records.Claim(
            claim=claim, spot=spot, meters=METERS, locked_at=0, stake=STAKE, when=When.LOCKED, award=award
        )
        self.add(opened, number, by=by)

    def award(self, number: int, amounts: dict[int, int]) -> None:
        won = Won("main", number, METERS["main"])
        award = records.MeterAward(
            jackpot="main", policy="split", amounts=amounts, slips={}, won=won, won_before=won, before=0, after=0
        )
        self.add(award, number)

    def pay(self, number: int, claim: int, amount: int) -> None:
        self.add(records.Payment(claim=claim, amount=amount, method="cash", slip=claim, when=When.LATE), number)

    def correct(self, claim: int, amount: int) -> None:
        self.add(records.PaymentCorrection(claim=claim, amount=amount, reason="misread", slip=9))

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
    journal.add(records.Stop())
    journal.lock(1, "1/g", "2/g")
    journal.add(records.Unlock(spots=("1/g", "2/g"), wagers={}, accruals={}, when=When.LOCKED), 1)
    journal.lock(1, "1/g", "2/g", "3/g")
    journal.add(records.VoidSpot(spot="2/g", reason="fouled", wagers={}, accruals={}, when=When.LOCKED), 1)
    journal.add(records.AddSpot(spot="4/g", reason="not seen", when=When.SETTLED, wagers={}, accruals={}), 1, wagers=1)
    journal.claim(1, 1, "1/g")
    journal.add(records.FixedAward(claim=1, award="straight", amount=15, slip=1, when=When.LOCKED), 1)
    journal.add(records.Clear(), 1)
    journal.lock(2, "5/g")
    journal.add(records.Void(spots=("5/g",), reason="misdeal", wagers={}, accruals={}, when=When.LOCKED), 2)
    journal.add(records.NotLocked(seen=(), meters=METERS), 3)
    late = records.LateLock(spots=("6/g",), wagers={}, accruals={}, meters=METERS, moment=12_500, finished=True)
    journal.add(late, 3, wagers=1)
    journal.lock(4, "1/g")
    journal.claim(3, 2, "6/g")
    journal.correct(1, -5)
    journal.award(3, {2: 700})
    journal.pay(3, 2, 700)
    journal.correct(2, 1)
    journal.add(records.Unlock(spots=("1/g",), wagers={}, accruals={}, when=When.LOCKED), 4)
    return journal


def test_a_round_as_it_was_played_to_its_end(tmp_path: Path) -> None:
    """A late one from the moment on that a person chose."""
    with story().reader(tmp_path) as reader:
        spots = ("1/g", "3/g", "4/g")
        first, third = past_round(reader, RULES, 1), past_round(reader, RULES, 3)
        assert first is not None
        assert third is not None
        assert replace(first, deeds={}) == PastRound(1, 4000, spots, METERS, ("1/g",), tiers=stakes(*spots))
        assert replace(third, deeds={}) == PastRound(
            3, 12_500, ("6/g",), METERS, paid=("6/g",), shares=(("main", BASIS_POINTS),), tiers=stakes("6/g")
        )


def test_r103_what_people_did_on_its_hands(tmp_path: Path) -> None:
    """Whoever added a bet or chose the moment of a lock stays interested, however late the claim."""
    with story().reader(tmp_path) as reader:
        first, third = past_round(reader, RULES, 1), past_round(reader, RULES, 3)
    assert first is not None
    assert third is not None
    assert [(each.step, each.when) for each in first.deeds["4/g"]] == [(Step.BET, When.SETTLED)]
    assert [each.step for each in first.deeds["1/g"]] == [Step.VOID, Step.CLAIM, Step.APPROVAL]
    assert [each.step for each in third.deeds["6/g"]] == [Step.LOCK, Step.CLAIM, Step.PAYMENT]


def test_what_the_paid_winners_of_a_round_had_of_the_meter(tmp_path: Path) -> None:
    """Only what was paid, by the award that was named last; of an award that the table has no more, all."""
    (wager,) = RULES.wagers.values()
    lines = [line for line in wager.paytable.lines if line.shares]
    spots = [f"{seat}/{wager.id}" for seat in range(1, 5)]
    journal = Journal()
    journal.add(records.Stop())
    journal.lock(1, *spots)
    journal.claim(1, 1, spots[0], lines[0].event)
    journal.claim(1, 2, spots[1], by=("F. Floor",))
    journal.add(records.AwardName(claim=2, award=lines[0].event, when=When.LOCKED), 1, by=("M. Manager", "F. Floor"))
    journal.add(records.ClaimEnd(claim=5, cause="denied"), 1)
    journal.claim(1, 3, spots[2], "an award of old")
    journal.claim(1, 4, spots[3], lines[0].event)
    journal.award(1, {1: 9, 2: 9, 3: 9, 4: 9})
    for claim in (1, 2, 3):
        journal.pay(1, claim, 9)
    journal.award(1, {4: 9})
    with journal.reader(tmp_path) as reader:
        found = past_round(reader, RULES, 1)
    assert found is not None
    part = wager.paytable.share(lines[0], wager.amount)
    assert part > 0
    assert found.shares == (("main", part), ("main", part), ("main", BASIS_POINTS))
    assert found.paid == tuple(spots[:3])
    assert list(barred(found.deeds[spots[1]], Step.APPROVAL)) == ["F. Floor", "M. Manager"]


def test_rounds_that_were_void_taken_back_or_never_there(tmp_path: Path) -> None:
    with story().reader(tmp_path) as reader:
        assert [past_round(reader, RULES, number) for number in (-1, 0, 2, 4, 5, 10**9)] == [None] * 6


def test_what_a_claim_was_paid_with_its_corrections(tmp_path: Path) -> None:
    with story().reader(tmp_path) as reader:
        wins = [past_win(reader, claim) for claim in (0, 1, 2, 3)]
    assert [win and (win.paid, win.corrected) for win in wins] == [None, (10, -5), (701, 1), None]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_every_round_is_found_however_many_rows_lie_between(tmp_path: Path, gaps: list[int]) -> None:
    journal = Journal()
    for number, gap in enumerate(gaps, start=1):
        journal.lock(number, f"{number}/g")
        for _ in range(gap):
            journal.add(records.Coin(spot="1/g", boot=1, pulses=1, amount=STAKE))
    with journal.reader(tmp_path) as reader:
        for number in range(1, len(gaps) + 1):
            found = past_round(reader, RULES, number)
            assert found is not None
            assert found.spots == (f"{number}/g",)
