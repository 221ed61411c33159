"""A name that a reader takes for somebody else, for two people, or for nobody: every place where a name enters."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.config.files import JACKPOT, Edit, faults
from support.processes.litbet import PIN, litbet, pins_typed, running
from support.table.duty_search import FIXED, SEAT, SHARE
from support.table.story import Table, locked, make_rules

from controller.daemon.arguments import event_of
from controller.table import names
from controller.table.codec import decode, encode
from controller.table.commands import ACTIONS
from controller.table.events import AddPerson, ChangeRoles, ConfirmClaim, Moment, OpenClaim, PayClaim, RemovePerson
from controller.table.refusals import Refused
from controller.table.rules import Role
from controller.table.runs import genesis
from controller.table.state import Book
from testbed.bench.table import pin_of
from words.catalogue import catalogue
from words.languages import LANGUAGES

BOTH = ("admin", "manager")
HERE = "F. Floor"


def with_floor() -> Table:
    table = Table()
    assert not table.do(AddPerson, name=HERE, roles=("floor",), by=BOTH)
    return table


def added(table: Table, name: str, *roles: str) -> str:
    return table.do(AddPerson, name=name, roles=roles or ("floor",), by=BOTH)


# -- somebody else ---------------------------------------------------------------------------------------------

ALIKE = [
    "f. floor", "F Floor", "F.Floor", "FFloor", "F. FLOOR", "Ｆ. Floor", "F.\u00a0Fl00r", "F. F1oor", "F. FIoor",
    "F. Flóor", "F. Flo'or", "F.  floor",
]  # fmt: skip
FOREIGN = [
    "F. Fl\u043e\u043er",  # Cyrillic o
    "\u03a6. Floor", "F. Floo\u0280", "F. Flo\u200bor", "F. Floor\u200d", "\u202eroolF .F",
    "F. Floor\u2060", "F. Floor\u3164",
    "F. Fl\u034foor", "F. Floor\ufe0f", "F. Fl\u0585\u0585r", "F. Floor\x00", "F. Flo\u0308\u0308or",
    "F. 𝗙loor\u0301\u0301",
    "F. Floor\u2800", "F\u0323\u0323. Floor",
]  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_that_looks_like_one_that_is_here_is_refused(name: str) -> None:
    table = with_floor()
    assert added(table, name) in ("name_alike", "known_already")
    assert list(table.state.book.people).count(HERE) == 1


@pytest.mark.parametrize("name", FOREIGN)
def test_letters_of_other_alphabets_and_invisible_ones_are_refused(name: str) -> None:
    assert added(with_floor(), name) in ("bad_name", "name_alike")
    assert added(Table(), name) == "bad_name"


@pytest.mark.parametrize("name", ["rn. Manager", "vvilliams", "MIke"])
def test_two_letters_that_look_like_one(name: str) -> None:
    table = Table()
    for honest in ("m. Manager", "Williams", "Mlke"):
        assert not added(table, honest)
    assert added(table, name) == "name_alike"


def test_a_name_that_looks_like_a_former_persons_is_refused_and_his_own_is_his_again() -> None:
    table = with_floor()
    assert not table.do(RemovePerson, name=HERE, by=BOTH)
    assert table.state.book.former[-1] == HERE
    assert decode(Book, encode(table.state.book)) == table.state.book
    assert added(table, "f. floor") == "name_alike"
    assert not added(table, HERE)
    assert HERE not in table.state.book.former


def test_who_opened_the_ledger_counts_as_well() -> None:
    table = Table()
    assert added(table, "a clerk") == "name_alike"
    assert not added(table, "A. Clerk")
    assert "A. Clerk" not in table.state.book.former


def test_nobody_opens_a_ledger_under_two_looks_of_one_name() -> None:
    for by in (("A. Clerk", "a clerk"), ("nobody named",), ("A. Clerk and B. Witness",), ("А. Clerk",), ("",)):
        with pytest.raises(Refused):
            genesis(make_rules(), Moment(1, 1), epoch=1, config="", version="", by=by)


# -- two people, and no person at all ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "A. Admin and M. Manager", "A. Admin y M. Manager", "A. Admin, M. Manager", "A. Admin & M. Manager",
        "A. Admin / M. Manager", "A. Admin; B", "A. Admin (manager)",
        "A. Admin - M. Manager", "A. Admin AND M. Manager",
        "Admin-y-Manager", "A.and.M", "A. Admin and. M", "A. Admin | M", "A. Admin + M",
        "A. Admin\nM. Manager", "Ann or Bob",
    ],
)  # fmt: skip
def test_a_name_is_one_persons(name: str) -> None:
    assert added(Table(), name) in ("bad_name", "name_joins")


CODES = ("paper.nobody_named",)  # what stands where a name would
SENTENCES = ("duties.told_without_name",)  # of which the end does


def places(language: str) -> Iterator[str]:
    words = catalogue(language)
    yield from (words.text(code) for code in CODES)
    for code in SENTENCES:
        yield words.text(code, deed="", when="").strip(" ,")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_each_language_that_stand_for_no_person_are_refused(language: str) -> None:
    for phrase in places(language):
        assert added(Table(), phrase) == "name_is_word", phrase
        assert added(Table(), phrase.title()) == "name_is_word", phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_of_each_language_join_by_words_that_no_name_has(language: str) -> None:
    for code in ("lists.and", "lists.or"):
        word = catalogue(language).text(code, first="", second="").strip()
        assert word in names.JOINING
        assert added(Table(), f"Ann {word} Bob") == "name_joins"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", Role)
def test_the_word_for_a_role_names_only_who_has_it(role: Role, language: str) -> None:
    word = catalogue(language).text(f"roles.{role}")
    other = "floor" if role is not Role.FLOOR else "cage"
    for name in (word, word.upper(), word.title()):
        table = Table()
        for each in tuple(table.state.book.people):
            if names.look(each) == names.look(word):
                assert table.do(ChangeRoles, name=each, roles=(other,), by=BOTH) == "name_is_word"
                break
        else:
            assert added(table, name, other) == "name_is_word"
            assert not added(table, name, role)


@pytest.mark.parametrize(
    "name",
    ["Ana-María O'Neil", "Łukasz Groß", "Nguyễn Đặng", "M.J. Smith Jr.", "Y. Yamada", "Floor 2", "Zoë", "D’Angelo",
     "Søren", "José Núñez", "E. O. Ugarte"],
)  # fmt: skip
def test_real_names_are_taken_as_they_are(name: str) -> None:
    table = Table()
    assert not added(table, name), table.refused
    assert name in table.state.book.people


def test_a_name_has_one_form_wherever_it_is_typed() -> None:
    decomposed = " Jose\u0301  Nu\u0301n\u0303ez "
    asked = {"name": decomposed, "roles": ["floor"], "pin": PIN}
    event = event_of(ACTIONS["user add"], asked, make_rules(), Moment(1, 1))
    assert isinstance(event, AddPerson)
    assert event.name == "José Núñez" == names.normal(decomposed)


@pytest.mark.parametrize(
    "edit",
    [
        Edit("#expected = []", 'expected = ["sign-1", "sign-l"]'),
        Edit("#expected = []", 'expected = ["bj-l"]'),
        Edit("", JACKPOT.replace('"second"', '"b0nus"')),
        Edit("", '\n[[partner]]\ntable = "bj-i"\nkey_file = "/etc/key"\n'),
        Edit("", '\n[[partner]]\ntable = "bj-10"\nkey_file = "/a"\n[[partner]]\ntable = "bj-lo"\nkey_file = "/b"\n'),
    ],
)
def test_ids_in_a_tables_file_do_not_look_alike(edit: Edit, tmp_path: Path) -> None:
    assert any("look" in found.what for found in faults(tmp_path, edit))


# -- a person who leaves in the middle -----------------------------------------------------------------------------


@pytest.mark.parametrize("again", ["Eve", "eve"])
def test_a_claimant_who_is_removed_and_added_again_is_still_the_claimant(again: str) -> None:
    """Neither the same name nor one that looks like it makes a claimant an approver."""
    table = locked(1)
    assert not added(table, "Eve", "floor", "manager", "cage")
    assert not table.do(OpenClaim, spot=SEAT, award=FIXED, by=("Eve",))
    assert not table.do(RemovePerson, name="Eve", by=BOTH)
    if again == "Eve":
        assert not added(table, again, "floor", "manager", "cage")
        assert table.do(ConfirmClaim, claim=1, by=(again,)) == "claimant"
    else:
        assert added(table, again, "manager") == "name_alike"


def test_an_approver_who_is_removed_and_added_again_approves_once_and_does_not_pay() -> None:
    table = locked(1)
    assert not added(table, "Eve", "manager", "cage", "floor")
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE, by=("accounting",)), table.refused
    assert not table.do(ConfirmClaim, claim=1, by=("Eve",)), table.refused
    assert not table.do(RemovePerson, name="Eve", by=BOTH)
    assert not added(table, "Eve", "manager", "cage", "floor")
    assert table.do(ConfirmClaim, claim=1, by=("Eve",)) == "approved_already"
    assert not table.do(ConfirmClaim, claim=1, by=("floor",))
    assert table.do(PayClaim, claim=1, method="cash", by=("Eve",)) == "interested"


def test_an_approval_of_who_is_no_longer_here_does_not_count() -> None:
    table = locked(1)
    assert not added(table, "Eve", "manager")
    assert not table.do(OpenClaim, spot=SEAT, award=SHARE, by=("accounting",))
    assert not table.do(ConfirmClaim, claim=1, by=("Eve",))
    assert not table.do(RemovePerson, name="Eve", by=BOTH)
    assert not table.do(ConfirmClaim, claim=1, by=("floor",))
    assert table.state.book.claims[0].stage == "open"


# -- the installed command line -----------------------------------------------------------------------------------


def test_the_command_line_refuses_such_names_with_what_to_do(tmp_path: Path) -> None:
    table = Path("config/table.toml").absolute()
    done = litbet("init", "--config", table, "--dir", tmp_path / "T", "--by", "A. Clerk", "--by", "a. clerk")
    assert done.returncode != 0
    assert "looks like A. Clerk" in done.stderr
    assert not (tmp_path / "T/ledger.db").exists()
    (tmp_path / "U").mkdir()
    with running(tmp_path / "U") as real:
        real.who("manager", "accounting")

        def add(name: str) -> "subprocess.CompletedProcess[str]":
            by = ("--by", "admin", "--by", "manager")
            given = pins_typed(*by) + f"{pin_of(name)}\n"
            return litbet(
                "user", "add", name, "--role", "floor", *by, "--dir", real.folder, *real.table[:2], input=given
            )

        assert add(HERE).returncode == 0
        for name, why in [
            ("f. floor", "looks like F. Floor"),
            ("F. Fl\u043eor", "Latin letters"),
            ("A. Admin and M. Manager", "the name of one person"),
            ("dealer's keys", "something else"),
            ("Gerente", "something else"),
            ("F. Floor\u200b", "one line"),
        ]:
            found = add(name)
            assert found.returncode != 0, name
            assert why in found.stderr, name
        people = json.loads(litbet("user", "list", "--json", "--dir", real.folder, *real.table[:2]).stdout)
        assert {each for each in people if names.look(each) == names.look(HERE)} == {HERE}
