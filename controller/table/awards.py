"""The money of claims: what the winners of a hand take of a meter, its reset, and the payment (R097-R104).

All claims of one round on one meter are decided together, rounds in their order: an approved share waits until nothing
before it and nothing beside it is undecided, and until a meter that was won before is reset. What was decided is undone
only by a row that says so: of one hand, who is owed shares anew with a late winner; who is paid keeps what he has.
"""

from collections.abc import Iterable, Mapping

from controller.core.accounts import (
    HOUSE,
    PLAYERS,
    meter_account,
    overflow_account,
    owed_account,
    reserve_account,
)
from controller.core.entries import Transfer
from controller.core.events import CorrectWin, PayClaim
from controller.core.money import dollars
from controller.core.progressive import reseeded_from
from controller.core.refusals import Refused
from controller.core.rules import Jackpot, Rules, Wager
from controller.core.state import (
    Book,
    Claim,
    Stage,
    Won,
)
from controller.core.turn import Turn
from controller.core.values import replace
from controller.core.winnings import Division, divide
from controller.games.paytable import Line

METHODS = ("cash", "check", "chips")
UNDECIDED = (Stage.OPEN, Stage.APPROVED)


def decide(turn: Turn) -> None:
    """Every approved share that nothing before it and nothing beside it holds up (R094, R097)."""
    for jackpot in turn.rules.jackpots:
        taking = [each for each in turn.book.claims if _may_take(turn.rules, each, jackpot)]
        for number in sorted({each.round for each in taking}):
            here = [each for each in taking if each.round == number]
            if any(each.stage is Stage.OPEN for each in here):
                break
            if any(each.stage is Stage.APPROVED for each in here):
                settle_round(turn, number, jackpot)
            if turn.book.unset(jackpot):
                break


def _may_take(rules: Rules, claim: Claim, jackpot: str) -> bool:
    """Whether it takes, or may turn out to take, from this meter."""
    wager = rules.wagers[rules.spots[claim.spot].wager]
    if not claim.award:
        return jackpot in wager.jackpots
    line = line_of(wager, claim.award)
    return bool(line.shares) and wager.jackpot_of(line) == jackpot


def waiting(rules: Rules, book: Book, jackpot: str) -> bool:
    """Is a claim on this meter undecided?"""
    return bool(undecided_on(rules, book, jackpot))


def undecided_on(rules: Rules, book: Book, jackpot: str) -> list[Claim]:
    """The claims that may yet take from this meter."""
    return [each for each in book.claims if each.stage in UNDECIDED and _may_take(rules, each, jackpot)]


def shown(rules: Rules, book: Book, pot: Jackpot) -> int:
    """The amount on the signs. While a claim is undecided it stands as at that claim's lock (R091), or lower if an
    earlier claim has taken from it; but no claim lowers what a progressive's signs have said since (R140)."""
    undecided = undecided_on(rules, book, pot.id)
    claims = [each for each in undecided if not book.gone(pot.id, each.round)]  # of a hand that is past the house pays
    return min([book.posted(pot.id), *(each.shown.get(pot.id, each.meters[pot.id]) for each in claims)])


def claimed(rules: Rules, book: Book, jackpot: str) -> Claim | None:
    """A claim of a wager that plays for it, and that is not paid."""
    return next(
        (
            each
            for each in book.claims
            if each.stage is not Stage.PAID and jackpot in rules.wagers[rules.spots[each.spot].wager].jackpots
        ),
        None,
    )


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
    """A wager whose award is approved cannot be given back before that is denied."""
    for claim in turn.book.claims:
        if claim.round == number and claim.spot in spots and claim.stage is not Stage.OPEN:
            raise Refused("award_stands", claim=claim.number, spot=claim.spot, stage=claim.stage)


def settle_round(turn: Turn, number: int, jackpot: str, without: int = 0, reason: str = "") -> None:
    """What all winners of a round have of a meter, and the transfers that make it of what they had before."""
    book = turn.book
    group = [
        each for each in book.claims if (each.round, each.jackpot) == (number, jackpot) and each.stage is not Stage.OPEN
    ]
    winners = [each for each in group if each.number != without]
    meter = book.meter(jackpot)
    pot = turn.rules.jackpots[jackpot]
    had, division = _divided(turn.rules, book, jackpot, group[0], winners)
    now = _taken(turn, had, division)
    old = {each.number: each.amount for each in group}
    new = {each.number: each.amount if each.stage is Stage.PAID else division.amounts[each.number] for each in winners}
    slipped = [each.number for each in winners if not each.slip or new[each.number] != each.amount]  # a slip is final
    turn.write(
        "award",
        {
            "jackpot": jackpot,
            "policy": now.policy,
            "amounts": {str(claim): amount for claim, amount in new.items()},
            "slips": {str(claim): book.slips + place for place, claim in enumerate(slipped, start=1)},
            "won": vars(now),
            "had": vars(had),
            "before": meter,
            "after": meter - (now.drawn - had.drawn) - (now.rounding - had.rounding) + now.reseeded - had.reseeded,
            **_moved(had, now),
            **({"denied": without, "reason": reason} if without else {}),
        },
        [*_shares(pot, old, new, had, now), *_resets(pot, had, now)],
        number=number,
    )


