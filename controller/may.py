"""What may be done now, and by whom: every command that a table's people use in play, asked of the core itself and not
carried out. So a page offers nothing that the core would refuse, and says why in the core's own words (R025, R155)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from controller.commands import ACTIONS, BadRequestError
from controller.core import authority
from controller.core.authority import NEEDS
from controller.core.awards import of
from controller.core.events import ConfirmClaim, DenyClaim, Moment, Names, SetTier, Tick, WithdrawClaim
from controller.core.money import dollars
from controller.core.refusals import Refused
from controller.core.rules import Authority, Rules
from controller.core.state import Book, Claim, Live, Seen, Stage, State
from controller.core.step import step
from controller.telling import reasons

ANY = "?"  # stands for a reason that a person will give

OF_THE_TABLE: Mapping[str, Mapping[str, str]] = {
    "table open": {},
    "table close": {},
    "table last-hand": {},
    "table shoe-ended": {},
    "table not-offered": {"reason": ANY},
    "table offered": {},
    "round lock": {},
    "round unlock": {},
    "round settle": {},
    "round clear": {},
    "round void": {"reason": ANY},
    "round resume": {},
    "spot test": {},
    "sign override": {},
    "clock confirm": {},
    "jackpot post": {},
    "jackpot hold-post": {"reason": ANY},
    "jackpot release-post": {},
    "win reopen": {"reason": ANY},
}
OF_A_SPOT: Mapping[str, Mapping[str, str]] = {
    "round drop-seat": {},
    "round void-seat": {"reason": ANY},
    "round add-seat": {"reason": ANY},
    "round flat-bet": {},
    "spot confirm": {},
    "spot exclude": {"reason": ANY},
    "spot ack": {},
    "coin refund": {},
    "win claim": {},
}
OF_A_CLAIM: Mapping[str, Mapping[str, str]] = {
    "win confirm": {},
    "win deny": {"reason": ANY},
    "win withdraw": {},
    "win paid": {},
}

NOTHING = {"code": "nothing_changes", "say": "That would change nothing.", "facts": {}}

May = dict[str, Any]  # {"persons", "roles"}: allowed; {"code", "say", "facts"}: refused


def may(rules: Rules, state: State, at: Moment) -> May:
    """For the table, each spot, each claim and each fault."""
    asked = _Asked(rules, state, at)
    return {
        "table": {command: asked.answer(command, facts) for command, facts in OF_THE_TABLE.items()},
        "spots": {spot: _of_a_spot(asked, spot) for spot in rules.spots},
        "claims": {
            str(claim.number): {
                command: asked.answer(command, {**facts, "claim": claim.number}, claim)
                for command, facts in OF_A_CLAIM.items()
            }
            for claim in state.book.claims
        },
        "faults": {
            code: asked.answer("fault clear", {"code": code, "reason": ANY}) for code in state.book.faults
        },
        "late_lock": _late_lock(asked),
    }  # fmt: skip


def _of_a_spot(asked: "_Asked", spot: str) -> May:
    told = {command: asked.answer(command, {**facts, "spot": spot}) for command, facts in OF_A_SPOT.items()}
    told["spot test"] = asked.answer("spot test", {"spots": [spot]})
    amounts = asked.rules.wagers[asked.rules.spots[spot].wager].amounts
    if len(amounts) > 1:
        told["spot tier"] = {
            dollars(amount): asked.answer("spot tier", {"spot": spot, "amount": dollars(amount), "reason": ANY})
            for amount in amounts
        }
    return told


def _late_lock(asked: "_Asked") -> May:
    """The moments at which something was lit, newest first, each with its spots; it is one of them that is locked."""
    moments = [{"moment": lit.utc, "spots": list(lit.spots)} for lit in _moments(asked)]
    if not moments:
        return {"moments": [], **asked.answer("round late-lock", {"moment": asked.at.utc})}
    return {"moments": moments, **asked.answer("round late-lock", {"moment": moments[0]["moment"]})}


def _moments(asked: "_Asked") -> Iterator[Seen]:
    """Those that the core would find by their time: a clock that stepped back hides what it had shown before. Up to
    the end of a hand that was not locked they are that hand's."""
    book, missed = asked.passed.book, asked.passed.book.missed
    if missed and missed.day != (book.today.day if book.today else ""):
        missed = None
    for seen, of_missed in ((asked.passed.live.seen, False), (missed.seen if missed else (), True)):
        earliest = asked.at.utc + 1
        for lit in reversed(seen):
            if lit.utc < earliest and (missed is not None and lit.utc <= missed.utc) == of_missed:
                yield lit
            earliest = min(earliest, lit.utc)


