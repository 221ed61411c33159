"""The books of a table under load: where ledger, sign and table differ from what the dealer counted."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.load_dealer import Dealer
from benchmarks.load_sign import Sign
from controller.config.resources import shipped
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from testbed.bench.results import from_ledger
from testbed.simulation.second_bookkeeping import SecondBookkeeping
from testbed.simulation.table_files import TableFiles
from testbed.simulation.watch import LedgerWatch

CENT = 10_000
EXPECTED = {
    "init", "start", "clock_trust", "person_roles", "day_start", "open", "close", "post", "meter_set", "shoe_end",
    "coin", "lock", "clear", "claim", "award_name", "approval", "fixed_award", "meter_award", "payment", "add_spot",
    "void_spot", "void", "coin_refund",
    "not_locked",  # CLEAR after a round that was voided
}  # fmt: skip
EXAMPLES = 3  # of what differs


def wrong(dealer: Dealer, sign: Sign, status: dict[str, Any]) -> list[str]:
    """The dealer is done, the table closed; `status` is its last answer."""
    found: list[str] = []
    files = TableFiles(dealer.world.folder / "table.toml", shipped("config"))
    book = LedgerWatch("real", SecondBookkeeping(files), found.append)
    reader = Reader(f"sqlite:///{dealer.world.folder / 'ledger.db'}")
    try:
        rows = list(reader.walk())
        book.add(rows)
        end = reader.checkpoint()
        book.compared(end.state, end.head)
        found += [f"audit: {finding.message}" for finding in audit(reader, invariants())]
        results = from_ledger(reader, dealer.world.config.rules, 0)
    finally:
        reader.close()
    found += _deeds(dealer, files, rows, results)
    found += sign.wrong(book.says, {jackpot: meter["meter"] for jackpot, meter in status["jackpots"].items()})
    return [*found, *alarms(rows, status)]


def _deeds(dealer: Dealer, files: TableFiles, rows: list[Row], results: dict[str, Any]) -> Iterator[str]:
    """Each of them stands there once, and nothing else does."""
    bodies: dict[str, list[tuple[int, Any]]] = {kind: [] for kind in EXPECTED}
    for row in rows:
        bodies.setdefault(row.kind, []).append((row.round or 0, json.loads(row.body)))
    voids = [(number, body.get("spot", "")) for kind in ("void", "void_spot") for number, body in bodies[kind]]
    yield from unlike("lock", dealer.locks, ((number, frozenset(body["spots"])) for number, body in bodies["lock"]))
    yield from unlike("void", dealer.voided, voids)
    yield from unlike("addition", dealer.added, ((number, body["spot"]) for number, body in bodies["add_spot"]))
    yield from unlike("win", map(_win, dealer.wins), map(_win, results["wins"]))
    yield from unlike(
        "post", posts(dealer.days[:-1], files), ((each["jackpot"], each["cents"]) for each in results["posts"])
    )
    if dealer.shoes != results["shoes"]:
        yield f"{dealer.shoes} shoes were dealt, the ledger has {results['shoes']}"


def _win(win: dict[str, Any]) -> tuple[int, str, int]:
    return win["round"], win["spot"], win["cents"]


def posts(days: Iterable[Counter[str]], files: TableFiles) -> Iterator[tuple[str, int]]:
    """What each morning must have brought: a jackpot and cents, the part of what was wagered on it the day before."""
    for day in days:
        for jackpot, terms in files.jackpots.items():
            if terms.daily:
                wagers = {name: each for name, each in files.wagers.items() if jackpot in each.jackpots}
                wagered = sum(day[name] * each.stake for name, each in wagers.items())
                yield jackpot, wagered * terms.rate // 10_000 // CENT


def unlike(what: str, mine: Iterable[Any], there: Iterable[Any]) -> Iterator[str]:
    """Both as bags: how often each is there matters, their order does not."""
    made, found = Counter(mine), Counter(there)
    for text, rest in (("missing from", made - found), ("too many in", found - made)):
        if rest:
            yield f"{what}: {rest.total()} {text} the ledger, as {list(rest)[:EXAMPLES]}"


def alarms(rows: list[Row], status: dict[str, Any]) -> Iterator[str]:
    """Without a cause in the test."""
    for kind, times in Counter(row.kind for row in rows).items():
        if kind not in EXPECTED:
            yield f"{times} rows of kind {kind}, which nobody caused"
    for code, why in status["faults"].items():
        yield f"at the end out of service: {code}: {why}"
    for driver, health in status["drivers"].items():
        for name, count in health.items():
            if name.startswith("bad_") and count:
                yield f"the driver {driver} counts {count} {name}"
