"""Whoever owns the table's disk writes another history with the program's own functions, or puts yesterday's ledger
back. The ledger alone cannot tell; whoever has seen its head can: a paper, a sign, the broker (R165, R170;
decision 17)."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.ledger.postgres import Postgres
from support.processes.litbet import litbet
from support.reports.papers import ENGLISH, history_of, text_of
from support.spoken import say
from support.table.claims import won as won_by
from support.table.story import Table, make_rules

from controller.ledger.audit import audit, audit_head
from controller.ledger.bookkeeping import invariants, to_rows
from controller.ledger.creation import create
from controller.ledger.head_check import SeenHead, contradiction
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Head
from controller.ledger.store import Store
from controller.reports.day import day_of
from controller.reports.sheet import daily_sheet
from controller.reports.slips import slip_of, slip_paper
from controller.signs.heads import read_head
from controller.table import events, records
from controller.table.codec import encode
from controller.table.events import Moment
from controller.table.journal import Entry
from controller.table.topics import apply
from display.kept_heads import SPAN, KeptHeads

HEAD = re.compile(r"litbet audit --head ([0-9]+:[0-9a-f]{20})(?![0-9a-f])")
Place = Callable[[], str]  # makes an address for a new ledger


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "sqlite":
        made = iter(range(9))
        yield lambda: f"sqlite:///{tmp_path}/{next(made)}.db"
        return
    assert not Postgres.MISSING, Postgres.MISSING
    server = Postgres()
    yield server.new_database
    server.remove()


def a_day(*, won: bool) -> Table:
    """A morning of the table, with a jackpot that is won and paid, or not."""
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    if won:
        assert not table.do(events.PayClaim, claim=won_by(table, 1), method="check"), table.refused
    table.key("settle")
    table.key("clear")
    table.play(2)
    table.play(3)
    return table


def written(table: Table, url: str) -> Head:
    """On disk, by the program's own functions."""
    rows = to_rows(table.journal, GENESIS)
    Store.create(url, rows, encode(table.state.book)).close()
    return Head(rows[-1].seq, rows[-1].hash.hex())


def shown(url: str, head: Head) -> str:
    """What an audit says of a ledger that is sound in itself."""
    with closing(Reader(url)) as reader:
        assert audit(reader, invariants()) == []
        found = audit_head(reader, head)
    return say(found.message) if found else ""


# -- papers --------------------------------------------------------------------------------------------------


def test_a_history_without_the_paid_win_is_sound_and_the_head_on_paper_is_not_in_it(place: Place) -> None:
    honest, forged = place(), place()
    head = written(a_day(won=True), honest)
    assert shown(honest, head) == ""
    assert shown(honest, Head.read(head.short())) == ""
    table = a_day(won=False)
    while len(table.journal) < head.row:  # as many rows, so that no count tells
        table.play(2)
    written(table, forged)
    assert "the history was changed" in shown(forged, Head.read(head.short()))


def test_yesterdays_ledger_does_not_have_the_head_of_todays_papers(place: Place) -> None:
    yesterday, today = place(), place()
    table = a_day(won=False)
    written(table, yesterday)
    table.play(4)
    head = written(table, today)
    assert "it is an older ledger" in shown(yesterday, Head.read(head.short()))


def test_sheet_and_slip_print_the_head_and_the_command_that_checks_it(tmp_path: Path) -> None:
    table = a_day(won=True)
    with history_of(table, tmp_path) as history:
        rows = to_rows(table.journal, GENESIS)
        head = Head(rows[-1].seq, rows[-1].hash.hex()).short()
        day = history.newest_day()
        for paper in (
            daily_sheet(ENGLISH, history, day_of(history, day)),
            slip_paper(ENGLISH, history, slip_of(history, 1)),
        ):
            assert HEAD.findall(text_of(paper)) == [head]


def test_the_command_says_it_in_one_sentence_and_fails(tmp_path: Path) -> None:
    table = a_day(won=True)
    old = tmp_path / "ledger.db"
    written(table, f"sqlite:///{old}")
    table.play(4)
    new = tmp_path / "new.db"
    head = written(table, f"sqlite:///{new}").short()
    good = litbet("audit", new, "--head", head)
    assert (good.returncode, f"it has the head {head}" in good.stdout) == (0, True), good
    assert litbet("audit", old).returncode == 0  # alone it cannot tell
    for typed in (head, f"1:{'0' * 20}"):
        bad = litbet("audit", old, "--head", typed)
        assert bad.returncode == 1
        assert len(bad.stdout.splitlines()) == 1, bad.stdout
        assert bad.stdout.startswith("head: "), bad.stdout
    both = litbet("audit", new, "--head", head, "--head", f"2:{'a' * 64}")
    assert both.returncode == 1  # each of them counts


