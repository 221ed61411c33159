"""The log: its two forms, its bound, and what never stands in it."""

import json
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from controller.daemon import log as log_file
from controller.daemon.log import logging_to

log = logging.getLogger("tests.log")
PIN = "48151623"


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[TextIO]:
    with (tmp_path / "log.txt").open("w+") as file:
        yield file


@pytest.fixture
def journal(stream: TextIO, monkeypatch: pytest.MonkeyPatch) -> TextIO:
    stat = os.fstat(stream.fileno())
    monkeypatch.setenv("JOURNAL_STREAM", f"{stat.st_dev}:{stat.st_ino}")
    return stream


def lines(stream: TextIO) -> list[str]:
    stream.seek(0)
    return stream.read().splitlines()


@pytest.mark.parametrize(("level", "priority"), [("info", 6), ("warning", 4), ("error", 3), ("critical", 2)])
def test_the_journal_gets_json_with_a_priority(journal: TextIO, level: str, priority: int) -> None:
    with logging_to(journal):
        getattr(log, level)("the broker at %s is gone", "10.0.0.1", extra={"since": 7})
    (line,) = lines(journal)
    assert line.startswith(f"<{priority}>")
    entry = json.loads(line.removeprefix(f"<{priority}>"))
    assert (entry["event"], entry["level"], entry["logger"]) == ("the broker at 10.0.0.1 is gone", level, "tests.log")
    assert entry["since"] == 7
    assert entry["timestamp"].endswith("Z")


def test_libraries_come_in_the_same_form(journal: TextIO) -> None:
    with logging_to(journal):
        logging.getLogger("sqlalchemy.pool").warning("a connection was lost")
    assert json.loads(lines(journal)[0][3:])["logger"] == "sqlalchemy.pool"


def test_people_get_words(stream: TextIO) -> None:
    with logging_to(stream):
        log.warning("the broker is gone", extra={"since": 7})
    (line,) = lines(stream)
    assert "the broker is gone" in line
    assert "since=7" in line
    assert "\x1b" not in line
    assert "{" not in line


def test_a_traceback_has_no_local_variables(journal: TextIO) -> None:
    with logging_to(journal):
        try:
            known = PIN
            raise ValueError(len(known))
        except ValueError:
            log.exception("a fault")
    (line,) = lines(journal)  # a traceback too is one line
    assert json.loads(line[3:])["exception"][0]["exc_type"] == "ValueError"
    assert PIN not in line


@pytest.mark.parametrize("form", ["journal", "words"])
@pytest.mark.parametrize(
    "text",
    [
        f'{{"do": "round void", "who": [{{"name": "F. Floor", "pin": "{PIN}"}}]}}',
        f"pin={PIN} is wrong",
        f"new_pin: {PIN}",
        f"the password='{PIN}'",
        f'pins: ["{PIN}", "{PIN}"]',
        f"{{'token': '{PIN}', 'name': 'x'}}",
    ],
)
def test_a_pin_is_struck_out(stream: TextIO, form: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if form == "journal":
        stat = os.fstat(stream.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{stat.st_dev}:{stat.st_ino}")
    with logging_to(stream):
        log.info("asked: %s", text)
        log.info("asked", extra={"pin": PIN, "new_pin": PIN, "password": [PIN], "who": {"name": "x", "pin": PIN}})
    for line in lines(stream):
        assert PIN not in line
        if form == "journal":
            json.loads(line[3:])


def test_pins_of_a_board_are_no_secret(stream: TextIO) -> None:
    with logging_to(stream):
        log.info("pin GPIO17 chatters")
    assert "GPIO17" in lines(stream)[0]


def test_a_reader_who_does_not_read_costs_lines_and_never_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An undrained pipe would stop the table for ever. What was lost is counted, and told when somebody reads."""
    monkeypatch.setattr(log_file, "MOST", 200)
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", 0) as pipe, os.fdopen(writing, "w") as stream, logging_to(stream):
        for _ in range(5000):
            log.info("x" * 100)
        output = b""
        while output.count(b"x" * 100) + sum(map(int, re.findall(rb"(\d+) lines were lost", output))) < 5000:
            output += pipe.read(65_536)
        assert output.count(b"x" * 100) < 2000


def test_the_end_waits_for_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w") as stream, logging_to(stream):
        for _ in range(3000):
            log.info("x" * 100)


def test_a_reader_that_is_gone_is_no_fault() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream, logging_to(stream):
        os.close(reading)
        log.info("nobody")
