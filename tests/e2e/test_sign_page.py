"""The sign page says what the table says, and nothing else: order, silence, what comes and goes, rolling and not
rolling, what it acknowledges (R069, R128, R131; E59): a real broker, the real display process, a real browser."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from support.config.files import Edit, write
from support.display.browser import showing
from support.display.sign_page import AWARDS, DISCLOSURE, SIGN, Stage, awards, staged
from support.processes.litbet import Daemon, running, until

GONE = "Temporarily unavailable"
SENT = """
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if ("ack" in JSON.parse(text)) sent.push([performance.now(), JSON.parse(text)]);
    return send.call(this, text);
  };
"""
AMOUNTS = """() => {
  window.stood = [];
  const node = document.querySelector(".amount");
  new MutationObserver(() => stood.push([node.textContent, document.getAnimations().length]))
    .observe(node, { childList: true, characterData: true, subtree: true });
}"""
# What the wheels say at a moment of their roll: the digit that fills most of each window.
WHEELS = """(at) => {
  for (const motion of document.getAnimations()) {
    motion.pause();
    motion.currentTime = at * motion.effect.getComputedTiming().duration;
  }
  return [...document.querySelectorAll(".wheels > *")].map((cell) => {
    const strip = cell.querySelector(".strip");
    if (!strip) return cell.textContent;
    const lines = strip.textContent.split("\\n");
    const window = cell.getBoundingClientRect();
    const from = (window.top - strip.getBoundingClientRect().top) / window.height;
    return lines[Math.round(from)];
  }).join("");
}"""

# No wheel turns back between two steps.
FORWARD = """() => document.getAnimations().every((motion) => {
  const stands = motion.effect.getKeyframes().map(({ transform }) => Number(/-?[\\d.]+/.exec(transform)[0]));
  return stands.length > 2 && stands.every((at, n) => n % 2 === 0 || at <= stands[n - 1]);
})"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("sign")) as made:
        yield made


@pytest.fixture
def page(browser: Browser, stage: Stage) -> Iterator[Page]:
    """A sign that has just been switched on, with a clock that can be wound; no jackpot is known."""
    stage.voice.gone()
    stage.voice.status()
    made = browser.new_page()
    made.clock.install()
    made.add_init_script(SENT)
    made.goto(stage.at())
    yield made
    made.close()


def amount(page: Page, text: str) -> None:
    expect(page.locator(".amount")).to_have_text(text)


def gone(page: Page) -> None:
    expect(page.locator(".word")).to_have_text(GONE)
    assert "$1" not in page.locator("main").inner_text()


# -- order ---------------------------------------------------------------------------------------------------


def test_e59_whatever_the_order_the_highest_stays(page: Page) -> None:
    """Against the real module: random places in random order, each jackpot apart."""
    source = random.Random(7)
    places: list[tuple[Any, ...]] = [(source.choice("ab"), *source.choices(range(3), k=3)) for _ in range(400)]
    found = page.evaluate(
        """async (places) => {
          const { Meters } = await import("/site/sign/meters.js");
          const meters = new Meters();
          meters.receive("status", { state: "online" }, 0);
          return places.map(([jackpot, epoch, seq, pub]) => {
            const meter = { v: 1, epoch, seq, pub, cents: 100 * epoch + 10 * seq + pub, title: jackpot, type: "bonus",
              state: "open", suit: "", rules: { code: "notices.split", facts: {} }, disclosure: "", notices: [],
              awards: [], winners: [] };
            meters.receive(`jackpot/${jackpot}/meter`, meter, 0);
            return Object.fromEntries(meters.view(0).jackpots.map(({ jackpot, ack }) => [jackpot, ack.cents]));
          });
        }""",
        places,
    )
    highest: dict[str, tuple[int, int, int]] = {}
    for (jackpot, *place), shown in zip(places, found, strict=True):
        epoch, seq, pub = highest[jackpot] = max((*place,), highest.get(jackpot, (0, 0, 0)))
        assert shown[jackpot] == 100 * epoch + 10 * seq + pub


