"""The shipped games and pay tables, and each sentence for a file or a table that is wrong about them."""

import re
from pathlib import Path

import pytest
from support_config import Edit, Found, faults, located, warnings, write

from controller.config import ConfigError, find_game, find_paytable, game_names, load, paytable_names
from controller.config.games import read_game
from controller.config.paytables import read_paytable
from controller.config.source import Report, told
from controller.core.money import DOLLAR
from controller.games.cards import Suit
from controller.games.events import EVENTS, Sees
from controller.games.game import Game, Looks, Order
from controller.resources import shipped

CONFIG = shipped("config")
GAMES = ("bbb", "brook", "double-action", "llj", "lucky-ladies")


# -- what is shipped


def test_every_file_is_right_in_itself() -> None:
    """R005, C30."""
    report = Report()
    assert all(read_game(path, report) for path in (CONFIG / "games").glob("*.toml"))
    assert all(read_paytable(path, report)[1] for path in (CONFIG / "paytables").glob("*.toml"))
    assert told(report.errors + report.warnings) == []


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
    "brook-galaxy-bonus-jackpot": "C19",
    "llj-lucky-ladies-jackpot": "for 1",
}


@pytest.mark.parametrize("name", NOTED)
def test_what_is_doubtful_is_noted(name: str) -> None:
    assert any(NOTED[name] in note for note in find_paytable(name).notes)


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
    page = (Path(__file__).parent.parent / "docs/PAYTABLES.md").read_text()
    explained = re.findall(r"^\| `([a-z0-9-]+)` \| .+ \| ([1-8]) \|$", page, re.MULTILINE)
    assert paid == EVENTS.keys()
    assert {name: int(decks) for name, decks in explained} == {name: event.decks for name, event in EVENTS.items()}


# -- the five games, held against their documents


@pytest.mark.parametrize("name", GAMES)
def test_main_bets(name: str) -> None:
    """Seeds 000 to 002 name an Ante and three spots that match it, each in words of its own (C29)."""
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
    """C29, and what seeds 003 and 004 leave to standard blackjack."""
    games = {name: find_game(name) for name in GAMES}
    assert game_names() == list(GAMES)
    assert {name: game.decks for name, game in games.items()} == {
        "brook": (6,),
        "llj": (2, 6, 8),
        "bbb": tuple(range(1, 9)),  # named by none, so all; a table's file must say
        "lucky-ladies": tuple(range(1, 9)),
        "double-action": (2, 4, 5, 6, 8),
    }

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
    """Seeds 000 to 002; where half of the posted minimum is the lowest, that is $1 under the smallest minimum."""
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
    """Seeds 003 and 004."""
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


# -- what is said of mistakes in a pay table


def read(folder: Path, name: str, old: str, new: str) -> tuple[list[Found], object]:
    """A shipped file with one change, in a folder of its own."""
    source = CONFIG / name
    text = source.read_text()
    assert old in text
    path = folder / source.name
    path.write_text(text.replace(old, new, 1))
    report = Report()
    paytable = read_paytable(path, report)[1] if name.startswith("paytables") else read_game(path, report)
    assert report.warnings == []
    return located(told(report.errors)), paytable


BROOK = "paytables/brook-lucky-ladies.toml"
LLJ = "paytables/llj-lucky-ladies-jackpot.toml"

