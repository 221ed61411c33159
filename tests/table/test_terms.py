"""New parameters wait for two people, and for an opening or a win (R010-R014, R075; E63)."""

from dataclasses import replace
from typing import Any

import pytest
from support.table.progressive import progressive
from support.table.story import Table, body_of, make_rules, to_do, with_share

from controller.games.cards import Suit
from controller.present import views
from controller.table.events import (
    AddSpot,
    Close,
    ConfirmClaim,
    DenyClaim,
    ExcludeSpot,
    Open,
    OpenClaim,
    PayClaim,
    ReopenClaims,
    Void,
)
from controller.table.funding.base import Terms
from controller.table.meter_events import AcceptTerms, Retire
from controller.table.money import DOLLAR
from controller.table.rules import Jackpot
from controller.table.table_terms import GAME, changed_terms, digest_of, rules_by, table_terms

ACES = "three-aces-suited"
SEED = 1250 * DOLLAR


def configure(table: Table, **terms: Any) -> None:
    """The file says something else, and the controller is started with it."""
    jackpot = table.rules.jackpots["main"]
    table.with_rules(jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, **terms))})
    table.restart()


def in_force(table: Table) -> Terms:
    return table.state.book.terms(table.rules.jackpots["main"])


def pending(table: Table) -> Terms | None:
    return table.state.book.jackpots["main"].pending


def asked(table: Table) -> str:
    return " ".join(to_do(table))


def win(table: Table, *seats: int, by: tuple[str, str] = ("floor", "manager")) -> None:
    """A hand on whose felt these seats have won all of the meter; it is not paid, and not cleared."""
    table.press(*seats)
    table.key("lock")
    for seat in seats:
        assert not table.do(OpenClaim, spot=f"{seat}/gbj", award=ACES)
    for claim in table.state.book.claims:
        if not claim.approved:
            assert not table.do(ConfirmClaim, claim=claim.number, by=by)


def test_r011_e63_new_terms_wait_for_two_people_and_then_for_an_opening() -> None:
    table = Table()
    configure(table, reset=2000 * DOLLAR)
    row = table.rows("terms_pending")[0]
    assert body_of(row)["jackpots"]["main"]["old"]["reset"] == SEED
    assert body_of(row)["jackpots"]["main"]["new"]["reset"] == 2000 * DOLLAR
    assert (
        "The reset amount of Galaxy Bonus Jackpot changes from $1,250.00 to $2,000.00: "
        "two people must accept it (litbet jackpot accept)." in asked(table)
    )
    table.open()
    assert in_force(table).reset == SEED, "nobody has accepted it"
    assert not table.do(Close)
    assert table.do(AcceptTerms, by=("manager",)) == "needs_people"
    assert not table.do(AcceptTerms)
    assert in_force(table).reset == SEED, "accepted, but not yet in force"
    assert "accepted, in force from the next opening" in asked(table)
    assert table.do(AcceptTerms) == "nothing_pending"
    table.restart()
    assert not table.do(Open)
    assert [(each.kind, body_of(each).get("cause")) for each in table.wrote] == [
        ("terms_in_force", "opening"),
        ("open", None),
    ]
    assert (in_force(table).reset, pending(table)) == (2000 * DOLLAR, None)
    assert "reset amount" not in asked(table)
    table.audit()


def test_r011_the_same_configuration_again_says_nothing_and_the_old_one_ends_the_waiting() -> None:
    table = Table()
    configure(table, rate_bp=500)
    configure(table)
    assert len(table.rows("terms_pending")) == 1
    assert not table.do(AcceptTerms)
    configure(table, rate_bp=1000)
    assert pending(table) is None
    assert table.do(AcceptTerms) == "nothing_pending"
    configure(table, rate_bp=500)
    table.open()
    assert in_force(table).rate_bp == 1000, "what was accepted before is not accepted now"


