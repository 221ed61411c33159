"""What the page is told of what may be done now is what the core then says (R025, R155): whatever happened at a table,
each command that is allowed is not refused to just so many people with the right, to one fewer it is, and what is
refused is refused to everybody for the very same reason. Asking changes nothing."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from support.table.random_story import TABLES, walk
from support.table.story import Table, body_of

from controller.daemon.arguments import BadRequestError, event_of
from controller.present.allowed_actions import ANY, NOTHING, allowed_actions
from controller.table import duties, events, meter_events
from controller.table.awards import deeds_of
from controller.table.codec import encode
from controller.table.commands import ACTIONS
from controller.table.duties import Step
from controller.table.events import Names
from controller.table.state import Claim
from controller.table.step import Outcome, step
from words.message import typed

EVERY = 6  # steps of the walk between two looks: each look asks the core some hundred times

Asked = tuple[str, dict[str, Any], dict[str, Any], Claim | None]  # command, its facts, what is said of it, its claim

COMMANDS = [action.name for action in ACTIONS.values() if action.of_page]


def offered(table: Table) -> Iterator[Asked]:
    """Everything that is said of this moment."""
    found = allowed_actions(table.rules, table.state, table.at)
    for command, answer in found["table"].items():
        if command == "round late-lock":
            for lit in answer["moments"]:
                yield command, {"moment": lit["moment"]}, answer, None
        else:
            yield command, given(command), answer, None
    for spot, answers in found["spots"].items():
        for command, answer in answers.items():
            if command == "spot tier":
                for amount, each in answer.items():
                    yield command, {"spot": spot, "amount": amount, "reason": ANY}, each, None
            elif command == "spot test":
                yield command, {"spots": [spot]}, answer, None
            else:
                yield command, {"spot": spot, **given(command)}, answer, None
    for claim in table.state.book.claims:
        for command, answer in found["claims"][str(claim.number)].items():
            yield command, {"claim": claim.number, **given(command)}, answer, claim
    for code, answers in found["faults"].items():
        for command, answer in answers.items():
            yield command, {"code": code, **given(command)}, answer, None


def given(command: str) -> dict[str, Any]:
    """What a person gives besides."""
    return {"reason": ANY} if "reason" in {argument.name for argument in ACTIONS[command].arguments} else {}


def late_lock(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = allowed_actions(table.rules, table.state, table.at)["table"]["round late-lock"]
    return found


def really(table: Table, command: str, facts: dict[str, Any], by: Names) -> Outcome | str:
    """What the core says to it; a text, if it makes no sense at all."""
    try:
        return step(table.rules, table.state, event_of(ACTIONS[command], facts, table.rules, table.at, by))
    except BadRequestError as error:
        return error.message.code


STEPS = {"win confirm": Step.APPROVAL, "win paid": Step.PAYMENT}


def people(table: Table, roles: list[str], claim: Claim | None, command: str) -> list[str]:
    """Those with the right; of a claim's money without who is interested or has approved it already."""
    out: tuple[str, ...] = ()
    if claim and command in STEPS:
        out = tuple(duties.barred(deeds_of(table.rules, table.state.book, claim), STEPS[command]))
    if claim and command == "win confirm":
        out = (*out, *claim.approved)
    known = table.state.book.people.items()
    return [name for name, person in known if name not in out and set(roles) & set(person.roles)]


def look(table: Table, seen: Counter[str]) -> None:
    before = encode(table.state.book), table.state
    for command, facts, says, claim in list(offered(table)):
        what = f"{command} {facts} in {table.phase}: {says}"
        if "persons" in says:
            able = people(table, says["roles"], claim, command)
            assert len(able) >= min(says["persons"], 1 if command == "win confirm" else 9), what
            outcome = really(table, command, facts, tuple(able[: says["persons"]]))
            assert isinstance(outcome, Outcome), what
            assert not outcome.refused, f"{what}: {outcome.refused}"
            if says["persons"]:
                fewer = really(table, command, facts, tuple(able[: says["persons"] - 1]))
                assert isinstance(fewer, Outcome), what
                half = says["persons"] > 1 and command == "win confirm"  # one after the other may approve
                assert half or fewer.refused, f"{what}: one fewer would do"
            if command == "round late-lock":
                _as_it_was(table, facts["moment"], outcome)
            seen["allowed " + command] += 1
        else:
            able = [name for name in table.state.book.people if not claim or name not in claim.claimant]
            if claim and command == "win confirm":
                rights = ["floor", "manager"] if len(claim.award) else []
                able = people(table, rights, claim, command)
            outcome = really(table, command, facts, tuple(able))
            if says == NOTHING:
                assert isinstance(outcome, Outcome), what
                assert not outcome.entries, what
                assert not outcome.refused, what
                assert outcome.state.book == table.state.book, what
            elif isinstance(outcome, Outcome):
                assert outcome.refused, f"{what}: it would be done"
                assert outcome.refused.message.code == says["code"], f"{what}: {outcome.refused}"
            else:
                assert says["code"] == "bad_request", what
            seen["refused " + command] += 1
    assert (encode(table.state.book), table.state) == before, "asking changes nothing"


def _as_it_was(table: Table, moment: int, outcome: Outcome) -> None:
    """What is said to have been lit at that moment is what a late lock takes; of coins what is still there."""
    lit = [each for each in late_lock(table)["moments"] if each["moment"] == moment]
    (lock,) = (entry for entry in outcome.entries if entry.kind == "late_lock")
    taken = list(body_of(lock)["spots"])
    assert [each["spots"] for each in lit] == [taken] or "coin" in {rule.sensor for rule in table.rules.spots.values()}


def rare() -> Iterator[Table]:
    """Moments that a walk meets seldom."""
    table = Table()
    table.open()
    yield table
    table.do(events.StopOffering, reason="hand shuffle")
    yield table
    table = Table(TABLES["presence"]())
    table.open()
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.lift(1)
    table.wait(1)
    yield table
    table = Table(TABLES["posted by a person"]())
    table.open()
    table.lock(1)
    table.win(1)
    yield table
    table.key("clear")
    table.wait(86_400)
    yield table
    table.do(meter_events.HoldPost, reason="disputed")
    table.tell(events.LedgerDoubted(table.at, typed("row 7 is not what was written")))
    yield table
    table.tell(events.SignsSilent(table.at, typed("sign-1 is silent")))
    table.step_clock(3600)
    yield table
    table.restart()
    yield table
    table = Table(TABLES["coin"]())
    table.open()
    table.drop(1, 4)
    yield table


def test_what_may_be_done_is_what_the_core_would_say() -> None:
    """At every kind of table; it would prove nothing of a command that was never met allowed, or refused."""
    seen = Counter[str]()
    for kind, rules in TABLES.items():
        table = Table(rules())
        for number, _ in enumerate(walk(table, Random(f"may {kind}"), 700)):
            if number % EVERY == 0:
                look(table, seen)
    for table in rare():
        look(table, seen)
    assert [command for command in COMMANDS if not seen["allowed " + command]] == []
    never = {"fault clear"}  # the one whose cause is still there cannot come about by itself
    assert {command for command in COMMANDS if not seen["refused " + command]} <= never
