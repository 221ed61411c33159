"""Everything a person can ask of a running table, in one list: the control socket takes its requests from it and the
command line its words, so that neither knows a command that the other does not."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from controller.core import events
from controller.core.events import Event, Moment
from controller.core.rules import Rules


class BadRequestError(Exception):
    """The request makes no sense, whatever the table is doing; the text says what to write instead."""


LONGEST_TEXT = 200
MOST_NAMES = 10
MOST_LETTERS = 80  # of a person's name


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip()) and len(name) <= MOST_LETTERS and name.isprintable()


@dataclass(frozen=True, slots=True)
class Argument:
    """One fact of a command. `read` turns what was written into what the event takes."""

    name: str
    help: str
    read: Callable[[Any, Rules, Moment], Any]
    needed: bool = True
    many: bool = False


def _text(value: Any, rules: Rules, at: Moment) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise BadRequestError(f"write a text of at most {LONGEST_TEXT} printable characters on one line")
    return value


def _number(value: Any, rules: Rules, at: Moment) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", str(value)):
        raise BadRequestError(f"write a whole number, not {value!r}")
    return int(str(value))


def _spot(value: Any, rules: Rules, at: Moment) -> str:
    """A seat's number, or `seat/wager` where a seat has two."""
    text = str(value)
    found = [spot for spot in rules.spots if text in (spot, spot.split("/")[0])]
    if len(found) == 1:
        return found[0]
    spots = ", ".join(rules.spots)
    raise BadRequestError(f"there is no single spot {text!r}; the spots are {spots}")


def _spots(value: Any, rules: Rules, at: Moment) -> tuple[str, ...]:
    many = value if isinstance(value, list) else [value]
    return tuple(_spot(one, rules, at) for one in many)


def _moment(value: Any, rules: Rules, at: Moment) -> int:
    """`14:03:20` (the last one that has been, in the table's zone), or ms since the epoch as `status` prints them."""
    text = str(value)
    if text.isdecimal():
        return int(text)
    try:
        clock = datetime.strptime(text, "%H:%M:%S" if text.count(":") == 2 else "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        raise BadRequestError(f"write a time such as 14:03:20, not {text!r}") from None
    today = datetime.fromtimestamp(at.utc / 1000, rules.zone).date()
    moments = (
        datetime.combine(day, clock.replace(fold=fold), tzinfo=rules.zone).timestamp() * 1000
        for day in (today, today - timedelta(days=1))
        for fold in (0, 1)  # an autumn night has some hours twice
    )
    return int(max(moment for moment in moments if moment <= at.utc))


SEAT = Argument("spot", "the seat's number, or seat/wager", _spot)
REASON = Argument("reason", "why, for the journal", _text)


@dataclass(frozen=True, slots=True)
class Action:
    """A command that the core decides."""

    event: type[Event]
    help: str
    arguments: tuple[Argument, ...] = ()

    def build(self, asked: Mapping[str, Any], rules: Rules, at: Moment) -> Event:
        known = {argument.name: argument for argument in self.arguments}
        if unknown := sorted(set(asked) - set(known) - {"by"}):
            raise BadRequestError(f"unknown argument {unknown[0]!r}; this takes {', '.join(known) or 'none'}")
        facts: dict[str, Any] = {}
        for argument in self.arguments:
            if argument.name in asked:
                facts[argument.name] = argument.read(asked[argument.name], rules, at)
            elif argument.needed:
                raise BadRequestError(f"{argument.name} is missing: {argument.help}")
        by = asked.get("by", [])
        if not isinstance(by, list) or len(by) > MOST_NAMES or not all(_is_name(name) for name in by):
            raise BadRequestError("write the names of those who answer for it as a list of short texts")
        return self.event(at, by=tuple(by), **facts)  # type: ignore[call-arg]


FAMILIES = {
    "table": "open and close the table, offer the bet or not",
    "round": "lock, unlock, settle, clear, void, and mend a dealer's mistake",
    "spot": "test sensors, confirm or exclude a spot, acknowledge a removal",
    "coin": "give coins back",
    "clock": "confirm the table's time",
    "jackpot": "meters, the morning post, corrections of a count",
    "win": "claims",
    "fault": "clear a fault whose cause is gone",
}

ACTIONS: dict[str, Action] = {
    "table open": Action(events.Open, "open the table; due posts run first"),
    "table close": Action(events.Close, "close the table"),
    "table last-hand": Action(events.LastShoe, "announce that the table closes after this shoe"),
    "table shoe-ended": Action(events.ShoeEnded, "the shoe is over: flat bets end, an announced closing happens"),
    "table not-offered": Action(events.StopOffering, "do not offer the bet, between shoes", (REASON,)),
    "table offered": Action(events.Offer, "offer the bet again"),
    "round lock": Action(events.Lock, "no more bets: what is lit plays"),
    "round unlock": Action(events.Unlock, "take a lock back before the first card (miscount)"),
    "round settle": Action(events.Settle, "the hand is decided, chips are being collected"),
    "round clear": Action(events.Clear, "the round is over"),
    "round void": Action(events.Void, "void the whole round and refund it", (REASON,)),
    "round void-seat": Action(events.VoidSpot, "void one seat's bet and refund it", (SEAT, REASON)),
    "round drop-seat": Action(events.DropSpot, "take off a lit bet before the lock", (SEAT,)),
    "round add-seat": Action(events.AddSpot, "add a bet that the sensor did not see", (SEAT, REASON)),
    "round late-lock": Action(
        events.LateLock,
        "lock what was lit at a moment that has passed",
        (Argument("moment", "a time such as 14:03:20", _moment),),
    ),
    "round flat-bet": Action(events.FlatBet, "a seat's bet stays as in the shoe's first hand", (SEAT,)),
    "round resume": Action(events.Resume, "after a power cut: seats and chips were compared"),
    "spot test": Action(
        events.TrySpots,
        "test sensors: touch and release each one",
        (Argument("spots", "the seats to test; all of them if none is named", _spots, needed=False, many=True),),
    ),
    "spot confirm": Action(events.ConfirmSpot, "a chip that was never seen to come is a bet", (SEAT,)),
    "spot exclude": Action(events.ExcludeSpot, "take a spot out of service until it is tested", (SEAT, REASON)),
    "spot ack": Action(events.AckSpot, "a chip that left was looked into", (SEAT,)),
    "coin refund": Action(events.RefundCoins, "give a spot's unused coins back", (SEAT,)),
    "clock confirm": Action(events.ConfirmClock, "the table's time was compared with a watch"),
    "jackpot post": Action(events.Post, "run the due post now"),
    "jackpot hold-post": Action(events.HoldPost, "hold the post: the count is disputed", (REASON,)),
    "jackpot release-post": Action(events.ReleasePost, "let a held post run"),
    "jackpot correct-count": Action(
        events.CorrectCount,
        "correct a day's number of wagers",
        (
            Argument("day", "the gaming day, as 2026-11-18", _text),
            Argument("wager", "the wager's name", _text),
            Argument("wagers", "how many more (or fewer, with a minus) there were", _number),
            REASON,
        ),
    ),
    "win withdraw": Action(
        events.WithdrawClaim,
        "withdraw a claim opened by mistake",
        (Argument("claim", "the claim's number", _number),),
    ),
    "fault clear": Action(
        events.ClearFault,
        "clear a latched fault whose cause is gone",
        (Argument("code", "the fault's name, as status prints it", _text), REASON),
    ),
}
