"""Corrections of single spots in a locked round: handlers for the transition table in round.py."""

from functools import partial

from controller.table import authority, progressive, records
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.approvals import taken_back
from controller.table.claim_book import remembered
from controller.table.decision import Decision
from controller.table.events import AckSpot, AddSpot, SetTier, VoidSpot
from controller.table.journal import Entry, Transfer, fold
from controller.table.locked_round import locked_spots, returned, take_back
from controller.table.records import Accrual
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.sensors import has_ended
from controller.table.state import Alarm, Book, Stage
from controller.table.tiers import tier_of
from controller.table.values import replace
from controller.table.wagers import accruals, counted_in, locked_round, wagered


def void_spot(decision: Decision, event: VoidSpot) -> None:
    """E19: voids only that seat."""
    decision.known(event.spot)
    if event.spot not in locked_spots(decision):
        raise Refused("not_playing", spot=event.spot, round=decision.book.round)
    record = partial(records.VoidSpot, spot=event.spot, reason=decision.reason(event.reason))
    take_back(decision, record, (event.spot,), "void_spot")
    decision.set_spot(event.spot, alarm=Alarm.NONE)


def add_spot(decision: Decision, event: AddSpot) -> None:
    """E11: a bet that the sensor did not see, added by hand and recorded as such."""
    decision.known(event.spot)
    if event.spot in locked_spots(decision):
        raise Refused("plays_already", spot=event.spot, round=decision.book.round)
    if has_ended(decision.rules, decision.book, event.spot):
        raise Refused("wager_ended", wager=decision.rules.spots[event.spot].wager)
    rule = decision.rules.spots[event.spot]
    if rule.sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if playing := [rival for rival in rule.rivals if rival in locked_spots(decision)]:
        raise Refused("rival_plays", seat=rule.seat, rival=playing[0])
    wagers, adds = accruals(decision.rules, decision.book, (event.spot,), {})
    transfers, _ = wagered(decision.rules, (event.spot,), {})
    charge = progressive.charge(decision, decision.book.round, (event.spot,), {}, adds)
    record = records.AddSpot(
        spot=event.spot,
        reason=decision.reason(event.reason),
        when=decision.when(decision.book.round),
        wagers=wagers,
        accruals=adds,
        contributions=charge.contributions,
        repaid=charge.repaid,
    )
    decision.write(record, [*transfers, *charge.transfers], number=decision.book.round)
    decision.set_spot(event.spot, alarm=Alarm.NONE)


def ack_spot(decision: Decision, event: AckSpot) -> None:
    decision.known(event.spot)
    if decision.spot(event.spot).alarm is not Alarm.REMOVED:
        raise Refused("no_alarm", spot=event.spot)
    decision.note("removal_acknowledged", event.spot)
    decision.set_spot(event.spot, alarm=Alarm.NONE)


def correct_tier(decision: Decision, event: SetTier) -> None:
    """This changes what was wagered, so a person must approve it, and no claim on the spot may be decided (E17)."""
    tier_of(decision, event)
    authority.enough(decision, authority.rule(decision, "round"), event.by)
    spot, locked = event.spot, decision.book.locked
    if locked is None or spot not in locked.spots:
        raise Refused("not_playing", spot=spot, round=decision.book.round)
    claim = next((each for each in decision.book.claims if (each.round, each.spot) == (locked.number, spot)), None)
    if claim and claim.stage is not Stage.OPEN:
        raise Refused("stake_stands", claim=claim.number, spot=spot, stage=claim.stage)
    for rule in taken_back(decision.rules, decision.state, (spot,)):
        authority.enough(decision, rule, event.by)
    before = decision.rules.stake(spot, locked.tiers)
    if event.amount == before:
        raise Refused("stake_already", spot=spot, amount=before)
    tiers = {name: amount for name, amount in locked.tiers.items() if name != spot}
    if event.amount != decision.rules.stake(spot, {}):
        tiers[spot] = event.amount
    _, old = accruals(decision.rules, decision.book, (spot,), locked.tiers)
    _, new = accruals(decision.rules, decision.book, (spot,), tiers)
    more = event.amount - before
    move = Transfer(PLAYERS, HOUSE, more, "tier") if more > 0 else Transfer(HOUSE, PLAYERS, -more, "tier")
    record = records.StakeChange(
        spot=spot,
        before=before,
        after=event.amount,
        tiers=tiers,
        accruals={name: _difference(old[name], add) for name, add in new.items()},
        reason=decision.reason(event.reason),
        when=decision.when(locked.number),
        claim=claim.number if claim else 0,
    )
    decision.write(record, [move], number=locked.number)


def _difference(old: Accrual, new: Accrual) -> Accrual:
    return Accrual(0, new.base - old.base, new.accrued - old.accrued)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.VoidSpot)
def _spot_voided(book: Book, entry: Entry, record: records.VoidSpot) -> Book:
    before = locked_round(book)
    left = tuple(spot for spot in before.spots if spot != record.spot)
    tiers = {spot: amount for spot, amount in before.tiers.items() if spot in left}  # if added again: first amount
    book = replace(book, locked=replace(before, spots=left, tiers=tiers))
    book = counted_in(book, record.accruals, record.wagers, entry.day, -1)
    return returned(book, entry, record, before, (record.spot,))


@fold(records.AddSpot)
def _spot_added(book: Book, entry: Entry, record: records.AddSpot) -> Book:
    locked = locked_round(book)
    book = replace(book, locked=replace(locked, spots=(*locked.spots, record.spot)))
    book = counted_in(book, record.accruals, record.wagers, entry.day, 1)
    book = progressive.contributed(remembered(book, entry), entry.round, record)
    return progressive.snapshots_raised(book, record.contributions)


@fold(records.StakeChange)
def _stake_changed(book: Book, entry: Entry, record: records.StakeChange) -> Book:
    """A spot played for another amount. Approvals of its claim were for something else and are dropped."""
    locked = replace(locked_round(book), tiers=dict(record.tiers))
    claims = tuple(
        replace(claim, stake=record.after, approved=())
        if (claim.round, claim.spot) == (locked.number, record.spot)
        else claim
        for claim in book.claims
    )
    book = remembered(replace(book, locked=locked, claims=claims), entry)
    return counted_in(book, record.accruals, {}, entry.day, 1)
