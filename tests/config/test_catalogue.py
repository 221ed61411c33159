"""The shipped games and pay tables, held against their documents and each other, and found by name."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.spoken import problem

from controller.config.catalogue import find_game, find_paytable, game_names, paytable_names
from controller.config.games import read_game
from controller.config.paytables import read_paytable
from controller.config.resources import shipped
from controller.config.settings import ConfigError
from controller.config.source import Report, in_order
from controller.games.events import EVENTS, Sees
from controller.games.game import Game, Looks, Order
from controller.table.money import DOLLAR

CONFIG = shipped("config")
GAMES = ("bbb", "brook", "double-action", "llj", "lucky-ladies")


# -- what is shipped


def test_every_file_is_right_in_itself() -> None:
    """R005, C30."""
    report = Report()
    assert all(read_game(path, report) for path in (CONFIG / "games").glob("*.toml"))
    assert all(read_paytable(path, report)[1] for path in (CONFIG / "paytables").glob("*.toml"))
    assert in_order(report.errors + report.warnings) == ()


def test_every_file_names_its_source_and_what_it_decided() -> None:
    for name in paytable_names():
        paytable = find_paytable(name)
        assert (paytable.id, bool(paytable.source), bool(paytable.notes)) == (name, True, True)
    for name in game_names():
        game = find_game(name)
        assert (game.id, bool(game.source), bool(game.notes)) == (name, True, True)


NOTED = {
    "DA2/2": "10.04 %",  # what is printed cannot be right
    "DA4/3": "7.42 %",
    "DA5/1": "DA 5/1",
    "MM8/2": "rank only",
    "LL/JP 3": "one suit only",
    "LL/JP 11": "printed as -",
    "PT-BJS-LL-33": "printed as 750",
    "PT-BJS-LL-37": "printed as a loss",
    "PT-BJS-213-08": "one rank",
    "PT-FLT-BB-01": "total of 30",
    "brook-suited-royals": "10.44 %",
    "brook-galaxy-bonus-jackpot": "$25 to $50",
    "llj-lucky-ladies-jackpot": "for 1",
}


@pytest.mark.parametrize("name", NOTED)
def test_what_is_doubtful_is_noted(name: str) -> None:
    assert any(NOTED[name] in note for note in find_paytable(name).notes)


def test_the_notes_of_the_straight_at_the_brook_are_those_of_lucky_ladies() -> None:
    """C19: what its 21+3 jackpots pay for a straight, at $5."""
    tables = [find_paytable(name) for name in paytable_names() if name.startswith("PT-BJS-213-")]
    pays = {each.pays(line, 5 * DOLLAR) // DOLLAR for each in tables for line in each.lines if line.event == "straight"}
    assert (len(tables), min(pays), max(pays)) == (11, 25, 50)


@pytest.mark.parametrize("path", sorted(CONFIG.glob("[gp]a*es/*.toml")), ids=lambda path: path.stem)
def test_what_is_printed_names_no_requirement_and_no_file(path: Path) -> None:
    """R240: titles, sources and notes are printed for the regulator; what is meant for us is a comment."""
    texts = list(texts_of(tomllib.loads(path.read_text())))
    assert len(texts) > 5
    assert [text for text in texts if re.search(r"\b[RCE][0-9]{2,3}\b|\b[Ff]iles?\b|\.toml\b|\bseed [0-9]", text)] == []


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_of(each)


def test_games_and_pay_tables_fit_each_other() -> None:
    """Each pay table is named by a game, there, for decks of that game, and of hands that its bet's cards decide."""
    named = set()
    for game in map(find_game, game_names()):
        for bet in game.side_bets.values():
            for paytable in map(find_paytable, bet.paytables):
                named.add(paytable.id)
                assert all(bet.looks_at.shows(event.sees) for event in paytable.events), (game.id, bet.id, paytable.id)
                playable = set(game.decks) & set(range(paytable.min_decks, paytable.max_decks + 1))
                assert playable, (game.id, paytable.id)
                assert min(playable) >= bet.min_decks, (game.id, paytable.id)
    assert named == set(paytable_names())


def test_every_hand_is_paid_somewhere_and_explained() -> None:
    paid = {line.event for name in paytable_names() for line in find_paytable(name).lines}
    page = (Path(__file__).parents[2] / "docs/PAYTABLES.md").read_text()
    explained = re.findall(r"^\| `([a-z0-9-]+)` \| .+ \| ([1-8]) \|$", page, re.MULTILINE)
    assert paid == EVENTS.keys()
    assert {name: int(decks) for name, decks in explained} == {name: event.decks for name, event in EVENTS.items()}


