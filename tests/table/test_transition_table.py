"""The transition table is whole: every event in every phase has a line or a named refusal, and only the phases that a
line lists are ever reached."""

import random
from typing import Any

import pytest
from support.table.story import Table, make_rules

from controller.table import events, meter_events
from controller.table.events import Command, Event, Moment
from controller.table.money import DOLLAR
from controller.table.round import REFUSALS, TABLE, refusal
from controller.table.rules import Key, Rules, Sensor
from controller.table.state import Alarm, Phase, phase_of
from controller.table.step import ANYWHERE
from words.catalogue import catalogue

PHASES = [phase for phase in Phase if phase is not Phase.FAULT]  # a fault lies over them
EVENT_TYPES = [
    kind
    for kind in {**vars(events), **vars(meter_events)}.values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, Command)
]


def sample(kind: type[Event], rules: Rules, at: Moment, rng: random.Random) -> Event:
    """An event of this kind that might make sense."""
    spot = rng.choice([*rules.spots, "9/gbj"] if issubclass(kind, Command) else list(rules.spots))
    key = rng.choice([Key.KEYSWITCH, Key.DOOR] if kind is events.SwitchTurned else list(Key)[:7])
    some: dict[str, Any] = {
        "spot": spot,
        "spots": tuple(rules.spots),
        "key": key,
        "on": rng.random() < 0.5,
        "synced": True,
        "boot": 7 if kind in (events.Linked, events.CoinsCounted) else "boot-1",
        "count": rng.randrange(30),
        "driver": "board",
        "silent": rng.randrange(2000),
        "why": "why",
        "finding": "finding",
        "what": "1/gbj",
        "times": 2,
        "version": "test",
        "drivers": (),
        "config": "config",
        "reason": rng.choice(["because", "because", " "]),
        "moment": at.utc - rng.randrange(20_000),
        "claim": rng.randrange(4),
        "code": rng.choice(["ledger", "nothing"]),
        "day": "2026-11-18",
        "wager": "gbj",
        "wagers": rng.choice([-1, 1]),
        "award": rng.choice(["", "three-suited-aces", "straight"]),
        "cards": "",
        "past": None,
        "reference": "camera 3",
        "method": "cash",
        "amount": rng.choice([-DOLLAR, DOLLAR, 5 * DOLLAR, 10 * DOLLAR]),
        "name": rng.choice(["Ann", "Bob"]),
        "roles": ("dealer",),
        "epoch": 1,
        "older": False,
        "must": rng.choice(["", "lit", "dark"]),
        "jackpot": "main",
        "base": 0,
        "paid": 0,
        "shown": rng.choice([0, 1250 * DOLLAR]),
        "chips": rng.randrange(3),
        "locked": rng.choice([None, 5 * DOLLAR]),
        "variance": 1,
        "outcome": rng.choice(["paid", "lost"]),
    }
    names = [name for name in kind.__dataclass_fields__ if name not in ("at", "by")]
    by = {"by": rng.choice([("floor",), ("floor", "manager"), ("admin",)])} if issubclass(kind, Command) else {}
    return kind(at, **by, **{name: some.get(name, "") for name in names})


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", EVENT_TYPES)
def test_every_event_has_a_line_or_a_refusal_with_an_entry(phase: Phase, kind: type[Event]) -> None:
    if (phase, kind) in TABLE:
        assert TABLE[phase, kind].to
    elif kind not in ANYWHERE and kind is not events.LedgerFailed:
        assert f"refusals.{refusal(phase, kind)}" in catalogue("en")


def test_no_line_hides_another_and_no_refusal_is_never_reached() -> None:
    assert not {kind for _, kind in TABLE} & set(ANYWHERE)
    asked = {kind for _, kind in TABLE}
    for phase, kind in REFUSALS:
        if phase and kind:
            assert (phase, kind) not in TABLE
            assert kind in asked
            without = REFUSALS.get((None, kind)) or REFUSALS[phase, None]
            assert REFUSALS[phase, kind] != without, f"{phase} {kind} says what is said anyway"


SENSED = {Sensor.BUTTON: events.Touched, Sensor.PRESENCE: events.ChipSensed, Sensor.COIN: events.CoinsCounted}


@pytest.mark.parametrize("sensor", list(Sensor))
@pytest.mark.parametrize("seed", range(4))
def test_a_random_walk_reaches_only_the_phases_that_its_lines_list(sensor: Sensor, seed: int) -> None:
    rng = random.Random(seed)
    rules = make_rules(sensor, seats=3, settle_after=rng.choice([0, 15_000]), deal_input=rng.random() < 0.5)
    table = Table(rules)
    others = [SENSED[other] for other in Sensor if other is not sensor]
    never = (events.LedgerFailed, meter_events.HoldFunds)  # after them nothing moves
    kinds = [kind for kind in EVENT_TYPES if kind not in (*never, *others)]
    mostly = [events.Open, events.Lock, events.Clear, events.Resume, SENSED[sensor], SENSED[sensor]]
    reached: set[tuple[Phase, type[Event], Phase]] = set()
    refused: set[str] = set()
    for _ in range(3000):
        table.wait(rng.choice([0, 0.2, 1, 5, 20]))
        kind = rng.choice(mostly if rng.random() < 0.6 else kinds)
        if table.state.book.faults and rng.random() < 0.3:
            kind = events.ClearFault
        before = phase_of(table.state)
        outcome = table.tell(sample(kind, rules, table.at, rng))
        after = phase_of(table.state)
        if outcome.refused:
            refused.add(outcome.refused.code)
            assert str(outcome.refused)
        elif (before, kind) in TABLE and not any(entry.kind == "fault" for entry in outcome.entries):
            assert after in TABLE[before, kind].to, (before, kind, after)
            reached.add((before, kind, after))
    assert len(reached) > 15
    assert len(refused) > 10


def test_each_target_that_a_line_lists_can_be_reached() -> None:
    """No arrow in the diagram that no story can follow."""
    listed = {(phase, kind, to) for (phase, kind), line in TABLE.items() for to in line.to}
    reached: set[tuple[Phase, type[Event], Phase]] = set()
    others = (events.KeyPressed, events.ExcludeSpot, events.Started, events.ConfirmClock)
    for seed in range(500):
        rng = random.Random(seed)
        sensor = Sensor.PRESENCE if seed % 2 else Sensor.BUTTON
        rules = make_rules(sensor, seats=2, amounts=(5 * DOLLAR, 10 * DOLLAR))
        table = Table(rules, synced=seed % 5 != 0)
        for _ in range(120):
            table.wait(rng.choice([0, 1, 9]))
            before = phase_of(table.state)
            lines = [kind for phase, kind in TABLE if phase is before]
            event = sample(rng.choice([*lines * 2, *[SENSED[sensor]] * 5, *others]), rules, table.at, rng)
            alarms = [spot for spot, live in table.state.live.spots.items() if live.alarm is Alarm.REMOVED]
            if alarms and rng.random() < 0.3:  # else chance seldom finds the seat whose chip is gone
                event = rng.choice([events.AckSpot(table.at, spot=alarms[0]), events.Settle(table.at)])
            table.tell(event)
            if not table.refused:
                reached.add((before, type(event), phase_of(table.state)))
        if listed <= reached:
            break
    assert listed <= reached, sorted(str(line) for line in listed - reached)
