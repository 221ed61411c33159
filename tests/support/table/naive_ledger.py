"""A table's money, kept a second time by what each row means and by what was asked for; never by its transfers.

What wagers add follows from the wagers alone: stake times rate, once for each spot of a round's number. So does a
gaming day's post. Of wins only who had how much is taken from the rows; the policies' bounds are held against them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from controller.table import events, meter_events, records
from controller.table.events import Event
from controller.table.funding import DAILY_PERCENT, PER_WAGER
from controller.table.funding.base import Terms
from controller.table.journal import Entry
from controller.table.money import CENT
from controller.table.records import Record
from controller.table.rules import Rules, Sensor
from controller.table.transfers import read_note

HOUR = 3_600_000
Hand = tuple[int, str]  # a round's number and a spot, or a round's number and a jackpot
ACCOUNTS = {"displayed": "jackpot", "reserve": "reserve", "overflow": "overflow"}


@dataclass
class Wins:
    """What one hand took of one meter."""

    drawn: int = 0
    rounding: int = 0
    due: int = 0
    reseeded: int = 0
    from_reserve: int = 0
    from_overflow: int = 0
    amounts: dict[int, int] = field(default_factory=dict)  # claim -> micro-dollars
    renews: bool = False  # its reset is that of accepted terms, which come into force when all is paid
    most: int = 0  # that it may take
    after_payment: bool = False  # somebody claimed when another was paid: he has his part, and the house pays it


class Naive:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.money: Counter[str] = Counter({f"jackpot/{name}": pot.base for name, pot in rules.jackpots.items()})
        self.terms: dict[str, Terms] = {name: pot.terms for name, pot in rules.jackpots.items()}
        self.accepted: dict[str, Terms] = {}  # that wait for an opening or a win
        self.stakes: dict[Hand, int] = {}  # of the wagers that were not given back
        self.days: dict[int, str] = {}  # round -> its gaming day
        self.charged: set[Hand] = set()
        self.at_lock: dict[Hand, int] = {}  # what a round's winners were promised
        self.told: dict[Hand, set[int]] = {}  # the earlier hands whose wins were in that
        self.since: Counter[Hand] = Counter()  # what the others have changed of it since
        self.accrued: Counter[tuple[str, str]] = Counter()  # day and jackpot
        self.posted: set[tuple[str, str]] = set()
        self.late: list[tuple[str, str, int]] = []  # corrections of a posted day
        self.wins: dict[Hand, Wins] = {}
        self.claims: dict[int, Hand] = {}  # -> its round and spot
        self.awards: dict[int, str] = {}
        self.owed: dict[int, int] = {}
        self.paid: set[int] = set()
        self.set_at: dict[str, int] = {}  # by management, and no win was paid since

    def balances(self) -> dict[str, int]:
        """Every account; the house has what all others have not."""
        found = {**self.money, **{f"owed/{claim}": amount for claim, amount in self.owed.items()}}
        found["house"] = -sum(found.values())
        return {account: amount for account, amount in found.items() if amount}

    def read(self, row: Entry, event: Event) -> None:
        if handle := HANDLERS.get(type(row.record)):
            handle(self, row, row.record, event)

    def shown(self, jackpot: str) -> int:
        """What the table promises: a meter that was won stands until its reset."""
        unset = [self.wins[number, jackpot] for number in self.unset(jackpot)]
        return self.money[f"jackpot/{jackpot}"] + sum(wins.drawn + wins.rounding for wins in unset)

    def unset(self, jackpot: str) -> set[int]:
        """The rounds that have won it and whose reset has not come yet."""
        return {hand[0] for hand, wins in self.wins.items() if hand[1] == jackpot and wins.due > wins.reseeded}

    # -- wagers --------------------------------------------------------------------------------------------------

    def _add(self, row: Entry, spot: str, stake: int) -> None:
        hand = (row.round, spot)
        rule = self.rules.spots[spot]
        wager = self.rules.wagers[rule.wager]
        self.stakes[hand] = stake
        self.days[row.round] = row.day
        self.money[f"credit/{spot}" if rule.sensor is Sensor.COIN else "players"] -= stake
        for name in wager.jackpots:
            self._accrue(row.day, name, stake)
            if hand not in self.charged and self.rules.jackpots[name].funding == PER_WAGER:
                self._contribute(name, stake)
        self.charged.add(hand)

    def _contribute(self, name: str, stake: int) -> None:
        terms = self.terms[name]
        share = stake * terms.rate_bp // 10_000
        limit = self._limit(name)
        room = max(limit - self.shown(name), 0) if limit else share
        self.money[f"jackpot/{name}"] += min(share, room)
        self.money[f"overflow/{name}"] += share - min(share, room)
        self.money[f"reserve/{name}"] += stake * terms.reserve_bp // 10_000

    def _limit(self, name: str) -> int:
        """A reset by accepted terms has brought their limit with it."""
        renewed = any(wins.renews and wins.reseeded for (_, pot), wins in self.wins.items() if pot == name)
        return ((renewed and self.accepted.get(name, self.terms[name])) or self.terms[name]).limit

    def _accrue(self, day: str, name: str, more: int) -> None:
        if self.rules.jackpots[name].funding == DAILY_PERCENT:
            amount = more * self.terms[name].rate_bp // 10_000
            if (day, name) in self.posted:
                self.late.append((day, name, amount))
            else:
                self.accrued[day, name] += amount

    def _lock(self, row: Entry, record: records.Locking, event: Event) -> None:
        for spot in record.spots:
            first = self.rules.wagers[self.rules.spots[spot].wager].amounts[0]
            self._add(row, spot, record.tiers.get(spot, first))
        for name in self.rules.jackpots:
            self.at_lock[row.round, name] = self.shown(name)
            taken = {hand[0] for hand, wins in self.wins.items() if hand[1] == name and wins.drawn}
            self.told[row.round, name] = taken - self.unset(name)
            self.since.pop((row.round, name), None)

    def _add_spot(self, row: Entry, record: records.AddSpot, event: Event) -> None:
        assert isinstance(event, events.AddSpot)
        before = {name: self.shown(name) for name in self.rules.jackpots}
        self._add(row, event.spot, self.rules.wagers[self.rules.spots[event.spot].wager].amounts[0])
        for name, amount in before.items():
            self.at_lock[row.round, name] += self.shown(name) - amount

    def _stake_change(self, row: Entry, record: records.StakeChange, event: Event) -> None:
        assert isinstance(event, events.SetTier)
        hand = (row.round, event.spot)
        more = event.amount - self.stakes[hand]
        self.stakes[hand] = event.amount
        self.money["players"] -= more
        for name in self.rules.wagers[self.rules.spots[event.spot].wager].jackpots:
            self._accrue(row.day, name, more)

    def _unlock(self, row: Entry, record: records.Unlock | records.Void, event: Event) -> None:
        for hand in [hand for hand in self.stakes if hand[0] == row.round]:
            self._back(hand)

    def _void_spot(self, row: Entry, record: records.VoidSpot, event: Event) -> None:
        assert isinstance(event, events.VoidSpot)
        self._back((row.round, event.spot))

    def _back(self, hand: Hand) -> None:
        """What it has contributed stays: no progressive falls for it (R149)."""
        stake, rule = self.stakes.pop(hand), self.rules.spots[hand[1]]
        self.money[f"credit/{hand[1]}" if rule.sensor is Sensor.COIN else "players"] += stake
        for name in self.rules.wagers[rule.wager].jackpots:
            self._accrue(self.days[hand[0]], name, -stake)

    def _coin(self, row: Entry, record: records.Coin, event: Event) -> None:
        self.money[f"credit/{record.spot}"] += record.amount
        self.money["players"] -= record.amount

    def _coin_refund(self, row: Entry, record: records.CoinRefund, event: Event) -> None:
        self.money["players"] += self.money.pop(f"credit/{record.spot}")

    # -- days and management -------------------------------------------------------------------------------------

    def _count_correction(self, row: Entry, record: records.CountCorrection, event: Event) -> None:
        assert isinstance(event, meter_events.CorrectCount)
        wager = self.rules.wagers[event.wager]
        for name in wager.jackpots:
            self._accrue(event.day, name, event.wagers * wager.amounts[0])

    def _post(self, row: Entry, record: records.Post, event: Event) -> None:
        name, day, due = record.jackpot, record.for_day, record.amount - record.waived
        if record.correction:
            self.late.remove((day, name, due))
        else:
            assert (day, name) not in self.posted, "a day is posted once"
            self.posted.add((day, name))
            assert due == self.accrued.pop((day, name), 0)
        floor = min(self.terms[name].reset - self.money[f"jackpot/{name}"], 0)
        self.money[f"jackpot/{name}"] += max(due, floor)

    def _meter_set(self, row: Entry, record: records.MeterSet, event: Event) -> None:
        assert isinstance(event, meter_events.SetMeter)
        self.money[f"jackpot/{event.jackpot}"] = event.amount
        if event.jackpot in self.set_at:
            hours = (row.at.utc - self.set_at[event.jackpot]) / HOUR
            assert hours >= self.rules.posting.min_interval_hours, "R063"
        self.set_at[event.jackpot] = row.at.utc

    def _meter_raised(self, row: Entry, record: records.MeterRaised, event: Event) -> None:
        assert isinstance(event, meter_events.RaiseMeter)
        assert event.cause in self.rules.may_rise
        self.money[f"jackpot/{event.jackpot}"] += event.amount
        if event.source != "house":
            self.money[f"{event.source}/{event.jackpot}"] -= event.amount

    def _meter_lowered(self, row: Entry, record: records.MeterLowered, event: Event) -> None:
        assert isinstance(event, meter_events.LowerMeter)
        assert event.cause in self.rules.may_fall
        self.money[f"{ACCOUNTS[event.account]}/{event.jackpot}"] -= event.amount
        if event.cause == "over_limit":
            self.money[f"overflow/{event.jackpot}"] += event.amount

    def _terms_pending(self, row: Entry, record: records.TermsPending, event: Event) -> None:
        for name in record.jackpots:
            self.accepted.pop(name, None)

    def _terms_accepted(self, row: Entry, record: records.TermsAccepted, event: Event) -> None:
        self.accepted |= record.jackpots

    def _terms_in_force(self, row: Entry, record: records.TermsInForce, event: Event) -> None:
        self.terms[record.jackpot] = record.terms
        self.accepted.pop(record.jackpot, None)
        for (_, name), wins in self.wins.items():
            wins.renews &= name != record.jackpot

    def _drained(self, jackpot: str, to: str) -> None:
        self.accepted.pop(jackpot, None)
        gone = sum(self.money.pop(f"{account}/{jackpot}", 0) for account in ACCOUNTS.values())
        if to != "house":
            self.money[to] += gone

    def _disposal(self, row: Entry, record: records.Disposal, event: Event) -> None:
        assert isinstance(event, meter_events.Dispose)
        self._drained(event.jackpot, event.to)

    def _transfer_out(self, row: Entry, record: records.TransferOut, event: Event) -> None:
        assert isinstance(event, meter_events.TransferOut)
        self._drained(event.jackpot, f"elsewhere/{event.to}")

    def _transfer_in(self, row: Entry, record: records.TransferIn, event: Event) -> None:
        """What has no room below the limit is the overflow."""
        assert isinstance(event, meter_events.TransferIn)
        note, name = read_note(event.note), event.jackpot
        limit = self.terms[name].limit
        room = max(limit - self.money[f"jackpot/{name}"], 0) if limit else note.parts.meter
        shown = min(note.parts.meter, room)
        self.money[f"jackpot/{name}"] += shown
        self.money[f"reserve/{name}"] += note.parts.reserve
        self.money[f"overflow/{name}"] += note.parts.overflow + note.parts.meter - shown
        self.money[f"elsewhere/{note.table}"] -= note.parts.meter + note.parts.reserve + note.parts.overflow

    # -- winners -------------------------------------------------------------------------------------------------

    def _claim(self, row: Entry, record: records.Claim, event: Event) -> None:
        self.claims[record.claim] = (row.round, record.spot)
        self.awards[record.claim] = record.award
        assert record.stake == self.stakes[row.round, record.spot], "who has no wager has no claim"
        for name, amount in record.meters.items():
            assert amount == self.at_lock[row.round, name], "R091: the amount of the lock"

    def _award_name(self, row: Entry, record: records.AwardName, event: Event) -> None:
        self.awards[record.claim] = record.award

    def share(self, claim: int) -> int:
        """Basis points of what its hand was promised."""
        hand = self.claims[claim]
        paytable = self.rules.wagers[self.rules.spots[hand[1]].wager].paytable
        line = next(line for line in paytable.lines if line.event == self.awards[claim])
        return paytable.share(line, self.stakes[hand])

    def _fixed_award(self, row: Entry, record: records.FixedAward, event: Event) -> None:
        hand = self.claims[record.claim]
        paytable = self.rules.wagers[self.rules.spots[hand[1]].wager].paytable
        line = next(line for line in paytable.lines if line.event == self.awards[record.claim])
        self.money["players"] += paytable.pays(line, self.stakes[hand])
        self.paid.add(record.claim)

    def _meter_award(self, row: Entry, record: records.MeterAward, event: Event) -> None:
        name, won = record.jackpot, record.won
        wins = self.wins.setdefault((row.round, name), Wins())
        amounts = record.amounts
        wins.after_payment |= bool(self.paid & wins.amounts.keys()) and bool(amounts.keys() - wins.amounts.keys())
        wins.amounts = amounts
        wins.renews = won.renews
        wins.most = max(wins.most, self.at_lock[row.round, name] + max(self.since[row.round, name], 0))
        self._moved(row.round, name, wins, vars(won))
        self.owed.pop(record.denied, None)
        for claim, amount in amounts.items():
            if claim not in self.paid:
                self.owed[claim] = amount
        self._bounded(row.round, name, wins, record.policy)

    def _moved(self, number: int, name: str, wins: Wins, won: Any) -> None:
        before = self.shown(name)
        custodial = self.rules.jackpots[name].funding.custodial
        more = {part: won[part] - getattr(wins, part) for part in vars(wins) if part in won}
        self.money[f"jackpot/{name}"] += more.get("reseeded", 0) - more.get("drawn", 0) - more.get("rounding", 0)
        if custodial:
            self.money[f"reserve/{name}"] += more.get("rounding", 0) - more.get("from_reserve", 0)
            self.money[f"overflow/{name}"] -= more.get("from_overflow", 0)
        for part, amount in more.items():
            setattr(wins, part, getattr(wins, part) + amount)
        for hand, told in self.told.items():
            if hand[0] > number and hand[1] == name and number not in told:
                self.since[hand] += self.shown(name) - before

    def _bounded(self, number: int, name: str, wins: Wins, policy: str) -> None:
        """The policies of the shipped tables (R095): each no more than its share of the amount posted at the lock (or
        of what an earlier hand's reset has made of it since), and under "split" all together no more than that."""
        posted = wins.most
        assert policy in ("split", "full_each")
        for claim, amount in wins.amounts.items():
            assert 0 <= amount * 10_000 <= posted * self.share(claim) + CENT * 10_000
            assert amount % CENT == 0
        if policy == "split" and not wins.after_payment:
            assert sum(wins.amounts.values()) <= posted
        assert wins.drawn + wins.rounding <= posted

    def _claim_end(self, row: Entry, record: records.ClaimEnd, event: Event) -> None:
        assert record.claim not in self.paid, "who is paid keeps it"
        self.owed.pop(record.claim, None)

    def _payment(self, row: Entry, record: records.Payment, event: Event) -> None:
        assert isinstance(event, events.PayClaim)
        self.paid.add(event.claim)
        if self.rules.posting.again_after_win:
            self.set_at.clear()
        self.money["players"] += self.owed.pop(event.claim)
        if more := record.reseeded:
            hand = next(hand for hand, wins in self.wins.items() if event.claim in wins.amounts)
            wins = self.wins[hand]
            sources = {"from_reserve": record.from_reserve, "from_overflow": record.from_overflow}
            self._moved(*hand, wins, {"reseeded": wins.reseeded + more, **sources})
            assert wins.reseeded == wins.due

    def _payment_correction(self, row: Entry, record: records.PaymentCorrection, event: Event) -> None:
        assert isinstance(event, events.CorrectWin)
        self.money["players"] += event.amount


HANDLERS: dict[type[Record], Callable[[Naive, Entry, Any, Event], None]] = {
    records.Lock: Naive._lock,
    records.LateLock: Naive._lock,
    records.AddSpot: Naive._add_spot,
    records.StakeChange: Naive._stake_change,
    records.Unlock: Naive._unlock,
    records.Void: Naive._unlock,
    records.VoidSpot: Naive._void_spot,
    records.Coin: Naive._coin,
    records.CoinRefund: Naive._coin_refund,
    records.CountCorrection: Naive._count_correction,
    records.Post: Naive._post,
    records.MeterSet: Naive._meter_set,
    records.MeterRaised: Naive._meter_raised,
    records.MeterLowered: Naive._meter_lowered,
    records.TermsPending: Naive._terms_pending,
    records.TermsAccepted: Naive._terms_accepted,
    records.TermsInForce: Naive._terms_in_force,
    records.Disposal: Naive._disposal,
    records.TransferOut: Naive._transfer_out,
    records.TransferIn: Naive._transfer_in,
    records.Claim: Naive._claim,
    records.AwardName: Naive._award_name,
    records.FixedAward: Naive._fixed_award,
    records.MeterAward: Naive._meter_award,
    records.ClaimEnd: Naive._claim_end,
    records.Payment: Naive._payment,
    records.PaymentCorrection: Naive._payment_correction,
}
