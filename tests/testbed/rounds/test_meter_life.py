"""A meter from round to round, by hand; and its mean at a hit beside the exact one."""

import random

import pytest
from support.testbed.rounds import brook_jackpot, counted, felt_jackpot, table

from controller.table.funding import MANUAL_HOUSE, PER_WAGER
from controller.table.money import DOLLAR
from testbed.rounds.compare import compare, mean_expected
from testbed.rounds.meter_life import DAY, meter_life
from testbed.rounds.tally import Win

BONUS = "galaxy-bonus-jackpot"


def test_a_days_part_is_posted_the_next_morning_and_a_win_starts_again() -> None:
    """`brook`: 10 % of six $5 wagers a round are $3, $2,880 a day of 960 rounds."""
    brook = table("brook", 6, jackpots=[brook_jackpot()])
    wins = [Win(100, BONUS, 0), Win(1000, BONUS, 0), Win(1001, BONUS, 0), Win(2879, BONUS, 0)]
    lived = meter_life(brook, brook.jackpots[0], wins, 3000)
    assert [each // DOLLAR for each in lived.at_hits] == [1250, 1250 + 2880, 1250, 1250 + 2880]
    assert [(at, each // DOLLAR) for at, each in lived.points] == [
        *[(0, 1250), (100, 1250), (100, 1250)],
        *[(960, 4130), (1000, 4130), (1000, 1250), (1001, 1250), (1001, 1250)],
        *[(1920, 4130), (2879, 4130), (2879, 1250)],
        (2880, 4130),
    ]


def test_each_wagers_part_counts_at_once_and_a_share_leaves_the_rest() -> None:
    """`llj`: half of the meter for $5; 5 % of six $5 wagers a round are $1.50, those of the winning hand too."""
    mega = felt_jackpot("lucky-ladies", "mega", 100, 500, PER_WAGER)
    minor = felt_jackpot("lucky-ladies", "minor", 10, 500, PER_WAGER)
    llj = table("llj", 6, jackpots=[mega, minor])
    wins = [Win(9, "lucky-ladies", 0), Win(9, "lucky-ladies", 2), Win(19, "lucky-ladies", 0)]
    assert [each / DOLLAR for each in meter_life(llj, mega, wins, 20).at_hits] == [100 + 15, 57.5 + 15]
    assert meter_life(llj, mega, wins, 20).points[-1] == (20, 36_250_000)
    assert [each / DOLLAR for each in meter_life(llj, minor, wins, 20).at_hits] == [10 + 15]


def test_a_meter_of_management_only_falls() -> None:
    manual = felt_jackpot(BONUS, "bonus", 1250, 0, MANUAL_HOUSE)
    brook = table("brook", 6, jackpots=[manual])
    assert meter_life(brook, manual, [Win(5000, BONUS, 0)], 9000).at_hits == (1250 * DOLLAR,)


def test_a_long_life_is_drawn_with_few_points() -> None:
    brook = table("brook", 6, jackpots=[brook_jackpot()])
    assert len(meter_life(brook, brook.jackpots[0], [], 10_000_000).points) < 2100


def test_the_mean_at_a_hit_is_the_exact_one() -> None:
    """Twenty thousand wins that come by chance as often as the odds say; the meter starts from its reset amount."""
    brook = table("brook", 6, jackpots=[brook_jackpot()])
    found = compare(brook, counted(brook, 1000)[0])
    odds = found.bets[-1].odds
    each_round = 6 * float(odds.probability(odds.paytable.lines[0]))
    dice = random.Random(1)
    at, wins = 0.0, []
    for _ in range(20_000):
        at += dice.expovariate(each_round)
        wins.append(Win(int(at), BONUS, 0))
    lived = meter_life(brook, brook.jackpots[0], wins, int(at) + 1)
    mean, exact = lived.mean_at_hit, mean_expected(lived, found)
    assert mean is not None
    assert exact is not None
    assert float(mean) == pytest.approx(float(exact), rel=0.02)
    assert DAY == 960
