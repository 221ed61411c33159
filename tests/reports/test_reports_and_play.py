"""For any play: what the sheets add up to is what the core has, each meter, each account, each counter; and the slips
have no gaps (R053, R054, R107)."""

import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.reports.papers import CARDS, ENGLISH, history_of
from support.table.story import Table, make_rules

from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.reader import Reader
from controller.reports.day import awards, day_of
from controller.reports.facts import day_facts, day_lines
from controller.reports.games import games_of
from controller.reports.register import register, wins_paper
from controller.reports.sheet import daily_sheet
from controller.reports.slips import slip_of, slip_paper, slips_in
from controller.reports.stats import stats_of
from controller.table import events, meter_events
from controller.table.state import Stage

FLOOR, BOTH, TWO = ("floor",), ("floor", "manager"), ("manager", "accounting")
FATES = ("open", "withdraw", "deny", "confirm", "pay", "confirm, deny", "confirm, pay later", "confirm, correct")
AWARDS = st.just("three-aces-suited") | st.sampled_from(sorted(CARDS))
WINS = st.dictionaries(st.integers(1, 3), st.tuples(AWARDS, st.sampled_from(FATES)), max_size=3)
ACTS = st.one_of(
    st.tuples(st.just("hand"), WINS),
    st.tuples(st.just("hand"), WINS),
    st.tuples(st.sampled_from(["void", "unlock", "late", "recount", "pay all", "deny all"]), st.integers(0, 4)),
    st.tuples(st.just("night"), st.integers(1, 3)),
)


def act(table: Table, what: str, fact: object) -> None:
    book = table.state.book
    if what == "hand" and isinstance(fact, dict):
        hand(table, fact)
    elif what == "void":
        table.press(1, 3)
        table.key("lock")
        table.do(events.VoidSpot, spot="3/gbj", reason="no hand", by=FLOOR)
        table.do(events.Void, reason="misdeal", by=FLOOR)
    elif what == "unlock":
        table.press(2)
        table.key("lock")
        table.do(events.Unlock)
        table.press(2)
    elif what == "late":
        table.press(1)
        table.wait(9)
        table.do(events.LateLock, moment=table.utc, by=FLOOR)
        table.key("clear")
    elif what == "recount" and isinstance(fact, int) and book.today:
        table.do(meter_events.CorrectCount, day=book.today.day, wager="gbj", wagers=fact - 2, reason="x", by=TWO)
    elif what == "pay all":
        for each in book.claims:
            table.do(events.PayClaim, claim=each.number, by=("cage",), method="cash")
    elif what == "deny all":
        for each in book.claims:
            table.do(events.DenyClaim, claim=each.number, reason="no", by=BOTH)
    elif what == "night" and isinstance(fact, int):
        table.wait(fact * 86_400)
    table.wait(20)


