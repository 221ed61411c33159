"""The money of claims: what the winners of a hand get from a meter, and the meter's reset (R097-R104).

All claims of one round on one meter are decided together, and rounds in their order: an approved share waits while an
earlier claim or another claim of its round is undecided, and until a meter that was won earlier is reset. Only a row
that says so changes a decision: when a late winner joins a hand, the unpaid winners share again, and paid awards stand.
payments.py has the payments.
"""

from collections.abc import Iterable, Mapping

from controller.games.paytable import Line
from controller.table import records
from controller.table.accounts import HOUSE, meter_account, overflow_account, owed_account, reserve_account
from controller.table.claim_book import accounts_moved, change_claim, claim_of, put_in, set_won
from controller.table.decision import Decision
from controller.table.duties import Deed
from controller.table.funding.base import Nondisplayed
from controller.table.jackpot_counters import counted
from controller.table.journal import Entry, Transfer, fold
from controller.table.refusals import Refused
from controller.table.rules import Jackpot, Rules, Wager
from controller.table.state import Book, Claim, Stage, Won, hand_of
from controller.table.values import replace
from controller.table.winnings import Division, divide

UNDECIDED = (Stage.OPEN, Stage.APPROVED)


def decide(decision: Decision) -> None:
    """Decide every approved share that no earlier claim and no claim of its own round holds up (R094, R097)."""
    for jackpot_id in decision.rules.jackpots:
        taking = [each for each in decision.book.claims if _may_take(decision.rules, each, jackpot_id)]
        for number in sorted({each.round for each in taking}):
            here = [each for each in taking if each.round == number]
            if any(each.stage is Stage.OPEN for each in here):
                break
            if any(each.stage is Stage.APPROVED for each in here):
                settle_round(decision, number, jackpot_id)
            if decision.book.unset(jackpot_id):
                break


def _may_take(rules: Rules, claim: Claim, jackpot_id: str) -> bool:
    """Whether the claim takes money from this meter, or may still do so."""
    wager = rules.wagers[rules.spots[claim.spot].wager]
    if not claim.award:
        return jackpot_id in wager.jackpots
    line = line_of(wager, claim.award)
    return bool(line.shares) and wager.jackpot_of(line) == jackpot_id


def waiting(rules: Rules, book: Book, jackpot_id: str) -> bool:
    """Is a claim on this meter undecided?"""
    return bool(undecided_on(rules, book, jackpot_id))


def undecided_on(rules: Rules, book: Book, jackpot_id: str) -> list[Claim]:
    """The undecided claims that may take money from this meter."""
    return [each for each in book.claims if each.stage in UNDECIDED and _may_take(rules, each, jackpot_id)]


def shown(rules: Rules, book: Book, jackpot: Jackpot) -> int:
    """The amount on the signs. While a claim is undecided, this is the amount at that claim's lock (R091), or less if
    an earlier claim has taken from it. But no claim lowers what a progressive's signs have shown since (R140)."""
    undecided = undecided_on(rules, book, jackpot.id)
    claims = [each for each in undecided if not book.gone(jackpot.id, each.round)]  # the house pays for past rounds
    return min([book.posted(jackpot.id), *(each.shown.get(jackpot.id, each.meters[jackpot.id]) for each in claims)])


def claimed(rules: Rules, book: Book, jackpot_id: str) -> Claim | None:
    """An unpaid claim on a wager that plays for this jackpot."""
    return next(
        (
            each
            for each in book.claims
            if each.stage is not Stage.PAID and jackpot_id in rules.wagers[rules.spots[each.spot].wager].jackpots
        ),
        None,
    )


def undecided(book: Book) -> bool:
    return any(each.stage in UNDECIDED for each in book.claims)


def drop_claims(decision: Decision, number: int, spots: Iterable[str], cause: str) -> None:
    """These wagers are returned, so claims on them end."""
    gone = [each for each in decision.book.claims if each.round == number and each.spot in spots]
    for claim in gone:
        decision.write(records.ClaimEnd(claim=claim.number, cause=cause), number=number)
    if gone:
        decide(decision)


def settle_round(decision: Decision, number: int, jackpot_id: str, without: int = 0, reason: str = "") -> None:
    """Work out what all winners of a round get from a meter, and write the transfers from their old amounts to the new
    ones."""
    book = decision.book
    group = [
        each
        for each in book.claims
        if (each.round, each.jackpot) == (number, jackpot_id) and each.stage is not Stage.OPEN
    ]
    winners = [each for each in group if each.number != without]
    meter = book.meter(jackpot_id)
    jackpot = decision.rules.jackpots[jackpot_id]
    had, division = _divided(decision.rules, book, jackpot_id, group[0], winners)
    now = _taken(decision, had, division)
    old = {each.number: each.amount for each in group}
    new = {each.number: each.amount if each.stage is Stage.PAID else division.amounts[each.number] for each in winners}
    slipped = [each.number for each in winners if not each.slip or new[each.number] != each.amount]  # slips are final
    record = records.MeterAward(
        jackpot=jackpot_id,
        policy=now.policy,
        amounts=new,
        slips={claim: book.slips + place for place, claim in enumerate(slipped, start=1)},
        won=now,
        won_before=had,
        before=meter,
        after=meter - (now.drawn - had.drawn) - (now.rounding - had.rounding) + now.reseeded - had.reseeded,
        posted_change=now.moves - had.moves,  # for hands locked since then
        denied=without,
        reason=reason,
    )
    decision.write(record, [*_shares(jackpot, old, new, had, now), *resets(jackpot, had, now)], number=number)