def test_e59_an_old_meter_is_no_news(stage: Stage, page: Page) -> None:
    """Not shown, and the silence goes on."""
    old = stage.voice.made(cents=99_900)
    stage.voice.acked(stage.voice.meter())
    with stage.voice.quiet():
        page.clock.fast_forward(9_000)
        stage.voice.raw("jackpot/bonus/meter", json.dumps(old).encode())
        stage.voice.status()
        amount(page, "$1,250.00")
        page.clock.fast_forward(1_100)
        gone(page)
    stage.voice.beat()
    amount(page, "$1,250.00")


@pytest.mark.parametrize(
    "junk",
    [b"junk", b"[]", b"{}", b'{"v":1,"cents":1}', b"null", b'"text"', b'{"v":2}'],
)
def test_junk_is_no_meter(stage: Stage, page: Page, junk: bytes) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    stage.voice.acked(stage.voice.meter())
    stage.voice.raw("jackpot/bonus/meter", json.dumps(stage.voice.made(cents=1) | {"awards": 7}).encode())
    if junk != b"null":  # which is what an empty one looks like to the page
        stage.voice.raw("jackpot/bonus/meter", junk)
    stage.voice.acked(stage.voice.meter(cents=126_000))
    amount(page, "$1,260.00")
    assert not errors


def test_what_is_no_meter_is_ignored(stage: Stage, page: Page) -> None:
    """One of another version could mislead; of one that lacks something nothing is believed."""
    good = stage.voice.made()
    wrong: list[Any] = [good | {"v": 2}, 7, "text", [], {}]
    wrong += [
        {key: value for key, value in good.items() if key != missing} for missing in ("cents", "title", "notices")
    ]
    bent: list[dict[str, Any]] = [{"cents": 1.5}, {"seq": "1"}, {"pub": 2**53}, {"awards": [7]}, {"winners": {}}]
    bent += [{"rules": "text"}, {"notices": [{"code": 7, "facts": {}}]}]
    wrong += [good | each for each in bent]
    heard = """async (meters) => {
      const { Meters } = await import("/site/sign/meters.js");
      return meters.map((meter) => new Meters().receive("jackpot/bonus/meter", meter, 0));
    }"""
    assert page.evaluate(heard, [good, *wrong]) == [True] + [False] * len(wrong)


def test_r128_to_the_millisecond(stage: Stage, page: Page) -> None:
    """The amount stands until ten seconds are full, and the page is told when to look again."""
    heard = """async (meter) => {
      const { Meters } = await import("/site/sign/meters.js");
      const meters = new Meters();
      meters.receive("status", { state: "online" }, 0);
      meters.receive("jackpot/bonus/meter", meter, 500);
      meters.receive("jackpot/bonus/meter", meter, 5000); // the same once more makes it no younger
      return [meters.view(500).until, ...[10499, 10500].map((now) => meters.view(now).jackpots[0].amount)];
    }"""
    assert page.evaluate(heard, stage.voice.made()) == [10_500, "$1,250.00", ""]


def test_a_state_of_a_later_version_is_shown_like_suspended(stage: Stage, page: Page) -> None:
    made = stage.voice.made(cents=77_700) | {"state": "a state of the next version"}
    stage.voice.raw("jackpot/bonus/meter", json.dumps(made).encode())
    amount(page, "$777.00")
    expect(page.locator(".state .now")).to_have_text("No bets now")


# -- silence -------------------------------------------------------------------------------------------------


