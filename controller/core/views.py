"""What others are told, as plain values: the signs (DESIGN's MQTT surface) and the floor (`status`)."""

from datetime import UTC, datetime
from typing import Any

from controller.core import parameters, progressive, reconcile, removal
from controller.core.awards import expected, line_of, shown, waiting
from controller.core.counters import Custody
from controller.core.division import told
from controller.core.lamps import lamps
from controller.core.money import cents, dollars
from controller.core.rules import Jackpot, Rules
from controller.core.senses import bets, claims, is_second, is_stuck, rival
from controller.core.state import (
    Book,
    Claim,
    Phase,
    Stage,
    State,
    hard_fault,
    phase_of,
)
from controller.core.tiers import raised, stake
from controller.core.winnings import SAID
from controller.games.phrases import money

VERSION = 1  # of the payloads
SIGNS_DARK = "Look at the signs and the broker, or post the amount by hand and say so (litbet sign override)."
SIGNS_BY_HAND = "The amount is posted by hand until the shoe ends."
FUNDS_GONE = "no bets are taken. Claims can be settled and paid."
FUNDS_GOING = "this round is the last one."
REMIND = 90_000  # ms that lit spots may wait for LOCK before the dealer is reminded (E05)

View = dict[str, Any]


def shown_phase(state: State) -> Phase:
    return Phase.FAULT if hard_fault(state) else phase_of(state)


def meter_state(rules: Rules, state: State, jackpot: str) -> str:
    """What a sign says beside the amount."""
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
    """Who has won of this meter, from the decision to the next lock (R100)."""
    return [
        {"seat": rules.spots[claim.spot].seat, "cents": cents(claim.amount), "award": award_title(rules, claim)}
        for claim in state.book.claims
        if claim.jackpot == jackpot and claim.decided == state.book.round and claim.stage in (Stage.OWED, Stage.PAID)
    ]


def meter(rules: Rules, state: State, pot: Jackpot, pub: int, utc: int) -> View:
    """One jackpot's meter. `epoch`, `seq` and `pub` order it: a sign takes the higher and ignores the lower."""
    book = state.book
    amount, limit, count = shown(rules, book, pot), book.limit(pot), book.jackpots[pot.id]
    return {
        "v": VERSION,
        "table": rules.table,
        "jackpot": pot.id,
        "type": pot.type,
        "title": pot.title,
        "epoch": book.epoch,
        "seq": book.seq,
        "pub": pub,
        "cents": cents(amount),
        "text": dollars(amount),
        "limit": cents(limit) if limit else None,
        "state": meter_state(rules, state, pot.id),
        "winners": winners(rules, state, pot.id),
        "awards": [dict(award) for award in pot.awards],
        "suit": pot.suit,
        "rules": SAID[book.terms(pot).multiple_winners],
        "disclosure": pot.disclosure,
        "text_id": pot.text_id,
        "notices": [*pot.notices, *_limit_notice(0 if count.ended else limit), *removal.notices(count)],
        "at": stamp(utc),
    }


def _limit_notice(limit: int) -> tuple[str, ...]:
    """A limit is posted at the game (R075)."""
    return (f"It rises to {money(limit)} and no higher, until it is won.",) if limit else ()


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
    """One screen for the floor: what is, what is wrong, what waits for a person."""
    book, live = state.book, state.live
    locked = book.locked.spots if book.locked else ()
    shown = lamps(rules, state, mono)
    return {
        "table": rules.table,
        "training": rules.training,
        "phase": shown_phase(state).value,
        "reason": book.reason,
        "fault": hard_fault(state),
        "faults": faults(state),
        "round": book.round if book.locked else book.round + 1,
        "count": len(locked),
        "value": dollars(sum(rules.stake(spot, book.locked.tiers) for spot in locked)) if book.locked else "0.00",
        "day": book.today.day if book.today else None,
        "wagers_today": sum(book.today.wagers.values()) if book.today else 0,
        "rounds_today": book.today.rounds if book.today else 0,
        "clock": {"trusted": live.clock.trusted, "why": live.clock.why},
        "last_shoe": book.last_shoe,
        "void_asked": live.void_asked,
        "keyswitch": live.keyswitch,
        "held": book.held,
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
                "out": book.spot(spot).out,
                "credit": dollars(book.spot(spot).credit),
                "presses": live.spots[spot].presses,
            }
            for spot in rules.spots
        },
        "jackpots": {pot.id: jackpot(rules, state, pot) for pot in rules.jackpots.values()},
        "claims": [claim_view(rules, book, claim) for claim in book.claims],
        "variances": [reconcile.told(variance) for variance in book.variances if not variance.outcome],
        "todo": todo(rules, state, mono, utc),
        "seq": book.seq,
        "epoch": book.epoch,
    }


def claim_view(rules: Rules, book: Book, claim: Claim) -> View:
    wager = rules.wagers[rules.spots[claim.spot].wager]
    found = line_of(wager, claim.award) if claim.award else None
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
        "division": told(rules, book, claim),
        "claimant": claim.claimant,
        "approved": claim.approved,
        "slip": claim.slip,
    }


def award_title(rules: Rules, claim: Claim) -> str:
    return line_of(rules.wagers[rules.spots[claim.spot].wager], claim.award).title


def value(meter: View) -> str:
    """The amount for a sign that can show no state: none rather than a doubtful one."""
    return "" if meter["state"] in ("fault", "test") else str(meter["text"])


