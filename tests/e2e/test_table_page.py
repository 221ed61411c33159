"""The dealer's page on a real table: hands, wins and mistakes by clicking, and nothing that the core would refuse."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.display.browser import Display, showing
from support.display.dealer_page import FloorPage, betting, floor_page
from support.processes.litbet import Daemon, audited, running, until

from testbed.bench.table import pin_of

LOCK, SETTLE, CLEAR, UNLOCK, VOID = "round lock", "round settle", "round clear", "round unlock", "round void"
KEYS = "#keys"


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    with running(tmp_path_factory.mktemp("table")) as table, showing(table) as pages:
        table.who("floor", "second", "manager", "cage")
        yield pages


@pytest.fixture(scope="module")
def shared(browser: Browser, display: Display) -> Iterator[FloorPage]:
    with floor_page(browser, display) as floor:
        yield floor


@pytest.fixture
def floor(shared: FloorPage, table: Daemon) -> Iterator[FloorPage]:
    """The one page, at a table that waits for bets."""
    betting(table)
    shared.view("table")
    shared.phase("betting")
    yield shared
    assert shared.errors == []


@pytest.fixture
def table(display: Display) -> Daemon:
    daemon: Daemon = display.table
    return daemon


def locked(table: Daemon, floor: FloorPage, *seats: int) -> None:
    table.hand(f"press {' '.join(map(str, seats))}")
    for seat in seats:
        floor.lamp(seat, "lit")
    floor.press(LOCK, KEYS)
    floor.phase("locked")


def claimed(floor: FloorPage, seat: int, cards: str) -> int:
    """A win by its cards, from WIN to the view of claims; its number."""
    floor.page.get_by_role("button", name="WIN", exact=True).click()
    floor.dialog.locator(f"[data-spot^='{seat}/']").click()
    floor.cards(cards)
    floor.choose("Claim")
    floor.settled()
    newest: int = max(claim["claim"] for claim in floor.display.table.status()["claims"])
    return newest


def claim(table: Daemon, number: int) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in table.status()["claims"] if each["claim"] == number)
    return found


# -- hands --------------------------------------------------------------------------------------------------------


def test_a_hand_by_three_keys_and_the_count_to_compare(floor: FloorPage, table: Daemon) -> None:
    """R025: the number and the value of what was locked stand there, and UNLOCK while it can be taken back."""
    number = table.status()["round"]
    table.hand("press 2 5")
    floor.lamp(2, "lit")
    floor.lamp(5, "lit")
    expect(floor.page.locator(".figures strong")).to_have_text("2")
    floor.picture("betting")
    floor.press(LOCK, KEYS)
    floor.lamp(2, "locked")
    floor.lamp(1, "off")
    floor.says(f"Round {number} is locked: seats 2, 5.")
    expect(floor.page.locator(".count")).to_contain_text("2$10.00")
    expect(floor.page.locator(".count")).to_contain_text("UNLOCK")
    floor.picture("locked")
    floor.press(UNLOCK, KEYS)
    floor.phase("betting")
    table.hand("press 5")
    floor.lamp(5, "waiting")
    floor.press(LOCK, KEYS)
    expect(floor.page.locator(".count")).to_contain_text("1$5.00")
    floor.press(SETTLE, KEYS)
    floor.phase("settled")
    floor.press(CLEAR, KEYS)
    floor.phase("betting")
    assert table.status()["round"] == number + 1


def test_a_press_shows_at_once_that_it_waits(floor: FloorPage, table: Daemon) -> None:
    """Before any answer can have come, the key itself says so; and a second press is not a second question."""
    before = table.status()["round"]
    state = floor.page.evaluate(
        """async () => {
            const key = document.querySelector("#keys [data-command='round lock']");
            key.click();
            await Promise.resolve();
            const said = [key.getAttribute("aria-busy"), key.textContent];
            key.click();
            return said;
        }"""
    )
    assert state == ["true", "waiting…"]
    floor.phase("locked")
    assert table.status()["round"] == before
    expect(floor.key(LOCK, KEYS)).not_to_have_attribute("aria-busy", "true")


def test_two_pages_and_one_that_is_opened_anew(floor: FloorPage, table: Daemon, browser: Browser) -> None:
    with floor_page(browser, floor.display) as other:
        locked(table, floor, 3)
        other.phase("locked")
        other.lamp(3, "locked")
        other.page.reload()
        other.lamp(3, "locked")
        expect(other.page.locator(".count")).to_contain_text("1$5.00")
        other.press(CLEAR, KEYS)
        floor.phase("betting")


# -- nothing that the core would refuse ---------------------------------------------------------------------------


def agrees(floor: FloorPage, table: Daemon) -> int:
    """Every key of the view is open just when the core says so; how many there are."""

    def differ() -> list[str]:
        actions = table.ask("floor")["floor"]["actions"]
        shown = floor.page.evaluate(
            """() => [...document.querySelectorAll("#keys [data-command], #view [data-command], dialog [data-command]")]
                .map(key => [key.dataset.command, JSON.parse(key.dataset.facts), key.ariaDisabled === "true"])"""
        )
        assert shown
        count.append(len(shown))
        return [
            f"{command} {facts} is {'shut' if off else 'open'}"
            for command, facts, off in shown
            if ("code" in _word(actions, command, facts)) is not off
        ]

    count: list[int] = []
    until(lambda: differ() == [], "the keys agree with what the core says")
    return count[-1]


def _word(actions: dict[str, Any], command: str, facts: dict[str, Any]) -> dict[str, Any]:
    if "code" in facts:
        found = actions["faults"][facts["code"]]
    elif "claim" in facts:
        found = actions["claims"][str(facts["claim"])]
    elif spot := facts.get("spot", facts.get("spots", [""])[0]):
        found = actions["spots"][spot]
    else:
        found = actions["table"]
    word: dict[str, Any] = found[command]
    return word


def sweep(floor: FloorPage, table: Daemon) -> int:
    seen = 0
    for view in ("table", "floor", "post", "todo", "claims"):
        floor.view(view)
        seen += agrees(floor, table)
    floor.view("table")
    floor.page.locator("[data-seat='2']").click()
    seen += agrees(floor, table)
    floor.page.keyboard.press("Escape")
    floor.settled()
    return seen


def test_keys_are_open_just_when_the_core_would_do_it(floor: FloorPage, table: Daemon) -> None:
    table.hand("press 2")
    floor.lamp(2, "lit")
    assert sweep(floor, table) > 50
    floor.press(LOCK, KEYS)
    floor.phase("locked")
    claimed(floor, 2, "Ah Ah Ah")
    sweep(floor, table)
    floor.view("table")
    floor.press(SETTLE, KEYS)
    floor.phase("settled")
    sweep(floor, table)
    table.do("win deny", by=("floor", "second"), claim=table.status()["claims"][-1]["claim"], reason="swept")
    floor.press(CLEAR, KEYS)
    floor.phase("betting")
    table.do("table shoe-ended")
    table.do("table close")
    floor.phase("closed")
    sweep(floor, table)
    floor.view("floor")
    floor.press("table open")
    floor.phase("betting")


def test_a_key_that_may_not_be_pressed_says_why_and_asks_nothing(floor: FloorPage, table: Daemon) -> None:
    key = floor.key(SETTLE, KEYS)
    expect(key).to_have_attribute("aria-disabled", "true")
    key.focus()
    assert floor.page.evaluate("document.activeElement.dataset.command") == SETTLE
    before = table.status()["seq"]
    floor.page.keyboard.press("Enter")
    floor.says("No round is locked.")
    assert (table.status()["seq"], table.status()["last_refusal"]) == (before, table.status()["last_refusal"])
    floor.page.get_by_role("button", name="WIN", exact=True).click(force=True)
    floor.says("No round is locked, and the last one is not open for claims.")


# -- wins ---------------------------------------------------------------------------------------------------------


def nowhere(floor: FloorPage, secret: str) -> None:
    """The PIN stands in nothing that a page keeps."""
    content = floor.page.evaluate(
        """() => JSON.stringify([
            document.documentElement.outerHTML, {...localStorage}, {...sessionStorage}, document.cookie, location.href,
            history.state, [...document.querySelectorAll("input")].map(field => field.value),
            performance.getEntries().map(entry => entry.name),
        ])"""
    )
    assert secret not in content
    assert floor.page.locator("input[type=password]").count() == 0


def test_a_win_from_the_chip_to_the_slip(floor: FloorPage, table: Daemon) -> None:
    """R090, R103: cards by thumb, two people in one go, the cage pays; no PIN stays behind."""
    locked(table, floor, 2, 4)
    floor.page.get_by_role("button", name="WIN", exact=True).click()
    expect(floor.dialog.locator("[data-spot^='3/']")).to_have_attribute("aria-disabled", "true")
    floor.picture("which-seat")
    floor.page.keyboard.press("Escape")
    number = claimed(floor, 2, "Ah Ah Ah")
    card = floor.page.locator(f"[data-claim='{number}']")
    expect(card).to_contain_text("Three-of-a-Kind Aces (Suited)")
    expect(card).to_contain_text("$1,250.00")
    floor.picture("claims")
    floor.press("win confirm", claim=number)
    expect(floor.dialog.locator(".name")).to_have_count(3)  # the cage is not one of those who may
    floor.person("floor")
    nowhere(floor, pin_of("floor"))
    floor.picture("pin")
    floor.choose("Next person")
    nowhere(floor, pin_of("floor"))
    floor.people("second", "manager")  # nobody put a name to the claim, so it takes one more
    floor.settled()
    expect(card).to_contain_text("to be paid")
    expect(card).to_contain_text("Approved by floor, second, manager")
    nowhere(floor, pin_of("manager"))
    card.get_by_role("button", name="Paid…").click()
    floor.choose("Check")
    floor.people("cage")
    floor.settled()
    slip = claim(table, number)["slip"]
    floor.says(f"$1,250.00 (check), slip {slip}")
    expect(card).to_contain_text(f"Slip {slip}")
    assert claim(table, number)["stage"] == "paid"
    nowhere(floor, pin_of("cage"))


def test_one_tap_for_a_small_award_by_the_pay_table(floor: FloorPage, table: Daemon) -> None:
    locked(table, floor, 1)
    floor.page.locator("[data-seat='1']").click()
    floor.choose("WIN")
    floor.choose("By the award")
    expect(floor.dialog.locator(".award")).to_have_count(5)
    floor.picture("awards")
    floor.dialog.locator(".award", has_text="$15.00").click()
    floor.choose("Claim")
    floor.settled()
    number = table.status()["claims"][-1]["claim"]
    floor.press("win confirm", claim=number)
    floor.says("seat 1 is paid $15.00 from the rack")
    assert claim(table, number)["stage"] == "paid"


def test_a_claim_with_a_name_takes_one_approver_fewer(floor: FloorPage, table: Daemon) -> None:
    """Decision 23: an award beyond the dealer's limit, claimed by a person with a PIN instead of by the keys."""
    locked(table, floor, 2)
    floor.page.get_by_role("button", name="WIN", exact=True).click()
    floor.dialog.locator("[data-spot^='2/']").click()
    floor.cards("8h 9h Th")
    floor.choose("Claim with a name")
    floor.people("floor")
    floor.settled()
    found = table.status()["claims"][-1]
    assert found["claimant"] == ["floor"]
    floor.press("win confirm", claim=found["claim"])
    floor.people("second")
    floor.settled()
    assert claim(table, found["claim"])["stage"] == "paid"