def test_r011_accepted_terms_come_with_the_reset_after_a_win_of_all() -> None:
    table = Table()
    configure(table, reset=2000 * DOLLAR, rate_bp=500)
    table.open()
    assert not table.do(AcceptTerms), "accepted in the middle of the day"
    table.play(1, 2)
    assert in_force(table).rate_bp == 1000
    win(table, 3)
    assert table.meter == 2000 * DOLLAR, "the reset is by the new terms"
    assert in_force(table).rate_bp == 1000, "but the win can still be denied"
    assert not table.do(PayClaim, claim=1)
    assert in_force(table).rate_bp == 1000, "the round that is locked was locked by the old ones"
    assert table.do(Void, reason="misdeal") == "award_stands"
    table.key("clear")
    assert [(body_of(row)["cause"], body_of(row)["jackpot"]) for row in table.rows("terms_in_force")] == [
        ("win", "main")
    ]
    assert in_force(table) == Terms(2000 * DOLLAR, 500, 0, 0, 100_000 * DOLLAR, "split")
    table.audit()


def test_r011_a_win_that_is_denied_brings_no_new_terms() -> None:
    table = Table()
    configure(table, reset=2000 * DOLLAR)
    table.open()
    table.do(AcceptTerms)
    win(table, 3)
    assert not table.do(DenyClaim, claim=1, reason="the cards", by=("floor", "manager"))
    assert table.meter == SEED
    table.key("clear")
    table.play(1)
    assert table.rows("terms_in_force") == []
    assert pending(table) is not None
    table.audit()


def test_r011_a_win_that_can_still_be_denied_brings_no_new_terms() -> None:
    table = Table()
    configure(table, reset=2000 * DOLLAR)
    table.open()
    table.do(AcceptTerms)
    win(table, 3)
    table.key("clear")
    table.wait(60)
    assert table.rows("terms_in_force") == []
    assert not table.do(PayClaim, claim=1)
    assert [body_of(row)["cause"] for row in table.rows("terms_in_force")] == ["win"]


def test_r011_a_win_of_a_part_brings_no_new_terms() -> None:
    table = Table(with_share(make_rules(), 5000))
    configure(table, reset=1300 * DOLLAR)
    table.open()
    table.do(AcceptTerms)
    win(table, 3)
    assert table.meter == SEED // 2
    table.do(PayClaim, claim=1)
    table.key("clear")
    table.play(1)
    assert table.rows("terms_in_force") == []


def test_r011_with_a_reset_at_payment_too() -> None:
    table = Table(make_rules(reseed="paid"))
    configure(table, reset=2000 * DOLLAR)
    table.open()
    table.do(AcceptTerms)
    win(table, 3)
    assert table.meter == 0
    table.key("clear")
    assert table.rows("terms_in_force") == []
    table.do(PayClaim, claim=1)
    assert table.meter == 2000 * DOLLAR
    assert [body_of(row)["cause"] for row in table.rows("terms_in_force")] == ["win"]


