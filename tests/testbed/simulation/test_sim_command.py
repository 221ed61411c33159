"""`litbet sim`, as one types it."""

import json

import pytest

from controller.__main__ import main


def test_one_seed_with_its_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seed", "0", "--days", "1"]) == 0
    output = capsys.readouterr().out
    assert "the dealer presses LOCK" in output
    assert "digest of every row and message: " in output


def test_many_as_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seeds", "2", "--days", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["first"], found["seeds"], found["days"], found["violations"]) == (0, 2, 2, 0)
    assert found["tables"] == {"coin": 1, "table": 1}
    assert found["faults"]


def test_fresh_ones_say_which_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seeds", "1", "--days", "1", "--fresh"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("seeds from ")
    assert output.endswith("no violation\n")


@pytest.mark.parametrize("words", [["--seeds", "0"], ["--days", "-1"], ["--jobs", "many"], ["--for", "x"]])
def test_what_makes_no_sense_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["sim", *words])
    assert ended.value.code == 2
