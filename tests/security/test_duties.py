"""Nobody takes money alone (decision 23): attackers with PINs, the dealer's keys and every role, but too few."""

import os
from dataclasses import replace
from random import Random

import pytest
from support.config.shipped import shipped_rules
from support.table.claims import past
from support.table.duty_search import FIXED, MIDDLE, SEAT, SHARE, SMALL, Judge, Path, ring_table, search, walk
from support.table.story import AUTHORITY, Table, locked, make_rules, opened

from controller.present.views import claim_view
from controller.table import authority, events, records
from controller.table.events import (
    AddPerson,
    AddSpot,
    ConfirmClaim,
    ConfirmSpot,
    CorrectWin,
    DenyClaim,
    LateLock,
    OpenClaim,
    PastRound,
    PastWin,
    PayClaim,
    RemovePerson,
    ReopenClaims,
    Resume,
    SetTier,
    Started,
    Unlock,
    Void,
    VoidSpot,
    WithdrawClaim,
)
from controller.table.meter_events import CorrectCount, RaiseMeter
from controller.table.money import DOLLAR
from controller.table.rules import Authority, Matter, Rules, Sensor

PROFILES = ("nh-brook", "nh-mega-major-minor", "wa-house", "wa-progressive", "generic-gli")
RING = ("Eve", "Fay", "Gil")
STATES = int(os.environ.get("DUTY_STATES", "1500"))  # that each search looks at; `make search` gives more
ROUNDS = 1 if STATES < 10_000 else 2
WHY = {"reason": "x"}


def with_authority(profile: str) -> Rules:
    """One seat under this profile's rules for people."""
    return replace(make_rules(seats=1), authority=shipped_rules(profile).authority)


# -- any order of commands ------------------------------------------------------------------------------------


def too_few(rules: Rules, ring: int, *, lit: bool) -> Judge:
    """What so few people must not reach. `lit`: the sensor saw a bet, so the dealer's keys may pay a small award."""

    def judge(path: Path) -> str:
        found = ((entry.record, _least(rules, entry.record, lit=lit)) for entry in path.entries)
        return next((f"{ring} people wrote {record.kind}" for record, least in found if ring < least), "")

    return judge


def _least(rules: Rules, record: records.Record, *, lit: bool) -> int:
    """How many people it takes: those of the profile, the claimant, and for a share somebody who pays."""
    share = authority.limit(rules, Matter.SHARE).persons
    match record:
        case records.FixedAward(amount=amount):
            rule = authority.limit(rules, Matter.AWARD, amount)
            return 1 if authority.by_keys(rule) and lit else rule.persons + 1
        case records.MeterAward():
            return share + 1
        case records.Payment():
            return share + 2
        case records.PaymentCorrection() | records.MeterRaised() | records.MeterLowered() | records.CountCorrection():
            return 2
        case records.PersonRoles() | records.PersonRemoved():
            return 2
    return 0


