"""Everything that can happen to a table, as values. Events carry their own time; the core has no clock."""

from dataclasses import dataclass, field

from controller.table.rules import Key
from words.message import Message

Names = tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """One instant twice, in ms: `mono` orders what happens within one run, `utc` is what a person reads."""

    mono: int
    utc: int


@dataclass(frozen=True, slots=True)
class Event:
    at: Moment


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The controller ends in good order."""


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """Time passes. Sent about once a second, and when `next_wake` says so."""

    synced: bool


@dataclass(frozen=True, slots=True)
class Linked(Event):
    """A driver can read its spots (again). With `boot` as before, its counters went on while it was away."""

    driver: str
    boot: int
    spots: Names


@dataclass(frozen=True, slots=True)
class Unlinked(Event):
    """A driver lost its spots; `why` says the reason. It had heard nothing of them for `silent` ms by then."""

    driver: str
    why: Message
    spots: Names
    silent: int = 0


@dataclass(frozen=True, slots=True)
class SignsSilent(Event):
    """No sign has acknowledged the amount for the profile's grace; `why` says the reason."""

    why: Message


@dataclass(frozen=True, slots=True)
class SignsBack(Event):
    """A sign acknowledges the amount again."""


@dataclass(frozen=True, slots=True)
class CopyAway(Event):
    """The ledger's second copy is not kept; `why` says the reason."""

    why: Message


@dataclass(frozen=True, slots=True)
class CopyBack(Event):
    """It is kept again, with all that it missed."""


@dataclass(frozen=True, slots=True)
class LedgerFailed(Event):
    """A decision could not be written: nothing more is decided until the controller is started anew."""

    why: Message


@dataclass(frozen=True, slots=True)
class LedgerDoubted(Event):
    """The idle walk over the history found it wrong."""

    finding: Message


# -- sensors and keys ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChipSensed(Event):
    """A presence sensor's level: a chip lies there, or not."""

    spot: str
    on: bool


@dataclass(frozen=True, slots=True)
class Touched(Event):
    """A lit button was pressed."""

    spot: str


@dataclass(frozen=True, slots=True)
class CoinsCounted(Event):
    """A coin sensor's cumulative count of pulses since `boot`."""

    spot: str
    boot: int
    count: int


@dataclass(frozen=True, slots=True)
class SpotUnsure(Event):
    """Edges of this spot happened in an unknown order: what it showed is not to be trusted."""

    spot: str


@dataclass(frozen=True, slots=True)
class SpotStorming(Event):
    """This spot's sensor chatters faster than any hand can."""

    spot: str


@dataclass(frozen=True, slots=True)
class KeyPressed(Event):
    key: Key


@dataclass(frozen=True, slots=True)
class SwitchTurned(Event):
    """The supervisor's keyswitch or the box's door."""

    key: Key
    on: bool


@dataclass(frozen=True, slots=True)
class PressedWhileAway(Event):
    """Presses that only the counters tell of: nobody saw when they happened, so a person decides."""

    what: str
    times: int


# -- what people ask -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open(Command):
    """The table opens."""


@dataclass(frozen=True, slots=True)
class Close(Command):
    """The table closes."""


@dataclass(frozen=True, slots=True)
class LastShoe(Command):
    """The table closes after this shoe (R041)."""


@dataclass(frozen=True, slots=True)
class ShoeEnded(Command):
    """The cut card came and the shoe is over."""


@dataclass(frozen=True, slots=True)
class StopOffering(Command):
    """The bet is not offered, on a hand-shuffled shoe say (R040)."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Offer(Command):
    """The bet is offered again."""


@dataclass(frozen=True, slots=True)
class Lock(Command):
    """No more bets: the lit spots play."""


@dataclass(frozen=True, slots=True)
class Unlock(Command):
    """Locked too early, or the count does not match the chips (R025, E06)."""


@dataclass(frozen=True, slots=True)
class Settle(Command):
    """The hand is decided; chips that leave from now on are collected."""


@dataclass(frozen=True, slots=True)
class Clear(Command):
    """The round is over."""


@dataclass(frozen=True, slots=True)
class LateLock(Command):
    """The dealer forgot to lock: what was lit at `moment` (utc ms) plays (E05)."""

    moment: int = 0


@dataclass(frozen=True, slots=True)
class Void(Command):
    """The whole round is void (E18)."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoidSpot(Command):
    """One seat's hand is void (E19)."""

    spot: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DropSpot(Command):
    """A lit spot that may not bet is taken off before the lock (R039)."""

    spot: str = ""


