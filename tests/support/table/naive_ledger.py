"""A table's money, kept a second time by what each row means and by what was asked for; never by its transfers.

What wagers add follows from the wagers alone: stake times rate, once for each spot of a round's number. So does a
gaming day's post. Of wins only who had how much is taken from the rows; the policies' bounds are held against them.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from controller.core import events, meter_events
from controller.core.entries import Entry
from controller.core.events import Event
from controller.core.money import CENT
from controller.core.rules import Funding, Rules, Sensor, Terms
from controller.core.transfers import read_note

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
        handle = getattr(self, f"_{row.kind}", None)
        if handle:
            handle(row, row.body, event)

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
            if hand not in self.charged and self.rules.jackpots[name].funding is Funding.PER_WAGER:
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
        if self.rules.jackpots[name].funding is Funding.DAILY_PERCENT:
            amount = more * self.terms[name].rate_bp // 10_000
            if (day, name) in self.posted:
                self.late.append((day, name, amount))
            else:
                self.accrued[day, name] += amount

    def _lock(self, row: Entry, body: Any, event: Event) -> None:
        for spot in body["spots"]:
            first = self.rules.wagers[self.rules.spots[spot].wager].amounts[0]
            self._add(row, spot, body.get("tiers", {}).get(spot, first))
        for name in self.rules.jackpots:
            self.at_lock[row.round, name] = self.shown(name)
            taken = {hand[0] for hand, wins in self.wins.items() if hand[1] == name and wins.drawn}
            self.told[row.round, name] = taken - self.unset(name)
            self.since.pop((row.round, name), None)

    _late_lock = _lock

    def _add_spot(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, events.AddSpot)
        before = {name: self.shown(name) for name in self.rules.jackpots}
        self._add(row, event.spot, self.rules.wagers[self.rules.spots[event.spot].wager].amounts[0])
        for name, amount in before.items():
            self.at_lock[row.round, name] += self.shown(name) - amount

    def _tier(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, events.SetTier)
        hand = (row.round, event.spot)
        more = event.amount - self.stakes[hand]
        self.stakes[hand] = event.amount
        self.money["players"] -= more
        for name in self.rules.wagers[self.rules.spots[event.spot].wager].jackpots:
            self._accrue(row.day, name, more)

    def _unlock(self, row: Entry, body: Any, event: Event) -> None:
        for hand in [hand for hand in self.stakes if hand[0] == row.round]:
            self._back(hand)

    _void = _unlock

    def _void_spot(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, events.VoidSpot)
        self._back((row.round, event.spot))

    def _back(self, hand: Hand) -> None:
        """What it has contributed stays: no progressive falls for it (R149)."""
        stake, rule = self.stakes.pop(hand), self.rules.spots[hand[1]]
        self.money[f"credit/{hand[1]}" if rule.sensor is Sensor.COIN else "players"] += stake
        for name in self.rules.wagers[rule.wager].jackpots:
            self._accrue(self.days[hand[0]], name, -stake)

    def _coin(self, row: Entry, body: Any, event: Event) -> None:
        self.money[f"credit/{body['spot']}"] += body["amount"]
        self.money["players"] -= body["amount"]

    def _refund(self, row: Entry, body: Any, event: Event) -> None:
        self.money["players"] += self.money.pop(f"credit/{body['spot']}")

    # -- days and management -------------------------------------------------------------------------------------

    def _recount(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.CorrectCount)
        wager = self.rules.wagers[event.wager]
        for name in wager.jackpots:
            self._accrue(event.day, name, event.wagers * wager.amounts[0])

    def _post(self, row: Entry, body: Any, event: Event) -> None:
        name, day, due = body["jackpot"], body["of"], body["amount"] - body.get("waived", 0)
        if body["correction"]:
            self.late.remove((day, name, due))
        else:
            assert (day, name) not in self.posted, "a day is posted once"
            self.posted.add((day, name))
            assert due == self.accrued.pop((day, name), 0)
        floor = min(self.terms[name].reset - self.money[f"jackpot/{name}"], 0)
        self.money[f"jackpot/{name}"] += max(due, floor)

    def _set(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.SetMeter)
        self.money[f"jackpot/{event.jackpot}"] = event.amount
        if event.jackpot in self.set_at:
            hours = (row.at.utc - self.set_at[event.jackpot]) / HOUR
            assert hours >= self.rules.posting.min_interval_hours, "R063"
        self.set_at[event.jackpot] = row.at.utc

    def _raise(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.RaiseMeter)
        assert event.cause in self.rules.may_rise
        self.money[f"jackpot/{event.jackpot}"] += event.amount
        if event.source != "house":
            self.money[f"{event.source}/{event.jackpot}"] -= event.amount

    def _lower(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.LowerMeter)
        assert event.cause in self.rules.may_fall
        self.money[f"{ACCOUNTS[event.account]}/{event.jackpot}"] -= event.amount
        if event.cause == "over_limit":
            self.money[f"overflow/{event.jackpot}"] += event.amount

    def _terms_pending(self, row: Entry, body: Any, event: Event) -> None:
        for name in body["jackpots"]:
            self.accepted.pop(name, None)

    def _terms_accepted(self, row: Entry, body: Any, event: Event) -> None:
        self.accepted |= {name: Terms(**terms) for name, terms in body["jackpots"].items()}

    def _terms(self, row: Entry, body: Any, event: Event) -> None:
        self.terms[body["jackpot"]] = Terms(**body["terms"])
        self.accepted.pop(body["jackpot"], None)
        for (_, name), wins in self.wins.items():
            wins.renews &= name != body["jackpot"]

    def _drained(self, jackpot: str, to: str) -> None:
        gone = sum(self.money.pop(f"{account}/{jackpot}", 0) for account in ACCOUNTS.values())
        if to != "house":
            self.money[to] += gone

    def _dispose(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.Dispose)
        self._drained(event.jackpot, event.to)

    def _transfer_out(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, meter_events.TransferOut)
        self._drained(event.jackpot, f"elsewhere/{event.to}")

    def _transfer_in(self, row: Entry, body: Any, event: Event) -> None:
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

    def _claim(self, row: Entry, body: Any, event: Event) -> None:
        self.claims[body["claim"]] = (row.round, body["spot"])
        self.awards[body["claim"]] = body.get("award", "")
        assert body.get("stake") == self.stakes[row.round, body["spot"]], "who has no wager has no claim"
        for name, amount in body["meters"].items():
            assert amount == self.at_lock[row.round, name], "R091: the amount of the lock"

    def _name(self, row: Entry, body: Any, event: Event) -> None:
        self.awards[body["claim"]] = body["award"]

    def share(self, claim: int) -> int:
        """Basis points of what its hand was promised."""
        hand = self.claims[claim]
        paytable = self.rules.wagers[self.rules.spots[hand[1]].wager].paytable
        line = next(line for line in paytable.lines if line.event == self.awards[claim])
        return paytable.share(line, self.stakes[hand])

    def _fixed(self, row: Entry, body: Any, event: Event) -> None:
        hand = self.claims[body["claim"]]
        paytable = self.rules.wagers[self.rules.spots[hand[1]].wager].paytable
        line = next(line for line in paytable.lines if line.event == self.awards[body["claim"]])
        self.money["players"] += paytable.pays(line, self.stakes[hand])
        self.paid.add(body["claim"])

    def _award(self, row: Entry, body: Any, event: Event) -> None:
        name, won = body["jackpot"], body["won"]
        wins = self.wins.setdefault((row.round, name), Wins())
        amounts = {int(claim): amount for claim, amount in body["amounts"].items()}
        wins.after_payment |= bool(self.paid & wins.amounts.keys()) and bool(amounts.keys() - wins.amounts.keys())
        wins.amounts = amounts
        wins.renews = won["renews"]
        wins.most = max(wins.most, self.at_lock[row.round, name] + max(self.since[row.round, name], 0))
        self._moved(row.round, name, wins, won)
        self.owed.pop(body.get("denied", 0), None)
        for claim, amount in amounts.items():
            if claim not in self.paid:
                self.owed[claim] = amount
        self._bounded(row.round, name, wins, body["policy"])

    def _moved(self, number: int, name: str, wins: Wins, won: Any) -> None:
        before = self.shown(name)
        custodial = self.rules.jackpots[name].custodial
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

    def _unclaim(self, row: Entry, body: Any, event: Event) -> None:
        assert body["claim"] not in self.paid, "who is paid keeps it"
        self.owed.pop(body["claim"], None)

    def _paid(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, events.PayClaim)
        self.paid.add(event.claim)
        if self.rules.posting.again_after_win:
            self.set_at.clear()
        self.money["players"] += self.owed.pop(event.claim)
        if more := body.get("reseeded", 0):
            hand = next(hand for hand, wins in self.wins.items() if event.claim in wins.amounts)
            wins = self.wins[hand]
            sources = {part: body[part] for part in ("from_reserve", "from_overflow") if part in body}
            self._moved(*hand, wins, {"reseeded": wins.reseeded + more, **sources})
            assert wins.reseeded == wins.due

    def _correct_win(self, row: Entry, body: Any, event: Event) -> None:
        assert isinstance(event, events.CorrectWin)
        self.money["players"] += event.amount
