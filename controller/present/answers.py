"""What a decision came to, as a sentence for whoever asked: from its journal rows and the book after them."""

from collections.abc import Callable, Iterable
from typing import Any

from controller.games.phrases import listed, money
from controller.present import views
from controller.present.statements import Statement, statement
from controller.table import records
from controller.table.accounts import elsewhere_account
from controller.table.counters import Parts
from controller.table.journal import Entry
from controller.table.money import dollars
from controller.table.reasons import words_of
from controller.table.records import Record
from controller.table.rules import Rules
from controller.table.state import Book, Claim
from controller.table.variances import per_cent


def answer_of(rules: Rules, book: Book, entries: Iterable[Entry]) -> str:
    sentences = (_sentence(rules, book, entry) for entry in entries)
    return " ".join(filter(None, sentences)) or "Noted."


def _sentence(rules: Rules, book: Book, entry: Entry) -> str:
    """Most are a text with the facts of the row; the others look into the book, too."""
    if say := _FROM_THE_BOOK.get(type(entry.record)):
        return say(rules, book, entry, entry.record)
    told = statement(entry)
    text = _SENTENCES.get(told.code) or _SENTENCES.get(entry.kind, f"Done: {entry.kind.replace('_', ' ')}.")
    return text.format(**told.texts(money), **_names(rules, told))


def _names(rules: Rules, told: Statement) -> dict[str, str]:
    """Whom and what it concerns, as people call them."""
    here = [spot for spot in told.spots if spot in rules.spots]
    titles = [rules.jackpots[name].title for name in told.jackpots if name in rules.jackpots]
    return {"seats": _seats(rules, here), "titles": listed(titles) if titles else ""}


def _apart(amount: str) -> str:
    """`1250.00` with its thousands apart, and the dollar."""
    whole, cents = amount.split(".")
    return f"${int(whole):,}.{cents}"


def _seats(rules: Rules, spots: Iterable[str]) -> str:
    """A seat by its number, or the spot's whole name where a seat has two."""
    single = len({rule.seat for rule in rules.spots.values()}) == len(rules.spots)
    names = [str(rules.spots[spot].seat) if single else spot for spot in spots]
    return f"seat{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else "no bets"


def _meter(rules: Rules, jackpot: str) -> str:
    return "the meter" if len(rules.jackpots) == 1 else f"the meter {jackpot}"


def _found(book: Book, number: int) -> Claim | None:
    return next((claim for claim in book.claims if claim.number == number), None)


def _open(rules: Rules, book: Book, entry: Entry, record: records.Open) -> str:
    why = words_of(record.reason)
    return f"The table is open, the bet not offered: {why}." if why else "The table is open."


def _post(rules: Rules, book: Book, entry: Entry, record: records.Post) -> str:
    meter = f"{_meter(rules, record.jackpot)} is {money(book.meter(record.jackpot))}"
    return f"Posted {'-' if record.amount < 0 else ''}{money(abs(record.amount))} for {record.for_day}; {meter}."


def _take_over(rules: Rules, book: Book, entry: Entry, record: records.TakeOver) -> str:
    meter = f"{_meter(rules, record.jackpot)} is {money(record.after)}"
    return f"Taken over: {meter}; {money(record.due)} of {record.for_day} is still to be posted."


def _lowered(rules: Rules, book: Book, entry: Entry, record: records.MeterLowered) -> str:
    return f"Lowered {_adjusted(rules, record, record.account)}"


def _raised(rules: Rules, book: Book, entry: Entry, record: records.MeterRaised) -> str:
    return f"Raised {_adjusted(rules, record, 'displayed')}"


def _adjusted(rules: Rules, record: records.MeterLowered | records.MeterRaised, account: str) -> str:
    name = _meter(rules, record.jackpot) if account == "displayed" else f"the {account} of {record.jackpot}"
    cause, after = record.cause.replace("_", " "), money(record.after[account])
    return f"by {money(record.amount)} ({cause}): {name} is {after}."


def _set(rules: Rules, book: Book, entry: Entry, record: records.MeterSet) -> str:
    return f"Set: {_meter(rules, record.jackpot)} was {money(record.before)} and is {money(record.after)}."


def _terms_accepted(rules: Rules, book: Book, entry: Entry, record: records.TermsAccepted) -> str:
    told = ["Accepted."]
    if record.game:
        told.append("The game on offer is the configured one: the table may open.")
    if record.jackpots:
        titles = listed(rules.jackpots[name].title for name in record.jackpots)
        told.append(f"New terms of {titles} come into force with the next opening or the reset after a win.")
    return " ".join(told)