def _divided(rules: Rules, book: Book, jackpot_id: str, one: Claim, winners: Iterable[Claim]) -> tuple[Won, Division]:
    """What the round of `one` has taken from the meter so far, and what its winners get."""
    had, shares = shared(rules, book, jackpot_id, one, winners)
    terms = book.terms(rules.jackpots[jackpot_id])
    return had, divide(had.policy, had.base, shares, terms.reset)


def shared(
    rules: Rules, book: Book, jackpot_id: str, one: Claim, winners: Iterable[Claim]
) -> tuple[Won, dict[int, int]]:
    """What the round of `one` has taken from the meter so far, and the share of each of its winners. Shares are of the
    amount posted at the round's lock (R091), corrected as if all wins of earlier hands had been decided before that
    lock. The correction may raise the amount, for example to the reset amount where less was posted. The result is at
    most what the meter holds, because the book does not know all later wins of a round that only the journal still has.
    It is at least zero, because a late winner may have received money that came in after this lock."""
    posted, number = one.meters[jackpot_id], one.round
    if not book.gone(jackpot_id, number):
        unset = book.unset(jackpot_id)
        earlier = [each for each in unset if one.earlier.counts(each, number)]
        posted += one.earlier.moved.get(jackpot_id, 0) + sum(each.due - each.drawn - each.rounding for each in earlier)
        posted = max(min(posted, book.meter(jackpot_id) + sum(each.due - each.reseeded for each in unset)), 0)
    terms = book.terms(rules.jackpots[jackpot_id])
    had = book.taken(jackpot_id, number) or Won(jackpot_id, number, posted)
    had = replace(had, policy=had.policy or terms.multiple_winners)
    shares: dict[int, int] = {}
    for claim in sorted(winners, key=lambda each: rules.spots[each.spot].seat):  # in order from the dealer's left
        wager, line = of(rules, claim)
        shares[claim.number] = wager.paytable.share(line, claim.stake or wager.amount)
    # Winners who are paid and forgotten come last, with negative numbers: they still count in a split.
    shares |= {-place: share for place, share in enumerate(one.paid_shares.get(jackpot_id, ()), start=1)}
    return had, shares


def _taken(decision: Decision, had: Won, division: Division) -> Won:
    """What the meter gives. If a later hand has taken from it, or this hand is past, the house pays instead. The meter
    never falls below zero."""
    jackpot = decision.rules.jackpots[had.jackpot]
    came_in = had.due and had.reseeded  # a reset that was paid stays, whatever terms are accepted or jackpots end later
    full, accepted = (had.due, had.renews) if came_in else decision.book.next_reset(jackpot)
    gone, meter = decision.book.gone(had.jackpot, had.round), decision.book.meter(had.jackpot)
    drawn = min(division.drawn, had.drawn + (0 if gone else meter))
    left = meter + had.drawn - drawn
    rounding = min(division.rounding, had.rounding + (0 if gone else left))
    due = min(full if division.emptied else 0, had.due if gone else full)
    reseeded = due if decision.rules.reseed == "confirmed" else min(had.reseeded, due)
    reseeded = max(reseeded, had.reseeded - (left + had.rounding - rounding))
    now = replace(had, drawn=drawn, rounding=rounding, due=due, renews=due > 0 and (had.renews or accepted))
    return reset(decision.book, jackpot, had, now, reseeded)


def reset(book: Book, jackpot: Jackpot, had: Won, now: Won, reseeded: int) -> Won:
    """`now` with this much of its reset paid in; a progressive uses players' money first."""
    parts = book.parts(jackpot.id)
    used = Nondisplayed(had.from_reserve, had.from_overflow)
    held = Nondisplayed(parts.reserve + now.rounding - had.rounding, parts.overflow)
    used = jackpot.funding.reset_sources(reseeded - had.reseeded, used, held, parts.advance)
    return replace(now, reseeded=reseeded, from_reserve=used.reserve, from_overflow=used.overflow)


def expected(rules: Rules, book: Book, claim: Claim) -> int:
    """What an undecided claim gets if every claim of its hand is confirmed (E24); 0 if its award has no name yet."""
    if claim.amount or not claim.award:
        return claim.amount
    wager, line = of(rules, claim)
    if not line.shares:
        return wager.paytable.pays(line, claim.stake or wager.amount)
    jackpot_id = wager.jackpot_of(line)
    return _divided(rules, book, jackpot_id, claim, beside(rules, book, claim, jackpot_id))[1].amounts[claim.number]


