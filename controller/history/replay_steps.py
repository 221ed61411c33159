"""What each row of the journal and each note of a sensor says about one seat, as messages of the section `story`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from controller.history.bets import stakes_of
from controller.present.statements import Statement, statement
from controller.reports.labels import award_title, jackpot_title
from controller.table import records
from controller.table.gaming_day import local_time
from controller.table.journal import Entry
from controller.table.money import BASIS_POINTS, CENT
from controller.table.records import Record
from controller.table.rules import Rules
from words.message import Fact, Message, message, sentences


class Event(NamedTuple):
    kind: str  # a key of the section `steps`
    message: Message


View = Callable[["Seat", Entry, Any], list[Event]]


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a replay."""

    rules: Rules
    spot: str
    round: int
    claims: Mapping[int, str]  # its claims in this round -> the award that was named last


# -- what the table noted between two rows -------------------------------------------------------------------

AT_THE_SEAT = frozenset({
    "bet_dark", "chip", "coin_counter_restarted", "confirmed", "dropped", "flat_bet_refused", "late_bet", "press",
    "pressed_while_away", "removal_acknowledged", "removed_bet", "tier", "unsure", "vacant",
})  # fmt: skip
AT_THE_TABLE = frozenset({
    "first_card", "settle", "settle_again", "lock_again", "clear_again", "win_asked", "win_cancelled", "void_asked",
    "void_not_asked", "tier_asked", "tier_cancelled", "clock_step",
})  # fmt: skip


def of_a_note(seat: Seat, what: str, where: str) -> Event | None:
    """None if the note is not about this seat."""
    if where == seat.spot and what in AT_THE_SEAT:
        return Event("sensor", message(f"story.note_{what}", spot=seat.spot))
    if what == "signs_silent":
        return Event("sign", message("story.signs_silent"))
    if what in ("link_up", "link_down"):
        return Event("sensor", message(f"story.{what}"))
    return Event("round", message(f"story.{what}")) if what in AT_THE_TABLE else None


# -- rows ----------------------------------------------------------------------------------------------------


def of_a_row(seat: Seat, entry: Entry) -> list[Event]:
    """One or several events; none for a row about something else."""
    if view := _ROWS.get(type(entry.record)):
        return view(seat, entry, entry.record)
    found = statement(entry)
    if found.code in _ROUND and entry.round == seat.round:
        return [Event("round", _message(found, _ROUND[found.code]))]
    if found.code in _SPOT and seat.spot in found.spots and entry.round in (0, seat.round):
        kind, names = _SPOT[found.code]
        return [Event(kind, _message(found, names, spot=seat.spot))]
    if found.code in _CLAIM and seat.claims.keys() & {*found.claims}:
        kind, names = _CLAIM[found.code]
        return [Event(kind, _message(found, names))]
    if found.code in _TABLE:
        return [Event("round", _message(found, _TABLE[found.code]))]
    return []


def _message(found: Statement, names: tuple[str, ...], **more: Fact) -> Message:
    return message(f"story.{found.code}", **{name: _fact(found.facts[name]) for name in names}, **more)


def _fact(value: Fact) -> Fact:
    """Removes the full stop that a person typed: the sentence around it has its own."""
    return value.rstrip(".") if isinstance(value, str) else value


def _bets(count: int) -> Message:
    return message("story.bets" if count else "story.bets_none", number=count)


def _lock(seat: Seat, entry: Entry, record: records.Locking) -> list[Event]:
    if entry.round != seat.round:
        return []
    bets = _bets(len(record.spots))
    if isinstance(record, records.LateLock):
        moment = local_time(record.moment, seat.rules.zone)
        lines = [message("story.late_lock", round=entry.round, bets=bets, time=moment)]
    else:
        lines = [message("story.lock", round=entry.round, bets=bets)]
    if seat.spot in record.spots:
        lines.append(message("story.plays", spot=seat.spot, amount=stakes_of(entry)[seat.spot]))
    else:
        lines.append(message("story.not_lit", spot=seat.spot))
    if seat.spot in record.stuck:
        lines.append(message("story.was_stuck"))
    posted = [  # rounded down, as signs show it
        message("story.stood", title=jackpot_title(seat.rules, name), amount=amount - amount % CENT)
        for name, amount in record.meters.items()
    ]
    return [Event("lock", sentences(lines)), *(Event("posted", each) for each in posted)]


def _clear(seat: Seat, entry: Entry, record: records.Clear) -> list[Event]:
    if entry.round != seat.round:
        return []
    lines = [message("story.clear", round=entry.round)]
    if alarm := record.alarms.get(seat.spot):
        lines.append(message(f"story.alarm_{alarm}", spot=seat.spot))
    if presses := record.presses.get(seat.spot):
        lines.append(message("story.presses", spot=seat.spot, times=presses))
    return [Event("round", sentences(lines))]


def _not_locked(seat: Seat, entry: Entry, record: records.NotLocked) -> list[Event]:
    if entry.round != seat.round:
        return []
    lit = record.seen[-1].spots if record.seen else ()
    code = "story.not_locked_lit" if seat.spot in lit else "story.not_locked_dark"
    return [Event("round", message(code, spot=seat.spot, round=entry.round))]


def _sensor_test(seat: Seat, entry: Entry, record: records.SensorTest) -> list[Event]:
    if seat.spot in record.passed:
        return [Event("sensor", message("story.test_passed", spot=seat.spot))]
    if seat.spot in record.failed:
        return [Event("sensor", message("story.test_failed", spot=seat.spot))]
    return []


def _post(seat: Seat, entry: Entry, record: records.Post) -> list[Event]:
    title = jackpot_title(seat.rules, record.jackpot)
    return [Event("posted", message("story.post", title=title, amount=record.amount, for_day=record.for_day))]