class _Asked:
    """The core, asked without consequence. Whoever could answer for it is taken to do so."""

    def __init__(self, rules: Rules, state: State, at: Moment) -> None:
        self.rules, self.state, self.at = rules, state, at
        self._everybody: Names = tuple(state.book.people)
        self.passed = step(rules, state, Tick(at, synced=False)).state  # with all that time alone brings

    def answer(self, command: str, facts: Mapping[str, Any], claim: Claim | None = None) -> May:
        rule = self._rule(command, claim)
        try:
            event = ACTIONS[command].build(facts, self.rules, self.at, self._names(command, rule, claim))
        except BadRequestError as error:
            return {"code": "bad_request", "say": str(error), "facts": {}}
        outcome = step(self.rules, self.state, event)
        if outcome.refused:
            return _refused(outcome.refused)
        if not outcome.entries and _seen(outcome.state) == _seen(self.passed):
            return NOTHING
        if rule is None or "dealer" in rule.roles:
            return {"persons": 0, "roles": []}
        approved = claim.approved if claim and command == "win confirm" else ()
        still = [
            name for name in approved if name in self._everybody and authority.entitled(self.state.book, rule, name)
        ]
        return {"persons": max(rule.persons - len(still), 0), "roles": list(rule.roles)}

    def _names(self, command: str, rule: Authority | None, claim: Claim | None) -> Names:
        if claim is None or rule is None or command != "win confirm":
            return self._everybody
        return tuple(
            name
            for name in self._everybody
            if authority.entitled(self.state.book, rule, name) and name not in (*claim.claimant, *claim.approved)
        )

    def _rule(self, command: str, claim: Claim | None) -> Authority | None:
        """Who answers for it; None: nobody has to."""
        event = ACTIONS[command].event
        if claim and issubclass(event, ConfirmClaim):
            return _confirms(self.rules, claim)
        if claim and issubclass(event, DenyClaim):
            return _limit(self.rules, "share" if claim.stage is not Stage.OPEN else "award", None)
        if claim and issubclass(event, WithdrawClaim):
            return _ANYBODY if claim.claimant else None
        decision = "round" if event is SetTier and self.state.book.locked else NEEDS.get(event)
        return _limit(self.rules, decision, 0) if decision else None


_ANYBODY = Authority("withdraw", None, authority.ROLES[1:], 1)


def _confirms(rules: Rules, claim: Claim) -> Authority | None:
    if not claim.award:
        return None
    wager, line = of(rules, claim)
    pays = 0 if line.shares else wager.paytable.pays(line, claim.stake or wager.amount)
    return _limit(rules, "share" if line.shares else "award", pays)


def _limit(rules: Rules, decision: str, amount: int | None) -> Authority:
    """The first limit that is not below the amount; of no amount, the one for all that come on top."""
    return next(
        rule
        for rule in rules.authority
        if rule.decision == decision and (rule.up_to is None or (amount is not None and amount <= rule.up_to))
    )


def _refused(refused: Refused) -> May:
    return {"code": refused.code, "say": str(refused), "facts": reasons(refused.facts)}


def _seen(state: State) -> tuple[Book, Live]:
    """What a person could tell apart: a mere note is nothing."""
    return state.book, replace(state.live, notes=(), notes_lost=0)
