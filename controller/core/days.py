"""Gaming days and the morning's post (R060-R069): each day ends once, and each is posted once, in order."""

from collections.abc import Iterable, Mapping
from datetime import date

from controller.core import parameters, removal
from controller.core.accounts import HOUSE, SET_ASIDE, meter_account
from controller.core.awards import waiting
from controller.core.clock_trust import trusted
from controller.core.entries import Transfer
from controller.core.gaming_day import DAY, gaming_day
from controller.core.meter_events import (
    CorrectCount,
    HoldPost,
    Post,
    ReleasePost,
    TakeOver,
)
from controller.core.money import CENT, dollars, percentage
from controller.core.refusals import Refused
from controller.core.rules import Funding, Rules, Wager
from controller.core.senses import fresh_spots
from controller.core.state import Book, Due, Phase
from controller.core.turn import FaultError, Turn
from controller.core.whys import why

HOUR = 3_600_000
CLOCK = why("clock_waits")


def adds(
    rules: Rules, book: Book, spots: Iterable[str], tiers: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, list[int]]]:
    """What these locked spots add to the day: wager -> number, and jackpot -> [number, base, accrued]."""
    wagers: dict[str, int] = {}
    pots: dict[str, list[int]] = {}
    for spot in spots:
        wager, stake = rules.wagers[rules.spots[spot].wager], rules.stake(spot, tiers)
        wagers[wager.id] = wagers.get(wager.id, 0) + 1
        for name in wager.jackpots:
            pot = pots.setdefault(name, [0, 0, 0])
            pot[0] += 1
            pot[1] += stake
            pot[2] += accrual(rules, book, name, stake)
    return wagers, pots


def accrual(rules: Rules, book: Book, jackpot: str, amount: int) -> int:
    """What an amount wagered will add to the meter the next morning."""
    pot = rules.jackpots[jackpot]
    return percentage(amount, book.terms(pot).rate_bp) if pot.funding is Funding.DAILY_PERCENT else 0


def attend(turn: Turn) -> None:
    """Between rounds: end the gaming day whose time is over, post what may be posted, offer again what only
    waited for the clock."""
    if turn.book.locked or not turn.live.clock.trusted:
        return
    now = gaming_day(turn.at.utc, turn.rules.roll, turn.rules.zone)
    today = turn.book.today
    if today is None:
        begin(turn, now, ())
    elif now.isoformat() > today.day:
        idle, day = [], date.fromisoformat(today.day) + DAY
        while day < now:
            idle.append(day.isoformat())
            day += DAY
        begin(turn, now, tuple(idle))
    removal.attend(turn)
    parameters.after_wins(turn)
    if turn.rules.posting.automatic:
        while (due := _next_due(turn)) and not _blocked(turn, due):
            _post(turn, due)
    if turn.book.phase is Phase.NOT_OFFERED and turn.book.reason == CLOCK:
        turn.write("offered")
        fresh_spots(turn)


def begin(turn: Turn, day: date, idle: tuple[str, ...]) -> None:
    pots = [pot.id for pot in turn.rules.jackpots.values() if pot.funding is Funding.DAILY_PERCENT]
    daily = [pot for pot in pots if not turn.book.over([pot])]
    meters = {pot: turn.book.meter(pot) for pot in turn.rules.jackpots}  # each amount on record once a day (R314)
    body: dict[str, object] = {"to": day.isoformat(), "idle": idle, "daily": daily, "meters": meters}
    body["accounts"] = {name: amount for name, amount in turn.book.balances.items() if name.startswith(SET_ASIDE)}
    if unread := [pot for pot in turn.rules.jackpots if pot not in turn.book.readings]:
        body["unread"] = unread
    turn.write("day", body, day=day.isoformat())


def unposted(turn: Turn) -> bool:
    """Are there wagers whose post is still to come?"""
    today = turn.book.today
    return any(due.amount for due in turn.book.due) or bool(today and any(today.accrued.values()))


def _next_due(turn: Turn) -> Due | None:
    return turn.book.due[0] if turn.book.due else None


def _blocked(turn: Turn, due: Due) -> str:
    """Why this post may not run now, as a sentence."""
    if turn.book.locked:
        return why("post_locked")
    if waiting(turn.rules, turn.book, due.jackpot):
        return why("post_claim")
    if turn.book.held:
        return why("post_held", why=turn.book.held)
    if turn.book.faults:
        return why("post_fault")
    if due.amount and too_soon(turn, due.jackpot):
        return why("post_soon", hours=turn.rules.posting.min_interval_hours)
    return ""


def too_soon(turn: Turn, jackpot: str) -> int:
    """For how many ms more this meter must stand: so many hours elapsed since its last change, whatever a clock's
    spring or autumn did (R063, E40), or none where a win was paid since."""
    posting, count = turn.rules.posting, turn.book.jackpots[jackpot]
    if posting.again_after_win and count.may_set:
        return 0
    changed = max(count.last_post, count.last_set)
    return max(posting.min_interval_hours * HOUR - (turn.at.utc - changed), 0)


def _post(turn: Turn, due: Due) -> None:
    """A correction takes no meter below its reset amount: where the meter was won meanwhile, what it should take back
    is gone, and the rest is the house's."""
    terms = turn.book.terms(turn.rules.jackpots[due.jackpot])
    if abs(due.amount) > terms.unreasonable:
        raise FaultError(
            "unreasonable",
            why("large_post", day=due.day, jackpot=due.jackpot, amount=due.amount, bound=terms.unreasonable),
        )
    meter = turn.book.meter(due.jackpot)
    amount = max(due.amount, min(terms.reset - meter, 0))
    body = {
        "jackpot": due.jackpot,
        "of": due.day,
        "base": due.base,
        "amount": amount,
        "correction": due.correction,
        "before": meter,
        "after": meter + amount,
    }
    if amount != due.amount:
        body["waived"] = amount - due.amount
    turn.write("post", body, onto(due.jackpot, amount, "correct" if due.correction else "post"))


