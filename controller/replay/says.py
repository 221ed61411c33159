"""The sentences of a replay: what each row of the journal, and each note of a sensor, says of one seat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.core.entries import Entry
from controller.core.gaming_day import local_time
from controller.core.money import CENT
from controller.core.rules import Rules
from controller.core.variances import per_cent
from controller.core.worth import LOCKS, stakes_of
from controller.reports.paper import slip_number
from controller.reports.words import award_title, jackpot_title, spot_name, usd

Body = Mapping[str, Any]
Said = tuple[str, str]  # the kind of step, and its sentence


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose story it is."""

    rules: Rules
    spot: str
    round: int
    claims: Mapping[int, str]  # its claims in this round -> award, as last named

    @property
    def name(self) -> str:
        return spot_name(self.rules, self.spot)

    @property
    def Name(self) -> str:  # noqa: N802  the name, to begin a sentence with
        return self.name[0].upper() + self.name[1:]


# -- what the table noted between two rows -------------------------------------------------------------------

AT_THE_SPOT = {
    "chip": "A chip lay on {name}.",
    "vacant": "{Name} was empty.",
    "press": "The button of {name} was pressed.",
    "late_bet": "That chip came after the lock: a late bet, which does not play.",
    "removed_bet": "The chip of {name} was taken away while it played.",
    "removal_acknowledged": "A person looked into the chip that was taken away from {name}.",
    "dropped": "The bet of {name} was taken off before the lock.",
    "confirmed": "A person confirmed that the chip on {name} is a bet.",
    "unsure": "The sensor's story of {name} has a hole: what was there before it is no bet.",
    "bet_dark": "The lamps had been dark: what {name} had lit is no bet any more.",
    "flat_bet_refused": "{Name} must stay as in the shoe's first hand: the press changed nothing.",
    "tier": "{Name} was given another amount.",
    "coin_counter_restarted": "The coin counter of {name} began anew.",
    "pressed_while_away": "{Name} was pressed while nobody could see when.",
}
AT_THE_TABLE = {
    "first_card": "The first card was dealt.",
    "settle": "The hand was decided; chips were collected from then on.",
    "settle_again": "SETTLE was pressed.",
    "lock_again": "LOCK was pressed again, and ignored.",
    "clear_again": "CLEAR was pressed again, and ignored.",
    "win_asked": "WIN was pressed.",
    "win_cancelled": "WIN was pressed again, and so taken back.",
    "void_asked": "VOID was pressed: the dealer asked for it.",
    "void_not_asked": "VOID was pressed again, and so taken back.",
    "tier_asked": "TIER was pressed.",
    "tier_cancelled": "TIER was pressed again, and so taken back.",
    "signs_silent": "No sign acknowledged the amount any more.",
    "clock_step": "The clock stepped.",
    "link_up": "The sensors were heard again.",
    "link_down": "The sensors were not heard any more.",
}


def of_a_note(seat: Seat, what: str, where: str) -> Said | None:
    """None: it is about somebody else."""
    name = what.split(" ", 1)[0]
    if where == seat.spot:
        text = AT_THE_SPOT.get(name, name.replace("_", " ").capitalize() + " at {name}.")
        return "sensor", text.format(name=seat.name, Name=seat.Name)
    if name in AT_THE_TABLE:
        return ("sign" if name == "signs_silent" else "sensor" if name.startswith("link") else "round"), AT_THE_TABLE[
            name
        ]
    return None


# -- rows ----------------------------------------------------------------------------------------------------


def of_a_row(seat: Seat, entry: Entry) -> list[Said]:
    """One step or several; none for a row that is about something else."""
    tell = _ROWS.get(entry.kind)
    return [] if tell is None else tell(seat, entry, entry.body)


def _bets(count: int) -> str:
    return f"{count or 'no'} bet{'' if count == 1 else 's'}"