@pytest.mark.parametrize("lit", [False, True])
@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize("profile", PROFILES)
def test_too_few_people_get_no_money_whatever_they_do(profile: str, people: int, lit: bool) -> None:
    rules, ring = with_authority(profile), RING[:people]
    found, _ = search(ring_table(rules, ring), ring, too_few(rules, people, lit=lit), STATES, touch=lit, rounds=ROUNDS)
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize("profile", PROFILES)
def test_too_few_people_get_no_money_at_a_whole_table(profile: str, people: int) -> None:
    """Any way through many rounds with several seats, whose wager has two amounts; half of them with lit bets."""
    several = make_rules(seats=3, amounts=(5 * DOLLAR, 10 * DOLLAR))
    rules = replace(several, authority=shipped_rules(profile).authority)
    table = ring_table(rules, RING[:people])
    for seed in range(max(STATES // 250, 2)):
        lit = seed % 2 == 1
        judge = too_few(rules, people, lit=lit)
        found = walk(table, RING[:people], judge, Random(seed), 400, touch=lit)
        assert not found, f"seed {seed}: {found}"


@pytest.mark.parametrize("by", [(), ("H. Manager",)])
@pytest.mark.parametrize("profile", PROFILES)
def test_one_person_neither_ends_nor_lowers_an_open_claim_of_the_jackpot(profile: str, by: tuple[str, ...]) -> None:
    """Not by a denial, a withdrawal, a void, an unlock, another tier, or another name for the award."""
    table = ring_table(with_authority(profile), RING[:1])
    table.lock(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE, by=by)
    found, _ = search(table, RING[:1], _hidden, STATES)
    assert not found, "\n".join(map(str, found))


def _hidden(path: Path) -> str:
    kinds = (records.ClaimEnd, records.FixedAward, records.StakeChange, records.MeterAward)
    return next((entry.record.kind for entry in path.entries if isinstance(entry.record, kinds)), "")


def test_enough_people_find_the_way() -> None:
    """The search sees what it looks for: of two people one adds a bet and the other approves a small award."""
    rules, ring = with_authority("nh-brook"), RING[:2]
    found, _ = search(ring_table(rules, ring), ring, too_few(rules, 0, lit=False), STATES)
    assert "0 people wrote fixed_award" in [each.what for each in found]


# -- what the search found before there was a table of duties -------------------------------------------------


def test_one_floor_person_adds_a_bet_after_settle_claims_it_by_keys_and_approves() -> None:
    table = locked()
    table.key("settle")
    assert not table.do(AddSpot, spot=SEAT, by=("floor",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED, by=())
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    told = claim_view(table.rules, table.state.book, table.state.book.claims[0])
    assert told["by_hand"][0]["facts"]["when"]["code"] == "moments.settled"
    assert told["barred"]["approval"] == ("floor",)
    assert not table.do(ConfirmClaim, claim=1, by=("manager",))
    assert table.wrote[0].kind == "approval", "one more is needed"


@pytest.mark.parametrize("award", [SMALL, FIXED, SHARE])
def test_a_chosen_moment_is_not_approved_by_who_chose_it(award: str) -> None:
    table = opened()
    table.press(1)
    table.wait(1)
    assert not table.do(LateLock, moment=table.utc, by=("floor",))
    assert not table.do(OpenClaim, spot=SEAT, award=award, by=("dealer",))
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"
    assert table.do(ConfirmClaim, claim=1) == "needs_people", "nor by keys alone"


def test_a_tier_that_a_person_set_stays_theirs_when_the_hand_is_cleared_and_locked_late() -> None:
    table = opened(amounts=(5 * DOLLAR, 10 * DOLLAR))
    table.press(1)
    table.wait(1)
    assert not table.do(SetTier, spot=SEAT, amount=10 * DOLLAR, by=("floor",))
    assert not table.key("clear")
    table.wait(1)
    assert not table.do(LateLock, moment=table.utc - 1000, by=("pit",))
    assert not table.do(ReopenClaims, by=("pit",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


@pytest.mark.parametrize("cleared", [False, True])
def test_a_tier_that_a_person_set_stays_theirs_when_the_keys_set_another_before_the_late_lock(cleared: bool) -> None:
    table = opened(amounts=(5 * DOLLAR, 10 * DOLLAR))
    table.press(1)
    table.wait(1)
    assert not table.do(SetTier, spot=SEAT, amount=10 * DOLLAR, by=("floor",))
    table.wait(1)
    then = table.utc
    table.wait(1)
    table.key("tier")
    table.press(1)
    if cleared:
        table.key("clear")
        table.wait(1)
    assert not table.do(LateLock, moment=then, by=("pit",))
    if cleared:
        assert not table.do(ReopenClaims, by=("pit",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert table.state.book.claims[0].stake == 10 * DOLLAR
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


def test_a_chip_that_a_person_confirmed_stays_theirs_when_it_has_left_before_the_late_lock() -> None:
    table = Table(make_rules(Sensor.PRESENCE, seats=1))
    table.open()
    table.place(1)
    table.wait(2)
    table.key("lock")
    table.key("clear")
    table.wait(1)
    assert not table.do(ConfirmSpot, spot=SEAT, by=("floor",))
    table.wait(1)
    then = table.utc
    table.lift(1)
    table.wait(2)
    assert not table.do(LateLock, moment=then, by=("pit",))
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


# -- what a profile may say -----------------------------------------------------------------------------------


def with_people(*people: Authority, lit: tuple[int, ...] = (1,)) -> Table:
    """A locked hand at a table of one seat, where a profile has these people for one decision."""
    others = tuple(each for each in AUTHORITY if each.decision != people[0].decision)
    table = Table(replace(make_rules(seats=1), authority=(*people, *others)))
    table.open()
    table.lock(*lit)
    return table


def test_the_dealers_keys_are_one_person_where_a_profile_asks_for_a_dealer_and_another() -> None:
    table = with_people(
        Authority("award", 50 * DOLLAR, ("dealer", "floor"), 1),
        Authority("award", None, ("dealer", "floor", "manager"), 2),
    )
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    assert table.do(WithdrawClaim, claim=1, by=("dealer",)) == "needs_people"
    assert not table.do(ConfirmClaim, claim=1, by=("Ann", "floor"))
    assert table.wrote[0].kind == "fixed_award"


def test_the_dealers_keys_add_no_bet_and_pay_no_share_whatever_a_profile_says() -> None:
    """Otherwise one person with the keys and a PIN is paid a small award from a dark felt."""
    added = with_people(Authority("round", None, ("dealer", "floor"), 1), lit=())
    assert added.do(AddSpot, spot=SEAT, by=(), **WHY) == "needs_people"
    assert added.do(AddSpot, spot=SEAT, by=("dealer",), **WHY) == "needs_people"
    paid = with_people(Authority("payment", None, ("dealer", "cage"), 1))
    paid.win(1)
    assert paid.do(PayClaim, claim=1, method="cash", by=()) == "needs_people"
    assert not paid.do(PayClaim, claim=1, method="cash", by=("cage",))


def test_what_has_no_amount_beforehand_takes_the_most_people_that_a_profile_names() -> None:
    """A file may give people by amount to awards only; this is for what was accepted before."""
    few, most = (("floor", "manager", "accounting"), 2), (("floor", "manager", "accounting"), 3)
    share = with_people(Authority("share", 100 * DOLLAR, *few), Authority("share", None, *most))
    assert not share.do(OpenClaim, spot=SEAT, award=SHARE)
    assert not share.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    assert share.wrote[0].kind == "approval", "one more is needed"
    meter = with_people(Authority("adjustment", 100 * DOLLAR, *few), Authority("adjustment", None, *most))
    meter.clear()
    more = {"jackpot": "main", "amount": 5000 * DOLLAR, "source": "house", "cause": "malfunction", **WHY}
    assert meter.do(RaiseMeter, by=("accounting", "auditor"), **more) == "needs_people"


def test_a_tier_that_the_keys_set_is_not_approved_by_the_keys() -> None:
    table = opened(amounts=(5 * DOLLAR, 10 * DOLLAR))
    table.key("tier")
    table.press(1)
    table.wait(1)
    table.key("lock")
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, by=())
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    assert not table.do(ConfirmClaim, claim=1, by=("floor",))
    assert table.wrote[0].kind == "fixed_award"


def test_a_tier_that_a_person_corrected_is_not_approved_by_them() -> None:
    table = opened(amounts=(5 * DOLLAR, 10 * DOLLAR))
    table.lock(1)
    assert not table.do(SetTier, spot=SEAT, amount=10 * DOLLAR, by=("floor",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=MIDDLE)
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


def test_nobody_confirms_fifty_dollars_of_a_bet_that_was_added() -> None:
    table = locked()
    assert not table.do(AddSpot, spot=SEAT, by=("floor",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, by=())
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


def test_a_bet_that_was_added_stays_so_when_the_lock_is_taken_back() -> None:
    """UNLOCK lights it again, and the next LOCK would take it for a player's."""
    table = locked()
    assert not table.do(AddSpot, spot=SEAT, by=("floor",), **WHY)
    assert not table.do(Unlock)
    table.wait(1)
    assert not table.key("lock")
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "interested"


def test_a_claim_without_a_name_takes_one_approval_more() -> None:
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED, by=())
    assert not table.do(ConfirmClaim, claim=1, by=("floor",))
    assert table.wrote[0].kind == "approval"
    assert not table.do(ConfirmClaim, claim=1, by=("manager",))
    assert table.wrote[0].kind == "fixed_award"


def test_a_name_that_stood_for_a_small_award_does_not_stand_for_a_higher_one() -> None:
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, by=("dealer",))
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED, by=())
    assert not table.do(ConfirmClaim, claim=1, by=("floor",))
    assert table.wrote[0].kind == "approval"


@pytest.mark.parametrize(
    ("command", "facts"),
    [
        (Void, WHY),
        (VoidSpot, {"spot": SEAT, **WHY}),
        (Unlock, {}),
        (DenyClaim, {"claim": 1, **WHY}),
        (WithdrawClaim, {"claim": 1}),
    ],
)
def test_an_open_claim_of_the_jackpot_ends_by_two_people(
    command: type[events.Command], facts: dict[str, object]
) -> None:
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE, by=())
    for by in ((), ("floor",), ("dealer", "floor")):
        assert table.do(command, by=by, **facts) == "needs_people"
    assert not table.do(command, by=("floor", "manager"), **facts)
    assert not table.state.book.claims


def test_a_jackpot_that_is_called_a_straight_still_takes_two() -> None:
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE, by=())
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, by=())
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    assert table.do(WithdrawClaim, claim=1, by=("floor",)) == "needs_people"


def test_an_approver_does_not_pay_the_share() -> None:
    table = locked(1)
    table.win(1)
    assert table.do(PayClaim, claim=1, by=("floor",)) == "interested"
    assert table.do(PayClaim, claim=1, by=("floor", "manager")) == "interested"
    assert not table.do(PayClaim, claim=1, by=("cage",))


def test_who_corrects_a_payment_had_no_part_in_it() -> None:
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    assert not table.do(ConfirmClaim, claim=1, by=("manager",))
    facts = {"claim": 1, "amount": 100 * DOLLAR, **WHY}
    assert table.do(CorrectWin, by=("manager", "accounting"), **facts) == "interested"
    assert not table.do(CorrectWin, by=("manager", "accounting", "auditor"), **facts), "or one more"


def test_the_book_knows_a_claimant_who_was_removed_and_added_again() -> None:
    table = locked(1)
    two = ("admin", "manager")
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED, by=("floor",))
    assert not table.do(RemovePerson, name="floor", by=two)
    assert not table.do(AddPerson, name="floor", roles=("floor", "manager"), by=two)
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "claimant"


def test_who_corrected_a_count_or_raised_the_meter_does_not_approve_its_share() -> None:
    table = opened()
    table.play(1)
    today = table.state.book.today
    assert today
    counted = {"day": today.day, "wager": "gbj", "wagers": 7, **WHY}
    assert not table.do(CorrectCount, by=("manager", "accounting"), **counted)
    table.lock(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE)
    assert table.do(ConfirmClaim, claim=1, by=("floor", "manager")) == "interested"


def test_a_late_claim_is_not_approved_by_keys_nor_by_who_added_the_bet() -> None:
    table = locked(2)
    assert not table.do(AddSpot, spot=SEAT, by=("manager",), **WHY)
    deeds = {SEAT: table.state.book.deeds[f"1 {SEAT}"]}
    table.clear()
    table.play(3)
    assert not table.state.book.deeds, "the book does not grow"
    before = replace(past(table, 1), spots=("2/gbj", SEAT), deeds=deeds)
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, past=before, reference="camera 3", by=("floor",))
    assert table.do(ConfirmClaim, claim=1) == "needs_people"
    assert table.do(ConfirmClaim, claim=1, by=("manager",)) == "interested"
    assert table.do(ConfirmClaim, claim=1, by=("floor",)) == "claimant"


