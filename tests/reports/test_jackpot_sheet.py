"""The jackpot sheet of R016 says what is configured, in words and for machines."""

import json
from pathlib import Path

import pytest
from support.config.files import Edit, write
from support.processes.litbet import litbet
from support.reports.papers import ENGLISH

from controller import __version__
from controller.__main__ import main
from controller.config.load import load
from controller.config.resources import shipped
from controller.reports.jackpot_sheet import facts, sheet
from controller.reports.layout.text import as_text


def test_everything_that_the_submission_asks_for_is_on_it() -> None:
    config = load(shipped("config") / "table.toml")
    text = " ".join(as_text(sheet(ENGLISH, config)).split())
    for wanted in (
        "a bonus jackpot", "6 decks", "brook-galaxy-bonus-jackpot", "$5.00", "limit: $50.00", "$1,250.00",
        "10 % of the locked wagers", "split", config.profile.disclosure.text, "Straight Flush $125.00", __version__,
        config.digest,
    ):  # fmt: skip
        assert wanted in text, wanted


def test_it_says_what_only_other_types_have() -> None:
    """R016, of a progressive (R071, R075) and of a house jackpot with a chosen suit (R121, R123)."""
    progressive = " ".join(as_text(sheet(ENGLISH, load(shipped("config") / "examples/wa-progressive.toml"))).split())
    for wanted in ("per wager, 12.5 % of", "next reset: 2 % of", "rises to $50,000.00", "words hang at the table"):
        assert wanted in progressive, wanted
    config = load(shipped("config") / "examples/wa-house.toml")
    house = " ".join(as_text(sheet(ENGLISH, config)).split())
    notices = config.profile.disclosure.notices
    for wanted in ("manual house, no part of a wager", "suit-specific awards: hearts", "full each", *notices):
        assert wanted in house, wanted
    assert "next reset" not in house
    assert "no higher" not in house


@pytest.mark.parametrize(
    "edit",
    [
        Edit('profile = "nh-brook"', 'profile = "generic-gli"'),  # a term of the table
        Edit('unreasonable = "6000.00"', 'unreasonable = "7000.00"'),  # of its meter
    ],
)
def test_papers_of_a_file_that_nobody_has_accepted_say_so(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "state", write(tmp_path)
    table = ("--config", str(file), "--dir", str(folder))

    def printed() -> list[bool | None]:
        assert main(["jackpot", "sheet", *table]) == 0
        warned = "NOT IN FORCE" in capsys.readouterr().out
        assert main(["jackpot", "sheet", *table, "--json"]) == 0
        return [warned, json.loads(capsys.readouterr().out)["accepted"]]

    assert printed() == [False, None], "there is no ledger yet"
    assert main(["init", *table, "--by", "A. Clerk", "--by", "B. Witness"]) == 0
    capsys.readouterr()
    assert printed() == [False, True]
    write(tmp_path, [edit])
    assert printed() == [True, False]


def test_a_change_of_the_files_changes_the_sheet(tmp_path: Path) -> None:
    before = load(write(tmp_path))
    after = load(write(tmp_path, [Edit('unreasonable = "6000.00"', 'unreasonable = "7000.00"')]))
    assert facts(after)["jackpots"][0]["largest_post"] == 7_000_000_000
    assert facts(before)["config_sha256"] != facts(after)["config_sha256"]
    assert facts(before)["program_sha256"] == facts(after)["program_sha256"]


def test_it_needs_no_daemon() -> None:
    config = shipped("config") / "table.toml"
    done = litbet("jackpot", "sheet", "--config", config, "--json")
    assert json.loads(done.stdout) == {**facts(load(config)), "accepted": None}
    assert "Jackpot sheet" in litbet("jackpot", "sheet", "--config", config).stdout
