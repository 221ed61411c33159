"""The bench felt as a technician plays it: a real bench, a real browser, chips dragged and keys pressed."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.config.files import Edit, write
from support.display.messages import faults
from support.processes.litbet import PATIENCE, ROOT, spawn, until
from support.testbed.bench_page import CHIP, Bench, Hand, benched

from controller.config.load import load
from controller.ledger.reader import Reader
from testbed.bench.cards import CardTable

TABLE = ROOT / "config/table.toml"
A_SHARE = 2647  # in this seed's first hand seat 6 wins the meter, and seat 2 a straight
PLAYING = ("1/galaxy", "2/galaxy", "4/galaxy", "6/galaxy")
NOWHERE = (640.0, 420.0)  # on the cloth


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with benched(tmp_path_factory.mktemp("felt") / "D", "--seed", str(A_SHARE)) as bench:
        yield bench


@pytest.fixture(scope="module")
def hand(browser: Browser, bench: Bench) -> Iterator[Hand]:
    hand = Hand(browser.new_page(viewport={"width": 1280, "height": 800}), bench)
    yield hand
    assert hand.faults == []


@pytest.fixture
def table_open(hand: Hand, bench: Bench) -> None:
    """Whichever test runs first. A bench that has just started may still wait for its board."""
    until(lambda: bench.status()["phase"] in ("closed", "betting"), "the start of the table")
    if bench.status()["phase"] == "closed":
        hand.phase("closed")
        hand.key("open_close")
        hand.phase("betting")
        hand.lamp("1/galaxy", "waiting")


def test_the_bench_says_where_its_pages_are_and_how_to_begin(bench: Bench) -> None:
    assert f"{bench.base}/bench" in bench.output
    assert f"{bench.base}/sign/bj-1" in bench.output
    assert f"{bench.base}/table/bj-1" in bench.output
    assert re.search(r"^Your first hand: .*OPEN.*LOCK.*CLEAR", bench.output, re.MULTILINE)


def test_a_win_from_the_chip_to_the_money(hand: Hand, bench: Bench) -> None:
    """R092, R103: chips dragged, LOCK, the engine's own cards, WIN and a touch, approvals, the new meter."""
    hand.phase("closed")
    hand.picture("closed")
    hand.key("open_close")
    hand.lamp("1/galaxy", "waiting")
    hand.bet(*PLAYING, "5/galaxy")
    hand.drag(hand.spot("5/galaxy"), NOWHERE)  # taken back
    hand.lamp("5/galaxy", "waiting")
    hand.chip("5/galaxy", lies=False)
    hand.drag(hand.spot("1/galaxy"), hand.spot("3/galaxy"))  # another seat, and back
    hand.lamp("3/galaxy", "lit")
    hand.lamp("1/galaxy", "waiting")
    hand.drag(hand.spot("3/galaxy"), hand.spot("1/galaxy"))
    hand.lamp("1/galaxy", "lit")
    hand.lamp("3/galaxy", "waiting")
    hand.picture("betting")
    hand.key("lock")
    hand.phase("locked")
    dealt = CardTable(load(TABLE), A_SHARE).deal(PLAYING)
    hand.page.wait_for_selector(".dealer [data-card]")
    assert hand.cards(".dealer") == [card for each in dealt.dealer for card in each.cards]
    for seat, hands in dealt.seats.items():
        assert hand.cards(f'[data-seat="{seat}"]') == [card for each in hands for card in each.cards]
    assert hand.page.locator(".award").all_inner_texts() == [
        "Straight\n$15.00\nClaim",
        "Three-of-a-Kind Aces (Suited)\n100 % of bonus\nClaim",
    ]
    hand.key("win")
    hand.page.click(hand.spot("6/galaxy"))
    hand.lamp("6/galaxy", "claimed")
    hand.page.click('[data-award="2/galaxy"] .claim')
    hand.lamp("2/galaxy", "claimed")
    hand.picture("claims")
    hand.do("settle")
    hand.says("Claims settled by the cards: 2.")
    claims = bench.status()["claims"]
    assert [(claim["spot"], claim["stage"], claim["amount"]) for claim in claims] == [
        ("6/galaxy", "paid", "1250.00"),
        ("2/galaxy", "paid", "15.00"),
    ]
    hand.key("settle")
    hand.phase("settled")
    hand.drag(hand.spot("4/galaxy"), NOWHERE)  # the dealer takes the chip: the bet plays on, nothing was touched
    hand.chip("4/galaxy", lies=False)
    hand.page.click(hand.spot("1/galaxy"))  # a press, and no bet: it is counted, after whatever came before it
    until(lambda: bench.status()["spots"]["1/galaxy"]["presses"] == 1, "the press")
    assert bench.status()["spots"]["4/galaxy"]["presses"] == 0
    hand.lamp("4/galaxy", "locked")
    hand.key("clear")
    hand.phase("betting")
    hand.chip("2/galaxy", lies=False)
    expect(hand.page.locator("[data-card]")).to_have_count(0)


