"""The hands of the bench, without a process: what the spots win comes from the cards and from nothing else."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.config.files import Edit, write
from support.games.hands import game, paytable
from support.games.reference_hands import SLOW

from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.games.game import Looks
from controller.games.shoe import fresh_shoe
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Sensor, Spot, Wager
from testbed.bench.cards import Award, CardTable, DealtCards
from testbed.bench.errors import BenchError
from testbed.bench.hands import Hands

BROOK = load(shipped("config") / "table.toml")
SPOTS = tuple(BROOK.rules.spots)
A_SHARE = 2647  # in the first hand of this seed somebody in seats 1, 2, 4 and 6 wins the meter
PLAYING = ("1/galaxy", "2/galaxy", "4/galaxy", "6/galaxy")


def cards_in(*seats: tuple[DealtCards, ...]) -> list[str]:
    return [card for hands in seats for hand in hands for card in hand.cards]


def test_the_same_seed_deals_the_same_hands_and_another_one_others() -> None:
    def hands(seed: int) -> list[object]:
        table = CardTable(BROOK, seed)
        return [table.deal(SPOTS) for _ in range(50)]

    assert hands(7) == hands(7)
    assert hands(7) != hands(8)


def test_awards_are_what_the_first_cards_of_the_shoe_say() -> None:
    """Each seat's first two cards and the up card, read slowly and anew, against `brook`'s pay table (R005, R009)."""
    lines = paytable("brook-galaxy-bonus-jackpot").lines
    found = 0
    for seed in range(400):
        shoe = [card.name for card in fresh_shoe(6, Random(f"{seed}/cards").randrange).cards[:14]]
        up = shoe[6]
        expected = []
        for seat in range(6):
            pair = [shoe[seat], shoe[7 + seat]]
            line = next((line for line in lines if SLOW[line.event](pair, [up], "")), None)
            if line:
                expected.append((f"{seat + 1}/galaxy", " ".join(pair), line.title))
        dealt = CardTable(BROOK, seed).deal(SPOTS)
        assert [(award.spot, award.cards, award.title) for award in dealt.awards] == expected
        assert cards_in(dealt.dealer)[:2] == [up, shoe[13]]
        found += len(expected)
    assert found > 50


def test_a_share_names_its_meter_and_no_money() -> None:
    """R008: what a share comes to is the ledger's to say."""
    straight, aces = CardTable(BROOK, A_SHARE).deal(PLAYING).awards
    assert straight.facts() == {
        "spot": "2/galaxy",
        "cards": "Kh Qd",
        "dealer": "Ac 8d",
        "award": "Straight",
        "pays": "15.00",
    }
    assert aces.facts() == {
        "spot": "6/galaxy",
        "cards": "Ac Ac",
        "dealer": "Ac 8d",
        "award": "Three-of-a-Kind Aces (Suited)",
        "share": "100 %",
        "jackpot": "bonus",
    }


def test_only_who_bets_gets_cards() -> None:
    table = CardTable(BROOK, 1)
    assert list(table.deal(["5/galaxy", "2/galaxy"]).seats) == [2, 5]
    nobody = table.deal([])
    assert (nobody.seats, nobody.awards, nobody.dealer) == ({}, (), ())


def test_a_shoe_is_dealt_until_the_cut_card() -> None:
    """`brook`: the cut card lies a deck from the end; the hand in which it comes is the last."""
    table = CardTable(BROOK, 3)
    for _ in range(5):
        dealt, ended = [0], False
        while not ended:
            hand = table.deal(SPOTS)
            dealt.append(dealt[-1] + len(cards_in(hand.dealer, *hand.seats.values())))
            ended = hand.shoe_ended
            assert dealt[-2] <= 5 * 52
        assert 5 * 52 < dealt[-1] <= 6 * 52


def looks_at(name: str) -> Looks:
    return next(bet.looks_at for bet in game("lucky-ladies").side_bets.values() if name in bet.paytables)


def two_wagers(**wagers: str) -> Config:
    """`lucky-ladies` with two sensors at each of three seats."""
    spots = {f"{seat}/{wager}": Spot(f"{seat}/{wager}", seat, wager, Sensor.BUTTON, 0, 0, 0)
             for seat in (1, 2, 3) for wager in wagers}  # fmt: skip
    made = {
        wager: Wager(wager, (5 * DOLLAR,), (f"{wager}-jackpot",), paytable(name), looks_at(name), Collect.SETTLEMENT)
        for wager, name in wagers.items()
    }
    rules = replace(BROOK.rules, spots=spots, wagers=made)
    return replace(
        BROOK, game=game("lucky-ladies"), rules=rules, paytables={name: paytable(name) for name in wagers.values()}
    )


def test_two_wagers_of_a_seat_are_decided_by_one_hand() -> None:
    """R004: they have spots of their own, and the seat its two cards."""
    table = CardTable(two_wagers(ladies="LL/JP 12", three="PT-BJS-213-03"), 5)
    both: list[tuple[Award, Award]] = []
    alone = 0
    while len(both) < 3:
        dealt = table.deal(["2/ladies", "2/three", "3/three"])
        won = {award.spot: award for award in dealt.awards}
        assert list(dealt.seats) == [2, 3]
        assert set(won) <= {"2/ladies", "2/three", "3/three"}
        if {"2/ladies", "2/three"} <= set(won):
            both.append((won["2/ladies"], won["2/three"]))
        alone += "2/ladies" in won and "2/three" not in won
    assert all((one.cards, one.dealer) == (other.cards, other.dealer) for one, other in both)
    assert all((one.jackpot, other.jackpot) == ("ladies-jackpot", "three-jackpot") for one, other in both)
    assert all(other.deciding == f"{other.cards} {other.dealer.split()[0]}" for _, other in both), "with the up card"
    assert alone


