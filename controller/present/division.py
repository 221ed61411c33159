"""How the winners of one hand divide a meter, for the people who approve it (C10, E24)."""

from fractions import Fraction

from controller.table.awards import beside, of, shared
from controller.table.money import BASIS_POINTS
from controller.table.rules import Rules
from controller.table.state import Book, Claim
from words.message import Fact, Message, message

MOST_PARTS = 12  # a fraction with a larger denominator is written as a percentage


def division(rules: Rules, book: Book, claim: Claim) -> Message | None:
    """`seat 1 ($5.00) and seat 3 ($10.00): 1/3 and 2/3 of $10,000.00`; None for a fixed award."""
    if not claim.award or not of(rules, claim)[1].shares:
        return None
    wager, line = of(rules, claim)
    jackpot = wager.jackpot_of(line)
    winners = {each.number: each for each in beside(rules, book, claim, jackpot)}
    had, shares = shared(rules, book, jackpot, claim, winners.values())
    policy = book.terms(rules.jackpots[jackpot]).multiple_winners
    whole = max(sum(shares.values()), BASIS_POINTS) if policy == "split" else BASIS_POINTS
    paid_before = message("division.paid_before")
    who = tuple(_seat(rules, winners[number]) if number in winners else paid_before for number in shares)
    parts = tuple(_part(Fraction(share, whole)) for share in shares.values())
    code = "divided_alone" if len(parts) == 1 else "divided_in_order" if policy == "ordered" else "divided"
    return message(f"division.{code}", who=who, parts=parts, amount=had.base)


def _seat(rules: Rules, claim: Claim) -> Message:
    amount = claim.stake or rules.stake(claim.spot, {})
    return message("division.its_stake", seat=rules.spots[claim.spot].seat, amount=amount)


def _part(part: Fraction) -> Fact:
    if part == 1:
        return message("division.all_of_it")
    if part.denominator <= MOST_PARTS:
        return str(part)
    return message("division.share", share=round(part * BASIS_POINTS))
