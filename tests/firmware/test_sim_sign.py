"""The simulated numeric sign: what it latches, when it goes dark, and what its faults look like (R128; E57)."""

import asyncio
import json
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import pytest
from sim_sign import DARK_AFTER, SignLogic, obey
from support.drivers.serial_digits import simulated_sign

HOUSE = Path(__file__).parents[2]
AMOUNT = b"$    1 2 5 0.0 0 *BEE942B6\r\n"
DASHES = b"$- - - - - - - - *2DD76C48\r\n"


def test_the_document_shows_frames_that_a_sign_takes() -> None:
    text = (HOUSE / "docs" / "NUMERIC_SIGN.md").read_text()
    frames = re.findall(r"`(\$.{16}\*[0-9A-F]{8})`", text)
    assert len(frames) == 3
    sign, shown = SignLogic(8), []
    for frame in frames:
        sign.hear(f"{frame}\r\n".encode(), 0.0)
        shown.append(sign.text(0.0))
    assert shown == ["1250.00", "--------", "8.8.8.8.8.8.8.8."]


def test_r128_it_is_dark_before_the_first_frame_and_ten_seconds_after_the_last() -> None:
    sign = SignLogic(8)
    assert sign.text(0.0) == ""
    sign.hear(AMOUNT, 0.0)
    sign.hear(AMOUNT, 5.0)
    assert sign.text(4.9 + DARK_AFTER) == "1250.00"
    assert sign.text(5.0 + DARK_AFTER) == ""
    sign.hear(b"$ noise \r\n", 5.0 + DARK_AFTER)
    assert sign.text(5.1 + DARK_AFTER) == "", "noise does not wake the timer"


@pytest.mark.parametrize(
    "frame",
    [
        AMOUNT.replace(b"BEE942B6", b"bee942b6"),
        AMOUNT.replace(b"\r\n", b"\n"),
        AMOUNT.replace(b"$", b"#"),
        AMOUNT.replace(b"1 2", b"1 3"),
        AMOUNT[:-2] + b" \r\n",
        b"$  1 2 5 0.0 0 *BEE942B6\r\n",
    ],
)
def test_what_is_nearly_a_frame_is_none(frame: bytes) -> None:
    sign = SignLogic(8)
    sign.hear(frame, 0.0)
    assert sign.latched == 0
    sign.hear(AMOUNT, 0.0)
    assert sign.latched == 1, "and it spoils nothing"


def test_a_frame_may_come_in_pieces_and_after_half_of_another() -> None:
    sign = SignLogic(8)
    for byte in DASHES[:11] + AMOUNT:
        sign.hear(bytes((byte,)), 0.0)
    assert sign.text(0.0) == "1250.00"


def test_the_lit_segments_as_text() -> None:
    sign = SignLogic(8)
    sign.hear(AMOUNT, 0.0)
    assert sign.drawing(1.0).split("\n") == [
        "             _   _   _   _   _  ",
        "          |  _| |_  | | | | | | ",
        "          | |_   _| |_|.|_| |_| ",
    ]
    assert not sign.drawing(20.0).strip()
    assert set(sign.drawing(20.0)) == {" ", "\n"}


def test_e57_the_echo_tells_what_stands_there() -> None:
    sign = SignLogic(8)
    assert sign.hear(AMOUNT, 0.0) == [AMOUNT]
    sign.stick(3, "8")
    (echo,) = sign.hear(AMOUNT, 1.0)
    assert echo.startswith(b"$    8 2 5 0.0 0 *")
    other = SignLogic(8)
    other.hear(echo, 0.0)
    assert other.text(0.0) == sign.text(1.0) == "8250.00"
    sign.free(3)
    assert sign.hear(AMOUNT, 2.0) == [AMOUNT]


async def test_hands_on_a_sign() -> None:
    async with simulated_sign() as sign:
        sign.noise(AMOUNT)
        assert sign.text() == "1250.00"
        obey(sign, "skip 9.9s")
        assert sign.text() == "1250.00"
        obey(sign, "skip 0.2s")
        assert sign.history == ["1250.00", ""]
        obey(sign, "stick 1 -")
        sign.noise(AMOUNT)
        assert sign.text() == "- 1250.00"
        obey(sign, "unplug")
        assert sign.port == ""
        obey(sign, "plug")
        assert sign.port
        huge = "9" * 5000
        wrong = ("dance", "skip 5", "stick 9 8", "stick 1 x", "noise some", "cut 9999999s")
        for line in (*wrong, "noise 99999", f"noise {huge}", f"stick {huge} 8", f"skip {huge}s"):
            with pytest.raises(ValueError, match=r"is none of|is no time"):
                obey(sign, line)


async def test_as_a_process_of_its_own(tmp_path: Path) -> None:
    """Its port, its glass, and an end with its input."""
    link = tmp_path / "sign"
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HOUSE / "firmware-sim" / "sim_sign.py"), "--json", "--echo", "--link", str(link),
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    async with asyncio.timeout(30):
        assert json.loads(await process.stdout.readline()) == {"event": "ready", "port": str(link)}
        link.write_bytes(AMOUNT)
        shows = json.loads(await process.stdout.readline())
        assert (shows["event"], shows["text"]) == ("shows", "1250.00")
        process.stdin.write(b"dance\nskip 11s\n")
        assert json.loads(await process.stdout.readline())["text"] == ""
        process.stdin.close()
        _, errors = await process.communicate()
    assert b"'dance' is none of" in errors
    assert process.returncode == 0
    assert not link.is_symlink(), "nothing is left behind"


async def test_a_mistake_in_the_command_line_is_one_line() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HOUSE / "firmware-sim" / "sim_sign.py"), "--link", "/nowhere/sign",
        stdin=DEVNULL, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert errors.decode().count("\n") == 1
