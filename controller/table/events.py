"""Everything that can happen to a table, as values. Events carry their own time; the core has no clock."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from controller.table.rules import Key
from controller.table.values import Value
from words.message import Message

Names = tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """One instant twice, in ms: `mono` orders what happens within one run, `utc` is what a person reads."""

    mono: int
    utc: int


E = TypeVar("E", bound="Event")


@dataclass_transform(frozen_default=True)
def event(of: type[E]) -> type[E]:
    return dataclass(frozen=True, eq=False, repr=False)(of)


@event
class Event(Value):
    at: Moment


@event
class Command(Event):
    """Asked by a person; `by` names those who answer for it."""

    by: Names = ()


@dataclass(frozen=True, slots=True)
class PastRound:
    """A locked round as the journal has it."""

    number: int
    utc: int
    spots: Names
    meters: dict[str, int]
    paid: Names = ()  # spots whose claim was paid: they have no second one
    shares: tuple[tuple[str, int], ...] = ()  # (jackpot, basis points) of each that was paid a share of a meter
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> what it played for
    claimants: dict[str, Names] = field(default_factory=dict)  # spot -> who has claimed for it by name, ever


# -- the machine ---------------------------------------------------------------------------------------------


@event
class Started(Event):
    """The controller runs (again): `boot` names this boot of the machine, `synced` says that its clock follows a
    time server, `version` and `config` say what runs."""

    boot: str
    synced: bool
    version: str
    config: str
    drivers: Names = ()  # until each has answered the table is out of service
    program: str = ""  # the SHA-256 of what runs (R164)
    damage: Message | None = None  # if it is not what was installed (R163)


@event
class Stopped(Event):
    """The controller ends in good order."""


@event
class Tick(Event):
    """Time passes. Sent about once a second, and when `next_wake` says so."""

    synced: bool


@event
class Linked(Event):
    """A driver can read its spots (again). With `boot` as before, its counters went on while it was away."""

    driver: str
    boot: int
    spots: Names


@event
class Unlinked(Event):
    """A driver lost its spots; `why` says the reason. It had heard nothing of them for `silent` ms by then."""

    driver: str
    why: Message
    spots: Names
    silent: int = 0


@event
class SignsSilent(Event):
    """No sign has acknowledged the amount for the profile's grace; `why` says the reason."""

    why: Message


@event
class SignsBack(Event):
    """A sign acknowledges the amount again."""


@event
class CopyAway(Event):
    """The ledger's second copy is not kept; `why` says the reason."""

    why: Message


@event
class CopyBack(Event):
    """It is kept again, with all that it missed."""


@event
class LedgerFailed(Event):
    """A decision could not be written: nothing more is decided until the controller is started anew."""

    why: Message


@event
class LedgerDoubted(Event):
    """The idle walk over the history found it wrong."""

    finding: Message


# -- sensors and keys ----------------------------------------------------------------------------------------


@event
class ChipSensed(Event):
    """A presence sensor's level: a chip lies there, or not."""

    spot: str
    on: bool


@event
class Touched(Event):
    """A lit button was pressed."""

    spot: str


@event
class CoinsCounted(Event):
    """A coin sensor's cumulative count of pulses since `boot`."""

    spot: str
    boot: int
    count: int


@event
class SpotUnsure(Event):
    """Edges of this spot happened in an unknown order: what it showed is not to be trusted."""

    spot: str


@event
class SpotStorming(Event):
    """This spot's sensor chatters faster than any hand can."""

    spot: str


@event
class KeyPressed(Event):
    key: Key


@event
class SwitchTurned(Event):
    """The supervisor's keyswitch or the box's door."""

    key: Key
    on: bool


@event
class PressedWhileAway(Event):
    """Presses that only the counters tell of: nobody saw when they happened, so a person decides."""

    what: str
    times: int


# -- what people ask -----------------------------------------------------------------------------------------


@event
class Open(Command):
    """The table opens."""


@event
class Close(Command):
    """The table closes."""


@event
class LastShoe(Command):
    """The table closes after this shoe (R041)."""


@event
class ShoeEnded(Command):
    """The cut card came and the shoe is over."""


@event
class StopOffering(Command):
    """The bet is not offered, on a hand-shuffled shoe say (R040)."""

    reason: str = ""


@event
class Offer(Command):
    """The bet is offered again."""


@event
class Lock(Command):
    """No more bets: the lit spots play."""


@event
class Unlock(Command):
    """Locked too early, or the count does not match the chips (R025, E06)."""


