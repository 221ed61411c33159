"""Sensor input and when it counts: dwell, vacancy, late and removed chips, coins, links, sensor tests."""

from collections.abc import Iterator

from controller.table import records, tiers
from controller.table.accounts import PLAYERS, credit_account
from controller.table.claims import open_by_touch
from controller.table.decision import Decision
from controller.table.events import (
    ChipSensed,
    CoinsCounted,
    Linked,
    PressedWhileAway,
    SpotStorming,
    SpotUnsure,
    Touched,
    Unlinked,
)
from controller.table.journal import Transfer
from controller.table.rules import Collect, Key, Rules, Sensor, Spot
from controller.table.state import Alarm, Book, Live, Phase, Seen, SpotLive, State, hard_fault, phase_of
from controller.table.values import replace
from words.message import message

LAMP_HOLD = 3_000  # ms without the host after which a board's lamps no longer promise a bet (docs/PROTOCOL.md)
TOUCH_AFTER_WIN = 10_000  # ms after the WIN key in which a touch of a locked seat opens a claim
NOT_YET = 1 << 62
MOST_SEEN = 60  # changes of the lit spots that a late lock can choose from


# -- reading the live state ----------------------------------------------------------------------------------


def accepted(rule: Spot, spot: SpotLive, mono: int) -> bool:
    """Whether a chip counts as lying on this presence sensor at `mono`, by the dwell times (R029)."""
    dwell = rule.dwell_on if spot.level else rule.dwell_off
    return spot.level if mono - spot.since >= dwell else spot.accepted


def in_service(state: State, spot: str) -> bool:
    return not state.book.spot(spot).out


def has_ended(rules: Rules, book: Book, spot: str) -> bool:
    """A wager for a jackpot that has ended is not accepted (R147)."""
    return book.over(rules.wagers[rules.spots[spot].wager].jackpots)


def is_bet(rules: Rules, state: State, spot: str, mono: int) -> bool:
    """Whether a lock at `mono` would take this spot. The lamp shows the same (R028)."""
    return _wants(rules, state, spot, mono) and not rival(rules, state, spot, mono)


def rival(rules: Rules, state: State, spot: str, mono: int) -> str:
    """The seat's other spot that plays instead of this one: the first that was lit (C11)."""
    if not rules.spots[spot].rivals:
        return ""
    wanting = [each for each in (spot, *rules.spots[spot].rivals) if _wants(rules, state, each, mono)]
    first = min(wanting, key=lambda each: (state.live.spots[each].lit_at or NOT_YET, each), default=spot)
    return first if first != spot else ""


def is_second(rules: Rules, state: State, spot: str, mono: int) -> bool:
    """Whether this would be a bet if its seat had no other."""
    return _wants(rules, state, spot, mono) and bool(rival(rules, state, spot, mono))


def _wants(rules: Rules, state: State, spot: str, mono: int) -> bool:
    rule, book, live = rules.spots[spot], state.book.spot(spot), state.live.spots[spot]
    if book.out or live.dropped or live.unsure or book.flat == "dark" or has_ended(rules, state.book, spot):
        return False
    if rule.sensor is Sensor.BUTTON:
        return live.bet if live.toggled <= mono else not live.bet
    if rule.sensor is Sensor.COIN:
        return book.credit >= rules.wagers[rule.wager].amount
    return accepted(rule, live, mono) and (live.armed or live.confirmed)


def is_stuck(rules: Rules, state: State, spot: str, mono: int) -> bool:
    """A chip lies there, but no vacancy was seen since the last round: a person must look (R030)."""
    rule, live = rules.spots[spot], state.live.spots[spot]
    return (
        rule.sensor is Sensor.PRESENCE
        and in_service(state, spot)
        and not has_ended(rules, state.book, spot)
        and accepted(rule, live, mono)
        and not (live.armed or live.confirmed or live.dropped)
    )


def bets(rules: Rules, state: State, mono: int) -> tuple[str, ...]:
    return tuple(spot for spot in rules.spots if is_bet(rules, state, spot, mono))


def plays(state: State, spot: str) -> bool:
    return state.book.locked is not None and spot in state.book.locked.spots


