"""PINs on standard input and at a prompt: what is asked, and what is wrong, in the reader's language."""

import io

import pytest

from controller.__main__ import main
from controller.cli.proofs import log_in, new_pin, proofs

Capture = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The prompts, each answered with the next of these."""
    prompts: list[str] = []
    answers = iter(["4739", "4739", "4739", "1111"])

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", answer)
    return prompts


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("C", "litbet: the PIN of F. Floor is missing: standard input takes one line for each --by"),
        ("es", "litbet: falta el PIN de F. Floor: la entrada estándar lleva una línea por cada --by"),
    ],
)
def test_a_pin_that_is_missing_is_named(
    language: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["round", "void", "--reason", "x", "--by", "F. Floor"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(says)


def test_standard_input_has_a_line_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4739\nlogin-7\nlogin-8\n1234\n"))
    assert proofs(["F. Floor", "M. Manager"]) == [{"name": "F. Floor", "pin": "4739"}, {"login": "login-7"}]
    assert log_in() == [{"login": "login-8"}]
    assert new_pin("N. New") == "1234"


def test_a_terminal_asks_and_a_new_pin_twice(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("LC_ALL", "es")
    assert proofs(["F. Floor"]) == [{"name": "F. Floor", "pin": "4739"}]
    assert new_pin("N. New") == "4739"
    assert asked == ["PIN (o sesión) de F. Floor: ", "PIN nuevo de N. New: ", "Otra vez: "]


def test_two_new_pins_that_differ_change_nothing(asked: list[str], capsys: Capture) -> None:
    proofs(["A", "B"])
    assert main(["user", "pin", "N. New"]) == 2
    assert capsys.readouterr().err == "litbet: the two PINs differ; nothing was changed\n"
