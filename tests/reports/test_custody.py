"""Continuity by account, players' money apart from the house's, and the figures for the Master Games Report (R053,
R071-R073, R211, R217). What a progressive moves is written by hand here: these are tests of the reports alone."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.reports.papers import ENGLISH, SPANISH, changed, claim, history_of, lit, sheet_of, text_of
from support.table.progressive import EIGHTH, FORTIETH
from support.table.progressive import progressive as real_progressive
from support.table.story import Table, body_of, make_rules

from controller.reports.continuity import custody_facts, sides
from controller.reports.day import day_of
from controller.reports.facts import day_facts, day_lines
from controller.reports.games import BONUS, PROGRESSIVE, games_facts, games_lines, games_of, games_paper
from controller.reports.moves import move_title
from controller.reports.sheet import daily_sheet
from controller.table import events, records
from controller.table.counters import JackpotBook
from controller.table.funding.daily_percent import DailyPercent
from controller.table.journal import Entry, Transfer, apply
from controller.table.money import CENT, DOLLAR

FIRST, SECOND = "2026-11-18", "2026-11-19"
SEED = 1250 * DOLLAR


class BookedHere(DailyPercent):
    """A progressive to the papers; to the rules it moves nothing by itself."""

    type = "progressive"  # type: ignore[assignment]


def progressive() -> Table:
    """Its meter grows by hand alone: nothing is posted."""
    rules = make_rules(rate_bp=0)
    jackpot = rules.jackpots["main"]
    return Table(replace(rules, jackpots={"main": replace(jackpot, funding=BookedHere())}))


def by_hand(table: Table, *moves: tuple[str, str, int, str]) -> None:
    """A row whose kind says nothing, with these transfers; the meter's counters follow."""
    transfers = tuple(Transfer(*move) for move in moves)
    book = table.state.book
    day = book.today.day if book.today else ""
    entry = Entry(book.seq + 1, table.at, True, day, 0, records.Door(open=False), transfers)
    book = apply(book, entry)
    count: JackpotBook = book.jackpots["main"]
    up = sum(move.amount for move in transfers if move.target == "jackpot/main")
    down = sum(move.amount for move in transfers if move.source == "jackpot/main")
    count = replace(count, raised=count.raised + up, lowered=count.lowered + down)
    table.journal.append(entry)
    table.state = replace(table.state, book=replace(book, jackpots={"main": count}))


def contributed(table: Table, wagers: int) -> None:
    """12.5 % of each $5, of which a tenth is not displayed."""
    by_hand(
        table,
        ("house", "jackpot/main", wagers * 562_500, "contribution"),
        ("house", "reserve/main", wagers * 62_500, "contribution"),
    )


def two_days() -> Table:
    """Three wagers and a win on the first day; on the second the reserve pays a part back, and something is booked."""
    table = progressive()
    table.open()
    table.press(1, 2, 3)
    table.key("lock")
    contributed(table, 3)
    claim(table, 1, "three-aces-suited", "floor", "manager")
    table.key("clear")
    table.until(f"{SECOND} 10:00")
    by_hand(
        table, ("reserve/main", "house", 100_000, "gross_receipts"), ("jackpot/main", "overflow/main", 7, "new_code")
    )
    table.do(events.PayClaim, claim=1, by=("cage",), method="check")
    assert not table.refused
    return table


def test_r071_every_account_opens_moves_and_closes(tmp_path: Path) -> None:
    table = two_days()
    day = sheet_of(table, tmp_path, FIRST)
    reserve, owed = day.beside["reserve/main"], day.beside["owed/1"]
    assert (reserve.opening, dict(reserve.moves), reserve.closing) == (0, {("contribution", True): 187_500}, 187_500)
    assert (owed.opening, owed.closing, owed.moves["award", True]) == (0, 1_250 * DOLLAR, 1_250 * DOLLAR)
    assert day.jackpots["main"].moves["contribution", True] == 1_687_500
    after = sheet_of(table, tmp_path, SECOND)
    assert after.beside["reserve/main"].opening == 187_500
    assert after.beside["reserve/main"].closing == 87_500
    assert (after.beside["owed/1"].opening, after.beside["owed/1"].closing) == (1_250 * DOLLAR, 0)
    assert dict(after.beside["overflow/main"].moves) == {("new_code", True): 7}
    assert not [flaw for each in (*day.beside.values(), *after.beside.values()) for flaw in each.breaches]
    table.until("2026-11-20 10:00")
    assert "owed/1" not in sheet_of(table, tmp_path, "2026-11-20").beside, "it is empty and rests"
    assert sheet_of(table, tmp_path, FIRST).beside == day.beside, "later days change nothing"