def next_wake(rules: Rules, state: State) -> int | None:
    """The `mono` at which time alone will change something, unless an event comes first."""
    return min(_deadlines(rules, state), default=None)


def _deadlines(rules: Rules, state: State) -> Iterator[int]:
    for name, spot in state.live.spots.items():
        rule = rules.spots[name]
        if rule.sensor is Sensor.PRESENCE and spot.level != spot.accepted:
            yield spot.since + (rule.dwell_on if spot.level else rule.dwell_off)
    if rules.settle_after and phase_of(state) is Phase.LOCKED:
        yield state.live.locked_at + rules.settle_after
    if state.live.sensor_test:
        yield state.live.sensor_test.until


# -- time passes ---------------------------------------------------------------------------------------------


def pass_time(decision: Decision) -> None:
    """Apply everything that has become true by `decision.at` without an event."""
    now, before = decision.at.mono, decision.live
    for name, rule in decision.rules.spots.items():
        if rule.sensor is Sensor.PRESENCE:
            spot = decision.spot(name)
            if spot.level != spot.accepted and accepted(rule, spot, now) == spot.level:
                decision.set_spot(name, accepted=spot.level)
                _chip_came(decision, name) if spot.level else _chip_left(decision, name)
    after = decision.rules.settle_after
    if after and phase_of(decision.state) is Phase.LOCKED and now - decision.live.locked_at >= after:
        settled(decision, pressed=False)
    if decision.live.sensor_test and now >= decision.live.sensor_test.until:
        end_sensor_test(decision)
    if decision.live is not before:
        saw_bets(decision)


def settled(decision: Decision, *, pressed: bool) -> None:
    """From now on, a chip that leaves was collected, and a chip that comes after a vacancy is for the next round.
    Existing alarms stay until a person acknowledges them."""
    decision.note("settle", "key" if pressed else "timer")
    decision.live = replace(decision.live, settled=True, settle_pressed=pressed)
    for name, rule in decision.rules.spots.items():
        if rule.sensor is Sensor.PRESENCE:
            decision.set_spot(name, armed=not decision.spot(name).accepted)


def _chip_came(decision: Decision, name: str) -> None:
    decision.note("chip", name)
    if _tested(decision, name, seen=True) or phase_of(decision.state) is Phase.RECOVERED:
        return
    if decision.book.locked is None:
        return
    if decision.live.settled:
        decision.set_spot(name, next=decision.spot(name).armed)
    elif plays(decision.state, name) and decision.spot(name).alarm is Alarm.REMOVED:
        decision.set_spot(name, alarm=Alarm.NONE)
    elif in_service(decision.state, name):
        decision.set_spot(name, alarm=Alarm.LATE)
        decision.note("late_bet", name)


def _chip_left(decision: Decision, name: str) -> None:
    decision.note("vacant", name)
    decision.set_spot(name, armed=True, dropped=False, confirmed=False, unsure=False, next=False, tier=0)
    if _tested(decision, name, seen=False) or phase_of(decision.state) is Phase.RECOVERED:
        return
    if decision.spot(name).alarm is Alarm.LATE:
        decision.set_spot(name, alarm=Alarm.NONE)
        return
    taken = decision.rules.wagers[decision.rules.spots[name].wager].collect is Collect.LOCK or decision.live.settled
    if plays(decision.state, name) and not taken:
        decision.set_spot(name, alarm=Alarm.REMOVED)
        decision.note("removed_bet", name)


def saw_bets(decision: Decision) -> None:
    """Record which of a seat's rivals was lit first, and what was lit when, for a late lock (E05)."""
    for name, rule in decision.rules.spots.items():
        if rule.rivals:
            wants, spot = _wants(decision.rules, decision.state, name, decision.at.mono), decision.spot(name)
            if wants != bool(spot.lit_at):
                decision.set_spot(name, lit_at=decision.at.mono if wants else 0)
    if phase_of(decision.state) is not Phase.BETTING:
        return
    lit = () if hard_fault(decision.state) else bets(decision.rules, decision.state, decision.at.mono)
    now = Seen(decision.at.utc, lit, tiers.raised(decision.rules, decision.state, lit))
    last = decision.live.seen[-1] if decision.live.seen else Seen(0, ())
    if (now.spots, now.tiers) != (last.spots, last.tiers):
        decision.live = replace(decision.live, seen=(*decision.live.seen, now)[-MOST_SEEN:])


