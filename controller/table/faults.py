"""Latched faults: no new bets until a person clears the fault with a reason (R180, R185)."""

from controller.table import records
from controller.table.continuity import continuity
from controller.table.decision import Decision, FaultError
from controller.table.events import ClearFault, HeadContradicted, LedgerDoubted
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.state import Book
from controller.table.values import replace
from words.message import message


def ledger_doubted(decision: Decision, event: LedgerDoubted) -> None:
    raise FaultError("ledger", message("reasons.unsound", finding=event.finding))


def head_contradicted(decision: Decision, event: HeadContradicted) -> None:
    """Writes no row: this ledger may not be the table's, and what came from the network leaves nothing in it (R205). It
    lasts until the next start, and comes back while the witness says so."""
    decision.live = replace(decision.live, head=event.why)


def clear_fault(decision: Decision, event: ClearFault) -> None:
    if event.code not in decision.book.faults:
        raise Refused("no_fault", code=event.code)
    if event.code == "continuity" and (breaches := continuity(decision.book)):
        raise Refused("fault_stays", code=event.code, why=breaches[0])
    decision.write(records.FaultEnd(code=event.code, reason=decision.reason(event.reason)))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Fault)
def _faulted(book: Book, entry: Entry, record: records.Fault) -> Book:
    return replace(book, faults={**book.faults, record.code: record.reason})


@fold(records.FaultEnd)
def _cleared(book: Book, entry: Entry, record: records.FaultEnd) -> Book:
    return replace(book, faults={code: each for code, each in book.faults.items() if code != record.code})