@dataclass(frozen=True, slots=True)
class AddSpot(Command):
    """A bet that the sensor did not see is added to the locked round (E11)."""

    spot: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetTier(Command):
    """What a spot's bet plays for, of its wager's amounts; a reason only after the lock (C11, E17)."""

    spot: str = ""
    amount: int = 0  # micro-dollars
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """After a power cut: the lit seats were compared with the chips, the table goes on (E31)."""


@dataclass(frozen=True, slots=True)
class ConfirmSpot(Command):
    """A spot that was never seen empty is a bet all the same (R030)."""

    spot: str = ""


@dataclass(frozen=True, slots=True)
class ExcludeSpot(Command):
    """A spot is out of service until it is tested."""

    spot: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AckSpot(Command):
    """The chip that left a locked spot was looked into: it stays eligible, the alarm ends."""

    spot: str = ""


@dataclass(frozen=True, slots=True)
class TrySpots(Command):
    """Begin the sensor test of these spots (R031); it ends when all were seen, or after its time."""

    spots: Names = ()


@dataclass(frozen=True, slots=True)
class FlatBet(Command):
    """A seat's bet must stay "lit" or "dark" until the shoe ends; unsaid: what it was in the shoe's first hand. Of a
    player who joined later a person must say it."""

    spot: str = ""
    must: str = ""


@dataclass(frozen=True, slots=True)
class OverrideSigns(Command):
    """The signs are silent and the amount is posted by hand: bets are taken until the shoe ends."""


@dataclass(frozen=True, slots=True)
class RefundCoins(Command):
    """A spot's unused coin credit goes back to the player."""

    spot: str = ""


@dataclass(frozen=True, slots=True)
class OpenClaim(Command):
    """A seat has won, or an open claim of it gets its award or cards. `past` is a round that only the journal still
    knows: a late claim, with a reference to the evidence."""

    spot: str = ""
    award: str = ""
    cards: str = ""
    past: PastRound | None = None
    reference: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmClaim(Command):
    """Somebody with the right approves a claim."""

    claim: int = 0


@dataclass(frozen=True, slots=True)
class DenyClaim(Command):
    """It was no win, or not this one. Possible until it is paid (E22, E28)."""

    claim: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PayClaim(Command):
    """The winner has the money."""

    claim: int = 0
    method: str = "cash"


@dataclass(frozen=True, slots=True)
class CorrectWin(Command):
    """A paid win was wrong: the house pays more, or gets some back; `amount` is micro-dollars, below zero for back.
    `paid` is what the journal has of a claim that the book has forgotten."""

    claim: int = 0
    amount: int = 0
    reason: str = ""
    paid: int = 0


@dataclass(frozen=True, slots=True)
class ReopenClaims(Command):
    """A winner of the last round was overlooked (E21): its claims are taken until the next lock."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawClaim(Command):
    """A claim was opened by mistake."""

    claim: int = 0


@dataclass(frozen=True, slots=True)
class AddPerson(Command):
    """Somebody new, with these roles (R153, R154)."""

    name: str = ""
    roles: Names = ()


@dataclass(frozen=True, slots=True)
class ChangeRoles(Command):
    """Somebody gets these roles, instead of those before."""

    name: str = ""
    roles: Names = ()


@dataclass(frozen=True, slots=True)
class RemovePerson(Command):
    name: str = ""


@dataclass(frozen=True, slots=True)
class PinChanged(Command):
    """A person has a new PIN; `by` names who set it."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class LockedOut(Event):
    """Too many wrong PINs for this name."""

    name: str


@dataclass(frozen=True, slots=True)
class LoggedIn(Command):
    """Somebody's PIN was right, and stands for a while (R152)."""


@dataclass(frozen=True, slots=True)
class Train(Command):
    """Training begins at the closed table, or ends: it has a ledger of its own (E75)."""

    on: bool = False


@dataclass(frozen=True, slots=True)
class Restored(Command):
    """This ledger came from a backup and goes on under a new epoch; `older` than what was shown already (R170, E37)."""

    epoch: int = 0
    older: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmClock(Command):
    """A person compared the table's time with a watch."""


@dataclass(frozen=True, slots=True)
class ClearFault(Command):
    """A person looked into a latched fault; its condition is gone."""

    code: str = ""
    reason: str = ""