def test_r128_no_word_for_ten_seconds_and_the_amount_goes(stage: Stage, page: Page) -> None:
    """E57: of one jackpot alone, too. The first meter after that brings it back. Meanwhile nothing is acknowledged."""
    stage.voice.acked(stage.voice.meter("mega", title="MEGA", cents=5_000_000))
    stage.voice.acked(stage.voice.meter())
    with stage.voice.quiet():
        page.clock.fast_forward(9_000)
        expect(page.locator(".amount")).to_have_text(["$50,000.00", "$1,250.00"])
        stage.voice.acked(stage.voice.meter("mega", title="MEGA", cents=5_000_000))
        page.clock.fast_forward(1_100)
        expect(page.locator("[data-jackpot=bonus] .word")).to_have_text(GONE)
        expect(page.locator("[data-jackpot=mega] .amount")).to_have_text("$50,000.00")
        page.clock.fast_forward(9_000)
        expect(page.locator("[data-jackpot=mega] .word")).to_have_text(GONE)
        assert "$" not in page.locator("main").inner_text()
    before = page.evaluate("sent.length")
    page.clock.run_for(5_000)
    assert page.evaluate("sent.length") <= before + 2  # a heartbeat may have come since
    for meter in stage.voice.beat():
        stage.voice.acked(meter)
    expect(page.locator(".amount")).to_have_text(["$50,000.00", "$1,250.00"])


def test_r128_a_page_that_is_opened_anew_makes_no_word_younger(stage: Stage, browser: Browser) -> None:
    """The broker and the display process keep what was said, and say how old it is."""
    meter = stage.voice.made()
    words = [("status", {"state": "online"}, 9_000), ("jackpot/bonus/meter", meter, 9_000)]

    def server(line: WebSocketRoute) -> None:
        for topic, what, age in words:
            line.send(json.dumps({"topic": topic, "payload": what, "age": age}))

    page = browser.new_page()
    try:
        page.clock.install()
        page.route_web_socket("**/live/sign/**", server)
        page.goto(stage.at())
        amount(page, "$1,250.00")
        page.clock.run_for(1_001)
        gone(page)
    finally:
        page.close()


def test_r202_the_will_is_believed_at_once(stage: Stage, page: Page) -> None:
    """And a table that is back shows nothing that was said before it went."""
    stage.voice.acked(stage.voice.meter())
    with stage.voice.quiet():
        stage.voice.status(online=False)
        gone(page)
        stage.voice.status()
        gone(page)
        assert page.evaluate("sent.at(-1)[1].ack.cents") == 125_000
        meter = stage.voice.meter(cents=130_000)
        stage.voice.acked(meter)
        amount(page, "$1,300.00")


def test_a_jackpot_that_is_no_more_leaves_no_amount(stage: Stage, page: Page) -> None:
    stage.voice.meter("mega", title="MEGA", cents=5_000_000)
    stage.voice.acked(stage.voice.meter())
    expect(page.locator(".jackpot")).to_have_count(2)
    stage.voice.gone("mega")
    expect(page.locator(".title")).to_have_text(["Galaxy Bonus Jackpot"])
    stage.voice.gone("bonus")
    expect(page.locator("main")).to_have_text(GONE)


def test_the_broker_goes_and_comes_back(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter())
    with stage.voice.quiet():
        stage.table.broker.stop()
        page.clock.fast_forward(10_100)
        gone(page)
        stage.table.broker.start()
        stage.voice.back()
    for meter in stage.voice.beat():
        stage.voice.acked(meter)
    amount(page, "$1,250.00")


def test_the_display_process_goes_and_comes_back(stage: Stage, page: Page) -> None:
    """The page finds it again by itself; nothing is shown from memory meanwhile."""
    stage.voice.acked(stage.voice.meter())
    stage.display.stop()
    page.clock.fast_forward(10_100)
    gone(page)
    meter = stage.voice.meter(cents=131_000)
    stage.display.start()
    page.clock.run_for(2_000)
    amount(page, "$1,310.00")
    stage.voice.acked(meter)


def test_a_reload_shows_what_is_true_now(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter())
    page.reload()
    amount(page, "$1,250.00")
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


# -- rolling -------------------------------------------------------------------------------------------------


