"""The controller of a lit-button jackpot side bet: sensing, locking, the ledger, the signs."""

__version__ = "0.1.0"
