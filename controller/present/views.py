"""A table as plain values: for the signs (docs/SIGNS.md) and for the floor (`status`)."""

from datetime import UTC, datetime
from typing import Any

from controller.present.division import division
from controller.present.to_do import faults, todo
from controller.present.told_deeds import by_hand
from controller.table import duties, progressive, removal
from controller.table import terms as jackpot_terms
from controller.table.accounts import recipient
from controller.table.awards import deeds_of, expected, line_of, shown, title_of, waiting
from controller.table.counters import Custody, JackpotBook
from controller.table.duties import Step
from controller.table.lamps import lamps
from controller.table.money import cents, dollars
from controller.table.rules import Jackpot, Rules
from controller.table.sensors import bets, claims, is_stuck
from controller.table.state import Book, Claim, Phase, Stage, State, Variance, hard_fault, phase_of
from controller.table.tiers import raised, stake
from words.message import Message, as_json, message, typed

VERSION = 1  # of the payload format

View = dict[str, Any]


def shown_phase(state: State) -> Phase:
    return Phase.FAULT if hard_fault(state) else phase_of(state)


def meter_state(rules: Rules, state: State, jackpot: str) -> str:
    """The state that a sign shows with the amount."""
    if rules.training:
        return "test"
    if why := hard_fault(state):
        return "suspended" if why in (state.live.signs.closed, state.live.funds) else "fault"
    book, phase = state.book, phase_of(state)
    if waiting(rules, book, jackpot) or book.posted(jackpot) != book.meter(jackpot):
        return "verifying"
    if winners(rules, state, jackpot) and phase not in (Phase.CLOSED, Phase.NOT_OFFERED):
        return "won"
    if book.jackpots[jackpot].ended:
        return "closed"
    if phase is Phase.RECOVERED:
        return "locked" if book.locked else "open"
    return {Phase.BETTING: "open", Phase.LOCKED: "locked", Phase.SETTLED: "locked"}.get(phase, phase.value)


def winners(rules: Rules, state: State, jackpot: str) -> list[View]:
    """The winners of this meter, from the decision to the next lock (R100)."""
    return [
        {"seat": rules.spots[claim.spot].seat, "cents": cents(claim.amount), "award": title_of(rules, claim)}
        for claim in state.book.claims
        if claim.jackpot == jackpot and claim.decided == state.book.round and claim.stage in (Stage.OWED, Stage.PAID)
    ]


def meter(rules: Rules, state: State, jackpot: Jackpot, pub: int, utc: int) -> View:
    """One jackpot's meter. `epoch`, `seq` and `pub` order it: a sign shows the higher and ignores the lower."""
    book = state.book
    amount, limit, count = shown(rules, book, jackpot), book.limit(jackpot), book.jackpots[jackpot.id]
    return {
        "v": VERSION,
        "table": rules.table,
        "jackpot": jackpot.id,
        "type": jackpot.type,
        "title": jackpot.title,
        "epoch": book.epoch,
        "seq": book.seq,
        "pub": pub,
        "cents": cents(amount),
        "text": dollars(amount),
        "limit": cents(limit) if limit else None,
        "state": meter_state(rules, state, jackpot.id),
        "winners": winners(rules, state, jackpot.id),
        "awards": [dict(award) for award in jackpot.awards],
        "suit": jackpot.suit,
        "rules": as_json(message(f"notices.{book.terms(jackpot).multiple_winners}")),
        "disclosure": jackpot.disclosure,
        "text_id": jackpot.text_id,
        "notices": as_json(_notices(jackpot, count, 0 if count.ended else limit)),
        "at": stamp(utc),
    }


def _notices(jackpot: Jackpot, counters: JackpotBook, limit: int) -> tuple[Message, ...]:
    """The players' rule of the lights (R028), the profile's notices, the limit (R075) and the end."""
    lights = () if counters.ended else (message("notices.no_light"),)
    limits = (message("notices.limit", limit=limit),) if limit else ()
    return (*lights, *map(typed, jackpot.notices), *limits, *removal.notices(counters))


def round_view(rules: Rules, state: State, pub: int, mono: int, utc: int) -> View:
    book = state.book
    locked = book.locked.spots if book.locked else ()
    lit = bets(rules, state, mono) if shown_phase(state) is Phase.BETTING else ()
    stakes = {spot: rules.stake(spot, book.locked.tiers) for spot in locked} if book.locked else {}
    stakes |= raised(rules, state, lit)
    stakes = {spot: cents(amount) for spot, amount in stakes.items() if amount != rules.stake(spot, {})}
    return {
        "v": VERSION,
        "table": rules.table,
        "epoch": book.epoch,
        "seq": book.seq,
        "pub": pub,
        "phase": shown_phase(state).value,
        "round": book.round if book.locked else book.round + 1,
        "lit": lit,
        "locked": locked,
        **({"stakes": stakes} if stakes else {}),
        "at": stamp(utc),
    }


