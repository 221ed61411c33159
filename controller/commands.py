"""Everything a person can ask of a running table, in one list: the control socket takes its requests from it and the
command line its words, so that neither knows a command that the other does not."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from controller.core import events, meter_events
from controller.core.events import Command, Event, Moment, Names
from controller.core.money import parse_dollars
from controller.core.rules import Rules


class BadRequestError(Exception):
    """The request makes no sense, whatever the table is doing; the text says what to write instead."""


LONGEST_TEXT = 200
LONGEST_NOTE = 400
MOST_NAMES = 10
MOST_LETTERS = 80  # of a person's name
MOST_SHOWN = 60  # characters of what was written wrongly


@dataclass(frozen=True, slots=True)
class Argument:
    """One fact of a command. `read` turns what was written into what the event takes."""

    name: str
    sample: str  # as one types it
    help: str
    read: Callable[[Any, Rules, Moment], Any]
    needed: bool = True
    many: bool = False
    flag: str = ""  # on the command line, where it is not --name
    field: str = ""  # of the event, where it is not the name; KEPT_ASIDE is none of it

    @property
    def positional(self) -> bool:
        return not self.sample.startswith("--")


CHARTS = ("meter", "wagers", "take-up", "wins")
KEPT_ASIDE = "-"  # no part of an event: a new PIN, or what is first looked up in the journal


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


def _word(value: Any, rules: Rules, at: Moment) -> str:
    text = _text(value, rules, at)
    if not text.strip() or len(text) > MOST_LETTERS:
        raise BadRequestError(f"write a name of at most {MOST_LETTERS} letters")
    return text.strip()


def _words(value: Any, rules: Rules, at: Moment) -> Names:
    many = value if isinstance(value, list) else [value]
    return tuple(_word(one, rules, at) for one in many)


def _on(value: Any, rules: Rules, at: Moment) -> bool:
    if value not in ("on", "off"):
        raise BadRequestError("write on or off")
    return bool(value == "on")


def _lit(value: Any, rules: Rules, at: Moment) -> str:
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


def _chart(value: Any, rules: Rules, at: Moment) -> str:
    if value not in CHARTS:
        raise BadRequestError(f"the charts are {', '.join(CHARTS)}")
    return str(value)


def facts_of(arguments: Iterable[Argument], asked: Mapping[str, Any], rules: Rules, at: Moment) -> dict[str, Any]:
    """What was written, read: every argument that is needed, and none that is unknown."""
    known = {argument.name: argument for argument in arguments}
    if unknown := sorted(set(asked) - set(known)):
        raise BadRequestError(f"unknown argument {quoted(unknown[0])}; this takes {', '.join(known) or 'none'}")
    facts: dict[str, Any] = {}
    for argument in known.values():
        if argument.name in asked:
            facts[argument.field or argument.name] = argument.read(asked[argument.name], rules, at)
        elif argument.needed:
            raise BadRequestError(f"{argument.name} is missing: {argument.help}")
    return facts


SEAT = Argument("spot", "--seat 3", "the seat's number, or seat/wager", _spot, flag="--seat")
REASON = Argument("reason", '--reason "misdeal"', "why, for the journal", _text)
ROUND = Argument("round", "812", "the round's number", _number)
CLAIM = Argument("claim", "1", "the claim's number", _number)
JACKPOT = Argument("jackpot", "bonus", "the jackpot's name", _text)
MOVED = Argument("amount", "12.50", "how much", _amount)
PERSON = Argument("name", '"F. Floor"', "the person's name", _word)
ROLES = Argument(
    "roles", "--role floor", "what the person may be; once for each role", _words, many=True, flag="--role"
)
PIN = Argument("pin", "", "the new PIN, 4 to 12 digits", _text, field=KEPT_ASIDE)


@dataclass(frozen=True, slots=True)
class Action:
    """A command that the core decides."""

    event: type[Command]
    help: str
    arguments: tuple[Argument, ...] = ()

    @property
    def asks_pin(self) -> bool:
        return PIN in self.arguments

    def build(self, asked: Mapping[str, Any], rules: Rules, at: Moment, by: Names = (), **found: Any) -> Event:
        """`by` and `found` (in the journal) are the control layer's own word; `asked` is anybody's."""
        if "by" in asked:
            raise BadRequestError('names are taken from "who", with a PIN or a log-in each, never from "by"')
        facts = facts_of(self.arguments, asked, rules, at)
        facts.pop(KEPT_ASIDE, None)
        return self.event(at, by=by, **facts, **found)


# Questions about the past: they change nothing and need nobody.
LOOKUPS: dict[str, tuple[Argument, ...]] = {
    "round list": (),
    "round replay": (ROUND, SEAT),
    "jackpot chart": (Argument("chart", "meter", "meter, wagers, take-up or wins", _chart),),
}

FAMILIES = {
    "table": "open and close the table, offer the bet or not, train",
    "round": "lock, unlock, settle, clear, void, and mend a dealer's mistake",
    "spot": "test sensors, confirm or exclude a spot, name its tier, acknowledge a removal",
    "coin": "give coins back",
    "sign": "what is posted when the signs are silent",
    "clock": "confirm the table's time",
    "jackpot": "meters and their money, the morning post, new parameters, a way to another table, an end",
    "win": "claims: made, confirmed, denied, paid",
    "user": "people, their roles and PINs",
    "reconcile": "hold the ledger against signs that are read and chips that are counted",
    "fault": "clear a fault whose cause is gone",
}

ACTIONS: dict[str, Action] = {
    "table open": Action(events.Open, "open the table; due posts run first"),
    "table close": Action(events.Close, "close the table"),
    "table last-hand": Action(events.LastShoe, "announce that the table closes after this shoe"),
    "table shoe-ended": Action(events.ShoeEnded, "the shoe is over: flat bets end, an announced closing happens"),
    "table not-offered": Action(events.StopOffering, "do not offer the bet, between shoes", (REASON,)),
    "table training": Action(
        events.Train,
        "practise on a ledger of its own, signs say TEST; only at the closed table",
        (Argument("mode", "on", "on or off", _on, field="on"),),
    ),
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
        (Argument("moment", "--moment 14:03:20", "a time such as 14:03:20", _moment),),
    ),
    "round flat-bet": Action(
        events.FlatBet,
        "a seat's bet stays as in the shoe's first hand",
        (
            SEAT,
            Argument(
                "must", "--must lit", "lit or dark, for a player whose own first hand came later", _lit, needed=False
            ),
        ),
    ),
    "round resume": Action(events.Resume, "after a power cut: seats and chips were compared"),
    "spot test": Action(
        events.TrySpots,
        "test sensors: touch and release each one",
        (
            Argument(
                "spots",
                "--seat 3",
                "the seats to test; all of them if none is named",
                _spots,
                needed=False,
                many=True,
                flag="--seat",
            ),
        ),
    ),
    "spot tier": Action(
        events.SetTier,
        "what a spot's bet plays for, where its wager has several amounts; after the lock with a reason",
        (
            SEAT,
            Argument("amount", "--amount 10.00", "one of the wager's amounts", _amount),
            Argument(
                "reason", '--reason "camera 3"', "why, for the journal; needed after the lock", _text, needed=False
            ),
        ),
    ),
    "spot confirm": Action(events.ConfirmSpot, "a chip that was never seen to come is a bet", (SEAT,)),
    "spot exclude": Action(events.ExcludeSpot, "take a spot out of service until it is tested", (SEAT, REASON)),
    "spot ack": Action(events.AckSpot, "a chip that left was looked into", (SEAT,)),
    "coin refund": Action(events.RefundCoins, "give a spot's unused coins back", (SEAT,)),
    "sign override": Action(events.OverrideSigns, "the signs are silent, the amount is posted by hand"),
    "clock confirm": Action(events.ConfirmClock, "the table's time was compared with a watch"),
    "jackpot post": Action(meter_events.Post, "run the due post now"),
    "jackpot hold-post": Action(meter_events.HoldPost, "hold the post: the count is disputed", (REASON,)),
    "jackpot release-post": Action(meter_events.ReleasePost, "let a held post run"),
    "jackpot correct-count": Action(
        meter_events.CorrectCount,
        "correct a day's number of wagers",
        (
            Argument("day", "--day 2026-11-18", "the gaming day, as 2026-11-18", _text),
            Argument("wager", "--wager galaxy", "the wager's name", _text),
            Argument("wagers", "--wagers -1", "how many more (or fewer, with a minus) there were", _number),
            REASON,
        ),
    ),
    "jackpot take-over": Action(
        meter_events.TakeOver,
        "a new table's meter has run elsewhere: its amount, and the day before's wagers there",
        (
            JACKPOT,
            Argument("amount", "--amount 18432.50", "what it stands at", _amount),
            Argument("base", "--base 1200.00", "wagered there on the day before, still to be added", _amount),
        ),
    ),
    "jackpot lower": Action(
        meter_events.LowerMeter,
        "lower an account of a jackpot, for a lawful cause",
        (
            JACKPOT,
            MOVED,
            Argument("account", "--account reserve", "displayed, reserve or overflow", _text),
            Argument("cause", "--cause malfunction", "malfunction, over_limit, nondisplayed or seed_recovery", _text),
            REASON,
        ),
    ),
    "jackpot raise": Action(
        meter_events.RaiseMeter,
        "raise a meter, for a lawful cause",
        (
            JACKPOT,
            MOVED,
            Argument("from", "--from house", "house, reserve or overflow", _text, field="source"),
            Argument("cause", "--cause variance", "variance or malfunction", _text),
            REASON,
        ),
    ),
    "jackpot funds-hold": Action(
        meter_events.HoldFunds, "the jackpots' money is short or seized: no bets from the next round on", (REASON,)
    ),
    "jackpot funds-release": Action(meter_events.ReleaseFunds, "the jackpots' money is there again", (REASON,)),
    "jackpot set": Action(
        meter_events.SetMeter,
        "management sets the amount of a jackpot that the house funds by hand, between hands",
        (
            Argument("jackpot", "mega", "the jackpot's name", _text),
            Argument("amount", "12000.00", "what it stands at from now on", _amount),
            REASON,
        ),
    ),
    "jackpot accept": Action(
        meter_events.AcceptTerms, "accept what the configuration changes: terms, the game on offer"
    ),
    "jackpot transfer-out": Action(
        meter_events.TransferOut,
        "all of a jackpot goes to another table, which takes the note that is printed",
        (
            JACKPOT,
            Argument("to", "--to bj-2", "the other table's id", _word),
            Argument("cause", "--cause replacement", "malfunction, replacement or approved", _word),
            REASON,
        ),
    ),
    "jackpot transfer-in": Action(
        meter_events.TransferIn,
        "a jackpot's money comes from another table",
        (JACKPOT, Argument("note", '--note "litbet-transfer-1 ..."', "the transfer note of the other table", _note)),
    ),
    "jackpot retire": Action(
        meter_events.Retire,
        "announce that a jackpot ends for good, with all that its wagers play for",
        (
            JACKPOT,
            Argument("last_day", "--on 2026-12-31", "its last gaming day, as 2026-12-31", _word, flag="--on"),
            REASON,
        ),
    ),
    "jackpot keep": Action(meter_events.Keep, "take an announced end back", (JACKPOT, REASON)),
    "jackpot dispose": Action(
        meter_events.Dispose,
        "what a jackpot left that has ended goes where the profile lets it go",
        (JACKPOT, Argument("to", "--to charity", "charity or house", _word), REASON),
    ),
    "win claim": Action(
        events.OpenClaim,
        "a seat has won; again for the same seat, name its award or cards anew",
        (
            SEAT,
            Argument("cards", '--cards "Ah Ah Ah"', "the player's two first, then the dealer's", _text, needed=False),
            Argument("award", "--award straight", "its name in the pay table", _text, needed=False),
            Argument("round", "--round 812", "a past round: a late claim", _number, needed=False, field=KEPT_ASIDE),
            Argument("reference", '--reference "camera 3, 14:03"', "the evidence of a late claim", _text, needed=False),
        ),
    ),
    "win confirm": Action(events.ConfirmClaim, "approve a claim", (CLAIM,)),
    "win deny": Action(events.DenyClaim, "it was no win, or not this one", (CLAIM, REASON)),
    "win withdraw": Action(events.WithdrawClaim, "withdraw a claim opened by mistake", (CLAIM,)),
    "win paid": Action(
        events.PayClaim,
        "the winner has the money",
        (CLAIM, Argument("method", "--method cash", "cash, check or chips", _text, needed=False)),
    ),
    "win correct": Action(
        events.CorrectWin,
        "a paid win was wrong: the house pays the difference, or gets it back",
        (CLAIM, Argument("amount", "--amount 12.50", "the difference, as 12.50; -12.50 for back", _amount), REASON),
    ),
    "win reopen": Action(events.ReopenClaims, "take claims of the last round again, until the next lock", (REASON,)),
    "reconcile reading": Action(
        meter_events.ReadSign,
        "somebody independent has read a sign; the answer says what it should show",
        (
            Argument("jackpot", "--jackpot bonus", "the jackpot's name", _text),
            Argument("shown", "--shown 1250.00", "what the sign shows", _amount),
            Argument("claim", "--claim 1", "it showed this at that claim's lock", _number, needed=False),
        ),
    ),
    "reconcile count": Action(
        meter_events.CountChips,
        "a day's chips were counted by people who have not seen the sensors' count",
        (
            Argument("day", "--day 2026-11-18", "the gaming day, as 2026-11-18", _text),
            Argument("wager", "--wager galaxy", "the wager's name", _text),
            Argument("chips", "--chips 412", "how many, each worth the wager's first amount", _number),
        ),
    ),
    "reconcile explain": Action(
        meter_events.Explain,
        "a variance was looked into, and how it ends",
        (
            Argument("variance", "1", "the variance's number", _number),
            Argument("outcome", "--outcome paid", "paid, raised, explained or corrected", _text),
            REASON,
        ),
    ),
    "user add": Action(events.AddPerson, "somebody new, with roles and a PIN", (PERSON, ROLES, PIN)),
    "user role": Action(events.ChangeRoles, "somebody has these roles from now on", (PERSON, ROLES)),
    "user remove": Action(events.RemovePerson, "somebody has left", (PERSON,)),
    "user pin": Action(events.PinChanged, "somebody has a new PIN", (PERSON, PIN)),
    "user login": Action(events.LoggedIn, "a log-in in the place of a PIN: 5 minutes unused, at most 30"),
    "fault clear": Action(
        events.ClearFault,
        "clear a latched fault whose cause is gone",
        (Argument("code", "--code unreasonable", "the fault's name, as status prints it", _text), REASON),
    ),
}
