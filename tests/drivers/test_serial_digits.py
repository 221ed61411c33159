"""The numeric sign's driver on real pseudo-terminals: what stands on the glass, what is believed of it, and what
happens when the line is lost (R128, R129, R131, R203, R058; E57)."""

import asyncio
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_line import PROFILES, Cable, Pty
from sim_sign import SignLogic
from support.drivers.serial_digits import served, simulated_sign
from support.spoken import problem, say
from support.waiting import until

from controller.table.money import CENT, dollars
from drivers import serial_digits
from drivers.contract import DriverError
from drivers.serial_digits import FEWEST, MOST, SerialDigits, decode, encode, every_segment, length

EIGHTS = "8." * 8


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_digits, "REFRESH", 0.02)
    monkeypatch.setattr(serial_digits, "TESTING", 0.04)


async def no_more_beats(driver: SerialDigits, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing is sent but what is new."""
    monkeypatch.setattr(serial_digits, "REFRESH", 1000)
    now = asyncio.get_running_loop().time
    await until(lambda: driver._timer and driver._timer.when() > now() + 100)


# -- the bytes


def test_the_frames_of_the_document() -> None:
    """docs/NUMERIC_SIGN.md shows these."""
    assert encode("1250.00", 8) == b"$    1 2 5 0.0 0 *BEE942B6\r\n"
    assert encode("", 8) == b"$- - - - - - - - *2DD76C48\r\n"
    assert every_segment(8) == b"$8.8.8.8.8.8.8.8.*BEBEC13F\r\n"


AMOUNTS = st.integers(0, 10**13).map(lambda cents: dollars(cents * CENT))
DIGITS = st.integers(FEWEST, MOST)


@given(AMOUNTS, DIGITS)
def test_r058_an_amount_is_shown_whole_or_not_at_all(amount: str, digits: int) -> None:
    frame = encode(amount, digits)
    assert len(frame) == length(digits)
    assert decode(frame, digits) == (amount if len(amount) - 1 <= digits else "-" * digits)


@pytest.mark.parametrize("text", ["", "-1.00", "1,250.00", "1250.0.0", "1250..00", ".50", "٣.00", "12a", " 1.00"])
def test_what_is_no_amount_is_dashes(text: str) -> None:
    assert decode(encode(text, 8), 8) == "--------"


@given(st.binary(max_size=80), DIGITS)
def test_noise_is_no_frame(noise: bytes, digits: int) -> None:
    assert decode(noise, digits) is None
    sign = SignLogic(digits)
    sign.hear(noise, 0.0)
    assert sign.text(0.0) == ""


@given(AMOUNTS, DIGITS, st.data())
def test_a_frame_with_one_flipped_bit_is_not_latched(amount: str, digits: int, data: st.DataObject) -> None:
    """The sign shows what it showed, and takes the next frame."""
    before, frame = encode("7.77", digits), encode(amount, digits)
    bit = data.draw(st.integers(0, 8 * len(frame) - 1))
    flipped = bytearray(frame)
    flipped[bit // 8] ^= 1 << bit % 8
    sign = SignLogic(digits)
    sign.hear(before + flipped, 0.0)
    assert (sign.text(0.0), sign.latched) == ("7.77", 1)
    assert decode(bytes(flipped), digits) is None
    sign.hear(frame, 0.0)
    assert sign.latched == 2


@given(AMOUNTS, st.integers(FEWEST, MOST), st.integers(FEWEST, MOST))
def test_a_sign_of_another_size_takes_nothing(amount: str, ours: int, theirs: int) -> None:
    sign = SignLogic(theirs)
    sign.hear(encode(amount, ours), 0.0)
    assert bool(sign.latched) == (ours == theirs)


@given(st.integers(0, 2**32), st.sampled_from(["worn", "bad", "loose"]))
def test_a_bad_cable_never_shows_what_was_not_sent(seed: int, profile: str) -> None:
    """Bytes lost, repeated, damaged, cut and mixed with noise: what stands there was sent, or it is dark."""
    rng = random.Random(seed)
    cable, sign = Cable(rng, PROFILES[profile]), SignLogic(8)
    sent = {""}
    for second in range(60):
        amount = dollars(rng.randrange(10**8) * CENT)
        sent.add(amount)
        for at, piece in cable.carry(encode(amount, 8), second * 1000.0):
            sign.hear(piece, at / 1000)
            assert sign.text(at / 1000) in sent


# -- the driver


@pytest.mark.parametrize("echo", [True, False])
@pytest.mark.usefixtures("hurry")
async def test_the_amount_stands_on_the_glass_after_a_test_of_every_segment(echo: bool) -> None:
    async with simulated_sign(echo=echo) as sign, served(sign.port, echo=echo) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)
        assert sign.history == [EIGHTS, "1250.00"]
        driver.show("1260.00")
        await until(lambda: ("1260.00", True) in seen)
        assert sign.text() == "1260.00"
        assert all(right for _, right in seen)
        health = driver.health()
        assert (health["up"], health["amount"], health["shows"]) == (True, "1260.00", "1260.00")


@pytest.mark.usefixtures("hurry")
async def test_what_is_new_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with simulated_sign() as sign, served(sign.port) as (driver, _):
        await until(lambda: sign.text() == "1250.00")
        await no_more_beats(driver, monkeypatch)
        driver.show("1251.00")
        await until(lambda: sign.text() == "1251.00")


@pytest.mark.parametrize("text", ["", "1234567.89"])
@pytest.mark.usefixtures("hurry")
async def test_what_cannot_be_shown_is_dashes(text: str) -> None:
    async with simulated_sign(echo=True) as sign, served(sign.port) as (driver, seen):
        await until(lambda: seen)
        seen.clear()
        driver.show(text)
        await until(lambda: sign.text() == "--------")
        if text:
            assert say(driver.health()["why"]) == "1234567.89 has more digits than its 8"
            echoes = driver.health()["echoes"]
            await until(lambda: driver.health()["echoes"] >= echoes + 4)
            assert ("1234567.89", True) not in seen, "dashes are not the amount"
            assert ("", True) not in seen, "nor what was to be shown"
        else:
            await until(lambda: ("", True) in seen)


@pytest.mark.usefixtures("hurry")
async def test_the_end_of_the_controller_takes_the_amount_away() -> None:
    async with simulated_sign() as sign:
        async with served(sign.port):
            await until(lambda: sign.text() == "1250.00")
        await until(lambda: sign.text() == "--------")


@pytest.mark.usefixtures("hurry")
async def test_e57_a_stuck_digit_is_named_and_not_believed(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated_sign(echo=True) as sign, served(sign.port) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)
        sign.stick(3, "8")
        await until(lambda: ("8250.00", False) in seen)
        seen.clear()
        await until(lambda: len(seen) > 2)
        assert set(seen) == {("8250.00", False)}
        assert say(driver.health()["why"]) == (
            "sign 'left' shows 8250.00, which it was not sent: cover it, and have it repaired"
        )
        sign.free(3)
        await until(lambda: driver.health()["up"])
    assert len([r for r in caplog.records if "sign_wrong" in r.message]) == 1, "it is said once"


@pytest.mark.usefixtures("hurry")
async def test_e57_a_sign_frozen_on_an_old_number_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even once: all that was sent before has come back already."""
    async with simulated_sign(echo=True) as sign, served(sign.port) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)
        await no_more_beats(driver, monkeypatch)
        for place, glyph in enumerate("  125000", 1):
            sign.stick(place, glyph)
        driver.show("1260.00")
        await until(lambda: ("1250.00", False) in seen)
        assert ("1260.00", True) not in seen


