"""The audit finds every flipped byte, says where, and finds nothing where nothing is wrong (R165, R191)."""

# ruff: noqa: S608 (the tests tamper with tables of their own)

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from support.ledger.rows import EMPTY, append, drop_guards, new_store, next_rows, sql, state_after
from support.ledger.sqlite_file import cell_bytes
from support.spoken import say

from controller.ledger.audit import Finding, audit, verify_some
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Checkpoint, Row, canonical, row_hash
from controller.ledger.store import Store
from words.message import Message, typed


class Balances:
    """An invariant as the core's: what the transfers sum to is what the checkpoint says."""

    name = "balances"

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()

    def row(self, row: Row) -> Message | None:
        for source, target, amount, _ in json.loads(row.transfers):
            self.sums[source] -= amount
            self.sums[target] += amount
        return typed("an unlucky row") if row.kind == "unlucky" else None

    def end(self, checkpoint: Checkpoint) -> Message | None:
        wagers = self.sums["wagers"]
        stored = json.loads(checkpoint.state)["round"] * 10_000_000
        return None if wagers == stored else typed(f"the wagers sum to {wagers}, the checkpoint says {stored}")


def audited(url: str) -> list[Finding]:
    reader = Reader(url)
    try:
        findings = audit(reader, [Balances()])
    finally:
        reader.close()
    # tampering needs the guards out of the way; that they are missing is a finding of its own (see below)
    return [finding for finding in findings if ": the trigger " not in say(finding.message)]


def tampered(url: str, *statements: str) -> list[Finding]:
    drop_guards(url)
    for statement in statements:
        sql(url, statement)
    return audited(url)


def test_a_sound_ledger_has_no_findings_and_progress_is_told(url: str) -> None:
    store = new_store(url, 1200)
    for day in ("2026-11-19", None, "2026-11-18", "2026-11-20"):
        append(store, 2, day)
    progress: list[tuple[int, int]] = []
    reader = Reader(url)
    assert audit(reader, [Balances()], lambda done, total: progress.append((done, total))) == []
    assert progress == [(1000, 1208), (1208, 1208)]
    append(store)  # while a walk is under way, what is newer than its beginning is left for the next
    assert audit(reader, [Balances()]) == []
    reader.close()
    store.close()


@pytest.mark.parametrize("column", ["kind", "day", "body", "transfers"])
def test_each_byte_of_each_text_is_covered(url: str, column: str) -> None:
    new_store(url, 3).close()
    text = str(sql(url, f"SELECT {column} FROM journal WHERE seq = 2"))
    drop_guards(url)
    for at in range(len(text)):
        flipped = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
        sql(url, f"UPDATE journal SET {column} = :value WHERE seq = 2", {"value": flipped})
        assert any(finding.seq == 2 and finding.name == "chain" for finding in audited(url)), at


@pytest.mark.parametrize("column", ["utc", "mono", "round", "trusted"])
def test_each_bit_of_each_number_is_covered(url: str, column: str) -> None:
    new_store(url, 3).close()
    drop_guards(url)
    value = int(sql(url, f"SELECT {column} FROM journal WHERE seq = 3"))
    for bit in range(1 if column == "trusted" else 63):
        sql(url, f"UPDATE journal SET {column} = {value ^ 1 << bit} WHERE seq = 3")
        assert [(finding.seq, finding.name) for finding in audited(url)] == [(3, "chain")], bit
    sql(url, f"UPDATE journal SET {column} = {value} WHERE seq = 3")
    assert audited(url) == []


@pytest.mark.parametrize("place", ["journal", "checkpoint head", "checkpoint hash"])
def test_each_byte_of_each_hash_is_covered(url: str, place: str) -> None:
    new_store(url, 3).close()
    drop_guards(url)
    table, column, where = {
        "journal": ("journal", "hash", "seq = 2"),
        "checkpoint head": ("checkpoint", "head", "id = 1"),
        "checkpoint hash": ("checkpoint", "hash", "id = 1"),
    }[place]
    value = bytes(sql(url, f"SELECT {column} FROM {table} WHERE {where}"))
    for at in range(32):
        flipped = bytes(byte ^ (1 << at % 8 if index == at else 0) for index, byte in enumerate(value))
        sql(url, f"UPDATE {table} SET {column} = :value WHERE {where}", {"value": flipped})
        assert {finding.name for finding in audited(url)} & {"chain", "checkpoint"}, at


