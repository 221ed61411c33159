"""What a decision came to, as a sentence for whoever asked: from its journal rows and the book after them."""

from collections.abc import Callable, Iterable
from typing import Any

from controller.core import views
from controller.core.accounts import elsewhere_account
from controller.core.entries import Entry
from controller.core.money import dollars
from controller.core.rules import Rules
from controller.core.state import Book, Claim
from controller.core.variances import per_cent
from controller.games.phrases import listed, money

Body = dict[str, Any]


def said(rules: Rules, book: Book, entries: Iterable[Entry]) -> str:
    told = [_SENTENCES.get(entry.kind, _plain)(rules, book, entry, dict(entry.body)) for entry in entries]
    return " ".join(filter(None, told)) or "Noted."


def _apart(amount: str) -> str:
    """`1250.00` with its thousands apart, and the dollar."""
    whole, cents = amount.split(".")
    return f"${int(whole):,}.{cents}"


def _plain(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    return f"Done: {entry.kind.replace('_', ' ')}."


def _seats(rules: Rules, spots: Iterable[str]) -> str:
    """A seat by its number, or the spot's whole name where a seat has two."""
    single = len({rule.seat for rule in rules.spots.values()}) == len(rules.spots)
    names = [str(rules.spots[spot].seat) if single else spot for spot in spots]
    return f"seat{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else "no bets"


def _meter(rules: Rules, jackpot: str) -> str:
    return "the meter" if len(rules.jackpots) == 1 else f"the meter {jackpot}"


def _found(book: Book, number: int) -> Claim | None:
    return next((claim for claim in book.claims if claim.number == number), None)


def _open(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    return f"The table is open, the bet not offered: {body['reason']}." if body["reason"] else "The table is open."


def _lock(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    return f"Round {entry.round} is locked: {_seats(rules, body['spots'])}."


def _post(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    meter = f"{_meter(rules, body['jackpot'])} is {money(book.meter(body['jackpot']))}"
    return f"Posted {'-' if body['amount'] < 0 else ''}{money(abs(body['amount']))} for {body['of']}; {meter}."


def _take_over(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    meter = f"{_meter(rules, body['jackpot'])} is {money(body['after'])}"
    return f"Taken over: {meter}; {money(body['due'])} of {body['of']} is still to be posted."


def _adjusted(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    account = body.get("account", "displayed")
    name = _meter(rules, body["jackpot"]) if account == "displayed" else f"the {account} of {body['jackpot']}"
    done = "Lowered" if entry.kind == "lower" else "Raised"
    cause, after = body["cause"].replace("_", " "), money(body["after"][account])
    return f"{done} by {money(body['amount'])} ({cause}): {name} is {after}."


def _set(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    return f"Set: {_meter(rules, body['jackpot'])} was {money(body['before'])} and is {money(body['after'])}."


def _tier(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    seat = _seats(rules, [body["spot"]])
    return f"In round {entry.round} {seat} plays for {money(body['after'])}, not {money(body['before'])}."


def _terms(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    return f"New terms of {rules.jackpots[body['jackpot']].title} are in force."


def _terms_accepted(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    told = ["Accepted."]
    if "play" in body:
        told.append("The game on offer is the configured one: the table may open.")
    if body["jackpots"]:
        told.append(
            f"New terms of {_titles(rules, body)} come into force with the next opening or the reset after a win."
        )
    return " ".join(told)


def _parts(body: Body) -> str:
    """The amounts that are there, each by its name."""
    names = {"meter": "displayed", "reserve": "reserve", "overflow": "overflow"}
    told = [f"{money(body['parts'][part])} {name}" for part, name in names.items() if body["parts"][part]]
    return listed(told) if told else "nothing"


def _transfer_out(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    to = body["to"].removeprefix(elsewhere_account(""))
    return f"Transferred to {to}: {_parts(body)}. The other table takes this note: {body['note']}"


def _transfer_in(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    meter = f"{_meter(rules, body['jackpot'])} is {money(book.meter(body['jackpot']))}"
    return f"Transferred from {body['from'].removeprefix(elsewhere_account(''))}: {_parts(body)}; {meter}."


def _titles(rules: Rules, body: Body) -> str:
    return listed(rules.jackpots[name].title for name in body["jackpots"])


def _claim(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    claim = _found(book, body["claim"])
    if claim is None:
        return ""
    opened = f"Claim {claim.number} for {_seats(rules, [claim.spot])} in round {claim.round}"
    if not claim.award:
        return f"{opened}: name its award or its cards."
    told = views.claim_view(rules, book, claim)
    several = f" ({told['division']})" if " and " in told["division"] else ""
    return (
        f"{opened}: {told['award']}, {_apart(told['amount'])}{several}. "
        "Freeze the cards, look at them, then confirm or deny."
    )


def _approve(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    if missing := body["missing"]:
        more = "one more person is" if missing == 1 else f"{missing} more people are"
        return f"Approved by {' and '.join(body.get('by', []))}; {more} needed."
    claim = _found(book, body["claim"])
    waits = claim is not None and not claim.slip
    return f"Claim {body['claim']} is approved and waits for the other claims before it." if waits else ""


def _fixed(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    claim = _found(book, body["claim"])
    seat = _seats(rules, [claim.spot]) if claim else "the seat"
    return f"Confirmed: {seat} is paid {money(body['amount'])} from the rack, slip {body['slip']}."


def _award(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    owed = []
    for number, amount in body["amounts"].items():
        if claim := _found(book, int(number)):
            owed.append(f"{_seats(rules, [claim.spot])} is owed {money(amount)}, slip {claim.slip}")
    again = " again" if body["won"]["reseeded"] > body["had"]["reseeded"] else ""
    meter = f"{_meter(rules, body['jackpot'])} is {money(body['after'])}{again}"
    return f"{'Confirmed' if owed else 'Given back'}: {'; '.join([*owed, meter])}."


def _unclaim(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    done = "denied" if body.get("denied") else "withdrawn"
    return f"Claim {body['claim']} is {done}" + (f": {body['reason']}." if body["reason"] != done else ".")


def _paid(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    how = {"cash": "in cash", "check": "by check", "chips": "in chips"}.get(body["method"], f"by {body['method']}")
    meter = ""
    claim = _found(book, body["claim"])
    if claim and body.get("reseeded"):
        meter = f"; {_meter(rules, claim.jackpot)} is {money(book.meter(claim.jackpot))} again"
    return f"Paid: claim {body['claim']} has {money(body['amount'])} {how}, slip {body['slip']}{meter}."


def _correct_win(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    who = "the house pays" if body["amount"] > 0 else "the house gets back"
    return f"Corrected: {who} {money(abs(body['amount']))} for claim {body['claim']}, slip {body['slip']}."


def _reading(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    at = f" at claim {body['claim']}" if "claim" in body else ""
    told = f"The sign of {body['jackpot']} shows {money(body['shown'])}{at}, the ledger {money(body['ledger'])}"
    return f"{told}: {_difference(body, '')}"


def _chip_count(rules: Rules, book: Book, entry: Entry, body: Body) -> str:
    told = f"Counted {body['chips']} chips of {body['of']}, {money(body['chips'] * body['chip'])}"
    share = per_cent(abs(body["difference"]), body["ledger"])
    chips = f" ({abs(body['units'])} chip{'' if abs(body['units']) == 1 else 's'}, {share})"
    return f"{told}; the ledger has {money(body['ledger'])}: {_difference(body, chips)}"


def _difference(body: Body, of: str) -> str:
    if not body["difference"]:
        return "no difference."
    side = "more" if body["difference"] > 0 else "less"
    told = f"{money(abs(body['difference']))} {side}{of}."
    return f"{told} Variance {body['variance']}: {body['grade']}." if "variance" in body else told


def _text(text: str) -> Callable[[Rules, Book, Entry, Body], str]:
    """A sentence with facts of the row's body, and its round."""
    return lambda rules, book, entry, body: text.format(**body, number=entry.round)


_SENTENCES: dict[str, Callable[[Rules, Book, Entry, Body], str]] = {
    "day": _text("The gaming day is {to}."),
    "open": _open,
    "close": _text("The table is closed."),
    "last_shoe": _text("The table closes after this shoe."),
    "shoe": lambda rules, book, entry, body: f"The shoe is over{', the table closed' if body['closes'] else ''}.",
    "not_offered": _text("The bet is not offered: {reason}."),
    "offered": _text("The bet is offered."),
    "lock": _lock,
    "late_lock": _lock,
    "unlock": _text("Round {number} is unlocked: bets may change, then press LOCK."),
    "clear": _text("Round {number} is over."),
    "void": _text("Round {number} is void: give the bets back."),
    "not_locked": _text("The hand is over without a lock: that is on record."),
    "refund": lambda rules, book, entry, body: (
        f"Give back {_apart(dollars(body['amount']))}: {_seats(rules, [body['spot']])}."
    ),
    "by_hand": _text("The amount is posted by hand until the shoe ends."),
    "clock": lambda rules, book, entry, body: f"The time is {'' if body['trusted'] else 'NOT '}trusted.",
    "add_spot": lambda rules, book, entry, body: f"Added: {_seats(rules, [body['spot']])}.",
    "void_spot": lambda rules, book, entry, body: f"Void: {_seats(rules, [body['spot']])}. Give the bet back.",
    "spot_out": lambda rules, book, entry, body: f"Out of service: {_seats(rules, [body['spot']])}.",
    "flat": lambda rules, book, entry, body: (
        f"Until the shoe ends the bet stays {body['must']}: {_seats(rules, [body['spot']])}."
    ),
    "resume": _text("The table goes on."),
    "post": _post,
    "hold": _text("The post is held: {reason}."),
    "release": _text("The post may run."),
    "lower": _adjusted,
    "raise": _adjusted,
    "funds_hold": _text("The funds are on hold: {reason}. No bets are taken from the next round on."),
    "funds_release": _text("The funds are free again: bets are taken."),
    "take_over": _take_over,
    "set": _set,
    "tier": _tier,
    "terms": _terms,
    "terms_accepted": _terms_accepted,
    "transfer_out": _transfer_out,
    "transfer_in": _transfer_in,
    "retire": lambda rules, book, entry, body: (
        f"Announced: the last gaming day of {_titles(rules, body)} is {body['last_day']}. Signs say so."
    ),
    "keep": lambda rules, book, entry, body: f"{_titles(rules, body)} stays: no end is announced any more.",
    "ended": lambda rules, book, entry, body: f"{_titles(rules, body)} has ended.",
    "dispose": lambda rules, book, entry, body: (
        f"{rules.jackpots[body['jackpot']].title} is no more: {_parts(body)} went to {body['to']}."
    ),
    "claim": _claim,
    "name": _claim,
    "approve": _approve,
    "unclaim": _unclaim,
    "fixed": _fixed,
    "award": _award,
    "paid": _paid,
    "correct_win": _correct_win,
    "reopen": _text("Claims of round {number} are taken until the next lock."),
    "reading": _reading,
    "chip_count": _chip_count,
    "explain": _text("Variance {variance} is closed: {outcome}."),
    "person": lambda rules, book, entry, body: f"{body['name']} is here as {', '.join(body['roles'])}.",
    "no_person": _text("{name} is removed."),
    "pin": _text("{name} has a new PIN."),
    "login": lambda rules, book, entry, body: f"{' and '.join(body['by'])} is logged in.",
    "training": lambda rules, book, entry, body: (
        "Training begins: signs say TEST, nothing counts. Open the table to practise." if body["on"]
        else "Training ends: the real table is back in a moment, closed."
    ),
    "unfault": _text("The fault {code} is cleared."),
    "fault": _text("Out of service: {text}."),
    "trial": _text("The sensor test is over."),
    "coin": lambda rules, book, entry, body: (
        f"Coins of {_apart(dollars(body['amount']))}: {_seats(rules, [body['spot']])}."
    ),
}  # fmt: skip
