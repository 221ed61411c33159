"""Records of claims, from the seat to the money."""

from dataclasses import field

from controller.table.duties import Deed, When
from controller.table.records.base import Record, record
from controller.table.state import Won


@record
class Claim(Record):
    claim: int
    spot: str
    meters: dict[str, int]  # as posted at the round's lock
    locked_at: int  # utc
    stake: int
    when: When
    award: str = ""
    cards: str = ""
    reference: str = ""  # to the evidence of a late claim
    deeds: tuple[Deed, ...] = ()  # what people did on this hand before
    paid_shares: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> shares of forgotten winners
    shown: dict[str, int] = field(default_factory=dict)  # what progressives' signs have shown since, if more


@record
class AwardName(Record):
    """The award of an open claim is named, or renamed."""

    claim: int
    award: str
    when: When
    cards: str = ""
    shown: dict[str, int] = field(default_factory=dict)


@record
class Approval(Record):
    claim: int
    when: When
    missing: int = 0  # people who must still approve
    jackpot: str = ""  # set if it is a share that needs no further approval


@record
class ClaimEnd(Record):
    """A claim ends without money. `cause`: denied, withdrawn, or how its wager was returned."""

    claim: int
    cause: str
    reason: str = ""


@record
class FixedAward(Record):
    """Paid from the rack at its approval."""

    claim: int
    award: str
    amount: int
    slip: int
    when: When


@record
class MeterAward(Record):
    """What all winners of a round get from a meter; replaces their earlier amounts."""

    jackpot: str
    policy: str
    amounts: dict[int, int]  # claim -> micro-dollars
    slips: dict[int, int]  # claim -> its new slip
    won: Won
    won_before: Won
    before: int
    after: int
    posted_change: int = 0  # for rounds locked since the win
    denied: int = 0  # the denied claim that caused this record
    reason: str = ""


@record
class Payment(Record):
    """The winner has received the money. The hand's last payment may reset the meter."""

    claim: int
    amount: int
    method: str
    slip: int
    when: When
    reseeded: int = 0
    from_reserve: int = 0  # for the whole reset
    from_overflow: int = 0
    unfilled: int = 0  # the part of the reset that does not come, because the jackpot has ended
    posted_change: int = 0


@record
class PaymentCorrection(Record):
    claim: int
    amount: int
    reason: str
    slip: int
    variance: int = 0  # set if a sign showed more at the lock, and the difference is paid


@record
class ClaimsReopened(Record):
    spots: tuple[str, ...]
    reason: str


@record
class Dispute(Record):
    """Somebody claimed for a spot that did not play, and was refused."""

    spot: str
    covered: bool
    presses: int
