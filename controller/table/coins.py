"""Swallowed coins: credit for a spot until they are wagered or refunded."""

from controller.table import records
from controller.table.accounts import PLAYERS, credit_account
from controller.table.decision import Decision
from controller.table.events import RefundCoins
from controller.table.journal import Entry, Transfer, fold
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.spot_book import change_spot
from controller.table.state import Book


def refund_coins(decision: Decision, event: RefundCoins) -> None:
    decision.known(event.spot)
    credit = decision.book.spot(event.spot).credit
    if decision.rules.spots[event.spot].sensor is not Sensor.COIN or not credit:
        raise Refused("no_credit", spot=event.spot)
    back = Transfer(credit_account(event.spot), PLAYERS, credit, "refund")
    decision.write(records.CoinRefund(spot=event.spot, amount=credit), [back])


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Coin)
def _swallowed(book: Book, entry: Entry, record: records.Coin) -> Book:
    credit = book.spot(record.spot).credit + record.amount
    return change_spot(book, record.spot, boot=record.boot, pulses=record.pulses, credit=credit)


@fold(records.CoinRefund)
def _refunded(book: Book, entry: Entry, record: records.CoinRefund) -> Book:
    """A refund empties the credit; a lock takes only the wager's amount."""
    return change_spot(book, record.spot, credit=0)
