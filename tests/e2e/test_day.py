"""A scripted day with real processes; its sheet is computed by hand (R090-R104, R120, R210-R215)."""

import subprocess
from pathlib import Path

from support.processes.day import morning, subscription
from support.processes.day_script import DAY
from support.processes.day_sheet import (
    DATE,
    each_decision_is_there_once,
    equals_the_hand_computed_one,
    sheet,
    signs_were_never_wrong,
)
from support.processes.litbet import audited, litbet, pins_typed, until


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
        done = litbet(*line, *by, "--dir", tmp_path, input=pins_typed(*by))
        return done.returncode, (done.stdout or done.stderr).strip()

    with morning(tmp_path) as table:
        table.do("table open")
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        code, output = say(["win", "claim", "--seat", "4", "--cards", "Ah Ah Ah"])
        assert code == 1
        assert output == "Spot 4/galaxy does not play in round 1."
        assert say(["win", "claim", "--seat", "3", "--cards", "Ah Ah Ah"], "second") == (
            0,
            (
                "Claim 1 for seat 3 in round 1: Three-of-a-Kind Aces (Suited), $1,250.00. "
                "Freeze the cards, look at them, then confirm or deny."
            ),
        )
        code, output = say(["win", "confirm", "1"], "floor")
        assert (code, output) == (0, "Approved by floor; 1 more person is needed.")
        code, output = say(["win", "confirm", "1"], "second")
        assert (code, output) == (1, "second made claim 1 and cannot approve it. Ask somebody else.")
        code, output = say(["win", "confirm", "1"], "manager")
        assert (code, output) == (0, "Confirmed: seat 3 is owed $1,250.00 (slip 1); the meter is $1,250.00 again.")
        shown = subprocess.run(
            [*subscription(table.house, "value"), "-C", "1", "-W", "20"], capture_output=True, text=True, check=True
        )
        assert shown.stdout == "litbet/bj-1/jackpot/bonus/value 1250.00\n"
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
