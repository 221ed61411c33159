"""The words of the dealer's page: one for everything that the core can say, in the English of the controller's own
tables for as long as there are these."""

import re

import pytest
from support.processes.litbet import ROOT

from controller.daemon import health
from controller.present import answers, to_do
from controller.present.division import DIVIDED
from controller.table import reconcile, removal, terms
from controller.table.commands import ACTIONS
from controller.table.commands.entry import Place
from controller.table.lamps import Lamp
from controller.table.records import KINDS
from controller.table.refusals import SENTENCES
from controller.table.rules import Role
from controller.table.state import Phase
from words.catalogue import catalogue

ENGLISH = catalogue("en").sections()
TABLES = {  # what the controller says with a code, by the section of the catalogue
    "division": DIVIDED,
    "asks": {**to_do.ASKS, **terms.ASKS, **removal.ASKS, **reconcile.ASKS},
    "health": health.SENTENCES,
    "do": health.DO,
    "refusals": SENTENCES,
}
REFUSED_ELSEWHERE = {  # by the page, its server, the control socket or the PINs
    "unknown", "no_link", "no_controller", "no_news", "not_here", "cut", "busy", "none_plays",
    "nothing_changes", "bad_request", "not_allowed", "wrong_pin", "locked_out", "no_pin", "login_ended", "training",
    "ledger", "pins", "unsound_row",
}  # fmt: skip
NOT_DONE = {  # kinds of rows that no command of this page brings about: people, terms, meters by hand, the run itself
    "chip_count", "count_correction", "disposal", "dispute", "door", "funds_hold", "funds_release", "init",
    "lock_out", "login", "meter_lowered", "meter_raised", "meter_set", "payment_correction", "person_removed",
    "person_roles", "pin_change", "reading", "restoration", "retirement", "retirement_recall", "second_copy_back",
    "second_copy_lost", "start", "stop", "take_over", "terms_accepted", "terms_pending", "training", "transfer_in",
    "transfer_out", "variance_end",
}  # fmt: skip


def as_in_the_catalogue(text: str) -> str:
    """There a place has nothing of Python."""
    return re.sub(r"{(\w+)!r}", r"'{\1}'", text)


@pytest.mark.parametrize("section", TABLES)
def test_the_catalogue_says_what_the_controller_says(section: str) -> None:
    elsewhere = REFUSED_ELSEWHERE if section == "refusals" else set()
    english = {code: text for code, text in ENGLISH[section].items() if code not in elsewhere}
    assert english == {code: as_in_the_catalogue(text) for code, text in TABLES[section].items()}
    assert elsewhere <= set(ENGLISH[section])


def test_each_ask_in_other_words_is_one_of_the_controller() -> None:
    source = (ROOT / "display/site/table/alarms.js").read_text()
    found = re.search(r"ALARMS_FROM_FACTS = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert found
    assert set(re.findall(r'"(\w+)"', found[1])) <= {*ENGLISH["asks"], "claim"}


def test_what_came_of_it_is_said_by_kinds_of_rows_that_there_are() -> None:
    kinds = set(ENGLISH["done"]) - {"noted"}
    assert kinds <= set(KINDS)
    assert kinds <= {*answers._SENTENCES, *(of.kind for of in answers._FROM_THE_BOOK)}
    assert set(KINDS) - kinds == NOT_DONE


def test_each_word_of_the_table_has_one_of_the_page() -> None:
    assert set(ENGLISH["lamps"]) == {lamp.value for lamp in Lamp}
    assert set(ENGLISH["phases"]) == {phase.value for phase in Phase}


def test_each_key_that_the_list_of_commands_gives_to_a_view_has_a_label() -> None:
    """Those below every view, of claims and of faults are laid out by the page, with words of their own."""
    views = {Place.TABLE, Place.ROUND, Place.MACHINE, Place.POST, Place.SEAT}
    keys = {action.name for action in ACTIONS.values() if views & set(action.places)}
    assert set(ENGLISH["commands"]) == keys - {"win claim", "spot tier"}


def test_each_role_has_a_word() -> None:
    assert set(ENGLISH["roles"]) == set(Role)
