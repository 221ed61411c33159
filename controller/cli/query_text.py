"""The answers of queries as text for a terminal. A query without a text is printed as JSON."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from controller.cli.speech import say_json, text


def answer_text(query: str, found: Any) -> str:
    of = _TEXTS.get(query)
    return of(found) if of else json.dumps(found, indent=2)


def exit_status(query: str, found: Any) -> int:
    """1 if what was queried is not sound."""
    return 1 if query == "round replay" and not found["verified"] else 0


def _status(found: Any) -> str:
    from controller.cli.terminal import status_text

    return status_text(found)


def _jackpots(found: Any) -> str:
    return "\n".join(line for name, facts in found.items() for line in _jackpot(name, facts))


def _jackpot(name: str, facts: Any) -> Iterator[str]:
    yield text("queries.jackpot", name=name, **facts)
    for line in _counters(facts):
        yield f"  {line}"


def _counters(facts: Any) -> Iterator[str]:
    yield text("queries.rate", **facts)
    if facts["type"] == "progressive":
        yield text("queries.contributed", **facts)
        yield text("queries.limit" if facts["limit"] else "queries.no_limit", **facts)
        yield text("queries.reserve", **facts)
    yield text("queries.wagers", **facts)
    yield text("queries.posted" if facts["posted_to"] else "queries.unposted", **facts)
    for change in facts["pending"]:
        yield text("queries.accepted" if facts["accepted"] else "queries.proposed", change=change)
    if facts["last_day"]:
        yield text("queries.last_day", day=facts["last_day"])
    if facts["left_to"]:
        yield text("queries.left_to", to=facts["left_to"])
    for due in facts["due"]:
        sign = "-" if due["down"] else ""
        yield text("queries.due", day=due["day"], amount=f"{sign}{due['amount']}")


def _claims(found: Any) -> str:
    return "\n".join(map(_claim, found["claims"])) or text("queries.no_claims")


def _claim(claim: Any) -> str:
    parts = [text("queries.claim" if claim["award"] else "queries.claim_unnamed", **claim)]
    if claim["approved"]:
        parts.append(text("queries.approved_by", names=claim["approved"]))
    division = f" ({say_json(claim['division'])})" if claim["division"] else ""
    return f"{', '.join(parts)}{division}"


def _variances(found: Any) -> str:
    return "\n".join(map(_variance, found["variances"])) or text("queries.no_variances")


def _variance(variance: Any) -> str:
    what, side = "sign" if variance["kind"] == "reading" else "chips", "more" if variance["more"] else "less"
    return text(f"queries.{what}_{side}", **variance)


def _people(found: Any) -> str:
    return "\n".join(_person(name, person) for name, person in found.items()) or text("queries.nobody")


def _person(name: str, person: Any) -> str:
    parts = [text("queries.person", name=name, roles=person["roles"])]
    if not person["pin"]:
        parts.append(text("queries.no_pin"))
    if person["locked_out"]:
        parts.append(text("queries.locked_out", minutes=person["locked_out"]))
    return ", ".join(parts)


def _faults(found: Any) -> str:
    faults = (text("queries.fault", code=code, why=why) for code, why in found.items())
    return "\n".join(faults) or text("queries.no_faults")


def _rounds(found: Any) -> str:
    from controller.cli.speech import words
    from controller.history.replay_text import rounds_text

    return rounds_text(words(), found)


def _replay(found: Any) -> str:
    from controller.cli.speech import words
    from controller.history.replay_text import replay_text

    return replay_text(words(), found)


_TEXTS: Mapping[str, Callable[[Any], str]] = {
    "status": _status,
    "jackpot show": _jackpots,
    "round list": _rounds,
    "round replay": _replay,
    "win list": _claims,
    "reconcile list": _variances,
    "user list": _people,
    "fault list": _faults,
}