def _moved(had: Won, now: Won) -> dict[str, int]:
    """For hands that were locked since: by how much it changes what is posted."""
    more = now.moves - had.moves
    return {"moved": more} if more else {}


def _divided(rules: Rules, book: Book, jackpot: str, one: Claim, winners: Iterable[Claim]) -> tuple[Won, Division]:
    """What the round of `one` has taken so far, and what its winners get."""
    had, shares = shared(rules, book, jackpot, one, winners)
    terms = book.terms(rules.jackpots[jackpot])
    return had, divide(had.policy, had.base, shares, terms.reset)


def shared(rules: Rules, book: Book, jackpot: str, one: Claim, winners: Iterable[Claim]) -> tuple[Won, dict[int, int]]:
    """What the round of `one` has taken so far, and the share of each of its winners: of the amount posted at its lock
    (R091), as it had been if what earlier hands have won since had been decided before. That may be more: the reset
    amount, where less was posted. Never more than the meter has: of a round that only the journal knows the book does
    not know what was won since. Nor less than nothing: a late winner may have had what came in after this lock."""
    posted, number = one.meters[jackpot], one.round
    if not book.gone(jackpot, number):
        unset = book.unset(jackpot)
        earlier = [each for each in unset if one.earlier.counts(each, number)]
        posted += one.earlier.moved.get(jackpot, 0) + sum(each.due - each.drawn - each.rounding for each in earlier)
        posted = max(min(posted, book.meter(jackpot) + sum(each.due - each.reseeded for each in unset)), 0)
    terms = book.terms(rules.jackpots[jackpot])
    had = book.taken(jackpot, number) or Won(jackpot, number, posted)
    had = replace(had, policy=had.policy or terms.multiple_winners)
    shares: dict[int, int] = {}
    for claim in sorted(winners, key=lambda each: rules.spots[each.spot].seat):  # from the dealer's left
        wager, line = of(rules, claim)
        shares[claim.number] = wager.paytable.share(line, claim.stake or wager.amount)
    # last, without a number: those who are paid and forgotten have their part of a split; to the others it is the same
    shares |= {-place: share for place, share in enumerate(one.beside.get(jackpot, ()), start=1)}
    return had, shares


def _taken(turn: Turn, had: Won, division: Division) -> Won:
    """What the meter gives. When a later hand has taken from it, or this hand is past, it gives nothing more: the house
    does. Nothing takes it below zero."""
    pot = turn.rules.jackpots[had.jackpot]
    came_in = had.due and had.reseeded  # then it stays, whatever is accepted or ends afterwards
    reset, accepted = (had.due, had.renews) if came_in else turn.book.next_reset(pot)
    gone, meter = turn.book.gone(had.jackpot, had.round), turn.book.meter(had.jackpot)
    drawn = min(division.drawn, had.drawn + (0 if gone else meter))
    left = meter + had.drawn - drawn
    rounding = min(division.rounding, had.rounding + (0 if gone else left))
    due = min(reset if division.emptied else 0, had.due if gone else reset)
    reseeded = due if turn.rules.reseed == "confirmed" else min(had.reseeded, due)
    reseeded = max(reseeded, had.reseeded - (left + had.rounding - rounding))
    now = replace(had, drawn=drawn, rounding=rounding, due=due, renews=due > 0 and (had.renews or accepted))
    return _reset(turn.book, pot, had, now, reseeded)


def _reset(book: Book, pot: Jackpot, had: Won, now: Won, reseeded: int) -> Won:
    """`now` with so much of its reset come in: of a progressive from the players' money first."""
    of_reserve, of_overflow = reseeded_from(book, had, now.rounding, reseeded) if pot.custodial else (0, 0)
    return replace(now, reseeded=reseeded, from_reserve=of_reserve, from_overflow=of_overflow)