def test_r095_a_late_winner_shares_by_the_policy_of_his_hand() -> None:
    """New terms came into force with the first winner's payment."""
    table = Table()
    configure(table, multiple_winners="full_each")
    table.open()
    table.do(AcceptTerms)
    table.press(1, 2)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    table.do(PayClaim, claim=1)
    table.key("clear")
    assert in_force(table).multiple_winners == "full_each"
    assert not table.do(ReopenClaims, reason="overlooked")
    assert not table.do(OpenClaim, spot="2/gbj", award=ACES)
    assert not table.do(ConfirmClaim, claim=2, by=("floor", "manager"))
    claims = {claim.number: claim.amount for claim in table.state.book.claims}
    assert claims == {1: SEED, 2: SEED // 2}
    assert body_of(table.rows("meter_award")[-1])["policy"] == "split"
    table.audit()


def test_r075_no_limit_below_what_players_have_been_shown() -> None:
    table = Table()
    configure(table, limit=1200 * DOLLAR, reset=1000 * DOLLAR)
    assert table.do(AcceptTerms) == "limit_too_low"
    assert pending(table) is not None
    configure(table, limit=1251 * DOLLAR)
    assert not table.do(AcceptTerms)
    table.until("2026-11-18 11:00")
    table.open()
    assert in_force(table).limit == 1251 * DOLLAR


def test_r075_a_limit_that_the_meter_has_passed_meanwhile_stays_pending() -> None:
    table = Table()
    table.open()
    for _ in range(4):
        table.play(1)
    table.do(Close)
    configure(table, limit=1251 * DOLLAR)
    assert not table.do(AcceptTerms)
    table.until("2026-11-19 10:00")
    assert table.meter == 1252 * DOLLAR
    table.open()
    assert in_force(table).limit == 0
    assert "Galaxy Bonus Jackpot gets a limit of $1,251.00: accepted, but it waits" in asked(table)


def test_r063_a_new_rate_never_touches_wagers_that_were_locked() -> None:
    table = Table()
    table.open()
    table.play(1, 2)
    table.do(Close)
    configure(table, rate_bp=2000)
    table.do(AcceptTerms)
    table.open()
    table.play(1)
    table.do(Close)
    table.until("2026-11-19 10:00")
    assert table.meter == SEED + 2 * DOLLAR // 2 + DOLLAR, "two at 10 %, one at 20 %"
    table.audit()


def test_r011_no_new_terms_at_an_opening_over_an_undecided_claim() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    table.key("clear")
    table.do(Close)
    configure(table, multiple_winners="full_each")
    table.do(AcceptTerms)
    table.open()
    assert in_force(table).multiple_winners == "split"


def test_r014_a_new_ledger_begins_with_what_a_named_person_accepted() -> None:
    table = Table()
    first = table.journal[0]
    assert body_of(first)["by"] == ["A. Clerk", "B. Witness"]
    assert body_of(first)["table_terms"] == table_terms(table.rules)
    assert table.state.book.table_terms == digest_of(table_terms(table.rules))
    assert table.rows("terms_in_force") == table.rows("terms_pending") == []


# -- the game on offer ---------------------------------------------------------------------------------------


def test_r011_another_game_is_not_opened_before_two_people_accept_it() -> None:
    table = Table()
    table.with_file(replace(make_rules(), decks=2))
    assert "The table's files ask for another game or other terms: decks (6 becomes 2)." in asked(table)
    assert table.do(Open, by=("floor",)) == "unaccepted"
    assert not table.do(AcceptTerms)
    assert table.do(Open, by=("floor",)) == ""
    assert (table.rules.decks, table.rules.proposed) == (2, {})
    table.audit()


def test_r011_the_old_game_again_needs_nobody() -> None:
    table = Table()
    table.with_file(replace(make_rules(), decks=2))
    table.restart()
    assert len(table.rows("terms_pending")) == 1
    table.with_file(make_rules())
    assert table.do(Open, by=("floor",)) == ""


def test_new_terms_drop_no_spot_of_which_the_ledger_remembers_something() -> None:
    table = Table()
    table.with_file(make_rules(seats=5))
    assert not table.do(ExcludeSpot, spot="6/gbj", reason="loose", by=("floor",))
    assert table.do(AcceptTerms) == "accept_spot"
    assert "6/gbj" in table.rules.spots


def test_new_terms_of_the_table_forget_paid_claims_whose_award_may_be_no_more() -> None:
    table = Table()
    table.with_file(make_rules(seats=5))
    table.open()
    win(table, 3)
    assert not table.do(PayClaim, claim=1)
    table.key("clear")
    assert not table.do(Close)
    assert [claim.number for claim in table.state.book.claims] == [1]
    assert not table.do(AcceptTerms)
    assert (table.state.book.claims, table.state.book.previous) == ((), None)
    table.audit()


def test_both_are_accepted_at_once() -> None:
    table = Table()
    table.with_file(replace(make_rules(rate_bp=500), decks=2))
    assert not table.do(AcceptTerms)
    body = body_of(table.wrote[-1])
    assert (list(body["jackpots"]), body["table"]) == (["main"], {"decks": {"old": 6, "new": 2}})
    table.open()
    assert in_force(table).rate_bp == 500


@pytest.mark.parametrize("what", ["decks", "suit", "amounts", "jackpots", "paytable"])
def test_the_game_on_offer_knows_each_of_its_facts(what: str) -> None:
    rules = make_rules()
    wager = rules.wagers["gbj"]
    line = replace(wager.paytable.lines[-1], times=77)
    changed = {
        "decks": replace(rules, decks=2),
        "suit": replace(rules, suit=Suit.SPADES),
        "amounts": replace(rules, wagers={"gbj": replace(wager, amounts=(5 * DOLLAR, 10 * DOLLAR))}),
        "jackpots": replace(rules, wagers={"gbj": replace(wager, jackpots=("main", "mega"))}),
        "paytable": replace(
            rules,
            wagers={"gbj": replace(wager, paytable=replace(wager.paytable, lines=(*wager.paytable.lines[:-1], line)))},
        ),
    }[what]
    assert changed_terms(rules_by(changed, table_terms(rules), rules.zone)).keys() & GAME


def test_seats_and_sensors_and_terms_of_meters_are_no_part_of_the_game() -> None:
    rules = make_rules()
    jackpot: Jackpot = rules.jackpots["main"]
    other = replace(
        make_rules(seats=3, settle_after=5),
        jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, rate_bp=1))},
    )
    changed = changed_terms(rules_by(other, table_terms(rules), rules.zone))
    assert changed.keys() == {"spots", "settle_after"}