# -- sensors -------------------------------------------------------------------------------------------------


def chip_sensed(decision: Decision, event: ChipSensed) -> None:
    spot = decision.spot(event.spot)
    if spot.level != event.on:
        decision.set_spot(event.spot, level=event.on, since=event.at.mono)
        pass_time(decision)  # a dwell time of zero ends at once
        if event.on and decision.book.locked:
            _win_touch(decision, event.spot)
        elif event.on and phase_of(decision.state) is Phase.BETTING and tiers.asked_for(decision, event.spot):
            decision.set_spot(event.spot, tier=tiers.following(decision, event.spot), tier_by=())
        elif not event.on and not decision.spot(event.spot).accepted:
            decision.set_spot(event.spot, tier=0)  # it has not lain long enough to count as a bet


def touched(decision: Decision, event: Touched) -> None:
    """A press of a lit button: before the lock it toggles the bet, after WIN it opens a claim, otherwise it is only
    counted."""
    name = event.spot
    spot = decision.spot(name)
    phase = phase_of(decision.state)
    if decision.book.locked is None:
        decision.note("press", name)
    if _tested(decision, name, seen=True):
        _tested(decision, name, seen=False)
    elif decision.book.locked is not None:
        if not _win_touch(decision, name):
            decision.set_spot(name, presses=spot.presses + 1)
    elif phase is Phase.BETTING and in_service(decision.state, name) and not hard_fault(decision.state):
        if decision.book.spot(name).flat == "dark":
            decision.note("flat_bet_refused", name)
            return
        _toggled(decision, name)


def _toggled(decision: Decision, name: str) -> None:
    """The press after TIER raises a lit bet, or lights a dark one at a higher tier; any other press toggles it. A bet
    that moves to the button of another amount leaves the first button (C11)."""
    spot, higher = decision.spot(name), tiers.asked_for(decision, name)
    lit = higher or not spot.bet
    toggled = spot.toggled if lit == spot.bet else decision.at.mono
    tier = tiers.following(decision, name) if higher else 0
    decision.set_spot(name, bet=lit, toggled=toggled, tier=tier, tier_by=(), dropped=False, unsure=False)
    for other in decision.rules.spots[name].rivals:
        if lit and decision.spot(other).bet:
            decision.set_spot(other, bet=False, toggled=decision.at.mono, tier=0)


