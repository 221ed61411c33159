"""Everything that can happen to a table, as values. Events carry their own time; the core has no clock."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from controller.table.duties import Deed
from controller.table.rules import Key
from controller.table.values import Value
from words.message import Message

Names = tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """One instant on two clocks, in ms: `mono` orders what happens within a run, `utc` is for people."""

    mono: int
    utc: int


E = TypeVar("E", bound="Event")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(of: type[E]) -> type[E]:
    return dataclass(frozen=True, eq=False, repr=False)(of)


@event
class Event(Value):
    at: Moment


@event
class Command(Event):
    """A person's request; `by` names the people who approve it. If nobody is named, `at_screen` is the user of the
    machine who sent it to the control socket; a key at the table has neither."""

    by: Names = ()
    at_screen: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A locked round, read from the journal."""

    number: int
    utc: int
    spots: Names
    meters: dict[str, int]
    paid: Names = ()  # spots whose claim was paid; they cannot claim again
    shares: tuple[tuple[str, int], ...] = ()  # (jackpot, basis points) for each paid share of a meter
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> the amount it played for
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # spot -> what people did on its hand


@dataclass(frozen=True, slots=True)
class PastWin:
    """A paid claim, read from the journal."""

    paid: int  # micro-dollars, with its corrections
    corrected: int
    jackpot: str = ""  # set for a share
    deeds: tuple[Deed, ...] = ()  # what people did on its hand
    round: int = 0


# -- the machine ---------------------------------------------------------------------------------------------


@event
class Started(Event):
    """The controller started. `boot` identifies this boot of the machine, `synced` says whether its clock follows a
    time server, `version` and `config` say what runs."""

    boot: str
    synced: bool
    version: str
    config: str
    drivers: Names = ()  # the table is out of service until all of them have reported
    program: str = ""  # SHA-256 of the running program (R164)
    damage: Message | None = None  # set if the program differs from what was installed (R163)
    installation: str = ""  # SHA-256 of the program and its libraries on this machine


@event
class Stopped(Event):
    """The controller ends normally."""


@event
class Tick(Event):
    """Time passes. Sent about once a second, and at the time that `next_wake` gives."""

    synced: bool


@event
class Linked(Event):
    """A driver can read its spots (again). If `boot` is unchanged, its counters went on counting meanwhile."""

    driver: str
    boot: int
    spots: Names


@event
class Unlinked(Event):
    """A driver lost its spots; `why` is the reason. It had not been heard for `silent` ms."""

    driver: str
    why: Message
    spots: Names
    silent: int = 0


@event
class SignsSilent(Event):
    """No sign has acknowledged the amount for the profile's grace period; `why` is the reason."""

    why: Message


@event
class SignsBack(Event):
    """A sign acknowledges the amount again."""


@event
class CopyAway(Event):
    """The ledger's second copy cannot be written; `why` is the reason."""

    why: Message


@event
class CopyBack(Event):
    """The second copy is complete and up to date again."""


@event
class HeadContradicted(Event):
    """A witness has seen another ledger of this table than the one that is used; `why` says who, and which row."""

    why: Message


@event
class LedgerFailed(Event):
    """A row could not be written. Nothing more is decided until the controller restarts."""

    why: Message


@event
class LedgerDoubted(Event):
    """The background check of the history found an error."""

    finding: Message


# -- sensors and keys ----------------------------------------------------------------------------------------


@event
class ChipSensed(Event):
    """A presence sensor's level: whether a chip lies on it."""

    spot: str
    on: bool


@event
class Touched(Event):
    """A lit button was pressed."""

    spot: str


@event
class CoinsCounted(Event):
    """A coin sensor's total count of pulses since `boot`."""

    spot: str
    boot: int
    count: int


@event
class SpotUnsure(Event):
    """The order of this spot's edges is unknown, so its state cannot be trusted."""

    spot: str


@event
class SpotStorming(Event):
    """This spot's sensor changes faster than any hand can move."""

    spot: str


@event
class KeyPressed(Event):
    key: Key


@event
class SwitchTurned(Event):
    """The supervisor's keyswitch, or the door of the box."""

    key: Key
    on: bool


@event
class PressedWhileAway(Event):
    """Presses that only the counters show: nobody knows when they happened, so a person decides."""

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
    """The cut card came, and the shoe is over."""


@event
class StopOffering(Command):
    """The bet is not offered, for example on a hand-shuffled shoe (R040)."""

    reason: str = ""


@event
class Offer(Command):
    """The bet is offered again."""


@event
class Lock(Command):
    """No more bets: the lit spots play."""


@event
class Unlock(Command):
    """Takes a lock back: it came too early, or the count does not match the chips (R025, E06)."""


@event
class Settle(Command):
    """The hand is decided; chips that leave from now on were collected."""


