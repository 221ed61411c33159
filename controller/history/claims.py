"""A claim from the seat to the money (R102), folded from the rows that name it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.table import records
from controller.table.claim_book import deeds_in
from controller.table.duties import Deed
from controller.table.journal import Entry
from controller.table.records import Record
from controller.table.state import Stage

DENIED, WITHDRAWN, VOID = "denied", "withdrawn", "void"
ENDED = (Stage.PAID, DENIED, WITHDRAWN, VOID)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that people did, and when."""

    row: int
    utc: int
    trusted: bool
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction after the payment: the house pays more, or gets some back."""

    act: Act
    amount: int  # micro-dollars, negative for money that came back
    reason: str
    slip: int


@dataclass(frozen=True, slots=True)
class Win:
    claim: int
    opened: Act
    day: str
    round: int
    spot: str
    locked_at: int  # utc ms
    meters: dict[str, int]  # as they stood at the lock
    claimant: tuple[str, ...]
    reference: str  # to the evidence of a late claim
    stake: int  # micro-dollars
    award: str = ""
    cards: str = ""
    stage: str = Stage.OPEN
    approvals: tuple[Act, ...] = ()
    jackpot: str = ""  # set for a share
    before: int = 0  # the meter before the win
    after: int = 0
    amount: int = 0
    slip: int = 0
    replaced: tuple[int, ...] = ()  # earlier slips, replaced because the winners of the hand shared again
    decided: Act | None = None
    paid: Act | None = None
    method: str = ""
    ended: Act | None = None  # set if it ended without money
    cause: str = ""  # the cause in `ClaimEnd`
    reason: str = ""  # as a person typed it
    corrections: tuple[Correction, ...] = ()
    deeds: tuple[Deed, ...] = ()  # what people did on its hand, before the claim and since

    @property
    def total(self) -> int:
        return self.amount + sum(each.amount for each in self.corrections)

    @property
    def void_slips(self) -> tuple[int, ...]:
        """The slips on which nothing is paid."""
        return (*self.replaced, self.slip) if self.ended and self.slip else self.replaced

    @property
    def unpaid(self) -> bool:
        return self.stage == Stage.OWED

    @property
    def won(self) -> bool:
        """Whether an amount was decided. The slip of a denied claim stays on record, but is no win."""
        return self.slip > 0 and self.stage in (Stage.OWED, Stage.PAID)


def claims_in(record: Record) -> tuple[int, ...]:
    """The claims that a record names."""
    match record:
        case records.MeterAward(amounts=amounts, denied=denied):
            return (*amounts, *([denied] if denied else []))
        case (
            records.Claim(claim=claim)
            | records.AwardName(claim=claim)
            | records.Approval(claim=claim)
            | records.FixedAward(claim=claim)
            | records.Payment(claim=claim)
            | records.ClaimEnd(claim=claim)
            | records.PaymentCorrection(claim=claim)
        ):
            return (claim,)
        case records.StakeChange(claim=claim) if claim:  # the spot may have no claim
            return (claim,)
        case _:
            return ()


def win_of(claim: int, entries: Iterable[Entry], win: Win | None = None) -> Win | None:
    """The claim after these rows; None before it is opened."""
    for entry in entries:
        if claim in claims_in(entry.record):
            win = folded(win, entry)
    return win


def opened(entry: Entry, record: records.Claim) -> Win:
    return Win(
        claim=record.claim,
        opened=act_of(entry),
        day=entry.day,
        round=entry.round,
        spot=record.spot,
        locked_at=record.locked_at,
        meters=record.meters,
        claimant=entry.by,
        reference=record.reference,
        stake=record.stake,
        award=record.award,
        cards=record.cards,
        deeds=deeds_in(entry, {})[record.spot],
    )


def act_of(entry: Entry) -> Act:
    return Act(entry.seq, entry.at.utc, entry.trusted, entry.by)


def folded(win: Win | None, entry: Entry) -> Win | None:
    """A claim after one more row that names it."""
    if isinstance(entry.record, records.Claim):
        return opened(entry, entry.record)
    if win is None:
        return None
    deeds = deeds_in(entry, {win.claim: win.spot}).get(win.spot, ())
    return replace(_after(win, entry), deeds=(*win.deeds, *deeds))


def _after(win: Win, entry: Entry) -> Win:
    record = entry.record
    match record:
        case records.AwardName(award=award, cards=cards):
            claimant = tuple(dict.fromkeys((*win.claimant, *entry.by)))
            return replace(win, award=award, cards=cards, claimant=claimant, approvals=())
        case records.StakeChange(after=stake):  # approvals were for something else
            return replace(win, stake=stake, approvals=())
        case records.Approval(missing=missing, jackpot=jackpot):
            approved = Stage.OPEN if missing else Stage.APPROVED
            return replace(win, approvals=(*win.approvals, act_of(entry)), stage=approved, jackpot=jackpot)
        case records.FixedAward():
            return _fixed(win, entry, record)
        case records.MeterAward():
            return _awarded(win, entry, record)
        case records.Payment(method=method):
            return replace(win, stage=Stage.PAID, paid=act_of(entry), method=method)
        case records.ClaimEnd(cause=cause, reason=reason):
            stage = cause if cause in (DENIED, WITHDRAWN) else VOID
            return replace(win, stage=stage, ended=act_of(entry), cause=cause, reason=reason)
        case records.PaymentCorrection(amount=amount, reason=reason, slip=slip):
            correction = Correction(act_of(entry), amount, reason, slip)
            return replace(win, corrections=(*win.corrections, correction))
    return win


def _fixed(win: Win, entry: Entry, record: records.FixedAward) -> Win:
    """Paid from the rack at its approval."""
    act = act_of(entry)
    return replace(
        win,
        award=record.award,
        stage=Stage.PAID,
        approvals=(*win.approvals, act),
        amount=record.amount,
        slip=record.slip,
        decided=act,
        paid=act,
        method="chips",
    )


def _awarded(win: Win, entry: Entry, record: records.MeterAward) -> Win:
    if record.denied == win.claim:
        return win  # the next row ends it
    slip, decided = record.slips.get(win.claim, win.slip), win.decided
    return replace(
        win,
        stage=Stage.PAID if win.stage == Stage.PAID else Stage.OWED,
        jackpot=record.jackpot,
        before=win.before if decided else record.before,
        after=win.after if decided else record.after,
        amount=record.amounts[win.claim],
        slip=slip,
        replaced=(*win.replaced, win.slip) if win.slip not in (0, slip) else win.replaced,
        decided=decided or act_of(entry),
    )