# -- the five games, held against their documents


@pytest.mark.parametrize("name", GAMES)
def test_main_bets(name: str) -> None:
    """`brook`, `llj` and `bbb` name an Ante and three spots that match it, each in words of its own (C29)."""
    bigger = {
        "brook": ("Bet Bigger 2", "Bet Bigger 3", "Bet Bigger 4"),
        "llj": ("Bet Bigger 2x", "Bet Bigger 3x", "Bet Bigger 4x"),
        "bbb": ("Bet Bigger 1x", "Bet Bigger 2x", "Bet Bigger 3x"),
    }
    main = find_game(name).main
    assert main.bigger == bigger.get(name, ())
    if name in bigger:
        assert (main.title, main.lowest, main.highest, main.step) == ("Ante", 2 * DOLLAR, 10 * DOLLAR, DOLLAR)


def test_what_differs_between_the_games() -> None:
    """C29, and what `lucky-ladies` and `double-action` leave to standard blackjack."""
    games = {name: find_game(name) for name in GAMES}
    assert game_names() == list(GAMES)
    assert {name: game.decks for name, game in games.items()} == {
        "brook": (6,),
        "llj": (2, 6, 8),
        "bbb": tuple(range(1, 9)),  # named by none, so all; a table's file must say
        "lucky-ladies": tuple(range(1, 9)),
        "double-action": (2, 4, 5, 6, 8),
    }
    assert [name for name in GAMES if not games[name].decks_named] == ["bbb"]

    def those(rule: str) -> list[str]:
        return [name for name in GAMES if getattr(games[name].play, rule)]

    bigger = ["bbb", "brook", "llj"]
    assert {name: game.play.splits for name, game in games.items() if name in bigger} == {
        "brook": 2,
        "llj": 3,
        "bbb": 3,
    }
    assert those("resplit_aces") == ["bbb"]
    assert (
        those("dealer_hits_soft_17") == those("surrender") == those("even_money") == those("double_for_less") == bigger
    )
    assert those("insurance") == list(GAMES)
    assert {game.play.blackjack_pays for game in games.values()} == {(3, 2)}
    assert [name for name in GAMES if games[name].flat_bet] == ["brook", "llj"]
    assert {name: game.jackpots for name, game in games.items()} == {
        "bbb": 0,
        "brook": 1,
        "double-action": 0,
        "llj": 1,  # one bet that plays for three meters
        "lucky-ladies": 2,
    }
    assert games["brook"].seats == 6
    for name in ("lucky-ladies", "double-action"):
        assert any("WAC 230-15-040 and WAC 230-15-140" in note for note in games[name].notes)