# the file and the change; the key, how the line begins that is pointed at, and words of the sentence
PAYTABLES: dict[str, tuple[str, str, str, str, str, str]] = {
    "an unknown hand": (
        BROOK, '"matched-20"', '"matched-21"', "event", "event", "docs/PAYTABLES.md, such as matched-20",
    ),
    "a line twice": (BROOK, '"suited-20"', '"matched-20"', "event", 'event = "matched-20"', "by a line above"),
    "R009 a line that never decides": (
        BROOK, '"matched-20"', '"two-cards-suited"', "event", 'event = "suited-20"', "take every suited-20 of 6 decks",
    ),
    "R005 hands of other cards": (
        BROOK, '"any-20"', '"dealer-breaks-with-3-cards"', "event", 'event = "dealer-br', "and of those above",
    ),
    "R005 up card and both cards": (
        LLJ, '"any-20"', '"hole-card-matched"', "event", 'event = "hole', "and of those above",
    ),
    "R005 nothing paid": (BROOK, "times = 19", "", "times", "[[line]]", "write exactly one of times, amount"),
    "R005 two payments": (BROOK, "times = 19", "times = 19\nloses = true", "loses", "loses =", "exactly one of"),
    "a loss that is none": (BROOK, "times = 19", "loses = false", "loses", "loses =", "write true where"),
    "C18 dollars to 1": (BROOK, "times = 19", 'amount = "19.00"', "amount", "amount =", "write times instead"),
    "C18 a share to 1": (BROOK, "times = 19", 'share = "1.00 %"', "share", "share =", "write times instead"),
    "R005 a share too few": (
        LLJ, '["5.00", "10.00"]', '["5.00", "7.50", "10.00"]', "shares", "shares =", "one share for each",
    ),
    "R008 an amount of a meter": (
        LLJ, 'amount = "250.00"', 'amount = "250.00"\nmeter = "mega"', "meter", "meter =", "only a share takes",
    ),
    "wagers without the base wager": (
        LLJ, '["5.00", "10.00"]', '["10.00", "5.00"]', "wagers", "wagers =", '"5.00", the base wager, first',
    ),
    "R009 several lines a hand": (
        BROOK, "highest_only = true", "highest_only = false", "highest_only", "highest_only =", "one line pays a hand",
    ),
    "decks upside down": (BROOK, "max_decks = 6", "max_decks = 5", "max_decks", "max_decks =", "not below min_decks"),
    "another's name": ("paytables/LL-JP-7.toml", '"LL/JP 7"', '"LL/JP 8"', "id", "id =", "LL-JP-8.toml"),
    "a name nobody prints": (BROOK, '"brook-lucky-ladies"', '"brook_ladies"', "id", "id =", 'as "LL/JP 7"'),
}  # fmt: skip


@pytest.mark.parametrize("name", PAYTABLES)
def test_a_pay_table_is_refused(tmp_path: Path, name: str) -> None:
    file, old, new, key, line, words = PAYTABLES[name]
    found, paytable = read(tmp_path, file, old, new)
    assert paytable is None
    first = found[0]
    assert {(fault.key, fault.what) for fault in found} == {(key, first.what)}, found
    assert first.line.startswith(line), found
    assert words in first.what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in first.what


def test_lines_are_hidden_by_the_decks_of_the_pay_table(tmp_path: Path) -> None:
    """R009: with one deck every pair is off-suit, and leaves no paired 20 to the line below; with two it does."""
    one = "paytables/LL-JP-1.toml"
    (found,), _ = read(tmp_path, one, '"pair-of-queens"', '"pair-off-suit"')
    assert (found.line, found.what.split(";")[0]) == (
        'event = "paired-20-ten-jack-king"',
        "the lines above take every paired-20-ten-jack-king of 1 decks",
    )
    two = (tmp_path / "LL-JP-1.toml").read_text().replace("max_decks = 1", "max_decks = 2")
    (tmp_path / "LL-JP-1.toml").write_text(two)
    assert read_paytable(tmp_path / "LL-JP-1.toml", Report())[1]


# -- of mistakes in a game


