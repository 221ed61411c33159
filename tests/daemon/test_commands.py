"""The command line and the socket know the same commands, and every one of them can be learned from its help."""

import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from support.spoken import problem
from support.table.story import NEW_YORK, make_rules, utc

from controller.__main__ import parser
from controller.cli.commands import example
from controller.cli.completion import script
from controller.config.resources import shipped
from controller.daemon.arguments import BadRequestError, event_of
from controller.table.commands import ACTIONS, QUERIES
from controller.table.commands.entry import Action, Query
from controller.table.events import (
    AddPerson,
    CorrectWin,
    LateLock,
    Lock,
    Moment,
    OpenClaim,
    Train,
    TrySpots,
    VoidSpot,
)

AT = Moment(1_000_000, utc("2026-11-18 14:10"))
RULES = make_rules()
PROFILES = sorted((shipped("config") / "profiles").glob("*.toml"))


COMMANDS: dict[str, Action | Query] = {**ACTIONS, **QUERIES}
TYPED = [name for name, entry in COMMANDS.items() if isinstance(entry, Action) or entry.typed]


@pytest.mark.parametrize("name", TYPED)
def test_the_example_of_each_command_can_be_typed(name: str) -> None:
    parsed = parser().parse_args(shlex.split(example(COMMANDS[name])))
    assert parsed.command == name


def test_each_command_stands_in_the_list_once() -> None:
    assert not ACTIONS.keys() & QUERIES.keys()
    events = [action.event for action in ACTIONS.values()]
    assert len(set(events)) == len(events)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_the_examples_name_as_many_people_as_the_shipped_profiles_ask_for(profile: Path) -> None:
    asked = {rule["decision"]: rule["persons"] for rule in tomllib.loads(profile.read_text())["authority"]}
    for action in ACTIONS.values():
        named = example(action).count("--by ")
        assert named >= asked.get(action.decision or "", 0), action.name


def test_names_given_by_the_core_itself_are_never_taken_from_a_request() -> None:
    """Nothing that is asked for can write a name into a row: `by` is the control layer's."""
    built = event_of(ACTIONS["round lock"], {}, RULES, AT, ("F. Floor",))
    assert isinstance(built, Lock)
    assert built.by == ("F. Floor",)
    with pytest.raises(BadRequestError):
        event_of(ACTIONS["round lock"], {"by": ["F. Floor"]}, RULES, AT)
    with pytest.raises(BadRequestError):
        event_of(ACTIONS["win correct"], {"claim": 1, "amount": "1.00", "reason": "x", "paid": 10**9}, RULES, AT)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_tab_completion_knows_every_command(shell: str) -> None:
    completion = script(shell, parser())
    for words in TYPED:
        family, _, name = words.rpartition(" ")
        assert f"litbet {family}".strip() in completion
        assert name in completion
    assert "--bench" not in completion


def test_bash_completes_with_it(tmp_path: Path) -> None:
    (tmp_path / "litbet.bash").write_text(script("bash", parser()))
    for line, offered in (
        (["litbet", "win", "cl"], "claim"),
        (["litbet", "win", "confirm", "1", "--b"], "--by"),
        (["litbet", "comp"], "completion"),
    ):
        ask = f"source {tmp_path}/litbet.bash; COMP_WORDS=({' '.join(line)}); COMP_CWORD={len(line) - 1}; _litbet; "
        result = subprocess.run(
            ["bash", "-uc", ask + 'echo "${COMPREPLY[@]}"'], capture_output=True, text=True, check=True
        )
        assert result.stdout.split() == [offered]


@pytest.mark.parametrize(
    ("words", "facts", "event"),
    [
        ("round void-seat", {"spot": 3, "reason": "fouled"}, VoidSpot(AT, (), "3/gbj", "fouled")),
        ("round void-seat", {"spot": "3/gbj", "reason": "x"}, VoidSpot(AT, (), "3/gbj", "x")),
        ("spot test", {"spots": ["1", "2"]}, TrySpots(AT, (), ("1/gbj", "2/gbj"))),
        ("round late-lock", {"moment": "14:03:20"}, LateLock(AT, (), utc("2026-11-18 14:03:20"))),
        ("round late-lock", {"moment": "14:30"}, LateLock(AT, (), utc("2026-11-17 14:30"))),
        ("round late-lock", {"moment": AT.utc}, LateLock(AT, (), AT.utc)),
        ("win claim", {"spot": 3, "cards": "Ah Ah Ah"}, OpenClaim(AT, (), "3/gbj", "", "Ah Ah Ah")),
        ("win claim", {"spot": 3, "round": 7, "reference": "c"}, OpenClaim(AT, (), "3/gbj", reference="c")),
        ("win correct", {"claim": "2", "amount": "-12.50", "reason": "x"}, CorrectWin(AT, (), 2, -12_500_000, "x")),
        ("table training", {"mode": "off"}, Train(AT, (), on=False)),
        ("user add", {"name": " F ", "roles": ["floor"], "pin": "4739"}, AddPerson(AT, (), "F", ("floor",))),
    ],
)
def test_what_was_written_becomes_an_event(words: str, facts: dict[str, object], event: object) -> None:
    assert event_of(ACTIONS[words], facts, RULES, AT) == event


@pytest.mark.parametrize(
    ("words", "facts", "says"),
    [
        ("round void", {}, "reason is missing"),
        ("round void", {"reason": 7}, "text"),
        ("round void", {"reason": "x" * 201}, "200"),
        ("round void", {"reason": "x", "why": "y"}, "unknown argument 'why'"),
        ("round void", {"reason": "x", "by": ["F"]}, 'names are taken from "who"'),
        ("round drop-seat", {"spot": 9}, "1/gbj"),
        ("round drop-seat", {"spot": None}, "1/gbj"),
        ("round late-lock", {"moment": "soon"}, "14:03:20"),
        ("win withdraw", {"claim": "one"}, "whole number"),
        ("win withdraw", {"claim": 10**30}, "whole number"),
        ("win claim", {"spot": 3, "round": "last"}, "whole number"),
        ("win correct", {"claim": 2, "amount": "12", "reason": "x"}, "dollars and cents"),
        ("win correct", {"claim": 2, "amount": "--12.00", "reason": "x"}, "dollars and cents"),
        ("table training", {"mode": True}, "on or off"),
        ("user add", {"name": "F", "roles": ["floor"]}, "pin is missing"),
        ("user add", {"name": " ", "roles": ["floor"], "pin": "4739"}, "name"),
        ("user role", {"name": "F", "roles": [["floor"]]}, "text"),
    ],
)
def test_nonsense_is_told_in_words(words: str, facts: dict[str, object], says: str) -> None:
    with problem(BadRequestError, says):
        event_of(ACTIONS[words], facts, RULES, AT)


def test_a_moment_in_the_hour_that_comes_twice_is_the_last_one_that_has_been() -> None:
    """E41: 01:30 exists twice in the night of 1 November 2026."""
    after = Moment(0, utc("2026-11-01 03:00", NEW_YORK))
    event = event_of(ACTIONS["round late-lock"], {"moment": "01:30"}, RULES, after)
    assert isinstance(event, LateLock)
    assert after.utc - event.moment == 90 * 60 * 1000
