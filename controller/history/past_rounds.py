"""What the book no longer has, read from the journal: a round for a late claim (E21, E29), a payment for a correction
(E22, E58), a day for a chip count (R213)."""

from controller.history.claims import Win, claims_in, win_of
from controller.history.rounds import Rounds, State, locked_in
from controller.ledger.bookkeeping import to_entry
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.table import records
from controller.table.awards import line_of
from controller.table.events import PastRound, PastWin
from controller.table.money import BASIS_POINTS
from controller.table.rules import Rules

LOCKS = (records.Lock.kind, records.LateLock.kind)
OF_CLAIMS = tuple(
    kind.kind
    for kind in (
        records.Claim,
        records.AwardName,
        records.StakeChange,
        records.Approval,
        records.FixedAward,
        records.MeterAward,
        records.Payment,
        records.PaymentCorrection,
    )
)


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
        deeds=found.deeds,
        paid=tuple(win.spot for _, win in paid),
        shares=tuple((win.jackpot, _share(rules, win)) for _, win in paid if win.jackpot),
    )


def _share(rules: Rules, win: Win) -> int:
    """In basis points. The whole meter, for a wager or a line that the table no longer has, so that nothing is paid
    twice."""
    wager = rules.wagers.get(win.spot.split("/")[1])
    if wager is None or win.award not in [line.event for line in wager.paytable.lines]:
        return BASIS_POINTS
    return wager.paytable.share(line_of(wager, win.award), win.stake or wager.amount) or BASIS_POINTS


def past_win(reader: Reader, claim: int) -> PastWin | None:
    """A claim as it was paid and corrected, with what people did on its hand; None if there is no such claim."""
    first = reader.find((records.Claim.kind,), lambda row: _claim_of(row) >= claim)
    win = win_of(claim, map(to_entry, reader.some(first, OF_CLAIMS)))
    if win is None:
        return None
    paid = win.total if win.paid else 0
    return PastWin(paid, win.total - win.amount, win.jackpot, win.deeds, win.round)


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
