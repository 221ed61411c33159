"""A table's money, kept a second time. The state machines hold the product's accounts against it after each row.

It imports nothing of the product (tests/table/test_reference_ledger.py) and never reads a row's transfers. What wagers
add follows from the wagers: stake times rate, once for each spot of a round's number; so does a gaming day's post. What
people asked for (a stake, an amount, a day) is taken from their command. Who wins how much is taken from the row, and
held against the amount of the lock and the bounds of the policy.

The simulation keeps its own (testbed/simulation/second_bookkeeping.py), because it reads finished journals, without
the commands.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

CENT = 10_000  # micro-dollars
WHOLE = 10_000  # basis points
HOUR = 3_600_000  # ms
Hand = tuple[int, str]  # a round's number and a spot, or a round's number and a jackpot
ACCOUNTS = {"displayed": "jackpot", "reserve": "reserve", "overflow": "overflow"}


@dataclass
class Win:
    """What one round's winners took of one meter."""

    drawn: int = 0
    rounding: int = 0
    due: int = 0
    reseeded: int = 0
    from_reserve: int = 0
    from_overflow: int = 0
    amounts: dict[int, int] = field(default_factory=dict)  # claim -> micro-dollars
    renews: bool = False  # its reset is that of accepted terms, which come into force when all is paid
    most: int = 0  # that it may take
    after_payment: bool = False  # somebody claimed after another was paid: the house pays this part


