"""UNLOCK launders no bet (decision 23): what was not in a lock that is taken back was decided after it, when a card may
have been known."""

from dataclasses import replace

import pytest
from support.table.duty_search import FIXED, SEAT, SHARE, SMALL
from support.table.story import Table, body_of, opened

from controller.history.rounds import Rounds
from controller.present.views import claim_view
from controller.table.events import (
    AddSpot,
    Clear,
    ConfirmClaim,
    LateLock,
    OpenClaim,
    ReopenClaims,
    Resume,
    SetTier,
    Unlock,
    VoidSpot,
)
from controller.table.money import DOLLAR
from controller.table.rules import Sensor

WHY = {"reason": "x"}
BOTH = (5 * DOLLAR, 10 * DOLLAR)


def unlocked(*lit: int, by: tuple[str, ...] = (), table: Table | None = None) -> Table:
    """A lock with these seats that was taken back."""
    table = table or opened()
    table.lock(*lit)
    take_back(table, *by)
    return table


def take_back(table: Table, *by: str) -> None:
    assert not table.do(Unlock, by=by), table.refused
    table.wait(1)


def lock(table: Table, *pressed: int) -> None:
    """Locked again, after these seats were pressed."""
    table.press(*pressed)
    table.wait(1)
    assert not table.key("lock"), table.refused


def refused(table: Table, *by: str, award: str = SMALL, claimant: tuple[str, ...] = ("dealer",)) -> str:
    """Why these people do not approve the first seat's award; empty: they have part in it, or it is paid."""
    if not table.state.book.claims:
        assert not table.do(OpenClaim, spot=SEAT, award=award, by=claimant), table.refused
    return table.do(ConfirmClaim, claim=table.state.book.claims[0].number, by=by)


def paid(table: Table) -> bool:
    return table.wrote[0].kind == "fixed_award"


# -- what was dark --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [(), ("pit",)])
def test_a_bet_that_was_dark_at_a_lock_that_is_taken_back_is_not_the_keys(by: tuple[str, ...]) -> None:
    table = unlocked(2, by=by)
    lock(table, 1)
    assert refused(table) == "needs_people"
    assert refused(table, *by) == ("interested" if by else "needs_people")
    assert not refused(table, "floor")
    assert paid(table)


@pytest.mark.parametrize("award", [FIXED, SHARE])
def test_such_a_bet_takes_one_approver_more_and_not_who_took_the_lock_back(award: str) -> None:
    table = unlocked(by=("pit",))
    lock(table, 1)
    assert refused(table, "pit", award=award) == "interested"
    for name in ("floor", "manager", *(["shift"] if award == SHARE else [])):
        assert table.wrote[-1:] == () or table.wrote[0].kind == "approval", "one more"
        assert not refused(table, name)
    assert table.wrote[-1].kind in ("fixed_award", "meter_award")


def test_claim_and_page_tell_of_such_a_bet() -> None:
    table = unlocked(2)
    lock(table, 1)
    assert refused(table) == "needs_people"
    told = claim_view(table.rules, table.state.book, table.state.book.claims[0])["by_hand"]
    assert [(each["facts"]["deed"]["code"], each["facts"]["when"]["code"]) for each in told] == [
        ("duties.lock", "moments.locked")
    ]


def test_a_bet_that_was_lit_at_the_first_lock_is_the_players_also_when_it_was_off_meanwhile() -> None:
    table = unlocked(1)
    table.press(1)
    table.wait(1)
    lock(table, 1)
    assert not refused(table)
    assert paid(table)


def test_a_bet_counts_by_every_lock_that_was_taken_back() -> None:
    """Dark at the second of three, or at the first only."""
    for first, then in (((1,), (1,)), ((), (1,))):
        table = unlocked(*first)
        lock(table, *then)
        take_back(table, "pit")
        lock(table, *([1] if 1 not in table.locked and "1/gbj" not in _lit(table) else []))
        assert table.locked == [1]
        assert refused(table) == "needs_people"
        assert refused(table, "pit") == "interested"


def _lit(table: Table) -> list[str]:
    return [spot for spot, live in table.state.live.spots.items() if live.bet]


def test_a_chip_that_came_after_the_lock_is_not_the_keys() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(2)
    table.wait(5)
    table.key("lock")
    take_back(table)
    table.place(1)
    lock(table)
    assert table.locked == [1, 2]
    assert refused(table) == "needs_people"


def test_a_voided_bet_that_is_lit_again_is_not_the_keys() -> None:
    table = opened()
    table.lock(1)
    assert not table.do(VoidSpot, spot=SEAT, by=("pit",), **WHY)
    take_back(table)
    lock(table, 1)
    assert refused(table) == "needs_people"


def test_a_bet_that_was_added_before_the_lock_was_taken_back_keeps_who_added_it() -> None:
    table = opened()
    table.lock(2)
    assert not table.do(AddSpot, spot=SEAT, by=("pit",), **WHY)
    take_back(table)
    lock(table)
    assert refused(table) == "needs_people"
    assert refused(table, "pit") == "interested"


# -- its amount -----------------------------------------------------------------------------------------------


def test_an_amount_that_was_set_after_a_lock_takes_one_approver_more() -> None:
    table = unlocked(1, by=("pit",), table=opened(amounts=BOTH))
    assert not table.do(SetTier, spot=SEAT, amount=10 * DOLLAR, by=())
    lock(table)
    assert table.state.book.locked
    assert table.state.book.locked.tiers == {SEAT: 10 * DOLLAR}
    assert refused(table, award=FIXED) == "needs_people"
    assert refused(table, "pit") == "interested"
    assert not refused(table, "floor")
    assert table.wrote[0].kind == "approval", "one more"


