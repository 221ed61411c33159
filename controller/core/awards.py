"""The money of claims: what the winners of a hand take of a meter, its reset, and the payment (R097-R104).

All claims of one round on one meter are decided together, rounds in their order: an approved share waits until nothing
before it and nothing beside it is undecided. What was decided is undone only by a row that says so.
"""

from collections.abc import Iterable, Mapping

from controller.core.entries import Transfer
from controller.core.events import CorrectWin, PayClaim
from controller.core.refusals import Refused
from controller.core.rules import Rules, Wager
from controller.core.state import HOUSE, PLAYERS, Book, Claim, Stage, Won, meter_account, owed_account, won_key
from controller.core.turn import Turn
from controller.core.values import replace
from controller.core.winnings import divide
from controller.games.paytable import Line

METHODS = ("cash", "check", "chips")
UNDECIDED = (Stage.OPEN, Stage.APPROVED)


def decide(turn: Turn) -> None:
    """Every approved share that nothing before it and nothing beside it holds up."""
    for jackpot in turn.rules.jackpots:
        taking = [each for each in turn.book.claims if _may_take(turn.rules, each, jackpot)]
        for number in sorted({each.round for each in taking}):
            here = [each for each in taking if each.round == number]
            if any(each.stage is Stage.OPEN for each in here):
                break
            if any(each.stage is Stage.APPROVED for each in here):
                settle_round(turn, number, jackpot)


def _may_take(rules: Rules, claim: Claim, jackpot: str) -> bool:
    """Whether it takes, or may turn out to take, from this meter."""
    wager = rules.wagers[rules.spots[claim.spot].wager]
    if not claim.award:
        return jackpot in wager.jackpots
    line = line_of(wager, claim.award)
    return bool(line.shares) and wager.jackpot_of(line) == jackpot


def waiting(rules: Rules, book: Book, jackpot: str) -> bool:
    """Is a claim on this meter undecided?"""
    return any(each.stage in UNDECIDED and _may_take(rules, each, jackpot) for each in book.claims)


def undecided(book: Book) -> bool:
    return any(each.stage in UNDECIDED for each in book.claims)


def drop_claims(turn: Turn, number: int, spots: Iterable[str], why: str) -> None:
    """The wagers of these spots are given back: what they claim is void with them."""
    gone = [each for each in turn.book.claims if each.round == number and each.spot in spots]
    for claim in gone:
        turn.write("unclaim", {"claim": claim.number, "reason": why}, number=number)
    if gone:
        decide(turn)


def no_award(turn: Turn, number: int, spots: Iterable[str]) -> None:
    """A wager whose award is decided cannot be given back before that is denied."""
    for claim in turn.book.claims:
        if claim.round == number and claim.spot in spots and claim.stage not in UNDECIDED:
            raise Refused("award_stands", claim=claim.number, spot=claim.spot, stage=claim.stage)


def settle_round(turn: Turn, number: int, jackpot: str, without: int = 0, reason: str = "") -> None:
    """What all winners of a round have of a meter, and the transfers that make it of what they had before.

    Whoever is paid keeps it. A round that is claimed when a later one has already taken the meter is the house's.
    """
    book, pot = turn.book, turn.rules.jackpots[jackpot]
    group = [
        each for each in book.claims if (each.round, each.jackpot) == (number, jackpot) and each.stage is not Stage.OPEN
    ]
    winners = sorted(
        (each for each in group if each.number != without), key=lambda each: turn.rules.spots[each.spot].seat
    )
    posted = group[0].meters[jackpot]
    had = book.won.get(won_key(jackpot, number))
    if had is None and number <= book.jackpots[jackpot].won_round:
        had = Won(posted)
        division = replace(
            divide("full_each", posted, _shares(turn, winners), pot.reset), drawn=0, rounding=0, reseeds=0
        )
    else:
        had = had or Won(min(posted, book.meter(jackpot)))
        division = divide(pot.multiple_winners, had.base, _shares(turn, winners), pot.reset)
    old = {each.number: each.amount for each in group}
    new = {each.number: each.amount if each.stage is Stage.PAID else division.amounts[each.number] for each in winners}
    reseeded = division.reseeds * pot.reset if turn.rules.reseed == "confirmed" else had.reseeded
    now = Won(had.base, division.drawn, division.rounding, division.reseeds, reseeded)
    meter = book.meter(jackpot)
    unslipped = [each.number for each in winners if not each.slip]
    turn.write(
        "award",
        {
            "jackpot": jackpot,
            "policy": pot.multiple_winners,
            "amounts": {str(claim): amount for claim, amount in new.items()},
            "slips": {str(claim): book.slips + place for place, claim in enumerate(unslipped, start=1)},
            "won": vars(now),
            "had": vars(had),
            "before": meter,
            "after": meter - (now.drawn - had.drawn) - (now.rounding - had.rounding) + now.reseeded - had.reseeded,
            **({"denied": without, "reason": reason} if without else {}),
        },
        _moves(meter_account(jackpot), old, new, had, now),
        number=number,
    )


