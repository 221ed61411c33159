"""Departures from ordinary play: what, by whom, and how many per hundred rounds (R153, E66, E67).

Keys have no name, and neither has a command that takes none: then the row says at which screen it was given. Sensor
events (a chip that left, a late bet) belong to nobody.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.present.statements import Statement, statement
from controller.table import duties, records
from controller.table.journal import Entry
from controller.table.terms import table_changes
from words.message import Message, message

# Deeds that a person answers for, by the code of the row's statement. Several codes may be one deed.
SAME = {
    "payment_added": "payment_corrected",
    "payment_returned": "payment_corrected",
    "training_begun": "training",
    "training_ended": "training",
    "lock_out_everywhere": "lock_out",
}
ACTS = frozenset(
    {
        *SAME,
        "late_lock",
        "unlock",
        "not_locked",
        "void",
        "void_spot",
        "add_spot",
        "stake_change",
        "claims_reopened",
        "dispute",
        "late_claim",
        "claim_denied",
        "claim_withdrawn",
        "count_correction",
        "take_over",
        "terms_pending",
        "terms_accepted",
        "transfer_out",
        "transfer_in",
        "retirement",
        "retirement_recall",
        "disposal",
        "post_hold",
        "meter_lowered",
        "meter_raised",
        "meter_set",
        "funds_hold",
        "funds_release",
        "fault_end",
        "spot_out",
        "wrong_pins",
        "lock_out",
        "lock_out_screen",
        "door_open",
        "sign_override",
        "restoration",
        "second_copy_lost",
        "second_copy_back",
    }
)
AFTER_UNLOCK = "bet_after_unlock"  # of a lock's row, which is no departure itself
# Of no person and no key: a start found another file; somebody guessed PINs at a screen.
NOBODYS = frozenset({"terms_pending", "lock_out_screen"})
SUFFERED = frozenset({"wrong_pins", "lock_out"})  # about a person; who typed the PINs is not known
# Notes of the table between two rows.
NOTES = frozenset(
    {
        "late_bet",
        "removed_bet",
        "removal_acknowledged",
        "dropped",
        "confirmed",
        "unsure",
        "win_cancelled",
        "lock_again",
    }
)


@dataclass(frozen=True, slots=True)
class Deed:
    row: int
    utc: int
    trusted: bool
    day: str
    round: int
    what: str  # a key in the catalogue's section `deeds`
    by: tuple[str, ...]
    at_screen: str
    where: tuple[str | Message, ...]
    reason: str | Message


@dataclass(slots=True)
class Conduct:
    rounds: int = 0  # number of rounds locked in this time
    deeds: list[Deed] = field(default_factory=list)
    noted: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)  # people who approved the same claim
    approvals: Counter[str] = field(default_factory=Counter)
    signed: Counter[str] = field(default_factory=Counter)  # number of rows that each person approved
    logins: Counter[str] = field(default_factory=Counter)

    def by_person(self) -> dict[str, Counter[str]]:
        """Person -> deed -> count; what was done without a name comes last."""
        found: dict[str, Counter[str]] = {}
        for deed in self.deeds:
            if deed.what in NOBODYS:
                continue
            for name in deed.by or ("",):
                found.setdefault(name, Counter())[deed.what] += 1
        return dict(sorted(found.items(), key=lambda each: (not each[0], each[0])))


def conduct_of(entries: Iterable[Entry]) -> Conduct:
    found = Conduct()
    approvers: dict[int, list[str]] = {}
    for entry in entries:
        record = entry.record
        (found.logins if isinstance(record, records.Login) else found.signed).update(entry.by)
        found.noted.update(note.what for note in entry.notes if note.what in NOTES)
        about = statement(entry)
        if about.code in ACTS:
            found.deeds.append(_deed(entry, about))
        match record:
            case records.Locking(deeds=deeds):
                found.rounds += 1
                found.deeds += _after_unlock(entry, deeds)
            case records.Unlock():
                found.rounds -= 1
            case records.Approval(claim=claim) | records.FixedAward(claim=claim) if entry.by:
                _approved(found, approvers.setdefault(claim, []), entry.by)
            case records.AwardName(claim=claim):
                approvers.pop(claim, None)
    return found


def _after_unlock(entry: Entry, deeds: Mapping[str, Iterable[duties.Deed]]) -> list[Deed]:
    """Bets that a lock did not have which was taken back: a deed of whoever took it back (decision 23)."""
    spots: dict[tuple[str, ...], list[str]] = {}
    for spot, done in deeds.items():
        for by in {each.by for each in done if each.step is duties.Step.LOCK}:
            spots.setdefault(by, []).append(spot)
    return [
        Deed(
            entry.seq,
            entry.at.utc,
            entry.trusted,
            entry.day,
            entry.round,
            AFTER_UNLOCK,
            by,
            "",  # the screen stands in the unlock's own deed
            tuple(sorted(where)),
            "",
        )
        for by, where in sorted(spots.items())
    ]


def _approved(found: Conduct, before: list[str], by: Iterable[str]) -> None:
    for name in by:
        found.approvals[name] += 1
        found.pairs.update(_pair(other, name) for other in before if other != name)
        before.append(name)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _deed(entry: Entry, about: Statement) -> Deed:
    by, reason = entry.by, getattr(entry.record, "reason", "") or ""
    match entry.record:
        case records.LockOut(name=name) | records.WrongPins(name=name):
            by = (name,) if name else ()
        case records.Claim(reference=reference):
            reason = reference
    return Deed(
        entry.seq,
        entry.at.utc,
        entry.trusted,
        entry.day,
        entry.round,
        SAME.get(about.code, about.code),
        by,
        entry.at_screen,
        _where(entry, about),
        reason,
    )


def _where(entry: Entry, about: Statement) -> tuple[str | Message, ...]:
    match entry.record:
        case records.AddSpot(when=when) | records.StakeChange(when=when) | records.VoidSpot(when=when):
            return (*about.spots, message(f"moments.{when}"))
        case records.Void(when=when):
            return (message(f"moments.{when}"),)
        case records.SpotOut() | records.Dispute():
            return about.spots
        case (
            records.TakeOver()
            | records.TransferOut()
            | records.TransferIn()
            | records.MeterSet()
            | records.Disposal()
            | records.Retirement()
            | records.RetirementRecall()
        ):
            return about.jackpots
        case records.TermsPending(table=table) | records.TermsAccepted(table=table):
            return (*about.jackpots, *table_changes(table))
        case records.Claim() | records.ClaimEnd() | records.PaymentCorrection():
            return tuple(message("paper.claim", claim=claim) for claim in about.claims)
        case records.CountCorrection(for_day=day):
            return (message("paper.day_of", day=day),)
        case records.FaultEnd(code=code):
            return (code,)
        case records.WrongPins(screen=screen, number=number):
            return (message("paper.screen", screen=screen), message("paper.number", number=number))
        case records.LockOut(screen=screen):
            return (message("paper.screen", screen=screen) if screen else message("paper.screens"),)
        case _:
            return ()
