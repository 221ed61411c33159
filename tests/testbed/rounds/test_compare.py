"""Simulated frequencies beside the exact odds: the engine and the counting agree, and z would tell if they did not."""

from dataclasses import replace

import pytest
from support.testbed.rounds import brook_jackpot, counted, table

from controller.games.odds import odds
from controller.games.paytable import Paytable
from controller.games.shoe import Chance, Shoe, cut, places_to_cut, shuffled
from controller.table.money import DOLLAR
from testbed.rounds import block
from testbed.rounds.compare import compare, tail_z
from testbed.rounds.tally import NOTHING


@pytest.mark.parametrize(
    ("game", "decks", "chosen", "strategy", "rounds"),
    [
        ("brook", 6, (), "basic", 15_000),
        ("llj", 2, (), "basic", 6_000),
        ("llj", 8, (), "basic", 6_000),
        ("bbb", 1, (), "basic", 6_000),
        ("lucky-ladies", 2, (), "basic", 5_000),
        ("lucky-ladies", 6, ("LL/JP 11",), "hit-below-21", 6_000),  # Bust Bonus is lost by a player's 30
        ("double-action", 4, (), "like-the-dealer", 5_000),
        ("double-action", 6, ("MM6/1",), "basic", 5_000),
    ],
)
def test_every_line_comes_as_often_as_the_exact_odds_say(
    game: str, decks: int, chosen: tuple[str, ...], strategy: str, rounds: int
) -> None:
    of = table(game, decks, *chosen, strategy=strategy)
    found = compare(of, counted(of, rounds)[0])
    far = [(bet.bet.id, line) for bet in found.bets for line in bet.lines if abs(line.z) > 4]
    assert not far
    for bet in found.bets:
        assert abs(float(bet.returned - bet.exact)) < 4 * bet.error, bet.bet.id
        assert sum(line.frequency for line in bet.lines) == sum(line.exact for line in bet.lines) == 1


def test_a_share_is_worth_what_the_meter_opens_with() -> None:
    """`brook`: three suited aces take all of it; nothing else takes anything."""
    of = table("brook", 6, jackpots=[brook_jackpot()])
    tally, _ = counted(of, 1_000, seed=12)
    lines = of.felt.paytables["galaxy-bonus-jackpot"].lines
    hits = {number: tally.hits["galaxy-bonus-jackpot", number].total for number in (NOTHING, *range(len(lines)))}
    assert hits[0], "choose rounds in which the jackpot is hit"
    paid = hits[0] * 1250 + sum(hits[number] * line.amount // DOLLAR for number, line in enumerate(lines))
    assert tally.net["galaxy-bonus-jackpot"].total == (paid - 5 * 6 * 1_000) * DOLLAR
    assert [win.line for win in tally.wins] == [0] * len(tally.wins)
    assert len(tally.wins) == hits[0]


def test_the_exact_odds_are_those_of_the_players_strategy() -> None:
    """`lucky-ladies`: who draws below 21 loses Bust Bonus by a total of 30 too; few rounds do not show it."""
    lucky = table("lucky-ladies", 6, strategy="hit-below-21")
    found = {bet.bet.id: bet for bet in compare(lucky, counted(lucky, 10)[0]).bets}
    paytable = lucky.felt.paytables["bust-bonus"]
    assert found["bust-bonus"].exact == odds(paytable, 6, strategy="hit-below-21", hits_soft_17=False).returned(DOLLAR)
    assert found["bust-bonus"].exact < odds(paytable, 6, hits_soft_17=False).returned(DOLLAR)
    assert found["lucky-ladies"].exact == odds(lucky.felt.paytables["lucky-ladies"], 6).returned(DOLLAR)


def without(paytable: Paytable, event: str) -> Paytable:
    return replace(paytable, lines=tuple(line for line in paytable.lines if line.event != event))


def test_a_wrong_line_is_found() -> None:
    """The table plays without a line that the exact odds know; its hands then count as a line below, or as nothing."""
    right = table("brook", 6)
    paytables = dict(right.felt.paytables)
    royals = paytables["suited-royals"]
    paytables["suited-royals"] = without(royals, "king-queen-suited")
    wrong = replace(right, felt=replace(right.felt, paytables=paytables))
    tally, _ = counted(wrong, 2_000)
    numbers = [royals.lines.index(line) for line in paytables["suited-royals"].lines]
    moved = {number: tally.hits["suited-royals", place] for place, number in enumerate(numbers)}
    for number in range(len(royals.lines)):
        tally.hits.pop(("suited-royals", number), None)
    tally.hits.update({("suited-royals", number): hits for number, hits in moved.items()})
    found = compare(right, tally)
    assert {line.line.event for line in found.lines if line.line and abs(line.z) > 4} >= {"king-queen-suited"}


def test_a_bad_shuffle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deck is shuffled, but not with the others: cards of one face hardly meet."""

    def box_by_box(decks: int, chance: Chance) -> Shoe:
        brick = [card for _ in range(decks) for card in shuffled(1, chance)]
        places = places_to_cut(decks)
        return cut(brick, places[chance(len(places))])

    monkeypatch.setattr(block, "fresh_shoe", box_by_box)
    brook = table("brook", 6)
    found = compare(brook, counted(brook, 2_000)[0])
    assert {line.line.event for line in found.lines if line.line and line.z < -4} >= {"matched-20"}


def test_seldom_lines_are_judged_by_their_tail() -> None:
    """Three hits where one is expected: P(3) / 2 + P(4 or more) = 0.04965, a normal tail from 1.648 on."""
    assert tail_z(3, 1.0) == pytest.approx(1.648, abs=0.001)
    assert tail_z(0, 3.0) == pytest.approx(-1.96, abs=0.01)  # exp(-3) / 2 = 0.0249
    assert tail_z(0, 0.0) == pytest.approx(0.0, abs=1e-9)
    assert tail_z(1, 0.0) > 30, "it cannot be, and was"
    assert tail_z(0, 5000.0) < -30, "it must be, and never was"
    assert tail_z(28, 25.0) == pytest.approx(3 / 5, abs=0.1), "near thirty it is as good as normal"


def test_a_handful_of_rounds_is_compared_too() -> None:
    """In ten rounds a line may come at every seat, or at none; nothing varies, and nothing is divided by it."""
    for game, decks in (("brook", 6), ("lucky-ladies", 6), ("bbb", 1)):
        of = table(game, decks)
        assert compare(of, counted(of, 10)[0]).far == 0
