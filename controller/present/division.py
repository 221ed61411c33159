"""How the winners of one hand divide a meter, in words, for whoever approves it (C10, E24)."""

from fractions import Fraction

from controller.present.sentences import Sentence, joined, sentence
from controller.table.awards import beside, of, shared
from controller.table.money import BASIS_POINTS, dollars
from controller.table.rules import Rules
from controller.table.state import Book, Claim

DIVIDED = {
    "divided_alone": "{who}: {parts} of {amount}",
    "divided": "{who}: {parts} of {amount}",
    "divided_in_order": "{who}: {parts} each of what the one before has left of {amount}",
    "its_stake": "seat {seat} ({amount})",
    "paid_before": "a winner paid before",
    "all_of_it": "all",
}
MOST_PARTS = 12  # a fraction with more than these is told in per cent


def told(rules: Rules, book: Book, claim: Claim) -> str:
    """`seat 1 ($5.00) and seat 3 ($10.00): 1/3 and 2/3 of $10000.00`; empty for a fixed award."""
    if not claim.award or not of(rules, claim)[1].shares:
        return ""
    wager, line = of(rules, claim)
    jackpot = wager.jackpot_of(line)
    winners = {each.number: each for each in beside(rules, book, claim, jackpot)}
    had, shares = shared(rules, book, jackpot, claim, winners.values())
    policy = book.terms(rules.jackpots[jackpot]).multiple_winners
    whole = max(sum(shares.values()), BASIS_POINTS) if policy == "split" else BASIS_POINTS
    who = [_seat(rules, winners[number]) if number in winners else _say("paid_before") for number in shares]
    parts = [_part(Fraction(share, whole)) for share in shares.values()]
    code = "divided_alone" if len(parts) == 1 else "divided_in_order" if policy == "ordered" else "divided"
    return _say(code, who=joined(who, "and"), parts=joined(parts, "and"), amount=f"${dollars(had.base)}")


def _say(code: str, /, **facts: object) -> Sentence:
    return sentence(DIVIDED, code, **facts)


def _seat(rules: Rules, claim: Claim) -> Sentence:
    amount = claim.stake or rules.stake(claim.spot, {})
    return _say("its_stake", seat=rules.spots[claim.spot].seat, amount=f"${dollars(amount)}")


def _part(part: Fraction) -> str:
    if part == 1:
        return _say("all_of_it")
    whole, hundredths = divmod(round(part * BASIS_POINTS), 100)
    return str(part) if part.denominator <= MOST_PARTS else f"{whole}.{hundredths:02d} %"
