"""`litbet games list` and `games show`: as text, as JSON, as PDF, of a table's own game, and what they refuse."""

import json
from pathlib import Path

import pytest
from support.config.own_table import own_table
from support.reports.pdf import words_of

from controller.__main__ import main
from controller.config.catalogue import game_names

Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *words: str) -> str:
    assert main(["games", *words]) == 0
    return capsys.readouterr().out


def one_line(capsys: Capture, *words: str) -> str:
    return " ".join(output(capsys, *words).split())


def test_the_list_names_every_game_with_its_bets(capsys: Capture) -> None:
    lines = output(capsys, "list").splitlines()
    assert [line.split(":")[0] for line in lines[::3]] == game_names()
    brook = lines.index(next(line for line in lines if line.startswith("brook:")))
    assert lines[brook + 1 : brook + 3] == [
        "  six decks, 6 seats",
        "  side bets: Lucky Ladies, Suited Royals and Galaxy Bonus Jackpot",
    ]


def test_the_list_as_json_is_the_games_data(capsys: Capture) -> None:
    found = json.loads(output(capsys, "list", "--json"))
    assert [game["id"] for game in found] == game_names()
    llj = next(game for game in found if game["id"] == "llj")
    assert (llj["decks"], llj["side_bets"]["lucky-ladies"]["paytables"]) == ([2, 6, 8], ["llj-lucky-ladies-jackpot"])
    assert json.loads(output(capsys, "show", "llj", "--json")) == llj


def test_a_game_is_shown_under_nine_headings(capsys: Capture) -> None:
    """R240."""
    lines = output(capsys, "show", "brook").splitlines()
    assert [line[0] for line in lines if line[1:3] == ". "] == list("ABCDEFGHI")
    assert any("10.44 %" in line for line in lines)
    assert any("$1,250.00" in line for line in lines), "the shipped table plays it"


def test_only_what_was_asked_for_is_shown(capsys: Capture) -> None:
    """`double-action`."""
    out = one_line(capsys, "show", "double-action", "--decks", "4", "--paytable", "DA4/3", "--paytable", "MM4/1")
    assert "DA4/3 with four decks" in out
    assert "MM4/1 with four decks" in out
    assert "DA4/1" not in out
    assert "DA8/1" not in out


def test_the_document_of_a_submission(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "brook.pdf"
    assert output(capsys, "show", "brook", "--pdf", str(path)) == f"{path}: written\n"
    assert path.read_bytes().startswith(b"%PDF-")
    assert "10.44 %" in words_of(path.read_bytes())


def test_nobodys_choice_of_a_suit_is_not_made_up(capsys: Capture) -> None:
    """`lucky-ladies`: the operator chooses."""
    words = ("show", "lucky-ladies", "--decks", "4", "--paytable", "LL/JP 7")
    chosen, unchosen = one_line(capsys, *words, "--suit", "spades"), one_line(capsys, *words)
    assert "has chosen for suit-specific awards: spades." in chosen
    assert "The odds are for spades" in chosen
    assert "has chosen for suit-specific awards: hearts" not in unchosen


def test_a_table_with_a_game_a_pay_table_and_a_suit_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    """docs/PAYTABLES.md: what lies beside the table's file goes before what is shipped."""
    config = ("--config", str(own_table(tmp_path)))
    out = one_line(capsys, "show", "brook", *config)
    assert "house-jackpot with six decks" in out
    assert "optional side bet before any card is dealt. It is decided by" in out
    assert "House Jackpot" in out
    assert "Galaxy Bonus Jackpot: an optional" not in out
    assert "stands on 17 or more, also a soft 17" in out
    assert "has chosen for suit-specific awards: spades." in out
    assert "opens with $1,250.00" in out
    assert "awards: clubs." in one_line(capsys, "show", "brook", "--suit", "clubs", *config)
    assert json.loads(output(capsys, "show", "brook", "--json", *config))["play"]["dealer_hits_soft_17"] is False
    assert json.loads(output(capsys, "show", "brook", "--json"))["play"]["dealer_hits_soft_17"] is True
    other = one_line(capsys, "show", "lucky-ladies", "--decks", "4", "--paytable", "LL/JP 7", *config)
    assert "awards: spades" not in other, "the suit was chosen for another game"


IGNORED = "--json prints a game's own data; leave out --pdf, --decks, --paytable and --suit"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("brok",), 'there is no game "brok"; write one of brook, or see litbet games list'),
        (("qqq",), 'there is no game "qqq"; see litbet games list'),
        (("brook", "--paytable", "qqq"), 'there is no pay table "qqq"; see litbet odds --all'),
        (("brook", "--paytable", "DA4/3"), "DA4/3 is not a pay table of brook; its file lists those that are"),
        (("brook", "--decks", "4"), "brook is not played with 4 decks; write one of 6"),
        (("brook", "--suit", "hearts"), "none of these pay tables has an award for a chosen suit; leave out --suit"),
        (("brook", "--json", "--pdf", "a.pdf"), IGNORED),
        (("brook", "--json", "--decks", "6"), IGNORED),
        (("brook", "--json", "--paytable", "brook-suited-royals"), IGNORED),
        (("brook", "--json", "--suit", "hearts"), IGNORED),
    ],
)
def test_a_wrong_question_is_answered_with_one_sentence(words: tuple[str, ...], says: str, capsys: Capture) -> None:
    assert main(["games", "show", *words]) == 2
    assert capsys.readouterr() == ("", f"litbet: {says}\n")


def test_no_number_of_decks_is_none(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["games", "show", "brook", "--decks", "0"])
    assert ended.value.code == 2
    assert "argument --decks: write a whole number from 1 to 8" in capsys.readouterr().err