def test_r149_what_a_void_round_leaves_in_a_progressive_is_named(tmp_path: Path) -> None:
    """12.5 % of $5 to the meter and 2.5 % to the reserve, for each of five wagers; two of them are void."""
    table = Table(real_progressive())
    table.open()
    table.play(1, 2, 3)
    table.lock(1, 2)
    assert not table.do(events.Void, reason="misdeal", by=("floor",))
    with history_of(table, tmp_path) as history:
        found = day_of(history, FIRST)
        assert found.jackpots["main"].moves["contribution", True] == 5 * EIGHTH
        assert found.jackpots["main"].retained == 2 * (EIGHTH + FORTIETH)
        text = text_of(daily_sheet(ENGLISH, history, found))
        assert day_facts(history, found)["jackpots"]["main"]["retained"] == "1.50"
    assert "Of each locked wager, returned ones too + $3.125" in text
    assert "$1.50 of what wagers brought, displayed or not, is of wagers that were returned" in text


def test_r149_a_round_that_is_unlocked_and_locked_again_leaves_nothing_behind(tmp_path: Path) -> None:
    table = Table(real_progressive())
    table.open()
    table.lock(1, 2)
    assert not table.do(events.Unlock, by=("floor",))
    table.lock()
    with history_of(table, tmp_path) as history:
        assert day_of(history, FIRST).jackpots["main"].retained == 0


def test_r073_the_liability_is_what_players_may_win_or_are_owed(tmp_path: Path) -> None:
    table = two_days()
    with history_of(table, tmp_path) as history:
        day = day_of(history, FIRST)
        players, house = sides(history.rules, day)
        facts = custody_facts(history.rules, day)
        text = text_of(daily_sheet(ENGLISH, history, day))
        lines = list(day_lines(history, day))
        assert day_facts(history, day)["liability"] == facts["liability"]
    # 1,250 won, and what the meter is again; 1.6875 stays below: the win was of the meter at the lock
    assert players.closing == sum(table.state.book.balances[name] for name in ("jackpot/main",)) + 7 + 187_500 + SEED
    assert house.closing == 0
    assert facts["deposit_at_least"] == "2501.88", "to the cent, never too little"
    assert "Players' money: the liability $0.00 $2,501.875" in text
    assert "must hold at least $2,501.88, $2,501.88 more than when this day opened" in text
    assert "Of each wager, not displayed + $0.1875" in text
    assert [line["dollars"] for line in lines if line["figure"] == "liability"] == ["2501.875"]


def test_a_bonus_is_the_houses_and_its_winner_no_liability(tmp_path: Path) -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    claim(table, 1, "three-aces-suited", "floor", "manager")
    with history_of(table, tmp_path) as history:
        day = day_of(history, FIRST)
        players, house = sides(history.rules, day)
        text = text_of(daily_sheet(ENGLISH, history, day))
    assert (players.closing, house.closing) == (0, 2 * SEED)
    assert "Claim 1 (Galaxy Bonus Jackpot)" in text
    assert "separate bank account" not in text


@pytest.mark.parametrize(("account", "says"), [("reserve/main", 1), ("owed/1", SEED + 1), ("overflow/main", 5)])
def test_an_account_that_does_not_add_up_says_so(tmp_path: Path, account: str, says: int) -> None:
    """R053: the morning's row names another amount than the rows before it come to."""
    table = two_days()
    row = table.rows("day_start")[-1]
    accounts = {**body_of(row)["accounts"], account: says}
    changed(table, row, accounts=accounts)
    with history_of(table, tmp_path) as history:
        day = day_of(history, FIRST)
        assert day.beside[account].breaches
        assert f"The account {account} does not add up" in text_of(daily_sheet(ENGLISH, history, day))