def more_by_sign(rules: Rules, book: Book, claim: Claim, difference: int) -> int:
    """What a decided share would be more if the amount posted at its lock had been this much higher (E58)."""
    winners = [each for each in beside(rules, book, claim, claim.jackpot) if each.stage is not Stage.OPEN]
    had, shares = shared(rules, book, claim.jackpot, claim, winners)
    reset = book.terms(rules.jackpots[claim.jackpot]).reset
    ledger, sign = (divide(had.policy, base, shares, reset) for base in (had.base, had.base + difference))
    return sign.amounts[claim.number] - ledger.amounts[claim.number]


def beside(rules: Rules, book: Book, claim: Claim, jackpot_id: str) -> list[Claim]:
    """All claims of the same hand on this meter whose award is named, this one included."""
    named = (each for each in book.claims if each.round == claim.round and each.award)
    return [each for each in named if _may_take(rules, each, jackpot_id)]


def _shares(jackpot: Jackpot, old: Mapping[int, int], new: Mapping[int, int], had: Won, now: Won) -> list[Transfer]:
    """The transfers that bring winners, meter and house from the old amounts to the new ones. The house pays what the
    meter does not. The part below a cent of a progressive stays players' money."""
    meter, rest = meter_account(jackpot.id), jackpot.funding.remainder_account(jackpot.id)
    gains = {owed_account(claim): new.get(claim, 0) - had_before for claim, had_before in old.items()}
    drawn = now.drawn - had.drawn
    gains |= {meter: -drawn, HOUSE: drawn - sum(gains.values())}
    return [
        *_paired(gains, "award"),
        *_paired({meter: had.rounding - now.rounding, rest: now.rounding - had.rounding}, "rounding"),
    ]


def resets(jackpot: Jackpot, had: Won, now: Won) -> list[Transfer]:
    """The transfers of the meter's reset, including what the house advances to a progressive."""
    gains = {
        meter_account(jackpot.id): now.reseeded - had.reseeded,
        reserve_account(jackpot.id): had.from_reserve - now.from_reserve,
        overflow_account(jackpot.id): had.from_overflow - now.from_overflow,
        HOUSE: had.from_house - now.from_house,
    }
    of_house = jackpot.funding.reset_code
    return [
        Transfer(each.source, each.target, each.amount, of_house if HOUSE in (each.source, each.target) else each.code)
        for each in _paired(gains, "reseed")
    ]


def _paired(gains: Mapping[str, int], code: str) -> list[Transfer]:
    """Transfers from accounts that lose to accounts that gain; the gains sum to zero."""
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


def found(decision: Decision, number: int) -> Claim:
    claim = next((each for each in decision.book.claims if each.number == number), None)
    if claim is None:
        raise Refused("no_claim", claim=number)
    return claim


def deeds_of(rules: Rules, book: Book, claim: Claim) -> tuple[Deed, ...]:
    """What people did on the hand of a claim, and for a share to its meter."""
    deeds = book.deeds.get(hand_of(claim.round, claim.spot), ())
    if not claim.award:
        return deeds
    wager, line = of(rules, claim)
    return (*deeds, *put_in(book, wager.jackpot_of(line), claim.round)) if line.shares else deeds


def line_of(wager: Wager, award: str) -> Line:
    return next(line for line in wager.paytable.lines if line.event == award)


def title_of(rules: Rules, claim: Claim) -> str:
    """The named award, as the pay table prints it."""
    return line_of(rules.wagers[rules.spots[claim.spot].wager], claim.award).title


def of(rules: Rules, claim: Claim) -> tuple[Wager, Line]:
    wager = rules.wagers[rules.spots[claim.spot].wager]
    return wager, line_of(wager, claim.award)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.MeterAward)
def _awarded(book: Book, entry: Entry, record: records.MeterAward) -> Book:
    """The winners of a round share a meter, or share it again; paid awards stand."""
    won, before = record.won, record.won_before
    new = 0
    for number, amount in record.amounts.items():
        claim = claim_of(book, number)
        if claim.stage is Stage.APPROVED:
            new += 1
            claim = replace(claim, stage=Stage.OWED, decided=book.round)
        slip = record.slips.get(number, claim.slip)
        book = change_claim(book, claim.number, stage=claim.stage, decided=claim.decided, amount=amount, slip=slip)
        book = replace(book, slips=max(book.slips, slip))
    taken = won.drawn + won.rounding - before.drawn - before.rounding
    reseeded = won.reseeded - before.reseeded
    book = counted(
        book,
        record.jackpot,
        won=max(taken, 0),
        restored=max(-taken, 0),
        reseeded=max(reseeded, 0),
        unseeded=max(-reseeded, 0),
        wins=new,
    )
    return set_won(accounts_moved(book, before, won), won, record.posted_change)
