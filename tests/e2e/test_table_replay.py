"""Replay on the dealer's page at a real table: what became of each round stands there, nothing of the round before, and
a controller that could not be asked is not taken for a table at which nothing was played (R310)."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from support.display.browser import Display, showing
from support.display.dealer_page import FloorPage, floor_page
from support.processes.litbet import Daemon, running

NONE_PLAYED = "No round has been played yet."


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """Round 1 was played, and its slip made void; round 2 was void; seat 2 bets for round 3."""
    with running(tmp_path_factory.mktemp("replay")) as daemon:
        for seats in ("3", "1"):
            daemon.hand(f"press {seats}")
            daemon.lit(int(seats))
            daemon.do("round lock")
            if seats == "3":
                daemon.do("win claim", by=("manager",), spot=3, cards="Ah Ah Ah")
                daemon.do("win confirm", by=("floor", "second"), claim=1)
                daemon.do("win deny", by=("floor", "second"), claim=1, reason="wrong cards")
                daemon.do("round settle")
                daemon.do("round clear")
        daemon.do("round void", by=("floor",), reason="misdeal")
        daemon.hand("press 2")
        daemon.lit(2)
        yield daemon


@pytest.fixture(scope="module")
def display(table: Daemon) -> Iterator[Display]:
    with showing(table) as found:
        yield found


@pytest.fixture(scope="module")
def floor(browser: Browser, display: Display) -> Iterator[FloorPage]:
    with floor_page(browser, display) as found:
        yield found


def story(floor: FloorPage, number: int, spot: str) -> Locator:
    floor.page.locator(f"[data-round='{number}']").click()
    floor.page.locator(f".story [data-spot='{spot}']").click()
    found = floor.page.locator(".story")
    expect(found.locator(".steps")).to_be_visible()
    return found


def test_a_late_lock_is_named_by_the_time_that_it_then_bears(floor: FloorPage) -> None:
    """E05: the same second on the key, in the journal's words and in the replay."""
    floor.view("floor")
    floor.press("round late-lock")
    moment = floor.dialog.locator(".choices .key").first
    time = moment.inner_text()[:8]
    moment.click()
    floor.people("floor")
    floor.settled()
    floor.press("round clear", "#keys")
    floor.view("replay")
    expect(floor.page.locator("[data-round='3']")).to_contain_text("locked late")
    expect(story(floor, 3, "2/galaxy")).to_contain_text(f"as it was at {time}")


def test_what_became_of_a_round_and_of_its_slips(floor: FloorPage) -> None:
    floor.view("replay")
    expect(floor.page.locator("[data-round='1']")).not_to_contain_text("VOID")
    expect(floor.page.locator("[data-round='2']")).to_contain_text("VOID")
    expect(story(floor, 1, "3/galaxy")).to_contain_text(re.compile("Slip 1.* · VOID"))
    replay = story(floor, 2, "1/galaxy")
    expect(replay.locator(".line")).to_contain_text("VOID")
    expect(replay).not_to_contain_text("The hand was decided")  # that was round 1


def test_the_same_key_asks_for_the_newest_rounds(floor: FloorPage, table: Daemon) -> None:
    floor.view("replay")
    number = table.status()["round"]
    table.do("round lock")
    table.do("round clear")
    expect(floor.page.locator(f"[data-round='{number}']")).to_have_count(0)
    floor.view("replay")
    expect(floor.page.locator(f"[data-round='{number}']")).to_be_visible()


def test_rounds_that_could_not_be_asked_for_are_not_said_to_be_none(floor: FloorPage, table: Daemon) -> None:
    floor.view("table")
    table.kill()
    expect(floor.page.locator(".banner")).to_contain_text("The controller does not answer.")
    floor.view("replay")
    expect(floor.page.locator("#view")).not_to_contain_text(NONE_PLAYED)
    table.start()
    expect(floor.page.locator("[data-round='2']")).to_be_visible()
    assert floor.errors == []


def test_another_language_keeps_the_theme(floor: FloorPage) -> None:
    floor.open(theme="contrast")
    floor.page.locator(".language").click()
    expect(floor.page.locator("html")).to_have_attribute("lang", "es")
    expect(floor.page.locator("body")).to_have_attribute("data-theme", "contrast")


ANOTHER = """document.addEventListener("readystatechange", () => {
  document.querySelector("meta[name=litbet-languages]").content = "en es fr";
}, { once: true })"""  # before the page's own scripts


def test_a_page_links_to_each_other_language_by_its_own_name(browser: Browser, display: Display) -> None:
    with floor_page(browser, display) as floor:
        floor.page.add_init_script(ANOTHER)
        floor.open(theme="contrast")
        links = floor.page.locator(".language")
        assert [link.get_attribute("aria-label") for link in links.all()] == ["español", "français"]
        expect(links.last).to_have_attribute("href", "?theme=contrast&language=fr")


def test_a_page_whose_words_were_lost_on_the_way_asks_again(browser: Browser, display: Display) -> None:
    lost: list[None] = []
    with floor_page(browser, display) as floor:
        floor.page.route("**/words/*.json", lambda route: route.continue_() if lost else lost.append(route.abort()))
        floor.open()
        assert lost
        floor.errors.clear()  # the browser's own, of the file
