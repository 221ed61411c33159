"""Errors of the operating system end a command with a sentence that says what to do, in the reader's language."""

import errno
import os

import pytest

from controller.cli.errors import exit_status


def told(number: int, capsys: pytest.CaptureFixture[str]) -> str:
    def fail() -> int:
        raise OSError(number, os.strerror(number), "/media/usb/sheet.pdf")

    assert exit_status(fail) == 1
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOENT, "there is no such file or folder. Check the name, or make the folder first."),
        (errno.EACCES, "this user may not read or write it. Run the command as its owner, or name another place."),
        (errno.EROFS, "its disk is read-only. Mount it for writing, or name another place."),
        (errno.ENOSPC, "the disk is full. Make room, then run the command again."),
        (errno.EIO, f"the operating system refuses this ({os.strerror(errno.EIO)}). Check the place, and try again."),
    ],
)
def test_an_error_of_the_system_says_what_to_do(number: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(number, capsys) == f"/media/usb/sheet.pdf: {sentence}"


def test_and_in_spanish(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_US.UTF-8")
    assert "el disco está lleno" in told(errno.ENOSPC, capsys)