BROOK_GAME = "games/brook.toml"
DOUBLE = "games/double-action.toml"
GAME_FAULTS: dict[str, tuple[str, str, str, str, str, str]] = {
    "two side bets of one name": (
        DOUBLE, 'id = "double-action"', 'id = "2nd-action"', "id", "id =", "taken by a side bet above",
    ),
    "never with nobody": (
        DOUBLE, '["match-madness"]', '["match-madnes"]', "never_with", "never_with", 'no other side bet "match-madnes"',
    ),
    "beside itself": (
        "games/lucky-ladies.toml", '"21-plus-3-classic", "21', '"top-3", "21', "only_beside", "only_beside", '"top-3"',
    ),
    "R036 no limit": (
        BROOK_GAME, 'amounts = ["5.00"]', "", "lowest", "[[side_bet]]", "write amounts alone, or highest with",
    ),
    "R036 two limits": (
        "games/llj.toml", 'lowest_of_minimum = "50.00 %"', 'lowest = "1.00"\nlowest_of_minimum = "50.00 %"',
        "lowest_of_minimum", "lowest_of_minimum", "either lowest or lowest_of_minimum",
    ),
    "R036 amounts and a highest": (
        BROOK_GAME, 'amounts = ["5.00"]', 'amounts = ["5.00"]\nhighest = "10.00"', "amounts", "amounts", "alone",
    ),
    "limits upside down": (
        BROOK_GAME, 'lowest = "2.00"\nhighest = "10.00"\nmax', 'lowest = "2.00"\nhighest = "1.00"\nmax',
        "highest", "highest", "not below lowest",
    ),
    "an Ante between two steps": (BROOK_GAME, 'step = "1.00"', 'step = "1.50"', "highest", "highest", "multiples"),
    "cards that no bet looks at": (
        DOUBLE, '"first two cards and hole card"', '"hole card"', "looks_at", "looks_at", 'hand", not "hole card"',
    ),
    "odds that are none": (DOUBLE, '"3 to 2"', '"3:2"', "blackjack_pays", "blackjack_pays", 'as "3 to 2", not "3:2"'),
    "nine decks": (DOUBLE, "6, 8]", "6, 9]", "decks", "decks", "a list of the permitted numbers"),
    "a key too many in options": (DOUBLE, "most = 4", "most = 4\nleast = 1", "least", "least", "is not known here"),
}  # fmt: skip


@pytest.mark.parametrize("name", GAME_FAULTS)
def test_a_game_is_refused(tmp_path: Path, name: str) -> None:
    file, old, new, key, line, words = GAME_FAULTS[name]
    found, game = read(tmp_path, file, old, new)
    assert game is None
    assert [fault.key for fault in found] == [key], found
    assert found[0].line.startswith(line), found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


# -- a table against them


PAYTABLE = 'paytable = "brook-galaxy-bonus-jackpot"'


def ladies(paytable: str) -> list[Edit]:
    """The shipped table with a jackpot of seed 003: $5 where the pay tables are printed for $1."""
    return [Edit('game = "brook"', 'game = "lucky-ladies"'), Edit(PAYTABLE, f'paytable = "{paytable}"')]


def meters() -> list[Edit]:
    """The shipped table as one of seed 001, with its three meters."""
    jackpot = re.findall(r"\[\[jackpot\]\]\n.*?\n\n", (CONFIG / "table.toml").read_text(), re.DOTALL)[0]
    others = "\n".join(jackpot.replace('id = "bonus"', f'id = "{name}"') for name in ("major", "minor"))
    return [
        Edit('game = "brook"', 'game = "llj"'),
        Edit('id = "bonus"', 'id = "mega"'),
        Edit('jackpots = ["bonus"]', 'jackpots = ["mega", "major", "minor"]'),
        Edit(PAYTABLE, 'paytable = "llj-lucky-ladies-jackpot"'),
        Edit("", f"\n{others}"),
    ]


def awards(path: Path) -> dict[str, list[str]]:
    return {name: [award["pays"] for award in jackpot.awards] for name, jackpot in load(path).rules.jackpots.items()}


def test_r007_amounts_for_one_dollar_grow_with_the_wager(tmp_path: Path) -> None:
    """Seed 003, note 6 of appendix D."""
    assert awards(write(tmp_path, ladies("LL/JP 13"))) == {
        "bonus": ["100 %", "$1000.00", "$625.00", "$125.00", "$95.00", "$45.00"]
    }


def test_a_line_that_is_printed_as_lost_is_no_award(tmp_path: Path) -> None:
    assert awards(write(tmp_path, ladies("PT-BJS-LL-37")))["bonus"] == [
        "100 %",
        "10 %",
        "$1250.00",
        "$200.00",
        "$50.00",
    ]


@pytest.mark.parametrize(("amount", "share", "fixed"), [("5.00", "50 %", "$250.00"), ("10.00", "100 %", "$500.00")])
def test_shares_by_the_wager(tmp_path: Path, amount: str, share: str, fixed: str) -> None:
    """Seed 001: half of the meter for $5, all of it for $10."""
    path = write(tmp_path, [*meters(), Edit('amount = "5.00"', f'amount = "{amount}"')])
    shown = awards(path)
    assert {name: pays[:2] for name, pays in shown.items()} == {
        name: [share, fixed] for name in ("mega", "major", "minor")
    }