def expected(rules: Rules, book: Book, claim: Claim) -> int:
    """Before it is decided: what it comes to if all that its hand claims is confirmed (E24); 0 without a name."""
    if claim.amount or not claim.award:
        return claim.amount
    wager, line = of(rules, claim)
    if not line.shares:
        return wager.paytable.pays(line, claim.stake or wager.amount)
    jackpot = wager.jackpot_of(line)
    return _divided(rules, book, jackpot, claim, beside(rules, book, claim, jackpot))[1].amounts[claim.number]


def beside(rules: Rules, book: Book, claim: Claim, jackpot: str) -> list[Claim]:
    """All that its hand claims of this meter by name, this claim too."""
    named = (each for each in book.claims if each.round == claim.round and each.award)
    return [each for each in named if _may_take(rules, each, jackpot)]


def _shares(pot: Jackpot, old: Mapping[int, int], new: Mapping[int, int], had: Won, now: Won) -> list[Transfer]:
    """Winners, meter and house from what they had to what they have; what the meter does not give, the house gives.
    What is below a cent of a progressive stays the players'."""
    meter, rest = meter_account(pot.id), reserve_account(pot.id) if pot.custodial else HOUSE
    gains = {owed_account(claim): new.get(claim, 0) - had_before for claim, had_before in old.items()}
    drawn = now.drawn - had.drawn
    gains |= {meter: -drawn, HOUSE: drawn - sum(gains.values())}
    return [
        *_paired(gains, "award"),
        *_paired({meter: had.rounding - now.rounding, rest: now.rounding - had.rounding}, "rounding"),
    ]


def _resets(pot: Jackpot, had: Won, now: Won) -> list[Transfer]:
    """The meter's reset, and what of a progressive's the house advances."""
    gains = {
        meter_account(pot.id): now.reseeded - had.reseeded,
        reserve_account(pot.id): had.from_reserve - now.from_reserve,
        overflow_account(pot.id): had.from_overflow - now.from_overflow,
        HOUSE: had.from_house - now.from_house,
    }
    return [
        Transfer(move.source, move.target, move.amount, "advance")
        if pot.custodial and HOUSE in (move.source, move.target)
        else move
        for move in _paired(gains, "reseed")
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
    """The winner has the money. Where the profile says so, only now the meter is reset, with the hand's last one."""
    claim = found(turn, event.claim)
    if claim.stage is not Stage.OWED:
        raise Refused("not_owed", claim=claim.number, stage=claim.stage)
    if event.method not in METHODS:
        raise Refused("unknown_method", methods=", ".join(METHODS))
    moves = [Transfer(owed_account(claim.number), PLAYERS, claim.amount, "paid")] if claim.amount else []
    body = {"claim": claim.number, "amount": claim.amount, "method": event.method, "slip": claim.slip}
    pot, won = turn.rules.jackpots[claim.jackpot], turn.book.taken(claim.jackpot, claim.round)
    owed = [each for each in turn.book.claims if (each.round, each.jackpot) == (claim.round, claim.jackpot)]
    last = sum(each.stage is Stage.OWED for each in owed) == 1
    if last and won and won.due > won.reseeded and turn.book.jackpots[claim.jackpot].ended:
        body["unfilled"] = won.due - won.reseeded  # nobody plays for it any more
        body |= _moved(won, replace(won, due=won.reseeded))
    elif last and won and won.due > won.reseeded:
        now = _reset(turn.book, pot, won, won, won.due)
        moves += _resets(pot, won, now)
        body["reseeded"] = now.reseeded - won.reseeded
        body |= _moved(won, now)
        if pot.custodial:
            body |= {"from_reserve": now.from_reserve, "from_overflow": now.from_overflow}
    turn.write("paid", body, moves, number=claim.round)
    decide(turn)


def correct_win(turn: Turn, event: CorrectWin) -> None:
    """R145, E22, E58: after the payment nothing is undone; the difference is a row of its own, and the house's."""
    here = next((each for each in turn.book.claims if each.number == event.claim), None)
    paid = event.paid
    if here:
        paid = here.amount + here.corrected if here.stage is Stage.PAID else 0
    if not paid:
        raise Refused("not_paid", claim=event.claim)
    if event.amount == 0 or paid + event.amount < 0:
        raise Refused("no_difference", paid=dollars(paid))
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


def title_of(rules: Rules, claim: Claim) -> str:
    """The award that was named, as the pay table prints it."""
    return line_of(rules.wagers[rules.spots[claim.spot].wager], claim.award).title


def of(rules: Rules, claim: Claim) -> tuple[Wager, Line]:
    wager = rules.wagers[rules.spots[claim.spot].wager]
    return wager, line_of(wager, claim.award)
