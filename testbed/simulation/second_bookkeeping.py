"""A second, naive bookkeeping of a table's money: it uses what each row means, never the amounts or transfers that the
controller worked out. It imports nothing of the controller; a test checks that.

What wagers add follows only from stakes and rates, once for each spot of a round's number. So does a gaming day's post.
What the winners of a hand get is divided again from what was promised at their lock, by the rule of the terms in force,
and so is the reset. Taken from the row are what a person named (an amount, a count) and which account pays a reset. If
a hand's history is longer (a late winner, a denial after the payment), the controller's amounts are compared with the
promise and with bounds.
"""

# ruff: noqa: ARG002 (all methods that read a row have one signature)

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from testbed.simulation.second_duties import SecondDuties, must

CENT = 10_000
WHOLE = 10_000  # basis points
Hand = tuple[int, str]  # a round's number and a spot, or a round's number and a jackpot
Body = Mapping[str, Any]
ACCOUNTS = {"displayed": "jackpot", "reserve": "reserve", "overflow": "overflow"}
MOVES = ("drawn", "rounding", "due", "reseeded", "from_reserve", "from_overflow")


class Award(Protocol):
    @property
    def fixed(self) -> int: ...
    @property
    def share(self) -> int: ...

    @property
    def meter(self) -> str: ...


@dataclass
class Wins:
    """The wins of one hand from one meter."""

    moved: Counter[str] = field(default_factory=Counter)
    amounts: dict[int, int] = field(default_factory=dict)  # claim -> micro-dollars
    tangled: bool = False  # its history is longer than one decision
    most: int = 0  # the most that it may take

    def in_promise(self) -> bool:
        """Whether the table's promises include it."""
        return self.moved["drawn"] > 0 and self.moved["due"] <= self.moved["reseeded"]


