"""What the day of day.py must come to: its sheet as one adds it up on paper, each decision once, and signs that
were never wrong."""

import json
from pathlib import Path
from typing import Any

from support.processes.day import DayTable, true_meters
from support.processes.day_script import DAY
from support.processes.litbet import litbet

DATE = "2026-11-18"


def sheet(folder: Path) -> dict[str, Any]:
    done = litbet("report", "day", "--day", DATE, "--dir", folder, "--json")
    assert done.returncode == 0, done
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def equals_the_hand_computed_one(found: dict[str, Any]) -> None:
    """All figures of the day, as one adds them up on paper."""
    # Rounds locked and not void: 1 nobody wins, 2 dealer's awards, 3 floor's awards, 4 two on the meter, 5 one on it,
    # 6 without a bet, 7 denied, 8 mended. The void one is none of them: its number is 8, the mended one's is 9.
    assert (found["rounds"], found["rounds_without_bets"], found["rounds_void"]) == (8, 1, 1)
    # Round:  1 2 3 4 5 7 9
    # seat 1  x x     x x       4
    # seat 2  x x x x     x     5
    # seat 3  x x   x x   -     4; in round 9 it was void
    # seat 4  x   x   x         3
    # seat 5  x     x           2
    # seat 6  x         x +     3; in round 9 it was added by hand
    lit = {"1/galaxy": 4, "2/galaxy": 5, "3/galaxy": 4, "4/galaxy": 3, "5/galaxy": 2, "6/galaxy": 3}
    assert found["lit"] == lit
    # 4 + 5 + 4 + 3 + 2 + 3 = 21 wagers of $5.00
    assert (found["wagers"], found["wagered"]) == ({"galaxy": 21}, "105.00")
    # The top award: 1333.33 were taken over, and 10 % of the 77.00 of the day before, 7.70, posted on it: 1341.03 for
    # two. Half is 670.515: 670.51 each, and the odd cent to seat 2, which sits closer to the dealer's left than seat 5.
    # Then 1250.00 for one. Together 2591.03.
    assert {(each["award"], each["jackpot"]): (each["wins"], each["money"]) for each in found["awards"]} == {
        ("Straight", ""): (1, "15.00"),
        ("Three-of-a-Kind (Off Suit)", ""): (1, "50.00"),
        ("Straight Flush", ""): (1, "125.00"),
        ("Three-of-a-Kind (Suited)", ""): (1, "625.00"),
        ("Three-of-a-Kind Aces (Suited)", "bonus"): (3, "2591.03"),
    }
    # 15.00 + 50.00 + 125.00 + 625.00 + 2591.03 = 3406.03; 105.00 - 3406.03 = -3301.03
    assert (found["won"], found["corrected"], found["result"]) == ("3406.03", "0.00", "-3301.03")
    jackpot = found["jackpots"]["bonus"]
    # 1250.00 at the opening of the ledger, 83.33 more make the 1333.33 that were taken over; 7.70 for the day before,
    # which this table did not play: a correction of its none. 1341.03 and 1250.00 won; each time 1250.00 again.
    # 0 + 1250.00 + 83.33 + 7.70 - 1341.03 + 1250.00 - 1250.00 + 1250.00 = 1250.00
    assert {(move["code"], move["into_meter"]): move["amount"] for move in jackpot["moves"]} == {
        ("seed", True): "1250.00",
        ("take_over", True): "83.33",
        ("correct", True): "7.70",
        ("award", False): "2591.03",
        ("reseed", True): "2500.00",
    }
    assert (jackpot["opening"], jackpot["closing"], jackpot["breaches"]) == ("0.00", "1250.00", [])
    # 10 % of 105.00, added the next morning
    facts = [jackpot[name] for name in ("wagers", "base", "accrued", "posted")]
    assert facts == [21, "105.00", "10.50", "10.50"]
    assert [
        (win["claim"], win["round"], win["seat"], win["stage"], win["amount"], win["slip"], win["approved_by"])
        for win in found["wins"]
    ] == [
        (1, 2, "3", "paid", "15.00", 1, ""),
        (2, 2, "1", "paid", "50.00", 2, ""),
        (3, 3, "4", "paid", "125.00", 3, "second"),
        (4, 3, "2", "paid", "625.00", 4, "floor"),
        (5, 4, "5", "paid", "670.51", 5, "floor, second"),
        (6, 4, "2", "paid", "670.52", 6, "second, floor"),
        (7, 5, "3", "paid", "1250.00", 7, "floor, manager"),
        (8, 7, "1", "denied", "0.00", "", "floor"),
    ]
    assert (found["unpaid"], found["faults"]) == ([], [])
    assert found["exceptions"] == {
        "floor": {"void": 1, "add_spot": 1, "void_spot": 1, "claim_denied": 1},
        "second": {"void": 1, "void_spot": 1},
        "manager": {"take_over": 1, "claim_denied": 1},
        "accounting": {"take_over": 1},
        "": {"dispute": 1},
    }


def each_decision_is_there_once(table: DayTable) -> None:
    first, *kinds = table.kinds()
    assert first == "day_start"  # it begins by itself
    assert kinds == [kind for step in DAY for kind in step.writes.split()]


def signs_were_never_wrong(table: DayTable) -> None:
    """Each amount is that of the row it names, which is on disk; and what comes later is newer."""
    assert table.sign is not None
    truth, meters = true_meters(table.rows()), table.sign.meters()
    places = [(meter["epoch"], meter["seq"], meter["pub"]) for meter in meters]
    assert places == sorted(places)
    assert len({(meter["pub"], meter["cents"], meter["state"]) for meter in meters}) == len(
        {place[2] for place in places}
    )
    for meter in meters:
        cents = truth[meter["seq"]] // 10_000
        assert (meter["cents"], meter["text"]) == (cents, f"{cents // 100}.{cents % 100:02d}"), meter
    # what was taken over may stand for less time than it takes to be shown: the post follows at once
    shown = [amount for amount in table.sign.values() if amount != "1333.33"]
    assert shown == ["1250.00", "1341.03", "1250.00", "1260.50"]