def limits(game: Game) -> dict[str, tuple[int, int, int, tuple[int, ...]]]:
    """In dollars and per cent: lowest, highest, share of the minimum, the only amounts."""
    return {
        bet.id: (
            bet.lowest // DOLLAR,
            bet.highest // DOLLAR,
            bet.lowest_of_minimum // 100,
            tuple(amount // DOLLAR for amount in bet.amounts),
        )
        for bet in game.side_bets.values()
    }


def test_limits_of_the_side_bets() -> None:
    """`brook`, `llj` and `bbb`; where half of the posted minimum is the lowest, that is $1 under the smallest."""
    half = (1, 10, 50, ())
    assert limits(find_game("brook")) == {
        "lucky-ladies": (2, 10, 0, ()),
        "suited-royals": (2, 10, 0, ()),
        "galaxy-bonus-jackpot": (5, 5, 0, (5,)),
    }
    assert limits(find_game("llj")) == {
        "match-the-dealer": half,
        "lucky-ladies": (5, 10, 0, (5, 10)),
        "perfect-pair": half,
    }
    assert limits(find_game("bbb")) == {"match-the-dealer": half, "break-bonus": half}
    payouts = {bet.id: bet.max_payout // DOLLAR for bet in find_game("brook").side_bets.values()}
    assert payouts == {"lucky-ladies": 1000, "suited-royals": 1000, "galaxy-bonus-jackpot": 0}


def test_which_cards_decide_a_side_bet() -> None:
    looks = {f"{name}/{bet.id}": bet.looks_at for name in GAMES for bet in find_game(name).side_bets.values()}
    assert looks == {
        "bbb/match-the-dealer": Looks.UP,
        "bbb/break-bonus": Looks.HAND,
        "brook/lucky-ladies": Looks.PAIR,
        "brook/suited-royals": Looks.PAIR,
        "brook/galaxy-bonus-jackpot": Looks.UP,
        "double-action/double-action": Looks.UP,
        "double-action/2nd-action": Looks.HOLE,
        "double-action/match-madness": Looks.BOTH,
        "llj/match-the-dealer": Looks.UP,
        "llj/lucky-ladies": Looks.UP,
        "llj/perfect-pair": Looks.PAIR,
        "lucky-ladies/lucky-ladies": Looks.BOTH,
        "lucky-ladies/bust-bonus": Looks.HAND,
        "lucky-ladies/21-plus-3-classic": Looks.UP,
        "lucky-ladies/21-plus-3-xtreme": Looks.UP,
        "lucky-ladies/top-3": Looks.UP,
        "lucky-ladies/lucky-ladies-jackpot": Looks.BOTH,
        "lucky-ladies/21-plus-3-jackpot": Looks.UP,
    }


def test_rules_of_single_side_bets() -> None:
    """`lucky-ladies` and `double-action`."""
    bets = find_game("lucky-ladies").side_bets
    assert [bet.id for bet in bets.values() if bet.after_deal] == ["bust-bonus"]
    assert [bet.id for bet in bets.values() if bet.loses_on_player_total] == ["bust-bonus"]
    assert bets["bust-bonus"].loses_on_player_total == 30
    assert {bet.id: bet.only_beside for bet in bets.values() if bet.only_beside} == {
        "top-3": ("21-plus-3-classic", "21-plus-3-xtreme")
    }
    assert (bets["top-3"].min_decks, bets["21-plus-3-jackpot"].min_decks) == (4, 3)
    game = find_game("double-action")
    bets = game.side_bets
    assert {bet.order for bet in bets.values()} == {Order.RIGHT_TO_LEFT}
    assert bets["2nd-action"].never_with == ("match-madness",)
    assert bets["match-madness"].never_with == ("2nd-action",)
    assert bets["match-madness"].min_decks == 4
    assert bets["2nd-action"].paytables == bets["double-action"].paytables
    assert game.options is not None
    assert (game.options.most, game.options.one_at_most) == (4, 5 * DOLLAR)


# -- by name


def test_a_spoilt_file_beside_the_table_does_not_hide_the_others(tmp_path: Path) -> None:
    """It has its file's name, and the sentence that says what is wrong with it comes when it is asked for."""
    folder = tmp_path / "paytables"
    folder.mkdir()
    spoilt = {"deep": b"a = " + b"[" * 50_000, "bytes": b"\xff", "list": b"paytable = [1]", "id": b"[paytable]\nid = 7"}
    for name, raw in spoilt.items():
        (folder / f"{name}.toml").write_bytes(raw)
    assert set(paytable_names(tmp_path)) == {*paytable_names(), *spoilt}


def test_names_are_printed_ones_in_a_natural_order() -> None:
    names = paytable_names()
    assert len(names) == 85
    assert [name for name in names if name.startswith("LL/JP")] == [
        f"LL/JP {n}" for n in (1, 3, 4, 5, 7, 8, 9, 11, 12, 13)
    ]


@pytest.mark.parametrize(
    ("name", "close"),
    [("DA4-3", "DA4/3"), ("da4/3", "DA4/3"), ("LL/JP7", "LL/JP 7"), ("suited-royals", "brook-suited-royals")],
)
def test_an_unknown_name_is_answered_with_close_ones(name: str, close: str) -> None:
    with problem(ConfigError, f'^there is no pay table "{name}"; write one of {close}, '):
        find_paytable(name)


def test_an_unknown_game() -> None:
    with problem(ConfigError, 'there is no game "Brook"; write one of brook, or see litbet games list'):
        find_game("Brook")


def test_looks() -> None:
    """What a bet looks at decides which hands may be on its pay table."""
    takes = {looks: {sees for sees in Sees if looks.shows(sees)} for looks in Looks}
    assert takes == {
        Looks.PAIR: {Sees.PAIR},
        Looks.UP: {Sees.PAIR, Sees.ONE},
        Looks.HOLE: {Sees.PAIR, Sees.ONE},
        Looks.BOTH: {Sees.PAIR, Sees.TWO},
        Looks.HAND: {Sees.HAND},
    }