def test_a_wrong_pin_a_wrong_claim_and_one_named_anew(floor: FloorPage, table: Daemon) -> None:
    """E22: before it is confirmed a claim is named anew; the wrong PIN is said in the dialog and leaves nothing."""
    locked(table, floor, 5)
    number = claimed(floor, 5, "Ah Ah Ah")
    floor.page.get_by_role("button", name="Name again…").click()
    floor.cards("2h 9c 4d")
    floor.choose("Claim")
    expect(floor.dialog.locator(".notice")).to_contain_text("wins nothing")
    floor.cards("8h 9c Td")
    floor.choose("Claim")
    floor.settled()
    assert claim(table, number)["award"] == "Straight"
    floor.press("win deny", claim=number)
    floor.choose("Wrong seat")
    floor.people("floor", "second", pin="4738")
    expect(floor.dialog.locator(".notice")).to_contain_text("not the PIN of floor")
    nowhere(floor, "4738")
    expect(floor.dialog.locator(".dots")).to_contain_text("Who are you?")
    floor.people("floor", "second")  # it was the jackpot's once
    floor.settled()
    floor.says(f"Claim {number} is denied: Wrong seat.")


def test_a_pin_that_is_left_half_typed_is_forgotten(table: Daemon, display: Display, browser: Browser) -> None:
    """After half a minute, and with the dialog."""
    betting(table)
    with floor_page(browser, display) as floor:
        locked(table, floor, 6)
        floor.page.clock.install()
        floor.press(VOID, KEYS)
        floor.choose("Misdeal")
        floor.person("floor")
        expect(floor.dialog.locator(".dots")).to_contain_text("●●●●")
        floor.page.clock.run_for(31_000)
        expect(floor.dialog.locator(".dots")).not_to_contain_text("●")
        floor.person("floor", "47")
        floor.page.keyboard.press("Escape")
        floor.page.clock.run_for(100)
        expect(floor.page.locator("dialog[open]")).to_have_count(0)
        floor.page.clock.resume()
        floor.press(VOID, KEYS)
        floor.choose("Misdeal")
        expect(floor.dialog.locator(".dots")).not_to_contain_text("●")
        floor.page.keyboard.type("3939")  # nobody is chosen: nothing is typed
        floor.people("floor")
        floor.settled()
        floor.phase("betting")


