"""How many people an award takes, whatever was done by hand: every way of giving every step to so many people or to the
dealer's keys, on the table of duties alone (decision 23). Each line of the table changes one of these numbers."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from controller.table import duties
from controller.table.duties import BARRED, Deed, Step, When

KEYS = -1  # instead of a person
OF_HAND = (Step.BET, Step.LOCK, Step.TIER, Step.VOID, Step.REOPENING)
OF_METER = (Step.COUNT, Step.RAISE)
FOR_CORRECTIONS = (Step.READING,)  # of a sign: only a correction follows from it
BY_KEYS = (Step.CLAIM, Step.AWARD)  # or by the dealer's keys; all others by a person
WHENS = {Step.REOPENING: (When.LATE,), Step.LOCK: (When.LATE,), Step.BET: (When.BEFORE, When.SETTLED),
         Step.TIER: (When.BEFORE, When.LOCKED)}  # fmt: skip
APPROVERS = 2  # that the profile names for an award; a share takes a payer in addition
Story = tuple[tuple[Step, When], ...]


def stories(most: int) -> Iterator[Story]:
    """Up to so many things that were done to the hand or its meter, then its claim, and the name of its award."""
    done = [
        (step, when) for step in (*OF_HAND, *OF_METER, *FOR_CORRECTIONS) for when in WHENS.get(step, (When.LOCKED,))
    ]
    for number in range(most + 1):
        for before in combinations(done, number):
            for after in ((), ((Step.AWARD, When.LOCKED),)):
                yield (*before, (Step.CLAIM, When.LOCKED), *after)


def ways(story: Story, people: int) -> Iterator[tuple[Deed, ...]]:
    """Every way of giving the steps to so many people, or to the keys where they can do it."""
    doers = [[*range(people), *([KEYS] if step in BY_KEYS else [])] for step, _ in story]
    for given in product(*doers):
        yield tuple(
            Deed(step, () if who == KEYS else (str(who),), when, 0)
            for (step, when), who in zip(story, given, strict=True)
        )


def reached(deeds: tuple[Deed, ...], everybody: set[str]) -> tuple[bool, bool, bool]:
    """Whether these people get the award approved, its share paid, and the payment corrected."""
    named = [each for each in deeds if each.step in (Step.CLAIM, Step.AWARD)][-1].by
    takes = APPROVERS + (duties.takes_one_more(deeds) or not named)
    free = sorted(everybody - duties.barred(deeds, Step.APPROVAL).keys())
    if len(free) < takes:
        return False, False, False
    approved = (*deeds, Deed(Step.APPROVAL, tuple(free[:takes]), When.LOCKED, 0))
    payers = sorted(everybody - duties.barred(approved, Step.PAYMENT).keys())
    if not payers:
        return True, False, False
    paid = (*approved, Deed(Step.PAYMENT, (payers[0],), When.LOCKED, 0))
    return True, True, len(everybody - duties.barred(paid, Step.CORRECTION).keys()) >= APPROVERS


def least(story: Story) -> tuple[int, int, int]:
    """The fewest people with whom each is reached."""
    found = [0, 0, 0]
    for people in range(1, 8):
        for deeds in ways(story, people):
            for place, is_reached in enumerate(reached(deeds, {str(each) for each in range(people)})):
                if is_reached and not found[place]:
                    found[place] = people
        if all(found):
            break
    return found[0], found[1], found[2]


def said(story: Story) -> tuple[int, int, int]:
    """The same in the words of decision 23. All that only a person can do may be one person's doing; one who names the
    award costs as much as the approver that a missing name costs."""
    someone = any(step not in (*BY_KEYS, *FOR_CORRECTIONS) for step, _ in story)
    after = _decided_after(story)
    approval = APPROVERS + (someone or not after) + after
    return approval, approval + 1, approval + 3


def _decided_after(story: Story) -> bool:
    return any(step in (Step.BET, Step.LOCK, Step.TIER) and when is not When.BEFORE for step, when in story)


def test_every_award_takes_the_people_that_the_decision_says() -> None:
    for story in stories(2):
        assert least(story) == said(story), story


def strangers(story: Story) -> tuple[int, int, int]:
    """The fewest people without a part in the hand with whom each is reached, where everybody did one step of it."""
    deeds = tuple(Deed(step, (f"doer {place}",), when, 0) for place, (step, when) in enumerate(story))
    doers = {name for deed in deeds for name in deed.by}
    found = [0, 0, 0]
    for people in range(8, 0, -1):
        everybody = doers | {str(each) for each in range(people)}
        for place, is_reached in enumerate(reached(deeds, everybody)):
            found[place] = people if is_reached else found[place]
    return found[0], found[1], found[2]


def said_of_strangers(story: Story) -> tuple[int, int, int]:
    takes, others = APPROVERS + _decided_after(story), sum(step in FOR_CORRECTIONS for step, _ in story)
    return takes - others, takes + 1 - others, takes + 3


def test_nobody_who_did_something_to_a_hand_decides_on_it() -> None:
    for story in stories(2):
        assert strangers(story) == said_of_strangers(story), story


@pytest.mark.parametrize(("step", "done"), [(step, done) for step, others in BARRED.items() for done in sorted(others)])
def test_each_line_of_the_table_changes_a_number(monkeypatch: pytest.MonkeyPatch, step: Step, done: Step) -> None:
    monkeypatch.setattr(duties, "BARRED", {**BARRED, step: BARRED[step] - {done}})
    assert any(strangers(story) != said_of_strangers(story) for story in stories(1))