def test_a_bet_added_by_hand_after_the_new_terms_is_of_the_new_terms_alone() -> None:
    """The take-back of a wager counts what its lock counted: terms never change under a locked round."""
    table = Table()
    configure(table, rate_bp=2000, reset=1300 * DOLLAR)
    table.open()
    table.do(AcceptTerms)
    win(table, 3)
    table.key("clear")
    table.press(1)
    table.key("lock")
    table.do(PayClaim, claim=1)
    assert not table.do(AddSpot, spot="2/gbj", reason="unseen")
    assert not table.do(Void, reason="misdeal")
    today = table.state.book.today
    assert today
    assert today.accrued["main"] == DOLLAR // 2, "of round 1 only"
    assert in_force(table).rate_bp == 2000, "from the next round on"


def test_r140_a_reset_that_has_come_in_stays_whatever_is_accepted_or_ends_afterwards() -> None:
    """Two winners, then other terms or the jackpot's end, then one of the two is denied: the other has it all, and the
    meter neither falls nor rises."""
    for later in ("lower", "higher", "end"):
        table = Table(progressive(multiple_winners="split"))
        if later != "end":
            configure(table, reset=(500 if later == "lower" else 2000) * DOLLAR)
        else:
            table.with_rules(removal=replace(table.rules.removal, notice_days=0))
            table.do(Retire, jackpot="main", last_day="2026-11-18", reason="x")
        table.open()
        table.lock(1, 2)
        table.win(1, 2)
        table.wait(20)
        table.key("clear")
        if later != "end":
            assert not table.do(AcceptTerms)
        else:
            table.wait(86_400)
            table.tick()
            assert table.state.book.jackpots["main"].ended
        stood = table.meter, table.state.book.reserve("main"), table.state.book.balances["house"]
        assert not table.do(DenyClaim, claim=1, reason="the cards", by=("floor", "manager"))
        assert (table.meter, table.state.book.reserve("main"), table.state.book.balances["house"]) == stood
        assert not table.do(PayClaim, claim=2)
        table.tick()
        assert not table.rows("terms_in_force"), "that win was before them"
        table.audit()


def test_r075_a_reset_by_accepted_terms_brings_their_limit_with_it() -> None:
    """The other terms wait until the winner is paid; but no sign says a limit below what it shows, and nothing that is
    bet meanwhile overflows."""
    table = Table(progressive(limit=1260 * DOLLAR))
    table.open()
    configure(table, reset=2000 * DOLLAR, limit=3000 * DOLLAR)
    table.key("clear")
    assert not table.do(AcceptTerms, by=("manager", "admin"))
    win(table, 1)
    table.key("clear")
    shown = views.meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)
    assert (shown["cents"], shown["limit"]) == (200_000, 300_000)
    table.play(2, 3)
    assert (table.meter, table.state.book.overflow("main")) == (2000 * DOLLAR + 2 * 625_000, 0)


def test_r011_a_win_brings_the_terms_that_were_accepted_before_it_and_none_that_are_accepted_after_these() -> None:
    """The winner is not paid yet, but an opening has brought the terms of his win's reset: what is accepted later waits
    for the next opening, and until then wagers stop at the limit in force."""
    table = Table(progressive())
    table.open()
    configure(table, reset=1000 * DOLLAR)
    table.key("clear")
    assert not table.do(AcceptTerms)
    win(table, 1)
    table.key("clear")
    assert not table.do(Close)
    configure(table, limit=1001 * DOLLAR)
    assert not table.do(AcceptTerms)
    table.open()
    assert in_force(table).limit == 1001 * DOLLAR
    configure(table, limit=0)
    table.key("clear")
    assert not table.do(AcceptTerms)
    table.play(1, 2)
    assert (table.meter, table.state.book.overflow("main")) == (1001 * DOLLAR, 250_000)
    assert not table.do(PayClaim, claim=1)
    table.play(1)
    assert in_force(table).limit == 1001 * DOLLAR, "that win was before them"
    table.audit()