def _shares(turn: Turn, winners: Iterable[Claim]) -> dict[int, int]:
    """Claim -> basis points of the meter."""
    shares = {}
    for claim in winners:
        wager, line = of(turn, claim)
        shares[claim.number] = wager.paytable.share(line, wager.amount)
    return shares


def _moves(meter: str, old: Mapping[int, int], new: Mapping[int, int], had: Won, now: Won) -> list[Transfer]:
    """Winners, meter and house from what they had to what they have; what the meter does not give, the house gives."""
    gains = {owed_account(claim): new.get(claim, 0) - had_before for claim, had_before in old.items()}
    drawn = now.drawn - had.drawn
    gains |= {meter: -drawn, HOUSE: drawn - sum(gains.values())}
    return [
        *_paired(gains, "award"),
        *_paired({meter: had.rounding - now.rounding, HOUSE: now.rounding - had.rounding}, "rounding"),
        *_paired({meter: now.reseeded - had.reseeded, HOUSE: had.reseeded - now.reseeded}, "reseed"),
    ]


def _paired(gains: Mapping[str, int], code: str) -> list[Transfer]:
    """Transfers from those who lose to those who gain; the gains add up to nothing."""
    givers = [(account, -gain) for account, gain in gains.items() if gain < 0]
    moves = []
    for account, gain in gains.items():
        while gain > 0:
            giver, has = givers.pop(0)
            amount = min(gain, has)
            moves.append(Transfer(giver, account, amount, code))
            gain -= amount
            if has > amount:
                givers.insert(0, (giver, has - amount))
    return moves


def pay(turn: Turn, event: PayClaim) -> None:
    """The winner has the money; where the profile says so, only now the meter is reset."""
    claim = found(turn, event.claim)
    if claim.stage is not Stage.OWED:
        raise Refused("not_owed", claim=claim.number, stage=claim.stage)
    if event.method not in METHODS:
        raise Refused("unknown_method", methods=", ".join(METHODS))
    moves = [Transfer(owed_account(claim.number), PLAYERS, claim.amount, "paid")]
    body = {"claim": claim.number, "amount": claim.amount, "method": event.method, "slip": claim.slip}
    won = turn.book.won[won_key(claim.jackpot, claim.round)]
    due = won.reseeds * turn.rules.jackpots[claim.jackpot].reset - won.reseeded
    if due > 0:
        moves.append(Transfer(HOUSE, meter_account(claim.jackpot), due, "reseed"))
        body["reseeded"] = due
    turn.write("paid", body, moves, number=claim.round)


def correct_win(turn: Turn, event: CorrectWin) -> None:
    """R145, E22, E58: after the payment nothing is undone; the difference is a row of its own, and the house's."""
    if not 0 < event.claim <= turn.book.claim_count or any(
        each.number == event.claim and each.stage is not Stage.PAID for each in turn.book.claims
    ):
        raise Refused("not_paid", claim=event.claim)
    if event.amount == 0:
        raise Refused("no_difference")
    move = Transfer(HOUSE, PLAYERS, event.amount, "correct_win")
    if event.amount < 0:
        move = Transfer(PLAYERS, HOUSE, -event.amount, "correct_win")
    slip = turn.book.slips + 1
    body = {"claim": event.claim, "amount": event.amount, "reason": turn.reason(event.reason), "slip": slip}
    turn.write("correct_win", body, [move])


def found(turn: Turn, number: int) -> Claim:
    claim = next((each for each in turn.book.claims if each.number == number), None)
    if claim is None:
        raise Refused("no_claim", claim=number)
    return claim


def line_of(wager: Wager, award: str) -> Line:
    return next(line for line in wager.paytable.lines if line.event == award)


def of(turn: Turn, claim: Claim) -> tuple[Wager, Line]:
    wager = turn.rules.wagers[turn.rules.spots[claim.spot].wager]
    return wager, line_of(wager, claim.award)
