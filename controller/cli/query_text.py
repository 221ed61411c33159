"""What a running table answers to a query, as text for a terminal. A query that has none here is printed as JSON."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any


def text(query: str, found: Any) -> str:
    told = _TEXTS.get(query)
    return told(found) if told else json.dumps(found, indent=2)


def exit_status(query: str, found: Any) -> int:
    """1 if what was asked for is not sound."""
    return 1 if query == "round replay" and not found["verified"] else 0


def _status(found: Any) -> str:
    from controller.cli.terminal import status_text

    return status_text(found)


def _jackpots(found: Any) -> str:
    return "\n".join(line for name, jackpot in found.items() for line in _jackpot(name, jackpot))


def _jackpot(name: str, told: Any) -> Iterator[str]:
    yield f"{name}: {told['title']} ({told['type']}), meter ${told['meter']}, {told['state']}"
    yield f"  seed ${told['base']}, reset ${told['reset']}, rate {told['rate_bp'] / 100:g} %"
    if told["type"] == "progressive":
        yield f"  contributed ${told['contributed']}, to the reserve {told['reserve_bp'] / 100:g} %"
        yield f"  limit {'$' + told['limit'] if told['limit'] else 'none'}, overflow ${told['overflow']}"
        yield f"  reserve ${told['reserve']}, owed to winners ${told['owed']}, house's advance ${told['advance']}"
    yield f"  wagers {told['wagers']}, posts {told['posts']} (${told['posted']}), wins {told['wins']}"
    yield f"  last day posted {told['posted_to'] or 'none'}, accrued today ${told['accrued_today']}"
    for change in told["pending"]:
        yield f"  {'accepted' if told['accepted'] else 'proposed'}: {change}"
    if told["last_day"]:
        yield f"  last gaming day {told['last_day']}"
    if told["left_to"]:
        yield f"  its money has gone to {told['left_to']}"
    for due in told["due"]:
        yield f"  due: {due['day']} {'-' if due['down'] else ''}${due['amount']}"


def _claims(found: Any) -> str:
    return "\n".join(_claim(claim) for claim in found["claims"]) or "no claims"


def _claim(claim: Any) -> str:
    amount = f", ${claim['amount']}" if claim["amount"] else ""
    approved = f", approved by {' and '.join(claim['approved'])}" if claim["approved"] else ""
    division = f" ({claim['division']})" if claim["division"] else ""
    return (
        f"claim {claim['claim']}: spot {claim['spot']}, round {claim['round']}, "
        f"{claim['award'] or 'no award named'}{amount}, {claim['stage']}{approved}"
        f"{division}"
    )


def _variances(found: Any) -> str:
    return "\n".join(_variance(each) for each in found["variances"]) or "no open variances"


def _variance(told: Any) -> str:
    what = "sign of" if told["kind"] == "reading" else f"chips of {told['day']},"
    side = "more" if told["more"] else "less"
    return f"variance {told['variance']}: {what} {told['about']}, ${told['amount']} {side}: {told['grade']}"


def _people(found: Any) -> str:
    nobody = "nobody yet: stop the table, then `litbet user add NAME --role administrator`"
    return "\n".join(_person(name, person) for name, person in found.items()) or nobody


def _person(name: str, person: Any) -> str:
    pin = "" if person["pin"] else ", no PIN yet"
    out = f", locked out {person['locked_out']}" if person["locked_out"] else ""
    return f"{name}: {', '.join(person['roles'])}{pin}{out}"


def _faults(found: Any) -> str:
    return "\n".join(f"{code}: {why}" for code, why in found.items()) or "no faults"


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
