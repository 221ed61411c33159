"""`litbet games play`: what it prints, what it draws, what it refuses."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.config.own_table import own_table
from support.reports.figures import assert_apart, assert_inside, texts
from support.testbed.rounds import brook_jackpot, table

from controller.__main__ import main
from controller.cli.parser import Parser
from controller.cli.terminal import bar
from controller.config.resources import shipped
from controller.reports.charts.sheet import ORANGE
from controller.reports.layout.figure import Patch
from controller.reports.layout.text import as_text
from controller.table.money import DOLLAR
from testbed.cli import play as play_command
from testbed.rounds import simulate as simulate_module
from testbed.rounds.charts import chart
from testbed.rounds.report import document, facts
from testbed.rounds.simulate import simulate
from testbed.rounds.table import FeltJackpot


def play(*words: str) -> int:
    parser = Parser()
    play_command.add(parser.add_subparsers(required=True))
    args = parser.parse_args(["play", *words])
    return int(args.go(args))


def test_json_is_the_same_with_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("brook", "--rounds", "2500", "--json") == 0
    alone = capsys.readouterr().out
    assert play("brook", "--rounds", "2500", "--jobs", "2", "--json") == 0
    assert capsys.readouterr().out == alone
    results = json.loads(alone)
    assert (results["rounds"], results["seats"], results["decks"], results["lines"]) == (2500, 6, 6, 16)
    assert [bet["paytable"] for bet in results["side_bets"]][-1] == "brook-galaxy-bonus-jackpot"
    assert results["side_bets"][0]["events"][-1]["name"] == "nothing"
    assert results["meters"][0]["id"] == "bonus", "the shipped table plays this game"


def test_text_sets_simulated_beside_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("double-action", "--decks", "4", "--paytable", "MM4/1", "--rounds", "300") == 0
    out = capsys.readouterr().out
    assert "Match Madness, MM4/1, for $1.00: returned" in out
    assert "2nd Action" not in out
    assert "of 13 lines are more than 3 standard deviations off" in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_tables_file_gives_its_wager_and_its_meter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "table.toml"
    text = (shipped("config") / "table.toml").read_text()
    other.write_text(text.replace('base = "1250.00"', 'base = "2000.00"'))
    assert play("brook", "--rounds", "300", "--config", str(other)) == 0
    out = capsys.readouterr().out
    assert "meter at its opening amount of $2,000.00" in out
    assert "opens at $2,000.00, starts again at $1,250.00; 10 % of a day's" in out


def test_without_a_meter_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("llj", "--decks", "6", "--rounds", "300") == 0
    assert "No meter: name a table's file with --config" in capsys.readouterr().out


def test_a_table_with_a_game_and_a_pay_table_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """docs/PAYTABLES.md: what lies beside the table's file goes before what is shipped."""
    own = own_table(tmp_path)
    assert play("brook", "--rounds", "300", "--config", str(own)) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "House Jackpot, house-jackpot, for $5.00: returned" in out
    assert "meter at its opening amount of $1,250.00" in out
    assert "the chart for a dealer who hits soft 17; this dealer stands on it" in out


def test_basic_strategy_is_told_of_only_where_the_dealer_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """`lucky-ladies` and `double-action`; of the others every dealer hits a soft 17."""
    for words, mentioned in (
        (("double-action", "--decks", "4"), True),
        (("lucky-ladies", "--decks", "6"), True),
        (("lucky-ladies", "--decks", "6", "--strategy", "never-bust"), False),
        (("brook",), False),
    ):
        play(*words, "--rounds", "20")
        assert ("this dealer stands on it" in capsys.readouterr().out) is mentioned, words


def test_an_interrupted_bar_leaves_the_prompt_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*of: object) -> None:
        bar(1, 2, "rounds")
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_module, "simulate", interrupted)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with pytest.raises(KeyboardInterrupt):
        play("brook")
    assert capsys.readouterr().err.endswith(" 1/2 rounds\n")


