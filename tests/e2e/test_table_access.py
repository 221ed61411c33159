"""The dealer's page for everybody: screen readers, keyboards, thumbs, both languages; and nothing overlaps or is cut
off at any size, with the longest texts and every lamp."""

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect
from support.display.browser import Display, showing
from support.display.dealer_page import LARGE, SMALL, FloorPage, floor_page, staged
from support.display.messages import faults
from support.processes.litbet import ROOT, running

from controller.table.lamps import Lamp

SIZES = (SMALL, LARGE, (1280, 800), (390, 844))
ROUND = {
    "round": 1, "day": "2026-11-18", "utc": 1795000002000, "trusted": True, "state": "over", "late": False,
    "recovered": False, "spots": ["2/galaxy", "5/galaxy"],
}  # fmt: skip
STEP = {"trusted": True, "by": []}


def typed(text: str) -> dict[str, Any]:
    return {"code": "typed.text", "facts": {"text": text}}


STORY = {
    **ROUND, "zone": "America/New_York", "spot": "2/galaxy", "plays": True, "stake": "5.00",
    "posted": {"bonus": "1250.00"},
    "steps": [
        {**STEP, "utc": 1795000001000, "kind": "sensor", "say": typed("a chip came"), "row": 0},
        {**STEP, "utc": 1795000002000, "kind": "lock", "say": typed("locked with seats 2, 5"), "row": 10},
        {**STEP, "utc": 1795000003000, "trusted": False, "kind": "approval", "say": typed("approved"), "row": 12,
         "by": ["F. Floor"]},
    ],
    "signs": [{"sign": "sign-1", "jackpot": "bonus", "amount": "1250.00", "seq": 9,
               "at": "2026-11-18T15:04:05Z", "agrees": False}],
    "slips": [{"slip": 1, "claim": 1, "amount": "15.00", "state": "paid"}],
    "chain": [{"seq": 10, "kind": "lock", "hash": "ab" * 32}], "verified": True,
}  # fmt: skip
NO_STORY = {
    **ROUND, "spot": "1/galaxy", "plays": False, "stake": "0.00", "posted": {}, "steps": [], "signs": [], "slips": [],
    "chain": [], "verified": True,
}  # fmt: skip
CLAIM = {"claim": 1, "spot": "2/galaxy", "award": "", "stage": "open", "amount": ""}
ROUNDS = {"rounds": [
    {**ROUND, "value": "10.00", "claims": [CLAIM]},
    {**ROUND, "round": 0, "value": "10.00", "claims": []},
]}  # fmt: skip
MISPLACED = (ROOT / "tests/data/misplaced.js").read_text()
CHART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 4 8 0" stroke="#000"/></svg>'


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    """A hand is locked, and a seat claims."""
    with running(tmp_path_factory.mktemp("access")) as table, showing(table) as pages:
        table.who("floor", "second", "manager")
        table.hand("press 2 5")
        table.lit(2, 5)
        table.do("round lock")
        table.do("win claim", spot="2", cards="Ah Ah Ah")
        yield pages