def test_each_byte_of_the_state_is_covered(url: str) -> None:
    """Balances live in it."""
    new_store(url, 2).close()
    state = state_after(2)
    for at in range(len(state)):
        flipped = state[:at] + chr(ord(state[at]) ^ 1) + state[at + 1 :]
        sql(url, "UPDATE checkpoint SET state = :value", {"value": flipped})
        assert any(finding.name == "checkpoint" for finding in audited(url)), at


def test_a_hash_made_to_fit_does_not_help(url: str) -> None:
    """Who rewrites a row with its hash breaks the next one; who rewrites all to the end breaks the checkpoint."""
    new_store(url, 4).close()
    good = next_rows(EMPTY, 4)
    forged = Row.link(good[1].hash, 3, 0, 0, True, "lock", "2026-11-18", 3, "{}", good[2].transfers)
    drop_guards(url)
    put = "UPDATE journal SET utc=0, mono=0, body='{}', hash=:hash WHERE seq = 3"
    sql(url, put, {"hash": forged.hash})
    assert [(finding.seq, finding.name) for finding in audited(url)] == [(4, "chain")]
    last = row_hash(forged.hash, *good[3].columns())
    sql(url, "UPDATE journal SET hash=:hash WHERE seq = 4", {"hash": last})
    assert [(finding.seq, finding.name) for finding in audited(url)] == [(4, "checkpoint")]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM journal WHERE seq = 2", "row 3 follows row 1: rows are missing"),
        ("DELETE FROM journal WHERE seq = 1", "row 2 follows row 0"),
        ("DELETE FROM journal WHERE seq = 4", "after row 4, but the journal ends with row 3"),
        ("DELETE FROM journal", "the journal ends with row 0"),
        ("DELETE FROM checkpoint", "checkpoint is missing"),
        ("UPDATE checkpoint SET seq = 3", "the journal ends with row 4"),
        ("UPDATE journal SET seq = 9000000 WHERE seq = 2", "row 3 follows row 1"),
        ("DELETE FROM days", "2026-11-18 at row 1 is missing"),
        ("UPDATE days SET day = '2026-11-17'", "2026-11-17 does not begin at row 1"),
        ("INSERT INTO days (first_seq, day) VALUES (3, '2026-11-19')", "2026-11-19 does not begin at row 3"),
    ],
)
def test_what_is_wrong_is_said_in_words(url: str, damage: str, says: str) -> None:
    new_store(url, 4).close()
    findings = tampered(url, damage)
    assert any(says in say(finding.message) for finding in findings), findings


@pytest.mark.parametrize(
    ("body", "transfers", "well"),
    [
        ("{}", '[["a","b",1,"c"]]', True),
        ('{ "a":1}', "[]", False),
        ('{"b":1,"a":1}', "[]", False),
        ('{"a":1,"a":1}', "[]", False),
        ('{"a":1.5}', "[]", False),
        ('{"a":1e2}', "[]", False),
        ('{"a":NaN}', "[]", False),
        ("[]", "[]", False),
        ("", "[]", False),
        ("[" * 20000, "[]", False),
        ("{}", "{}", False),
        ("{}", "", False),
        ("{}", '[["a","a",1,"c"]]', False),
        ("{}", '[["a","b",0,"c"]]', False),
        ("{}", '[["a","b",-1,"c"]]', False),
        ("{}", '[["a","b",true,"c"]]', False),
        ("{}", '[["a","b","1","c"]]', False),
        ("{}", '[["","b",1,"c"]]', False),
        ("{}", '[["a","b",1,""]]', False),
        ("{}", '[["a","b",1]]', False),
        ("{}", '["a"]', False),
    ],
)
def test_law_1_and_3_a_well_chained_row_must_be_well_formed_too(
    file: Path, body: str, transfers: str, well: bool
) -> None:
    row = Row.link(EMPTY.head, 1, 0, 0, True, "x", None, None, body, transfers)
    Store.create(f"sqlite:///{file}", [row], canonical({"round": 0})).close()
    names = [finding.name for finding in audited(f"sqlite:///{file}")]
    assert names == ([] if well else ["form"])


def test_the_callers_invariants_are_heard(url: str) -> None:
    store = new_store(url, 1)
    row = Row.link(store.checkpoint.head, 2, 0, 0, False, "unlucky", None, None, "{}", "[]")
    store.append([row], state_after(2))
    store.close()
    assert audited(url) == [
        Finding(2, "balances", typed("an unlucky row")),
        Finding(None, "balances", typed("the wagers sum to 10000000, the checkpoint says 20000000")),
    ]


def test_a_long_list_is_cut_with_a_count(url: str) -> None:
    new_store(url, 50).close()
    findings = tampered(url, "UPDATE journal SET mono = 0 WHERE seq > 5")
    assert len(findings) == 21
    assert (findings[0].seq, say(findings[-1].message)) == (6, "and 25 more of this kind")


