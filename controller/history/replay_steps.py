"""What each row of the journal, and each note of a sensor, says of one seat: which sentences, with which facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.history.bets import stakes_of
from controller.history.sentences import SENTENCES
from controller.present.sentence_names import named
from controller.present.sentences import Sentence, joined, sentence
from controller.present.statements import Statement, statement
from controller.reports.paper import slip_number
from controller.reports.words import award_title, jackpot_title, spot_name, usd
from controller.table import records
from controller.table.gaming_day import local_time
from controller.table.journal import Entry
from controller.table.money import CENT
from controller.table.records import Record
from controller.table.rules import Rules
from controller.table.variances import per_cent

Said = tuple[str, str]  # the kind of step, and its sentence
Tell = Callable[["Seat", Entry, Any], list[Said]]


def say(code: str, /, **facts: object) -> Sentence:
    return sentence(SENTENCES, code, **facts)


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose story it is."""

    rules: Rules
    spot: str
    round: int
    claims: Mapping[int, str]  # its claims in this round -> award, as last named

    def say(self, code: str, /, **facts: object) -> Sentence:
        """A sentence that names the seat: within it, or at its beginning."""
        name = spot_name(self.rules, self.spot)
        return say(code, **facts, name=name, Name=name[0].upper() + name[1:], spot=self.spot)


# -- what the table noted between two rows -------------------------------------------------------------------

AT_THE_TABLE = {
    "first_card", "settle", "settle_again", "lock_again", "clear_again", "win_asked", "win_cancelled", "void_asked",
    "void_not_asked", "tier_asked", "tier_cancelled", "clock_step",
}  # fmt: skip


def of_a_note(seat: Seat, what: str, where: str) -> Said | None:
    """None: it is about somebody else."""
    if where == seat.spot:
        if f"note_{what}" in SENTENCES:
            return "sensor", seat.say(f"note_{what}")
        return "sensor", seat.say("note_other", what=what.replace("_", " ").capitalize())
    if what == "signs_silent":
        return "sign", say("no_sign_told")
    if what in ("link_up", "link_down"):
        return "sensor", say(what)
    return ("round", say(what)) if what in AT_THE_TABLE else None


# -- rows ----------------------------------------------------------------------------------------------------


def of_a_row(seat: Seat, entry: Entry) -> list[Said]:
    """One step or several; none for a row that is about something else."""
    if tell := _ROWS.get(type(entry.record)):
        return tell(seat, entry, entry.record)
    told = statement(entry)
    if told.code in _ROUND:
        return [("round", say(told.code, **_facts(told)))] if entry.round == seat.round else []
    if kind := _SPOT.get(told.code):
        mine = seat.spot in told.spots and entry.round in (0, seat.round)
        return [(kind, seat.say(told.code, **_facts(told)))] if mine else []
    if kind := _CLAIM.get(told.code):
        if not seat.claims.keys() & {*told.claims}:
            return []
        return [(kind, say(told.code, **_facts(told) | {"reason": told.reason.rstrip(".")}))]
    return [("round", say(told.code, **_facts(told)))] if told.code in _TABLE else []


def _facts(told: Statement) -> dict[str, str]:
    """Those that its sentence speaks of."""
    text = SENTENCES[told.code]
    return {name: named(fact) for name, fact in told.texts(usd).items() if f"{{{name}}}" in text}


def _bets(count: int) -> Sentence:
    return say("bets", number=count) if count > 1 else say("bets_one" if count else "bets_none")


def _lock(seat: Seat, entry: Entry, record: records.Locking) -> list[Said]:
    if entry.round != seat.round:
        return []
    facts = {"round": entry.round, "bets": _bets(len(record.spots))}
    if isinstance(record, records.LateLock):
        told = [say("late_lock", **facts, time=local_time(record.moment, seat.rules.zone))]
    else:
        told = [say("lock", **facts)]
    if seat.spot in record.spots:
        told.append(seat.say("plays", amount=usd(stakes_of(entry)[seat.spot])))
    else:
        told.append(seat.say("not_lit"))
    if seat.spot in record.stuck:
        told.append(say("was_stuck"))
    posted = [  # as signs show it: rounded down
        ("posted", say("stood", title=jackpot_title(seat.rules, name), amount=usd(amount - amount % CENT)))
        for name, amount in record.meters.items()
    ]
    return [("lock", joined(told)), *posted]


def _clear(seat: Seat, entry: Entry, record: records.Clear) -> list[Said]:
    if entry.round != seat.round:
        return []
    told = [say("clear", round=entry.round)]
    if alarm := record.alarms.get(seat.spot):
        told.append(seat.say(f"alarm_{alarm}"))
    if presses := record.presses.get(seat.spot):
        told.append(seat.say("presses", times=presses))
    return [("round", joined(told))]