def _parts(parts: Parts) -> str:
    """The amounts that are there, each by its name."""
    named = (("displayed", parts.meter), ("reserve", parts.reserve), ("overflow", parts.overflow))
    told = [f"{money(amount)} {name}" for name, amount in named if amount]
    return listed(told) if told else "nothing"


def _transfer_out(rules: Rules, book: Book, entry: Entry, record: records.TransferOut) -> str:
    to = record.to.removeprefix(elsewhere_account(""))
    return f"Transferred to {to}: {_parts(record.parts)}. The other table takes this note: {record.note}"


def _transfer_in(rules: Rules, book: Book, entry: Entry, record: records.TransferIn) -> str:
    meter = f"{_meter(rules, record.jackpot)} is {money(book.meter(record.jackpot))}"
    return f"Transferred from {record.source.removeprefix(elsewhere_account(''))}: {_parts(record.parts)}; {meter}."


def _disposal(rules: Rules, book: Book, entry: Entry, record: records.Disposal) -> str:
    return f"{rules.jackpots[record.jackpot].title} is no more: {_parts(record.parts)} went to {record.to}."


def _claim(rules: Rules, book: Book, entry: Entry, record: records.Claim | records.AwardName) -> str:
    claim = _found(book, record.claim)
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


def _approval(rules: Rules, book: Book, entry: Entry, record: records.Approval) -> str:
    if missing := record.missing:
        more = "one more person is" if missing == 1 else f"{missing} more people are"
        return f"Approved by {' and '.join(entry.by)}; {more} needed."
    claim = _found(book, record.claim)
    waits = claim is not None and not claim.slip
    return f"Claim {record.claim} is approved and waits for the other claims before it." if waits else ""


def _fixed_award(rules: Rules, book: Book, entry: Entry, record: records.FixedAward) -> str:
    claim = _found(book, record.claim)
    seat = _seats(rules, [claim.spot]) if claim else "the seat"
    return f"Confirmed: {seat} is paid {money(record.amount)} from the rack, slip {record.slip}."


def _meter_award(rules: Rules, book: Book, entry: Entry, record: records.MeterAward) -> str:
    owed = []
    for number, amount in record.amounts.items():
        if claim := _found(book, number):
            owed.append(f"{_seats(rules, [claim.spot])} is owed {money(amount)}, slip {claim.slip}")
    again = " again" if record.won.reseeded > record.won_before.reseeded else ""
    meter = f"{_meter(rules, record.jackpot)} is {money(record.after)}{again}"
    return f"{'Confirmed' if owed else 'Given back'}: {'; '.join([*owed, meter])}."


def _claim_end(rules: Rules, book: Book, entry: Entry, record: records.ClaimEnd) -> str:
    done = "denied" if record.cause == "denied" else "withdrawn"
    why = record.reason or (record.cause.replace("_", " ") if record.cause != done else "")
    return f"Claim {record.claim} is {done}" + (f": {why}." if why else ".")


def _payment(rules: Rules, book: Book, entry: Entry, record: records.Payment) -> str:
    how = {"cash": "in cash", "check": "by check", "chips": "in chips"}.get(record.method, f"by {record.method}")
    meter = ""
    claim = _found(book, record.claim)
    if claim and record.reseeded:
        meter = f"; {_meter(rules, claim.jackpot)} is {money(book.meter(claim.jackpot))} again"
    return f"Paid: claim {record.claim} has {money(record.amount)} {how}, slip {record.slip}{meter}."


def _correction(rules: Rules, book: Book, entry: Entry, record: records.PaymentCorrection) -> str:
    who = "the house pays" if record.amount > 0 else "the house gets back"
    return f"Corrected: {who} {money(abs(record.amount))} for claim {record.claim}, slip {record.slip}."


def _reading(rules: Rules, book: Book, entry: Entry, record: records.Reading) -> str:
    at = f" at claim {record.claim}" if record.claim else ""
    told = f"The sign of {record.jackpot} shows {money(record.shown)}{at}, the ledger {money(record.ledger)}"
    return f"{told}: {_difference(record, '')}"


