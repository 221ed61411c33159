"""The table of duties: who did one step on a hand may not do which others (decision 23).

A *deed* is a step that a person did on a hand instead of a sensor or a key's usual course, or on the way from its claim
to its money. Deeds by a key, and by a command that takes no name, have none: they count as one person, the dealer.
Whoever put a bet, a lock moment, a tier, a count, an amount or a claim there is interested in the hand, and never
approves or pays what follows from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    """A step on a hand."""

    BET = "bet"  # a person added the bet, or confirmed a chip that the sensor was unsure of
    LOCK = "lock"  # a person chose the moment of the lock, or took back a lock that this bet was not in
    TIER = "tier"  # a person set which amount it plays for
    READING = "reading"  # a person read what a sign showed at the lock
    COUNT = "count"  # a person corrected a count that its meter was posted from
    RAISE = "raise"  # a person raised its meter
    CLAIM = "claim"
    AWARD = "award"  # the claim's award was named, or named anew
    REOPENING = "reopening"  # of a hand that was over
    APPROVAL = "approval"
    DENIAL = "denial"
    WITHDRAWAL = "withdrawal"
    VOID = "void"  # of the round or the seat; also a lock that is taken back
    PAYMENT = "payment"
    CORRECTION = "correction"


class When(StrEnum):
    """When in the hand a step was done."""

    BEFORE = "before"  # the lock
    LOCKED = "locked"
    SETTLED = "settled"  # after SETTLE: the cards may be known
    LATE = "late"  # after CLEAR


@dataclass(frozen=True)
class Deed:
    """A step that was done; `by` is empty if nobody is named."""

    step: Step
    by: tuple[str, ...]
    when: When
    utc: int


INTEREST = frozenset({
    Step.BET, Step.LOCK, Step.TIER, Step.COUNT, Step.RAISE, Step.VOID, Step.REOPENING, Step.CLAIM, Step.AWARD,
})  # fmt: skip
NOBODY: frozenset[Step] = frozenset()

# Who did one of the steps on the right does not do the step on the left. Giving money up needs no distance, only as
# many people as approving it.
BARRED: Mapping[Step, frozenset[Step]] = {
    Step.APPROVAL: INTEREST,
    Step.PAYMENT: INTEREST | {Step.APPROVAL},
    Step.CORRECTION: INTEREST | {Step.APPROVAL, Step.PAYMENT, Step.READING},
    Step.DENIAL: NOBODY,
    Step.WITHDRAWAL: NOBODY,
    Step.VOID: NOBODY,
}

BY_HAND = frozenset({Step.BET, Step.LOCK, Step.TIER})  # a person stands in for a sensor or a key


def barred(deeds: Iterable[Deed], step: Step) -> dict[str, Step]:
    """The people who may not do this step on this hand, each with the first of their deeds that is in the way."""
    found: dict[str, Step] = {}
    for deed in deeds:
        if deed.step in BARRED[step]:
            for name in deed.by:
                found.setdefault(name, deed.step)
    return found


def keys_suffice(deeds: Iterable[Deed]) -> bool:
    """Whether the dealer's keys alone may approve an award within the dealer's limit: what the sensors saw plays, at
    the moment of the key, and was claimed before CLEAR."""
    return not any(each.step in BY_HAND or (each.step in INTEREST and each.when is When.LATE) for each in deeds)


def takes_one_more(deeds: Iterable[Deed]) -> bool:
    """Whether a person decided after the lock what plays. Before it, every player sees the lamp."""
    return any(each.step in BY_HAND and each.when is not When.BEFORE for each in deeds)


def handmade(deeds: Iterable[Deed]) -> tuple[Deed, ...]:
    """What a claim's readers must know: all that a person decided instead of the table, and claims after CLEAR."""
    told = BY_HAND | {Step.VOID}
    return tuple(each for each in deeds if each.step in told or (each.step in INTEREST and each.when is When.LATE))