def onto(jackpot: str, amount: int, code: str) -> list[Transfer]:
    """From the house to the meter, or back."""
    account = meter_account(jackpot)
    if amount < 0:
        return [Transfer(account, HOUSE, -amount, code)]
    return [Transfer(HOUSE, account, amount, code)] if amount else []


# -- what people ask -----------------------------------------------------------------------------------------


def post_now(turn: Turn, event: Post) -> None:
    trusted(turn)
    attend(turn)
    blocked = ""
    while (due := _next_due(turn)) and not (blocked := _blocked(turn, due)):
        _post(turn, due)
    if not any(entry.kind == "post" for entry in turn.entries):
        raise Refused("post_blocked", why=blocked) if due else Refused("nothing_due")


def hold(turn: Turn, event: HoldPost) -> None:
    if turn.book.held:
        raise Refused("held_already", why=turn.book.held)
    turn.write("hold", {"reason": turn.reason(event.reason)})


def release(turn: Turn, event: ReleasePost) -> None:
    if not turn.book.held:
        raise Refused("not_held")
    turn.write("release")


def correct_count(turn: Turn, event: CorrectCount) -> None:
    """E51. The correction is of the number of wagers; what it adds follows from the rate."""
    wager = turn.rules.wagers.get(event.wager)
    if wager is None:
        raise Refused("unknown_wager", wager=event.wager, wagers=", ".join(turn.rules.wagers))
    today = turn.book.today
    if today is None or not _was_played(turn, event.day, wager):
        raise Refused("unknown_day", day=event.day)
    if turn.book.over(wager.jackpots) and (event.day == today.day or any(map(turn.book.left, wager.jackpots))):
        raise Refused("wager_ended", wager=wager.id)
    if event.day == today.day and turn.book.locked:
        raise Refused("clear_first")  # its wagers may yet be unlocked or void
    changes = {
        pot: [event.wagers * wager.amount, _signed(turn, pot, event.wagers * wager.amount)] for pot in wager.jackpots
    }
    if event.day == today.day and today.wagers.get(wager.id, 0) + event.wagers < 0:
        raise Refused("count_below_zero", day=event.day)
    for due in turn.book.due:
        if due.day == event.day and due.base + changes.get(due.jackpot, [0])[0] < 0:
            raise Refused("count_below_zero", day=event.day)
    for pot, (_base, amount) in changes.items():
        waiting = sum(due.amount for due in (*turn.book.due, *turn.book.corrections) if due.jackpot == pot)
        if amount < 0 and turn.book.meter(pot) + waiting + amount < 0:
            raise Refused("count_below_zero", day=event.day)
    turn.write(
        "recount",
        {
            "of": event.day,
            "wagers": {wager.id: event.wagers},
            "adds": changes,
            "reason": turn.reason(event.reason),
        },
    )


def take_over(turn: Turn, event: TakeOver) -> None:
    """The opening amount is another one: the meter runs elsewhere until now, and yesterday's wagers there are still to
    be added. Before this table has locked anything."""
    pot, book = turn.rules.jackpots.get(event.jackpot), turn.book
    if pot is None:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=", ".join(turn.rules.jackpots))
    if book.phase is not Phase.CLOSED or book.round:
        raise Refused("only_new")
    count = book.jackpots[pot.id]
    if count.raised or count.lowered or any(each.jackpot == pot.id and each.amount for each in book.due):
        raise Refused("taken_over", jackpot=pot.id)
    trusted(turn)
    bound = book.terms(pot).unreasonable
    if min(event.amount, event.base) < 0 or event.amount % CENT or event.base % CENT:
        raise Refused("bad_amount", bound=dollars(bound))
    limit = book.terms(pot).limit
    if limit and event.amount > limit:
        raise Refused("above_limit", jackpot=pot.id, limit=dollars(limit))
    if event.base and pot.funding is not Funding.DAILY_PERCENT:
        raise Refused("no_post_here", title=pot.title)
    due, before = accrual(turn.rules, book, pot.id, event.base), book.meter(pot.id)
    if due > bound:
        raise Refused("bad_amount", bound=dollars(bound))
    attend(turn)
    today = gaming_day(turn.at.utc, turn.rules.roll, turn.rules.zone)
    body = {"of": (today - DAY).isoformat(), "base": event.base, "due": due, "before": before, "after": event.amount}
    turn.write("take_over", {"jackpot": pot.id, **body}, onto(pot.id, event.amount - before, "take_over"))


def _was_played(turn: Turn, day: str, wager: Wager) -> bool:
    """The running day, one that waits for its post, or one that was posted to this wager's meters."""
    today = turn.book.today
    waits = {today.day if today else "", *(due.day for due in turn.book.due if not due.correction)}
    if day in waits:
        return day != ""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        return False
    return written == day and any(day <= turn.book.jackpots[pot].posted_to for pot in wager.jackpots)


def _signed(turn: Turn, jackpot: str, amount: int) -> int:
    added = accrual(turn.rules, turn.book, jackpot, abs(amount))
    return added if amount >= 0 else -added


def clock_allows(turn: Turn) -> bool:
    """May bets be offered at an opening? Not while wagers wait for a post that the clock forbids, nor before the
    first gaming day has a date."""
    return turn.live.clock.trusted or (turn.book.today is not None and not unposted(turn))