def test_r069_a_bonus_never_rolls(stage: Stage, page: Page) -> None:
    """Higher, lower, after a win: one amount, then the other, with nothing between and nothing that moves."""
    stage.voice.acked(stage.voice.meter())
    page.evaluate(AMOUNTS)
    for cents, state in ((137_500, "open"), (100_000, "won"), (187_500, "open")):
        stage.voice.acked(stage.voice.meter(cents=cents, state=state))
        moved = page.locator(".amount").evaluate(
            "(node) => node.getAnimations({ subtree: true }).length + node.closest('.figure').getAnimations().length"
        )
        assert moved == 0
    assert [text for text, _ in page.evaluate("stood")] == ["$1,375.00", "$1,000.00", "$1,875.00"]
    assert page.locator(".wheels").count() == 0


PROGRESSIVE = {"type": "progressive", "title": "21+3 Progressive"}


def test_a_progressive_rolls_to_its_new_amount(stage: Stage, page: Page) -> None:
    """Upwards all the way, never beyond, within two seconds; said to be there only when it is there."""
    stage.voice.acked(stage.voice.meter(cents=259_990, **PROGRESSIVE))
    meter = stage.voice.meter(cents=261_365, **PROGRESSIVE)
    expect(page.locator(".wheels")).to_be_visible()
    read = [page.evaluate(WHEELS, step / 12) for step in range(13)]
    assert (read[0], read[-1]) == ("$2,599.90", "$2,613.65")
    assert read == sorted(set(read))
    assert page.evaluate(FORWARD)
    assert page.evaluate("Math.max(...document.getAnimations().map((m) => m.effect.getTiming().duration))") <= 2000
    page.clock.run_for(500)
    assert meter["seq"] not in page.evaluate("sent.map(([, { ack }]) => ack.seq)")
    page.evaluate("document.getAnimations().forEach((motion) => motion.finish())")
    amount(page, "$2,613.65")
    assert page.locator(".wheels").count() == 0
    stage.voice.acked(meter)


def test_a_higher_amount_in_the_middle_of_a_roll(stage: Stage, page: Page) -> None:
    stage.voice.acked(stage.voice.meter(cents=250_000, **PROGRESSIVE))
    stage.voice.meter(cents=250_375, **PROGRESSIVE)
    expect(page.locator(".wheels")).to_be_visible()
    meter = stage.voice.meter(cents=250_750, **PROGRESSIVE)
    stage.voice.acked(meter)
    amount(page, "$2,507.50")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"cents": 300_000}, {"cents": 250_000}),  # lower
        ({"cents": 300_000}, {"cents": 350_000, "state": "won"}),  # a win
        ({"cents": 300_000, "state": "won"}, {"cents": 350_000}),
        ({"cents": 999_999}, {"cents": 1_000_375}),  # of another form
    ],
)
def test_what_does_not_roll(stage: Stage, page: Page, before: dict[str, Any], after: dict[str, Any]) -> None:
    stage.voice.acked(stage.voice.meter(**before, **PROGRESSIVE))
    page.evaluate(AMOUNTS)
    stage.voice.acked(stage.voice.meter(**after, **PROGRESSIVE))
    assert len(page.evaluate("stood")) == 1


