"""What each row of the journal, and each note of a sensor, says of one seat: which sentences, with which facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.core.entries import Entry
from controller.core.gaming_day import local_time
from controller.core.money import CENT
from controller.core.rules import Rules
from controller.core.sentences import Sentence, joined, sentence
from controller.core.variances import per_cent
from controller.core.worth import LOCKS, stakes_of
from controller.replay.sentences import SENTENCES
from controller.reports.paper import slip_number
from controller.reports.words import award_title, jackpot_title, spot_name, usd
from controller.telling import named

Body = Mapping[str, Any]
Said = tuple[str, str]  # the kind of step, and its sentence
Tell = Callable[["Seat", Entry, Body], list[Said]]


def say(code: str, /, **facts: object) -> Sentence:
    return sentence(SENTENCES, code, **facts)


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose story it is."""

    rules: Rules
    spot: str
    round: int
    claims: Mapping[int, str]  # its claims in this round -> award, as last named

    def say(self, code: str, /, **facts: object) -> Sentence:
        """A sentence that names the seat: within it, or at its beginning."""
        name = spot_name(self.rules, self.spot)
        return say(code, **facts, name=name, Name=name[0].upper() + name[1:], spot=self.spot)


# -- what the table noted between two rows -------------------------------------------------------------------

AT_THE_TABLE = {
    "first_card", "settle", "settle_again", "lock_again", "clear_again", "win_asked", "win_cancelled", "void_asked",
    "void_not_asked", "tier_asked", "tier_cancelled", "clock_step",
}  # fmt: skip


def of_a_note(seat: Seat, what: str, where: str) -> Said | None:
    """None: it is about somebody else."""
    name = what.split(" ", 1)[0]
    if where == seat.spot:
        if f"note_{name}" in SENTENCES:
            return "sensor", seat.say(f"note_{name}")
        return "sensor", seat.say("note_other", what=name.replace("_", " ").capitalize())
    if name == "signs_silent":
        return "sign", say("no_sign_told")
    if name in ("link_up", "link_down"):
        return "sensor", say(name)
    return ("round", say(name)) if name in AT_THE_TABLE else None


# -- rows ----------------------------------------------------------------------------------------------------


def of_a_row(seat: Seat, entry: Entry) -> list[Said]:
    """One step or several; none for a row that is about something else."""
    tell = _ROWS.get(entry.kind)
    return [] if tell is None else tell(seat, entry, entry.body)


def _bets(count: int) -> Sentence:
    return say("bets", number=count) if count > 1 else say("bets_one" if count else "bets_none")


