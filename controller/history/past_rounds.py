"""What the book no longer has, read from the journal: a round for a late claim (E21, E29), a payment for a correction
(E22, E58), a day for a chip count (R213)."""

from controller.history.claims import Win, claims_in
from controller.history.rounds import Rounds, State, locked_in
from controller.ledger.bookkeeping import to_entry
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.table import records
from controller.table.awards import line_of
from controller.table.events import PastRound
from controller.table.money import BASIS_POINTS
from controller.table.rules import Rules

LOCKS = (records.Lock.kind, records.LateLock.kind)
PAYMENTS = (records.FixedAward.kind, records.Payment.kind, records.PaymentCorrection.kind)


def past_round(reader: Reader, rules: Rules, number: int) -> PastRound | None:
    """The round with the spots that played to its end, who has claimed for them, which were paid, and their shares of
    the meters; None if it was never locked."""
    first = reader.find(LOCKS, lambda row: (row.round or 0) >= number)
    found = Rounds.of(map(to_entry, reader.some(first, round_=number))).round(number)
    if found.state not in (State.LOCKED, State.OVER):
        return None
    claims = [win for win in found.wins if win.opened.row > found.row]  # after its last lock
    paid = sorted((win.paid.row, win) for win in claims if win.paid)
    return PastRound(
        number,
        found.utc,
        tuple(found.stakes),
        found.posted,
        tiers=found.stakes,
        claimants=_claimants(claims),
        paid=tuple(win.spot for _, win in paid),
        shares=tuple((win.jackpot, _share(rules, win)) for _, win in paid if win.jackpot),
    )


def _claimants(claims: list[Win]) -> dict[str, tuple[str, ...]]:
    """Spot -> everybody who has ever claimed for it by name."""
    found: dict[str, tuple[str, ...]] = {}
    for win in claims:
        if win.claimant:
            found[win.spot] = tuple(dict.fromkeys((*found.get(win.spot, ()), *win.claimant)))
    return found


def _share(rules: Rules, win: Win) -> int:
    """In basis points. The whole meter, for a wager or a line that the table no longer has, so that nothing is paid
    twice."""
    wager = rules.wagers.get(win.spot.split("/")[1])
    if wager is None or win.award not in [line.event for line in wager.paytable.lines]:
        return BASIS_POINTS
    return wager.paytable.share(line_of(wager, win.award), win.stake or wager.amount) or BASIS_POINTS


def past_payment(reader: Reader, claim: int) -> int:
    """What a claim was paid, with its corrections, in micro-dollars."""
    first = reader.find((records.Claim.kind,), lambda row: _claim_of(row) >= claim)
    total = 0
    for row in reader.some(first, PAYMENTS):
        match to_entry(row).record:
            case (
                records.FixedAward(claim=of, amount=amount)
                | records.Payment(claim=of, amount=amount)
                | records.PaymentCorrection(claim=of, amount=amount)
            ) if of == claim:
                total += amount
    return total


def _claim_of(row: Row) -> int:
    (claim,) = claims_in(to_entry(row).record)
    return claim


def past_day(reader: Reader, rules: Rules, day: str, wager: str) -> int | None:
    """What was locked for a wager on a gaming day, in micro-dollars, with all later corrections; None if the day has no
    rows, or the table has no such wager."""
    rows = list(reader.rows_of_day(day))
    if not rows or wager not in rules.wagers:
        return None
    later = (row for row in reader.some(rows[0].seq, (records.CountCorrection.kind,)) if row.day != day)
    return locked_in(map(to_entry, (*rows, *later)), wager, day)
