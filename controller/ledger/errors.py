"""What can be wrong with a ledger, as messages."""

# ruff: noqa: N818 (they are named for what is wrong)

from words.message import Fact, Message, Problem


class StoreError(Problem):
    """The ledger cannot be used, or can be used no longer."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(f"ledger.{code}", **{name: _fact(fact) for name, fact in facts.items()})


def _fact(fact: object) -> Fact:
    """A problem within a problem keeps its code; a path, or another program's error, is its text."""
    if isinstance(fact, Problem):
        return fact.message
    return fact if fact is None or isinstance(fact, int | tuple | Message) else str(fact)


class NoLedger(StoreError):
    """There is none at this address."""


class LedgerExists(StoreError):
    """There is one already where a new one was to be made."""


class ForeignLedger(StoreError):
    """Something else lives at this address, or a ledger that does not fit the configuration."""


class OtherVersion(StoreError):
    """The schema is not the one this program writes, and cannot be changed here."""


class LedgerLocked(StoreError):
    """Another controller writes it."""


class LedgerCorrupt(StoreError):
    """What was read is not what was written."""


class DiskFull(StoreError):
    """No room is left."""


class DiskFailed(StoreError):
    """The disk did not write or read the bytes."""


class ReadOnly(StoreError):
    """It can be read but not written."""


class Unreachable(StoreError):
    """The database server does not answer, or rejects the connection."""


class OutOfOrder(StoreError):
    """These rows do not follow the last one stored."""


class NoBackup(StoreError):
    """The folder is not a whole backup."""


class RestoreRefused(StoreError):
    """The rules of the table do not let these people restore this ledger."""


class SecondCopyAway(StoreError):
    """The second copy cannot be read or written: its medium is away, full or read-only."""


class SecondCopyDamaged(StoreError):
    """The second copy is not what was written."""


class SecondCopyForeign(StoreError):
    """The second copy is of another table, or has another history than the ledger."""


def damaged(name: str, flaw: object) -> LedgerCorrupt:
    """The database of this name does not hold what was written to it."""
    return LedgerCorrupt("damaged", name=name, flaw=flaw)