def _lock(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    late = f", as it was at {local_time(body['moment'], seat.rules.zone)}" if entry.kind == "late_lock" else ""
    word = "locked late" if late else "locked"
    told = f"Round {entry.round} was {word} with {_bets(len(body['spots']))}{late}."
    if seat.spot in body["spots"]:
        told += f" {seat.Name} plays for {usd(stakes_of(entry)[seat.spot])}."
    else:
        told += f" {seat.Name} was not lit and does not play."
    if seat.spot in body.get("stuck", ()):
        told += " Its sensor had not been seen empty since the round before."
    posted = [  # as signs show it: rounded down
        ("posted", f"{jackpot_title(seat.rules, name)} stood at {usd(amount - amount % CENT)}.")
        for name, amount in body["meters"].items()
    ]
    return [("lock", told), *posted]


def _own_round(text: str) -> Callable[[Seat, Entry, Body], list[Said]]:
    """A sentence of the round itself."""
    return lambda seat, entry, body: (
        [("round", text.format(**body, number=entry.round))] if entry.round == seat.round else []
    )


def _own_spot(kind: str, text: str) -> Callable[[Seat, Entry, Body], list[Said]]:
    """A sentence of the seat itself. Amounts of the row are said in dollars."""

    def tell(seat: Seat, entry: Entry, body: Body) -> list[Said]:
        if body["spot"] != seat.spot or entry.round not in (0, seat.round):
            return []
        money = {key: usd(body[key]) for key in ("amount", "before", "after") if key in body}
        return [(kind, text.format(**{**body, **money}, name=seat.name, Name=seat.Name))]

    return tell


def _clear(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    told = f"CLEAR: round {entry.round} was over."
    if alarm := body.get("alarms", {}).get(seat.spot):
        what = {"late": "a late bet", "removed": "a chip that was taken away"}.get(alarm, alarm)
        told += f" {seat.Name} still raised the alarm of {what}."
    if presses := body.get("presses", {}).get(seat.spot):
        told += f" {seat.Name} was pressed {presses} times while the round was locked; that changes nothing."
    return [("round", told)]


def _not_locked(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    lit = body["seen"][-1][1] if body["seen"] else []
    was = "lit" if seat.spot in lit else "not lit"
    return [("round", f"CLEAR without a LOCK: hand {entry.round} was not locked. {seat.Name} was {was} at its end.")]


def _trial(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if seat.spot in body["passed"]:
        return [("sensor", f"The sensor of {seat.name} passed its test.")]
    if seat.spot in body["failed"]:
        return [("sensor", f"The sensor of {seat.name} failed its test and is out of service.")]
    return []


def _moved(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    """A meter that was changed between hands: what was posted at the next lock."""
    title = jackpot_title(seat.rules, body["jackpot"])
    if entry.kind == "post":
        sign = "-" if body["amount"] < 0 else ""
        return [("posted", f"{sign}{usd(abs(body['amount']))} were posted to {title} for {body['of']}.")]
    return [("posted", f"{title} was changed ({entry.kind.replace('_', ' ')}).")]


def _claim(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    if entry.kind == "name":
        return [("claim", f"Claim {body['claim']} was named {_award(seat, body)}.")]
    told = f"{seat.Name} claimed a win: claim {body['claim']}, {_award(seat, body)}."
    if body.get("reference"):
        told += f" It came late; its evidence: {body['reference']}."
    return [("claim", told)]


def _award(seat: Seat, body: Body) -> str:
    if not body.get("award"):
        return "no award named yet"
    return award_title(seat.rules, seat.spot, body["award"]) + (f" ({body['cards']})" if body.get("cards") else "")


def _approve(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    more = f"; {body['missing']} more was needed" if body["missing"] else ""
    return [("approval", f"Claim {body['claim']} was approved{more}.")]


def _fixed(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    return [
        ("approval", f"Claim {body['claim']} was approved."),
        ("money", f"{usd(body['amount'])} were paid from the rack."),
        ("slip", f"Slip {slip_number(body['slip'])} was issued."),
    ]


def _awarded(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    """Of several winners of one hand each has a part; another one's end may change it."""
    title = jackpot_title(seat.rules, body["jackpot"])
    told: list[Said] = []
    for number in seat.claims:
        key = str(number)
        if body.get("denied") == number:
            told.append(("money", f"What claim {number} had went back to {title}."))
        elif key in body["amounts"]:
            told.append(("money", f"Claim {number} has {usd(body['amounts'][key])} of {title}."))
            if key in body["slips"]:
                told.append(("slip", f"Slip {slip_number(body['slips'][key])} was issued."))
    if told:
        told.append(("posted", f"{title} stands at {usd(body['after'])} after it."))
    return told


def _paid(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    return [("money", f"{usd(body['amount'])} were paid ({body['method']}) on slip {slip_number(body['slip'])}.")]


def _unclaim(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    what = "denied" if body.get("denied") else "taken back"
    return [("claim", f"Claim {body['claim']} was {what}: {str(body['reason']).rstrip('.')}.")]


def _correct(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    who = "The house paid" if body["amount"] > 0 else "The house got back"
    return [
        ("money", f"{who} {usd(abs(body['amount']))} for claim {body['claim']}: {str(body['reason']).rstrip('.')}."),
        ("slip", f"Slip {slip_number(body['slip'])} was issued."),
    ]


def _reading(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body.get("claim") not in seat.claims:
        return []
    told = f"The sign of {body['jackpot']} was read: {usd(body['shown'])} at that lock"
    if body["difference"]:
        share = per_cent(abs(body["difference"]), body["ledger"])
        return [("sign", f"{told}, {usd(abs(body['difference']))} ({share}) off the ledger.")]
    return [("sign", f"{told}, as the ledger has it.")]


def _text(text: str) -> Callable[[Seat, Entry, Body], list[Said]]:
    return lambda seat, entry, body: [("round", text.format(**body))]


_ROWS: dict[str, Callable[[Seat, Entry, Body], list[Said]]] = {
    **dict.fromkeys(LOCKS, _lock),
    "unlock": _own_round("Round {number} was unlocked: bets could change again."),
    "void": _own_round("Round {number} was void, all bets given back: {reason}."),
    "resume": _own_round("A person compared seats and chips, and round {number} went on."),
    "reopen": _own_round("Claims of round {number} were taken again: {reason}."),
    "clear": _clear,
    "not_locked": _not_locked,
    "void_spot": _own_spot("round", "The bet of {name} was void and given back: {reason}."),
    "add_spot": _own_spot("round", "{Name} was added by hand: {reason}."),
    "tier": _own_spot("round", "{Name} plays for {after}, not {before}."),
    "coin": _own_spot("sensor", "Coins of {amount} were swallowed at {name}."),
    "refund": _own_spot("money", "The coins of {name}, {amount}, were given back."),
    "spot_out": _own_spot("sensor", "{Name} went out of service: {why}."),
    "flat": _own_spot("round", "{Name} must stay {must} until the shoe ends."),
    "dispute": _own_spot("claim", "{Name} claimed a win and was refused: it did not play. That is on record."),
    "trial": _trial,
    **dict.fromkeys(("post", "set", "lower", "raise", "take_over", "transfer_in", "transfer_out"), _moved),
    "claim": _claim,
    "name": _claim,
    "approve": _approve,
    "fixed": _fixed,
    "award": _awarded,
    "paid": _paid,
    "unclaim": _unclaim,
    "correct_win": _correct,
    "reading": _reading,
    "start": _text("The controller started anew; what had been written stood."),
    "stop": _text("The controller was stopped."),
    "fault": _text("Out of service: {text}"),
    "copy_away": _text("The ledger's second copy was not kept: {why}."),
    "copy_back": _text("The ledger's second copy was kept again."),
    "unfault": _text("The fault {code} was cleared: {reason}."),
    "open": _text("The table was opened."),
    "offered": _text("The bet was offered."),
    "not_offered": _text("The bet was not offered: {reason}."),
    "by_hand": _text("A person said that the amount is posted by hand."),
    "funds_hold": _text("The funds were on hold: {reason}."),
}