@event
class Settle(Command):
    """The hand is decided; chips that leave from now on are collected."""


@event
class Clear(Command):
    """The round is over."""


@event
class LateLock(Command):
    """The dealer forgot to lock: what was lit at `moment` (utc ms) plays (E05)."""

    moment: int = 0


@event
class Void(Command):
    """The whole round is void (E18)."""

    reason: str = ""


@event
class VoidSpot(Command):
    """One seat's hand is void (E19)."""

    spot: str = ""
    reason: str = ""


@event
class DropSpot(Command):
    """A lit spot that may not bet is taken off before the lock (R039)."""

    spot: str = ""


@event
class AddSpot(Command):
    """A bet that the sensor did not see is added to the locked round (E11)."""

    spot: str = ""
    reason: str = ""


@event
class SetTier(Command):
    """What a spot's bet plays for, of its wager's amounts; a reason only after the lock (C11, E17)."""

    spot: str = ""
    amount: int = 0  # micro-dollars
    reason: str = ""


@event
class Resume(Command):
    """After a power cut: the lit seats were compared with the chips, the table goes on (E31)."""


@event
class ConfirmSpot(Command):
    """A spot that was never seen empty is a bet all the same (R030)."""

    spot: str = ""


@event
class ExcludeSpot(Command):
    """A spot is out of service until it is tested."""

    spot: str = ""
    reason: str = ""


@event
class AckSpot(Command):
    """The chip that left a locked spot was looked into: it stays eligible, the alarm ends."""

    spot: str = ""


@event
class TrySpots(Command):
    """Begin the sensor test of these spots (R031); it ends when all were seen, or after its time."""

    spots: Names = ()


@event
class FlatBet(Command):
    """A seat's bet must stay "lit" or "dark" until the shoe ends; unsaid: what it was in the shoe's first hand. Of a
    player who joined later a person must say it."""

    spot: str = ""
    must: str = ""


@event
class OverrideSigns(Command):
    """The signs are silent and the amount is posted by hand: bets are taken until the shoe ends."""


@event
class RefundCoins(Command):
    """A spot's unused coin credit goes back to the player."""

    spot: str = ""


@event
class OpenClaim(Command):
    """A seat has won, or an open claim of it gets its award or cards. `past` is a round that only the journal still
    knows: a late claim, with a reference to the evidence."""

    spot: str = ""
    award: str = ""
    cards: str = ""
    past: PastRound | None = None
    reference: str = ""


@event
class ConfirmClaim(Command):
    """Somebody with the right approves a claim."""

    claim: int = 0


@event
class DenyClaim(Command):
    """It was no win, or not this one. Possible until it is paid (E22, E28)."""

    claim: int = 0
    reason: str = ""


@event
class PayClaim(Command):
    """The winner has the money."""

    claim: int = 0
    method: str = "cash"


@event
class CorrectWin(Command):
    """A paid win was wrong: the house pays more, or gets some back; `amount` is micro-dollars, below zero for back.
    `paid` is what the journal has of a claim that the book has forgotten."""

    claim: int = 0
    amount: int = 0
    reason: str = ""
    paid: int = 0


@event
class ReopenClaims(Command):
    """A winner of the last round was overlooked (E21): its claims are taken until the next lock."""

    reason: str = ""


@event
class WithdrawClaim(Command):
    """A claim was opened by mistake."""

    claim: int = 0


@event
class AddPerson(Command):
    """Somebody new, with these roles (R153, R154)."""

    name: str = ""
    roles: Names = ()


@event
class ChangeRoles(Command):
    """Somebody gets these roles, instead of those before."""

    name: str = ""
    roles: Names = ()


@event
class RemovePerson(Command):
    name: str = ""


@event
class PinChanged(Command):
    """A person has a new PIN; `by` names who set it."""

    name: str = ""


@event
class LockedOut(Event):
    """Too many wrong PINs for this name."""

    name: str


@event
class LoggedIn(Command):
    """Somebody's PIN was right, and stands for a while (R152)."""


@event
class Train(Command):
    """Training begins at the closed table, or ends: it has a ledger of its own (E75)."""

    on: bool = False


@event
class Restored(Command):
    """This ledger came from a backup and goes on under a new epoch; `older` than what was shown already (R170, E37)."""

    epoch: int = 0
    older: bool = False


@event
class ConfirmClock(Command):
    """A person compared the table's time with a watch."""


@event
class ClearFault(Command):
    """A person looked into a latched fault; its condition is gone."""

    code: str = ""
    reason: str = ""
