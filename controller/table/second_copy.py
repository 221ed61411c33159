"""The ledger's second copy is away: a soft fault (E35). People hear of it, and the table plays."""

from controller.table import records
from controller.table.decision import Turn
from controller.table.events import CopyAway, CopyBack
from controller.table.journal import without_fold
from controller.table.values import replace

without_fold(records.SecondCopyLost, records.SecondCopyBack)


def lost(turn: Turn, event: CopyAway) -> None:
    if event.why != turn.live.copy:
        turn.write(records.SecondCopyLost(reason=event.why))
        turn.live = replace(turn.live, copy=event.why)


def back(turn: Turn, event: CopyBack) -> None:
    if turn.live.copy:
        turn.write(records.SecondCopyBack())
        turn.live = replace(turn.live, copy=None)