def coins_counted(decision: Decision, event: CoinsCounted) -> None:
    """A swallowed coin is money: in every phase its credit is on disk before a lamp shows it."""
    name = event.spot
    rule, book = decision.rules.spots[name], decision.book.spot(name)
    if event.boot == book.boot:
        new = event.count - book.pulses
    else:
        new = event.count
        if book.boot:
            decision.note("coin_counter_restarted", name)
    if new <= 0:
        return
    amount = new * (decision.rules.wagers[rule.wager].amount // rule.pulses)
    record = records.Coin(spot=name, boot=event.boot, pulses=event.count, amount=amount)
    decision.write(record, [Transfer(PLAYERS, credit_account(name), amount, "coin")])
    if _tested(decision, name, seen=True):
        _tested(decision, name, seen=False)


def unsure(decision: Decision, event: SpotUnsure) -> None:
    """A spot whose state is unknown is not locked, and a person is told."""
    decision.note("unsure", event.spot)
    decision.set_spot(event.spot, unsure=True, bet=False, tier=0)


def storming(decision: Decision, event: SpotStorming) -> None:
    """Only that spot goes out of service (R182)."""
    if in_service(decision.state, event.spot):
        decision.write(records.SpotOut(spot=event.spot, reason=message("reasons.chatters")))


def pressed_while_away(decision: Decision, event: PressedWhileAway) -> None:
    decision.note("pressed_while_away", event.what, event.times)
    times = decision.live.away.get(event.what, 0) + event.times
    dealt = event.what == Key.DEAL and decision.book.locked is not None
    decision.live = replace(
        decision.live, away={**decision.live.away, event.what: times}, dealt=decision.live.dealt or dealt
    )


def linked(decision: Decision, event: Linked) -> None:
    live = decision.live
    away = decision.at.mono - live.lost_at.get(event.driver, decision.at.mono)
    known = live.boots.get(event.driver)
    decision.live = replace(
        live,
        unlinked={driver: why for driver, why in live.unlinked.items() if driver != event.driver},
        boots={**live.boots, event.driver: event.boot},
        lost_at={driver: at for driver, at in live.lost_at.items() if driver != event.driver},
    )
    decision.note("link_up", event.driver)
    if known is not None and (known != event.boot or away >= LAMP_HOLD):
        # the lamps went out, so what they promised is no longer a bet ("no light, no bet")
        for name in event.spots:
            if decision.spot(name).bet:
                decision.note("bet_dark", name)
                decision.set_spot(name, bet=False, unsure=True, tier=0)


def unlinked(decision: Decision, event: Unlinked) -> None:
    live = decision.live
    decision.live = replace(
        live,
        unlinked={**live.unlinked, event.driver: event.why},
        lost_at={event.driver: decision.at.mono - event.silent, **live.lost_at},
        unwatched=live.unwatched or decision.book.locked is not None,
    )
    decision.note("link_down", event.driver)


def _win_touch(decision: Decision, name: str) -> bool:
    """A touch of a locked seat within ten seconds of WIN opens its claim."""
    if decision.at.mono >= decision.live.win_until or not plays(decision.state, name):
        return False
    decision.live = replace(decision.live, win_until=0)
    open_by_touch(decision, name)
    return True


def claims(state: State, spot: str) -> bool:
    return any(claim.spot == spot and claim.round == state.book.round for claim in state.book.claims)


# -- sensor tests --------------------------------------------------------------------------------------------


def _tested(decision: Decision, name: str, *, seen: bool) -> bool:
    """In a sensor test the spot must be seen taken, then free again. All other spots work as usual (R182)."""
    test = decision.live.sensor_test
    if test is None or name not in (*test.waiting, *test.taken, *test.passed):
        return False
    if seen and name in test.waiting:
        test = replace(
            test,
            waiting=tuple(spot for spot in test.waiting if spot != name),
            taken=(*test.taken, name),
        )
    elif not seen and name in test.taken:
        test = replace(
            test,
            taken=tuple(spot for spot in test.taken if spot != name),
            passed=(*test.passed, name),
        )
    decision.live = replace(decision.live, sensor_test=test)
    if not test.waiting and not test.taken:
        end_sensor_test(decision)
    return True


def end_sensor_test(decision: Decision) -> None:
    test = decision.live.sensor_test
    if test is None:
        return
    decision.live = replace(decision.live, sensor_test=None)
    failed = tuple(sorted((*test.waiting, *test.taken)))
    decision.write(records.SensorTest(passed=tuple(sorted(test.passed)), failed=failed))


def fresh(rules: Rules) -> Live:
    """The sensor state right after a start: nothing is known, and there are no bets. A presence sensor counts as
    covered until its first reading, because nobody saw the chip come."""
    covered = SpotLive(level=True, accepted=True, armed=False)
    return Live(
        spots={name: covered if spot.sensor is Sensor.PRESENCE else SpotLive() for name, spot in rules.spots.items()}
    )


def fresh_spots(decision: Decision) -> None:
    """A betting phase begins: a chip that already lies on a presence sensor does not count, because nobody saw it
    come."""
    for name, rule in decision.rules.spots.items():
        decision.set_spot(
            name,
            bet=False,
            armed=not accepted(rule, decision.spot(name), decision.at.mono),
            next=False,
            alarm=Alarm.NONE,
            confirmed=False,
            dropped=False,
            unsure=False,
            presses=0,
            tier=0,
            deeds=(),
        )
    decision.live = replace(decision.live, seen=(), away={}, tier_until=0)
