"""`litbet check`: the same findings for people, in their language, and as messages for programs."""

import json
from pathlib import Path

import pytest
from support.config.files import SECOND_COPY, Edit, write

from controller.__main__ import main
from controller.config.load import check
from words.message import Message

SEATS = Edit("seats = 6", 'seats = "six"')
NO_TLS = Edit("127.0.0.1", "10.0.0.9")


def test_a_good_file_is_ok(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [SECOND_COPY])
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: ok\n"


def test_an_error_is_located_and_says_what_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [SEATS, SECOND_COPY])
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == f'{path}:12: seats: write a whole number from 1 to 9, not "six"\n'


def test_a_terminal_in_spanish_reads_it_in_spanish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_US.UTF-8")
    path = write(tmp_path, [SEATS, SECOND_COPY])
    main(["check", str(path)])
    assert capsys.readouterr().out == f'{path}:12: seats: escriba un número entero de 1 a 9, no "six"\n'


def test_a_warning_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [NO_TLS, SECOND_COPY])
    assert main(["check", str(path)]) == 0
    warning, good = capsys.readouterr().out.splitlines()
    assert warning.startswith(f"warning: {path}:")
    assert good == f"{path}: ok"


def test_programs_get_the_messages_themselves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [SEATS, SECOND_COPY])
    assert main(["check", "--json", str(path)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"] is False
    assert tuple(map(Message.from_json, answer["errors"])) == check(path)[0]
    assert answer["warnings"] == []
