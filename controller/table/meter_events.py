"""Commands for meters and their money: values like the events in events.py."""

from controller.table.events import Command, event


@event
class TakeOver(Command):
    """A meter that ran elsewhere continues here: its amount, and what was wagered there on the day before and not yet
    added. Both are micro-dollars."""

    jackpot: str = ""
    amount: int = 0
    base: int = 0


@event
class AcceptTerms(Command):
    """Accepts the configured changes to the jackpots' terms and to the game on offer (R011)."""


@event
class TransferAsk(Command):
    """This table asks a partner for the money of a jackpot (R146)."""

    jackpot: str = ""
    giver: str = ""


@event
class TransferOut(Command):
    """A jackpot's money goes to the table that asks for it (R146); `ask` is what that table's answer printed."""

    jackpot: str = ""
    ask: str = ""
    cause: str = ""
    reason: str = ""


@event
class TransferIn(Command):
    """A jackpot's money comes from the table that was asked; `note` is what that table's answer printed."""

    jackpot: str = ""
    note: str = ""


@event
class Retire(Command):
    """A jackpot ends for good after `last_day`, together with all jackpots that the same wagers play for (R147)."""

    jackpot: str = ""
    last_day: str = ""
    reason: str = ""


@event
class Keep(Command):
    """Withdraws an announced end."""

    jackpot: str = ""
    reason: str = ""


@event
class Dispose(Command):
    """Moves what is left of an ended jackpot to a place that the profile allows."""

    jackpot: str = ""
    to: str = ""
    reason: str = ""


@event
class HoldFunds(Command):
    """The jackpots' money is short or seized: no more wagers from the next round on (R074, E70)."""

    reason: str = ""


@event
class ReleaseFunds(Command):
    """The money is available again."""

    reason: str = ""


@event
class LowerMeter(Command):
    """Lowers an account of a jackpot, for one of the profile's reasons (R140)."""

    jackpot: str = ""
    amount: int = 0
    account: str = ""  # "displayed", "reserve" or "overflow"
    cause: str = ""
    reason: str = ""


@event
class RaiseMeter(Command):
    """Raises the displayed amount, for one of the profile's reasons (R145)."""

    jackpot: str = ""
    amount: int = 0
    source: str = ""  # "house", "reserve" or "overflow"
    cause: str = ""
    reason: str = ""


@event
class SetMeter(Command):
    """Management sets the amount of a jackpot whose funding type is `manual_house` (R068)."""

    jackpot: str = ""
    amount: int = 0  # micro-dollars
    reason: str = ""


@event
class Post(Command):
    """Runs the due post now."""


@event
class HoldPost(Command):
    """The day's count is disputed: no post until the hold is released."""

    reason: str = ""


@event
class ReleasePost(Command):
    """The dispute is settled; the post may run."""


@event
class CorrectCount(Command):
    """A day's count was wrong by `wagers` (may be negative). The difference goes into the day's base if it is not
    posted yet, otherwise into a row of its own the next morning (E51)."""

    day: str = ""
    wager: str = ""
    wagers: int = 0
    reason: str = ""


@event
class ReadSign(Command):
    """Somebody independent read a sign (R216): `shown` is micro-dollars. With a claim, it is what the sign showed when
    that claim's round was locked (E58)."""

    jackpot: str = ""
    shown: int = 0
    claim: int = 0


@event
class CountChips(Command):
    """The chips of a past gaming day, counted by people who did not see the sensors' count (R213). `locked` comes from
    the journal: micro-dollars locked that day and not returned; None: the journal has no such day."""

    day: str = ""
    wager: str = ""
    chips: int = 0
    locked: int | None = None


@event
class Explain(Command):
    """A variance was investigated, and ends (R145)."""

    variance: int = 0
    outcome: str = ""
    reason: str = ""
