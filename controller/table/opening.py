"""Opening and closing the table, and offering the bet or not: handlers for the transition table in round.py."""

from controller.table import posting, records, terms
from controller.table.decision import Decision
from controller.table.events import Close, LastShoe, Offer, Open, ShoeEnded, StopOffering
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.sensors import fresh_spots, in_service, is_bet
from controller.table.spot_book import change_spot
from controller.table.state import Book, Phase, hard_fault, phase_of
from controller.table.values import replace
from words.message import typed


def open_table(decision: Decision, event: Open) -> None:
    decision.no_fault()
    if decision.live.sensor_test:
        raise Refused("trial_runs")
    posting.attend(decision)
    terms.at_opening(decision)
    decision.write(records.Open(reason=None if posting.clock_allows(decision) else posting.CLOCK))
    fresh_spots(decision)


def close_table(decision: Decision, event: Close) -> None:
    no_bets(decision)
    decision.write(records.Close())


def close_recovered(decision: Decision, event: Close) -> None:
    """Nothing was locked when the power failed, so there is no hand to confirm first."""
    if decision.book.locked:
        raise Refused("resume_first")
    close_table(decision, event)
    decision.live = replace(decision.live, recovered=False)


def announce_last_shoe(decision: Decision, event: LastShoe) -> None:
    if decision.book.last_shoe:
        raise Refused("last_shoe_already")
    decision.write(records.LastShoe())


def end_shoe(decision: Decision, event: ShoeEnded) -> None:
    """Flat bets end with the shoe. If it was announced as the last shoe, the table closes."""
    if decision.book.last_shoe:
        no_bets(decision)
    decision.write(records.ShoeEnd(closes=decision.book.last_shoe))


def stop_offering(decision: Decision, event: StopOffering) -> None:
    """Only between shoes, and only when no chip lies on a sensor (R040, E54)."""
    if decision.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=decision.book.shoe_rounds)
    no_bets(decision, covered=True)
    decision.write(records.NotOffered(reason=decision.reason(event.reason)))


def offer(decision: Decision, event: Offer) -> None:
    decision.no_fault()
    if decision.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=decision.book.shoe_rounds)
    if not posting.clock_allows(decision):
        raise Refused("clock_unknown", why=decision.live.clock.why)
    decision.write(records.Offered())
    fresh_spots(decision)


def no_bets(decision: Decision, *, covered: bool = False) -> None:
    """Refuse if a spot is lit or, with `covered`, if a chip lies on a sensor in service. Coins stay as credit. There
    are no bets while nothing is offered or a fault keeps the lamps dark."""
    if phase_of(decision.state) is not Phase.BETTING or hard_fault(decision.state):
        return
    on = [
        spot
        for spot, rule in decision.rules.spots.items()
        if (rule.sensor is not Sensor.COIN and is_bet(decision.rules, decision.state, spot, decision.at.mono))
        or (
            covered
            and rule.sensor is Sensor.PRESENCE
            and decision.spot(spot).level
            and in_service(decision.state, spot)
        )
    ]
    if on:
        raise Refused("bets_on", spots=tuple(on))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Open)
def _opened(book: Book, entry: Entry, record: records.Open) -> Book:
    phase = Phase.NOT_OFFERED if record.reason else Phase.BETTING
    return replace(_new_shoe(book), phase=phase, reason=record.reason, restored=0)


@fold(records.Close)
def _closed(book: Book, entry: Entry, record: records.Close) -> Book:
    return replace(book, phase=Phase.CLOSED, reason=None)


@fold(records.LastShoe)
def _last_shoe(book: Book, entry: Entry, record: records.LastShoe) -> Book:
    return replace(book, last_shoe=True)


@fold(records.ShoeEnd)
def _shoe_ended(book: Book, entry: Entry, record: records.ShoeEnd) -> Book:
    return replace(_new_shoe(book), phase=Phase.CLOSED if record.closes else book.phase)


def _new_shoe(book: Book) -> Book:
    for spot in [name for name, each in book.spots.items() if each.flat]:
        book = change_spot(book, spot, flat="")
    return replace(book, shoe_rounds=0, shoe_first=(), last_shoe=False, by_hand=False)


@fold(records.NotOffered)
def _not_offered(book: Book, entry: Entry, record: records.NotOffered) -> Book:
    return replace(book, phase=Phase.NOT_OFFERED, reason=typed(record.reason))


@fold(records.Offered)
def _offered(book: Book, entry: Entry, record: records.Offered) -> Book:
    return replace(book, phase=Phase.BETTING, reason=None)
