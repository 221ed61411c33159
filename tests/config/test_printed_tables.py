"""Every pay table against the documents, typed in a second time from them: dual sign-off (C30).

`data/printed/` holds the tables as they are printed, columns and all. A difference means that one of the two has a
slip; look into the document again before you change either.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from controller.config.catalogue import find_paytable, paytable_names
from controller.games.paytable import Line, Paytable
from controller.table.money import DOLLAR

PRINTED = Path(__file__).parents[1] / "data/printed"

# What stands in a document and not so in our file, each with its reason in the file's notes.
NAMES = {"DA 5/1": "DA5/1"}
CELLS = {
    ("PT-BJS-LL-33", "Queen of Hearts Pair with Dealer Blackjack"): "$750",  # printed as 750
    ("brook-galaxy-bonus-jackpot", "Three-of-a-Kind Aces (Suited)"): "100%",  # printed as Bonus Jackpot
}
BELOW = {"Bust with three 8's"}  # printed as the last row, and the highest hand
FIGURES = {"House Advantage", "House Edge"}  # held against the exact odds elsewhere


class Column(NamedTuple):
    paytable: str
    wager: str
    decks: str
    pays: str
    lines: list[tuple[str, str]]


def columns(text: str) -> list[Column]:
    """Of one block; a head such as "PT-FLT-BB-01: Dealer Busts, Suited" is a column of a pay table that has several."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]
    heads = {row[0]: row[1:] for row in rows[:4] if row[0] in ("Decks", "Pays", "Wager", "Name")}
    found = []
    for n, head in enumerate(heads["Name"]):
        name, _, kind = head.partition(": ")
        body = [row for row in rows[len(heads) :] if row[0] not in FIGURES]
        body.sort(key=lambda row: row[0] not in BELOW)
        lines = [(f"{row[0]}: {kind}" if kind else row[0], row[n + 1]) for row in body if row[n + 1] != "-"]
        wager = heads["Wager"][n] if "Wager" in heads else "$1"
        found.append(Column(NAMES.get(name, name), wager, heads["Decks"][n], heads["Pays"][n], lines))
    return found


ALL = [
    column
    for path in sorted(PRINTED.glob("*.txt"))
    for block in path.read_text().split("\n\n")[1:]
    for column in columns(block.strip("\n"))
]


def cell(paytable: Paytable, line: Line, wager: int) -> str:
    """As the documents print it."""
    if share := paytable.share(line, wager):
        return f"{share / 100:g}%{f' of {line.meter.upper()}' if line.meter else ''}"
    if line.times or line.loses:
        return str(line.times) if line.times else "Lose"
    return f"${paytable.pays(line, wager) / DOLLAR:g}"


def test_every_printed_table_has_a_file_and_every_file_was_printed() -> None:
    assert sorted({column.paytable for column in ALL}) == sorted(paytable_names())


@pytest.mark.parametrize("name", sorted({column.paytable for column in ALL}))
def test_every_cell_is_as_printed(name: str) -> None:
    paytable = find_paytable(name)
    printed = [column for column in ALL if column.paytable == name]
    assert sum(len(column.lines) for column in printed) == len(paytable.lines) * len(paytable.wagers)
    for column in printed:
        wager = int(column.wager[1:]) * DOLLAR
        titles = [title for title, _ in column.lines]
        ours = [line for line in paytable.lines if line.title in titles]
        expected = [(title, CELLS.get((name, title), was).replace("Loss", "Lose")) for title, was in column.lines]
        assert [(line.title, cell(paytable, line, wager)) for line in ours] == expected
        low, _, high = column.decks.partition("-")
        assert (paytable.min_decks, paytable.max_decks) == (int(low), int(high or low))
        assert ("to 1" if paytable.returned else "for 1") == column.pays
        assert wager in paytable.wagers


def test_a_departure_from_what_is_printed_is_explained_in_its_file() -> None:
    for name in {*NAMES.values(), *(name for name, _ in CELLS)}:
        assert any("printed" in note for note in find_paytable(name).notes), name
    for name, title in CELLS:  # and still departs
        assert all(CELLS[name, title] != was for column in ALL if column.paytable == name for _, was in column.lines)