def hand(table: Table, wins: dict[int, tuple[str, str]]) -> None:
    """Three bets, these claims, and what becomes of each; the bound of the shoe refuses some."""
    table.press(1, 2, 3)
    table.wait(1)
    table.key("lock")
    opened = {}
    for seat, (award, fate) in wins.items():
        table.do(events.OpenClaim, spot=f"{seat}/gbj", cards=CARDS[award])
        if not table.refused:
            opened[table.state.book.claim_count] = fate
    for number, fate in opened.items():
        if fate == "withdraw":
            table.do(events.WithdrawClaim, claim=number)
        elif fate == "deny":
            table.do(events.DenyClaim, claim=number, reason="no", by=BOTH)
        elif fate != "open":
            for who in BOTH:
                table.do(events.ConfirmClaim, claim=number, by=(who,))
    for number, fate in opened.items():
        if fate == "confirm, deny":
            table.do(events.DenyClaim, claim=number, reason="no", by=BOTH)
        elif fate in ("pay", "confirm, correct"):
            table.do(events.PayClaim, claim=number, by=("cage",), method="cash")
        if fate == "confirm, correct":
            table.do(events.CorrectWin, claim=number, amount=-(10**7), reason="x", by=TWO)
    table.key("clear")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(ACTS, max_size=15),
    st.sampled_from(["split", "full_each", "ordered"]),
    st.sampled_from(["confirmed", "paid"]),
)
def test_the_sheets_are_the_book(acts: list[tuple[str, object]], policy: str, reseed: str) -> None:
    table = Table(make_rules(seats=3, multiple_winners=policy, reseed=reseed))
    table.open()
    for what, fact in acts:
        act(table, what, fact)
    book = table.state.book
    with tempfile.TemporaryDirectory() as folder, history_of(table, Path(folder)) as history:
        first, last = history.first_day(), history.newest_day()
        days = [day_of(history, day) for day in history.days(first, last)]
        for day in days:
            daily_sheet(ENGLISH, history, day)
            assert list(day_lines(history, day))
            assert day_facts(history, day)["result"]
            assert all(not jackpot.breaches for jackpot in day.jackpots.values())
            assert sum(day.accounts.values()) == 0
            assert all(amount >= 0 for amount in day.lit.values())
            assert sum(money for _, money in awards(table.rules, day).values()) == day.won.total()
        for one, next_one in pairwise(days):
            assert one.jackpots["main"].closing == next_one.jackpots["main"].opening
        count, jackpot_days = book.jackpots["main"], [day.jackpots["main"] for day in days]
        moved: Counter[tuple[str, bool]] = Counter()
        for each in jackpot_days:
            moved.update(each.moves)
        assert jackpot_days[0].opening == 0
        assert jackpot_days[-1].closing == book.meter("main")
        wagers = sum(each.wagers for each in jackpot_days)
        assert wagers == count.wagers - count.returned == sum(day.lit.total() for day in days)
        assert moved["seed", True] == count.seeded
        assert moved["post", True] == count.posted
        assert moved["correct", True] - moved["correct", False] == count.raised - count.lowered
        assert moved["reseed", True] - moved["reseed", False] == count.reseeded - count.unseeded
        taken = [moved[code, False] - moved[code, True] for code in ("award", "rounding")]
        assert sum(taken) == count.won - count.restored
        accounts: Counter[str] = Counter()
        for day in days:
            accounts.update(day.accounts)
        assert {name: amount for name, amount in accounts.items() if amount} == book.balances
        assert all(each.post.amount == each.accrued for each in jackpot_days if each.post)

        wins = register(history, first, last)
        wins_paper(ENGLISH, history, wins, first, last)
        (play,) = stats_of(history, first, last).plays
        assert play.wagers == sum(each.wagers for each in jackpot_days)
        assert play.wagered == sum(day.wagered for day in days)
        assert sum(each.hits for each in play.hits) == sum(win.won for win in wins) or not play.hits
        for day in days:
            games = games_of(table.rules, day)
            assert games.drop == day.wagered
            assert games.result == day.wagered - day.won.total() - day.corrected
            assert day.beside.keys() >= {name for name in day.accounts if name.startswith("owed/")}
            assert not [breach for account in day.beside.values() for breach in account.breaches]
        assert sum(win.amount for win in wins if win.won) == sum(day.won.total() for day in days)
        assert {win.claim for win in wins if win.unpaid} == {c.number for c in book.claims if c.stage is Stage.OWED}
        assert sorted(win.claim for win in wins) == list(range(1, book.claim_count + 1))
        slips = slips_in(history, first, last)
        assert [slip.number for slip in slips] == list(range(1, book.slips + 1))
        for slip in slips:
            slip_paper(ENGLISH, history, slip)
            again = slip_of(history, slip.number)
            assert (again.row, again.amount, again.void, again.win.claim) == (
                slip.row,
                slip.amount,
                slip.void,
                slip.win.claim,
            )
        valid = sum(slip.amount for slip in slips if not slip.void)
        assert valid == sum(day.won.total() + day.corrected for day in days)
        reader = Reader(f"sqlite:///{folder}/ledger-{len(table.journal)}.db")
        assert audit(reader, invariants()) == []
        reader.close()
