"""What can be wrong with a ledger, as messages."""

# ruff: noqa: N818 (the classes are named for what is wrong)

from words.message import Fact, Message, Problem


class StoreError(Problem):
    """The ledger cannot be used, or can no longer be used."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(f"ledger.{code}", **{name: _fact(fact) for name, fact in facts.items()})


def _fact(fact: object) -> Fact:
    """A problem within a problem keeps its code; a path or another program's error becomes text."""
    if isinstance(fact, Problem):
        return fact.message
    return fact if fact is None or isinstance(fact, int | tuple | Message) else str(fact)


class NoLedger(StoreError):
    """There is no ledger at this address."""


class LedgerExists(StoreError):
    """A new ledger was to be made where one exists."""


class ForeignLedger(StoreError):
    """The address holds something else, or a ledger that does not fit the configuration."""


class OtherVersion(StoreError):
    """The schema is not the one that this program writes, and cannot be migrated here."""


class LedgerLocked(StoreError):
    """Another controller is writing the ledger."""


class LedgerCorrupt(StoreError):
    """What was read differs from what was written."""


class DiskFull(StoreError):
    """The disk is full."""


class DiskFailed(StoreError):
    """The disk failed to write or read."""


class ReadOnly(StoreError):
    """The ledger can be read but not written."""


class Unreachable(StoreError):
    """The database server does not answer, or rejects the connection."""


class OutOfOrder(StoreError):
    """These rows do not follow the last one stored."""


class NoBackup(StoreError):
    """The folder is not a complete backup."""


class NoKey(StoreError):
    """A file is no private key, or not one that opens this backup."""


class RestoreRefused(StoreError):
    """The table's rules do not let these people restore this ledger."""


class SecondCopyAway(StoreError):
    """The second copy cannot be read or written: its medium is away, full or read-only."""


class SecondCopyDamaged(StoreError):
    """The second copy differs from what was written."""


class SecondCopyForeign(StoreError):
    """The second copy belongs to another table, or has another history than the ledger."""


def damaged(name: str, flaw: object) -> LedgerCorrupt:
    """The database of this name does not contain what was written to it."""
    return LedgerCorrupt("damaged", name=name, flaw=flaw)
