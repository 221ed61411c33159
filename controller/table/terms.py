"""Changed parameters wait (R011, E63): what the configuration changes of a jackpot's terms, or of the game on offer,
comes into force only when two people have accepted it, and then with an opening or with the reset after a win."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from controller.core.awards import waiting
from controller.core.codec import encode
from controller.core.meter_events import AcceptTerms
from controller.core.refusals import Refused
from controller.core.rules import Jackpot, Rules, Terms
from controller.core.sentences import Sentence, sentence
from controller.core.state import Book, Stage
from controller.core.turn import Turn
from controller.games.phrases import money, percent


def play_digest(rules: Rules) -> str:
    """What a wager is: its amounts, its pay table, the jackpots it plays for, the decks and the chosen suit."""
    wagers = {
        wager.id: {"amounts": wager.amounts, "jackpots": wager.jackpots, "paytable": asdict(wager.paytable)}
        for wager in rules.wagers.values()
    }
    return hashlib.sha256(encode({"wagers": wagers, "decks": rules.decks, "suit": rules.suit}).encode()).hexdigest()


def compare(turn: Turn) -> None:
    """At a start: the configuration against the book. A ledger that knows no terms takes those configured."""
    rules, changes = turn.rules, {}
    for pot in rules.jackpots.values():
        count = turn.book.jackpots.get(pot.id)
        if count is None or count.left_to:
            continue
        if count.terms is None:
            _into_force(turn, pot, pot.terms, "first")
        elif pot.terms != (count.pending or count.terms):
            changes[pot.id] = {"from": vars(count.terms), "to": vars(pot.terms)}
    play = play_digest(rules)
    if not turn.book.play:
        turn.write("play", {"play": play, "cause": "first"})
    body: dict[str, Any] = {"jackpots": changes}
    if play != (turn.book.play_pending or turn.book.play):
        body["play"] = play
    if changes or "play" in body:
        turn.write("terms_pending", body)


def accept(turn: Turn, event: AcceptTerms) -> None:
    """All that waits, at once: that is what the two have looked at."""
    book = turn.book
    asked = {pot.id: pot for pot in turn.rules.jackpots.values() if _unaccepted(book, pot)}
    if not asked and not book.play_pending:
        raise Refused("nothing_pending")
    terms = {}
    for pot in asked.values():
        new = terms[pot.id] = _pending(book, pot)
        if _too_low(book, pot, new):
            raise Refused("limit_too_low", title=pot.title, limit=money(new.limit), amount=money(book.posted(pot.id)))
    body: dict[str, Any] = {"jackpots": {name: vars(each) for name, each in terms.items()}}
    if book.play_pending:
        body["play"] = book.play_pending
    turn.write("terms_accepted", body)


def at_opening(turn: Turn) -> None:
    """Not over an undecided claim: its winners share by the terms of their hand."""
    if turn.book.play_pending:
        raise Refused("unaccepted")
    for pot in turn.rules.jackpots.values():
        if not waiting(turn.rules, turn.book, pot.id):
            _take_effect(turn, pot, "opening")


def after_wins(turn: Turn) -> None:
    """Between rounds: where a meter was reset by accepted terms and its winners are paid, these are in force."""
    for won in turn.book.won:
        if won.renews and won.reseeded == won.due:
            claims = [each for each in turn.book.claims if (each.round, each.jackpot) == (won.round, won.jackpot)]
            if all(each.stage is Stage.PAID for each in claims):
                _take_effect(turn, turn.rules.jackpots[won.jackpot], "win")


def _take_effect(turn: Turn, pot: Jackpot, cause: str) -> None:
    count = turn.book.jackpots[pot.id]
    if count.accepted and count.pending and not _too_low(turn.book, pot, count.pending):
        _into_force(turn, pot, count.pending, cause)


def _into_force(turn: Turn, pot: Jackpot, terms: Terms, cause: str) -> None:
    turn.write("terms", {"jackpot": pot.id, "terms": vars(terms), "cause": cause})


def _unaccepted(book: Book, pot: Jackpot) -> bool:
    count = book.jackpots[pot.id]
    return count.pending is not None and not count.accepted


def _pending(book: Book, pot: Jackpot) -> Terms:
    return book.jackpots[pot.id].pending or book.terms(pot)


def _too_low(book: Book, pot: Jackpot, terms: Terms) -> bool:
    """R075: no maximum below the amount that players have been shown."""
    return bool(terms.limit) and terms.limit < book.posted(pot.id)


# -- in words ------------------------------------------------------------------------------------------------

ASKS = {
    "terms_play": "The game on offer changes (amounts, pay tables, decks, suit or jackpots of a wager); the table "
    "stays closed until two people accept it (litbet jackpot accept).",
    "terms_waiting": "{change}: two people accept it (litbet jackpot accept).",
    "terms_too_low": "{change}: accepted, but it waits until the meter is not above the new limit.",
    "terms_accepted": "{change}: accepted, in force from the next opening or from the reset after a win of all of it.",
    "change_reset": "The reset amount of {title} changes from {old} to {new}",
    "change_rate_bp": "The rate of {title} changes from {old} to {new}",
    "change_reserve_bp": "The rate of the reserve of {title} changes from {old} to {new}",
    "change_limit": "The limit of {title} changes from {old} to {new}",
    "change_unreasonable": "The largest addition of {title} changes from {old} to {new}",
    "change_multiple_winners": "The rule for several winners of {title} changes from {old} to {new}",
    "no_limit": "none",
    "policy_full_each": '"full each"',
    "policy_split": '"split"',
    "policy_ordered": '"ordered"',
}


def asks(rules: Rules, book: Book) -> Iterator[Sentence]:
    """What waits, and for whom."""
    if book.play_pending:
        yield sentence(ASKS, "terms_play")
    for pot in rules.jackpots.values():
        for change in changes(book, pot):
            if _unaccepted(book, pot):
                yield sentence(ASKS, "terms_waiting", change=change)
            elif _too_low(book, pot, _pending(book, pot)):
                yield sentence(ASKS, "terms_too_low", change=change)
            else:
                yield sentence(ASKS, "terms_accepted", change=change)


def changes(book: Book, pot: Jackpot) -> list[Sentence]:
    """What pending terms change, each as the beginning of a sentence."""
    old, new = book.terms(pot), _pending(book, pot)
    return [
        sentence(ASKS, f"change_{field}", title=pot.title, old=tell(getattr(old, field)), new=tell(getattr(new, field)))
        for field, tell in TELL.items()
        if getattr(old, field) != getattr(new, field)
    ]


def _limit(micros: int) -> str:
    return money(micros) if micros else sentence(ASKS, "no_limit")


def _policy(policy: str) -> Sentence:
    return sentence(ASKS, f"policy_{policy}")


TELL: dict[str, Any] = {
    "reset": money,
    "rate_bp": percent,
    "reserve_bp": percent,
    "limit": _limit,
    "unreasonable": money,
    "multiple_winners": _policy,
}
