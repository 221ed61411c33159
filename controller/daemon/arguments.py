"""What a person wrote with a command, read into what its event takes."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from controller.table.commands.entry import Action, Argument, Kind
from controller.table.events import Command, Moment, Names
from controller.table.money import parse_dollars
from controller.table.rules import Rules


class BadRequestError(Exception):
    """The request makes no sense, whatever the table is doing; the text says what to write instead."""


LONGEST_TEXT = 200
LONGEST_NOTE = 400
MOST_NAMES = 10
MOST_LETTERS = 80  # of a person's name
MOST_SHOWN = 60  # characters of what was written wrongly
CHARTS = ("meter", "wagers", "take-up", "wins")


def quoted(value: Any) -> str:
    """What was written, as far as a person reads it."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def _text(value: Any, rules: Rules, at: Moment) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise BadRequestError(f"write a text of at most {LONGEST_TEXT} printable characters on one line")
    return value


def _note(value: Any, rules: Rules, at: Moment) -> str:
    """Two tables' ids and a jackpot's, each as long as it may be, with the largest amounts."""
    if not isinstance(value, str) or len(value) > LONGEST_NOTE or not value.isprintable():
        raise BadRequestError("write the transfer note as one line, as the other table printed it")
    return value


def _number(value: Any, rules: Rules, at: Moment) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", str(value)):
        raise BadRequestError(f"write a whole number, not {quoted(value)}")
    return int(str(value))


def _spot(value: Any, rules: Rules, at: Moment) -> str:
    """A seat's number, or `seat/wager` where a seat has two."""
    text = str(value)
    found = [spot for spot in rules.spots if text in (spot, spot.split("/")[0])]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadRequestError(f"seat {text} has the spots {' and '.join(found)}: name one of them")
    raise BadRequestError(f"there is no spot {quoted(text)}; the spots are {', '.join(rules.spots)}")


def _spots(value: Any, rules: Rules, at: Moment) -> tuple[str, ...]:
    many = value if isinstance(value, list) else [value]
    return tuple(_spot(one, rules, at) for one in many)


def _moment(value: Any, rules: Rules, at: Moment) -> int:
    """`14:03:20` (the last one that has been, in the table's zone), or ms since the epoch as `status` prints them."""
    text = str(value)
    if re.fullmatch("[0-9]{1,15}", text):
        return int(text)
    try:
        clock = datetime.strptime(text, "%H:%M:%S" if text.count(":") == 2 else "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        raise BadRequestError(f"write a time such as 14:03:20, not {quoted(text)}") from None
    today = datetime.fromtimestamp(at.utc / 1000, rules.zone).date()
    moments = (
        datetime.combine(day, clock.replace(fold=fold), tzinfo=rules.zone).timestamp() * 1000
        for day in (today, today - timedelta(days=1))
        for fold in (0, 1)  # an autumn night has some hours twice
    )
    return int(max(moment for moment in moments if moment <= at.utc))


def _name(value: Any, rules: Rules, at: Moment) -> str:
    text = _text(value, rules, at)
    if not text.strip() or len(text) > MOST_LETTERS:
        raise BadRequestError(f"write a name of at most {MOST_LETTERS} letters")
    return text.strip()


def _names(value: Any, rules: Rules, at: Moment) -> Names:
    many = value if isinstance(value, list) else [value]
    return tuple(_name(one, rules, at) for one in many)


def _on_off(value: Any, rules: Rules, at: Moment) -> bool:
    if value not in ("on", "off"):
        raise BadRequestError("write on or off")
    return bool(value == "on")


def _lit_dark(value: Any, rules: Rules, at: Moment) -> str:
    if value not in ("lit", "dark"):
        raise BadRequestError("write lit or dark")
    return str(value)


def _amount(value: Any, rules: Rules, at: Moment) -> int:
    """`12.50`, or `-12.50` for what comes back."""
    text = str(value)
    try:
        return parse_dollars(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
    except ValueError:
        what = f'write an amount as dollars and cents, such as "1250.00", not {quoted(text)}'
        raise BadRequestError(what) from None


def _flag(value: Any, rules: Rules, at: Moment) -> bool:
    return bool(value)


def _chart(value: Any, rules: Rules, at: Moment) -> str:
    if value not in CHARTS:
        raise BadRequestError(f"the charts are {', '.join(CHARTS)}")
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
    """What was written, read: every argument that is needed, and none that is unknown."""
    known = {argument.name: argument for argument in arguments}
    if unknown := sorted(set(asked) - set(known)):
        raise BadRequestError(f"unknown argument {quoted(unknown[0])}; this takes {', '.join(known) or 'none'}")
    facts: dict[str, Any] = {}
    for name, argument in known.items():
        if name in asked:
            facts[name] = _READERS[argument.kind](asked[name], rules, at)
        elif argument.needed:
            raise BadRequestError(f"{name} is missing")
    return facts


def event_of(
    action: Action, asked: Mapping[str, Any], rules: Rules, at: Moment, by: Names = (), **found: Any
) -> Command:
    """`by` and `found` (in the ledger) are the control layer's own word; `asked` is anybody's."""
    if "by" in asked:
        raise BadRequestError('names are taken from "who", with a PIN or a log-in each, never from "by"')
    facts = facts_of(action.arguments, asked, rules, at)
    return action.event(at, by=by, **action.fields(facts), **found)
