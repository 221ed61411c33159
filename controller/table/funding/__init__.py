"""Where jackpots' money comes from (C03): a file for each funding type, and the list of all types by name.

To add one: a file with its class and the terms that it alone has, and its object in FUNDINGS. A term is a key of a
[[jackpot]]. Pure: terms and amounts go in, amounts and accounts come out.
"""

from controller.table.funding.base import Funding
from controller.table.funding.daily_percent import DailyPercent
from controller.table.funding.manual_house import ManualHouse
from controller.table.funding.per_wager import PerWager

DAILY_PERCENT = DailyPercent()
MANUAL_HOUSE = ManualHouse()
PER_WAGER = PerWager()

FUNDINGS: dict[str, Funding] = {each.name: each for each in (DAILY_PERCENT, MANUAL_HOUSE, PER_WAGER)}
