"""`litbet odds`: its JSON, the printed figures, the table it speaks of, and all that it refuses."""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.config.files import Edit, write
from support.config.own_table import own_table

from controller.__main__ import main
from controller.config.catalogue import find_paytable
from controller.config.catalogue import paytable_names as names

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *words: str) -> Any:
    assert main(["odds", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def text(capsys: Capture, *words: str) -> str:
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    """By the command or by its arguments: what is said, without the prefix that all have."""
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(["odds", *words]))
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    last = err.splitlines()[-1]
    assert last.startswith(("litbet: ", "litbet odds: error: argument "))
    return last.removeprefix("litbet: ").removeprefix("litbet odds: error: ")


def test_json_says_what_was_counted(capsys: Capture) -> None:
    """`double-action` prints 7.42 %."""
    found = answer(capsys, "DA4/3", "--decks", "4")
    types = {key: type(value) for key, value in found.items()}
    assert types == {
        "paytable": str,
        "title": str,
        "decks": int,
        "wager": str,
        "suit": type(None),
        "house_edge": float,
        "house_edge_exact": str,
        "rtp": float,
        "rtp_exact": str,
        "hit_frequency": float,
        "hit_frequency_exact": str,
        "standard_deviation": float,
        "combinations": int,
        "events": list,
        "nothing": dict,
        "circumstances": list,
        "notes": list,
    }
    assert (found["paytable"], found["decks"]) == ("DA4/3", 4)
    assert round(found["house_edge"], 4) == 0.0742
    assert float(Fraction(found["house_edge_exact"])) == found["house_edge"]
    assert Fraction(found["rtp_exact"]) == 1 - Fraction(found["house_edge_exact"])
    assert [sorted(event) for event in found["events"]] == [
        ["combinations", "event", "name", "one_in", "pays", "probability"]
    ] * len(found["events"])
    ways = sum(event["combinations"] for event in found["events"])
    assert ways + found["nothing"]["combinations"] == found["combinations"]
    assert Fraction(ways, found["combinations"]) == Fraction(found["hit_frequency_exact"])


def test_an_award_says_what_it_pays(capsys: Capture) -> None:
    """`llj` and `double-action`: so many times the wager, dollars that grow with it, a share of a meter."""
    assert {type(event["pays"]) for event in answer(capsys, "DA4/3", "--decks", "4")["events"]} == {int}
    found = answer(capsys, "llj-lucky-ladies-jackpot", "--decks", "6", "--wager", "10.00", "--meter", "mega=10000.00")
    assert found["wager"] == "10.00"
    mega = found["events"][0]
    assert (mega["pays"], mega["meter"]) == ("100 %", "mega")
    assert {name: meter["amount"] for name, meter in found["meters"].items()} == {
        "mega": "10000.00",
        "major": "0.00",
        "minor": "0.00",
    }
    five = answer(capsys, "llj-lucky-ladies-jackpot", "--decks", "6", "--wager", "5.00")
    assert five["events"][0]["pays"] == "50 %"
    dollars = [(event["pays"], of_5["pays"]) for event, of_5 in zip(found["events"], five["events"], strict=True)][-1]
    assert float(dollars[0]) == 2 * float(dollars[1])


def test_suited_royals_as_brook_prints_it(capsys: Capture) -> None:
    assert "\nhouse edge          10.44 %, exactly 422/4043\n" in text(capsys, "brook-suited-royals", "--decks", "6")
    assert "\nhouse edge          10.44 %" in text(capsys, "brook-suited-royals"), "only six decks are approved"


def test_the_meter_of_the_shipped_table_counts(capsys: Capture) -> None:
    out = text(capsys, "brook-galaxy-bonus-jackpot")
    assert "6 decks, wager $5.00, meter at $1,250.00" in out
    assert "return              22.31 %" in out
    assert "break-even meter: $244,677.50" in out
    assert "under the table's funding" in out


def test_bust_bonus_by_up_card_and_strategy(capsys: Capture) -> None:
    """`lucky-ladies`."""
    words = ("PT-FLT-BB-01", "--decks", "6")
    basic, other = answer(capsys, *words), answer(capsys, *words, "--strategy", "hit-below-21")
    assert [each["up_card"] for each in basic["by_up_card"]] == [
        "ace", *map(str, range(2, 10)), "ten"
    ]  # fmt: skip
    assert [each["code"] for each in basic["circumstances"]] == ["odds.stands_on_soft_17", "odds.strategy"]
    assert other["circumstances"][-1]["facts"] == {"strategy": "hit-below-21"}
    assert other["house_edge"] > basic["house_edge"], "who draws to a hard 20 may have 30"


def test_all_of_them(capsys: Capture) -> None:
    """Every pay table with the decks of its game; probabilities sum to one."""
    found = answer(capsys, "--all")
    assert len({each["paytable"] for each in found}) == 85
    decks: dict[str, list[int]] = {}
    for each in found:
        decks.setdefault(each["paytable"], []).append(each["decks"])
        chances = [event["probability"] for event in (*each["events"], each["nothing"])]
        assert sum(chances) == pytest.approx(1, abs=1e-12), each["paytable"]
    assert decks["llj-lucky-ladies-jackpot"] == [2, 6, 8]
    assert decks["DA4/3"] == [4]


def test_all_of_them_a_line_each_with_those_beside_the_table(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = ("--config", str(own_table(tmp_path)))
    few = ["brook-suited-royals", "house-jackpot"]
    monkeypatch.setattr(
        "controller.config.catalogue.paytable_names", lambda beside: [*filter(few.__contains__, names(beside))]
    )
    lines = text(capsys, "--all", *config).splitlines()
    assert [line.split("  hits")[0].split() for line in lines] == [
        ["brook-suited-royals", "6", "decks", "house", "edge", "10.44", "%"],
        ["house-jackpot", "6", "decks", "house", "edge", "57.46", "%"],
    ]
    assert text(capsys, "--all").count("\n") == 1


@pytest.mark.parametrize("paytable", ["brook-galaxy-bonus-jackpot", "PT-FLT-BB-01", "LL/JP 7"])
def test_the_odds_are_told_in_the_language_of_the_terminal(
    paytable: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the lines of the pay table and its notes stay as they were printed."""
    words = (paytable, "--decks", "6" if paytable != "LL/JP 7" else "4")
    english = text(capsys, *words).splitlines()
    monkeypatch.setenv("LC_ALL", "es_US.UTF-8")
    spanish = text(capsys, *words).splitlines()
    titles = [line.title for line in find_paytable(paytable).lines]
    assert any(line.startswith("ventaja de la casa") for line in spanish)
    for here, there in zip(spanish, english, strict=True):
        own = here.partition(": ")[0] if here.startswith("nota: ") else here
        for title in titles:
            own = own.replace(title, "")
        assert not re.search(r"\b(to|of|meter|deck|decks|wager|loses|pays|house|dealer|player|one|with|note)\b", own)
        assert sorted(re.findall(r"\d(?:[\d.,]*\d)?", here)) == sorted(re.findall(r"\d(?:[\d.,]*\d)?", there))
    assert refused(capsys, "DA4/3", "--decks", "6") == "DA4/3 es para cuatro barajas, no para 6"


# -- the table of a file


def test_a_table_with_a_game_a_pay_table_and_a_suit_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    """docs/PAYTABLES.md: what lies beside the table's file goes before what is shipped."""
    config = ("--config", str(own_table(tmp_path)))
    found = answer(capsys, "house-jackpot", *config)
    assert (found["decks"], found["wager"], found["suit"]) == (6, "5.00", "spades")
    assert found["meters"]["meter"]["amount"] == "1250.00"
    assert found["house_edge"] < answer(capsys, "LL/JP 11", "--decks", "6", "--meter", "250.00")["house_edge"], (
        "the same lines, but more hands have a blackjack of spades than one of hearts"
    )
    assert refused(capsys, "house-jackpot").startswith('there is no pay table "house-jackpot"')


def test_a_shipped_name_beside_the_table_is_the_tables(tmp_path: Path, capsys: Capture) -> None:
    paytable = "paytables/brook-suited-royals.toml"
    own = write(tmp_path, [Edit("times = 100", "times = 101", paytable)])
    shipped = answer(capsys, "brook-suited-royals")
    assert answer(capsys, "brook-suited-royals", "--config", str(own))["house_edge"] < shipped["house_edge"]


def test_a_broken_table_is_no_wrong_argument(tmp_path: Path, capsys: Capture) -> None:
    broken = write(tmp_path, [Edit("seats = 6", "seats = 60")])
    assert main(["odds", "DA4/3", "--config", str(broken)]) == 1
    assert capsys.readouterr().err.startswith(f"{broken}:")


# -- refusals

JACKPOT, ROYALS, GALAXY = "llj-lucky-ladies-jackpot", "brook-suited-royals", "brook-galaxy-bonus-jackpot"
ALL = "--all quotes every number of decks as configured; leave out --decks, --meter, --wager, --suit and --strategy"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "name one pay table, or write --all"),
        (("DA4/3", "--all"), "name one pay table, or write --all"),
        (("DA4/3", "--decks", "0"), "argument --decks: write a whole number from 1 to 8"),
        (("DA4/3", "--decks", "six"), "argument --decks: write a whole number from 1 to 8"),
        (("DA4/3", "--decks", "6"), "DA4/3 is for four decks, not for 6"),
        ((JACKPOT, "--decks", "3"), f"{JACKPOT} is for two, six or eight decks, not for 3"),
        ((JACKPOT,), f"{JACKPOT} is for two, six or eight decks; add --decks"),
        ((ROYALS, "--wager", "0.00"), f"{ROYALS} is for a wager of $2.00 to $10.00, not of $0.00"),
        ((ROYALS, "--wager", "1.99"), f"{ROYALS} is for a wager of $2.00 to $10.00, not of $1.99"),
        ((ROYALS, "--wager", "10.01"), f"{ROYALS} is for a wager of $2.00 to $10.00, not of $10.01"),
        ((GALAXY, "--wager", "10.00"), f"{GALAXY} is for a wager of $5.00, not of $10.00"),
        ((JACKPOT, "--decks", "6", "--wager", "7.00"), f"{JACKPOT} is for a wager of $5.00 or $10.00, not of $7.00"),
        ((ROYALS, "--wager", "5"), 'write an amount with two decimals, as --wager 5.00, not "5"'),
        ((ROYALS, "--wager", ""), 'write an amount with two decimals, as --wager 5.00, not ""'),
        ((GALAXY, "--meter", "1250"), 'write an amount with two decimals, as --meter 1250.00, not "1250"'),
        (
            (GALAXY, "--meter", "1.00", "--meter", "2.00"),
            "--meter 2.00: this meter stands at $1.00 already; name it once",
        ),
        (
            (GALAXY, "--meter", "mega=1.00"),
            f"--meter mega=1.00: {GALAXY} takes from one meter without a name, as 1250.00",
        ),
        (
            (JACKPOT, "--decks", "6", "--meter", "1.00"),
            f"--meter 1.00: {JACKPOT} takes from mega=..., major=... and minor=...",
        ),
        ((ROYALS, "--meter", "1.00"), f"{ROYALS} pays no share of a meter; leave out --meter"),
        (("DA4/3", "--suit", "spades"), "DA4/3 has no award for a chosen suit; leave out --suit"),
        (("DA4/3", "--strategy", "basic"), "DA4/3 does not depend on how a player plays; leave out --strategy"),
        *(
            (
                ("--all", *words),
                ALL,
            )
            for words in (
                ("--decks", "6"),
                ("--meter", "1.00"),
                ("--wager", "5.00"),
                ("--suit", "hearts"),
                ("--strategy", "basic"),
            )
        ),
        (("qqq",), 'there is no pay table "qqq"; see litbet odds --all'),
        (
            ("suited-royals",),
            f'there is no pay table "suited-royals"; write one of {ROYALS}, or see litbet odds --all',
        ),
    ],
)
def test_a_wrong_question_is_answered_with_one_sentence(words: tuple[str, ...], says: str, capsys: Capture) -> None:
    assert refused(capsys, *words) == says


@pytest.mark.parametrize("option", ["--suit", "--strategy"])
def test_choices_are_named(option: str, capsys: Capture) -> None:
    refusal = refused(capsys, "LL/JP 7", "--decks", "4", option, "lucky")
    assert "choose from" in refusal
    assert "<" not in refusal, "no names of Python"
