"""docs/CONTROL.md: its table is the list of commands."""

import re
from pathlib import Path

import pytest
from support.processes.added_command import ENTRY

from controller.cli.parser import help_code
from controller.table.commands import ACTIONS, QUERIES
from controller.table.commands.entry import Action, Query
from words.catalogue import catalogue

COMMANDS: dict[str, Action | Query] = {**ACTIONS, **QUERIES}
PAGE = (Path(__file__).parents[2] / "docs/CONTROL.md").read_text()
ROWS = PAGE.partition("## Commands")[2].partition("|---|---|---|\n")[2].partition("\n\n")[0].splitlines()


def documented(entry: Action | Query) -> bool:
    """An action in the words of its help, a query in words of its own."""
    facts = ", ".join(f"`{fact.name}`" + ("" if fact.needed else " (optional)") for fact in entry.arguments)
    begins = f"| `{entry.name}` | {facts} | "
    if isinstance(entry, Action):
        return f"{begins}{catalogue('en').text(help_code(entry.name))} |" in ROWS
    return any(row.startswith(begins) for row in ROWS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_documented(name: str) -> None:
    assert documented(COMMANDS[name])


def test_no_other_command_is_documented() -> None:
    assert {re.sub(r"^\| `(.+?)` .*", r"\1", row) for row in ROWS} == set(COMMANDS)


def test_a_command_that_is_added_must_be_documented() -> None:
    assert not documented(ENTRY)