def _lock(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    facts = {"round": entry.round, "bets": _bets(len(body["spots"]))}
    if entry.kind == "late_lock":
        told = [say("locked_late", **facts, time=local_time(body["moment"], seat.rules.zone))]
    else:
        told = [say("locked", **facts)]
    if seat.spot in body["spots"]:
        told.append(seat.say("plays", amount=usd(stakes_of(entry)[seat.spot])))
    else:
        told.append(seat.say("not_lit"))
    if seat.spot in body.get("stuck", ()):
        told.append(say("was_stuck"))
    posted = [  # as signs show it: rounded down
        ("posted", say("stood", title=jackpot_title(seat.rules, name), amount=usd(amount - amount % CENT)))
        for name, amount in body["meters"].items()
    ]
    return [("lock", joined(told)), *posted]


def _own_round(code: str, *facts: str) -> Tell:
    """A sentence of the round itself, with these facts of its row."""
    return lambda seat, entry, body: (
        [("round", say(code, round=entry.round, **_facts(body, facts)))] if entry.round == seat.round else []
    )


def _own_spot(kind: str, code: str, *facts: str) -> Tell:
    """A sentence of the seat itself, with these facts of its row. Amounts are said in dollars."""

    def tell(seat: Seat, entry: Entry, body: Body) -> list[Said]:
        if body["spot"] != seat.spot or entry.round not in (0, seat.round):
            return []
        return [(kind, seat.say(code, **_facts(body, facts)))]

    return tell


def _of_the_table(code: str, *facts: str) -> Tell:
    return lambda seat, entry, body: [("round", say(code, **_facts(body, facts)))]


def _facts(body: Body, names: tuple[str, ...]) -> dict[str, str]:
    amounts = ("amount", "before", "after")
    return {name: usd(body[name]) if name in amounts else named(str(body[name])) for name in names}


def _flat(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    return _own_spot("round", f"flat_{body['must']}")(seat, entry, body)


def _clear(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    told = [say("clear", round=entry.round)]
    if alarm := body.get("alarms", {}).get(seat.spot):
        told.append(seat.say(f"alarm_{alarm}"))
    if presses := body.get("presses", {}).get(seat.spot):
        told.append(seat.say("presses", times=presses))
    return [("round", joined(told))]


def _not_locked(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if entry.round != seat.round:
        return []
    lit = body["seen"][-1][1] if body["seen"] else []
    return [("round", seat.say("not_locked_lit" if seat.spot in lit else "not_locked_dark", round=entry.round))]


def _trial(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if seat.spot in body["passed"]:
        return [("sensor", seat.say("test_passed"))]
    if seat.spot in body["failed"]:
        return [("sensor", seat.say("test_failed"))]
    return []


def _moved(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    """A meter that was changed between hands: what was posted at the next lock."""
    title = jackpot_title(seat.rules, body["jackpot"])
    if entry.kind == "post":
        return [("posted", say("post", amount=usd(body["amount"]), title=title, day=body["of"]))]
    return [("posted", say(f"moved_{entry.kind}", title=title))]


def _claim(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    facts = {"claim": body["claim"], "award": _award(seat, body)}
    if entry.kind == "name":
        return [("claim", say("name", **facts))]
    told = [seat.say("claim", **facts)]
    if body.get("reference"):
        told.append(say("claim_late", reference=body["reference"]))
    return [("claim", joined(told))]


def _award(seat: Seat, body: Body) -> str:
    if not body.get("award"):
        return say("unnamed")
    return award_title(seat.rules, seat.spot, body["award"]) + (f" ({body['cards']})" if body.get("cards") else "")


def _approve(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    if body["missing"]:
        return [("approval", say("approve_more", claim=body["claim"], missing=body["missing"]))]
    return [("approval", say("approve", claim=body["claim"]))]


def _fixed(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    return [
        ("approval", say("approve", claim=body["claim"])),
        ("money", say("fixed", amount=usd(body["amount"]))),
        _slip(body["slip"]),
    ]


def _slip(number: int) -> Said:
    return "slip", say("slip", slip=slip_number(number))


def _awarded(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    """Of several winners of one hand each has a part; another one's end may change it."""
    title = jackpot_title(seat.rules, body["jackpot"])
    told: list[Said] = []
    for number in seat.claims:
        key = str(number)
        if body.get("denied") == number:
            told.append(("money", say("given_back", claim=number, title=title)))
        elif key in body["amounts"]:
            told.append(("money", say("awarded", claim=number, amount=usd(body["amounts"][key]), title=title)))
            if key in body["slips"]:
                told.append(_slip(body["slips"][key]))
    if told:
        told.append(("posted", say("stands", title=title, amount=usd(body["after"]))))
    return told


def _paid(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    facts = {"amount": usd(body["amount"]), "method": body["method"], "slip": slip_number(body["slip"])}
    return [("money", say("paid", **facts))]


def _unclaim(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    code = "denied" if body.get("denied") else "withdrawn"
    return [("claim", say(code, claim=body["claim"], reason=str(body["reason"]).rstrip(".")))]


def _correct(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body["claim"] not in seat.claims:
        return []
    facts = {"amount": usd(abs(body["amount"])), "claim": body["claim"], "reason": str(body["reason"]).rstrip(".")}
    return [("money", say("house_paid" if body["amount"] > 0 else "house_got_back", **facts)), _slip(body["slip"])]


def _reading(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    if body.get("claim") not in seat.claims:
        return []
    facts = {"jackpot": body["jackpot"], "amount": usd(body["shown"])}
    if not body["difference"]:
        return [("sign", say("reading", **facts))]
    share = per_cent(abs(body["difference"]), body["ledger"])
    return [("sign", say("reading_off", **facts, difference=usd(abs(body["difference"])), share=share))]


def _fault(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    return [("round", say("fault", why=named(body["text"])))]


def _unfault(seat: Seat, entry: Entry, body: Body) -> list[Said]:
    return [("round", say("unfault", fault=body["code"], reason=body["reason"]))]


_ROWS: dict[str, Tell] = {
    **dict.fromkeys(LOCKS, _lock),
    "unlock": _own_round("unlock"),
    "void": _own_round("void", "reason"),
    "resume": _own_round("resume"),
    "reopen": _own_round("reopen", "reason"),
    "clear": _clear,
    "not_locked": _not_locked,
    "void_spot": _own_spot("round", "void_spot", "reason"),
    "add_spot": _own_spot("round", "add_spot", "reason"),
    "tier": _own_spot("round", "tier", "before", "after"),
    "coin": _own_spot("sensor", "coin", "amount"),
    "refund": _own_spot("money", "refund", "amount"),
    "spot_out": _own_spot("sensor", "spot_out", "why"),
    "flat": _flat,
    "dispute": _own_spot("claim", "dispute"),
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
    "start": _of_the_table("start"),
    "stop": _of_the_table("stop"),
    "fault": _fault,
    "copy_away": _of_the_table("copy_lost", "why"),
    "copy_back": _of_the_table("copy_back"),
    "unfault": _unfault,
    "open": _of_the_table("open"),
    "offered": _of_the_table("offered"),
    "not_offered": _of_the_table("not_offered", "reason"),
    "by_hand": _of_the_table("by_hand"),
    "funds_hold": _of_the_table("funds_hold", "reason"),
}
