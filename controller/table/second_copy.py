"""The ledger's second copy cannot be written: a soft fault (E35). People are told, and play continues."""

from controller.table import records
from controller.table.decision import Decision
from controller.table.events import CopyAway, CopyBack
from controller.table.journal import without_fold
from controller.table.values import replace

without_fold(records.SecondCopyLost, records.SecondCopyBack)


def lost(decision: Decision, event: CopyAway) -> None:
    if event.why != decision.live.copy:
        decision.write(records.SecondCopyLost(reason=event.why))
        decision.live = replace(decision.live, copy=event.why)


def back(decision: Decision, event: CopyBack) -> None:
    if decision.live.copy:
        decision.write(records.SecondCopyBack())
        decision.live = replace(decision.live, copy=None)