@pytest.mark.parametrize("typed", ["", "7", "7:", "7:abcd", f"0:{'a' * 20}", f"7:{'g' * 20}", f"-7:{'a' * 20}"])
def test_what_is_no_head_or_too_short_to_prove_anything_is_wrong_usage(tmp_path: Path, typed: str) -> None:
    done = litbet("audit", tmp_path, f"--head={typed}")
    assert done.returncode == 2
    assert "at least 20 digits of its hash" in done.stderr


# -- the broker and the signs --------------------------------------------------------------------------------


def contradicted(url: str, seen: SeenHead) -> str:
    with closing(Reader(url)) as reader:
        found = contradiction(reader, seen)
    return found.code if found else ""


def test_a_witness_contradicts_another_history(place: Place) -> None:
    honest, forged, older = place(), place(), place()
    table = a_day(won=False)
    written(table, older)
    table.play(4)
    seen = SeenHead(table.state.book.epoch, written(table, honest))
    other = a_day(won=True)
    while len(other.journal) < seen.head.row:
        other.play(2)
    written(other, forged)
    assert contradicted(honest, seen) == ""
    assert contradicted(forged, seen) == "findings.head_differs"
    assert contradicted(older, seen) == "findings.head_missing"


@pytest.mark.parametrize(("older", "epochs", "expected"), [
    (True, 1, ""),  # two people know that rows are lost
    (False, 1, "findings.head_missing"),
    (True, 0, "findings.head_missing"),  # a restore of before says nothing of what came later
])  # fmt: skip
def test_a_restore_that_hid_what_was_lost_ends_no_contradiction(
    place: Place, older: bool, epochs: int, expected: str
) -> None:
    longer, restored = place(), place()
    table = a_day(won=False)
    book, rows = table.state.book, to_rows(table.journal, GENESIS)
    for seat in (4, 5):
        table.play(seat)
    seen = SeenHead(book.epoch, written(table, longer))
    restoration = records.Restoration(epoch=book.epoch + epochs, older=older)
    entry = Entry(len(rows) + 1, table.at, True, book.today.day if book.today else "", 0, restoration)
    rows += to_rows([entry], rows[-1].hash)
    Store.create(restored, rows, encode(apply(book, entry))).close()
    assert contradicted(restored, seen) == expected


def test_a_longer_forged_history_does_not_make_a_sign_forget(place: Place) -> None:
    """Whoever owns the disk has the table's password, too: he publishes the forged history's head at once."""
    honest, forged = place(), place()
    table = a_day(won=True)
    before = written(table, honest)
    other = a_day(won=False)
    while len(other.journal) <= before.row:
        other.play(2)
    after = written(other, forged)
    spans = iter((0, SPAN))
    kept = KeptHeads(None, lambda: next(spans))
    for book, head in ((table.state.book, before), (other.state.book, after)):
        kept.hear({"epoch": book.epoch, "seq": head.row, "head": head.hash})
    told = [read_head(kept.next()) for _ in range(2)]
    assert [contradicted(forged, seen) for seen in told if seen] == ["", "findings.head_differs"]


def test_a_sign_that_was_off_during_an_honest_restore_is_answered_after_a_second_one(place: Place) -> None:
    longer, restored = place(), place()
    table = a_day(won=False)
    book, rows = table.state.book, to_rows(table.journal, GENESIS)
    for seat in (4, 5):
        table.play(seat)
    seen = SeenHead(book.epoch, written(table, longer))
    for epoch, older in ((seen.epoch + 1, True), (seen.epoch + 2, False)):  # the second from a complete backup
        restoration = records.Restoration(epoch=epoch, older=older)
        entry = Entry(len(rows) + 1, table.at, True, book.today.day if book.today else "", 0, restoration)
        rows, book = rows + to_rows([entry], rows[-1].hash), apply(book, entry)
    Store.create(restored, rows, encode(book)).close()
    assert contradicted(restored, seen) == ""
    lost = SeenHead(seen.epoch + 1, seen.head)  # of the run between the two: nobody accepted that it is gone
    assert contradicted(restored, lost) == "findings.head_missing"


def test_what_a_ledger_after_a_lost_one_answers_for(tmp_path: Path) -> None:
    """Everything up to the last paper, and nothing later."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    create(url, make_rules(), Moment(0, 9000), config="c", by=("Ann", "Bob"), after=f"12:{'ab' * 10}")
    for row, digits, epoch, expected in (
        (12, "ab" * 32, 8, ""),
        (7, "cd" * 32, 8, ""),
        (12, "cd" * 32, 8, "findings.head_missing"),
        (13, "ab" * 32, 8, "findings.head_missing"),
        (12, "ab" * 32, 9, "findings.head_missing"),
    ):
        assert contradicted(url, SeenHead(epoch, Head(row, digits))) == expected, (row, epoch)