@pytest.mark.usefixtures("hurry")
async def test_a_sign_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_digits, "SILENCE", 0.1)
    async with simulated_sign(echo=False) as sign, served(sign.port) as (driver, seen):
        await until(lambda: "does not answer" in say(driver.health()["why"]))
        assert not seen
        assert not driver.health()["up"]


@pytest.mark.parametrize("echo", [True, False])
@pytest.mark.usefixtures("hurry")
async def test_a_sign_is_unplugged_and_plugged_in_again(echo: bool) -> None:
    async with simulated_sign(echo=echo) as sign, served(sign.port, echo=echo) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)
        sign.unplug()
        await until(lambda: not driver.health()["up"])
        assert "plug it in" in say(driver.health()["why"])
        driver.show("1300.00")
        seen.clear()
        sign.skip(10.1)
        assert sign.text() == ""
        sign.plug()
        await until(lambda: ("1300.00", True) in seen)
        assert sign.text() == "1300.00"
        assert ("1250.00", True) not in seen
        assert sign.history == [EIGHTS, "1250.00", "", "1300.00"], "the segments are tested once"
        assert driver.health()["reconnects"] == 1


@pytest.mark.usefixtures("hurry")
async def test_a_cut_cable_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_digits, "SILENCE", 0.1)
    async with simulated_sign(echo=True) as sign, served(sign.port) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)
        sign.cut(0.4)
        await until(lambda: not driver.health()["up"])
        seen.clear()
        await until(lambda: ("1250.00", True) in seen)
        assert driver.health()["reconnects"] == 0


@pytest.mark.usefixtures("hurry")
async def test_a_bad_cable_on_a_real_port() -> None:
    async with simulated_sign(echo=True, cable=PROFILES["bad"], seed=5) as sign, served(sign.port) as (driver, seen):
        for amount in ("1250.00", "1251.00", "1252.00"):
            driver.show(amount)
            await until(lambda: seen and seen[-1] == (driver.health()["amount"], True))
        assert all(text in ("", EIGHTS, "1250.00", "1251.00", "1252.00") for text in sign.history)


async def test_a_line_that_takes_nothing_gets_only_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_digits, "TESTING", 0.0)
    pty = Pty()
    try:
        async with served(pty.path, echo=False) as (driver, _):
            await until(lambda: driver._line.is_open)
            await until(lambda: not driver._testing)
            amounts = (dollars(n * CENT) for n in range(1, 10**6))
            await until(lambda: _fill(driver, amounts))
            driver.show("1250.00")
            got = b""

            def newest_arrived() -> bool:
                nonlocal got
                got += pty.read()
                return got.endswith(encode("1250.00", 8))

            await until(newest_arrived)
            assert len(got) < 100_000
    finally:
        pty.close()


def _fill(driver: SerialDigits, amounts: Iterator[str]) -> bool:
    for _ in range(100):
        driver.show(next(amounts))
    return driver._line.busy


@pytest.mark.usefixtures("hurry")
async def test_a_receiver_that_fails_does_not_stop_the_sign(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated_sign(echo=True) as sign, served(sign.port) as (driver, seen):
        await until(lambda: ("1250.00", True) in seen)

        def fails(_text: str, _right: bool) -> None:
            raise RuntimeError("on purpose")

        driver._seen = fails
        driver.show("1260.00")
        await until(lambda: int(driver.health()["seen_errors"]) > 1)
        assert sign.text() == "1260.00"
    assert "the receiver failed" in caplog.text


@pytest.mark.parametrize("digits", [5, 13])
def test_what_cannot_be_a_sign_is_refused(digits: int) -> None:
    with problem(DriverError, "6 to 12 digits"):
        SerialDigits("left", "/dev/null", digits, echo=False)
