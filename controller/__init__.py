"""The controller of a jackpot side bet with lit buttons: sensors, locks, the ledger, the signs."""

__version__ = "0.1.0"
