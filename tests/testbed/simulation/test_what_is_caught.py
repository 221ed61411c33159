"""The watch of the made-up worlds is worth something: each of these faults in the controller is found by it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest

from controller.daemon import loop, wiring
from controller.ledger import bookkeeping
from controller.ledger.errors import DiskFailed
from controller.ledger.rows import Row
from controller.ledger.store import Store
from controller.present import sign_events, views
from controller.signs import numeric_signs, publisher
from controller.table import (
    authority,
    awards,
    duties,
    lamps,
    lock,
    locked_round,
    posting,
    wagers,
    winnings,
)
from controller.table.duties import BARRED, Step
from controller.table.funding import daily_percent, per_wager
from controller.table.funding.base import Nondisplayed
from controller.table.funding.ownership import Progressive
from controller.table.gaming_day import gaming_day
from controller.table.journal import Transfer
from controller.table.money import cents, percentage
from controller.table.sensors import bets, plays
from controller.table.state import Book
from controller.table.step import step
from testbed.simulation.history import STEPS, History, play
from testbed.simulation.shrink import kind, shrink
from words.message import typed

Break = Callable[[pytest.MonkeyPatch], None]


def shown_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    happen = loop.Loop._happen

    async def hasty(self: loop.Loop, event: Any) -> Any:
        before = self.state
        self.state = step(self.rules, self.state, event).state
        self._show()
        self.state = before
        return await happen(self, event)

    patch.setattr(loop.Loop, "_happen", hasty)


def a_failed_write_is_forgiven(patch: pytest.MonkeyPatch) -> None:
    append = Store.append

    def forgiving(self: Store, rows: Sequence[Row], state: str) -> None:
        try:
            append(self, rows, state)
        except DiskFailed:
            self._advance(rows, self._following(rows, state))

    patch.setattr(Store, "append", forgiving)


def a_micro_dollar_too_much(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(per_wager, "percentage", lambda amount, rate: percentage(amount, rate) + (amount > 0))


def a_daily_rate_that_is_another(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(daily_percent, "percentage", lambda amount, rate: amount * (rate + 1) // 10_000)


def a_winner_gets_a_cent_more(patch: pytest.MonkeyPatch) -> None:
    def generous(*facts: Any) -> Any:
        found = winnings.divide(*facts)
        amounts = {claim: amount + 10_000 for claim, amount in found.amounts.items()}
        return type(found)(amounts, found.drawn, found.rounding, found.emptied)

    patch.setattr(awards, "divide", generous)


def a_refund_goes_nowhere(patch: pytest.MonkeyPatch) -> None:
    given_back = wagers.given_back

    def half(*facts: Any) -> Any:
        moves, credit = given_back(*facts)
        return [Transfer(m.source, m.target, m.amount // 2, m.code) for m in moves], credit

    patch.setattr(locked_round, "given_back", half)


def lamps_promise_what_does_not_play(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lamps, "plays", lambda state, spot: state.book.locked is not None)


def a_coin_counts_twice_after_a_gap(patch: pytest.MonkeyPatch) -> None:
    """The board's counter is taken for a new one at each return of the link."""
    linked = wiring.Wiring._linked

    def forgetful(self: wiring.Wiring, driver: str, link: Any, at: Any) -> Any:
        yield from linked(self, driver, type(link)(link.boot + at.mono, link.counts, link.missed, link.at), at)

    patch.setattr(wiring.Wiring, "_linked", forgetful)


def signs_hear_the_bare_meter(patch: pytest.MonkeyPatch) -> None:
    """Not what was promised: a meter that is won and not reset yet falls before it is paid."""
    patch.setattr(Book, "posted", lambda self, jackpot: self.meter(jackpot) // 2)


def rows_without_their_transfers(patch: pytest.MonkeyPatch) -> None:
    to_rows = bookkeeping.to_rows
    patch.setattr(loop, "to_rows", lambda entries, head: to_rows([replace(e, transfers=()) for e in entries], head))


def what_is_lit_is_not_locked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lock, "bets", lambda *facts: bets(*facts)[:1])


def a_locked_seat_stays_dark(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lamps, "plays", lambda state, spot: plays(state, spot) and spot != max(state.book.locked.spots))


def a_reset_of_a_cent_less(patch: pytest.MonkeyPatch) -> None:
    next_reset = Book.next_reset
    patch.setattr(Book, "next_reset", lambda self, jackpot: (max(next_reset(self, jackpot)[0] - 10_000, 0), False))


def winners_divide_by_another_rule(patch: pytest.MonkeyPatch) -> None:
    shared = awards.shared

    def split(*facts: Any) -> Any:
        had, shares = shared(*facts)
        return replace(had, policy="split"), shares

    patch.setattr(awards, "shared", split)


def one_person_is_enough(patch: pytest.MonkeyPatch) -> None:
    limit = authority.limit
    patch.setattr(authority, "limit", lambda *facts: replace(limit(*facts), persons=1))