@event
class Clear(Command):
    """The round is over."""


@event
class LateLock(Command):
    """The dealer forgot to lock: what was lit at `moment` (utc ms) plays (E05)."""

    moment: int = 0


@event
class Void(Command):
    """Voids the whole round (E18)."""

    reason: str = ""


@event
class VoidSpot(Command):
    """Voids one seat's hand (E19)."""

    spot: str = ""
    reason: str = ""


@event
class DropSpot(Command):
    """Removes a lit spot that may not bet, before the lock (R039)."""

    spot: str = ""


@event
class AddSpot(Command):
    """Adds a bet that the sensor did not see to the locked round (E11)."""

    spot: str = ""
    reason: str = ""


@event
class SetTier(Command):
    """Sets which of its wager's amounts a spot plays for; a reason is needed only after the lock (C11, E17)."""

    spot: str = ""
    amount: int = 0  # micro-dollars
    reason: str = ""


@event
class Resume(Command):
    """Continues after a power cut: a person compared the lit seats with the chips (E31)."""


@event
class ConfirmSpot(Command):
    """Confirms that a spot that was never seen empty is a bet (R030)."""

    spot: str = ""


@event
class ExcludeSpot(Command):
    """Takes a spot out of service until it is tested."""

    spot: str = ""
    reason: str = ""


@event
class AckSpot(Command):
    """Acknowledges the alarm for a chip that left a locked spot: the spot stays eligible."""

    spot: str = ""


@event
class TrySpots(Command):
    """Begins a sensor test of these spots (R031). It ends when all were seen, or when its time is over."""

    spots: Names = ()


@event
class FlatBet(Command):
    """A seat's bet must stay "lit" or "dark" until the shoe ends. The default is its state in the shoe's first hand;
    for a player who joined later a person must give it."""

    spot: str = ""
    must: str = ""


@event
class OverrideSigns(Command):
    """The signs are silent and a person posts the amount by hand: bets are accepted until the shoe ends."""


@event
class RefundCoins(Command):
    """Returns a spot's unused coin credit to the player."""

    spot: str = ""


@event
class OpenClaim(Command):
    """A seat has won, or an open claim gets its award or cards. `past` is set for a late claim, on a round that only
    the journal still has; it needs a reference to the evidence."""

    spot: str = ""
    award: str = ""
    cards: str = ""
    past: PastRound | None = None
    reference: str = ""


@event
class ConfirmClaim(Command):
    """Somebody with the right role approves a claim."""

    claim: int = 0


@event
class DenyClaim(Command):
    """Rejects a claim, or an award that was approved by mistake. Possible until it is paid (E22, E28)."""

    claim: int = 0
    reason: str = ""


@event
class PayClaim(Command):
    """The winner has received the money."""

    claim: int = 0
    method: str = "cash"


@event
class CorrectWin(Command):
    """A paid win was wrong: the house pays more or gets some back. `amount` is micro-dollars, negative for money that
    comes back; instead of it, `variance` is the reading of a sign that showed more at the lock. `past` is set for a
    claim that only the journal still has."""

    claim: int = 0
    amount: int = 0
    reason: str = ""
    past: PastWin | None = None
    variance: int = 0


@event
class ReopenClaims(Command):
    """A winner of the last round was overlooked (E21): claims on it are accepted until the next lock."""

    reason: str = ""


@event
class WithdrawClaim(Command):
    """A claim was opened by mistake."""

    claim: int = 0


@event
class AddPerson(Command):
    """Adds a person with these roles (R153, R154)."""

    name: str = ""
    roles: Names = ()


@event
class ChangeRoles(Command):
    """Replaces a person's roles."""

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
class WrongPins(Event):
    """So many wrong PINs of this person were entered at a screen since the last such event."""

    name: str
    screen: str
    number: int


@event
class LockedOut(Event):
    """Too many wrong PINs lock a person out at a screen. No screen: at all where that person was never right. No name:
    everybody is locked out at the screen."""

    name: str
    screen: str


@event
class LoggedIn(Command):
    """A PIN was right; the log-in is valid for a while (R152)."""


@event
class Train(Command):
    """Training begins or ends at the closed table. It uses a separate ledger (E75)."""

    on: bool = False


@event
class Restored(Command):
    """This ledger was restored from a backup and continues under a new epoch. `older`: signs had already shown newer
    amounts (R170, E37)."""

    epoch: int = 0
    older: bool = False
    new_pins: bool = False  # these people choose new PINs, because nobody can check the old ones here
    keys: Names = ()  # the public ones of the private keys that were shown


@event
class ConfirmClock(Command):
    """A person compared the table's time with a watch."""


@event
class ClearFault(Command):
    """A person checked a latched fault, and its cause is gone."""

    code: str = ""
    reason: str = ""