def _meter(seat: Seat, entry: Entry, record: Any) -> list[Event]:
    """The meter was changed between hands, before the next lock posted it."""
    title = jackpot_title(seat.rules, record.jackpot)
    return [Event("posted", message(f"story.{statement(entry).code}", title=title))]


def _claim(seat: Seat, entry: Entry, record: records.Claim) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    award = _award(seat, record.award, record.cards)
    lines = [message("story.claim", spot=seat.spot, claim=record.claim, award=award)]
    if record.reference:
        lines.append(message("story.late_claim", reference=record.reference))
    return [Event("claim", sentences(lines))]


def _award_name(seat: Seat, entry: Entry, record: records.AwardName) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    award = _award(seat, record.award, record.cards)
    return [Event("claim", message("story.award_name", claim=record.claim, award=award))]


def _award(seat: Seat, award: str, cards: str) -> Fact:
    if not award:
        return message("story.unnamed")
    title = award_title(seat.rules, seat.spot, award)
    return message("story.award_by_cards", award=title, cards=cards) if cards else title


def _fixed_award(seat: Seat, entry: Entry, record: records.FixedAward) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    return [
        Event("approval", message("story.approval", claim=record.claim)),
        Event("money", message("story.fixed_award", amount=record.amount)),
        _slip(seat, record.slip),
    ]


def _slip(seat: Seat, number: int) -> Event:
    return Event("slip", message("story.slip", slip=seat.rules.slip_number(number)))


def _meter_award(seat: Seat, entry: Entry, record: records.MeterAward) -> list[Event]:
    """Several winners of one hand each get a part; the end of another claim may change it."""
    title = jackpot_title(seat.rules, record.jackpot)
    found: list[Event] = []
    for claim in seat.claims:
        if record.denied == claim:
            found.append(Event("money", message("story.given_back", claim=claim, title=title)))
        elif claim in record.amounts:
            amount = record.amounts[claim]
            found.append(Event("money", message("story.meter_award", claim=claim, amount=amount, title=title)))
            if claim in record.slips:
                found.append(_slip(seat, record.slips[claim]))
    if found:
        found.append(Event("posted", message("story.stands", title=title, amount=record.after)))
    return found


def _payment(seat: Seat, entry: Entry, record: records.Payment) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    slip = seat.rules.slip_number(record.slip)
    return [Event("money", message("story.payment", amount=record.amount, method=record.method, slip=slip))]


def _correction(seat: Seat, entry: Entry, record: records.PaymentCorrection) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    code = f"story.{statement(entry).code}"
    paid = message(code, amount=abs(record.amount), claim=record.claim, reason=_fact(record.reason))
    return [Event("money", paid), _slip(seat, record.slip)]


def _reading(seat: Seat, entry: Entry, record: records.Reading) -> list[Event]:
    if record.claim not in seat.claims:
        return []
    if not record.difference:
        return [Event("sign", message("story.reading", jackpot=record.jackpot, amount=record.shown))]
    difference = abs(record.difference)
    share = difference * BASIS_POINTS // record.ledger if record.ledger else None
    facts: dict[str, Fact] = {
        "jackpot": record.jackpot, "amount": record.shown, "difference": difference, "share": share,
    }  # fmt: skip
    return [Event("sign", message("story.reading_off", **facts))]


# Codes of statements (and so of messages) -> the kind of step if it differs, and the facts in the sentence.
_ROUND = {  # about the seat's own round
    "unlock": ("round",),
    "void": ("round", "reason"),
    "resume": ("round",),
    "claims_reopened": ("round", "reason"),
}
_SPOT: dict[str, tuple[str, tuple[str, ...]]] = {  # about the seat itself
    "void_spot": ("round", ("reason",)),
    "add_spot": ("round", ("reason",)),
    "stake_change": ("round", ("before", "after")),
    "flat_bet_lit": ("round", ()),
    "flat_bet_dark": ("round", ()),
    "coin": ("sensor", ("amount",)),
    "coin_refund": ("money", ("amount",)),
    "spot_out": ("sensor", ("reason",)),
    "dispute": ("claim", ()),
}
_CLAIM: dict[str, tuple[str, tuple[str, ...]]] = {  # about the seat's claims
    "approval": ("approval", ("claim",)),
    "approval_missing": ("approval", ("claim", "missing")),
    "claim_denied": ("claim", ("claim", "reason")),
    "claim_withdrawn": ("claim", ("claim",)),
    "claim_void": ("claim", ("claim",)),
}
_TABLE: dict[str, tuple[str, ...]] = {  # about the whole table
    "start": (),
    "stop": (),
    "fault": ("reason",),
    "fault_end": ("code", "reason"),
    "second_copy_lost": ("reason",),
    "second_copy_back": (),
    "open": (),
    "offered": (),
    "not_offered": ("reason",),
    "sign_override": (),
    "funds_hold": ("reason",),
}
_ROWS: dict[type[Record], View] = {
    records.Lock: _lock,
    records.LateLock: _lock,
    records.Clear: _clear,
    records.NotLocked: _not_locked,
    records.SensorTest: _sensor_test,
    records.Post: _post,
    records.MeterSet: _meter,
    records.MeterLowered: _meter,
    records.MeterRaised: _meter,
    records.TakeOver: _meter,
    records.TransferIn: _meter,
    records.TransferOut: _meter,
    records.Claim: _claim,
    records.AwardName: _award_name,
    records.FixedAward: _fixed_award,
    records.MeterAward: _meter_award,
    records.Payment: _payment,
    records.PaymentCorrection: _correction,
    records.Reading: _reading,
}
