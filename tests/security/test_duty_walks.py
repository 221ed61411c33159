"""No way through many hands lets anybody do what the table of duties forbids (decision 23), and the walks would see it:
without a part of the rules, one of them finds what follows."""

import os
from collections.abc import Callable, Mapping
from random import Random

import pytest
from support.config.shipped import shipped_rules
from support.table.duty_walk import walk, walk_table

from controller.table import adjustments, approvals, claim_book, day_counts, duties, meter_setting, records
from controller.table import transfers as transfers_of_jackpots
from controller.table.claim_book import deeds_in
from controller.table.duties import BARRED, Deed, Step
from controller.table.funding import DAILY_PERCENT, MANUAL_HOUSE
from controller.table.funding.base import Funding
from controller.table.journal import Entry
from controller.table.state import Book, Unlocked

PROFILES = ("nh-brook", "nh-mega-major-minor", "wa-house", "wa-progressive", "generic-gli")
STATES = int(os.environ.get("DUTY_STATES", "1500"))  # `make search` gives more
STEPS = 100  # of a walk
ENOUGH = 15000  # walks in which a fault must show

Mutation = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("funding", [DAILY_PERCENT, MANUAL_HOUSE], ids=lambda each: each.name)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_walk_breaks_the_table_of_duties(profile: str, funding: Funding) -> None:
    table = walk_table(shipped_rules(profile).authority, funding)
    for seed in range(STATES // 25):
        found = walk(table, Random(seed), STEPS)
        assert not found, f"seed {seed}: {found}"


# -- the walks find a part of the rules that is missing --------------------------------------------------------


def found_by_walks(patch: pytest.MonkeyPatch, mutation: Mutation) -> bool:
    authority = shipped_rules("nh-brook").authority
    tables = [walk_table(authority, each) for each in (DAILY_PERCENT, MANUAL_HOUSE)]
    mutation(patch)
    return any(walk(tables[seed % 2], Random(seed), STEPS) for seed in range(ENOUGH))


LINES = [(step, done) for step, others in BARRED.items() for done in sorted(others)]


@pytest.mark.parametrize(("step", "done"), LINES)
def test_a_line_of_the_table_that_is_missing_shows(monkeypatch: pytest.MonkeyPatch, step: Step, done: Step) -> None:
    fewer = {**BARRED, step: BARRED[step] - {done}}
    assert found_by_walks(monkeypatch, lambda patch: patch.setattr(duties, "BARRED", fewer))


ROWS = (
    records.Lock, records.LateLock, records.AddSpot, records.StakeChange, records.VoidSpot, records.Unlock,
    records.ClaimsReopened, records.Claim, records.AwardName, records.Approval, records.Payment,
)  # fmt: skip


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_whose_deeds_are_forgotten_shows(monkeypatch: pytest.MonkeyPatch, kind: type[records.Record]) -> None:
    def kept(entry: Entry, spots: Mapping[int, str]) -> dict[str, tuple[Deed, ...]]:
        return {} if isinstance(entry.record, kind) else deeds_in(entry, spots)

    assert found_by_walks(monkeypatch, lambda patch: patch.setattr(claim_book, "deeds_in", kept))


def _no_deed(book: Book, jackpot_id: str, entry: Entry) -> Book:
    return book


OTHERS: dict[str, tuple[object, str, object]] = {
    "the keys approve whatever was done": (duties, "keys_suffice", lambda deeds: True),
    "nobody more for what was decided after the lock": (duties, "takes_one_more", lambda deeds: False),
    "an unlock chooses no moment": (Unlocked, "had", lambda lock, spot, tiers: True),
    "a claim does not protect its hand": (approvals, "withdrawal", lambda rules, claim: None),
    "SETTLE does not protect a hand": (approvals, "taken_back", lambda rules, state, spots: []),
    "a raised meter has no deed": (adjustments, "raised_by", _no_deed),
    "a set meter has no deed": (meter_setting, "raised_by", _no_deed),
    "a meter that was taken over has no deed": (day_counts, "raised_by", _no_deed),
    "a meter that came from another table has no deed": (transfers_of_jackpots, "raised_by", _no_deed),
    "a corrected count has no deed": (day_counts, "done", lambda book, key, deeds: book),
}


@pytest.mark.parametrize("what", OTHERS)
def test_another_fault_of_the_rules_shows(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    module, name, instead = OTHERS[what]
    assert found_by_walks(monkeypatch, lambda patch: patch.setattr(module, name, instead))
