"""docs/OPERATIONS.md: every command in it exists, with these arguments."""

import re
import shlex
from pathlib import Path

import pytest

from controller.__main__ import parser

TEXT = (Path(__file__).parents[2] / "docs" / "OPERATIONS.md").read_text()
COMMANDS = sorted({" ".join(each.split()) for each in re.findall(r"`litbet ([^`]+)`", TEXT)} - {"COMMAND --help"})
BARE = {"user role", "user pin", "win correct", "jackpot correct-count"}  # named without their arguments


@pytest.mark.parametrize("command", [each for each in COMMANDS if each not in BARE])
def test_a_command_of_the_handbook(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).go


@pytest.mark.parametrize(
    "family",
    ["table", "round", "spot", "coin", "clock", "jackpot", "win", "fault", "sign", "user", "report", "reconcile"],
)
def test_every_family_of_the_table_is_told(family: str) -> None:
    assert any(command.startswith(f"{family} ") for command in COMMANDS)