def test_a_pin_waits_for_a_controller_that_is_away(table: Daemon, display: Display, browser: Browser) -> None:
    """However long that takes: the page's own time stands, for after half a minute the PIN would be forgotten."""
    betting(table)
    with floor_page(browser, display) as floor:
        locked(table, floor, 2)
        floor.page.clock.install()
        floor.page.clock.pause_at(floor.page.evaluate("Date.now()") / 1000 + 1)
        floor.press(VOID, KEYS)
        floor.choose("Misdeal")
        floor.person("floor")
        send = floor.dialog.locator(".send")
        expect(send).not_to_have_attribute("aria-disabled", "true")
        table.kill()
        expect(send).to_have_attribute("aria-disabled", "true")
        expect(floor.dialog.locator(".notice")).to_contain_text("The controller does not answer.")
        floor.page.keyboard.press("Enter")
        expect(floor.dialog.locator(".dots")).to_contain_text("●●●●")
        table.start()
        expect(send).not_to_have_attribute("aria-disabled", "true")
        floor.page.clock.resume()
        floor.page.keyboard.press("Escape")
        floor.settled()
        floor.phase("recovered")
        table.do("round void", by=["floor", "second"], reason="the power was gone")
        floor.phase("betting")


# -- mistakes -----------------------------------------------------------------------------------------------------