@pytest.mark.usefixtures("table_open")
def test_the_next_morning_brings_the_post(hand: Hand, bench: Bench) -> None:
    """R054, R065: ten per cent of what was locked, on the meter of the morning."""
    hand.a_hand("1/galaxy")
    before = bench.status()
    hand.do("wind")
    hand.says("It is the morning of gaming day")
    amount = 1250 + before["wagers_today"] * 5 / 10
    expect(hand.page.locator(".plate .amount")).to_have_text(f"${amount:,.2f}")
    assert bench.status()["jackpots"]["bonus"]["posted_to"] == before["day"]
    expect(hand.page.locator(".clock time")).to_contain_text("7:0")
    assert bench.status()["day"] > before["day"]


ACKNOWLEDGE = """() => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/live/sign/bj-1`);
  socket.onmessage = (event) => {
    const { topic, payload } = JSON.parse(event.data);
    if (topic !== "jackpot/bonus/meter") return;
    const { jackpot, epoch, seq, pub, cents } = payload;
    socket.send(JSON.stringify({ ack: { jackpot, epoch, seq, pub, cents } }));
    done(cents);
  };
})"""


def test_what_a_sign_page_shows_is_witnessed(hand: Hand, bench: Bench) -> None:
    """R131: the bench's sign has a name, and nobody waits for it."""
    cents = hand.page.evaluate(ACKNOWLEDGE)

    def shown() -> list[int]:
        (sign,) = bench.status()["signs"]["acknowledged"]
        return [ack["cents"] for ack in sign["shows"]]

    until(lambda: shown() == [cents], "the sign's word")


MESSAGES = """() => new Promise((done) => {
  const found = {};
  const socket = new WebSocket(`ws://${location.host}/live/bench`);
  socket.onopen = () => socket.send(JSON.stringify({ token: document.querySelector("[name=litbet-token]").content }));
  socket.onmessage = (event) => {
    const { topic, payload } = JSON.parse(event.data);
    found[topic] = payload;
    if (found.table && found.felt) done(found);
  };
})"""


def test_messages_have_the_shapes_that_the_page_is_checked_against(hand: Hand) -> None:
    found = hand.page.evaluate(MESSAGES)
    assert faults("BenchTable", found["table"], "table") + faults("BenchFelt", found["felt"], "felt") == []


@pytest.mark.usefixtures("table_open")
def test_two_pages_show_one_table_and_keys_alone_play_it(browser: Browser, bench: Bench, hand: Hand) -> None:
    other = Hand(browser.new_page(viewport={"width": 1280, "height": 800}), bench, "?language=es")
    try:
        keys = other.page.keyboard
        other.page.focus(other.spot("2/galaxy"))
        keys.press("Tab")
        assert other.page.evaluate("document.activeElement.dataset.spot") == "3/galaxy"
        keys.press("Enter")
        for each in (hand, other):
            each.lamp("3/galaxy", "lit")
            each.chip("3/galaxy")
        assert "una ficha de $5" in (other.page.locator(other.spot("3/galaxy")).get_attribute("aria-label") or "")
        other.page.focus('[data-key="lock"]')
        keys.press("Enter")
        for each in (hand, other):
            each.phase("locked")
            each.page.wait_for_selector('[data-seat="3"] [data-card]')
        assert hand.cards('[data-seat="3"]') == other.cards('[data-seat="3"]')
        other.picture("spanish")
        other.page.focus('[data-key="clear"]')
        keys.press(" ")
        hand.phase("betting")
        assert other.faults == []
    finally:
        other.page.close()


