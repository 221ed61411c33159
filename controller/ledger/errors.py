"""What can be wrong with a ledger. Each text is one sentence for a person: what, where, what to do."""

# ruff: noqa: N818 (they are named for what is wrong)


class StoreError(Exception):
    """The ledger cannot be used, or can be used no longer."""


class NoLedger(StoreError):
    """There is none at this address."""


class LedgerExists(StoreError):
    """There is one already where a new one was to be made."""


class ForeignLedger(StoreError):
    """Something else lives at this address."""


class OtherVersion(StoreError):
    """The schema is not the one this program writes, and may not be changed here."""


class LedgerLocked(StoreError):
    """Another controller writes it."""


class LedgerCorrupt(StoreError):
    """What was read is not what was written."""


class DiskFull(StoreError):
    """Nothing more fits."""


class DiskFailed(StoreError):
    """The disk did not take or give the bytes."""


class ReadOnly(StoreError):
    """It can be read but not written."""


class Unreachable(StoreError):
    """The database server does not answer, or does not let us in."""


class OutOfOrder(StoreError):
    """These rows do not follow the last one stored."""


class CopyAway(StoreError):
    """The second copy cannot be read or written: its medium is away, full or read-only."""


class CopyDamaged(StoreError):
    """The second copy is not what was written."""


class CopyForeign(StoreError):
    """The second copy is of another table, or tells another history than the ledger."""
