"""The one projection of rounds: who played for what, and what became of it."""

from support.reports.papers import claim
from support.table.story import Table

from controller.history.bets import Bet
from controller.history.rounds import Rounds, State, locked_in
from controller.table import events
from controller.table.money import DOLLAR

FIVE = 5 * DOLLAR


def taken(table: Table) -> tuple[Rounds, list[Bet]]:
    rounds = Rounds()
    return rounds, [bet for entry in table.journal for bet in rounds.take(entry)]


def opened() -> Table:
    table = Table()
    table.open()
    return table


def test_each_row_tells_what_it_adds_and_takes_back() -> None:
    """Two are locked; one of them is void, a third is added by hand."""
    table = opened()
    table.press(1, 2)
    table.key("lock")
    assert not table.do(events.VoidSpot, spot="2/gbj", reason="fouled", by=("floor",))
    assert not table.do(events.AddSpot, spot="3/gbj", reason="not seen", by=("floor",))
    table.key("clear")
    rounds, bets = taken(table)
    assert bets == [
        Bet(1, "1/gbj", 0, FIVE),
        Bet(1, "2/gbj", 0, FIVE),
        Bet(1, "2/gbj", FIVE, 0),
        Bet(1, "3/gbj", 0, FIVE),
    ]
    assert [(bet.wagers, bet.amount) for bet in bets] == [(1, FIVE), (1, FIVE), (-1, -FIVE), (1, FIVE)]
    found = rounds.round(1)
    assert (found.state, found.stakes, found.played) == (State.OVER, {"1/gbj": FIVE, "3/gbj": FIVE}, True)
    assert locked_in(table.journal, "gbj", found.day) == 2 * FIVE


def test_a_void_round_has_given_back_what_it_locked() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    assert not table.do(events.Void, reason="misdeal", by=("floor",))
    rounds, bets = taken(table)
    assert sum(bet.amount for bet in bets) == 0
    assert (rounds.round(1).state, rounds.round(1).stakes) == (State.VOID, {"1/gbj": FIVE})
    assert not rounds.round(1).played


def test_a_round_that_was_unlocked_is_locked_anew() -> None:
    table = opened()
    table.press(1, 2)
    table.key("lock")
    assert not table.do(events.Unlock, by=("floor",))
    table.press(2)  # off again
    table.key("lock")
    rounds, bets = taken(table)
    assert sum(bet.wagers for bet in bets) == 1
    assert (rounds.round(1).state, rounds.round(1).stakes) == (State.LOCKED, {"1/gbj": FIVE})
    assert len(rounds.all) == 1


def test_a_claim_belongs_to_its_round_however_late_its_rows_come() -> None:
    """The correction's row names no round."""
    table = opened()
    table.press(3)
    table.key("lock")
    claim(table, 3, "straight", "floor")
    table.key("clear")
    table.wait(10)
    table.play(1)
    correction = {"amount": -DOLLAR, "reason": "misread", "past": events.PastWin(15 * DOLLAR, 0)}
    assert not table.do(events.CorrectWin, claim=1, **correction, by=("manager", "accounting"))
    rounds, _ = taken(table)
    (win,) = rounds.round(1).wins
    assert (win.amount, win.total, win.slip) == (15 * DOLLAR, 14 * DOLLAR, 1)
    assert rounds.round(2).wins == []


def test_of_a_round_whose_lock_was_not_read_only_the_end_is_known() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    table.key("clear")
    rounds = Rounds()
    rounds.take(table.journal[-1])
    found = rounds.round(1)
    assert (found.state, found.row, found.stakes, found.played) == (State.OVER, 0, {}, False)