def test_some_at_a_time_for_idle_moments(url: str) -> None:
    new_store(url, 10).close()
    reader = Reader(url)
    assert verify_some(reader, 0, 4) == (4, None)
    assert verify_some(reader, 4, 4) == (8, None)
    assert verify_some(reader, 8, 4) == (0, None)
    drop_guards(url)
    sql(url, "UPDATE journal SET mono = 0 WHERE seq = 5")
    assert verify_some(reader, 0, 4) == (4, None)
    start, finding = verify_some(reader, 4, 4)
    assert (start, finding.seq if finding else None) == (0, 5)
    reader.close()


@pytest.fixture
def packed(file: Path) -> Path:
    """A small ledger, all in its one file."""
    store = new_store(f"sqlite:///{file}", 4)
    append(store, day="2026-11-19")
    store.close()
    assert not Path(f"{file}-wal").exists()
    return file


def flip(file: Path, at: int, mask: int) -> None:
    with file.open("r+b") as raw:
        raw.seek(at)
        (byte,) = raw.read(1)
        raw.seek(at)
        raw.write(bytes([byte ^ mask]))


@pytest.mark.parametrize("table", ["journal", "checkpoint", "days"])
def test_each_flipped_byte_of_the_file_itself_is_found(packed: Path, table: str) -> None:
    offsets = cell_bytes(packed, table)
    assert len(offsets) > {"journal": 900, "checkpoint": 100, "days": 20}[table]
    for at in offsets:
        mask = 1 << at % 8
        flip(packed, at, mask)
        try:
            findings = audited_file(packed)
            assert findings, (at, mask)
            assert all("\n" not in say(finding.message) for finding in findings)
        finally:
            flip(packed, at, mask)
    assert audited_file(packed) == []


def test_a_row_that_cannot_be_read_is_named(packed: Path) -> None:
    url = f"sqlite:///{packed}"
    findings = tampered(url, "UPDATE journal SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 3")
    assert len(findings) == 1
    assert "what follows row 2 cannot be read" in say(findings[0].message)
    reader = Reader(url)
    assert verify_some(reader, 0, 2) == (2, None)
    assert verify_some(reader, 2, 2)[1]
    reader.close()


def test_an_index_of_days_that_is_no_text_is_named(packed: Path) -> None:
    sql(f"sqlite:///{packed}", "DROP TABLE days")
    sql(f"sqlite:///{packed}", "CREATE TABLE days (first_seq INTEGER PRIMARY KEY, day)")
    sql(f"sqlite:///{packed}", "INSERT INTO days VALUES (1, x'00')")
    assert any("index of days" in say(finding.message) for finding in audited_file(packed))


def test_what_only_sqlite_can_see_is_told_too(packed: Path) -> None:
    """The count of free pages in the file's header."""
    flip(packed, 39, 1)
    assert [finding.name for finding in audited_file(packed)] == ["file"]


def test_flips_in_a_large_ledger_are_found(file: Path) -> None:
    """Interior pages, and a state so long that it lies on overflow pages."""
    state = canonical({"round": 300, "pad": "x" * 9000})
    Store.create(f"sqlite:///{file}", next_rows(EMPTY, 300), state).close()
    for table in ("journal", "checkpoint"):
        for at in random.Random(7).sample(cell_bytes(file, table), 60):
            flip(file, at, mask := 1 << at % 8)
            assert audited_file(file), (table, at, mask)
            flip(file, at, mask)


def audited_file(file: Path) -> list[Finding]:
    """As `litbet audit` does: a refusal to open is a finding too."""
    try:
        reader = Reader(f"sqlite:///{file}")
    except StoreError as error:
        return [Finding(None, "file", error.message)]
    try:
        return audit(reader, [])
    finally:
        reader.close()


def test_a_ledger_without_its_guards_or_with_a_strangers_is_told(file: Path) -> None:
    """Law 3: without the triggers the journal does not only grow; a trigger of somebody else's may do anything."""
    url = f"sqlite:///{file}"
    new_store(url).close()
    sql(url, "DROP TRIGGER journal_no_update")
    sql(url, "CREATE TRIGGER z AFTER INSERT ON journal BEGIN UPDATE checkpoint SET state = '{}'; END")
    reader = Reader(url)
    try:
        findings = " ".join(say(finding.message) for finding in audit(reader, []))
    finally:
        reader.close()
    assert "the trigger journal_no_update is missing" in findings
    assert "the trigger z is not as litbet made it" in findings