def test_a_table_at_which_it_cannot_deal_is_refused_before_anything_starts() -> None:
    with pytest.raises(BenchError, match="several_spots"):
        CardTable(two_wagers(five="LL/JP 12", ten="LL/JP 12"), 1)
    with pytest.raises(BenchError, match=r"bench\.no_deal file=.*config/table\.toml why=.*2"):
        CardTable(replace(two_wagers(three="PT-BJS-213-03"), decks=2), 1)
    mixed = two_wagers(one="LL/JP 12", other="LL/JP 13")
    spots = {"1/one": mixed.rules.spots["1/one"], "2/other": mixed.rules.spots["2/other"]}
    with pytest.raises(BenchError, match="several_spots"):
        CardTable(replace(mixed, rules=replace(mixed.rules, spots=spots)), 1)


class FakeWorld:
    """What `Hands` asks of the processes."""

    def __init__(self, config: Config = BROOK, *, claimable: bool = True) -> None:
        self.config = config
        self.asked: list[str] = []
        self.ok = True
        self.claimable = lambda _spot: claimable

    async def ask(self, command: str, **_facts: object) -> dict[str, Any]:
        self.asked.append(command)
        return {"ok": self.ok}


def status(phase: str, round_: int, *playing: str) -> Mapping[str, Any]:
    return {
        "phase": phase,
        "round": round_,
        "spots": {spot: {"plays": spot in playing, "stake": "5.00"} for spot in SPOTS},
    }


async def shown(hands: Hands, *found: Mapping[str, Any]) -> str:
    for each in found:
        await hands.follow(dict(each))
    return hands.text()


async def test_by_hand_the_cards_lie_there_from_lock_to_clear() -> None:
    hands = Hands(FakeWorld(), CardTable(BROOK, A_SHARE))  # type: ignore[arg-type]
    assert await shown(hands, status("betting", 1)) == ""
    first = await shown(hands, status("locked", 1, *PLAYING))
    assert "dealer   Ac 8d" in first
    assert re.search(r"^seat 2   Kh Qd .*; Straight, \$15\.00: press w, then 2$", first, re.MULTILINE)
    assert re.search(
        r"^seat 6   Ac .*; Three-of-a-Kind Aces \(Suited\), 100 % of bonus: press w, then 6$", first, re.MULTILINE
    )
    for phase in ("locked", "fault", "settled"):
        assert await shown(hands, status(phase, 1, *PLAYING[1:])) == first, "a hand is dealt once"
    assert await shown(hands, status("betting", 2)) == ""
    assert await shown(hands, status("locked", 2, *PLAYING)) not in ("", first)
    second = hands.text()
    assert await shown(hands, status("locked", 3, *PLAYING)) != second, "CLEAR and LOCK between two looks"


async def test_by_hand_a_claim_is_asked_for_as_the_sensor_takes_it(tmp_path: Path) -> None:
    chips = load(write(tmp_path, [Edit('sensor = "button"', 'sensor = "presence"')] * 6))
    hands = Hands(FakeWorld(chips), CardTable(chips, A_SHARE))  # type: ignore[arg-type]
    assert "press w, then 2 twice" in await shown(hands, status("locked", 1, *PLAYING))
    hands = Hands(FakeWorld(claimable=False), CardTable(BROOK, A_SHARE))  # type: ignore[arg-type]
    assert "press w" not in await shown(hands, status("locked", 1, *PLAYING))


async def test_by_hand_the_end_of_the_shoe_is_told_between_rounds_until_it_is_taken() -> None:
    world = FakeWorld()
    hands = Hands(world, CardTable(BROOK, 3))  # type: ignore[arg-type]
    number = 0
    while "cut card has come" not in hands.text():
        assert world.asked == []
        number += 1
        await shown(hands, status("betting", number), status("locked", number, *SPOTS))
    world.ok = False
    await shown(hands, status("closed", number + 1))
    assert world.asked == []
    await shown(hands, status("betting", number + 1), status("locked", number + 1, *SPOTS))
    assert world.asked == ["table shoe-ended"]
    assert "cut card" not in hands.text()
    world.ok = True
    await shown(hands, status("betting", number + 2), status("betting", number + 2))
    assert world.asked == ["table shoe-ended"] * 2


async def test_by_hand_a_round_that_came_back_has_no_cards_and_its_shoe_is_over() -> None:
    world = FakeWorld()
    hands = Hands(world, CardTable(BROOK, 3))  # type: ignore[arg-type]
    assert await shown(hands, status("recovered", 4, *PLAYING), status("settled", 4, *PLAYING)) == ""
    assert await shown(hands, status("betting", 5)) == ""
    assert world.asked == ["table shoe-ended"]
    assert await shown(hands, status("locked", 5, *PLAYING))
