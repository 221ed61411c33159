"""The dealer's page in Spanish at a real table: a fault, what works, what waits for a person, a round told again and
the charts, none of them with a sentence in English."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, expect
from support.config.files import Edit, write
from support.display.browser import showing
from support.display.dealer_page import FloorPage, floor_page
from support.processes.litbet import Daemon, running

ENGLISH = re.compile(
    r"\b(the|of|is|was|were|are|and|with|not|its|it|at|by|for|to|look|seat|round|lock|locked|bet|bets|claim|paid|"
    r"chip|sign|ledger|disk|wagers|wins|hits|expected|nobody|has|have|since)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"/\S+|Three-of-a-Kind")  # of files, and the awards' own
VIEWS = ("table", "claims", "floor", "post", "todo", "replay")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A round was played, won and paid; a sign that is expected says nothing; a seat is out of service."""
    folder = tmp_path_factory.mktemp("spanish")
    config = write(folder, [Edit("#expected = []", 'expected = ["izquierda"]')])
    with running(folder, config=config) as daemon:
        daemon.who("floor")
        daemon.hand("press 3")
        daemon.lit(3)
        daemon.do("round lock")
        daemon.do("win claim", spot=3, award="straight")
        daemon.do("win confirm", by=("floor",), claim=1)
        daemon.do("round settle")
        daemon.do("round clear")
        daemon.do("jackpot hold-post", by=("manager",), reason="recuento en duda")
        yield daemon


@pytest.fixture(scope="module")
def floor(browser: Browser, table: Daemon) -> Iterator[FloorPage]:
    with showing(table) as display, floor_page(browser, display, language="es") as found:
        yield found


def spanish(text: str) -> None:
    assert not ENGLISH.search(NAMES.sub("", text)), text


def drawn_texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314  our own
    return [each.text or "" for each in root.iter() if each.tag.rpartition("}")[2] in ("text", "title", "desc")]


def test_no_view_says_a_sentence_in_english(floor: FloorPage) -> None:
    for view in VIEWS:
        floor.view(view)
        spanish(floor.page.locator("#view").inner_text())
    floor.view("todo")
    expect(floor.page.locator("#view")).to_contain_text("escribir cuesta")  # a health line
    expect(floor.page.locator("#view")).to_contain_text("MB libres en")
    expect(floor.page.locator("#view")).to_contain_text("recuento en duda")  # what a person typed stands as it is


def test_a_round_is_told_again_in_spanish(floor: FloorPage) -> None:
    floor.view("replay")
    floor.page.locator("[data-round='1']").click()
    floor.page.locator(".story [data-spot='3/galaxy']").click()
    steps = floor.page.locator(".steps")
    for text in (
        "Se pulsó el botón del asiento 3.",
        "La ronda 1 se cerró con 1 apuesta. El asiento 3 juega por $5.00.",
        "El asiento 3 reclamó un premio: número 1, Straight",
        "Se pagaron $15.00 de la bandeja de fichas.",
    ):
        expect(steps).to_contain_text(text)
    spanish(steps.inner_text())
    floor.picture("replayed-es")


def test_a_fault_says_why_in_spanish(floor: FloorPage, table: Daemon) -> None:
    """Above the seats, in the list, in the health, and as the reason why a key is shut."""
    floor.view("todo")
    table.hand("cut 6s")
    floor.phase("fault")
    floor.key("round lock", "#keys").click(force=True)  # it is shut, and says why
    floor.says("No se admiten apuestas: la placa board")
    fault = floor.page.locator("[data-fault=board]")
    expect(fault).to_contain_text("no responde: revise su cable, su corriente y su firmware")
    expect(floor.page.locator("#view")).to_contain_text("FALLA board")
    spanish(floor.page.locator("#view").inner_text())
    floor.picture("fault-es")
    floor.phase("betting")


def test_the_charts_are_in_spanish(floor: FloorPage) -> None:
    titles = {
        "meter": "En cuánto estaba el contador",
        "wagers": "Apuestas por asiento",
        "take-up": "Aceptación por asiento",
        "wins": "Premios frente a las probabilidades exactas",
    }
    floor.display.charts_drawn()
    floor.view("charts")
    for name, title in titles.items():
        floor.page.locator(f"[data-chart={name}]").click()
        picture = floor.page.locator("img.chart")
        expect(picture).to_have_js_property("complete", True)
        source = picture.get_attribute("src")
        texts = drawn_texts(floor.page.request.get(f"{floor.display.url}{source}").text())
        assert title in texts
        for text in texts:
            spanish(text)
        floor.picture(f"chart-{name}-es")
    assert floor.errors == []
