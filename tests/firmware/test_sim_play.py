"""Plays: what a technician may write, what is said about mistakes, and what the hands then do."""

import asyncio
from pathlib import Path

import pytest
from sim_play import COMMANDS, Command, PlayError, UnmetError, parse
from sim_table import KEYS, LAMPS, SEATS, SimTable
from support.waiting import PATIENCE

SCENARIOS = Path(__file__).parents[2] / "firmware-sim/scenarios"
SPEED = 200.0


def commands(text: str) -> list[Command]:
    return parse(text, "my.play", [*SEATS, *KEYS], LAMPS)


@pytest.mark.parametrize("play", sorted(SCENARIOS.glob("*.play")), ids=lambda path: path.stem)
def test_every_shipped_play_can_be_read(play: Path) -> None:
    text = play.read_text(encoding="utf-8")
    assert text.startswith("# "), "the first line says what the play is for"
    assert any(command.text.startswith("expect") for command in commands(text))


def test_the_shipped_plays_are_those_promised() -> None:
    assert {path.stem for path in SCENARIOS.glob("*.play")} >= {
        "round", "late-chip", "removed-chip", "double-lock", "stuck-sensor", "bounce", "coins", "cut-in-round",
        "brown-out", "early-lock", "phantom",
    }  # fmt: skip


def test_the_manual_lists_every_command_and_nothing_else() -> None:
    manual = (SCENARIOS.parent / "README.md").read_text(encoding="utf-8")
    table = manual.split("## Plays")[1].split("##")[0]
    shown = {word.split()[0] for word in table.split("`")[1::2] if table and word[0].isalpha()}
    assert shown >= {*COMMANDS, "repeat", "end"}
    assert {row.split("`")[1].split()[0] for row in table.splitlines() if row.startswith("| `")} <= {
        *COMMANDS,
        "repeat",
    }


def test_every_example_in_a_hint_is_right() -> None:
    for example, _ in COMMANDS.values():
        for part in example.split(", or "):
            assert commands(part)


def test_repeats_may_be_nested() -> None:
    text = "repeat 2\n  press 1  # here\n  repeat 3\n    wait 1ms\n  end\nend\nreset\n"
    assert [c.text for c in commands(text)] == (["press 1"] + ["wait 1ms"] * 3) * 2 + ["reset"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("plcae 1", "'plcae' is no command; write one of: place lift"),
        ("place", "the seat is missing; write it like: place 1 3"),
        ("place 7", "there is no seat '7' here; write one of: seat1 seat2"),
        ("key locked", "there is no seat 'locked' here; write one of: "),
        ("drop 3 two", "'two' is no number of coins; write a whole number from 1 to 100"),
        ("drop 3", "number of coins is missing; write it like: drop 3 2"),
        ("wait 2", "'2' is no time; write it like 40ms or 1.5s"),
        ("wait 2s 3s", "'3s' is too much; write it like: wait 2s"),
        ("set door open", "'open' is no level; write one of: on off"),
        ("expect seat 3 lit", "'seat' is no thing to look at; write one of: lamp"),
        ("expect lamp 3 green", "'green' is no pattern; write one of: off disabled waiting lit"),
        ("expect lamp 9 lit", "there is no lamp '9' here; write one of: lamp1"),
        ("wait 9999999s", "'9999999s' is no time; write it like 40ms or 1.5s"),
        ("drop 3 " + "9" * 5000, f"'{'9' * 40}'... is no number of coins; write a whole number from 1 to 100"),
        ("repeat many", "'many' is no number of repeats; write a whole number from 1 to 1000"),
        ("end", "'end' is no command"),
    ],
)
def test_a_mistake_is_located_and_answered(line: str, sentence: str) -> None:
    with pytest.raises(PlayError) as caught:
        commands(f"# a remark\n\n{line}\n" + ("end\n" if line.startswith("repeat") else ""))
    assert f"my.play:3: {sentence}" in str(caught.value)


def test_repeats_of_repeats_have_a_bound() -> None:
    with pytest.raises(PlayError, match=r"my\.play:6: that is more than 100000 commands; repeat less often"):
        commands("repeat 1000\n" * 3 + "wait 1s\n" + "end\n" * 3)


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(PlayError) as caught:
        commands("place 7\nwait 1s\nwait x\nrepeat 2\n")
    assert [line.split(": ")[0] for line in str(caught.value).splitlines()] == ["my.play:1", "my.play:3", "my.play"]


async def played(text: str) -> SimTable:
    """The board after this play, with debounce in force and nobody on the line."""
    table = SimTable(speed=SPEED, seed=1)
    try:
        async with asyncio.timeout(PATIENCE):
            for command in commands(text):
                await command.run(table)
            await table.wait(100)
    finally:
        await table.close()
    return table


def counts(table: SimTable) -> dict[str, int]:
    assert table.board
    return {name: n for name, n in zip(table.inputs, table.board.count, strict=True) if n}


async def test_hands() -> None:
    assert counts(await played("place 1 2\nwait 50ms\nlift 2")) == {"seat1": 1, "seat2": 2}
    assert counts(await played("press 1 2\nkey lock\nset door on")) == {"seat1": 2, "seat2": 2, "lock": 2, "door": 1}
    assert counts(await played("drop 3 4")) == {"seat3": 8}
    assert counts(await played("bounce 3 40ms\nwait 30ms\nbounce 3 40ms")) == {"seat3": 2}
    assert counts(await played("repeat 5\nkey lock for 30ms\nwait 30ms\nend")) == {"lock": 10}


async def test_a_bounce_is_really_one() -> None:
    """Without debounce the same 40 ms are many edges."""
    table = SimTable(speed=SPEED, seed=1)
    try:
        assert table.board
        table.board.debounce = [0] * len(table.inputs)
        await table.bounce("seat3", 40)
        assert table.board.count[2] > 9
        assert table.board.count[2] % 2 == 1
    finally:
        await table.close()


async def test_a_stuck_sensor_says_what_it_said() -> None:
    assert counts(await played("place 3\nstick 3\nwait 50ms\nlift 3\nwait 50ms")) == {"seat3": 1}
    assert counts(await played("place 3\nstick 3\nwait 50ms\nlift 3\nwait 50ms\nfree 3")) == {"seat3": 2}
    assert counts(await played("stick 3\nplace 3")) == {}


async def test_a_brown_out_begins_anew_with_the_chips_that_lie_there() -> None:
    table = await played("place 1\nwait 50ms\npress 2\nbrownout 200ms\nplace 4\nlift 1\nwait 300ms\nplace 5")
    assert counts(table) == {"seat4": 1, "seat5": 1}


async def test_an_unmet_expectation_says_what_is_there_instead() -> None:
    with pytest.raises(UnmetError, match=r"^my\.play:2: lamp3 shows disabled, and not locked within 0\.05s$"):
        await played("reset\nexpect lamp 3 locked within 50ms")