def sound(page: Page) -> None:
    """No serious or critical fault, by axe's own rules."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]})
    faults = [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found.response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
    assert faults == []


def placed(floor: FloorPage) -> None:
    wrong = floor.page.evaluate(MISPLACED)
    assert not wrong, "\n".join([str(floor.page.viewport_size), *wrong])


def still(floor: FloorPage) -> None:
    """The main view needs no scrolling."""
    grows = floor.page.evaluate(
        "() => { const v = document.getElementById('view'); return v.scrollHeight - v.clientHeight; }"
    )
    assert grows <= 0, floor.page.viewport_size


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_view_and_dialog_is_sound_and_in_its_place(browser: Browser, display: Display, language: str) -> None:
    with floor_page(browser, display, language=language) as floor:
        floor.page.emulate_media(reduced_motion="reduce")
        staged_story(floor, language)
        for size in SIZES[: 4 if language == "en" else 2]:
            floor.resize(size)
            for view in ("table", "claims", "floor", "post", "todo", "replay", "charts"):
                floor.view(view)
                if view == "replay":
                    replayed(floor)
                floor.picture(f"{view}-{language}")
                placed(floor)
                if size == SMALL:
                    sound(floor.page)
        floor.resize(SMALL)
        floor.view("table")
        still(floor)
        for name, opened in DIALOGS.items():
            opened(floor)
            expect(floor.dialog).to_be_visible()
            sound(floor.page)
            for size in (SMALL, LARGE):
                floor.resize(size)
                floor.picture(f"{name}-{language}")
                placed(floor)
            floor.page.keyboard.press("Escape")
            floor.settled()


def staged_story(floor: FloorPage, language: str) -> None:
    """The story of a seat and a chart, as docs/DISPLAY.md has them."""

    def answers(command: str, facts: dict[str, Any]) -> Any:
        if command == "round list":
            return {"ok": True, command: ROUNDS}
        if command == "round replay":
            return {"ok": True, command: STORY if facts["spot"] == "2/galaxy" else NO_STORY}
        return None

    staged(floor.page, lambda topic, payload: payload, answers)
    floor.page.route("**/chart/**/meter.svg*", lambda route: route.fulfill(body=CHART, content_type="image/svg+xml"))
    floor.open(language=language)


def replayed(floor: FloorPage) -> None:
    """Three touches from anywhere: the view, the round, the seat."""
    floor.page.locator("[data-round='1']").click()
    floor.page.locator(".story [data-spot='2/galaxy']").click()
    expect(floor.page.locator(".step")).to_have_count(3)


def _pin(floor: FloorPage) -> None:
    floor.view("claims")
    floor.press("win confirm")
    floor.person("floor")


def _win(floor: FloorPage) -> None:
    floor.view("table")
    floor.page.locator("[data-seat='5']").click()
    floor.dialog.locator(".key.lead").click()
    floor.dialog.locator("[data-rank='Q']").click()


def _awards(floor: FloorPage) -> None:
    _win(floor)
    floor.dialog.locator(".ways .key").nth(1).click()


def _seat(floor: FloorPage) -> None:
    floor.view("table")
    floor.page.locator("[data-seat='5']").click()


def _reason(floor: FloorPage) -> None:
    floor.press("round void", "#keys")


DIALOGS = {
    "dialog-seat": _seat,
    "dialog-win": _win,
    "dialog-awards": _awards,
    "dialog-reason": _reason,
    "dialog-pin": _pin,
}


def test_messages_have_the_shapes_that_the_pages_are_checked_against(display: Display) -> None:
    """display/messages.d.ts is true; and so is the story that is staged here."""
    table = display.table
    found = {
        "Table": table.ask("table show")["table show"],
        "Floor": table.ask("floor")["floor"],
        "Acceptance": table.ask("user list"),
        "Refusal": table.ask("win withdraw", claim=99),
        "Lookups": {
            "user list": table.ask("user list")["user list"],
            "round list": table.ask("round list")["round list"],
            "round replay": table.ask("round replay", round=1, spot="2/galaxy")["round replay"],
        },
        "Replay": STORY,
        "ListedRound[]": ROUNDS["rounds"],
    }
    assert found["Floor"]["status"]["claims"]
    assert found["Lookups"]["round replay"]["steps"]
    assert [fault for kind, value in found.items() for fault in faults(kind, value, kind)] == []


# -- what no hand brings about in a test's time --------------------------------------------------------------------

MANY = "A very long-winded Progressive Jackpot of the House"


def twelve(topic: str, payload: Any) -> Any:
    """Two spots a seat, every lamp, three meters at their largest, and more to do than there is room for."""
    payload = copy.deepcopy(payload)
    if topic == "table" and payload:
        spots = {}
        for seat in range(1, 7):
            for wager in ("galaxy", "lucky-ladies"):
                spots[f"{seat}/{wager}"] = {"seat": seat, "wager": wager, "sensor": "coin"}
        payload["spots"] = spots
        payload["wagers"]["galaxy"]["amounts"] = ["5.00", "10.00"]
        payload["wagers"]["lucky-ladies"] = payload["wagers"]["galaxy"]
    elif topic == "floor" and payload:
        status = payload["status"]
        one, word = status["spots"]["2/galaxy"], payload["actions"]["spots"]["2/galaxy"]
        lamps = list(Lamp)
        status["spots"] = {}
        for place in range(12):
            spot = f"{place // 2 + 1}/{('galaxy', 'lucky-ladies')[place % 2]}"
            status["spots"][spot] = {
                **one, "lamp": lamps[place % len(lamps)].value, "stake": "10.00", "plays": place % 3 == 0,
                "presses": place % 2,
            }  # fmt: skip
            payload["actions"]["spots"][spot] = {
                **word,
                "spot tier": {"5.00": {"persons": 0, "roles": []}, "10.00": {"persons": 0, "roles": []}},
            }
        jackpot = status["jackpots"]["bonus"]
        status["jackpots"] = {
            name: {**jackpot, "title": MANY, "meter": "1234567.89", "state": "suspended"} for name in ("a", "b", "c")
        }
        status |= {
            "phase": "not_offered",
            "reason": typed("Hand shuffle and a change of staff"),
            "last_shoe": True,
            "training": True,
            "count": 12,
            "value": "300.00",
            "round": 123456,
        }
        status["clock"] = {"trusted": False, "why": {"code": "reasons.clock_alone", "facts": {}}}
        post = {"jackpot": "bonus", "day": "2026-11-18", "amount": 12_345_670_000, "bound": 6_000_000_000}
        status["faults"] = {"unreasonable": {"code": "reasons.large_post", "facts": post}}
    return payload  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_longest_texts_and_every_lamp(browser: Browser, display: Display, language: str) -> None:
    with floor_page(browser, display) as floor:
        floor.page.emulate_media(reduced_motion="reduce")
        staged(floor.page, twelve)
        floor.open(language=language)
        expect(floor.page.locator(".spot")).to_have_count(12)
        for size in (SMALL, LARGE, (1280, 800)):
            floor.resize(size)
            floor.picture(f"longest-{language}")
            placed(floor)
            still(floor)
        floor.resize(SMALL)
        sound(floor.page)


def test_lamps_are_told_apart_without_their_colour(browser: Browser, display: Display) -> None:
    """Each pattern has its own drawing and its own word."""
    with floor_page(browser, display) as floor:
        staged(floor.page, twelve)
        floor.open()
        shown = floor.page.evaluate(
            """() => [...document.querySelectorAll(".spot")].map(spot => [
                spot.dataset.lamp,
                spot.querySelector("path").getAttribute("d"),
                spot.querySelector(".state").textContent,
            ])"""
        )
        found = {pattern: (path, word) for pattern, path, word in shown}
        assert set(found) == {lamp.value for lamp in Lamp}
        assert len({path for path, _ in found.values()}) == len({word for _, word in found.values()}) == len(Lamp)


def test_a_state_that_stands_still_is_not_shown_as_current(browser: Browser, display: Display) -> None:
    """The socket lives, but nothing comes: after five seconds the page says so and takes no press."""
    silent = {"now": False}

    with floor_page(browser, display) as floor:
        floor.page.clock.install()
        staged(floor.page, lambda topic, payload: None if silent["now"] and topic == "floor" else payload)
        floor.open()
        silent["now"] = True
        floor.page.clock.run_for(7_000)
        expect(floor.page.locator(".banner")).to_contain_text("No news from the table")
        expect(floor.page.locator("#keys [aria-disabled=true]")).to_have_count(6)
        silent["now"] = False
        expect(floor.page.locator(".banner")).to_have_count(0)


def test_a_fault_is_cleared_with_a_reason_and_a_name(browser: Browser, display: Display) -> None:
    """The question as the controller would get it."""
    asked: list[tuple[str, dict[str, Any]]] = []

    def faulty(topic: str, payload: Any) -> Any:
        payload = twelve(topic, payload)
        if topic == "floor" and payload:
            payload["actions"]["faults"] = {"unreasonable": {"fault clear": {"persons": 1, "roles": ["floor"]}}}
        return payload

    def answers(command: str, facts: dict[str, Any]) -> Any:
        if command != "fault clear":
            return None
        asked.append((command, facts))
        return {"ok": True, "rows": [], "say": [typed("The fault unreasonable is cleared.")]}

    with floor_page(browser, display) as floor:
        staged(floor.page, faulty, answers)
        floor.open()
        floor.view("todo")
        floor.page.locator("[data-fault=unreasonable] .key").click()
        floor.choose("Count checked")
        floor.people("floor")
        floor.settled()
        floor.says("The fault unreasonable is cleared.")
        assert asked == [("fault clear", {"code": "unreasonable", "reason": "Count checked"})]


def test_a_story_of_a_seat_that_did_not_play_and_a_picture_that_is_missing(browser: Browser, display: Display) -> None:
    with floor_page(browser, display) as floor:
        staged_story(floor, "en")
        floor.view("replay")
        floor.page.locator("[data-round='0']").click()
        floor.page.locator(".story [data-spot='1/galaxy']").click()
        expect(floor.page.locator(".story")).to_contain_text("Did not play")
        replayed(floor)
        for text in (
            "Played for $5.00",
            "posted: Galaxy Bonus Jackpot $1,250.00",
            "locked with seats 2, 5",
            "(F. Floor)",
            "NOT what was posted",
            "Slip 1",
            "abababab",
            "unchanged",
        ):
            expect(floor.page.locator(".story")).to_contain_text(text)
        floor.view("charts")
        expect(floor.page.locator("img.chart")).to_have_attribute("alt", re.compile("meter"))
        floor.page.route("**/chart/**/wins.svg*", lambda route: route.fulfill(status=404))
        floor.page.locator("[data-chart=wins]").click()
        expect(floor.page.locator("#view")).to_contain_text("cannot be drawn now")
        floor.errors.clear()  # the browser's own, of the picture


def test_by_the_keyboard_alone(browser: Browser, display: Display) -> None:
    """Every key is reached, the focus is seen, kept in a dialog, and given back."""
    with floor_page(browser, display) as floor:
        reached = set()
        for _ in range(40):
            floor.page.keyboard.press("Tab")
            focus = floor.page.evaluate(
                """() => {
                    const on = document.activeElement;
                    return [on.textContent, on === document.body || getComputedStyle(on).outlineStyle !== "none"];
                }"""
            )
            reached.add(focus[0])
            assert focus[1], f"the focus on {focus[0]} is not seen"
        shown = floor.page.evaluate("() => [...document.querySelectorAll('button, a')].map(e => e.textContent)")
        assert set(shown) <= reached
        floor.page.locator("[data-seat='5']").focus()
        floor.page.keyboard.press("Enter")
        expect(floor.dialog).to_be_visible()
        for _ in range(30):
            floor.page.keyboard.press("Tab")
            inside = (
                "() => document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
            )
            assert floor.page.evaluate(inside)
        floor.page.keyboard.press("Escape")
        floor.settled()
        assert floor.page.evaluate("document.activeElement.dataset.seat") == "5"