def test_reduced_motion_changes_no_content(stage: Stage, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(stage.at())
    stage.voice.acked(stage.voice.meter(cents=250_000, **PROGRESSIVE))
    page.evaluate(AMOUNTS)
    stage.voice.acked(stage.voice.meter(cents=250_375, **PROGRESSIVE))
    assert page.evaluate("stood") == [["$2,503.75", 0]]
    win = {"seat": 2, "cents": 250_375, "award": AWARDS[0][0]}
    stage.voice.acked(stage.voice.meter(cents=100_000, state="won", winners=[win], **PROGRESSIVE))
    expect(page.locator(".winner")).to_have_text(f"Seat 2 {AWARDS[0][0]} $2,503.75")
    assert page.evaluate("document.getAnimations().length") == 0
    context.close()


# -- what it says --------------------------------------------------------------------------------------------


def test_r131_it_acknowledges_what_stands_on_its_glass(stage: Stage, page: Page) -> None:
    meter = stage.voice.meter(cents=140_000)
    ack = stage.voice.acked(meter)
    assert (ack["sign"], ack["cents"], ack["seq"]) == (SIGN, 140_000, meter["seq"])
    amount(page, "$1,400.00")
    for beat in stage.voice.beat():
        assert stage.voice.acked(beat)["cents"] == 140_000


def test_r131_never_more_than_ten_a_second(stage: Stage, page: Page) -> None:
    """Of three jackpots that change as fast as they can; the newest of each is said in the end."""
    for cents in range(100_000, 100_040):
        newest = [stage.voice.meter(name, cents=cents) for name in ("mega", "major", "minor")]
    for meter in newest:
        assert stage.voice.acked(meter)["cents"] == 100_039
    times = [at for at, _ in page.evaluate("sent")]
    assert len(times) > 6
    assert all(later - at > 1000 for at, later in zip(times, times[10:], strict=False))


def test_r131_a_page_that_nobody_sees_says_nothing(stage: Stage, page: Page) -> None:
    page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => window.seen ?? 'hidden' })")
    hidden = stage.voice.meter(cents=141_000)
    amount(page, "$1,410.00")
    page.clock.run_for(1_000)
    assert hidden["seq"] not in page.evaluate("sent.map(([, { ack }]) => ack.seq)")
    page.evaluate("window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
    stage.voice.acked(stage.voice.meter(cents=142_000))


def test_r131_a_page_in_the_background_does_not_silence_the_sign(stage: Stage, page: Page, browser: Browser) -> None:
    """Somebody opens the sign in a tab, and leaves it there; the sign on its screen goes on to be believed."""
    stage.voice.acked(stage.voice.meter(cents=145_000))
    other = browser.new_page()
    try:
        other.add_init_script(
            "Object.defineProperty(document, 'visibilityState', { get: () => window.seen ?? 'hidden' })"
        )
        other.goto(stage.at())
        stage.voice.meter(cents=146_000)
        amount(other, "$1,460.00")
        stage.voice.acked(stage.voice.meter(cents=147_000))
        other.evaluate("window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
        stage.voice.acked(stage.voice.meter(cents=148_000))
        other.evaluate("window.seen = 'hidden'; document.dispatchEvent(new Event('visibilitychange'))")
        stage.voice.acked(stage.voice.meter(cents=149_000))
    finally:
        other.close()


def test_r131_an_onlooker_says_nothing(stage: Stage, browser: Browser) -> None:
    """The server passes on what a sign says, and nothing that an onlooker says before it. The sign is opened when that
    amount is no more the newest: it cannot be the one that acknowledges it."""
    stage.voice.gone()
    page = browser.new_page()
    page.add_init_script(SENT)
    page.goto(stage.at("?onlooker"))
    unsaid = stage.voice.meter(cents=143_000)
    amount(page, "$1,430.00")
    page.wait_for_function("seq => sent.some(([, { ack }]) => ack.seq === seq)", arg=unsaid["seq"])
    newest = stage.voice.meter(cents=144_000)
    amount(page, "$1,440.00")
    sign = browser.new_page()
    sign.goto(stage.at())
    stage.voice.acked(newest)
    assert unsaid["seq"] not in [ack["seq"] for ack in stage.voice.acks]
    page.close()
    sign.close()


def test_two_pages_at_once_show_the_same_and_one_speaks(stage: Stage, page: Page, browser: Browser) -> None:
    """One name is one screen's: the newest page."""
    other = browser.new_page()
    other.goto(stage.at())
    meter = stage.voice.meter(cents=145_000)
    stage.voice.acked(meter)
    amount(other, "$1,450.00")
    amount(page, "$1,450.00")
    for beat in stage.voice.beat():
        stage.voice.acked(beat)
    pubs = [ack["pub"] for ack in stage.voice.acks if ack["pub"] >= meter["pub"]]
    assert len(pubs) == len(set(pubs))
    other.close()


# -- safety and cost -----------------------------------------------------------------------------------------


def test_every_text_is_text(stage: Stage, page: Page) -> None:
    evil = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>'[:60]
    typed = {"code": "typed.text", "facts": {"text": evil}}
    meter = stage.voice.meter(
        title=evil, awards=awards([(evil, evil)]), disclosure=evil, notices=[typed, typed], state="won",
        winners=[{"seat": 1, "cents": 1, "award": evil}],
    )  # fmt: skip
    stage.voice.acked(meter)
    for place in (".title", ".event", ".paid", ".disclosure", ".won-award"):
        expect(page.locator(place)).to_have_text(evil)
    expect(page.locator(".other")).to_have_text([re.compile("each is paid in full"), evil])  # the same text once
    assert page.locator("main :is(img, script, b)").count() == 0
    assert page.evaluate("window.caught") is None


def test_heartbeats_that_change_nothing_cost_no_layout_and_no_memory(stage: Stage, page: Page) -> None:
    """An idle sign: nothing is measured, made or left behind; nothing moves and no clock runs but the silence's."""
    for name in ("mega", "major", "minor"):
        stage.voice.acked(stage.voice.meter(name))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def facts() -> dict[str, float]:
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        counts = ("LayoutCount", "Nodes", "Documents")
        return {each["name"]: each["value"] for each in metrics if each["name"] in counts}

    def beats(number: int) -> None:
        for _ in range(number):
            newest = stage.voice.beat()
        for meter in newest:
            stage.voice.acked(meter)

    beats(5)
    before = facts()
    beats(50)
    assert facts() == before
    assert page.evaluate("document.getAnimations().length") == 0


# -- a real table --------------------------------------------------------------------------------------------


def test_a_real_table_from_the_bet_to_the_acknowledgement(tmp_path: Path, browser: Browser) -> None:
    """LOCK is on the sign; what the sign acknowledges is in the table's status (R131)."""
    edits = [Edit("#expected = []", f'expected = ["{SIGN}"]'), Edit('#sign = "display-1"', f'sign = "{SIGN}"')]
    with running(tmp_path, config=write(tmp_path, edits)) as daemon, showing(daemon) as display:
        page = browser.new_page()
        page.goto(f"{display.url}/sign/bj-1")
        amount(page, "$1,250.00")
        expect(page.locator(".state .now")).to_have_text("Bets are open")
        expect(page.locator(".disclosure")).to_have_text(DISCLOSURE)
        expect(page.locator(".event").first).to_have_text(AWARDS[0][0])
        daemon.hand("press 2")
        daemon.lit(2)
        daemon.hand("key lock")
        expect(page.locator(".state .now")).to_have_text("No more bets")
        newest = daemon.status()["seq"]
        until(lambda: _shown(daemon) >= newest, "the newest row acknowledged")
        daemon.kill()
        expect(page.locator(".word")).to_have_text(GONE)
        page.close()


def _shown(daemon: Daemon) -> int:
    """The newest row that the sign has acknowledged."""
    acked = daemon.status()["signs"]["acknowledged"]
    return max((show["seq"] for sign in acked for show in sign["shows"]), default=0)


def test_a_page_whose_files_did_not_all_come_is_loaded_anew(browser: Browser, stage: Stage) -> None:
    """A kiosk has nobody who presses reload."""
    stage.voice.status()
    stage.voice.meter()
    page = browser.new_page()
    page.clock.install()
    page.route("**/meters.js", lambda route: route.abort(), times=1)
    page.goto(stage.at())
    expect(page.locator("main")).to_be_empty()
    page.clock.fast_forward(10_000)
    expect(page.locator(".amount").first).to_contain_text("$")
    page.close()
