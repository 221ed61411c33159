"""A kind of numeric sign is added by one file and one line: the checker and the table know it from there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.config.files import Edit, Found, faults, write
from support.drivers.added_sign import Ticker, TickerSettings, registered

from controller.config.load import load
from controller.daemon.hardware import build_numeric_signs
from controller.signs.acknowledgements import Witness
from controller.signs.numeric_signs import NumericSigns, counted
from testbed.bench.clock import BenchClock

TICKER = '\n[[sign]]\nname = "over-the-table"\njackpot = "bonus"\nkind = "ticker"\nhost = "10.0.0.8"\n'
ADDED = Edit("", TICKER)


@pytest.fixture(autouse=True)
def ticker() -> Iterator[None]:
    with registered():
        yield


async def test_its_settings_are_read_and_the_sign_is_built_of_them_and_shows_the_amount(tmp_path: Path) -> None:
    config = load(write(tmp_path, [ADDED]))
    assert config.numeric_signs == (TickerSettings(name="over-the-table", jackpot="bonus", host="10.0.0.8", digits=9),)
    built = build_numeric_signs(config)
    (sign,) = built.values()
    assert isinstance(sign, Ticker)
    assert (sign.name, sign.host) == ("over-the-table", "10.0.0.8")
    lines = counted(config.numeric_signs, ())
    witness = Witness(tmp_path, lines, 60.0, BenchClock(0))
    view = {"epoch": 1, "seq": 1, "cents": 125_000, "text": "1250.00", "state": "open"}
    signs = NumericSigns(config.numeric_signs, built, lambda _: view, witness, lines)
    signs.start()
    assert signs.health() == {"over-the-table": {"jackpot": "bonus", "up": True, "shows": "1250.00"}}
    await signs.close()


HOST = 'host = "10.0.0.8"'
NO_ROOM = 'unreasonable = "6000.00" of jackpot bonus does not fit; write more digits, or a lower amount there (R058)'
NO_ECHO = "is not known here; remove it, or write one of digits, host, jackpot, kind, name"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (HOST, 'host = "x"', ("host", 'write the ticker\'s address, as "10.0.0.8", not "x"')),
        (HOST, f"{HOST}\ndigits = 3", ("digits", "write a whole number from 4 to 9, not 3")),
        (HOST, f"{HOST}\ndigits = 5", ("digits", NO_ROOM)),
        (HOST, f"{HOST}\necho = true", ("echo", NO_ECHO)),
        ('"ticker"', '"tick"', ("kind", 'write "digits" or "ticker", not "tick"')),
    ],
)
def test_a_mistake_is_named_with_its_line_and_what_to_write(
    tmp_path: Path, old: str, new: str, found: tuple[str, str]
) -> None:
    line = new.splitlines()[-1] if " = " in new else f"kind = {new}"
    assert faults(tmp_path, Edit("", TICKER.replace(old, new))) == [Found("table.toml", line, *found)]


def test_of_two_only_one_has_an_exclusive_value(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, Edit("", TICKER + TICKER.replace("over-the-table", "on-the-pole")))
    assert (found.key, found.line) == ("host", 'host = "10.0.0.8"')
    assert found.what.startswith("write another one: this is in use at line ")