@pytest.mark.usefixtures("table_open")
def test_one_fault_after_the_other_and_the_table_plays_on(hand: Hand, bench: Bench) -> None:
    """R160, R180, R185, E11: each is seen, each ends, and a hand is played after it."""
    hand.bet("1/galaxy")
    hand.do("cable")
    hand.works("board", works=False)
    hand.phase("fault")
    hand.says("check its cable")
    hand.lamp("1/galaxy", "disabled")
    hand.picture("cable")
    hand.works("board", works=True)
    hand.a_hand("1/galaxy")

    hand.do("unplug")
    hand.says("plug the board in")
    hand.works("board", works=True)
    hand.a_hand("1/galaxy")

    hand.bet("1/galaxy")
    hand.key("lock")
    hand.phase("locked")
    hand.do("brownout")
    hand.lamp("1/galaxy", "off")
    hand.lamp("1/galaxy", "locked")
    hand.key("clear")
    hand.phase("betting")

    hand.do("chatter", at="4/galaxy")
    hand.lamp("4/galaxy", "lit")
    hand.do("chatter", at="4/galaxy")
    hand.lamp("4/galaxy", "waiting")

    hand.do("stuck", at="5/galaxy")
    expect(hand.page.locator(hand.spot("5/galaxy"))).to_have_attribute("data-stuck", "true")
    hand.drag(CHIP, hand.spot("5/galaxy"))
    hand.chip("5/galaxy", lies=False)  # no light, no bet: the player has his chip back
    hand.lamp("5/galaxy", "waiting")
    hand.do("stuck")
    expect(hand.page.locator(hand.spot("5/galaxy"))).to_have_attribute("data-stuck", "false")
    hand.a_hand("5/galaxy")

    hand.do("storm", at="3/galaxy")
    hand.lamp("3/galaxy", "disabled")
    hand.says("its sensor chatters")
    hand.a_hand("1/galaxy", "2/galaxy")

    hand.do("broker")
    hand.works("broker", works=False)
    hand.a_hand("1/galaxy")
    hand.picture("faults")
    hand.do("broker")
    hand.works("broker", works=True)
    hand.a_hand("1/galaxy")
    assert bench.status()["phase"] == "betting"


@pytest.mark.usefixtures("table_open")
def test_a_power_cut_in_the_middle_of_a_hand(hand: Hand, bench: Bench) -> None:
    """R160, E30: seats that play keep their lamp, their cards and their round."""
    hand.bet("1/galaxy", "6/galaxy")
    hand.key("lock")
    hand.page.wait_for_selector(".dealer [data-card]")
    number, cards = bench.status()["round"], hand.cards(".felt")
    hand.do("power")
    hand.works("power", works=False)
    hand.says("has no power")
    hand.lamp("2/galaxy", "disabled")
    hand.lamp("1/galaxy", "locked")
    hand.picture("power")
    hand.do("power")
    hand.works("power", works=True)
    hand.phase("recovered")
    assert hand.cards(".felt") == cards
    assert bench.status()["round"] == number
    hand.do("resume")
    hand.phase("settled")
    hand.lamp("6/galaxy", "locked")
    hand.key("clear")
    hand.phase("betting")
    for _ in range(2):  # twice in a row, between hands, with the broker gone meanwhile
        hand.do("power")
        hand.works("power", works=False)
        hand.do("broker")
        hand.works("broker", works=False)
        hand.do("power")
        hand.works("power", works=True)
        hand.do("broker")
        hand.works("broker", works=True)
        hand.do("resume")
        hand.phase("betting")
    hand.a_hand("1/galaxy", "6/galaxy")
    with closing(Reader(f"sqlite:///{bench.folder / 'ledger.db'}")) as reader:
        assert "shoe_end" not in [row.kind for row in reader.walk()], "the cards in the shoe outlived the controller"


