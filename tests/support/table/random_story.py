"""A table at which anything happens, in an order that a seed decides: chips, keys, commands, claims, cables, nights and
power cuts. Refusals are part of it."""

from collections.abc import Callable, Iterator
from random import Random

from support.table.story import Table, make_rules

from controller.table import events, meter_events
from controller.table.funding import PER_WAGER
from controller.table.money import DOLLAR
from controller.table.rules import Key, Rules, Sensor
from words.message import typed

AWARDS = ("three-aces-suited", "three-aces-suited", "three-of-a-kind-suited", "straight", "")
KEYS = [key.value for key in Key if key not in (Key.DOOR, Key.KEYSWITCH)]
APPROVERS = (("floor", "manager"), ("floor", "manager"), ("floor",), ("manager", "dealer"))
EVERYBODY = ("floor", "manager", "accounting", "cage", "technician")

TABLES: dict[str, Callable[[], Rules]] = {
    "button": lambda: make_rules(seats=3),
    "button with tiers, a deal sensor": lambda: make_rules(seats=3, amounts=(5 * DOLLAR, 10 * DOLLAR), deal_input=True),
    "presence": lambda: make_rules(Sensor.PRESENCE, seats=3, settle_after=90_000, automatic=False),
    "coin": lambda: make_rules(Sensor.COIN, seats=3),
    "posted by a person": lambda: make_rules(seats=3, automatic=False, min_interval_hours=1, unreasonable=DOLLAR),
    "progressive": lambda: make_rules(seats=3, funding=PER_WAGER, reserve_bp=200, limit=1260 * DOLLAR),
    "progressive, reset when paid": lambda: make_rules(seats=3, funding=PER_WAGER, reseed="paid"),
}


def walk(table: Table, random: Random, steps: int) -> Iterator[None]:
    """Yields after each step."""
    table.open()
    for _ in range(steps):
        _step(table, random)
        yield


def _step(table: Table, random: Random) -> None:
    deeds: list[tuple[int, Callable[[], object]]] = [
        (30, lambda: _touch(table, random)),
        (12, lambda: table.wait(random.choice((0.1, 1, 5, 9, 20)))),
        (14, lambda: table.key(random.choice(("lock", "lock", "lock", "clear", "clear", "settle")))),
        (4, lambda: table.key(random.choice(KEYS))),
        (30, lambda: _command(table, random)),
        (15, lambda: _go_on(table)),
        (10, lambda: _use_locked(table, random)),
        (2, lambda: table.wait(random.choice((3600, 86_400)))),
        (1, lambda: table.restart(random.choice((None, f"boot-{random.random()}")))),
        (1, lambda: _cable(table, random.choice((1, 10)))),
        (1, lambda: table.tell(events.LedgerDoubted(table.at, typed("row 7 is not what was written")))),
        (1, lambda: table.step_clock(random.choice((-300, 300)))),
        (1, lambda: table.tell(events.SignsSilent(table.at, typed("sign-1 is silent")))),
        (1, lambda: table.tell(events.SignsBack(table.at))),
    ]
    weights, does = zip(*deeds, strict=True)
    random.choices(does, weights)[0]()


def _go_on(table: Table) -> None:
    """People put right what keeps the table from playing."""
    if not table.trusts_clock():
        table.do(events.ConfirmClock)
    for code in table.state.book.faults:
        table.do(events.ClearFault, code=code, reason="looked into")
    if table.state.book.funds:
        table.do(meter_events.ReleaseFunds, reason="the money is there")
    for spot, state in table.state.book.spots.items():
        if state.out and not table.do(events.TrySpots, spots=(spot,)):
            for _ in range(2):
                _use(table, int(spot.split("/")[0]), 5)
                table.wait(1)
    if table.phase == "closed":
        table.do(events.Open)
    elif table.phase == "recovered":
        table.do(events.Resume)
    elif table.phase == "not_offered":
        table.do(events.ShoeEnded)
        table.do(events.Offer)


def _cable(table: Table, seconds: int) -> None:
    table.unlink()
    table.wait(seconds)
    table.link()


def _touch(table: Table, random: Random) -> None:
    _use(table, random.choice([rule.seat for rule in table.rules.spots.values()]), random.choice((1, 4, 5, 10)))


def _use_locked(table: Table, random: Random) -> None:
    """A chip of a locked seat is taken away, or put back; a locked button is pressed."""
    if table.locked:
        _use(table, random.choice(table.locked), 5)
        table.wait(1)


def _use(table: Table, seat: int, coins: int) -> None:
    sensor = table.rules.spots[f"{seat}/gbj"].sensor
    if sensor is Sensor.BUTTON:
        table.press(seat)
    elif sensor is Sensor.COIN:
        table.drop(seat, coins)
    elif seat in table.chips:
        table.lift(seat)
    else:
        table.place(seat)


def _command(table: Table, random: Random) -> None:
    book = table.state.book
    spot: dict[str, object] = {"spot": random.choice(list(table.rules.spots))}
    played = [*(book.locked.spots if book.locked else ()), random.choice(list(table.rules.spots))]
    won: dict[str, object] = {"spot": random.choice(played), "by": random.choice(((), (), ("floor",)))}
    claim = {"claim": random.choice([each.number for each in book.claims] or [1])}
    why = {"reason": "because"}
    seen = book.missed.seen if book.missed else table.state.live.seen
    moment = {"moment": random.choice([lit.utc for lit in seen] or [table.utc])}
    by: dict[str, object] = {"by": EVERYBODY}
    commands: list[tuple[int, type[events.Command], dict[str, object]]] = [
        (3, events.Open, {}),
        (1, events.Close, {}),
        (1, events.Unlock, {}),
        (1, events.Void, {**by, **why}),
        (2, events.VoidSpot, {**by, **spot, **why}),
        (2, events.AddSpot, {**by, **spot, **why}),
        (2, events.LateLock, {**by, **moment}),
        (2, events.Resume, {}),
        (5, events.OpenClaim, {**won, "award": random.choice(AWARDS)}),
        (6, events.ConfirmClaim, {**claim, "by": random.choice(APPROVERS)}),
        (1, events.DenyClaim, {**by, **claim, **why}),
        (1, events.WithdrawClaim, {**by, **claim}),
        (3, events.PayClaim, {**by, **claim}),
        (1, events.ReopenClaims, {**by, **why}),
        (1, events.SetTier, {**by, **spot, **why, "amount": random.choice((5, 10)) * DOLLAR}),
        (1, events.DropSpot, spot),
        (1, events.ConfirmSpot, spot),
        (1, events.AckSpot, spot),
        (1, events.ExcludeSpot, {**by, **spot, **why}),
        (1, events.TrySpots, {"spots": random.choice(((), (spot["spot"],)))}),
        (1, events.FlatBet, spot),
        (1, events.RefundCoins, spot),
        (1, events.LastShoe, {}),
        (1, events.ShoeEnded, {}),
        (1, events.StopOffering, {**by, **why}),
        (1, events.Offer, by),
        (1, events.OverrideSigns, by),
        (2, events.ConfirmClock, by),
        (1, meter_events.Post, by),
        (1, meter_events.HoldPost, {**by, **why}),
        (1, meter_events.ReleasePost, by),
        (1, meter_events.HoldFunds, {**by, **why}),
        (1, meter_events.ReleaseFunds, {**by, **why}),
    ]
    weights = [weight for weight, _, _ in commands]
    _, command, facts = random.choices(commands, weights)[0]
    table.do(command, **facts)
