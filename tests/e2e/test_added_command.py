"""A command that is added to the list (with its event and handler, and nothing else) is there for everybody: the
socket, the command line and its help, the allowed actions, the page, and the people of the profile. That
docs/CONTROL.md misses it is told by tests/docs/test_control.py."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.display.browser import showing
from support.display.dealer_page import floor_page
from support.processes import added_command
from support.processes.litbet import Daemon, litbet, pins_typed, running, until

RUNNER = (added_command.__file__,)
NAME = added_command.ENTRY.name
KEY = "table_visit"  # what stands in the place of a help that no catalogue has


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    with running(tmp_path_factory.mktemp("table"), runner=RUNNER) as daemon:
        daemon.who("technician", "cage")
        yield daemon


def here(table: Daemon) -> bool:
    return bool(table.status()["keyswitch"])


def test_the_product_itself_does_not_have_it() -> None:
    assert litbet(*NAME.split(), "--reason", "x").returncode == 2


def test_its_help_has_an_example_that_names_who_answers() -> None:
    found = litbet(*NAME.split(), "--help", runner=RUNNER)
    assert found.returncode == 0
    assert KEY in found.stdout.lower()
    assert """Example: litbet table visit --reason "misdeal" --by "M. Manager\"""" in found.stdout
    assert KEY in litbet("table", "--help", runner=RUNNER).stdout


def test_the_socket_takes_it_from_whom_the_profile_names(table: Daemon) -> None:
    before = here(table)
    assert table.ask(NAME)["code"] == "refusals.bad_request", "its reason is missing"
    assert table.ask(NAME, reason="x")["code"] == "refusals.needs_people"
    assert table.ask(NAME, by=["cage"], reason="x")["code"] == "refusals.needs_people"
    assert here(table) is before
    table.do(NAME, by=["technician"], reason="x")
    assert here(table) is not before


def test_the_command_line_takes_it_with_a_pin(table: Daemon) -> None:
    before = here(table)
    typed = [*NAME.split(), "--reason", "x", "--by", "technician", "--dir", str(table.folder)]
    done = litbet(*typed, runner=RUNNER, input=pins_typed(*typed))
    assert done.returncode == 0, done.stderr
    assert here(table) is not before


def test_the_page_has_a_key_for_it(table: Daemon, browser: Browser) -> None:
    """With its name as label, the reason and the people that it takes; the pages' own process knows nothing of it."""
    action = table.ask("floor")["floor"]["actions"]["table"][NAME]
    assert (action["persons"], "technician" in action["roles"]) == (1, True)
    before = here(table)
    with showing(table) as display, floor_page(browser, display) as floor:
        floor.view("floor")
        expect(floor.key(NAME)).to_have_text(NAME)
        floor.press(NAME)
        floor.dialog.locator("input").fill("a look")
        floor.choose("Go on")
        floor.people("technician")
        until(lambda: here(table) is not before, "it was done")
        floor.settled()
