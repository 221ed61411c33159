"""The command line and the socket know the same commands, and every one of them can be learned from its help."""

import shlex
from pathlib import Path

import pytest
from support_table import NEW_YORK, make_rules, utc

from controller.__main__ import parser
from controller.cli.asking import example
from controller.commands import ACTIONS, BadRequestError
from controller.core.events import LateLock, Moment, TrySpots, VoidSpot

AT = Moment(1_000_000, utc("2026-11-18 14:10"))
RULES = make_rules()


@pytest.mark.parametrize("words", ACTIONS)
def test_the_example_of_each_command_can_be_typed(words: str) -> None:
    parsed = parser().parse_args(shlex.split(example(words, ACTIONS[words])))
    assert parsed.command == words


@pytest.mark.parametrize("words", ACTIONS)
def test_each_command_is_documented(words: str) -> None:
    text = (Path(__file__).parent.parent / "docs/CONTROL.md").read_text()
    facts = ", ".join(f"`{fact.name}`" + ("" if fact.needed else " (optional)") for fact in ACTIONS[words].arguments)
    assert f"| `{words}` | {facts} | {ACTIONS[words].help} |" in text


@pytest.mark.parametrize(
    ("words", "facts", "event"),
    [
        ("round void-seat", {"spot": 3, "reason": "fouled"}, VoidSpot(AT, (), "3/gbj", "fouled")),
        ("round void-seat", {"spot": "3/gbj", "reason": "x", "by": ["F"]}, VoidSpot(AT, ("F",), "3/gbj", "x")),
        ("spot test", {"spots": ["1", "2"]}, TrySpots(AT, (), ("1/gbj", "2/gbj"))),
        ("round late-lock", {"moment": "14:03:20"}, LateLock(AT, (), utc("2026-11-18 14:03:20"))),
        ("round late-lock", {"moment": "14:30"}, LateLock(AT, (), utc("2026-11-17 14:30"))),
        ("round late-lock", {"moment": AT.utc}, LateLock(AT, (), AT.utc)),
    ],
)
def test_what_was_written_becomes_an_event(words: str, facts: dict[str, object], event: object) -> None:
    assert ACTIONS[words].build(facts, RULES, AT) == event


@pytest.mark.parametrize(
    ("words", "facts", "says"),
    [
        ("round void", {}, "reason is missing"),
        ("round void", {"reason": 7}, "text"),
        ("round void", {"reason": "x" * 201}, "200"),
        ("round void", {"reason": "x", "why": "y"}, "unknown argument 'why'"),
        ("round void", {"reason": "x", "by": "F"}, "list"),
        ("round void", {"reason": "x", "by": [" "]}, "list"),
        ("round drop-seat", {"spot": 9}, "1/gbj"),
        ("round drop-seat", {"spot": None}, "1/gbj"),
        ("round late-lock", {"moment": "soon"}, "14:03:20"),
        ("win withdraw", {"claim": "one"}, "whole number"),
        ("win withdraw", {"claim": 10**30}, "whole number"),
    ],
)
def test_nonsense_is_told_in_words(words: str, facts: dict[str, object], says: str) -> None:
    action = ACTIONS[words]
    with pytest.raises(BadRequestError, match=says):
        action.build(facts, RULES, AT)


def test_a_moment_in_the_hour_that_comes_twice_is_the_last_one_that_has_been() -> None:
    """E41: 01:30 exists twice in the night of 1 November 2026."""
    after = Moment(0, utc("2026-11-01 03:00", NEW_YORK))
    event = ACTIONS["round late-lock"].build({"moment": "01:30"}, RULES, after)
    assert isinstance(event, LateLock)
    assert after.utc - event.moment == 90 * 60 * 1000