class ReferenceLedger:
    """`rules` is the table as configured: values to read, no method of it is called."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        jackpots = rules.jackpots.items()
        self.money: Counter[str] = Counter({f"jackpot/{name}": jackpot.base for name, jackpot in jackpots})
        self.terms = {name: jackpot.terms for name, jackpot in jackpots}
        self.accepted: dict[str, Any] = {}  # terms that wait for an opening or a win
        self.stakes: dict[Hand, int] = {}  # of the wagers that were not given back
        self.days: dict[int, str] = {}  # round -> its gaming day
        self.charged: set[Hand] = set()
        self.retained: Counter[str] = Counter()  # jackpot -> what rows say the house put in for returned wagers
        self.at_lock: dict[Hand, int] = {}  # what a round's winners were promised
        self.included: dict[Hand, set[int]] = {}  # the earlier rounds whose wins that amount allows for
        self.since: Counter[Hand] = Counter()  # what the other rounds have changed of it since
        self.accrued: Counter[tuple[str, str]] = Counter()  # day and jackpot
        self.posted: dict[str, list[str]] = {name: [] for name in rules.jackpots}  # days
        self.late: list[tuple[str, str, int]] = []  # corrections of a posted day
        self.wins: dict[Hand, Win] = {}
        self.claims: dict[int, Hand] = {}  # -> its round and spot
        self.awards: dict[int, str] = {}
        self.owed: dict[int, int] = {}
        self.paid: set[int] = set()
        self.slips = 0
        self.set_at: dict[str, int] = {}  # by management, and no win was paid since

    def balances(self) -> dict[str, int]:
        """Every account; the house has what all others have not."""
        found = {**self.money, **{f"owed/{claim}": amount for claim, amount in self.owed.items()}}
        found["house"] = -sum(found.values())
        return {account: amount for account, amount in found.items() if amount}

    def read(self, row: Any, event: Any) -> None:
        """A row of the journal, and the command or input that wrote it."""
        handle = getattr(self, f"_{row.kind}", None)
        if handle:
            handle(row, row.record, event)

    def shown(self, jackpot: str) -> int:
        """What the table promises: a meter that was won stands until its reset."""
        unset = [self.wins[number, jackpot] for number in self.unset(jackpot)]
        return self.money[f"jackpot/{jackpot}"] + sum(win.drawn + win.rounding for win in unset)

    def unset(self, jackpot: str) -> set[int]:
        """The rounds that have won it and whose reset has not come yet."""
        return {hand[0] for hand, win in self.wins.items() if hand[1] == jackpot and win.due > win.reseeded}

    # -- wagers --------------------------------------------------------------------------------------------------

    def _wager(self, spot: str) -> Any:
        return self.rules.wagers[self.rules.spots[spot].wager]

    def _purse(self, spot: str) -> str:
        """The account that its stake comes from."""
        return f"credit/{spot}" if self.rules.spots[spot].sensor == "coin" else "players"

    def _add(self, row: Any, spot: str, stake: int) -> None:
        hand = (row.round, spot)
        assert hand not in self.stakes, "one wager for each spot of a round"
        self.stakes[hand] = stake
        self.days[row.round] = row.day
        self.money[self._purse(spot)] -= stake
        for name in self._wager(spot).jackpots:
            self._accrue(row.day, name, stake)
            if hand not in self.charged and self.rules.jackpots[name].funding.name == "per_wager":
                self._contribute(name, stake)
        self.charged.add(hand)

    def _contribute(self, name: str, stake: int) -> None:
        terms = self.terms[name]
        share = stake * terms.rate_bp // WHOLE
        limit = self._limit(name)
        room = max(limit - self.shown(name), 0) if limit else share
        self.money[f"jackpot/{name}"] += min(share, room)
        self.money[f"overflow/{name}"] += share - min(share, room)
        self.money[f"reserve/{name}"] += stake * terms.reserve_bp // WHOLE

    def _limit(self, name: str) -> int:
        """A reset by accepted terms has brought their limit with it."""
        renewed = any(win.renews and win.reseeded for (_, jackpot), win in self.wins.items() if jackpot == name)
        terms = self.accepted.get(name, self.terms[name]) if renewed else self.terms[name]
        limit: int = terms.limit
        return limit

    def _accrue(self, day: str, name: str, stake: int) -> None:
        if self.rules.jackpots[name].funding.name == "daily_percent":
            amount = stake * self.terms[name].rate_bp // WHOLE
            if day in self.posted[name]:
                self.late.append((day, name, amount))
            else:
                self.accrued[day, name] += amount

    def _retain(self, contributions: Any, sign: int) -> None:
        for name, portions in contributions.items():
            self.retained[name] += sign * sum(portions)

    def _lock(self, row: Any, record: Any, event: Any) -> None:
        for spot in record.spots:
            self._add(row, spot, record.tiers.get(spot, self._wager(spot).amounts[0]))
        self._retain(record.repaid, -1)
        for name in self.rules.jackpots:
            self.at_lock[row.round, name] = self.shown(name)
            taken = {hand[0] for hand, win in self.wins.items() if hand[1] == name and win.drawn}
            self.included[row.round, name] = taken - self.unset(name)
            self.since.pop((row.round, name), None)

    _late_lock = _lock

    def _add_spot(self, row: Any, record: Any, event: Any) -> None:
        before = {name: self.shown(name) for name in self.rules.jackpots}
        self._add(row, event.spot, self._wager(event.spot).amounts[0])
        self._retain(record.repaid, -1)
        for name, amount in before.items():
            self.at_lock[row.round, name] += self.shown(name) - amount

    def _stake_change(self, row: Any, record: Any, event: Any) -> None:
        hand = (row.round, event.spot)
        more = event.amount - self.stakes[hand]
        self.stakes[hand] = event.amount
        self.money["players"] -= more
        for name in self._wager(event.spot).jackpots:
            self._accrue(row.day, name, more)

    def _unlock(self, row: Any, record: Any, event: Any) -> None:
        for hand in [hand for hand in self.stakes if hand[0] == row.round]:
            self._give_back(hand)
        self._retain(record.retained, 1)

    _void = _unlock

    def _void_spot(self, row: Any, record: Any, event: Any) -> None:
        self._give_back((row.round, event.spot))
        self._retain(record.retained, 1)

    def _give_back(self, hand: Hand) -> None:
        """What it has contributed stays: no progressive falls for it (R149)."""
        stake = self.stakes.pop(hand)
        self.money[self._purse(hand[1])] += stake
        for name in self._wager(hand[1]).jackpots:
            self._accrue(self.days[hand[0]], name, -stake)

    def _coin(self, row: Any, record: Any, event: Any) -> None:
        self.money[f"credit/{record.spot}"] += record.amount
        self.money["players"] -= record.amount

    def _coin_refund(self, row: Any, record: Any, event: Any) -> None:
        self.money["players"] += self.money.pop(f"credit/{record.spot}")

    # -- days and management -------------------------------------------------------------------------------------

    def _count_correction(self, row: Any, record: Any, event: Any) -> None:
        wager = self.rules.wagers[event.wager]
        for name in wager.jackpots:
            self._accrue(event.day, name, event.wagers * wager.amounts[0])

    def _post(self, row: Any, record: Any, event: Any) -> None:
        name, day, due = record.jackpot, record.for_day, record.amount - record.waived
        posted = self.posted[name]
        if record.correction:
            self.late.remove((day, name, due))
        else:
            assert not posted or posted[-1] < day, "each day is posted once, in order"
            posted.append(day)
            assert due == self.accrued.pop((day, name), 0)
        floor = min(self.terms[name].reset - self.money[f"jackpot/{name}"], 0)
        self.money[f"jackpot/{name}"] += max(due, floor)

    def _meter_set(self, row: Any, record: Any, event: Any) -> None:
        self.money[f"jackpot/{event.jackpot}"] = event.amount
        if event.jackpot in self.set_at:
            hours = (row.at.utc - self.set_at[event.jackpot]) / HOUR
            assert hours >= self.rules.posting.min_interval_hours, "R063"
        self.set_at[event.jackpot] = row.at.utc

    def _meter_raised(self, row: Any, record: Any, event: Any) -> None:
        assert event.cause in self.rules.may_rise
        self.money[f"jackpot/{event.jackpot}"] += event.amount
        if event.source != "house":
            self.money[f"{event.source}/{event.jackpot}"] -= event.amount

    def _meter_lowered(self, row: Any, record: Any, event: Any) -> None:
        assert event.cause in self.rules.may_fall
        self.money[f"{ACCOUNTS[event.account]}/{event.jackpot}"] -= event.amount
        if event.cause == "over_limit":
            self.money[f"overflow/{event.jackpot}"] += event.amount

    def _terms_pending(self, row: Any, record: Any, event: Any) -> None:
        for name in record.jackpots:
            self.accepted.pop(name, None)

    def _terms_accepted(self, row: Any, record: Any, event: Any) -> None:
        self.accepted |= record.jackpots

    def _terms_in_force(self, row: Any, record: Any, event: Any) -> None:
        self.terms[record.jackpot] = record.terms
        self.accepted.pop(record.jackpot, None)
        for (_, name), win in self.wins.items():
            win.renews &= name != record.jackpot

    def _drain(self, jackpot: str, to: str) -> None:
        self.accepted.pop(jackpot, None)
        drained = sum(self.money.pop(f"{account}/{jackpot}", 0) for account in ACCOUNTS.values())
        if to != "house":
            self.money[to] += drained

    def _disposal(self, row: Any, record: Any, event: Any) -> None:
        self._drain(event.jackpot, event.to)

    def _transfer_out(self, row: Any, record: Any, event: Any) -> None:
        self._drain(event.jackpot, f"elsewhere/{event.ask.split()[2]}")

    def _transfer_in(self, row: Any, record: Any, event: Any) -> None:
        """What has no room below the limit is the overflow."""
        _, table, _, _, _, _, *amounts, _, _ = event.note.split()
        meter, reserve, overflow = map(int, amounts)
        name = event.jackpot
        limit = self.terms[name].limit
        room = max(limit - self.money[f"jackpot/{name}"], 0) if limit else meter
        self.money[f"jackpot/{name}"] += min(meter, room)
        self.money[f"reserve/{name}"] += reserve
        self.money[f"overflow/{name}"] += overflow + meter - min(meter, room)
        self.money[f"elsewhere/{table}"] -= meter + reserve + overflow

    # -- winners -------------------------------------------------------------------------------------------------

    def _claim(self, row: Any, record: Any, event: Any) -> None:
        self.claims[record.claim] = (row.round, record.spot)
        self.awards[record.claim] = record.award
        assert record.stake == self.stakes[row.round, record.spot], "who has no wager has no claim"
        for name, amount in record.meters.items():
            assert amount == self.at_lock[row.round, name], "R091: the amount of the lock"

    def _award_name(self, row: Any, record: Any, event: Any) -> None:
        self.awards[record.claim] = record.award

    def _award(self, claim: int) -> tuple[Any, Any, int]:
        """The pay table, its line for this claim, and the stake."""
        hand = self.claims[claim]
        paytable = self._wager(hand[1]).paytable
        line = next(line for line in paytable.lines if line.event == self.awards[claim])
        return paytable, line, self.stakes[hand]

    def share(self, claim: int) -> int:
        """Basis points of what its hand was promised."""
        paytable, line, stake = self._award(claim)
        share: int = line.shares[paytable.wagers.index(stake) if len(line.shares) > 1 else 0]
        return share

    def _slip(self, number: int) -> None:
        self.slips += 1
        assert number == self.slips, "slips have no gaps"

    def _fixed_award(self, row: Any, record: Any, event: Any) -> None:
        paytable, line, stake = self._award(record.claim)
        self.money["players"] += line.times * stake or line.amount * stake // paytable.base_wager
        self.paid.add(record.claim)
        self._slip(record.slip)

    def _meter_award(self, row: Any, record: Any, event: Any) -> None:
        name, won, amounts = record.jackpot, record.won, record.amounts
        win = self.wins.setdefault((row.round, name), Win())
        win.after_payment |= bool(self.paid & win.amounts.keys()) and bool(amounts.keys() - win.amounts.keys())
        win.amounts = amounts
        win.renews = won.renews
        win.most = max(win.most, self.at_lock[row.round, name] + max(self.since[row.round, name], 0))
        self._move(row.round, name, win, vars(won))
        assert self.money[f"jackpot/{name}"] == record.after
        self.owed.pop(record.denied, None)
        for claim, amount in amounts.items():
            if claim not in self.paid:
                self.owed[claim] = amount
        for slip in sorted(record.slips.values()):
            self._slip(slip)
        self._check_bounds(name, win, record.policy)

    def _move(self, number: int, name: str, win: Win, won: Any) -> None:
        before = self.shown(name)
        more = {part: won[part] - getattr(win, part) for part in vars(win) if part in won}
        self.money[f"jackpot/{name}"] += more.get("reseeded", 0) - more.get("drawn", 0) - more.get("rounding", 0)
        if self.rules.jackpots[name].funding.custodial:
            self.money[f"reserve/{name}"] += more.get("rounding", 0) - more.get("from_reserve", 0)
            self.money[f"overflow/{name}"] -= more.get("from_overflow", 0)
        for part, amount in more.items():
            setattr(win, part, getattr(win, part) + amount)
        for hand, included in self.included.items():
            if hand[0] > number and hand[1] == name and number not in included:
                self.since[hand] += self.shown(name) - before

    def _check_bounds(self, name: str, win: Win, policy: str) -> None:
        """R095: each no more than its share of the amount posted at the lock (or of what an earlier hand's reset has
        made of it since); all together no more than that under `split`, and one reset more for each further winner
        under `ordered`."""
        reset = max(terms.reset for terms in (self.terms[name], self.accepted.get(name, self.terms[name])))
        each = max(win.most, reset) if policy == "ordered" else win.most
        for claim, amount in win.amounts.items():
            assert 0 <= amount * WHOLE <= each * self.share(claim) + CENT * WHOLE
            assert amount % CENT == 0
        together = {
            "split": win.most,
            "full_each": win.most * len(win.amounts),
            "ordered": win.most + max(len(win.amounts) - 1, 0) * each,
        }
        assert win.after_payment or sum(win.amounts.values()) <= together[policy]
        assert win.drawn + win.rounding <= win.most

    def _claim_end(self, row: Any, record: Any, event: Any) -> None:
        assert record.claim not in self.paid, "who is paid keeps it"
        self.owed.pop(record.claim, None)

    def _payment(self, row: Any, record: Any, event: Any) -> None:
        self.paid.add(event.claim)
        if self.rules.posting.again_after_win:
            self.set_at.clear()
        self.money["players"] += self.owed.pop(event.claim)
        if more := record.reseeded:
            hand = next(hand for hand, win in self.wins.items() if event.claim in win.amounts)
            win = self.wins[hand]
            sources = {"from_reserve": record.from_reserve, "from_overflow": record.from_overflow}
            self._move(*hand, win, {"reseeded": win.reseeded + more, **sources})
            assert win.reseeded == win.due

    def _payment_correction(self, row: Any, record: Any, event: Any) -> None:
        self.money["players"] += event.amount
        self._slip(record.slip)
