"""Whose money a jackpot is (R002): a bonus belongs to the house, a progressive to the players."""

from dataclasses import dataclass

from controller.table.accounts import HOUSE, reserve_account
from controller.table.funding.base import Funding, Nondisplayed


@dataclass(frozen=True)
class Bonus(Funding):
    """The house's own money: the house pays each reset, and gets the fraction of a cent that an emptied meter
    leaves."""

    type = "bonus"
    custodial = False
    reset_code = "reseed"

    def remainder_account(self, jackpot_id: str) -> str:
        return HOUSE

    def reset_sources(self, more: int, used: Nondisplayed, held: Nondisplayed, advance: int) -> Nondisplayed:
        return Nondisplayed(0, 0)


@dataclass(frozen=True)
class Progressive(Funding):
    """Players' money in three accounts: displayed, reserve, overflow. What the house pays for a reset is an advance
    that it may recover (R077)."""

    type = "progressive"
    custodial = True
    reset_code = "advance"

    def remainder_account(self, jackpot_id: str) -> str:
        return reserve_account(jackpot_id)

    def reset_sources(self, more: int, used: Nondisplayed, held: Nondisplayed, advance: int) -> Nondisplayed:
        """The reserve pays first, then the overflow (R077). Taking a reset back returns the money in the reverse way:
        players' money first, and to the house at most what it has not recovered."""
        if more >= 0:
            of_reserve = min(more, max(held.reserve, 0))
            of_overflow = min(more - of_reserve, held.overflow)
        else:
            of_reserve = -min(-more, max(used.reserve, 0))
            of_overflow = -min(-more + of_reserve, used.overflow)
            to_house = of_reserve + of_overflow - more
            of_reserve -= max(to_house - max(advance, 0), 0)
        return Nondisplayed(used.reserve + min(of_reserve, held.reserve), used.overflow + of_overflow)