def _not_locked(seat: Seat, entry: Entry, record: records.NotLocked) -> list[Said]:
    if entry.round != seat.round:
        return []
    lit = record.seen[-1].spots if record.seen else ()
    return [("round", seat.say("not_locked_lit" if seat.spot in lit else "not_locked_dark", round=entry.round))]


def _sensor_test(seat: Seat, entry: Entry, record: records.SensorTest) -> list[Said]:
    if seat.spot in record.passed:
        return [("sensor", seat.say("test_passed"))]
    if seat.spot in record.failed:
        return [("sensor", seat.say("test_failed"))]
    return []


def _meter(seat: Seat, entry: Entry, record: Any) -> list[Said]:
    """It was changed between hands: what was posted at the next lock."""
    told = statement(entry)
    return [("posted", say(told.code, **_facts(told), title=jackpot_title(seat.rules, told.jackpots[0])))]


def _claim(seat: Seat, entry: Entry, record: records.Claim) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    told = [seat.say("claim", claim=record.claim, award=_award(seat, record.award, record.cards))]
    if record.reference:
        told.append(say("late_claim", reference=record.reference))
    return [("claim", joined(told))]


def _award_name(seat: Seat, entry: Entry, record: records.AwardName) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    return [("claim", say("award_name", claim=record.claim, award=_award(seat, record.award, record.cards)))]


def _award(seat: Seat, award: str, cards: str) -> str:
    if not award:
        return say("unnamed")
    return award_title(seat.rules, seat.spot, award) + (f" ({cards})" if cards else "")


def _fixed_award(seat: Seat, entry: Entry, record: records.FixedAward) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    return [
        ("approval", say("approval", claim=record.claim)),
        ("money", say("fixed_award", amount=usd(record.amount))),
        _slip(record.slip),
    ]


def _slip(number: int) -> Said:
    return "slip", say("slip", slip=slip_number(number))


def _meter_award(seat: Seat, entry: Entry, record: records.MeterAward) -> list[Said]:
    """Of several winners of one hand each has a part; another one's end may change it."""
    title = jackpot_title(seat.rules, record.jackpot)
    told: list[Said] = []
    for claim in seat.claims:
        if record.denied == claim:
            told.append(("money", say("given_back", claim=claim, title=title)))
        elif claim in record.amounts:
            told.append(("money", say("meter_award", claim=claim, amount=usd(record.amounts[claim]), title=title)))
            if claim in record.slips:
                told.append(_slip(record.slips[claim]))
    if told:
        told.append(("posted", say("stands", title=title, amount=usd(record.after))))
    return told


def _payment(seat: Seat, entry: Entry, record: records.Payment) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    facts = {"amount": usd(record.amount), "method": record.method, "slip": slip_number(record.slip)}
    return [("money", say("payment", **facts))]


def _correction(seat: Seat, entry: Entry, record: records.PaymentCorrection) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    facts = {"amount": usd(abs(record.amount)), "claim": record.claim, "reason": record.reason.rstrip(".")}
    return [("money", say(statement(entry).code, **facts)), _slip(record.slip)]


def _reading(seat: Seat, entry: Entry, record: records.Reading) -> list[Said]:
    if record.claim not in seat.claims:
        return []
    facts = {"jackpot": record.jackpot, "amount": usd(record.shown)}
    if not record.difference:
        return [("sign", say("reading", **facts))]
    share = per_cent(abs(record.difference), record.ledger)
    return [("sign", say("reading_off", **facts, difference=usd(abs(record.difference)), share=share))]


_ROUND = {"unlock", "void", "resume", "claims_reopened"}  # of the seat's own round
_SPOT = {  # of the seat itself: code -> kind of step
    "void_spot": "round",
    "add_spot": "round",
    "stake_change": "round",
    "flat_bet_lit": "round",
    "flat_bet_dark": "round",
    "coin": "sensor",
    "coin_refund": "money",
    "spot_out": "sensor",
    "dispute": "claim",
}
_CLAIM = {  # of the seat's claims
    "approval": "approval",
    "approval_missing": "approval",
    "claim_denied": "claim",
    "claim_withdrawn": "claim",
    "claim_void": "claim",
}
_TABLE = {  # of the whole table
    "start", "stop", "fault_end", "second_copy_lost", "second_copy_back", "open", "offered", "not_offered",
    "sign_override", "funds_hold", "fault",
}  # fmt: skip
_ROWS: dict[type[Record], Tell] = {
    records.Lock: _lock,
    records.LateLock: _lock,
    records.Clear: _clear,
    records.NotLocked: _not_locked,
    records.SensorTest: _sensor_test,
    records.Post: _meter,
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