def test_void_not_offered_and_offered_again(floor: FloorPage, table: Daemon) -> None:
    locked(table, floor, 1, 2)
    floor.press(VOID, KEYS)
    floor.picture("reason")
    floor.dialog.locator("#reason").fill("coffee on the felt")
    floor.choose("Go on")
    floor.people("floor")
    floor.settled()
    floor.phase("betting")
    floor.says("is void: return the bets")
    table.do("table shoe-ended")
    floor.view("floor")
    floor.press("table not-offered")
    floor.choose("Hand shuffle")
    floor.people("manager")
    floor.phase("not_offered")
    expect(floor.page.locator("#head .phase")).to_contain_text("Hand shuffle")
    floor.settled()
    floor.press("table offered")
    floor.people("floor")
    floor.phase("betting")
    floor.settled()


def test_one_seat_dropped_added_and_voided(floor: FloorPage, table: Daemon) -> None:
    """E12, E11, E19."""
    table.hand("press 1 3")
    floor.lamp(3, "lit")
    floor.page.locator("[data-seat='3']").click()
    floor.picture("seat")
    floor.press("round drop-seat", "dialog")
    floor.settled()
    floor.lamp(3, "waiting")
    floor.press(LOCK, KEYS)
    floor.phase("locked")
    for seat, command, reason, says in (
        (4, "round add-seat", "Dead sensor", "Added: seat 4."),
        (1, "round void-seat", "Fouled hand", "Void: seat 1. Return the bet."),
    ):
        floor.page.locator(f"[data-seat='{seat}']").click()
        floor.press(command, "dialog")
        floor.choose(reason)
        floor.people("floor")
        floor.settled()
        floor.says(says)
    floor.lamp(4, "locked")
    floor.lamp(1, "off")
    assert table.playing() == [4]


