"""Records of claims, from the seat to the money."""

from dataclasses import field

from controller.table.records.base import Record, record
from controller.table.state import Won


@record
class Claim(Record):
    claim: int
    spot: str
    meters: dict[str, int]  # as posted at the round's lock
    locked_at: int  # utc
    stake: int
    award: str = ""
    cards: str = ""
    reference: str = ""  # the evidence of a late claim
    earlier_claimants: tuple[str, ...] = ()  # of claims for the same hand that ended
    paid_shares: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> of the round's forgotten winners
    shown: dict[str, int] = field(default_factory=dict)  # what signs have shown of progressives since, if more


@record
class AwardName(Record):
    """The award of an open claim is named, or named anew."""

    claim: int
    award: str
    cards: str = ""
    shown: dict[str, int] = field(default_factory=dict)


@record
class Approval(Record):
    claim: int
    missing: int = 0  # persons who must still approve
    jackpot: str = ""  # of a share that needs nobody more


@record
class ClaimEnd(Record):
    """A claim ends without money. `cause`: denied, withdrawn, or how its wager was given back."""

    claim: int
    cause: str
    reason: str = ""


@record
class FixedAward(Record):
    """Paid from the rack as it is approved."""

    claim: int
    award: str
    amount: int
    slip: int


@record
class MeterAward(Record):
    """What all winners of a round have of a meter, in place of what they had before."""

    jackpot: str
    policy: str
    amounts: dict[int, int]  # by claim
    slips: dict[int, int]  # claim -> a new slip
    won: Won
    won_before: Won
    before: int
    after: int
    posted_change: int = 0  # for rounds locked since
    denied: int = 0  # the claim whose denial made it
    reason: str = ""


@record
class Payment(Record):
    """The winner has the money. The hand's last payment may reset the meter."""

    claim: int
    amount: int
    method: str
    slip: int
    reseeded: int = 0
    from_reserve: int = 0  # of the whole reset
    from_overflow: int = 0
    unfilled: int = 0  # the reset that no longer comes: the jackpot has ended
    posted_change: int = 0


@record
class PaymentCorrection(Record):
    claim: int
    amount: int
    reason: str
    slip: int


@record
class ClaimsReopened(Record):
    reason: str


@record
class Dispute(Record):
    """Somebody claimed for a spot that did not play, and was refused."""

    spot: str
    covered: bool
    presses: int
