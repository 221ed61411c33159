"""What people ask of meters and their money: values like the events in events.py."""

from controller.table.events import Command, event


@event
class TakeOver(Command):
    """A meter has run elsewhere: its amount, and what was wagered there on the day before, which is still to be added.
    Both are micro-dollars."""

    jackpot: str = ""
    amount: int = 0
    base: int = 0


@event
class AcceptTerms(Command):
    """What the configuration changes of the jackpots' terms and of the game on offer (R011)."""


@event
class TransferOut(Command):
    """A jackpot's money goes to another table (R146)."""

    jackpot: str = ""
    to: str = ""
    cause: str = ""
    reason: str = ""


@event
class TransferIn(Command):
    """A jackpot's money comes from another table; `note` is what that table's answer printed."""

    jackpot: str = ""
    note: str = ""


@event
class Retire(Command):
    """A jackpot ends for good after `last_day`, and with it those that the same wagers play for (R147)."""

    jackpot: str = ""
    last_day: str = ""
    reason: str = ""


@event
class Keep(Command):
    """An announced end is taken back."""

    jackpot: str = ""
    reason: str = ""


@event
class Dispose(Command):
    """What a jackpot left that has ended goes where the profile lets it go."""

    jackpot: str = ""
    to: str = ""
    reason: str = ""


@event
class HoldFunds(Command):
    """The jackpots' money is short or seized: no more wagers from the next round on (R074, E70)."""

    reason: str = ""


@event
class ReleaseFunds(Command):
    """The money is there again."""

    reason: str = ""


@event
class LowerMeter(Command):
    """An account of a jackpot falls for one of the profile's reasons (R140)."""

    jackpot: str = ""
    amount: int = 0
    account: str = ""  # "displayed", "reserve" or "overflow"
    cause: str = ""
    reason: str = ""


@event
class RaiseMeter(Command):
    """The displayed amount rises for one of the profile's reasons (R145)."""

    jackpot: str = ""
    amount: int = 0
    source: str = ""  # "house", "reserve" or "overflow"
    cause: str = ""
    reason: str = ""


@event
class SetMeter(Command):
    """Management sets the amount of a jackpot that the house funds by hand (R068)."""

    jackpot: str = ""
    amount: int = 0  # micro-dollars
    reason: str = ""


@event
class Post(Command):
    """Run the due post now."""


@event
class HoldPost(Command):
    """The day's count is disputed: no post until released."""

    reason: str = ""


@event
class ReleasePost(Command):
    """The count is settled; the post may run."""


@event
class CorrectCount(Command):
    """A day's count was wrong by `wagers` (may be negative): in its base while unposted, else by a row of its own
    the next morning (E51)."""

    day: str = ""
    wager: str = ""
    wagers: int = 0
    reason: str = ""


@event
class ReadSign(Command):
    """Somebody independent read a sign (R216): `shown` is micro-dollars. With a claim: what the sign showed when that
    claim's round was locked (E58)."""

    jackpot: str = ""
    shown: int = 0
    claim: int = 0


@event
class CountChips(Command):
    """The chips of a gaming day that is over, counted by people who have not seen what the sensors say (R213).
    `locked` is what the journal has of that day: micro-dollars locked and not given back; None: it has no such day."""

    day: str = ""
    wager: str = ""
    chips: int = 0
    locked: int | None = None


@event
class Explain(Command):
    """A variance is looked into, and ends (R145)."""

    variance: int = 0
    outcome: str = ""
    reason: str = ""
