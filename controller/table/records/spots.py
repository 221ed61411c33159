"""Records of single spots: out of service, sensor tests, flat bets, coins."""

from controller.table.records.base import Record, record
from words.message import Message


@record
class SpotOut(Record):
    """A spot goes out of service."""

    spot: str
    reason: Message


@record
class SensorTest(Record):
    passed: tuple[str, ...]
    failed: tuple[str, ...]


@record
class FlatBet(Record):
    spot: str
    must: str  # "lit" or "dark", until the shoe ends


@record
class Coin(Record):
    """Coins were swallowed: credit for the spot."""

    spot: str
    boot: int  # the counter's boot
    pulses: int  # the counter's value
    amount: int


@record
class CoinRefund(Record):
    spot: str
    amount: int