def jackpot(rules: Rules, state: State, pot: Jackpot) -> View:
    """The counters of R056, without opening the box."""
    count, meter = state.book.jackpots[pot.id], state.book.meter(pot.id)
    today, terms, custody = state.book.today, state.book.terms(pot), count.custody or Custody()
    return {
        "title": pot.title,
        "type": pot.type,
        "meter": dollars(meter),
        "meter_micros": meter,
        "state": meter_state(rules, state, pot.id),
        "base": dollars(count.seeded),
        "reset": dollars(terms.reset),
        "rate_bp": terms.rate_bp,
        "reserve_bp": terms.reserve_bp,
        "limit": dollars(terms.limit) if terms.limit else None,
        "contributed": dollars(custody.contributed),
        "reserve": dollars(state.book.reserve(pot.id)),
        "overflow": dollars(state.book.overflow(pot.id)),
        "advance": dollars(max(count.advance, 0)),
        "owed": dollars(progressive.owed(state.book, pot.id)),
        "wagers": count.wagers - count.returned,
        "posts": count.posts,
        "posted": dollars(count.posted),
        "wins": count.wins,
        "won": dollars(count.won),
        "posted_to": count.posted_to or None,
        "accrued_today": dollars(today.accrued.get(pot.id, 0)) if today else "0.00",
        "pending": parameters.changes(state.book, pot),
        "accepted": count.accepted,
        "last_day": count.last_day or None,
        "ended": count.ended or None,
        "left_to": count.left_to or None,
        "due": [
            {"day": due.day, "amount": dollars(abs(due.amount)), "down": due.amount < 0}
            for due in state.book.due
            if due.jackpot == pot.id
        ],
    }


def faults(state: State) -> dict[str, str]:
    """All that keeps the table out of service, by name. Those of the book are cleared by a person."""
    failed = {"ledger_write": state.live.failed} if state.live.failed else {}
    damage = {"program": state.live.damage} if state.live.damage else {}
    signs = {"signs": state.live.signs.closed} if state.live.signs.closed else {}
    funds = {"funds": state.live.funds} if state.live.funds else {}
    return {**failed, **damage, **state.book.faults, **state.live.unlinked, **signs, **funds}


def todo(rules: Rules, state: State, mono: int, utc: int) -> list[str]:
    """What a person should do now, most urgent first."""
    book, live = state.book, state.live
    asks = [f"Out of service ({code}): {why}" for code, why in faults(state).items()]
    if live.signs.silent and not live.signs.closed:
        asks.append(f"{live.signs.silent} {SIGNS_DARK if not book.by_hand else SIGNS_BY_HAND}")
    if book.funds:
        asks.append(
            f"Funds hold ({book.funds}): {FUNDS_GONE if live.funds else FUNDS_GOING} "
            "`litbet jackpot funds-release` by two people ends it."
        )
    if rules.training:
        asks.append("Training: nothing here counts. Close the table, then `litbet table training off` ends it.")
    if live.recovered:
        asks.append("The table came back from a restart: compare the lit seats with the chips, then resume.")
    if live.void_asked:
        asks.append("The dealer asks to void the round: `litbet round void --reason ...` completes it.")
    asks.extend(_claim_asks(rules, claim) for claim in book.claims if claim.stage is not Stage.PAID)
    asks.extend(
        f"{what} was pressed {times} times while nobody could see when: press it again if it was meant."
        for what, times in live.away.items()
    )
    if live.trial:
        untouched = ", ".join((*live.trial.waiting, *live.trial.taken))
        asks.append(f"Sensor test: touch and release {untouched}.")
    for spot in rules.spots:
        if live.spots[spot].alarm:
            asks.append(
                {"late": "Late bet at {}: return it.", "removed": "The chip at {} was taken away."}[
                    live.spots[spot].alarm.value
                ].format(spot)
            )
        if live.spots[spot].unsure:
            asks.append(f"Spot {spot}: its sensor's story has a hole. Have the bet placed again.")
        if is_stuck(rules, state, spot, mono) and not book.locked:
            asks.append(f"Spot {spot} was never seen empty: confirm the bet or exclude the spot.")
        if is_second(rules, state, spot, mono) and not book.locked:
            plays = rival(rules, state, spot, mono)
            asks.append(f"Spot {spot}: its seat bets at {plays} already, and only that one plays. Return this bet.")
        if book.spot(spot).out:
            asks.append(f"Spot {spot} is out of service ({book.spot(spot).out}): `litbet spot test --seat ...`.")
    lit = live.seen[-1] if live.seen else None
    if not book.locked and lit and lit.spots and utc - lit.utc > REMIND:
        asks.append("Bets have been lit for a while: press LOCK before the first card.")
    if not live.clock.trusted:
        asks.append(f"The time is not trusted ({live.clock.why}): compare it with a watch, `litbet clock confirm`.")
    if book.held:
        asks.append(f"The morning post is held: {book.held}.")
    asks.extend(parameters.asks(rules, book))
    asks.extend(removal.asks(rules, book))
    asks.extend(reconcile.asks(rules, book))
    return asks


def _claim_asks(rules: Rules, claim: Claim) -> str:
    at = f"Claim {claim.number} (spot {claim.spot}, round {claim.round})"
    if not claim.award:
        return f"{at}: name its award or its cards."
    title = award_title(rules, claim)
    if claim.stage is Stage.OPEN:
        so_far = f", approved by {' and '.join(claim.approved)}" if claim.approved else ""
        return f"{at}: {title}{so_far}. Freeze the cards, look at them, then confirm or deny."
    if claim.stage is Stage.APPROVED:
        return f"{at}: {title} is approved and waits for the other claims before it."
    return f"{at}: {title} owes ${dollars(claim.amount)}. `litbet win paid {claim.number}` when the winner has it."


def stamp(utc: int) -> str:
    return datetime.fromtimestamp(utc / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
