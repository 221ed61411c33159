"""R053: each jackpot account must equal what went in less what came out, by counters kept independently of the
transfers."""

from controller.table.state import Book
from words.message import Message, message


def continuity(book: Book) -> list[Message]:
    """Each message returned is a breach."""
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
        breaches.append(message("reasons.no_sum"))
    return breaches


def _breaches(jackpot: str, account: str, holds: int, proof: int) -> list[Message]:
    breaches = []
    if holds != proof:
        breaches.append(message("reasons.unproved", jackpot=jackpot, account=account, holds=holds, proof=proof))
    if holds < 0:
        breaches.append(message("reasons.below_zero", jackpot=jackpot, account=account))
    return breaches
