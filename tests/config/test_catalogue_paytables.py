"""Each sentence for a pay table's file that is wrong."""

import re
from pathlib import Path

import pytest
from support.config.catalogue import read

from controller.config.paytables import read_paytable
from controller.config.source import Report

BROOK = "paytables/brook-lucky-ladies.toml"
LLJ = "paytables/llj-lucky-ladies-jackpot.toml"

# the file and the change; the key, how the line begins that is pointed at, and words of the sentence
PAYTABLES: dict[str, tuple[str, str, str, str, str, str]] = {
    "an unknown hand": (
        BROOK, '"matched-20"', '"matched-21"', "event", "event", "docs/PAYTABLES.md, such as matched-20",
    ),
    "a line twice": (BROOK, '"suited-20"', '"matched-20"', "event", 'event = "matched-20"', "by a line above"),
    "R009 a line that never decides": (
        BROOK, '"matched-20"', '"two-cards-suited"', "event", 'event = "suited-20"', "above take every suited-20",
    ),
    "R005 hands of other cards": (
        BROOK, '"any-20"', '"dealer-breaks-with-3-cards"', "event", 'event = "dealer-br', "and also at those of",
    ),
    "R005 up card and both cards": (
        LLJ, '"any-20"', '"hole-card-matched"', "event", 'event = "hole', "and also at those of",
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
        LLJ, '["5.00", "10.00"]', '["7.50", "10.00"]', "wagers", "wagers =", '"5.00", the base wager, first',
    ),
    "wagers that do not rise": (
        LLJ, '["5.00", "10.00"]', '["5.00", "5.00"]', "wagers", "wagers =", "a list of rising amounts",
    ),
    "a meter that no jackpot can be": (LLJ, '"mega"', '"Mega "', "meter", "meter =", 'takes from, as "mega"'),
    "a title of two lines": (BROOK, '"Any 20"', r'"Any\n20"', "title", "title =", "one line of up to 60"),
    "a title that turns its direction": (BROOK, '"Any 20"', r'"Any \u202e20"', "title", "title =", "one line of up"),
    "a title that nobody sees": (BROOK, '"Any 20"', '" "', "title", "title =", "one line of up"),
    "a source with an escape": (BROOK, '"The Brook', r'"\u001b[2JThe Brook', "source", "source =", "one line of up"),
    "a note of two paragraphs": (
        BROOK, "so an ace and", r"so\u2029an ace and", "notes", "notes =", "a list of texts in quotes, each one line",
    ),
    "R009 several lines a hand": (
        BROOK, "highest_only = true", "highest_only = false", "highest_only", "highest_only =", "one line pays a hand",
    ),
    "decks upside down": (BROOK, "max_decks = 6", "max_decks = 5", "max_decks", "max_decks =", "which is min_decks"),
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
        "with max_decks = 1 the lines above take every paired-20-ten-jack-king",
    )
    two = (tmp_path / "LL-JP-1.toml").read_text().replace("max_decks = 1", "max_decks = 2")
    (tmp_path / "LL-JP-1.toml").write_text(two)
    assert read_paytable(tmp_path / "LL-JP-1.toml", Report())[1]
