"""What a person should do now: each ask has a code, by which a page knows what to offer, and a message."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.table import reconcile, removal, terms
from controller.table.awards import title_of
from controller.table.gaming_day import gaming_day
from controller.table.rules import Key, Rules
from controller.table.sensors import bets, is_second, is_stuck, rival
from controller.table.state import Claim, Phase, Stage, State, phase_of
from words.message import Fact, Message, message, typed

REMIND = 90_000  # ms that lit spots may wait for LOCK before the dealer is reminded (E05)


class Ask(NamedTuple):
    code: str
    message: Message


def _ask(kind: str, key: str = "", /, **facts: Fact) -> Ask:
    return Ask(kind, message(f"asks.{key or kind}", **facts))


def todo(rules: Rules, state: State, mono: int, utc: int) -> list[Ask]:
    """Most urgent first."""
    return [
        *_of_the_table(rules, state),
        *_of_the_claims(rules, state),
        *_of_the_spots(rules, state, mono),
        *_of_the_time(rules, state, utc),
        *(Ask("terms", each) for each in terms.asks(rules, state.book)),
        *(Ask("removal", each) for each in removal.asks(rules, state.book)),
        *(Ask("reconcile", each) for each in reconcile.asks(rules, state.book)),
    ]


def faults(state: State) -> dict[str, Message]:
    """Everything that keeps the table out of service, by name. A person clears the faults that are in the book."""
    failed = {"ledger_write": state.live.failed} if state.live.failed else {}
    damage = {"program": state.live.damage} if state.live.damage else {}
    head = {"head": state.live.head} if state.live.head else {}
    signs = {"signs": state.live.signs.closed} if state.live.signs.closed else {}
    funds = {"funds": state.live.funds} if state.live.funds else {}
    return {**failed, **damage, **head, **state.book.faults, **state.live.unlinked, **signs, **funds}


def _of_the_table(rules: Rules, state: State) -> Iterator[Ask]:
    book, live = state.book, state.live
    for code, why in faults(state).items():
        yield _ask("fault", code=code, why=why)
    if live.signs.silent and not live.signs.closed:
        yield _ask("signs", "signs_by_hand" if book.by_hand else "signs", why=live.signs.silent)
    if live.copy:
        yield _ask("second_copy", why=live.copy)
    if book.funds:
        yield _ask("funds", "funds" if live.funds else "funds_soon", why=typed(book.funds))
    if book.restored:
        yield _ask("restored", row=book.restored)
    if rules.training:
        yield _ask("training")
    if rules.laboratory:
        yield _ask("laboratory")
    if live.recovered:
        yield _ask("recovered")
    if live.void_asked:
        yield _ask("void_asked")


def _of_the_claims(rules: Rules, state: State) -> Iterator[Ask]:
    for claim in state.book.claims:
        if claim.stage is not Stage.PAID:
            yield Ask("claim", _claim(rules, claim))


def _of_the_spots(rules: Rules, state: State, mono: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    for what, times in live.away.items():
        if what == Key.LOCK and book.locked and Key.CLEAR not in live.away:
            continue  # the press that locked this round, or a second one, which would change nothing
        yield _ask("away", spot=what, times=times)
    if live.sensor_test:
        yield _ask("trial", spots=(*live.sensor_test.waiting, *live.sensor_test.taken))
    lit = bets(rules, state, mono) if phase_of(state) is Phase.BETTING else ()
    for spot in rules.spots:
        if alarm := live.spots[spot].alarm:
            yield _ask(alarm.value, spot=spot)
        if live.spots[spot].unsure:
            yield _ask("unsure", spot=spot)
        if is_stuck(rules, state, spot, mono) and not book.locked:
            yield _ask("stuck", spot=spot)
        if is_second(rules, state, spot, mono) and not book.locked:
            yield _ask("second", spot=spot, rival=rival(rules, state, spot, mono))
        if book.spot(spot).flat == "lit" and lit and spot not in lit:
            yield _ask("flat", spot=spot)
        if out := book.spot(spot).out:
            yield _ask("out", spot=spot, why=out)


def _of_the_time(rules: Rules, state: State, utc: int) -> Iterator[Ask]:
    book, live = state.book, state.live
    lit = live.seen[-1] if live.seen else None
    if not book.locked and lit and lit.spots and utc - lit.utc > REMIND:
        yield _ask("lock")
    if not live.clock.trusted:
        yield _ask("clock", why=live.clock.why)
    elif book.today and utc >= book.today.until:
        now = gaming_day(utc, rules.roll, rules.zone).isoformat()
        if now < book.today.day:  # somebody confirmed a time that was too late
            yield _ask("day_ahead", day=book.today.day, now=now)
    if book.held:
        yield _ask("held", why=typed(book.held))


def _claim(rules: Rules, claim: Claim) -> Message:
    facts: dict[str, Fact] = {"claim": claim.number, "spot": claim.spot, "round": claim.round}
    if not claim.award:
        return message("asks.name_award", **facts)
    facts["title"] = title_of(rules, claim)
    if claim.stage is Stage.OPEN:
        code = "approved_by" if claim.approved else "decide"
        return message(f"asks.{code}", **facts, names=claim.approved)
    if claim.stage is Stage.APPROVED:
        return message("asks.approved", **facts)
    return message("asks.pay", **facts, amount=claim.amount)
