"""What may be done now, and by whom: every command that has a place on the page is given to the core as if it were
meant, and the result is discarded. So a page offers nothing that the core would refuse, and shows the core's own reason
(R025, R155)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from controller.table import authority, duties
from controller.table.approvals import approval, denial, taken_back, withdrawal
from controller.table.awards import deeds_of
from controller.table.commands import ACTIONS
from controller.table.commands.entry import Action, Kind, Scope
from controller.table.duties import Step
from controller.table.events import (
    Command,
    ConfirmClaim,
    DenyClaim,
    Moment,
    Names,
    SetTier,
    Tick,
    Unlock,
    Void,
    VoidSpot,
    WithdrawClaim,
)
from controller.table.money import dollars
from controller.table.rules import Authority, Matter, Role, Rules
from controller.table.state import Book, Claim, Live, Seen, State
from controller.table.step import step
from words.message import as_json, message

ANY = "?"  # stands for the reason that a person will give
Answer = dict[str, Any]  # {"persons", "roles"}: allowed; {"code", "facts"}: refused, a message
Actions = dict[str, Any]  # by scope, then (for a spot, a claim or a fault) by its name: the answers by command

NOTHING: Answer = as_json(message("refusals.nothing_changes"))


def allowed_actions(rules: Rules, state: State, at: Moment) -> Actions:
    """The answers for the table, each spot, each claim and each fault."""
    probe = _Probe(rules, state, at)
    return {
        Scope.TABLE.value: probe.answers(Scope.TABLE),
        Scope.SPOT.value: {spot: probe.answers(Scope.SPOT, spot) for spot in rules.spots},
        Scope.CLAIM.value: {
            str(claim.number): probe.answers(Scope.CLAIM, claim=claim) for claim in state.book.claims
        },
        Scope.FAULT.value: {code: probe.answers(Scope.FAULT, code) for code in state.book.faults},
    }  # fmt: skip


class _Probe:
    """Asks the core without any effect. It assumes that everybody who may approve does so."""

    def __init__(self, rules: Rules, state: State, at: Moment) -> None:
        self.rules, self.state, self.at = rules, state, at
        self._everybody: Names = tuple(state.book.people)
        self.passed = step(rules, state, Tick(at, synced=False)).state  # with everything that time alone changes

    def answers(self, scope: Scope, name: str = "", claim: Claim | None = None) -> Answer:
        """The answers by command; `name` is the spot or the fault."""
        here = (action for action in ACTIONS.values() if action.asked_of(scope))
        answers = ((action, self._of_choices(action, name, claim)) for action in here)
        return {action.name: answer for action, answer in answers if answer is not None}

    def _of_choices(self, action: Action, name: str, claim: Claim | None) -> Answer | None:
        """If a spot has several amounts, there is an answer for each. Of the moments for a late lock, the newest is
        tried, and all are listed."""
        facts = {
            argument.name: _FILLED[argument.kind](name, claim)
            for argument in action.arguments
            if argument.kind in _FILLED and (argument.needed or argument.kind in _ALWAYS)
        }
        if tier := action.argument(Kind.TIER):
            amounts = self.rules.wagers[self.rules.spots[name].wager].amounts
            answers = {dollars(amount): self.answer(action, {**facts, tier.name: amount}, claim) for amount in amounts}
            return answers if len(amounts) > 1 else None
        if moment := action.argument(Kind.MOMENT):
            lit = [{"moment": seen.utc, "spots": list(seen.spots)} for seen in _moments(self)]
            newest = lit[0]["moment"] if lit else self.at.utc
            return {"moments": lit, **self.answer(action, {**facts, moment.name: newest}, claim)}
        return self.answer(action, facts, claim)

    def answer(self, action: Action, facts: Mapping[str, Any], claim: Claim | None = None) -> Answer:
        rule = self._rule(action, claim, facts.get("spot", ""))
        event = action.event(self.at, by=self._names(action, rule, claim), **action.fields(facts))
        outcome = step(self.rules, self.state, event)
        if outcome.refused:
            refused: Answer = as_json(outcome.refused.message)
            return refused
        if not outcome.entries and _seen(outcome.state) == _seen(self.passed):
            return NOTHING
        if rule is None or Role.DEALER in rule.roles:
            return {"persons": 0, "roles": []}
        approved = claim.approved if claim and action.one_by_one else ()
        barred = self._barred(claim)
        still = [name for name in approved if name in self._everybody and name not in barred]
        still = [name for name in still if authority.entitled(self.state.book, rule, name)]
        return {"persons": max(rule.persons - len(still), 0), "roles": list(rule.roles)}

    def _names(self, action: Action, rule: Authority | None, claim: Claim | None) -> Names:
        if claim is None or rule is None or not action.one_by_one:
            return self._everybody
        out = {*self._barred(claim), *claim.approved}
        names = (name for name in self._everybody if name not in out)
        return tuple(name for name in names if authority.entitled(self.state.book, rule, name))

    def _barred(self, claim: Claim | None) -> Collection[str]:
        """The people who may not approve this claim."""
        return duties.barred(deeds_of(self.rules, self.state.book, claim), Step.APPROVAL) if claim else ()

    def _rule(self, action: Action, claim: Claim | None, spot: str) -> Authority | None:
        """Who must approve it; None: nobody."""
        if own := _RULES.get(action.event):
            return own(self.rules, self.state, claim, spot)
        return authority.limit(self.rules, action.decision) if action.decision else None


# The values that the page supplies for an argument; it leaves the others out, or offers a choice.
_FILLED: Mapping[Kind, Callable[[str, Claim | None], Any]] = {
    Kind.REASON: lambda name, claim: ANY,
    Kind.SPOT: lambda name, claim: name,
    Kind.SPOTS: lambda name, claim: (name,) if name else (),
    Kind.CLAIM: lambda name, claim: claim.number if claim else 0,
    Kind.FAULT: lambda name, claim: name,
}
_ALWAYS = (Kind.REASON, Kind.SPOTS)  # supplied although they are optional


# -- commands whose handlers decide who approves them ---------------------------------------------------------


def _confirms(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    return approval(rules, state.book, claim) if claim and claim.award else None


def _denies(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    return denial(rules, claim) if claim else None


_NO_DEALER = tuple(role for role in Role if role is not Role.DEALER)


def _withdraws(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    rule = withdrawal(rules, claim) if claim else None
    if claim and claim.claimant and rule and authority.by_keys(rule):
        return Authority("withdraw", None, _NO_DEALER, 1)
    return rule


def _sets_tier(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    return _voids(rules, state, claim, spot) if state.book.locked else None


def _voids(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    people = taken_back(rules, state, _playing(state.book, spot))
    return authority.strictest((authority.limit(rules, Matter.ROUND), *people))


def _unlocks(rules: Rules, state: State, claim: Claim | None, spot: str) -> Authority | None:
    people = taken_back(rules, state, _playing(state.book, spot))
    return authority.strictest(people) if people else None


def _playing(book: Book, spot: str) -> tuple[str, ...]:
    """This spot; without one, all that play."""
    return (spot,) if spot else book.locked.spots if book.locked else ()


_RULES: Mapping[type[Command], Callable[[Rules, State, Claim | None, str], Authority | None]] = {
    ConfirmClaim: _confirms,
    DenyClaim: _denies,
    WithdrawClaim: _withdraws,
    SetTier: _sets_tier,
    Void: _voids,
    VoidSpot: _voids,
    Unlock: _unlocks,
}


def _moments(probe: "_Probe") -> Iterator[Seen]:
    """The moments that the core would find by their time: a clock that stepped back hides earlier ones. Up to the end
    of a hand that was not locked, they belong to that hand."""
    book, missed = probe.passed.book, probe.passed.book.missed
    if missed and missed.day != (book.today.day if book.today else ""):
        missed = None
    for seen, of_missed in ((probe.passed.live.seen, False), (missed.seen if missed else (), True)):
        earliest = probe.at.utc + 1
        for lit in reversed(seen):
            if lit.utc < earliest and (missed is not None and lit.utc <= missed.utc) == of_missed:
                yield lit
            earliest = min(earliest, lit.utc)


def _seen(state: State) -> tuple[Book, Live]:
    """The state that a person can see, without notes."""
    return state.book, replace(state.live, notes=(), notes_lost=0)
