"""Attackers at the control socket of a running table, with their PINs and the dealer's keys (decision 23): too few of
them take, raise, lower or hide nothing."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import Daemon, audited, running

from controller.daemon.control_client import ask
from testbed.bench.table import pin_of

JACKPOT, STRAIGHT = "Ah Ah Ah", "3c 4d 5h"
WHY = {"reason": "x"}
MONEY = {"fixed_award", "meter_award", "payment", "payment_correction", "meter_raised", "meter_lowered", "meter_set"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Daemon]:
    with running(tmp_path) as daemon:
        daemon.who("manager", "floor", "second", "accounting", "cage", "technician")
        daemon.do("user add", by=["admin", "manager"], name="dealer", roles=["dealer"], pin=pin_of("dealer"))
        daemon.known.add("dealer")
        yield daemon
    assert audited(tmp_path).returncode == 0


def refused(table: Daemon, command: str, by: Sequence[str] = (), **facts: Any) -> str:
    answer = table.ask(command, by=by, **facts)
    assert not answer["ok"], answer
    return str(answer["code"]).removeprefix("refusals.")


def rows(table: Daemon, *kinds: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(table.folder / "ledger.db")) as ledger:
        found = ledger.execute("SELECT kind, body FROM journal ORDER BY seq").fetchall()
    return [{"kind": kind, **json.loads(body)} for kind, body in found if kind in kinds]


def lock(table: Daemon, *seats: int) -> None:
    if seats:
        table.hand("press " + " ".join(map(str, seats)))
        table.lit(*seats)
    table.do("round lock")


def test_one_floor_person_with_a_pin_gets_nothing_from_a_dark_felt(table: Daemon) -> None:
    """As it was done to the installed program: LOCK with nothing lit, SETTLE, a bet added, claimed and approved."""
    lock(table)
    table.do("round settle")
    table.do("round add-seat", by=["floor"], spot=3, **WHY)
    table.do("win claim", spot=3, cards=STRAIGHT)
    assert refused(table, "win confirm", claim=1) == "needs_people"
    assert refused(table, "win confirm", by=["floor"], claim=1) == "interested"
    for by in ([], ["floor"]):
        assert refused(table, "round void", by=by, **WHY) == "needs_people"
        assert refused(table, "round void-seat", by=by, spot=3, **WHY) == "needs_people"
    table.do("round clear")
    table.do("win reopen", by=["floor"], **WHY)
    assert refused(table, "win confirm", by=["floor"], claim=1) == "interested"
    assert not rows(table, *MONEY)


def test_one_floor_person_neither_hides_nor_lowers_a_win(table: Daemon) -> None:
    lock(table, 2)
    table.do("win claim", spot=2, cards=JACKPOT)
    for by in ([], ["floor"], ["dealer", "floor"], ["floor", "technician"]):
        for command, facts in (
            ("round unlock", {}), ("round void", WHY), ("round void-seat", {"spot": 2, **WHY}),
            ("win deny", {"claim": 1, **WHY}), ("win withdraw", {"claim": 1}),
        ):  # fmt: skip
            assert refused(table, command, by=by, **facts) in ("needs_people", "too_late"), (command, by)
    table.do("win claim", by=["floor"], spot=2, award="straight")
    for by in (["floor"], ["dealer"]):
        assert refused(table, "win confirm", by=by, claim=1) in ("claimant", "no_right")
    assert not rows(table, *MONEY, "claim_end", "void", "unlock")


def test_a_dealer_and_a_technician_together_get_no_more_than_the_dealers_limit(table: Daemon) -> None:
    """Every command that touches a hand, a claim or a meter, alone and together, at every stage of a hand."""
    lock(table, 1, 4)
    table.do("win claim", spot=1, cards=JACKPOT)
    table.do("win claim", by=["dealer"], spot=4, cards=JACKPOT)
    who = [{"login": table.ask("user login", by=[name])["login"]} for name in ("dealer", "technician")]
    for stage in ("round settle", "round clear"):
        for proofs in ([], who[:1], who[1:], who):
            _storm(table, proofs)
        table.do(stage)
    _storm(table, who)
    assert not rows(table, *MONEY, "claim_end", "add_spot", "late_lock", "void", "void_spot", "claims_reopened")
    assert not rows(table, "stake_change", "count_correction", "take_over", "approval")


def _storm(table: Daemon, proofs: list[dict[str, str]]) -> None:
    def refused(command: str, **facts: Any) -> None:
        answer = ask(table.folder / "control.sock", command, facts, proofs)
        assert not answer["ok"], (command, facts, answer)

    main = {"jackpot": "bonus", "amount": "100.00"}
    day = {"day": "2026-11-18", "wager": "galaxy", "wagers": "5"}
    for claim in (1, 2):
        for command in ("win confirm", "win paid", "win withdraw"):
            refused(command, claim=claim)
        refused("win deny", claim=claim, **WHY)
        refused("win correct", claim=claim, amount="1.00", **WHY)
    for spot in (1, 3):
        for command in ("round void-seat", "round add-seat"):
            refused(command, spot=spot, **WHY)
    for command, facts in (
        ("round void", WHY), ("win reopen", WHY), ("round late-lock", {"moment": "00:00:00"}),
        ("jackpot raise", main | {"from": "house", "cause": "malfunction"} | WHY),
        ("jackpot lower", main | {"account": "displayed", "cause": "malfunction"} | WHY),
        ("jackpot set", main | WHY), ("jackpot correct-count", day | WHY), ("jackpot accept", {}),
        ("jackpot take-over", main | {"base": "0.00"}), ("jackpot post", {}), ("jackpot dispose", {
            "jackpot": "bonus", "to": "house", **WHY}),
        ("user add", {"name": "N. New", "roles": ["manager"], "pin": "735149"}),
        ("user role", {"name": "technician", "roles": ["manager"]}), ("user remove", {"name": "manager"}),
        ("user pin", {"name": "manager", "pin": "735149"}),
    ):  # fmt: skip
        refused(command, **facts)


def test_two_floor_persons_do_not_do_for_three(table: Daemon) -> None:
    """A jackpot that nobody put a name to takes three approvers; one that they put there takes two others."""
    lock(table, 5)
    table.do("round add-seat", by=["floor"], spot=6, **WHY)
    for spot in (5, 6):
        table.do("win claim", spot=spot, cards=JACKPOT)
    table.do("win confirm", by=["floor", "second"], claim=1)
    assert refused(table, "win confirm", by=["floor"], claim=1) == "approved_already"
    assert refused(table, "win confirm", by=["floor", "second"], claim=2) == "interested"
    table.do("win confirm", by=["second"], claim=2)
    assert not rows(table, *MONEY)
    assert refused(table, "win paid", by=["floor", "second"], claim=1) == "not_owed"
    table.do("win confirm", by=["manager"], claim=1)
    table.do("win deny", by=["manager", "second"], claim=2, **WHY)
    for by in (["floor"], ["second"], ["manager"], ["floor", "second", "manager"]):
        assert refused(table, "win paid", by=by, claim=1) == "interested"
    table.do("win paid", by=["cage"], claim=1)
    assert refused(table, "win correct", by=["manager", "accounting"], claim=1, amount="5.00", **WHY) == "interested"
    assert [each["by"] for each in rows(table, "payment")] == [["cage"]]


def test_whoever_raised_the_meter_does_not_approve_its_share(table: Daemon) -> None:
    raised = {"jackpot": "bonus", "amount": "500.00", "from": "house", "cause": "malfunction", **WHY}
    table.do("jackpot raise", by=["manager", "accounting"], **raised)
    lock(table, 2)
    table.do("win claim", by=["dealer"], spot=2, cards=JACKPOT)
    assert refused(table, "win confirm", by=["manager", "floor"], claim=1) == "interested"
    table.do("win confirm", by=["second", "floor"], claim=1)
    assert [each["jackpot"] for each in rows(table, "meter_award")] == ["bonus"]