def test_who_reopens_a_hand_or_takes_its_lock_back_does_not_approve_its_claim() -> None:
    table = locked(1)
    assert not table.do(Unlock, by=("floor",))
    table.wait(1)
    assert not table.key("lock")
    table.clear()
    assert not table.do(ReopenClaims, by=("pit",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED)
    for name in ("pit", "floor"):
        assert table.do(ConfirmClaim, claim=1, by=(name,)) == "interested"
    told = claim_view(table.rules, table.state.book, table.state.book.claims[0])
    assert [each["facts"]["deed"]["code"] for each in told["by_hand"]] == [
        "duties.void",
        "duties.reopening",
        "duties.claim",
    ]


@pytest.mark.parametrize("command", [Void, VoidSpot])
def test_a_hand_that_nobody_has_claimed_is_void_by_two_once_the_cards_are_known(command: type[events.Command]) -> None:
    facts = WHY if command is Void else {"spot": SEAT, **WHY}
    table = locked(1)
    table.key("settle")
    for by in ((), ("floor",), ("dealer", "floor")):
        assert table.do(command, by=by, **facts) == "needs_people"
    assert not table.do(command, by=("floor", "manager"), **facts)


def test_who_raised_a_meter_is_interested_until_a_win_takes_all_of_it() -> None:
    """Not only until the next payment: the money may have come after that hand."""
    table = locked(1)
    table.win(1)
    table.clear()
    raised = {"jackpot": "main", "amount": DOLLAR, "source": "house", "cause": "malfunction", **WHY}
    assert not table.do(RaiseMeter, by=("manager", "accounting"), **raised)
    assert not table.do(PayClaim, claim=1, by=("cage",))
    for paid in (False, True):
        table.lock(1)
        number = table.state.book.claim_count + 1
        assert not table.do(OpenClaim, spot=SEAT, award=SHARE)
        asked = table.do(ConfirmClaim, claim=number, by=("floor", "manager"))
        assert asked == ("" if paid else "interested")
        if not paid:
            assert not table.do(ConfirmClaim, claim=number, by=("floor", "shift"))
            assert not table.do(PayClaim, claim=number, by=("cage",))
            table.clear()


@pytest.mark.parametrize("late", [False, True])
def test_who_raised_a_meter_that_is_paid_has_no_part_in_its_further_winners(late: bool) -> None:
    """Neither in the same hand nor in an earlier one, nor do they correct what was paid, also long after."""
    table = opened()
    raised = {"jackpot": "main", "amount": 50_000 * DOLLAR, "source": "house", "cause": "malfunction", **WHY}
    assert not table.do(RaiseMeter, by=("manager", "shift"), **raised)
    table.lock(1, 2)
    if late:
        hand = table.state.book.locked
        assert hand
        past = PastRound(hand.number, hand.utc, hand.spots, hand.meters)
        table.clear()
        table.lock(1)
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE)
    assert not table.do(ConfirmClaim, claim=1, by=("floor", "pit"))
    assert not table.do(PayClaim, claim=1, by=("cage",))
    if late:
        table.clear()
        table.play(1)
        paid = PastWin(1250 * DOLLAR, 0, "main", (), 2)
        assert not table.do(OpenClaim, spot="2/gbj", award=SHARE, by=("pit",), past=past, reference="camera")
    else:
        paid = None
        assert not table.do(OpenClaim, spot="2/gbj", award=SHARE)
    assert table.do(ConfirmClaim, claim=2, by=("manager", "shift")) == "interested"
    more = {"claim": 1, "amount": DOLLAR, "past": paid, **WHY}
    assert table.do(CorrectWin, by=("manager", "shift"), **more) == "interested"
    assert not table.do(CorrectWin, by=("accounting", "auditor"), **more)
    table.audit()


def test_a_reopened_hand_is_not_paid_by_the_keys() -> None:
    table = locked(1)
    table.clear()
    assert not table.do(ReopenClaims, by=("floor",), **WHY)
    assert not table.do(OpenClaim, spot=SEAT, award=SMALL, by=())
    assert table.do(ConfirmClaim, claim=1) == "needs_people"


@pytest.mark.parametrize("award", [SMALL, FIXED, SHARE])
def test_a_paid_hand_is_not_claimed_again_nor_void_after_a_start_with_other_files(award: str) -> None:
    """Any change of a file, as a sign's name, had the hand's payments forgotten."""
    table = locked(1)
    assert not table.do(OpenClaim, spot=SEAT, award=award)
    assert not table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    if award == SHARE:
        assert not table.do(PayClaim, claim=1, method="cash")
    table.tell(Started(table.at, "boot-2", table.synced, "test", "other files", ("board",)))
    table.link()
    assert table.do(Void, by=("shift", "pit"), **WHY) == "award_stands"
    assert not table.do(Resume)
    assert table.do(OpenClaim, spot=SEAT, award=award) == "claim_decided"
    table.clear()
    table.lock()
    assert not table.state.book.claims
