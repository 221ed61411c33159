"""The table's files read by a process of its own: the same values, the same sentences."""

import sys
from pathlib import Path

import pytest
from support.spoken import problem

from controller.config.load import load
from controller.config.reading import Reading
from controller.config.resources import shipped
from controller.config.settings import ConfigError

FILES = [shipped("config") / "table.toml", *sorted((shipped("config") / "examples").glob("*.toml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_as_if_it_were_read_here(path: Path) -> None:
    assert Reading(path).config() == load(path)


def test_errors_are_the_same_messages(tmp_path: Path) -> None:
    wrong = tmp_path / "table.toml"
    wrong.write_text(FILES[0].read_text().replace("seats = 6", "seats = 99"))
    with pytest.raises(ConfigError) as here:
        load(wrong)
    with pytest.raises(ConfigError) as there:
        Reading(wrong).config()
    assert there.value.errors == here.value.errors


def test_a_reader_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with problem(ConfigError, "ended with status 1"):
        Reading(FILES[0]).config()