class SecondBookkeeping:
    """`files` is the table as read from its files (table_files.py)."""

    def __init__(self, files: Any) -> None:
        self.files = files
        self.jackpots = dict(files.jackpots)
        self.money: Counter[str] = Counter({f"jackpot/{name}": jackpot.base for name, jackpot in self.jackpots.items()})
        self.stakes: dict[Hand, int] = {}  # stakes of the wagers that were not returned
        self.playing: set[str] = set()  # the spots of the locked round
        self.locked = 0  # number of the locked round; 0: none
        self.faults: set[str] = set()  # faults that take the table out of service until a person clears them
        self.held = False  # the daily post
        self.days: dict[int, str] = {}  # round -> its gaming day
        self.charged: dict[Hand, int] = {}
        self.promised: dict[Hand, int] = {}  # what the winners of a round were promised
        self.earlier: dict[Hand, set[int]] = {}  # the earlier hands whose wins the promise includes
        self.since: Counter[Hand] = Counter()  # by how much other wins change it
        self.documented: set[int] = set()  # late claims, for which the table may no longer know this
        self.accrued: Counter[tuple[str, str]] = Counter()  # by day and jackpot
        self.posted: set[tuple[str, str]] = set()
        self.late: list[tuple[str, str, int]] = []  # corrections of a posted day
        self.wins: dict[Hand, Wins] = {}
        self.claims: dict[int, Hand] = {}  # claim -> its round and spot
        self.awards: dict[int, str] = {}
        self.undecided: dict[int, dict[str, int]] = {}  # claim -> the least that signs may show of each meter
        self.owed: dict[int, int] = {}
        self.paid: set[int] = set()
        self.slips: list[int] = []
        self.pulses: Counter[str] = Counter()  # coins of each spot that were ever credited
        self.counters: dict[str, tuple[int, int]] = {}  # spot -> the board's boot, and its count
        self.finished: set[int] = set()
        self.notes: set[str] = set()  # transfers taken from other tables
        self.duties = SecondDuties(files)  # who did what on each hand
        self.changed: Counter[str] = Counter()  # jackpot -> last change of its meter, except by wagers
        self.accepted: dict[str, int] = {}  # jackpot -> the reset amount of terms that wait for an opening or a win
        self.gone: set[str] = set()  # the jackpots that nobody plays for any more
        self.utc = 0

    def balances(self) -> dict[str, int]:
        """Every account; the house has the negative sum of all others."""
        found = {**self.money, **{f"owed/{claim}": amount for claim, amount in self.owed.items()}}
        found["house"] = -sum(found.values())
        return {account: amount for account, amount in found.items() if amount}

    def read(self, kind: str, day: str, number: int, body: Body, utc: int = 0) -> None:
        """`utc`: the row's own time."""
        self.utc = utc
        handle = getattr(self, f"_{kind}", None)
        if (jackpot := body.get("jackpot")) and kind != "transfer_ask":
            self.changed[jackpot] = utc
        if handle:
            handle(day, number, body)
        self.duties.read(kind, number, body, utc)

    def posted_amount(self, jackpot: str) -> int:
        """The amount that the table promises: a won meter keeps it until its reset."""
        won = [wins.moved for (_, name), wins in self.wins.items() if name == jackpot]
        unset = [each for each in won if each["due"] > each["reseeded"]]
        return self.money[f"jackpot/{jackpot}"] + sum(each["drawn"] + each["rounding"] for each in unset)

    def signs_say(self, jackpot: str) -> tuple[int, int]:
        """The least and the most cents that a sign may show now: while a claim is undecided, the amount at its lock."""
        most = self.posted_amount(jackpot)
        least = min([most, *(meters.get(jackpot, most) for meters in self.undecided.values())])
        return least // CENT, most // CENT

    def overdue(self, utc: int) -> list[str]:
        """What should have been posted by now, if nothing prevents it."""
        if not self.files.posts or self.locked or self.faults or self.held or self.undecided:
            return []
        today = self.files.day(utc)
        return [
            f"{day} of {name}, {amount} micro-dollars"
            for (day, name), amount in self.accrued.items()
            if amount and day < today and utc - self.changed[name] >= self.files.interval and name not in self.gone
        ]

    # -- wagers --------------------------------------------------------------------------------------------------

    def _lock(self, day: str, number: int, body: Body) -> None:
        must(not self.locked, f"round {number} is locked while round {self.locked} is")
        must(not self.faults, f"round {number} is locked at a table that is out of service ({self.faults})")
        self._late_lock(day, number, body)
        self.playing, self.locked = set(body["spots"]), number

    def _late_lock(self, day: str, number: int, body: Body) -> None:
        must(number not in self.finished, f"round {number} is locked a second time")
        for spot in body["spots"]:
            self._wager(day, number, spot, body.get("tiers", {}).get(spot, self.files.wager(spot).stake))
        for jackpot in self.jackpots:
            self.promised[number, jackpot] = self.posted_amount(jackpot)
            won = [hand[0] for hand, wins in self.wins.items() if hand[1] == jackpot and wins.in_promise()]
            self.earlier[number, jackpot] = set(won)
            self.since.pop((number, jackpot), None)
        if body.get("finished"):
            self.finished.add(number)
            self.promised |= {(number, jackpot): amount for jackpot, amount in body["meters"].items()}
        elif "finished" in body:
            self.playing, self.locked = set(body["spots"]), number

    def _wager(self, day: str, number: int, spot: str, stake: int) -> None:
        hand, wager = (number, spot), self.files.wager(spot)
        must(hand not in self.stakes, f"{spot} plays twice in round {number}")
        must(stake in wager.stakes, f"{spot} plays for {stake}, which is no stake of its wager")
        self.stakes[hand] = stake
        self.days[number] = day
        self.money[self._purse(spot)] -= stake
        more = max(stake - self.charged.get(hand, 0), 0)
        self.charged[hand] = max(stake, self.charged.get(hand, 0))
        for jackpot in wager.jackpots:
            self._accrue(day, jackpot, stake)
            if self.jackpots[jackpot].progressive:
                self._contribute(jackpot, more)

    def _purse(self, spot: str) -> str:
        return f"credit/{spot}" if spot in self.files.coins else "players"

    def _contribute(self, name: str, stake: int) -> None:
        jackpot = self.jackpots[name]
        share = stake * jackpot.rate // WHOLE
        room = min(share, max(jackpot.limit - self.posted_amount(name), 0)) if jackpot.limit else share
        self.money[f"jackpot/{name}"] += room
        self.money[f"overflow/{name}"] += share - room
        self.money[f"reserve/{name}"] += stake * jackpot.reserve // WHOLE

    def _accrue(self, day: str, name: str, stake: int) -> None:
        if self.jackpots[name].daily:
            amount = stake * self.jackpots[name].rate // WHOLE
            if (day, name) in self.posted:
                self.late.append((day, name, amount))
            else:
                self.accrued[day, name] += amount

    def _add_spot(self, day: str, number: int, body: Body) -> None:
        before = {jackpot: self.posted_amount(jackpot) for jackpot in self.jackpots}
        self._wager(day, number, body["spot"], self.files.wager(body["spot"]).stake)
        self.playing.add(body["spot"])
        for jackpot, amount in before.items():
            more = self.posted_amount(jackpot) - amount
            self.promised[number, jackpot] += more
            for claim, meters in self.undecided.items():
                if self.claims[claim][0] == number:
                    meters[jackpot] += more

    def _stake_change(self, day: str, number: int, body: Body) -> None:
        hand = (number, body["spot"])
        must(hand in self.stakes, f"{hand[1]} has no wager whose amount could change")
        more = body["after"] - self.stakes[hand]
        self.stakes[hand] += more
        self.money[self._purse(hand[1])] -= more
        for jackpot in self.files.wager(hand[1]).jackpots:
            self._accrue(day, jackpot, more)

    def _unlock(self, day: str, number: int, body: Body) -> None:
        for hand in [hand for hand in self.stakes if hand[0] == number]:
            self._back(hand)
        self.playing, self.locked = set(), 0

    def _void(self, day: str, number: int, body: Body) -> None:
        self._unlock(day, number, body)
        self.finished.add(number)

    def _void_spot(self, day: str, number: int, body: Body) -> None:
        self._back((number, body["spot"]))
        self.playing.discard(body["spot"])

    def _back(self, hand: Hand) -> None:
        """Its contribution stays: a progressive never falls because of a return (R149)."""
        must(hand in self.stakes, f"{hand[1]} gets back in round {hand[0]} what it has not wagered")
        stake = self.stakes.pop(hand)
        self.money[self._purse(hand[1])] += stake
        for jackpot in self.files.wager(hand[1]).jackpots:
            self._accrue(self.days[hand[0]], jackpot, -stake)

    def _clear(self, day: str, number: int, body: Body) -> None:
        self.playing, self.locked = set(), 0
        self.finished.add(number)

    def _coin(self, day: str, number: int, body: Body) -> None:
        """Each pulse counts once: the board's count continues, or begins again with a new boot."""
        spot = body["spot"]
        boot, count = self.counters.get(spot, (0, 0))
        new = body["pulses"] - (count if boot == body["boot"] else 0)
        must(new > 0, f"{spot} is credited for no new coin")
        self.counters[spot] = body["boot"], body["pulses"]
        self.pulses[spot] += new
        amount = new * (self.files.wager(spot).stake // self.files.coins[spot])
        self.money[f"credit/{spot}"] += amount
        self.money["players"] -= amount

    def _coin_refund(self, day: str, number: int, body: Body) -> None:
        self.money["players"] += self.money.pop(f"credit/{body['spot']}")

    def _fault(self, day: str, number: int, body: Body) -> None:
        self.faults.add(body["code"])

    def _fault_end(self, day: str, number: int, body: Body) -> None:
        self.faults.discard(body["code"])

    # -- days and management -------------------------------------------------------------------------------------

    def _day_start(self, day: str, number: int, body: Body) -> None:
        must(day == self.files.day(self.utc), f"{day} begins, by the wall it is {self.files.day(self.utc)}")

    def _count_correction(self, day: str, number: int, body: Body) -> None:
        for wager, wagers in body["wagers"].items():
            for jackpot in self.files.wagers[wager].jackpots:
                self._accrue(body["for_day"], jackpot, wagers * self.files.wagers[wager].stake)

    def _post(self, day: str, number: int, body: Body) -> None:
        jackpot, of, due = body["jackpot"], body["for_day"], body["amount"] - body.get("waived", 0)
        must(not self.locked, f"{of} is posted while round {self.locked} is locked")
        must(not self.faults and not self.held, f"{of} is posted while {self.faults or 'the post is held'}")
        asking = [claim for claim in self.undecided if self._may_take(claim, jackpot)]
        must(not asking, f"{of} is posted to {jackpot} while claims are undecided: {asking}")
        if body["correction"]:
            must((of, jackpot, due) in self.late, f"a correction of {of} that nobody asked for is posted")
            self.late.remove((of, jackpot, due))
        else:
            must((of, jackpot) not in self.posted, f"{of} is posted a second time")
            self.posted.add((of, jackpot))
            was = self.accrued.pop((of, jackpot), 0)
            must(due == was, f"{of} is posted with {due} micro-dollars, its wagers make {was}")
        floor = min(self.jackpots[jackpot].reset - self.money[f"jackpot/{jackpot}"], 0)
        self.money[f"jackpot/{jackpot}"] += max(due, floor)

    def _may_take(self, claim: int, jackpot: str) -> bool:
        if not self.awards[claim]:
            return jackpot in self.files.wager(self.claims[claim][1]).jackpots
        award = self._award_of(claim)
        return bool(award.share and award.meter == jackpot)

    def _post_hold(self, day: str, number: int, body: Body) -> None:
        self.held = True

    def _post_release(self, day: str, number: int, body: Body) -> None:
        self.held = False

    def _take_over(self, day: str, number: int, body: Body) -> None:
        jackpot = body["jackpot"]
        self.money[f"jackpot/{jackpot}"] = body["after"]
        if due := body["base"] * self.jackpots[jackpot].rate // WHOLE:
            self.late.append((body["for_day"], jackpot, due))

    def _meter_set(self, day: str, number: int, body: Body) -> None:
        self.money[f"jackpot/{body['jackpot']}"] = body["after"]

    def _meter_raised(self, day: str, number: int, body: Body) -> None:
        jackpot, amount = body["jackpot"], body["amount"]
        self.money[f"jackpot/{jackpot}"] += amount
        if body["source"] != "house":
            self.money[f"{body['source']}/{jackpot}"] -= amount

    def _meter_lowered(self, day: str, number: int, body: Body) -> None:
        jackpot, amount = body["jackpot"], body["amount"]
        self.money[f"{ACCOUNTS[body['account']]}/{jackpot}"] -= amount
        if body["cause"] == "over_limit":
            self.money[f"overflow/{jackpot}"] += amount

    def _terms_pending(self, day: str, number: int, body: Body) -> None:
        for jackpot in body["jackpots"]:
            self.accepted.pop(jackpot, None)

    def _terms_accepted(self, day: str, number: int, body: Body) -> None:
        self.accepted |= {jackpot: terms["reset"] for jackpot, terms in body["jackpots"].items()}

    def _jackpot_end(self, day: str, number: int, body: Body) -> None:
        self.gone |= set(body["jackpots"])

    def _terms_in_force(self, day: str, number: int, body: Body) -> None:
        self.accepted.pop(body["jackpot"], None)
        new, old = body["terms"], self.jackpots[body["jackpot"]]
        self.jackpots[body["jackpot"]] = type(old)(
            old.base, new["reset"], new["rate_bp"], new["reserve_bp"], new["limit"], new["multiple_winners"],
            old.progressive, old.daily,
        )  # fmt: skip

    def _drained(self, jackpot: str, to: str) -> None:
        gone = sum(self.money.pop(f"{account}/{jackpot}", 0) for account in ACCOUNTS.values())
        if to != "house":
            self.money[to] += gone

    def _disposal(self, day: str, number: int, body: Body) -> None:
        self._drained(body["jackpot"], body["to"])
        self.accepted.pop(body["jackpot"], None)
        self.gone.add(body["jackpot"])

    _transfer_out = _disposal

    def _transfer_in(self, day: str, number: int, body: Body) -> None:
        """A note is taken once; the part above the limit goes to the overflow."""
        _, table, _, _, _, nonce, meter, reserve, overflow, *_ = body["note"].split()
        must(nonce not in self.notes, f"the note {nonce} of {table} is taken a second time")
        self.notes.add(nonce)
        name, limit = body["jackpot"], self.jackpots[body["jackpot"]].limit
        self.gone.discard(name)
        room = max(limit - self.money[f"jackpot/{name}"], 0) if limit else int(meter)
        self.money[f"jackpot/{name}"] += min(int(meter), room)
        self.money[f"reserve/{name}"] += int(reserve)
        self.money[f"overflow/{name}"] += int(overflow) + int(meter) - min(int(meter), room)
        self.money[f"elsewhere/{table}"] -= int(meter) + int(reserve) + int(overflow)

    # -- winners -------------------------------------------------------------------------------------------------

    def _claim(self, day: str, number: int, body: Body) -> None:
        hand = (number, body["spot"])
        must(hand in self.stakes, f"claim {body['claim']}: {hand[1]} has no wager in round {number}")
        self.claims[body["claim"]] = hand
        self.awards[body["claim"]] = body.get("award", "")
        for jackpot, amount in body["meters"].items():
            was = self.promised[number, jackpot]
            must(amount == was, f"claim {body['claim']} is promised {amount} of {jackpot}, its lock {was} (R091)")
        if "reference" in body:
            self.documented.add(body["claim"])
        meters = dict(body["meters"])
        self.undecided[body["claim"]] = meters

    def _award_name(self, day: str, number: int, body: Body) -> None:
        self.awards[body["claim"]] = body["award"]

    def _award_of(self, claim: int) -> Any:
        hand = self.claims[claim]
        return self.files.wager(hand[1]).awards[self.awards[claim], self.stakes[hand]]

    def _fixed_award(self, day: str, number: int, body: Body) -> None:
        claim = body["claim"]
        must(claim not in self.paid, f"claim {claim} is paid twice")
        self.money["players"] += self._award_of(claim).fixed
        self.paid.add(claim)
        self.undecided.pop(claim, None)
        self._slip(body["slip"])

    def _slip(self, number: int) -> None:
        must(number == len(self.slips) + 1, f"slip {number} follows slip {len(self.slips)}")
        self.slips.append(number)

    def _meter_award(self, day: str, number: int, body: Body) -> None:
        name, won = body["jackpot"], body["won"]
        amounts = {int(claim): amount for claim, amount in body["amounts"].items()}
        first = (number, name) not in self.wins
        wins = self.wins.setdefault((number, name), Wins())
        unsure = self.since[number, name] and self.documented & amounts.keys()
        plain = first and not body.get("denied") and not unsure and self._alone(number, name)
        wins.most = max(wins.most, self.promised[number, name] + max(self.since[number, name], 0))
        wins.tangled |= not plain
        for slip in sorted(body["slips"].values()):
            self._slip(slip)
        if plain:
            self._divide_plainly(number, name, amounts, won)
        self._bounded(number, name, amounts, won, wins)
        self._move(number, name, wins, won)
        wins.amounts = amounts
        self.owed.pop(body.get("denied", 0), None)
        for claim, amount in amounts.items():
            self.undecided.pop(claim, None)
            if claim not in self.paid:
                self.owed[claim] = amount

    def _alone(self, number: int, name: str) -> bool:
        """Whether no later hand has taken from this meter, and nothing else was taken from it."""
        others = [
            hand for hand, wins in self.wins.items() if hand[1] == name and wins.amounts and hand != (number, name)
        ]
        later = [hand for hand in others if hand[0] >= number or self.wins[hand].tangled]
        return not later and self.money[f"jackpot/{name}"] >= self._base(number, name)

    def _base(self, number: int, name: str) -> int:
        """What was promised at the lock, as if every earlier hand had been decided before; after a win of the whole
        meter, the reset amount."""
        return self.promised[number, name] + self.since[number, name]

    def _divide_plainly(self, number: int, name: str, amounts: Mapping[int, int], won: Body) -> None:
        jackpot, base = self.jackpots[name], self._base(number, name)
        must(
            won["policy"] == jackpot.policy,
            f"round {number} is divided by {won['policy']}, the terms say {jackpot.policy}",
        )
        claims = sorted(amounts, key=lambda claim: self.files.seats[self.claims[claim][1]])
        mine = divided(won["policy"], base, [self._award_of(claim).share for claim in claims], jackpot.reset)
        for claim, amount in zip(claims, mine, strict=True):
            must(amounts[claim] == amount, f"claim {claim} gets {amounts[claim]}, its part of {base} is {amount}")
        whole = base - base % CENT
        must(won["drawn"] == min(sum(mine), whole), f"round {number} draws {won['drawn']} of {base} for {mine}")
        must(won["rounding"] == (base - whole if sum(mine) >= whole else 0), "what is below a cent went astray")
        reset = 0 if name in self.gone else self.accepted.get(name, jackpot.reset)
        due = reset if won["drawn"] == whole else 0
        must(won["due"] == due, f"round {number} makes a reset of {won['due']} due, by the terms it is {due}")

    def _bounded(self, number: int, name: str, amounts: Mapping[int, int], won: Body, wins: Wins) -> None:
        posted = wins.most
        for claim, amount in amounts.items():
            must(amount % CENT == 0, f"claim {claim} gets a part of a cent")
            most = posted * self._award_of(claim).share + CENT * WHOLE
            must(
                0 <= amount * WHOLE <= most or won["policy"] == "ordered", f"claim {claim} gets more than was promised"
            )
        if won["policy"] == "split" and not (wins.tangled and self.paid & amounts.keys()):
            must(sum(amounts.values()) <= posted, f"the winners of round {number} get more than there was")
        must(won["drawn"] + won["rounding"] <= posted, f"round {number} takes more than it was promised")
        must(0 <= won["reseeded"] <= won["due"], f"round {number} resets the meter by more than is due")

    def _move(self, number: int, name: str, wins: Wins, won: Body) -> None:
        before = self.posted_amount(name)
        more = Counter({part: won.get(part, 0) - wins.moved[part] for part in MOVES})
        self.money[f"jackpot/{name}"] += more["reseeded"] - more["drawn"] - more["rounding"]
        if self.jackpots[name].progressive:
            if more["reseeded"] > 0:  # players' money first (R077)
                reserve = max(self.money[f"reserve/{name}"] + more["rounding"], 0)
                mine = min(more["reseeded"], reserve)
                must(
                    more["from_reserve"] == mine,
                    f"of {name}'s reset {more['from_reserve']} is the reserve's, not {mine}",
                )
                mine = min(more["reseeded"] - mine, self.money[f"overflow/{name}"])
                must(more["from_overflow"] == mine, f"of {name}'s reset the overflow gives {more['from_overflow']}")
            self.money[f"reserve/{name}"] += more["rounding"] - more["from_reserve"]
            self.money[f"overflow/{name}"] -= more["from_overflow"]
        wins.moved = Counter({part: won.get(part, 0) for part in MOVES})
        for hand, earlier in self.earlier.items():
            if hand[0] > number and hand[1] == name and number not in earlier:
                self.since[hand] += self.posted_amount(name) - before

    def _claim_end(self, day: str, number: int, body: Body) -> None:
        must(body["claim"] not in self.paid, f"claim {body['claim']} is paid and taken back")
        self.owed.pop(body["claim"], None)
        self.undecided.pop(body["claim"], None)

    def _payment(self, day: str, number: int, body: Body) -> None:
        claim = body["claim"]
        must(claim in self.owed and claim not in self.paid, f"claim {claim} is paid without being owed")
        self.paid.add(claim)
        self.money["players"] += self.owed.pop(claim)
        if more := body.get("reseeded", 0):
            hand = next(hand for hand, wins in self.wins.items() if claim in wins.amounts)
            wins = self.wins[hand]
            won = {**wins.moved, "reseeded": wins.moved["reseeded"] + more}
            won |= {part: body.get(part, 0) for part in ("from_reserve", "from_overflow")}
            self._move(*hand, wins, won)

    def _payment_correction(self, day: str, number: int, body: Body) -> None:
        self.money["players"] += body["amount"]
        self._slip(body["slip"])


def divided(policy: str, base: int, shares: list[int], reset: int) -> list[int]:
    """What each winner of one hand gets, in order from the dealer's left (R095, C09, C10)."""
    if policy == "full_each":
        return [base * share // WHOLE // CENT * CENT for share in shares]
    if policy == "ordered":
        amounts, left = [], base
        for share in shares:
            amounts.append(left * share // WHOLE // CENT * CENT)
            left -= amounts[-1]
            left = reset if left < CENT else left
        return amounts
    parts = max(sum(shares), WHOLE)
    cents = [base * share // (parts * CENT) for share in shares]
    remainders = [base * share % (parts * CENT) for share in shares]
    for _ in range(base * sum(shares) // (parts * CENT) - sum(cents)):
        most = max(range(len(shares)), key=lambda place: (remainders[place], -place))
        cents[most] += 1
        remainders[most] = -1
    return [each * CENT for each in cents]