def test_c13_two_decks_cannot_win_mega_and_major(tmp_path: Path) -> None:
    found = faults(tmp_path, *meters(), Edit("decks = 6", "decks = 2"))
    assert [(fault.key, fault.what.split()[0]) for fault in found] == [
        ("decks", "three-queens-of-hearts"),
        ("decks", "three-queens-same-suit"),
    ]


def test_r009_a_share_may_be_less_than_a_line_below_it(tmp_path: Path) -> None:
    """Highest is rank of hand: 10 % of $1,250 are less than five times the $125 of other queens."""
    (found,) = warnings(tmp_path, *ladies("LL/JP 12"))
    assert (found.key, found.what.split()[0]) == ("paytable", "queen-of-hearts-pair-and-dealer-blackjack")
    rich = Edit('reset = "1250.00"', 'reset = "10000.00"')
    assert warnings(tmp_path, *ladies("LL/JP 12"), rich, Edit('base = "1250.00"', 'base = "10000.00"')) == []


TABLE_FAULTS: dict[str, tuple[list[Edit], str, str, str]] = {
    "R005 no chosen suit": (ladies("PT-BJS-213-07"), "suit", "[table]", 'as "hearts"'),
    "a suit that is none": (
        [*ladies("PT-BJS-213-07"), Edit('#suit = "hearts"', 'suit = "stars"')], "suit", "suit =", '"spades", the suit',
    ),
    "R006 decks of another column": (ladies("PT-BJS-LL-28"), "decks", "decks = 6", "write 2 to 2, for which pay table"),
    "R007 a wager for which no share is printed": (
        [*meters(), Edit('amount = "5.00"', 'amount = "15.00"'), Edit('"10.00"]', '"15.00"]', "games/llj.toml")],
        "amount", "amount =", '"5.00" or "10.00", for which',
    ),
    "R036 a wager that the game does not name": (
        [*meters(), Edit('amount = "5.00"', 'amount = "10.00"'), Edit('"10.00"]', '"15.00"]', "games/llj.toml")],
        "amount", "amount =", 'permits: "5.00" or "15.00"',
    ),
    "R005 a file's name for the printed one": (ladies("LL-JP-12"), "paytable", "paytable =", "write one of LL/JP 12"),
    "no such pay table": (ladies("LL/JP 6"), "paytable", "paytable =", 'no pay table "LL/JP 6"; write one of LL/JP'),
    "a way out of the folder": (ladies("../table"), "paytable", "paytable =", 'as "LL/JP 7"'),
    "R005 hands that the bet does not look at": (
        [Edit('looks_at = "first two cards and up card"', 'looks_at = "dealer\'s hand"', "game")],
        "event", "event =", "looks at dealer's hand",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE_FAULTS)
def test_a_table_is_refused(tmp_path: Path, name: str) -> None:
    edits, key, line, words = TABLE_FAULTS[name]
    found = faults(tmp_path, *edits)
    assert {fault.key for fault in found} == {key}, found
    assert found[0].line.startswith(line), found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


def test_the_chosen_suit(tmp_path: Path) -> None:
    """Seed 003: the operator chooses it; a pay table without such lines needs none."""
    chosen = load(write(tmp_path, [*ladies("PT-BJS-213-07"), Edit('#suit = "hearts"', 'suit = "clubs"')]))
    assert chosen.suit is Suit.CLUBS
    assert load(CONFIG / "table.toml").suit is None


def test_a_pay_table_beside_the_table_s_file_goes_before_the_shipped_one(tmp_path: Path) -> None:
    path = write(tmp_path, [*ladies("LL/JP 13"), Edit('"19.00"', '"18.00"', "paytables/LL-JP-13.toml")])
    assert "$90.00" in awards(path)["bonus"]
    assert load(path).paytables["LL/JP 13"].id == "LL/JP 13"


# -- by name


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
    with pytest.raises(ConfigError) as caught:
        find_paytable(name)
    assert str(caught.value).startswith(f'there is no pay table "{name}"; write one of {close}, ')


def test_an_unknown_game() -> None:
    with pytest.raises(ConfigError, match='there is no game "Brook"; write one of brook, '):
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