def _chip_count(rules: Rules, book: Book, entry: Entry, record: records.ChipCount) -> str:
    told = f"Counted {record.chips} chips of {record.for_day}, {money(record.chips * record.chip)}"
    share = per_cent(abs(record.difference), record.ledger)
    chips = f" ({abs(record.units)} chip{'' if abs(record.units) == 1 else 's'}, {share})"
    return f"{told}; the ledger has {money(record.ledger)}: {_difference(record, chips)}"


def _difference(record: records.Reading | records.ChipCount, of: str) -> str:
    if not record.difference:
        return "no difference."
    side = "more" if record.difference > 0 else "less"
    told = f"{money(abs(record.difference))} {side}{of}."
    return f"{told} Variance {record.variance}: {record.grade}." if record.variance else told


def _clock(rules: Rules, book: Book, entry: Entry, record: records.ClockTrust) -> str:
    return f"The time is {'' if record.trusted else 'NOT '}trusted."


def _coin(rules: Rules, book: Book, entry: Entry, record: records.Coin) -> str:
    return f"Coins of {_apart(dollars(record.amount))}: {_seats(rules, [record.spot])}."


def _coin_refund(rules: Rules, book: Book, entry: Entry, record: records.CoinRefund) -> str:
    return f"Give back {_apart(dollars(record.amount))}: {_seats(rules, [record.spot])}."


_FROM_THE_BOOK: dict[type[Record], Callable[[Rules, Book, Entry, Any], str]] = {
    records.Open: _open,
    records.Post: _post,
    records.TakeOver: _take_over,
    records.MeterLowered: _lowered,
    records.MeterRaised: _raised,
    records.MeterSet: _set,
    records.TermsAccepted: _terms_accepted,
    records.TransferOut: _transfer_out,
    records.TransferIn: _transfer_in,
    records.Disposal: _disposal,
    records.Claim: _claim,
    records.AwardName: _claim,
    records.Approval: _approval,
    records.ClaimEnd: _claim_end,
    records.FixedAward: _fixed_award,
    records.MeterAward: _meter_award,
    records.Payment: _payment,
    records.PaymentCorrection: _correction,
    records.Reading: _reading,
    records.ChipCount: _chip_count,
    records.ClockTrust: _clock,
    records.Coin: _coin,
    records.CoinRefund: _coin_refund,
}
_SENTENCES = {  # by a statement's code, else by the record's kind
    "day_start": "The gaming day is {day}.",
    "close": "The table is closed.",
    "last_shoe": "The table closes after this shoe.",
    "shoe_end": "The shoe is over.",
    "last_shoe_end": "The shoe is over, the table closed.",
    "not_offered": "The bet is not offered: {reason}.",
    "offered": "The bet is offered.",
    "lock": "Round {round} is locked: {seats}.",
    "late_lock": "Round {round} is locked: {seats}.",
    "unlock": "Round {round} is unlocked: bets may change, then press LOCK.",
    "clear": "Round {round} is over.",
    "void": "Round {round} is void: give the bets back.",
    "not_locked": "The hand is over without a lock: that is on record.",
    "sign_override": "The amount is posted by hand until the shoe ends.",
    "add_spot": "Added: {seats}.",
    "void_spot": "Void: {seats}. Give the bet back.",
    "spot_out": "Out of service: {seats}.",
    "flat_bet": "Until the shoe ends the bet stays {must}: {seats}.",
    "stake_change": "In round {round} {seats} plays for {after}, not {before}.",
    "resume": "The table goes on.",
    "post_hold": "The post is held: {reason}.",
    "post_release": "The post may run.",
    "funds_hold": "The funds are on hold: {reason}. No bets are taken from the next round on.",
    "funds_release": "The funds are free again: bets are taken.",
    "terms_in_force": "New terms of {titles} are in force.",
    "retirement": "Announced: the last gaming day of {titles} is {last_day}. Signs say so.",
    "retirement_recall": "{titles} stays: no end is announced any more.",
    "jackpot_end": "{titles} has ended.",
    "claims_reopened": "Claims of round {round} are taken until the next lock.",
    "variance_end": "Variance {variance} is closed: {outcome}.",
    "person_roles": "{name} is here as {roles}.",
    "person_removed": "{name} is removed.",
    "pin_change": "{name} has a new PIN.",
    "login": "{by} is logged in.",
    "training_begun": "Training begins: signs say TEST, nothing counts. Open the table to practise.",
    "training_ended": "Training ends: the real table is back in a moment, closed.",
    "fault_end": "The fault {code} is cleared.",
    "fault": "Out of service: {reason}.",
    "sensor_test": "The sensor test is over.",
}