def status(rules: Rules, state: State, mono: int, utc: int) -> View:
    """One screen for the floor: the state, what is wrong, and what waits for a person."""
    book, live = state.book, state.live
    locked = book.locked.spots if book.locked else ()
    shown = lamps(rules, state, mono)
    return {
        "table": rules.table,
        "zone": str(rules.zone),
        "training": rules.training,
        "phase": shown_phase(state).value,
        "reason": as_json(book.reason),
        "fault": as_json(hard_fault(state)),
        "faults": {code: as_json(why) for code, why in faults(state).items()},
        "round": book.round if book.locked else book.round + 1,
        "count": len(locked),
        "value": dollars(sum(rules.stake(spot, book.locked.tiers) for spot in locked)) if book.locked else "0.00",
        "day": book.today.day if book.today else None,
        "wagers_today": sum(book.today.wagers.values()) if book.today else 0,
        "rounds_today": book.today.rounds if book.today else 0,
        "clock": {"trusted": live.clock.trusted, "why": as_json(live.clock.why)},
        "last_shoe": book.last_shoe,
        "void_asked": live.void_asked,
        "keyswitch": live.keyswitch,
        "held": as_json(typed(book.held)) if book.held else None,
        "spots": {
            spot: {
                "seat": rules.spots[spot].seat,
                "wager": rules.spots[spot].wager,
                "lamp": shown[spot].value,
                "plays": spot in locked,
                "stake": dollars(rules.stake(spot, book.locked.tiers) if book.locked else stake(rules, state, spot)),
                "claims": claims(state, spot),
                "stuck": is_stuck(rules, state, spot, mono),
                "alarm": live.spots[spot].alarm.value,
                "out": as_json(book.spot(spot).out),
                "flat": book.spot(spot).flat,
                "credit": dollars(book.spot(spot).credit),
                "presses": live.spots[spot].presses,
            }
            for spot in rules.spots
        },
        "jackpots": {jackpot.id: jackpot_view(rules, state, jackpot) for jackpot in rules.jackpots.values()},
        "claims": [claim_view(rules, book, claim) for claim in book.claims],
        "variances": [_variance(variance) for variance in book.variances if not variance.outcome],
        "todo": [{"code": ask.code, "say": as_json(ask.message)} for ask in todo(rules, state, mono, utc)],
        "seq": book.seq,
        "epoch": book.epoch,
    }


def _variance(variance: Variance) -> View:
    return {
        "variance": variance.number,
        "kind": variance.kind,
        "about": variance.about,
        "day": variance.day,
        "units": variance.units,
        "amount": dollars(abs(variance.amount)),
        "more": variance.amount > 0,
        "grade": variance.grade.value,
    }


def claim_view(rules: Rules, book: Book, claim: Claim) -> View:
    wager = rules.wagers[rules.spots[claim.spot].wager]
    found = line_of(wager, claim.award) if claim.award else None
    deeds = deeds_of(rules, book, claim)
    return {
        "claim": claim.number,
        "round": claim.round,
        "spot": claim.spot,
        "seat": rules.spots[claim.spot].seat,
        "stage": claim.stage.value,
        "award": found.title if found else "",
        "event": claim.award,
        "cards": claim.cards,
        "share_bp": wager.paytable.share(found, claim.stake or wager.amount) if found else 0,
        "jackpot": claim.jackpot,
        "amount": dollars(expected(rules, book, claim)) if claim.award else "",
        "division": as_json(division(rules, book, claim)),
        "claimant": claim.claimant,
        "approved": claim.approved,
        "barred": {step.value: tuple(duties.barred(deeds, step)) for step in (Step.APPROVAL, Step.PAYMENT)},
        "by_hand": [as_json(told) for told in by_hand(deeds)],
        "slip": rules.slip(claim.slip),
    }


def value(meter: View) -> str:
    """The amount for a sign that cannot show a state: empty rather than doubtful."""
    return "" if meter["state"] in ("fault", "test") else str(meter["text"])


def jackpot_view(rules: Rules, state: State, jackpot: Jackpot) -> View:
    """The counters of R056, without opening the box."""
    count, meter = state.book.jackpots[jackpot.id], state.book.meter(jackpot.id)
    today, terms, custody = state.book.today, state.book.terms(jackpot), count.custody or Custody()
    return {
        "title": jackpot.title,
        "type": jackpot.type,
        "meter": dollars(meter),
        "meter_micros": meter,
        "state": meter_state(rules, state, jackpot.id),
        "base": dollars(count.seeded),
        "reset": dollars(terms.reset),
        "rate_bp": terms.rate_bp,
        "reserve_bp": terms.reserve_bp,
        "limit": dollars(terms.limit) if terms.limit else None,
        "contributed": dollars(custody.contributed),
        "reserve": dollars(state.book.reserve(jackpot.id)),
        "overflow": dollars(state.book.overflow(jackpot.id)),
        "advance": dollars(max(count.advance, 0)),
        "owed": dollars(progressive.owed(state.book, jackpot.id)),
        "wagers": count.wagers - count.returned,
        "posts": count.posts,
        "posted": dollars(count.posted),
        "wins": count.wins,
        "won": dollars(count.won),
        "posted_to": count.posted_to or None,
        "accrued_today": dollars(today.accrued.get(jackpot.id, 0)) if today else "0.00",
        "pending": as_json(jackpot_terms.changes(state.book, jackpot)),
        "accepted": count.accepted,
        "last_day": count.last_day or None,
        "ended": count.ended or None,
        "left_to": as_json(recipient(count.left_to)) if count.left_to else None,
        "due": [
            {"day": due.day, "amount": dollars(abs(due.amount)), "down": due.amount < 0}
            for due in state.book.due
            if due.jackpot == jackpot.id
        ],
    }


def stamp(utc: int) -> str:
    return datetime.fromtimestamp(utc / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