def test_chips_on_presence_sensors_come_late_and_stick(browser: Browser, tmp_path: Path) -> None:
    """R023, R030, E11: what lies there is felt, whatever the phase; a chip that stays is asked after."""
    config = write(tmp_path, [Edit('sensor = "button"', 'sensor = "presence"')] * 6)
    with benched(tmp_path / "D", "--config", config, "--speed", "4") as bench:
        hand = Hand(browser.new_page(viewport={"width": 1280, "height": 800}), bench)
        hand.key("open_close")
        hand.lamp("1/galaxy", "waiting")
        hand.bet("1/galaxy", "2/galaxy")
        hand.key("lock")
        hand.phase("locked")
        hand.drag(CHIP, hand.spot("4/galaxy"))
        hand.lamp("4/galaxy", "late")
        hand.chip("4/galaxy")
        hand.picture("late")
        hand.drag(hand.spot("4/galaxy"), NOWHERE)
        hand.lamp("4/galaxy", "off")
        hand.drag(hand.spot("1/galaxy"), NOWHERE)
        hand.lamp("1/galaxy", "removed")
        hand.drag(CHIP, hand.spot("1/galaxy"))
        hand.lamp("1/galaxy", "locked")
        hand.do("stuck", at="2/galaxy")
        hand.drag(hand.spot("2/galaxy"), NOWHERE)
        hand.key("settle")
        hand.drag(hand.spot("1/galaxy"), NOWHERE)
        hand.chip("1/galaxy", lies=False)
        hand.key("clear")
        hand.phase("betting")
        hand.lamp("2/galaxy", "verify")
        hand.says("never seen empty")
        hand.do("stuck")
        hand.lamp("2/galaxy", "waiting")
        hand.a_hand_of_chips("1/galaxy", "2/galaxy")
        assert hand.faults == []
        hand.page.close()


@pytest.mark.parametrize("name", ["two-jackpots", "nh-mega-major-minor", "coin"])
def test_every_kind_of_table_is_drawn(browser: Browser, tmp_path: Path, name: str) -> None:
    """Two sensors at a seat, three meters and two amounts, coins one by one: nothing overlaps, in Spanish."""
    example = ROOT / f"config/examples/{name}.toml"
    with benched(tmp_path / "D", "--config", example, "--seed", str(A_SHARE), "--speed", "4") as bench:
        hand = Hand(browser.new_page(viewport={"width": 1280, "height": 800}), bench, "?language=es")
        hand.do("open")  # no key of this board opens the table
        hand.phase("betting")
        spots = hand.page.eval_on_selector_all("[data-spot]", "ns => ns.map(n => n.dataset.spot)")
        if name == "nh-mega-major-minor":
            hand.drag('[data-amount="10"]', hand.spot(spots[0]))
            hand.lamp(spots[0], "raised")
        elif name == "coin":
            for coins in range(1, 6):
                hand.drag(".chip.coin", hand.spot(spots[0]))
                expect(hand.page.locator(".more").first).to_contain_text(f"crédito ${coins}")
            hand.bet(*PLAYING[1:])
        else:
            for spot in spots:
                hand.page.click(hand.spot(spot))
            for spot in spots:
                hand.lamp(spot, "lit")
        hand.key("lock")
        hand.page.wait_for_selector(".dealer [data-card]")
        if name == "coin":
            hand.page.click('[data-award="6/galaxy"] .claim')  # by its cards: no touch can claim
            hand.lamp("6/galaxy", "claimed")
        hand.picture(name)
        assert hand.faults == []
        hand.page.close()


def test_a_bench_that_plays_by_itself_is_looked_at_and_nothing_piles_up(browser: Browser, tmp_path: Path) -> None:
    with benched(tmp_path / "D", "--watch", "--speed", "300", "--seed", "5") as bench:
        hand = Hand(browser.new_page(viewport={"width": 1280, "height": 800}), bench)
        page = hand.page
        assert page.locator(".rack, .keys, .mishaps").count() == 0
        session = page.context.new_cdp_session(page)

        def weighed(rounds: int) -> dict[str, int]:
            until(lambda: bench.status()["rounds_today"] >= rounds, f"{rounds} rounds")
            session.send("HeapProfiler.collectGarbage")
            found: dict[str, int] = session.send("Memory.getDOMCounters")
            return found

        warm = weighed(10)
        end = weighed(40)
        assert end["nodes"] < warm["nodes"] + 150, "a hand's worth of cards, not those of every hand"
        assert end["jsEventListeners"] <= warm["jsEventListeners"] + 6
        assert hand.faults == []
        page.close()
        assert bench.stop() == 0


def test_ctrl_c_ends_the_pages_too(tmp_path: Path) -> None:
    process = spawn("bench", env={**os.environ, "TMPDIR": str(tmp_path)}, stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    assert "/bench" in process.stdout.readline()
    running = subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True, text=True).stdout.split()
    assert len(running) >= 4, "broker, board, controller, pages"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert list(tmp_path.iterdir()) == []
    assert subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True).stdout == b""
