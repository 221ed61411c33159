"""The help of every command and the texts of argparse: from the catalogue, in the reader's language."""

import argparse
import inspect
import re
import sys
from collections.abc import Iterator

import pytest

from controller.__main__ import main
from controller.__main__ import parser as made
from controller.cli.parser import Parser, help_code, key
from controller.cli.speech import words
from controller.table.commands import ACTIONS
from words.catalogue import catalogue


def parsers(parser: Parser) -> Iterator[Parser]:
    """It, and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def arguments(parser: Parser) -> Iterator[argparse.Action]:
    return (each for each in parser._actions if not isinstance(each, argparse._SubParsersAction))


EVERY = [*parsers(made())]
NAMED = pytest.mark.parametrize("parser", EVERY, ids=lambda parser: parser.command)


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")


def refused(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    with pytest.raises(SystemExit) as ended:
        sys.exit(main([*typed]))
    assert ended.value.code == 2
    return capsys.readouterr().err


@NAMED
def test_a_command_and_its_arguments_are_in_the_catalogue(parser: Parser) -> None:
    assert help_code(parser.command) in words()
    for action in arguments(parser):
        codes = (f"arguments.{key(parser.command)}_{action.dest}", f"arguments.{action.dest}")
        assert any(code in words() for code in codes), f"write {codes[0]}, or {codes[1]} for several commands"


def test_the_catalogue_has_help_for_nothing_else() -> None:
    sections = words().sections()
    assert {f"help.{name}" for name in sections["help"]} == {help_code(each.command) for each in EVERY} | {
        "help.bench_controller",
        "help.bench_display",
    }
    taken = {
        name
        for each in EVERY
        for action in arguments(each)
        for name in (action.dest, f"{key(each.command)}_{action.dest}")
    }
    assert not {name for name in sections["arguments"] if not name.startswith("bench_")} - taken


@NAMED
def test_no_help_is_english_in_spanish(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(language: str) -> set[str]:
        """Without the usage, the example, and single words, which are names."""
        monkeypatch.setenv("LC_ALL", language)
        monkeypatch.setenv("COLUMNS", "1000")
        text = parser.format_help().partition("\n\n")[2].partition("litbet ")[0]
        texts = (re.split(r"\s{2,}", line.strip())[-1] for line in text.splitlines())
        return {each for each in texts if " " in each and not each.startswith("-")}

    english = lines("C")
    assert english
    assert not english & lines("es"), "translate it"


def test_the_texts_of_argparse_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are looked up by the English text: another word, and the English one would be said."""
    source = inspect.getsource(argparse).replace("\\n", "\n")
    for name, text in catalogue("en").sections()["argparse"].items():
        assert f"'{text}" in source, name


def test_usage_is_spoken_in_spanish(spanish: None, capsys: pytest.CaptureFixture[str]) -> None:
    refusal = refused(capsys, "round", "void")
    assert refusal.startswith("uso: litbet round void ")
    assert refusal.endswith("faltan estos argumentos: --reason\n")
    assert "elija entre" in refused(capsys, "completion", "tcsh")
    assert "argumentos no reconocidos: --quick" in refused(capsys, "check", "table.toml", "--quick")
    assert "hace falta un valor" in refused(capsys, "round", "void", "--reason")
    assert "escriba un número entero de 1 a 8" in refused(capsys, "odds", "--decks", "0")
    assert refused(capsys, "odds") == "litbet: indique una tabla de pagos o escriba --all\n"


def test_the_same_process_speaks_english_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the following arguments are required: --reason" in refused(capsys, "round", "void")


def test_an_example_stays_as_it_is_typed(spanish: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["round", "void", "--help"])
    assert 'Ejemplo: litbet round void --reason "misdeal"' in " ".join(capsys.readouterr().out.split())


def test_every_action_can_be_typed() -> None:
    assert {each.command for each in EVERY} >= {*ACTIONS}


def test_help_is_looked_up_only_when_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.cli.parser.words", lambda: pytest.fail("a catalogue was read"))
    made().parse_args(["round", "void", "--reason", "x"])


def test_a_word_too_many_is_told_with_the_usage_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["win", "list", "--nonsense"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("usage: litbet win list ")
    assert "litbet win list: error: unrecognized arguments: --nonsense" in told
