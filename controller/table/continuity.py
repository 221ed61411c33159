"""R053: each account of a jackpot is what went in less what came out, proved by counters kept apart from transfers."""

from controller.table.reason import Reason, reason
from controller.table.state import Book


def continuity(book: Book) -> list[Reason]:
    """Every reason returned is a breach."""
    breaches = []
    for jackpot, count in book.jackpots.items():
        came = count.seeded + count.posted + count.raised + count.reseeded + count.restored + count.received.meter
        proof = came - count.lowered - count.won - count.unseeded - count.sent.meter - count.disposed.meter
        if held := count.custody:
            proof += held.contributed
            reserve = held.reserve_in + count.received.reserve - held.reserve_out - count.sent.reserve
            overflow = held.overflow_in + count.received.overflow - held.overflow_out - count.sent.overflow
            breaches += _breaches(jackpot, "reserve", book.reserve(jackpot), reserve - count.disposed.reserve)
            breaches += _breaches(jackpot, "overflow", book.overflow(jackpot), overflow - count.disposed.overflow)
        breaches += _breaches(jackpot, "meter", book.meter(jackpot), proof)
    if sum(book.balances.values()):
        breaches.append(reason("no_sum"))
    return breaches


def _breaches(jackpot: str, account: str, holds: int, proof: int) -> list[Reason]:
    breaches = []
    if holds != proof:
        breaches.append(reason("unproved", jackpot=jackpot, account=account, holds=holds, proof=proof))
    if holds < 0:
        breaches.append(reason("below_zero", jackpot=jackpot, account=account))
    return breaches