def test_the_mean_meter_has_its_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    of = table("brook", 6, jackpots=[brook_jackpot()])
    simulated = simulate(of, 20, 1, 1, lambda done, all_: None)

    def standard_error(*at_hits: int) -> tuple[str, object]:
        life = replace(simulated.lives[0], at_hits=tuple(hit * DOLLAR for hit in at_hits))
        variant = replace(simulated, lives=[life])
        text = next(each for each in as_text(document(variant), 10_000).splitlines() if "on average" in each)
        return text, facts(variant)["meters"][0]["standard_error"]

    text, error = standard_error(1000, 3000)
    assert text.startswith("  - Won 2 times, at $2,000.00 on average, standard error $1,000.00, exactly")
    assert error == "1000.00"
    assert "standard error" not in standard_error(1000)[0], "one says nothing of the others"
    assert standard_error(1000)[1] is None
    # Hits that come in long runs of the same tell less than their number.
    alike = [1000] * 300 + [3000] * 300
    assert standard_error(*alike)[1] == "185.69"
    assert standard_error(*[1000, 3000] * 300)[1] == "0.00"


@pytest.mark.parametrize("rounds", [20, 2100, 12_000])
@pytest.mark.parametrize(
    ("game", "decks", "jackpots"), [("brook", 6, [brook_jackpot()]), ("lucky-ladies", 6, []), ("bbb", 1, [])]
)
def test_the_chart_says_what_came_of_each_bet(game: str, decks: int, jackpots: list[FeltJackpot], rounds: int) -> None:
    """`brook` with its meter, `lucky-ladies` with seven side bets, and a game of two."""
    simulated = simulate(table(game, decks, jackpots=jackpots), rounds, 1, 1, lambda done, all_: None)
    figure = chart(simulated)
    assert_inside(figure)
    assert_apart(figure)
    for bet in simulated.found.bets:
        assert bet.bet.title in texts(figure)
        assert f"simulated {100 * float(bet.returned):.2f} %" in texts(figure)
        assert f"exact {100 * float(bet.exact):.2f} %" in texts(figure)
    assert [text for text in texts(figure) if text.startswith("gaming days")] == ["gaming days of 960 rounds"] * len(
        jackpots
    )


def test_wins_of_a_meter_are_marked_where_they_were() -> None:
    simulated = simulate(table("brook", 6, jackpots=[brook_jackpot()]), 2100, 1, 1, lambda done, all_: None)
    for wins, marks in ((2, 2), (41, 0)):  # more would hide the line
        hits = tuple((100 + 10 * win) * DOLLAR for win in range(wins))
        points = [point for hit in hits for point in ((hit // DOLLAR, hit), (hit // DOLLAR, 50 * DOLLAR))]
        life = replace(simulated.lives[0], points=((0, 50 * DOLLAR), *points), at_hits=hits)
        figure = chart(replace(simulated, lives=[life]))
        assert sum(isinstance(shape, Patch) and shape.color == ORANGE for shape in figure.shapes) == marks
        assert f"Bonus: won {wins} times" in texts(figure)
    assert "Bonus: not won" in texts(chart(replace(simulated, lives=[replace(life, at_hits=())])))


def test_the_command_draws_png_and_svg(tmp_path: Path) -> None:
    """The same run gives the same file."""
    files = [tmp_path / name for name in ("a.png", "b.png", "a.svg", "b.svg")]
    for path in files:
        assert play("brook", "--rounds", "1000", "--plot", str(path)) == 0
    png, png_again, svg, svg_again = (path.read_bytes() for path in files)
    assert png.startswith(b"\x89PNG")
    assert ElementTree.fromstring(svg).tag.endswith("svg")  # noqa: S314  our own
    assert (png, svg) == (png_again, svg_again)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("llj",), "llj is played with 2, 6 or 8 decks; name one number with --decks"),
        (("brook", "--decks", "2"), "is not played with this number of decks: 2"),
        (("brok",), 'there is no game "brok"; write one of brook, or see litbet games list'),
        (("brook", "--paytable", "DA4/1"), "DA4/1 has no place"),
        (
            ("llj", "--decks", "6", "--config", str(shipped("config") / "table.toml")),
            "is a table of brook; name a file of llj",
        ),
    ],
)
def test_refusals_are_one_sentence(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "play", *words, "--rounds", "10"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("litbet: ")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rounds", "0"), "write a whole number from 1 to 1000000000"),
        (("--jobs", "two"), "write a whole number from 1 to 256"),
        (("--jobs", "257"), "write a whole number from 1 to 256"),
        (("--decks", "0"), "write a whole number from 1 to 8"),
        (("--strategy", "lucky"), "choose from"),
        (("--plot", "a.pdf"), "ends in .png or .svg"),
        (("--plot", "no-such-folder/a.png"), "write a file in an existing folder"),
    ],
)
def test_wrong_usage_ends_with_two(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        play("brook", *words)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err
