"""The dealer's page where one bet plays for three meters: each award says which one it takes from, before the decision
and in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from support.display.browser import chromium, showing
from support.display.dealer_page import LARGE, SMALL, FloorPage, floor_page
from support.processes.litbet import ROOT, Daemon, running

CONFIG = ROOT / "config/examples/nh-mega-major-minor.toml"
MISPLACED = (ROOT / "tests/data/misplaced.js").read_text()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    seats = [f"seat{seat}" for seat in range(1, 7)]
    inputs = [*seats, "lock", "settle", "clear", "win", "tier"]
    board = ("--inputs", ",".join(inputs), "--lamps", ",".join(seats))
    with running(tmp_path_factory.mktemp("meters"), board, config=CONFIG) as found:
        yield found


@pytest.fixture(scope="module", params=["en", "es"])
def floor(request: pytest.FixtureRequest, table: Daemon) -> Iterator[FloorPage]:
    with (
        showing(table) as display,
        chromium() as browser,
        floor_page(browser, display, language=request.param) as found,
    ):
        yield found


def test_an_award_says_which_meter_it_takes_from(floor: FloorPage, table: Daemon) -> None:
    spanish = floor.page.locator("html").get_attribute("lang") == "es"
    if table.status()["phase"] == "betting":
        table.hand("press 2")
        table.lit(2)
        table.do("round lock")
    floor.page.locator("[data-seat='2']").click()
    floor.dialog.locator(".key.lead").click()
    floor.dialog.locator(".ways .key").nth(1).click()
    shares = [text for text in floor.dialog.locator(".award strong").all_inner_texts() if "%" in text]
    word = "de" if spanish else "of"
    assert shares == [f"50 % {word} MEGA", f"50 % {word} MAJOR", f"50 % {word} MINOR"]
    for size in (SMALL, LARGE):
        floor.resize(size)
        assert floor.page.evaluate(MISPLACED) == []
    floor.resize(SMALL)
    floor.dialog.locator(".award").nth(1).click()
    floor.dialog.locator(".finish .lead").click()
    floor.settled()
    expect(floor.page.locator(".claim")).to_contain_text(f"50 % {word} MAJOR")
    table.do("win withdraw", by=("floor", "manager"), claim=table.status()["claims"][0]["claim"])
