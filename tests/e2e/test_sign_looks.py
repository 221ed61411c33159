"""The sign page in every state at every size: nothing overlaps, nothing is clipped, the amount can be read at 8 m. The
pictures of the last run are in tests/e2e/screens/, for whoever changes the page to look at."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.display.browser import screens
from support.display.layout import digit_height, picture, resize, wrong
from support.display.sign_page import AWARDS, Stage, awards, staged

SIZES = {"1080p": (1920, 1080), "4k": (3840, 2160), "portrait": (1080, 1920), "800x480": (800, 480)}
LEGIBLE = 0.13  # of the screen's height: a digit that is read at 8 m
WIN = {"seat": 3, "cents": 125_000, "award": AWARDS[0][0]}
TITLE = "Sixty characters of a title, as many as a table's file takes"
EVENT = "Three-of-a-Kind Aces, as the printed table says it, line {}."
NOTICES = [
    "Where there are more than four wagering options, the players are limited to a maximum of four of them. " * 2,
    "It rises to $99,999,999.99 and no higher, until it is won.",
    "This jackpot ends on December 31, 2026.",
]
LONGEST: dict[str, Any] = {
    "title": TITLE,
    "cents": 9_999_999_999,
    "suit": "diamonds",
    "awards": awards([(EVENT.format(n), "$12500.00 / $25000.00 / $50000.00" if n % 3 else "50 % / 100 %")
                      for n in range(12)]),
    "disclosure": ("Prizes are paid by the casino and are not components of any progressive prize contest. " * 5)[:400],
    "notices": [{"code": "typed.text", "facts": {"text": text}} for text in NOTICES],
}  # fmt: skip
WINS = [WIN | {"seat": seat, "cents": 9_999_999_999, "award": EVENT.format(seat)} for seat in range(1, 7)]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("looks")) as made:
        yield made


@pytest.fixture
def page(browser: Browser, stage: Stage) -> Iterator[Page]:
    """The newest page acknowledges: so each test has its own."""
    made = browser.new_page()
    made.clock.install()
    made.goto(stage.at())
    yield made
    made.close()


WATCH_DISCLOSURE = """() => {
  window.dark = [];
  let since = null;
  const node = document.querySelector(".disclosure");
  new MutationObserver(() => {
    const hidden = !node.classList.contains("current");
    if (!hidden && since !== null) dark.push(performance.now() - since);
    since = hidden ? since ?? performance.now() : null;
  }).observe(node, { attributes: true });
}"""


def looked_at(page: Page, name: str, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
    """A picture at each size, and what is wrong there."""
    for size in sizes:
        resize(page, *SIZES[size])
        picture(page, screens() / f"sign-{name}-{size}.png")
        assert not wrong(page), (name, size)


def legible(page: Page) -> None:
    for size in ("1080p", "4k", "800x480"):
        resize(page, *SIZES[size])
        assert digit_height(page) >= LEGIBLE, size


def test_before_anything_is_heard(page: Page) -> None:
    """R128: nothing is known, so no amount."""
    expect(page.locator("main")).to_have_text("Temporarily unavailable")
    looked_at(page, "nothing")


STATES: dict[str, tuple[dict[str, Any], str]] = {
    "open": ({}, "Bets are open"),
    "locked": ({}, "No more bets"),
    "verifying": ({}, "Verifying a win"),
    "won": ({"winners": [WIN], "cents": 100_000}, "New amount"),
    "not_offered": ({}, "Not offered now"),
    "closed": ({}, "Table closed"),
    "suspended": ({}, "No bets now"),
    "fault": ({}, "No bets now"),
    "test": ({}, "Training: nothing is real"),
}


@pytest.mark.parametrize("state", STATES)
def test_every_state(stage: Stage, page: Page, state: str) -> None:
    changes, words = STATES[state]
    meter = stage.voice.meter(state=state, **changes)
    stage.voice.acked(meter)
    expect(page.locator(".state .now")).to_have_text(words)
    expect(page.locator(".amount")).to_have_text("$1,000.00" if state == "won" else "$1,250.00")
    expect(page.locator(".disclosure")).to_be_visible()
    if state != "test":  # TEST stands above the amount
        legible(page)
    looked_at(page, state)


def test_a_win_says_seat_hand_and_amount(stage: Stage, page: Page) -> None:
    """R100: and the new amount with it. Several winners, each."""
    winners = [WIN, {"seat": 5, "cents": 62_500, "award": AWARDS[1][0]}]
    stage.voice.acked(stage.voice.meter(state="won", winners=winners, cents=100_000))
    expect(page.locator(".win-word")).to_have_text("WIN")
    expect(page.locator(".winner")).to_have_text([f"Seat 3 {AWARDS[0][0]} $1,250.00", f"Seat 5 {AWARDS[1][0]} $625.00"])
    looked_at(page, "won-two")


def test_unavailable_keeps_the_words_and_shows_no_amount(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter())
    with stage.voice.quiet():
        stage.voice.status(online=False)
        expect(page.locator(".word")).to_have_text("Temporarily unavailable")
        assert "$" not in page.locator(".jackpot").inner_text()
        expect(page.locator(".disclosure")).to_be_visible()
        looked_at(page, "unavailable")
    stage.voice.beat()


def turned(stage: Stage, page: Page) -> None:
    """The next turn, with the table still heard."""
    page.clock.run_for(4000)
    for meter in stage.voice.beat():
        stage.voice.acked(meter)


def test_r127_a_fault_shows_the_amount_and_the_words_in_turn(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter(state="fault"))
    amount, words = page.locator(".amount"), page.locator(".word")
    expect(words).to_have_text("Out of service")
    faces = []
    for _ in range(4):
        faces.append((amount.is_visible(), words.is_visible()))
        expect(page.locator(".disclosure")).to_be_visible()
        turned(stage, page)
    assert set(faces) == {(True, False), (False, True)}


def test_the_longest_texts_and_amounts(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter(**LONGEST))
    expect(page.locator(".disclosure")).to_have_text(LONGEST["disclosure"].strip())
    legible(page)
    looked_at(page, "longest")
    stage.voice.acked(stage.voice.meter(state="won", winners=WINS, **LONGEST))
    looked_at(page, "longest-won")


def test_a_window_that_is_too_small_to_be_read_still_clips_nothing(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter(**LONGEST))
    for size in ((400, 240), (240, 400)):
        resize(page, *size)
        assert not wrong(page), size


def test_a_disclosure_of_a_thousand_characters(stage: Stage, page: Page) -> None:
    """The longest that a profile takes."""
    stage.voice.acked(stage.voice.meter(**LONGEST | {"disclosure": ("As approved, word for word. " * 40)[:1000]}))
    legible(page)
    looked_at(page, "longest-disclosure", ("1080p", "portrait", "800x480"))


def test_r132_what_stands_in_turn_all_comes(stage: Stage, page: Page) -> None:
    """On the smallest screen: the amount always, the disclosure away for a turn at most, everything some time."""
    resize(page, *SIZES["800x480"])
    longest = LONGEST | {"disclosure": ("As approved. " * 80)[:1000]}
    stage.voice.acked(stage.voice.meter(state="won", winners=WINS, **longest))
    assert int(page.locator("main").get_attribute("data-level") or 0) >= 2
    page.evaluate(WATCH_DISCLOSURE)
    everything = set(page.locator(".winner, .other, .line").all_text_contents())
    assert len(everything) >= 6 + 4 + 12
    seen: set[str] = set()
    for _ in range(40):
        assert not wrong(page)
        shown = set(page.evaluate("[...document.querySelectorAll('.current')].map((node) => node.textContent)"))
        seen |= shown
        expect(page.locator(".amount")).to_be_visible()
        if everything <= seen:
            break
        turned(stage, page)
    assert everything <= seen
    dark = page.evaluate("dark")
    assert dark
    assert max(dark) <= 4100  # ms of the page's clock


def test_two_jackpots_side_by_side(stage: Stage, page: Page) -> None:
    """The common words once, each jackpot with its own pay table."""
    stage.voice.gone()
    stage.voice.meter("cards", title="21+3 Progressive", cents=1_234_567, type="progressive", suit="hearts")
    queens = awards([("Queen of Hearts Pair with Dealer Blackjack", "100 %"), ("Queen of Hearts Pair", "$1250.00")])
    meter = stage.voice.meter(
        "queens", title="Lucky Ladies Progressive", cents=987_654, type="progressive", awards=queens, state="verifying"
    )
    stage.voice.acked(meter)
    expect(page.locator(".title")).to_have_text(["21+3 Progressive", "Lucky Ladies Progressive"])
    expect(page.locator(".amount")).to_have_text(["$12,345.67", "$9,876.54"])
    expect(page.locator(".disclosure")).to_have_count(1)
    expect(page.locator("[data-jackpot=cards] .suit")).to_have_text("Specific suit: hearts ♥")
    expect(page.locator("[data-jackpot=queens] .paid")).to_have_text(["100 %", "$1,250.00"])
    looked_at(page, "two")


def test_three_jackpots(stage: Stage, page: Page) -> None:
    stage.voice.gone()
    for name, cents in (("mega", 1_000_000), ("major", 250_000), ("minor", 50_000)):
        meter = stage.voice.meter(name, title=name.upper(), cents=cents)
    stage.voice.acked(meter)
    expect(page.locator(".title")).to_have_text(["MEGA", "MAJOR", "MINOR"])
    looked_at(page, "three")
    for name in ("mega", "major", "minor"):
        state, winners = ("won", WINS[:1]) if name == "major" else ("open", [])
        meter = stage.voice.meter(name, state=state, winners=winners, **LONGEST)
    stage.voice.acked(meter)
    looked_at(page, "three-longest")
    stage.voice.gone()


def test_themes(stage: Stage, browser: Browser) -> None:
    """An unknown one is the usual one."""
    grounds = {}
    stage.voice.meter(suit="hearts")
    for theme in ("felt", "midnight", "contrast", "no-such-theme"):
        page = browser.new_page()
        page.goto(stage.at(f"?onlooker&theme={theme}"))
        expect(page.locator(".amount")).to_have_text("$1,250.00")
        grounds[theme] = page.evaluate("getComputedStyle(document.body).backgroundImage")
        looked_at(page, f"theme-{theme}", ("1080p",))
        if theme == "contrast":
            assert page.evaluate("getComputedStyle(document.querySelector('.amount')).color") == "rgb(255, 255, 0)"
        page.close()
    assert len(set(grounds.values())) == 3
    assert grounds["no-such-theme"] == grounds["felt"]


def test_the_pages_words_in_spanish(stage: Stage, browser: Browser) -> None:
    """The profile's own words stay as they were approved."""
    page = browser.new_page()
    page.goto(stage.at("?onlooker&language=es"))
    meter = stage.voice.meter(state="won", winners=[WIN], suit="spades")
    expect(page.locator(".win-word")).to_have_text("PREMIO")
    expect(page.locator(".won-seat")).to_have_text("Asiento 3")
    expect(page.locator(".suit")).to_have_text("Palo específico: picas ♠")
    expect(page.locator(".disclosure")).to_have_text(meter["disclosure"])
    assert page.locator("html").get_attribute("lang") == "es"
    looked_at(page, "spanish", ("1080p", "800x480"))
    page.close()
