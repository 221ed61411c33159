"""A jackpot ends for good (R147, E71): announced, its last gaming day, its end, and where its money goes."""

from collections.abc import Iterator
from datetime import date

from controller.core.accounts import CHARITY, HOUSE
from controller.core.clock_trust import trusted
from controller.core.counters import JackpotBook
from controller.core.gaming_day import gaming_day
from controller.core.meter_events import Dispose, Keep, Retire
from controller.core.refusals import Refused
from controller.core.rules import Jackpot, Rules
from controller.core.sentences import Sentence, joined, sentence
from controller.core.state import Book
from controller.core.transfers import all_posted, at_rest, drained, known
from controller.core.turn import Turn
from controller.games.phrases import money

ACCOUNTS = {"charity": CHARITY, "house": HOUSE}


def together(rules: Rules, jackpot: str) -> list[str]:
    """It and all that end with it: a wager ends whole, and so do the other jackpots that it plays for."""
    found: set[str] = set()
    more = {jackpot}
    while more != found:
        found = more
        more = found.union(*(set(wager.jackpots) for wager in rules.wagers.values() if found & {*wager.jackpots}))
    return [name for name in rules.jackpots if name in found]


def retire(turn: Turn, event: Retire) -> None:
    pot = known(turn, event.jackpot)
    count = turn.book.jackpots[pot.id]
    if count.ended:
        raise Refused("has_ended", title=pot.title)
    if count.last_day:
        raise Refused("retired_already", title=pot.title, day=count.last_day)
    trusted(turn)
    today = gaming_day(turn.at.utc, turn.rules.roll, turn.rules.zone)
    last, notice = _day(event.last_day), turn.rules.removal.notice_days
    if (last - today).days < notice:
        raise Refused("too_soon", today=today, notice=notice)
    body = {"jackpots": _still_played(turn, pot), "last_day": last.isoformat(), "reason": turn.reason(event.reason)}
    turn.write("retire", body)


def keep(turn: Turn, event: Keep) -> None:
    pot = known(turn, event.jackpot)
    count = turn.book.jackpots[pot.id]
    if count.ended:
        raise Refused("has_ended", title=pot.title)
    if not count.last_day:
        raise Refused("not_retired", title=pot.title)
    turn.write("keep", {"jackpots": _still_played(turn, pot), "reason": turn.reason(event.reason)})


def attend(turn: Turn) -> None:
    """Between rounds, once the day after the last has begun."""
    today = turn.book.today
    over = [
        name
        for name, count in turn.book.jackpots.items()
        if today and count.last_day and not count.ended and today.day > count.last_day
    ]
    if over and today:
        turn.write("ended", {"jackpots": over, "from": today.day})


def dispose(turn: Turn, event: Dispose) -> None:
    """All that is left, exact below the cent."""
    pot, rules = known(turn, event.jackpot), turn.rules
    if not turn.book.jackpots[pot.id].ended:
        raise Refused("not_ended", title=pot.title)
    if event.to not in ACCOUNTS or event.to not in rules.removal.to:
        raise Refused("not_there", to=_where(rules))
    at_rest(turn, pot)
    all_posted(turn, pot)
    parts, to = turn.book.parts(pot.id), ACCOUNTS[event.to]
    body = {
        "jackpot": pot.id,
        "to": to,
        "reason": turn.reason(event.reason),
        "before": parts.meter,
        "parts": vars(parts),
    }
    turn.write("dispose", body, drained(pot.id, parts, to, "dispose"))


def _still_played(turn: Turn, pot: Jackpot) -> list[str]:
    return [name for name in together(turn.rules, pot.id) if not turn.book.jackpots[name].ended]


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("no_date") from None
    if day.isoformat() != text:
        raise Refused("no_date")
    return day


def _where(rules: Rules) -> str:
    """In words: what may be done with the money."""
    return joined((sentence(ASKS, f"to_{to}") for to in rules.removal.to), "either")


# -- in words ------------------------------------------------------------------------------------------------


def notices(count: JackpotBook) -> tuple[str, ...]:
    """For the sign (E71)."""
    if count.ended:
        return ("This jackpot has ended.",)
    return (f"This jackpot ends on {_long(count.last_day)}.",) if count.last_day else ()


ASKS = {
    "left_over": "{title} has ended and still holds {amount}: it goes to {where} within {days} days.",
    "left_over_day": "{title} has ended and still holds {amount}: it goes to {where} within 1 day.",
    "left_over_now": "{title} has ended and still holds {amount}: it goes to {where} now.",
    "to_transfer": "another table (litbet jackpot transfer-out)",
    "to_charity": "charity (litbet jackpot dispose)",
    "to_house": "the house (litbet jackpot dispose)",
    "ended_coins": "Spot {spot} holds coins for a jackpot that has ended: give them back (litbet coin refund).",
}


def asks(rules: Rules, book: Book) -> Iterator[Sentence]:
    """What is left of a jackpot that has ended, and for how long it may be."""
    for pot in rules.jackpots.values():
        count, parts = book.jackpots[pot.id], book.parts(pot.id)
        if not count.ended or count.left_to or not book.today:
            continue
        held = money(parts.meter + parts.reserve + parts.overflow)
        since = (date.fromisoformat(book.today.day) - date.fromisoformat(count.last_day)).days
        days = rules.removal.dispose_days - since
        code = "left_over_now" if days <= 0 else "left_over_day" if days == 1 else "left_over"
        yield sentence(ASKS, code, title=pot.title, amount=held, where=_where(rules), days=days)
    for spot, rule in rules.spots.items():
        if book.spot(spot).credit and book.over(rules.wagers[rule.wager].jackpots):
            yield sentence(ASKS, "ended_coins", spot=spot)


def _long(day: str) -> str:
    found = date.fromisoformat(day)
    return f"{found:%B} {found.day}, {found.year}"