def test_r211_what_became_players_money_adjusts_the_report(tmp_path: Path) -> None:
    table = two_days()
    day, after = sheet_of(table, tmp_path, FIRST), sheet_of(table, tmp_path, SECOND)
    games = games_of(table.rules, day)
    kind = games.kinds[PROGRESSIVE]
    assert (kind.wagers, kind.wagered, kind.won, kind.paid) == (3, 15 * DOLLAR, SEED, 0)
    grown = 1_687_500 + 187_500 + 2 * SEED  # contributions, the opening amount, and the reset
    assert kind.grown == grown
    assert games.win == 15 * DOLLAR - grown
    assert games.house_jackpots == 0
    games = games_of(table.rules, after)
    assert games.kinds[PROGRESSIVE].paid == SEED
    assert games.win == 100_000, "gross receipts come back to the house; the payment is players' money"
    with history_of(table, tmp_path) as history:
        text = text_of(games_paper(ENGLISH, history, after))
        facts = games_facts(history, after)
        assert {line["section"] for line in games_lines(history, after)} == {PROGRESSIVE, BONUS, "table"}
    assert "Booked as gross receipts -$0.10" in text
    assert facts["types"][PROGRESSIVE]["gross_receipts"] == "0.10"


def test_r211_house_jackpots_do_not_adjust_the_report(tmp_path: Path) -> None:
    """412 wagers, a $15 award, a void bet; the next morning a post and a win of all of it."""
    table = Table()
    table.open()
    lit(table, 412)
    table.press(1, 2)
    table.key("lock")
    claim(table, 1, "straight", "floor")
    table.do(events.VoidSpot, spot="2/gbj", reason="fouled", by=("floor",))
    table.key("clear")
    table.until(f"{SECOND} 10:00")
    table.press(3)
    table.key("lock")
    claim(table, 3, "three-aces-suited", "floor", "manager")
    day, after = sheet_of(table, tmp_path, FIRST), sheet_of(table, tmp_path, SECOND)
    games = games_of(table.rules, day)
    kind = games.kinds[BONUS]
    assert (kind.wagers, kind.wagered, kind.refunded, kind.fixed) == (413, 2070 * DOLLAR, 5 * DOLLAR, 15 * DOLLAR)
    assert (games.drop, games.win) == (2065 * DOLLAR, 2050 * DOLLAR)
    games = games_of(table.rules, after)
    won = SEED + 206 * DOLLAR + 50 * CENT
    assert games.kinds[BONUS].grown == 206 * DOLLAR + 50 * CENT + SEED, "the post and the reset"
    assert (games.win, games.house_jackpots) == (5 * DOLLAR, won)
    assert games.result == 5 * DOLLAR - won == after.wagered - after.won.total()
    with history_of(table, tmp_path) as history:
        text = text_of(games_paper(ENGLISH, history, after))
        spanish = text_of(games_paper(SPANISH, history, after))
    own = {each for each in ENGLISH.sections()["master_games"].values() if "{" not in each and each in text}
    assert len(own) > 15
    assert not [each for each in own if each in spanish]
    assert "No ajusta el informe: añadido a los botes de la casa $1,456.50" in spanish
    assert "Does not adjust the report: added to house jackpots $1,456.50" in text
    assert "House jackpots won: not in the report -$1,456.50" in text


@pytest.mark.parametrize(
    ("kind", "code", "comes", "title"),
    [
        ("jackpot", "reseed", True, "Reset after a win"),
        ("reserve", "reseed", False, "To the meter, as its reset"),
        ("overflow", "sold_off", False, "Sold off, out"),
    ],
)
def test_a_code_is_told_in_words_known_or_not(kind: str, code: str, comes: bool, title: str) -> None:
    assert move_title(ENGLISH, kind, code, comes) == title
