"""A search for what too few people can do: every command that moves or hides money, in any order, on the real rules.

A *ring* is a set of people who act together; honest people do nothing while it acts. Each of them has all roles, the
most that a ring could have, and everybody can press the dealer's keys. States that differ only in what no rule reads
(times, numbers of rows and slips, counters) are visited once. The bound is a number of states, not a time.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from support.table.story import Table

from controller.table import events, meter_events
from controller.table.codec import encode
from controller.table.events import Event, Moment
from controller.table.journal import Entry
from controller.table.money import DOLLAR
from controller.table.rules import Role, Rules
from controller.table.state import State
from controller.table.step import step

SEAT = "1/gbj"
SMALL, MIDDLE, FIXED, SHARE = "straight", "straight-flush", "three-of-a-kind-suited", "three-aces-suited"
HONEST = ("H. Admin", "H. Manager", "H. Dealer")
# What no rule reads, or reads only to show it.
IDLE = frozenset({
    "seq", "last", "utc", "at", "moment", "mono", "balances", "slips", "slip", "today", "claim_count", "jackpots",
    "clock", "boot", "boots", "seen", "notes", "shoe_rounds", "shoe_first", "meters", "shown", "decided",
})  # fmt: skip


@dataclass(frozen=True)
class Path:
    """How the ring came to a state."""

    state: State
    before: "Path | None" = None
    by: Event | None = None
    entries: tuple[Entry, ...] = ()

    def commands(self) -> list[Event]:
        return [*self.before.commands(), self.by] if self.before and self.by else []

    def rows(self) -> list[Entry]:
        return [*self.before.rows(), *self.entries] if self.before else []


@dataclass(frozen=True)
class Found:
    what: str
    path: Path

    def __str__(self) -> str:
        lines = [self.what]
        for event in self.path.commands():
            facts = {name: value for name, value in vars(event).items() if value and name != "at"}
            lines.append(f"  {type(event).__name__} {facts}")
        return "\n".join(lines)


Judge = Callable[[Path], str]  # why this state must not be; empty: it may


def ring_table(rules: Rules, ring: tuple[str, ...]) -> Table:
    """An open table with honest people and the ring, whose members have every role."""
    table = Table(rules)
    roles = tuple(role.value for role in Role)
    for name in HONEST[:2]:
        table.do(events.AddPerson, name=name, roles=("administrator", "manager"), by=("admin", "manager"))
    for name in ring:
        assert not table.do(events.AddPerson, name=name, roles=roles, by=("admin", "manager")), table.refused
    table.open()
    table.wait(1)
    return table


def search(
    table: Table, ring: tuple[str, ...], judge: Judge, states: int, *, touch: bool = False, rounds: int = 1
) -> tuple[list[Found], int]:
    """The first state of each kind that the judge forbids, and how many states were looked at."""
    at, start = table.at, Path(table.state)
    waiting, met, found = deque([start]), {_key(table.state)}, dict[str, Found]()
    while waiting and len(met) < states:
        path = waiting.popleft()
        for event in moves(table.rules, path.state, ring, at, touch=touch, rounds=rounds):
            outcome = step(table.rules, path.state, event)
            if outcome.refused or (key := _key(outcome.state)) in met:
                continue
            met.add(key)
            after = Path(outcome.state, path, event, outcome.entries)
            if why := judge(after):
                found.setdefault(why, Found(why, after))
            else:
                waiting.append(after)
    return list(found.values()), len(met)


def walk(
    table: Table, ring: tuple[str, ...], judge: Judge, random: Random, steps: int, *, touch: bool = False
) -> Found | None:
    """One random way at a table with several seats; what the judge forbids ends it."""
    path, at = Path(table.state), table.at
    for _ in range(steps):
        at = Moment(at.mono + 1000, at.utc + 1000)
        spot = random.choice(list(table.rules.spots))
        rounds = path.state.book.round + 1
        event = random.choice(list(moves(table.rules, path.state, ring, at, spot, touch=touch, rounds=rounds)))
        outcome = step(table.rules, path.state, event)
        if not outcome.refused:
            path = Path(outcome.state, path, event, outcome.entries)
            if why := judge(path):
                return Found(why, path)
    return None


def moves(
    rules: Rules,
    state: State,
    ring: tuple[str, ...],
    at: Moment,
    spot: str = SEAT,
    *,
    touch: bool,
    rounds: int,
) -> Iterator[Event]:
    """Everything that the ring can ask of the table now, by keys, by one of them, or by all at once."""
    groups: list[tuple[str, ...]] = [(), *((name,) for name in ring)]
    if len(ring) > 1:
        groups.append(ring)
    started = state.book.round
    if started < rounds or state.book.locked:
        yield events.Lock(at)
    for kind in (events.Settle, events.Clear, events.Unlock):
        yield kind(at)
    if touch and started < rounds and not state.book.locked:
        yield events.Touched(at, spot)
    for by in groups:
        if started < rounds and not state.book.locked:
            for seen in {each.utc: each for each in state.live.seen}.values():
                yield events.LateLock(at, by, moment=seen.utc)
        yield events.AddSpot(at, by, spot=spot, reason="x")
        yield events.VoidSpot(at, by, spot=spot, reason="x")
        yield events.Void(at, by, reason="x")
        yield events.ReopenClaims(at, by, reason="x")
        for amount in rules.wagers["gbj"].amounts:
            if len(rules.wagers["gbj"].amounts) > 1:
                yield events.SetTier(at, by, spot=spot, amount=amount, reason="x")
        for award in ("", SMALL, FIXED, SHARE):
            yield events.OpenClaim(at, by, spot=spot, award=award)
        for claim in state.book.claims:
            yield events.ConfirmClaim(at, by, claim=claim.number)
            yield events.DenyClaim(at, by, claim=claim.number, reason="x")
            yield events.WithdrawClaim(at, by, claim=claim.number)
            yield events.PayClaim(at, by, claim=claim.number)
            yield events.CorrectWin(at, by, claim=claim.number, amount=DOLLAR, reason="x")
            yield events.CorrectWin(at, by, claim=claim.number, amount=-DOLLAR, reason="x")
    for by in groups:
        yield events.AddPerson(at, by, name="N. New", roles=("floor",))
        for name in ring:
            yield events.RemovePerson(at, by, name=name)
        yield meter_events.RaiseMeter(
            at, by, jackpot="main", amount=DOLLAR, source="house", cause="malfunction", reason="x"
        )
        yield meter_events.LowerMeter(
            at, by, jackpot="main", amount=DOLLAR, account="displayed", cause="malfunction", reason="x"
        )
        if state.book.today:
            yield meter_events.CorrectCount(at, by, day=state.book.today.day, wager="gbj", wagers=7, reason="x")


def _key(state: State) -> str:
    book = _bare(json.loads(encode(state.book)))
    book["unlocked"] = sorted({json.dumps(each) for each in book["unlocked"]})  # the same twice is no other state
    live = state.live
    spot = live.spots[SEAT]
    return json.dumps([book, live.settled, live.dealt, spot.bet, spot.tier, spot.confirmed, len(live.seen) > 0])


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _bare(each) for name, each in value.items() if name not in IDLE}
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return value