def a_day_begins_as_in_greenwich(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(posting, "gaming_day", lambda utc, roll, _zone: gaming_day(utc, roll, UTC))


def simple_signs_hear_another_amount(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "value", lambda meter: f"{meter['cents'] + 1:.2f}")


def publications_that_stand_still(patch: pytest.MonkeyPatch) -> None:
    publish = publisher.Publisher._publish

    def still(self: Any, *, everything: bool) -> None:
        number = self._pub
        publish(self, everything=everything)
        self._pub = number

    patch.setattr(publisher.Publisher, "_publish", still)


def signs_are_no_longer_served(patch: pytest.MonkeyPatch) -> None:
    serve = publisher.Publisher._serve

    async def once(self: Any) -> None:
        if self._connections:
            raise KeyError("a fault of our own")
        await serve(self)

    patch.setattr(publisher.Publisher, "_serve", once)


def a_post_does_not_wait_for_a_claim(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(posting, "waiting", lambda *_: False)


def a_reset_is_the_houses_alone(patch: pytest.MonkeyPatch) -> None:
    """And not first of what the players have put into its reserve (R077)."""
    patch.setattr(Progressive, "reset_sources", lambda *_: Nondisplayed(0, 0))


def posts_never_come(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(posting, "_blocked", lambda *_: typed("it is never the time."))


def anybody_approves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(authority, "entitled", lambda *_: True)


def a_claimant_approves(patch: pytest.MonkeyPatch) -> None:
    barred = {**BARRED, Step.APPROVAL: BARRED[Step.APPROVAL] - {Step.CLAIM, Step.AWARD}}
    patch.setattr(duties, "BARRED", barred)


def an_approver_pays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duties, "BARRED", {**BARRED, Step.PAYMENT: BARRED[Step.PAYMENT] - {Step.APPROVAL}})


def a_numeric_sign_stands_still(patch: pytest.MonkeyPatch) -> None:
    changed = numeric_signs.NumericSigns.changed

    def once(self: Any) -> None:
        if not hasattr(self, "changed_once"):
            self.changed_once = True
            changed(self)

    patch.setattr(numeric_signs.NumericSigns, "changed", once)


def events_tell_a_cent_more(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sign_events, "cents", lambda amount: cents(amount) + 1)


def signs_hear_of_another_chain(patch: pytest.MonkeyPatch) -> None:
    snapshot = loop.Loop.snapshot

    def other(self: loop.Loop, pub: int) -> Any:
        for message in snapshot(self, pub):
            yield replace(message, payload=message.payload.replace(self._head.hex().encode(), b"0" * 64))

    patch.setattr(loop.Loop, "snapshot", other)


FAULTS: list[tuple[Break, int]] = [  # and the table at which it shows
    (shown_before_the_commit, 0),
    (a_failed_write_is_forgiven, 0),
    (a_micro_dollar_too_much, 7),
    (a_daily_rate_that_is_another, 0),
    (a_winner_gets_a_cent_more, 0),
    (a_refund_goes_nowhere, 0),
    (lamps_promise_what_does_not_play, 0),
    (a_coin_counts_twice_after_a_gap, 1),
    (signs_hear_the_bare_meter, 7),
    (rows_without_their_transfers, 0),
    (what_is_lit_is_not_locked, 0),
    (a_locked_seat_stays_dark, 0),
    (a_reset_of_a_cent_less, 0),
    (winners_divide_by_another_rule, 6),
    (one_person_is_enough, 0),
    (a_day_begins_as_in_greenwich, 7),
    (simple_signs_hear_another_amount, 0),
    (publications_that_stand_still, 0),
    (signs_are_no_longer_served, 0),
    (a_post_does_not_wait_for_a_claim, 0),
    (a_reset_is_the_houses_alone, 3),
    (posts_never_come, 0),
    (anybody_approves, 0),
    (a_claimant_approves, 0),
    (an_approver_pays, 0),
    (a_numeric_sign_stands_still, 6),
    (events_tell_a_cent_more, 0),
    (signs_hear_of_another_chain, 0),
]


def found(seed: int) -> History:
    """The first world at this table in which something is wrong."""
    for other in range(seed, seed + 80, 8):
        history = play(other, 2)
        if history.wrong:
            return history
    pytest.fail("ten worlds, and nothing was found")


@pytest.mark.parametrize(("fault", "seed"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_fault_is_found(fault: Break, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    assert found(seed).wrong


def test_what_is_found_is_told_in_a_short_story(monkeypatch: pytest.MonkeyPatch) -> None:
    a_daily_rate_that_is_another(monkeypatch)
    long = found(0)
    short = shrink(long, lambda without: play(long.seed, long.days, without))
    assert kind(short.wrong[0]) == kind(long.wrong[0])
    assert short.steps < long.steps / 5
    assert len(short.story) < 12
    assert play(short.seed, short.days, range(short.days * STEPS)).wrong == []  # without its deeds all is well