def test_coins_that_fell_after_a_lock_are_not_the_keys() -> None:
    """No person set that amount: only the lock shows it."""
    table = opened(Sensor.COIN, amounts=BOTH)
    for fallen in range(2):
        table.drop(1, 5)
        table.wait(1)
        assert not table.key("lock")
        assert table.state.book.locked
        assert table.state.book.locked.tiers == ({SEAT: 10 * DOLLAR} if fallen else {})
        if not fallen:
            take_back(table)
    assert refused(table) == "needs_people"


def test_an_amount_that_stood_at_the_lock_stays_the_players() -> None:
    """Raised by coins before the first lock, or corrected between the two."""
    table = opened(Sensor.COIN, amounts=BOTH)
    table.drop(1, 10)
    unlocked(table=table)
    lock(table)
    assert not refused(table)


# -- what lies between ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("boot", ["boot-1", "boot-2"])
def test_a_restart_between_forgets_nothing(boot: str) -> None:
    table = unlocked(2, by=("pit",))
    table.restart(boot)
    assert not table.do(Resume)
    lock(table, 1, 2)
    assert table.locked == [1, 2]
    table.restart(boot)
    assert not table.do(Resume)
    assert refused(table) == "needs_people"
    assert refused(table, "pit") == "interested"


def test_a_late_lock_after_an_unlock_is_of_both() -> None:
    table = unlocked(2, by=("pit",))
    table.press(1)
    table.wait(1)
    assert not table.do(LateLock, moment=table.utc, by=("shift",))
    assert refused(table) == "needs_people"
    assert refused(table, "pit") == "interested"
    assert refused(table, "shift") == "interested"


def test_a_hand_that_was_cleared_after_an_unlock_and_locked_late_is_of_both() -> None:
    table = unlocked(2, by=("pit",))
    table.press(1)
    table.wait(1)
    then = table.utc
    assert not table.do(Clear)
    table.wait(1)
    assert not table.do(LateLock, moment=then, by=("shift",))
    assert not table.do(ReopenClaims, by=("shift",), **WHY)
    assert refused(table) == "needs_people"
    assert refused(table, "pit") == "interested"


def test_an_unlock_after_a_late_lock_keeps_who_locked_late_and_tells_what_was_dark() -> None:
    for late in (1, 2):
        table = opened()
        table.press(late)
        table.wait(1)
        assert not table.do(LateLock, moment=table.utc, by=("shift",))
        take_back(table, "pit")
        lock(table, *({1, 2} - {late}))
        assert refused(table) == "needs_people"
        assert refused(table, "pit") == "interested"
        assert refused(table, "shift") == ("interested" if late == 1 else "")


def test_the_next_round_is_a_new_one() -> None:
    table = unlocked(2)
    lock(table, 1)
    assert table.state.book.unlocked
    table.clear()
    lock(table, 1)
    assert not table.state.book.unlocked
    assert not refused(table)
    assert paid(table)


def test_the_next_round_is_a_new_one_also_where_the_unlocked_hand_was_never_locked() -> None:
    table = unlocked(2)
    table.press(2)
    assert not table.do(Clear)
    table.wait(1)
    lock(table, 1)
    assert table.state.book.round == 2
    assert not refused(table)


def test_a_late_claim_brings_it_from_the_journal() -> None:
    table = unlocked(2, by=("pit",))
    lock(table, 1)
    deeds = dict(table.rows("lock")[-1].record.deeds)  # type: ignore[attr-defined]
    assert [each.by for each in deeds[SEAT]] == [("pit",)]
    assert list(deeds) == [SEAT]
    assert replace(deeds[SEAT][0], utc=0).step == "lock"


def test_the_journal_keeps_who_added_a_bet_to_a_lock_that_was_taken_back_and_was_then_locked_late() -> None:
    table = opened()
    table.lock(2)
    assert not table.do(AddSpot, spot=SEAT, by=("shift",), **WHY)
    take_back(table)
    lit = table.utc
    assert not table.do(Clear)
    table.wait(1)
    assert not table.do(LateLock, moment=lit, by=("pit",))
    kept = Rounds.of(table.journal).round(1).deeds[SEAT]
    assert ("bet", ("shift",)) in [(each.step, each.by) for each in kept]


def test_a_thousand_locks_that_are_taken_back_do_not_make_the_next_rows_long() -> None:
    """Whoever has the keys or the control socket could otherwise make each row of the table slow."""
    table = opened()
    table.lock(1)
    for _ in range(3):
        for _ in range(30):
            assert not table.do(Unlock), table.refused
            table.wait(1)
            assert not table.key("lock"), table.refused
        assert not table.do(Unlock, by=("pit",)), table.refused
        table.wait(1)
        assert not table.key("lock"), table.refused
    take_back(table)
    lock(table, 2)
    assert len(table.state.book.unlocked) == 2, "the keys, and one person"
    assert len(body_of(table.wrote[0])["deeds"]["2/gbj"]) == 2
    assert len(table.state.book.deeds["1 1/gbj"]) == 2
    assert not table.do(OpenClaim, spot="2/gbj", award=SMALL)
    assert table.do(ConfirmClaim, claim=1, by=("pit",)) == "interested"
    table.audit()
