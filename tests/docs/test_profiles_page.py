"""docs/PROFILES.md: its keys are the profiles', its example loads, and what it calls wrong is refused."""

import re
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.config import profiles
from controller.config.load import check, load
from controller.config.resources import shipped
from controller.config.source import Section
from controller.table.money import DOLLAR
from controller.table.rules import Collect
from words.message import message

PAGE = (Path(__file__).parents[2] / "docs/PROFILES.md").read_text()
EXAMPLES = shipped("config") / "examples"
WRONG = re.findall(r"^\| `([a-z-]+\.toml)` \| (`.+`) \| ([RC][0-9]+) \|$", PAGE, re.MULTILINE)


def sections() -> dict[str, type[Section]]:
    """By the name of their table in a file."""
    found = {
        name.lower(): each
        for name, each in vars(profiles).items()
        if isinstance(each, type) and issubclass(each, Section) and each != Section
    }
    return {"profile": found.pop("names"), **found}


def test_r001_every_key_of_a_profile_is_explained_with_its_row() -> None:
    explained = re.findall(r"^\| `([a-z]+\.[a-z_]+)` \| .+ \| [RC][0-9]+", PAGE, re.MULTILINE)
    keys = {f"{name}.{key}" for name, section in sections().items() for key in section.model_fields}
    assert set(explained) == keys
    assert len(explained) == len(keys)


def test_r001_every_shipped_profile_is_listed_with_tables_that_follow_it() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| (`.+`) \|$", PAGE, re.MULTILINE)
    listed = {name: sorted(re.findall(r"`(?:config/)?([^`]+)`", tables)) for name, tables in rows}
    follow: dict[str, list[str]] = {path.stem: [] for path in (shipped("config") / "profiles").glob("*.toml")}
    for path in (shipped("config") / "table.toml", *EXAMPLES.glob("*.toml")):
        follow[load(path).profile.id].append(str(path.relative_to(shipped("config"))))
    assert listed == {name: sorted(tables) for name, tables in follow.items()}
    assert all(follow.values())


def test_r001_the_worked_example_is_a_file_and_a_table_follows_it(tmp_path: Path) -> None:
    (profile,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles/nova-territory.toml").write_text(profile)
    table = tmp_path / "table.toml"
    table.write_text(changed("generic-gli.toml", '`"generic-gli"` to `"nova-territory"`'))
    errors, warnings = check(table)
    assert errors == ()
    assert [warning.facts["what"] for warning in warnings] == [message("config.no_witness")]  # as the example
    config = load(table)
    assert config.profile.title.startswith("Nova Territory")
    assert {wager.collect for wager in config.rules.wagers.values()} == {Collect.LOCK}
    assert (config.rules.thresholds.notify, config.rules.thresholds.reading_days) == (50 * DOLLAR, 7)
    assert config.rules.may_fall == {"award", "malfunction", "over_limit", "seed_recovery"}


def changed(name: str, changes: str) -> str:
    text = (EXAMPLES / name).read_text()
    for old, new in re.findall(r"`([^`]+)` to `([^`]+)`", changes):
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new, 1)
    return text


def test_there_are_wrong_tables_enough() -> None:
    assert len(WRONG) >= 10
    assert len({row for _, _, row in WRONG}) >= 10


@pytest.mark.parametrize(("name", "changes", "row"), WRONG, ids=[f"{row}-{name}" for name, _, row in WRONG])
def test_a_wrong_table_is_refused_with_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, changes: str, row: str
) -> None:
    table = tmp_path / name
    table.write_text(changed(name, changes))
    assert main(["check", str(table)]) == 1
    (error,) = (line for line in capsys.readouterr().out.splitlines() if not line.startswith("warning: "))
    assert row in re.findall(r"[RC][0-9]+", error.rpartition("(")[2]), error
