"""The interface of a funding type, for the rules, the configuration and the reports.

Types are frozen values without state. They know terms and amounts, but no book, no configuration and no texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from words.message import Message

JackpotType = Literal["bonus", "progressive"]  # R002


@dataclass(frozen=True)
class Terms:
    """The parameters that decide how a meter moves. New terms need two people, and then a win or an opening (R010,
    R011); the book holds the terms in force. Amounts are micro-dollars, rates are basis points."""

    reset: int  # the meter's amount after a win of the whole meter
    rate_bp: int  # of the day's gross locked wagers; for a progressive, of each locked wager
    reserve_bp: int  # of each locked wager, for the reserve that pays the next reset (R077); 0: none
    limit: int  # the meter's maximum; more goes to the overflow (R075); 0: none
    unreasonable: int  # a single contribution above this is refused, with a fault (R057)
    multiple_winners: str  # the policy, see winnings.py
    own: dict[str, int] = field(default_factory=dict)  # terms that only the funding type uses, by key


class Term(NamedTuple):
    """A key of a [[jackpot]] that only some types have: an amount or a rate."""

    key: str
    row: str  # the requirement
    unit: Literal["amount", "rate"]
    field: str = ""  # its field in `Terms`, if other rules use it too; "": it is in `own`

    def of(self, terms: Terms) -> int:
        """The value of this term; 0: none."""
        known: int = getattr(terms, self.field) if self.field else terms.own.get(self.key, 0)
        return known


RATE = Term("rate", "R010", "rate", "rate_bp")  # a term that only one type has is declared in that type's file


class Cause(NamedTuple):
    """Why a meter of this type moves: the profile's closed list `key` must contain `reason`."""

    key: Literal["may_rise", "may_fall"]
    reason: str
    row: str  # the requirement


class Portion(NamedTuple):
    """Players' money, split into the displayed amount and the reserve."""

    displayed: int
    reserve: int


class Nondisplayed(NamedTuple):
    """Players' money that is not displayed."""

    reserve: int
    overflow: int


NO_PORTION = Portion(0, 0)


@dataclass(frozen=True)
class Funding:
    """Where a jackpot's money comes from (C03). `Bonus` and `Progressive` say whose money it is; the concrete types say
    how it comes in."""

    name: ClassVar[str]  # in the configuration and in messages; reports and pages choose their texts by it
    type: ClassVar[JackpotType]
    custodial: ClassVar[bool]  # True: players' money held in trust (R072); False: the house's money
    requires: ClassVar[frozenset[Term]] = frozenset()
    permits: ClassVar[frozenset[Term]] = frozenset()  # optional terms
    causes: ClassVar[tuple[Cause, ...]] = ()
    posts: ClassVar[bool] = False  # each gaming day has a post, even an empty one
    managed: ClassVar[bool] = False  # management sets the amount (R068)
    reset_code: ClassVar[str]  # code of the transfers between house and meter at a reset

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of this type, in the order of their keys."""
        return tuple(sorted(self.requires | self.permits))

    def faults(self, terms: Terms, base: int) -> Iterator[tuple[Term, Message]]:
        """Terms that contradict each other, each with what to write instead; `base` is the opening amount."""
        return iter(())

    def facts(self, terms: Terms) -> dict[str, int]:
        """The facts for sentences about this type."""
        return {term.key: term.of(terms) for term in self.terms}

    def accrual(self, terms: Terms, amount: int) -> int:
        """What a locked wager adds to its day's post."""
        return 0

    def day_accrual(self, terms: Terms) -> int:
        """What a gaming day adds to its post regardless of the wagers, by the terms in force when it ends."""
        return 0

    def contribution(self, terms: Terms, amount: int) -> Portion:
        """What locked wagers contribute at once. The part above the limit goes to the overflow."""
        return NO_PORTION

    def growth(self, terms: Terms, amount: int) -> int:
        """What a wager adds to the meter, now or later."""
        return self.accrual(terms, amount) + self.contribution(terms, amount).displayed

    def remainder_account(self, jackpot_id: str) -> str:
        """Where the fraction of a cent goes when the meter is emptied."""
        raise NotImplementedError

    def reset_sources(self, more: int, used: Nondisplayed, held: Nondisplayed, advance: int) -> Nondisplayed:
        """How much of a reset is paid with players' money; the house pays the rest. The reset has used `used` so far;
        `more` comes in now (negative: is taken back). The accounts hold `held`, and the house has not yet recovered
        `advance`."""
        raise NotImplementedError
