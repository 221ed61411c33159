"""Parses what a person typed with a command into the values of its event."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from controller.table.commands.entry import Action, Argument, Kind
from controller.table.events import Command, Moment, Names
from controller.table.money import parse_dollars
from controller.table.names import normal
from controller.table.rules import Rules
from words.message import Fact, Problem


class BadRequestError(Problem):
    """The request makes no sense, whatever the state of the table; the message says what to write instead."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"requests.{code}", **facts)


LONGEST_TEXT = 200
LONGEST_NOTE = 400
MOST_NAMES = 10
MOST_LETTERS = 80  # of a person's name
MOST_SHOWN = 60  # characters of an invalid argument
CHARTS = ("meter", "wagers", "take-up", "wins")


def quoted(value: Any) -> str:
    """What was typed, as printable text."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def _text(value: Any, rules: Rules, at: Moment) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise BadRequestError("no_text", most=LONGEST_TEXT)
    return value


def _note(value: Any, rules: Rules, at: Moment) -> str:
    """Long enough for two table ids and a jackpot id of the greatest length, with the largest amounts."""
    if not isinstance(value, str) or len(value) > LONGEST_NOTE or not value.isprintable():
        raise BadRequestError("no_note", most=LONGEST_NOTE)
    return value


def _number(value: Any, rules: Rules, at: Moment) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", str(value)):
        raise BadRequestError("no_number", value=quoted(value))
    return int(str(value))


def _spot(value: Any, rules: Rules, at: Moment) -> str:
    """A seat's number, or `seat/wager` if a seat has several spots."""
    text = str(value)
    found = [spot for spot in rules.spots if text in (spot, spot.split("/")[0])]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadRequestError("two_spots", seat=text, spots=tuple(found))
    raise BadRequestError("no_spot", spot=quoted(text), spots=tuple(rules.spots))


def _spots(value: Any, rules: Rules, at: Moment) -> tuple[str, ...]:
    many = value if isinstance(value, list) else [value]
    return tuple(_spot(one, rules, at) for one in many)


def _moment(value: Any, rules: Rules, at: Moment) -> int:
    """`14:03:20` (the last such time, in the table's zone), or ms since the epoch as `status` prints them."""
    text = str(value)
    if re.fullmatch("[0-9]{1,15}", text):
        return int(text)
    try:
        clock = datetime.strptime(text, "%H:%M:%S" if text.count(":") == 2 else "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        raise BadRequestError("no_time", value=quoted(text)) from None
    today = datetime.fromtimestamp(at.utc / 1000, rules.zone).date()
    moments = (
        datetime.combine(day, clock.replace(fold=fold), tzinfo=rules.zone).timestamp() * 1000
        for day in (today, today - timedelta(days=1))
        for fold in (0, 1)  # an autumn night has some hours twice
    )
    return int(max(moment for moment in moments if moment <= at.utc))


def _name(value: Any, rules: Rules, at: Moment) -> str:
    text = normal(_text(value, rules, at))
    if not text or len(text) > MOST_LETTERS:
        raise BadRequestError("no_name", most=MOST_LETTERS)
    return text


def _names(value: Any, rules: Rules, at: Moment) -> Names:
    many = value if isinstance(value, list) else [value]
    return tuple(_name(one, rules, at) for one in many)


def _on_off(value: Any, rules: Rules, at: Moment) -> bool:
    if value not in ("on", "off"):
        raise BadRequestError("on_or_off")
    return bool(value == "on")


def _lit_dark(value: Any, rules: Rules, at: Moment) -> str:
    if value not in ("lit", "dark"):
        raise BadRequestError("lit_or_dark")
    return str(value)


def _amount(value: Any, rules: Rules, at: Moment) -> int:
    """`12.50`, or `-12.50` for money that comes back."""
    text = str(value)
    try:
        return parse_dollars(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
    except ValueError:
        raise BadRequestError("no_amount", value=quoted(text)) from None


def _flag(value: Any, rules: Rules, at: Moment) -> bool:
    return bool(value)


def _chart(value: Any, rules: Rules, at: Moment) -> str:
    if value not in CHARTS:
        raise BadRequestError("no_chart", charts=CHARTS)
    return str(value)


_READERS: Mapping[Kind, Callable[[Any, Rules, Moment], Any]] = {
    Kind.TEXT: _text,
    Kind.REASON: _text,
    Kind.NOTE: _note,
    Kind.NAME: _name,
    Kind.NAMES: _names,
    Kind.PIN: _text,
    Kind.NUMBER: _number,
    Kind.CLAIM: _number,
    Kind.FAULT: _text,
    Kind.SPOT: _spot,
    Kind.SPOTS: _spots,
    Kind.AMOUNT: _amount,
    Kind.TIER: _amount,
    Kind.MOMENT: _moment,
    Kind.ON_OFF: _on_off,
    Kind.LIT_DARK: _lit_dark,
    Kind.CHART: _chart,
    Kind.FLAG: _flag,
}


def facts_of(arguments: Iterable[Argument], asked: Mapping[str, Any], rules: Rules, at: Moment) -> dict[str, Any]:
    """The parsed arguments. All required ones must be there, and no unknown ones."""
    known = {argument.name: argument for argument in arguments}
    if unknown := sorted(set(asked) - set(known)):
        code = "unknown_argument" if known else "no_arguments"
        raise BadRequestError(code, argument=quoted(unknown[0]), known=tuple(known))
    facts: dict[str, Any] = {}
    for name, argument in known.items():
        if name in asked:
            facts[name] = _READERS[argument.kind](asked[name], rules, at)
        elif argument.needed:
            raise BadRequestError("missing", argument=name)
    return facts


def event_of(
    action: Action,
    asked: Mapping[str, Any],
    rules: Rules,
    at: Moment,
    by: Names = (),
    screen: str = "",
    **found: Any,
) -> Command:
    """`by`, `screen` and `found` (from the ledger) come from the control layer; `asked` from whoever connected."""
    if "by" in asked:
        raise BadRequestError("by")
    facts = facts_of(action.arguments, asked, rules, at)
    return action.event(at, by=by, at_screen="" if by else screen, **action.fields(facts), **found)