def test_lock_was_forgotten(floor: FloorPage, table: Daemon) -> None:
    """E05: the moments are offered; the one that a person chose is locked."""
    table.hand("press 2")
    floor.lamp(2, "lit")
    table.hand("press 6")
    floor.lamp(6, "lit")
    floor.view("floor")
    floor.press("round late-lock")
    expect(floor.dialog.get_by_text("seats 2, 6")).to_have_count(1)
    floor.dialog.get_by_text(re.compile("seats 2$")).click()
    floor.people("floor")
    floor.settled()
    floor.says("is locked: seat 2.")


def test_the_post_is_held_and_released(floor: FloorPage, table: Daemon) -> None:
    floor.view("post")
    floor.press("jackpot hold-post")
    floor.choose("Count disputed")
    floor.people("manager")
    floor.settled()
    expect(floor.page.locator("#view")).to_contain_text("The morning post is held: Count disputed")
    floor.picture("post")
    floor.press("jackpot release-post")
    floor.people("manager")
    floor.settled()
    expect(floor.page.locator("#view")).not_to_contain_text("is held")
    assert table.status()["held"] is None


def test_a_spanish_hand(table: Daemon, display: Display, browser: Browser) -> None:
    """Every word of the page's own; a refusal by its code; the award stays in its approved words."""
    betting(table)
    with floor_page(browser, display, language="es") as floor:
        expect(floor.page.locator("html")).to_have_attribute("lang", "es")
        floor.key(SETTLE, KEYS).click(force=True)
        floor.says("No hay ninguna ronda en juego.")
        locked(table, floor, 3)
        floor.says("cerrada: asiento")
        expect(floor.page.locator("#head .phase")).to_have_text("NO VA MÁS")
        floor.page.locator("[data-seat='3']").click()
        floor.choose("PREMIO")
        floor.cards("8h 9c Td")
        floor.picture("cards-es")
        floor.choose("Reclamar")
        floor.settled()
        expect(floor.page.locator(".claim")).to_contain_text("Straight")
        floor.view("table")
        expect(floor.page.locator(".strip")).to_contain_text("apruebe o deniegue")
        expect(floor.page.locator("#view")).not_to_contain_text("Freeze")
        floor.picture("claim-es")
        floor.view("claims")
        floor.press("win withdraw")
        floor.press(CLEAR, KEYS)
        floor.phase("betting")


# -- things that go ----------------------------------------------------------------------------------------------


def test_the_broker_goes_and_comes(floor: FloorPage, table: Daemon) -> None:
    table.broker.stop()
    expect(floor.page.locator(".strip")).to_contain_text("Play continues.")
    locked(table, floor, 2)
    table.broker.start()
    expect(floor.page.locator("#view")).not_to_contain_text("Play continues.")


def test_the_power_goes_in_the_middle_of_a_hand(floor: FloorPage, table: Daemon) -> None:
    """E31: nothing old is shown as current and nothing can be pressed; then the same round, compared and resumed."""
    locked(table, floor, 1, 4)
    table.kill()
    banner = floor.page.locator(".banner")
    expect(banner).to_contain_text("The controller does not answer.")
    expect(floor.page.locator("body")).to_have_class("blocked")
    for key in floor.page.locator("#keys .key").all():
        expect(key).to_have_attribute("aria-disabled", "true")
    floor.key(CLEAR, KEYS).click(force=True)
    floor.says("The controller does not answer.")
    floor.picture("controller-gone")
    table.start()
    floor.phase("recovered")
    expect(banner).to_have_count(0)
    floor.lamp(4, "locked")
    expect(floor.page.locator(".count")).to_contain_text("2$10.00")
    floor.picture("recovered")
    floor.press("round resume", ".strip")
    floor.phase("settled")
    floor.press(CLEAR, KEYS)
    floor.phase("betting")


def test_the_pages_server_goes_and_comes(floor: FloorPage, display: Display) -> None:
    """Another server has another token: the page fetches itself anew and goes on."""
    display.stop()
    expect(floor.page.locator(".banner")).to_contain_text("no connection to its server")
    expect(floor.page.locator("#keys [aria-disabled=true]")).to_have_count(6)
    display.start()
    expect(floor.page.locator(".banner")).to_have_count(0)
    floor.phase("betting")
    floor.press(LOCK, KEYS)
    floor.phase("locked")
    floor.errors.clear()  # the browser's own, of the sockets that it could not open


def test_what_was_done_is_a_sound_ledger(display: Display) -> None:
    """Last: everything above stands in it."""
    assert audited(display.table.folder).returncode == 0
