"""What the load's books, sign and watch would find."""

from collections import Counter
from typing import Any

import pytest

from benchmarks.load_books import alarms, posts, unlike
from benchmarks.load_sign import Sign
from benchmarks.load_watch import MOST_THREADS, grown, keeps, stays
from controller.config.resources import shipped
from controller.ledger.rows import Row
from testbed.simulation.table_files import TableFiles

BROOK = shipped("config") / "table.toml"


def meter(seq: int, cents: int, pub: int = 1) -> dict[str, Any]:
    text = f"{cents / 100:.2f}"
    return {"jackpot": "bonus", "epoch": 1, "seq": seq, "pub": pub, "cents": cents, "text": text}


def says(*cents: int) -> list[dict[str, tuple[int, int]]]:
    return [{"bonus": (each, each)} for each in cents]


def a_sign(*meters: dict[str, Any]) -> Sign:
    sign = Sign(0, "bj-1", "sign")
    for each in meters:
        sign.hear(each)
    return sign


def test_a_sign_that_shows_what_is_has_nothing_to_say() -> None:
    sign = a_sign(meter(1, 100), meter(2, 150), meter(1, 100))
    assert sign.wrong(says(0, 100, 150), {"bonus": "1.50"}) == []


def test_an_amount_that_never_was_is_found() -> None:
    sign = a_sign(meter(1, 100), meter(2, 151))
    found = sign.wrong(says(0, 100, 150), {"bonus": "1.51"})
    assert found == ["the sign showed 151 cents of bonus at row 2, it was 150 to 150"]


def test_an_amount_of_no_row_is_found() -> None:
    assert a_sign(meter(3, 100)).wrong(says(0, 100, 150), {"bonus": "1.00"})


def test_two_amounts_of_one_row_are_found() -> None:
    sign = a_sign(meter(1, 100, 1), meter(1, 101, 2))
    assert sign.wrong([{}, {"bonus": (100, 101)}], {"bonus": "1.01"}) == [
        "row 1 of bonus was shown as 100 and as 101 cents"
    ]


@pytest.mark.parametrize("heard", [(), (meter(1, 100),), (meter(2, 150), meter(1, 100))])
def test_the_last_word_counts(heard: tuple[dict[str, Any], ...]) -> None:
    shown = a_sign(*heard).wrong(says(0, 100, 150), {"bonus": "1.50"}) == []
    assert shown is (heard[:1] == (meter(2, 150),))


def test_a_lost_a_doubled_and_an_altered_lock_are_found() -> None:
    made = [(1, frozenset({"1/galaxy"})), (2, frozenset({"1/galaxy"})), (3, frozenset({"2/galaxy"}))]
    assert list(unlike("lock", made, reversed(made))) == []
    (lost,) = unlike("lock", made, made[:2])
    (doubled,) = unlike("lock", made, [*made, made[0]])
    assert lost.startswith("lock: 1 missing from the ledger")
    assert doubled.startswith("lock: 1 too many in the ledger")
    assert len(list(unlike("lock", made, [*made[:2], (3, frozenset({"1/galaxy"}))]))) == 2


def test_the_post_of_each_day() -> None:
    """Ten wagers of $5 and a tenth of it; a day without wagers is posted as well."""
    assert list(posts([Counter(galaxy=10), Counter()], TableFiles(BROOK, shipped("config")))) == [
        ("bonus", 500),
        ("bonus", 0),
    ]


def testalarms_that_nobody_caused() -> None:
    rows = [Row(1, 0, 0, True, kind, None, None, "{}", "[]", b"") for kind in ("lock", "spot_out")]
    status = {"faults": {"board": "silent"}, "drivers": {"board": {"up": True, "bad_crc": 2, "bad_cobs": 0}}}
    assert list(alarms(rows, status)) == [
        "1 rows of kind spot_out, which nobody caused",
        "at the end out of service: board: silent",
        "the driver board counts 2 bad_crc",
    ]


def table(**last: float) -> dict[str, dict[str, float]]:
    """A minute's figures, with these values in its last quarter."""
    first = {"RSS MB": 60.0, "threads": 5.0, "handles": 21.0, "WAL MB": 4.1, "answer ms": 2.0}
    named = {name.replace("_", " "): value for name, value in last.items()}
    samples = [{**first, **(named if at >= 15 else {}), "at": float(at), "CPU s": at / 10} for at in range(20)]
    lock = [2_000_000] * 15 + [round(named.get("lock", 2.0) * 1e6)] * 5
    return stays(samples) | {"LOCK to commit ms": keeps(lock)}


def test_a_table_that_stays_as_it_was() -> None:
    figures = table()
    assert list(grown(figures)) == []
    assert list(grown(table(threads=float(MOST_THREADS)))) == []
    assert figures["CPU % of the core"]["last"] == pytest.approx(10)
    assert figures["LOCK to commit ms"]["p99"] == 2.0
    assert table(lock=5.0)["LOCK to commit ms"]["p99"] == 5.0


@pytest.mark.parametrize(
    ("last", "finding"),
    [
        ({"RSS_MB": 64.0}, "memory grew 1.067 times"),
        ({"handles": 22.0}, "21 handles became 22"),
        ({"threads": MOST_THREADS + 1.0}, f"5 threads became {MOST_THREADS + 1}"),
        ({"WAL_MB": 9.0}, "the write-ahead log grew to 9.0 MB"),
        ({"lock": 5.0}, "LOCK took 2.5 times as long in the end"),
    ],
)
def test_what_grows_is_found(last: dict[str, float], finding: str) -> None:
    assert list(grown(table(**last))) == [finding]
