"""A driver is added by one file and one line: the checker and the table know it from there (see also
tests/drivers/test_contract.py)."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.config.files import Edit, Found, faults, warnings, write
from support.drivers.added_driver import CouplerSettings, registered
from support.drivers.scripted import Scripted

from controller.config.load import load
from controller.config.settings import Ref
from controller.daemon.hardware import build
from testbed.bench.clock import BenchClock

COUPLER = '[[driver]]\nname = "io"\nkind = "coupler"\nhost = "10.0.0.7"\nunit = 3\ninputs = ["a", "b"]\n'
ADDRESS, INPUTS = 'the coupler\'s address, as "10.0.0.7"', 'a list of one to eight inputs, as ["a"]'
ADDED = Edit("[keys]", f"{COUPLER}\n[keys]")


@pytest.fixture(autouse=True)
def coupler() -> Iterator[None]:
    with registered():
        yield


def test_its_settings_are_read_and_the_driver_is_built_of_them(tmp_path: Path) -> None:
    seat = Edit('input = "board:seat2"\nlamp = "board:lamp2"', 'input = "io:a"\nlamp = "io:red"')
    config = load(write(tmp_path, [ADDED, seat]))
    assert config.drivers[1] == CouplerSettings(name="io", host="10.0.0.7", unit=3, inputs=("a", "b"))
    assert (config.spot_inputs[Ref("io", "a")], config.lamps[Ref("io", "red")]) == ("2/galaxy", "2/galaxy")
    assert config.debounce_ms.keys() >= {Ref("io", "a"), Ref("io", "b")}
    driver = build(config, BenchClock(0))["io"]
    assert isinstance(driver, Scripted)
    assert (driver.name, driver.inputs, driver.lamps) == ("io", ("a", "b"), ("red",))


def test_what_it_declares_may_be_left_out_has_its_default(tmp_path: Path) -> None:
    driver = load(write(tmp_path, [ADDED, Edit("unit = 3\n", "")])).drivers[1]
    assert isinstance(driver, CouplerSettings)
    assert driver.unit == 1


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("unit = 3", "unit = 248", ("unit = 248", "unit", "write a whole number from 1 to 247, not 248")),
        ("unit = 3", 'unit = "3"', ('unit = "3"', "unit", 'write a whole number from 1 to 247, not "3"')),
        ('host = "10.0.0.7"', 'host = "x"', ('host = "x"', "host", f'write {ADDRESS}, not "x"')),
        ('host = "10.0.0.7"\n', "", ("[[driver]]", "host", f"is missing; write {ADDRESS}")),
        ("unit = 3", "units = 3", ("units = 3", "units", "is not known here; write unit")),
        ('["a", "b"]', "[]", ("inputs = []", "inputs", f"write {INPUTS}, not []")),
        ('["a", "b"]', '["a b"]', ('inputs = ["a b"]', "inputs", f'write {INPUTS}, not "a b"')),
        ('"coupler"', '"couple"', ('kind = "couple"', "kind", 'write "serial", "gpio" or "coupler", not "couple"')),
    ],
)  # fmt: skip
def test_a_wrong_key_is_named_with_its_line_and_what_to_write(
    tmp_path: Path, old: str, new: str, found: tuple[str, str, str]
) -> None:
    edit = Edit("[keys]", f"{COUPLER.replace(old, new)}\n[keys]")
    assert faults(tmp_path, edit) == [Found("table.toml", *found)]


def test_an_input_that_it_does_not_have_is_named(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, ADDED, Edit('input = "board:seat2"', 'input = "io:z"'))
    assert found == Found("table.toml", 'input = "io:z"', "input", 'the coupler has no "z"; write one of its inputs')


def test_its_warning_is_shown(tmp_path: Path) -> None:
    (found,) = warnings(tmp_path, ADDED, Edit('lamp = "board:lamp2"', 'lamp = "io:green"'))
    assert found == Found("table.toml", 'lamp = "io:green"', "lamp", "this lamp is green only")


def test_of_two_only_one_has_an_exclusive_value(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, Edit("[keys]", f"{COUPLER}{COUPLER.replace('io', 'io2')}\n[keys]"))
    assert (found.key, found.line) == ("host", 'host = "10.0.0.7"')
    assert found.what.startswith("write another one: this is in use at line ")


def test_the_checker_loads_only_the_drivers_that_the_file_names(tmp_path: Path) -> None:
    """The modules of other hardware may need libraries that this machine lacks."""
    code = (
        "import sys; from pathlib import Path; from controller.config.load import load\n"
        f"load(Path({str(write(tmp_path))!r}))\n"
        "print([name for name in ('gpiozero', 'drivers.gpio') if name in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"
