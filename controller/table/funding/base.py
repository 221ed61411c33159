"""What every funding type is: the questions that the rules, the configuration and the reports ask of it.

Types are frozen values without state. They know amounts and terms; no book, no configuration, no wording.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from words.message import Message

JackpotType = Literal["bonus", "progressive"]  # R002


@dataclass(frozen=True)
class Terms:
    """What decides how a meter moves. New ones wait for two people, and for a win or an opening (R010, R011); those in
    force stand in the book. Amounts are micro-dollars, rates are basis points."""

    reset: int  # the meter after a win of all of it
    rate_bp: int  # of the day's gross locked wagers; of a progressive, of each locked wager
    reserve_bp: int  # of each locked wager, to what is not displayed: it pays the next reset (R077); 0: none
    limit: int  # the meter rises no higher, what comes on top is the overflow (R075); 0: none
    unreasonable: int  # a single contribution above this is refused and faults (R057)
    multiple_winners: str  # the policy of winnings.py
    own: dict[str, int] = field(default_factory=dict)  # what the funding type alone knows, by the key of the term


class Term(NamedTuple):
    """A key of a [[jackpot]] that not every type has: an amount, or a rate."""

    key: str
    row: str  # the requirement
    unit: Literal["amount", "rate"]
    field: str = ""  # of `Terms`, where other rules know it too; else it is one of `own`

    def of(self, terms: Terms) -> int:
        """0: there is none."""
        known: int = getattr(terms, self.field) if self.field else terms.own.get(self.key, 0)
        return known


RATE = Term("rate", "R010", "rate", "rate_bp")  # terms of one type alone are declared in its file


class Cause(NamedTuple):
    """Why a meter of this type moves; a profile's closed list `key` must have `reason`."""

    key: Literal["may_rise", "may_fall"]
    reason: str
    row: str  # the requirement


class Portion(NamedTuple):
    """Players' money, by where it belongs: the amount displayed and the reserve."""

    displayed: int
    reserve: int


class Nondisplayed(NamedTuple):
    """Players' money that is not displayed."""

    reserve: int
    overflow: int


NO_PORTION = Portion(0, 0)


@dataclass(frozen=True)
class Funding:
    """Where a jackpot's money comes from (C03). `Bonus` and `Progressive` say whose it is; a type says how it comes."""

    name: ClassVar[str]  # in the configuration and in facts; reports and pages choose their words by it
    type: ClassVar[JackpotType]
    custodial: ClassVar[bool]  # players' money, held in trust (R072); else it is the house's
    requires: ClassVar[frozenset[Term]] = frozenset()
    permits: ClassVar[frozenset[Term]] = frozenset()  # may be left out
    causes: ClassVar[tuple[Cause, ...]] = ()
    posts: ClassVar[bool] = False  # each gaming day has a post, if only of nothing
    managed: ClassVar[bool] = False  # management sets the amount (R068)
    reset_code: ClassVar[str]  # of the transfers between house and meter in a reset

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of this type, in the order of their keys."""
        return tuple(sorted(self.requires | self.permits))

    def faults(self, terms: Terms, base: int) -> Iterator[tuple[Term, Message]]:
        """What does not fit together, and what to write instead; `base` is the opening amount."""
        return iter(())

    def facts(self, terms: Terms) -> dict[str, int]:
        """What a sentence about this type may speak of."""
        return {term.key: term.of(terms) for term in self.terms}

    def accrual(self, terms: Terms, amount: int) -> int:
        """What a locked wager adds to its day's post."""
        return 0

    def day_accrual(self, terms: Terms) -> int:
        """What a gaming day adds to its post whatever is wagered, by the terms in force when it ends."""
        return 0

    def contribution(self, terms: Terms, amount: int) -> Portion:
        """What locked wagers put in at once. What has no room below the limit becomes overflow."""
        return NO_PORTION

    def growth(self, terms: Terms, amount: int) -> int:
        """What a wager adds to the meter, now or later."""
        return self.accrual(terms, amount) + self.contribution(terms, amount).displayed

    def remainder_account(self, jackpot_id: str) -> str:
        """Where the part below a cent goes when the meter is emptied."""
        raise NotImplementedError

    def reset_sources(self, more: int, used: Nondisplayed, held: Nondisplayed, advance: int) -> Nondisplayed:
        """How much of a reset is players' money; the house pays the rest. The reset so far took `used`, and `more`
        comes in now, or below zero is taken back. The accounts hold `held`, and the house has not yet recovered
        `advance`."""
        raise NotImplementedError
