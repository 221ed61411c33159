"""The dealer's page at a table that sees chips: late, removed and stuck ones, and faults with what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.display.browser import showing
from support.display.dealer_page import FloorPage, floor_page
from support.processes.litbet import ROOT, Daemon, running

LOCK, SETTLE, CLEAR = "round lock", "round settle", "round clear"
KEYS, STRIP = "#keys", ".strip"


def with_chips(folder: Path) -> Path:
    """The reference table with presence sensors in the place of buttons."""
    text = (ROOT / "config/table.toml").read_text().replace('sensor = "button"', 'sensor = "presence"')
    path = folder / "chips.toml"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    folder = tmp_path_factory.mktemp("chips")
    with running(folder, config=with_chips(folder)) as found:
        found.who("floor")
        yield found


@pytest.fixture(scope="module")
def floor(browser: Browser, table: Daemon) -> Iterator[FloorPage]:
    with showing(table) as display, floor_page(browser, display) as found:
        yield found


def strip(floor: FloorPage, text: str) -> None:
    expect(floor.page.locator(STRIP)).to_contain_text(text)


def test_late_and_removed_chips(floor: FloorPage, table: Daemon) -> None:
    """E01, E03: what is late is given back; what was taken away still plays, and somebody looks into it."""
    table.hand("place 2 3")
    floor.lamp(3, "lit")
    floor.press(LOCK, KEYS)
    floor.lamp(2, "locked")
    table.hand("place 5")
    floor.lamp(5, "late")
    strip(floor, "Seat 5: LATE BET. Return it.")
    table.hand("lift 2")
    floor.lamp(2, "removed")
    expect(floor.page.locator("[data-view=todo] .number")).to_have_text("2")
    floor.picture("late-and-removed")
    table.hand("lift 5")
    strip(floor, "Seat 2: the chip was removed. The bet still plays.")
    floor.press("spot ack", STRIP)
    strip(floor, "Nothing to do.")
    floor.lamp(2, "locked")
    floor.press(SETTLE, KEYS)
    table.hand("lift 3")
    floor.press(CLEAR, KEYS)
    floor.phase("betting")
    floor.lamp(3, "waiting")


def test_a_chip_that_was_never_seen_to_come(floor: FloorPage, table: Daemon) -> None:
    """E10: it is a bet by a person's word only; or the spot goes out of service until it is tested."""
    table.hand("place 3")
    floor.lamp(3, "lit")
    for key in (LOCK, SETTLE, CLEAR):
        floor.press(key, KEYS)
    strip(floor, "Seat 3 was never seen empty")
    floor.lamp(3, "verify")
    floor.picture("stuck")
    floor.page.locator(STRIP).get_by_role("button", name="Open the seat").click()
    floor.press("spot confirm", "dialog")
    floor.settled()
    floor.lamp(3, "lit")
    strip(floor, "Nothing to do.")
    floor.page.locator("[data-seat='3']").click()
    floor.press("spot exclude", "dialog")
    floor.choose("Sensor chatters")
    floor.settled()
    floor.lamp(3, "disabled")
    strip(floor, "Seat 3 is out of service: Sensor chatters")
    table.hand("lift 3")
    table.hand("wait 1s")  # the board's: an empty sensor is believed after its dwell
    floor.page.locator("[data-seat='3']").click()
    floor.press("spot test", "dialog", spots=["3/galaxy"])
    floor.settled()
    strip(floor, "Sensor test: touch and release")
    table.hand("place 3")
    floor.lamp(3, "lit")
    table.hand("lift 3")
    strip(floor, "Nothing to do.")
    floor.lamp(3, "waiting")


def test_a_pulled_cable(floor: FloorPage, table: Daemon) -> None:
    table.hand("cut 3s")
    floor.phase("fault")
    strip(floor, "Out of service (board)")
    expect(floor.key(LOCK, KEYS)).to_have_attribute("aria-disabled", "true")
    floor.picture("cable")
    floor.view("todo")
    expect(floor.page.locator("[data-fault=board]")).to_contain_text("It clears by itself")
    floor.picture("faults")
    floor.phase("betting")
    floor.view("table")


def test_the_supervisors_key_opens_the_floors_functions(floor: FloorPage, table: Daemon) -> None:
    table.hand("set keyswitch on")
    expect(floor.page.locator("[data-view=floor]")).to_have_attribute("aria-current", "page")
    table.hand("set keyswitch off")
    expect(floor.page.locator("[data-view=table]")).to_have_attribute("aria-current", "page")
    assert floor.errors == []
