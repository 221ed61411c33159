"""Where jackpots' money comes from (C03): a file for each funding type, and the list of all types by name.

To add a type: a file with its class and the terms that only this type has, and its object in FUNDINGS. Each term
becomes a key of a [[jackpot]]. Pure: terms and amounts go in, amounts and accounts come out.
"""

from controller.table.funding.base import Funding
from controller.table.funding.daily_percent import DailyPercent
from controller.table.funding.manual_house import ManualHouse
from controller.table.funding.per_wager import PerWager

DAILY_PERCENT = DailyPercent()
MANUAL_HOUSE = ManualHouse()
PER_WAGER = PerWager()

FUNDINGS: dict[str, Funding] = {each.name: each for each in (DAILY_PERCENT, MANUAL_HOUSE, PER_WAGER)}
