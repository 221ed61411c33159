"""A scripted day with real processes, and its sheet computed by hand, to the cent (R090-R104, R120, R210-R215)."""

import json
import subprocess
from pathlib import Path
from typing import Any

from support_day import DAY, DayTable, morning, subscription, true_meters
from support_processes import PIN, audited, litbet, until

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
    pot = found["jackpots"]["bonus"]
    # 1250.00 at the opening of the ledger, 83.33 more make the 1333.33 that were taken over, 7.70 posted; 1341.03 and
    # 1250.00 won; each time 1250.00 again.
    # 0 + 1250.00 + 83.33 + 7.70 - 1341.03 + 1250.00 - 1250.00 + 1250.00 = 1250.00
    assert {(move["code"], move["into_meter"]): move["amount"] for move in pot["moves"]} == {
        ("opening", True): "1250.00",
        ("take_over", True): "83.33",
        ("post", True): "7.70",
        ("award", False): "2591.03",
        ("reseed", True): "2500.00",
    }
    assert (pot["opening"], pot["closing"], pot["breaches"]) == ("0.00", "1250.00", [])
    # 10 % of 105.00, added the next morning
    assert (pot["wagers"], pot["base"], pot["accrued"], pot["posted"]) == (21, "105.00", "10.50", "10.50")
    assert [
        (win["claim"], win["round"], win["seat"], win["stage"], win["amount"], win["slip"], win["approved_by"])
        for win in found["wins"]
    ] == [
        (1, 2, "3", "paid", "15.00", 1, "dealer's keys"),
        (2, 2, "1", "paid", "50.00", 2, "dealer's keys"),
        (3, 3, "4", "paid", "125.00", 3, "second"),
        (4, 3, "2", "paid", "625.00", 4, "floor"),
        (5, 4, "5", "paid", "670.51", 6, "floor and second"),
        (6, 4, "2", "paid", "670.52", 5, "manager and floor"),
        (7, 5, "3", "paid", "1250.00", 7, "floor and manager"),
        (8, 7, "1", "denied", "0.00", "", "floor"),
    ]
    assert (found["unpaid"], found["faults"]) == ([], [])
    assert found["exceptions"] == {
        "floor": {"round void": 1, "bet added by hand": 1, "bet void": 1},
        "manager": {"meter taken over": 1, "claim denied": 1},
        "accounting": {"meter taken over": 1},
        "dealer's keys": {"claim for a seat that did not play": 1},
    }


def each_decision_is_there_once(table: DayTable) -> None:
    kinds = [row.kind for row in table.rows()]
    assert kinds[0] == "day"  # the first one begins by itself
    assert kinds[1:] == [kind for step in DAY for kind in step.writes.split()]
    assert [row.body["slip"] for row in table.rows() if row.kind == "fixed"] == [1, 2, 3, 4]


def signs_were_never_wrong(table: DayTable) -> None:
    """Each amount is that of the row it names, and what comes later is newer."""
    assert table.sign is not None
    truth = true_meters(table.rows(), 0)
    amounts = {seq: amount // 10_000 for seq, amount in truth.items()}
    told = table.sign.meters()
    places = [(meter["epoch"], meter["seq"], meter["pub"]) for meter in told]
    assert places == sorted(places)
    assert len({meter["epoch"] for meter in told}) == 1
    for meter in told:
        known = [seq for seq in amounts if seq <= meter["seq"]]
        assert meter["cents"] == (amounts[known[-1]] if known else 125_000), meter
        assert meter["text"] == f"{meter['cents'] // 100}.{meter['cents'] % 100:02d}"
    # what was taken over may stand for less time than it takes to be shown: the post follows at once
    shown = [amount for amount in table.sign.values() if amount != "1333.33"]
    assert shown == ["1250.00", "1341.03", "1250.00", "1260.50"]


def test_a_whole_day(tmp_path: Path) -> None:
    """Everything that people do is typed."""
    with morning(tmp_path) as table:
        for step in DAY:
            table.by_command_line(step)
        each_decision_is_there_once(table)
        assert table.status()["jackpots"]["bonus"]["meter"] == "1260.50"
        until(lambda: table.sign and table.sign.values()[-1:] == ["1260.50"], "the morning's amount on the sign")
        signs_were_never_wrong(table)
        assert table.stop() == 0
    equals_the_hand_computed_one(sheet(tmp_path))
    text = " ".join(litbet("report", "day", "--day", DATE, "--dir", tmp_path).stdout.split())
    for words in ("$105.00", "$3,406.03", "-$3,301.03", "$2,591.03", "$10.50", "21"):
        assert words in text, words
    assert audited(tmp_path).returncode == 0


def test_the_top_award_by_hand(tmp_path: Path) -> None:
    """Three commands as a floor person types them."""

    def say(line: list[str], *people: str) -> tuple[int, str]:
        by = [word for name in people for word in ("--by", name)]
        done = litbet(*line, *by, "--dir", tmp_path, input=f"{PIN}\n" * len(people))
        return done.returncode, (done.stdout or done.stderr).strip()

    with morning(tmp_path) as table:
        table.do("table open")
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        code, told = say(["win", "claim", "--seat", "4", "--cards", "Ah Ah Ah"])
        assert code == 1
        assert told == "Spot 4/galaxy does not play in round 1."
        assert say(["win", "claim", "--seat", "3", "--cards", "Ah Ah Ah"], "second") == (
            0,
            "Claim 1 for seat 3 in round 1: Three-of-a-Kind Aces (Suited), $1,250.00. "
            "Freeze the cards, look at them, then confirm or deny.",
        )
        code, told = say(["win", "confirm", "1"], "floor")
        assert (code, told) == (0, "Approved by floor; one more person is needed.")
        code, told = say(["win", "confirm", "1"], "second")
        assert (code, told) == (1, "second made claim 1 and cannot approve it. Ask somebody else.")
        code, told = say(["win", "confirm", "1"], "manager")
        assert (code, told) == (0, "Confirmed: seat 3 is owed $1,250.00, slip 1; the meter is $1,250.00 again.")
        shown = subprocess.run(
            [*subscription(table.house, "value"), "-C", "1", "-W", "20"], capture_output=True, text=True, check=True
        )
        assert shown.stdout == "litbet/bj-1/jackpot/bonus/value 1250.00\n"
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
