"""What was done out of the ordinary, by whom, and how often for the rounds played (R153, E66, E67).

A dealer's keys have no name. What the table only noted (a chip that left, a late bet) is nobody's.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.present.statements import Statement, statement
from controller.reports.words import KEYS
from controller.table import records
from controller.table.journal import Entry

# What a person answers for: a statement's code -> what it is called.
ACTS = {
    "late_lock": "late lock",
    "unlock": "lock taken back",
    "not_locked": "hand without a lock",
    "void": "round void",
    "void_spot": "bet void",
    "add_spot": "bet added by hand",
    "claims_reopened": "claims reopened",
    "dispute": "claim for a seat that did not play",
    "late_claim": "late claim",
    "claim_denied": "claim denied",
    "claim_withdrawn": "claim withdrawn",
    "payment_added": "paid win corrected",
    "payment_returned": "paid win corrected",
    "count_correction": "count corrected",
    "take_over": "meter taken over",
    "terms_accepted": "parameters accepted",
    "transfer_out": "meter sent to another table",
    "transfer_in": "meter taken from another table",
    "retirement": "end of a jackpot announced",
    "retirement_recall": "end of a jackpot taken back",
    "disposal": "money of an ended jackpot disposed of",
    "post_hold": "post held",
    "meter_lowered": "jackpot lowered",
    "meter_raised": "jackpot raised",
    "funds_hold": "funds held",
    "funds_release": "funds released",
    "fault_end": "fault cleared",
    "spot_out": "spot out of service",
    "lock_out": "wrong PINs, locked out",
    "door_open": "box opened",
    "sign_override": "amount posted by hand",
    "training_begun": "training",
    "training_ended": "training",
    "restoration": "ledger restored",
    "second_copy_lost": "second copy of the ledger not kept",
    "second_copy_back": "second copy of the ledger kept again",
}
# What the table saw between two rows.
NOTES = {
    "late_bet": "late bet",
    "removed_bet": "locked chip taken away",
    "removal_acknowledged": "removal acknowledged",
    "dropped": "lit bet taken off",
    "confirmed": "unseen chip confirmed",
    "unsure": "sensor events were lost",
    "win_cancelled": "WIN cancelled",
    "lock_again": "LOCK pressed again",
}


@dataclass(frozen=True, slots=True)
class Deed:
    row: int
    utc: int
    trusted: bool
    day: str
    round: int
    what: str
    by: tuple[str, ...]
    where: str
    reason: str


@dataclass(slots=True)
class Conduct:
    rounds: int = 0  # locked in this time
    deeds: list[Deed] = field(default_factory=list)
    noted: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)  # who approved the same claim
    approvals: Counter[str] = field(default_factory=Counter)
    signed: Counter[str] = field(default_factory=Counter)  # everything that each name answers for
    logins: Counter[str] = field(default_factory=Counter)

    def by_person(self) -> dict[str, Counter[str]]:
        """Person -> what -> how often; the dealer's keys come last."""
        found: dict[str, Counter[str]] = {}
        for deed in self.deeds:
            for name in deed.by or (KEYS,):
                found.setdefault(name, Counter())[deed.what] += 1
        return dict(sorted(found.items(), key=lambda each: (each[0] == KEYS, each[0])))


def conduct_of(entries: Iterable[Entry]) -> Conduct:
    found = Conduct()
    approvers: dict[int, list[str]] = {}
    for entry in entries:
        record = entry.record
        (found.logins if isinstance(record, records.Login) else found.signed).update(entry.by)
        found.noted.update(NOTES[note.what] for note in entry.notes if note.what in NOTES)
        told = statement(entry)
        if what := ACTS.get(told.code):
            found.deeds.append(_deed(entry, told, what))
        match record:
            case records.Locking():
                found.rounds += 1
            case records.Unlock():
                found.rounds -= 1
            case records.Approval(claim=claim) | records.FixedAward(claim=claim) if entry.by:
                _approved(found, approvers.setdefault(claim, []), entry.by)
            case records.AwardName(claim=claim):
                approvers.pop(claim, None)
    return found


def _approved(found: Conduct, before: list[str], by: Iterable[str]) -> None:
    for name in by:
        found.approvals[name] += 1
        found.pairs.update(_pair(other, name) for other in before if other != name)
        before.append(name)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _deed(entry: Entry, told: Statement, what: str) -> Deed:
    by, reason = entry.by, told.reason
    match entry.record:
        case records.LockOut(name=name):
            by = (name,)
        case records.Claim(reference=reference):
            reason = reference
    return Deed(entry.seq, entry.at.utc, entry.trusted, entry.day, entry.round, what, by, _where(entry, told), reason)


def _where(entry: Entry, told: Statement) -> str:
    match entry.record:
        case records.VoidSpot() | records.AddSpot() | records.SpotOut() | records.Dispute():
            return ", ".join(told.spots)
        case (
            records.TakeOver()
            | records.TransferOut()
            | records.TransferIn()
            | records.Disposal()
            | records.TermsAccepted()
            | records.Retirement()
            | records.RetirementRecall()
        ):
            return ", ".join(told.jackpots)
        case records.Claim() | records.ClaimEnd() | records.PaymentCorrection():
            return ", ".join(f"claim {claim}" for claim in told.claims)
        case records.CountCorrection(for_day=day):
            return f"day {day}"
        case records.FaultEnd(code=code):
            return code
        case _:
            return ""
