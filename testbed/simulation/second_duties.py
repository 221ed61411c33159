"""The table of duties a second time (docs/decisions/0023-a-table-of-duties.md), told by the rows alone: who did
something to a hand or its meter has no part in what follows from it. It imports nothing of the controller."""

# ruff: noqa: ARG002 (all methods that read a row have one signature)

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Body = Mapping[str, Any]
DEALER, ADMINISTRATOR = "dealer", "administrator"
ANSWERING = {"manager", "accounting", ADMINISTRATOR, "regulator"}
PAIRED = ("share", "adjustment", "parameters", "take_over")  # two people in every profile, none of them a dealer
METERS = {  # rows that change a meter by hand -> the decision that they take
    "meter_raised": "adjustment",
    "meter_lowered": "adjustment",
    "meter_set": "adjustment",
    "count_correction": "adjustment",
    "terms_accepted": "parameters",
    "take_over": "take_over",
    "transfer_in": "take_over",
    "transfer_out": "take_over",
}


class RowError(Exception):
    """The row is wrong; the text says why."""


def must(holds: object, why: str) -> None:
    if not holds:
        raise RowError(why)


@dataclass(frozen=True)
class People:
    """The number of people that a decision takes, and their roles."""

    persons: int
    roles: frozenset[str]

    @property
    def keys(self) -> bool:
        return DEALER in self.roles

    @property
    def named(self) -> "People":
        return People(self.persons, self.roles - {DEALER})


class Award(Protocol):
    @property
    def fixed(self) -> int: ...
    @property
    def share(self) -> int: ...
    @property
    def meter(self) -> str: ...


class Table(Protocol):
    """What the table's files say."""

    def people(self, decision: str, amount: int) -> People: ...
    def awards(self, spot: str, stake: int) -> Mapping[str, Award]:
        """The winning lines of this spot's pay table, by event."""


@dataclass
class Hand:
    """What people did to one spot's hand. The dealer's keys have no name."""

    interested: set[str] = field(default_factory=set)
    touched: bool = False  # a person stood in for a sensor or the LOCK key, whenever that was
    late: bool = False  # something was done after CLEAR
    decided_after: bool = False  # a person decided after the lock what plays
    approved: set[str] = field(default_factory=set)
    paid: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)  # those who read a sign for it; only a correction follows from that


@dataclass(frozen=True)
class TakenBack:
    """A lock that was taken back, with what then played."""

    bets: Mapping[str, int]
    by: set[str]
    when: str


@dataclass
class Claim:
    hand: tuple[int, str]
    stake: int
    locked_at: int
    award: str = ""
    awards: set[str] = field(default_factory=set)  # all that it was ever called
    named: bool = False  # somebody put a name to its award
    claimed: bool = False  # somebody put a name to the claim
    approvers: set[str] = field(default_factory=set)  # of its present form
    corrected: int = 0


class SecondDuties:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.training = False
        self.people: dict[str, set[str]] = {}
        self.hands: dict[tuple[int, str], Hand] = {}
        self.bets: dict[str, int] = {}  # that play now -> their amount; 0: the wager's first
        self.taken_back: dict[int, list[TakenBack]] = {}  # by round number
        self.meters: dict[str, list[tuple[int, set[str], bool]]] = {}  # when, who, and whether it was a count
        self.claims: dict[int, Claim] = {}
        self.open: set[int] = set()  # claims that are neither decided nor ended
        self.agreed: set[int] = set()  # claims of a share whose approval is complete
        self.owed: set[int] = set()
        self.emptied: set[int] = set()  # claims of hands that won a whole meter
        self.paid_out: list[tuple[str, int, set[str]]] = []  # the meter, the hand that got it, who had put money there

    def read(self, kind: str, number: int, body: Body, utc: int) -> None:
        by = set(body.get("by", ()))
        if decision := METERS.get(kind):
            self._enough(f"{kind} of round {number}", self._rule(decision), by)
        if handle := getattr(self, f"_{kind}", None):
            handle(number, body, by, utc)

    # -- who is interested -------------------------------------------------------------------------------------

    def _hand(self, number: int, spot: str) -> Hand:
        return self.hands.setdefault((number, spot), Hand())

    def _did(self, number: int, spot: str, by: Collection[str], when: str, *, instead: bool = False) -> None:
        """`instead`: of a sensor, or of the LOCK key."""
        hand = self._hand(number, spot)
        hand.interested |= set(by)
        hand.late |= when == "late"
        hand.touched |= instead
        hand.decided_after |= instead and when != "before"

    def _before(self, number: int, spot: str, deeds: Iterable[Body]) -> None:
        """What a row brings along of what was done before it."""
        for deed in deeds:
            step, by = deed["step"], deed.get("by", ())
            hand = self._hand(number, spot)
            part = {"approval": hand.approved, "payment": hand.paid, "reading": hand.read}
            if step in part:
                part[step].update(by)
            else:
                self._did(number, spot, by, deed["when"], instead=step in ("bet", "lock", "tier"))

    def _lock(self, number: int, body: Body, by: set[str], utc: int) -> None:
        for spot, deeds in body.get("deeds", {}).items():
            self._before(number, spot, deeds)
        self.bets = {spot: body.get("tiers", {}).get(spot, 0) for spot in body["spots"]}
        for lock in self.taken_back.get(number, ()):
            for spot, amount in self.bets.items():
                if lock.bets.get(spot) != amount:
                    self._did(number, spot, lock.by, lock.when, instead=True)

    def _late_lock(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._lock(number, body, by, utc)
        for spot in body["spots"]:
            self._did(number, spot, by, "late", instead=True)

    def _add_spot(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._did(number, body["spot"], by, body["when"], instead=True)
        self.bets[body["spot"]] = 0

    def _stake_change(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._go_back(number, [body["spot"]], by, body["when"])
        self._did(number, body["spot"], by, body["when"], instead=True)
        for claim in self._claims_on(number, [body["spot"]]):
            claim.approvers, claim.stake = set(), body["after"]
        self.bets[body["spot"]] = body["tiers"].get(body["spot"], 0)

    def _claims_reopened(self, number: int, body: Body, by: set[str], utc: int) -> None:
        for spot in body["spots"]:
            self._did(number, spot, by, "late")

    def _unlock(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._void(number, body, by, utc)
        self.taken_back.setdefault(number, []).append(TakenBack(dict(self.bets), by, body["when"]))

    def _void(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._go_back(number, body["spots"], by, body["when"])
        for spot in body["spots"]:
            self._did(number, spot, by, body["when"])

    def _void_spot(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._void(number, {**body, "spots": [body["spot"]]}, by, utc)
        del self.bets[body["spot"]]

    def _claims_on(self, number: int, spots: Iterable[str]) -> list[Claim]:
        return [self.claims[each] for each in self.open if self.claims[each].hand in {(number, spot) for spot in spots}]

    def _go_back(self, number: int, spots: Iterable[str], by: set[str], when: str) -> None:
        """Returning a wager hides what it wins: its open claim, and once the cards are known whatever it may win."""
        spots = list(spots)
        for claim in self._claims_on(number, spots):
            if claim.award or claim.claimed:
                self._enough(f"the wager of {claim.hand} goes back", self._at_stake(claim), by)
        for spot in spots if when == "settled" else ():
            whatever = Claim((number, spot), 0, 0)
            self._enough(f"the wager of {whatever.hand} goes back", self._at_stake(whatever), by)

    # -- who put money into a meter ------------------------------------------------------------------------------

    def _raised(self, jackpot: str, by: set[str], utc: int, *, count: bool = False) -> None:
        self.meters.setdefault(jackpot, []).append((utc, by, count))

    def _meter_raised(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._raised(body["jackpot"], by, utc)

    _transfer_in = _meter_raised

    def _meter_set(self, number: int, body: Body, by: set[str], utc: int) -> None:
        if body["after"] > body["before"]:
            self._raised(body["jackpot"], by, utc)

    def _take_over(self, number: int, body: Body, by: set[str], utc: int) -> None:
        if body["after"] > body["before"] or body.get("due"):
            self._raised(body["jackpot"], by, utc)

    def _count_correction(self, number: int, body: Body, by: set[str], utc: int) -> None:
        for jackpot in body["additions"]:
            self._raised(jackpot, by, utc, count=True)

    def _interested(self, claim: Claim) -> set[str]:
        found = set(self._hand(*claim.hand).interested)
        award = self.table.awards(claim.hand[1], claim.stake).get(claim.award)
        if award and award.share:
            found.update(name for _, by, _ in self.meters.get(award.meter, ()) for name in by)
            for meter, number, by in self.paid_out:
                found |= by if meter == award.meter and number >= claim.hand[0] else set()
        return found

    # -- a claim -----------------------------------------------------------------------------------------------

    def _claim(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._before(number, body["spot"], body.get("deeds", ()))
        self._did(number, body["spot"], by, body["when"])
        award = body.get("award", "")
        self.claims[body["claim"]] = Claim(
            (number, body["spot"]), body["stake"], body["locked_at"],
            award, {award} - {""}, bool(award and by), bool(by),
        )  # fmt: skip
        self.open.add(body["claim"])

    def _award_name(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claim = self.claims[body["claim"]]
        self._did(*claim.hand, by, body["when"])
        claim.award, claim.named, claim.approvers = body["award"], bool(by), set()
        claim.awards.add(body["award"])
        claim.claimed |= bool(by)

    def _approval(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claim = self.claims[body["claim"]]
        rule, wrong = self._needs(claim), by & self._interested(claim)
        must(rule.keys or not wrong, f"{sorted(wrong)} approve claim {body['claim']}, in which they are interested")
        claim.approvers |= by
        self._hand(*claim.hand).approved |= by
        if not body.get("missing"):
            free = claim.approvers - self._interested(claim)
            self._enough(f"claim {body['claim']} is approved", rule, free)
            self.open.discard(body["claim"])
            self.agreed.add(body["claim"])

    _fixed_award = _approval

    def _needs(self, claim: Claim) -> People:
        """Those who approve it: the keys only where they claimed what the sensors saw, and one more for what a person
        decided after the lock or nobody put a name to."""
        rule, hand = self._at_stake(claim), self._hand(*claim.hand)
        if rule.keys:
            return rule.named if hand.touched or hand.late else rule
        return People(rule.persons + (hand.decided_after or not claim.named), rule.roles)

    def _meter_award(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claims = {int(claim) for claim in body["amounts"]}
        if body.get("denied"):
            self._ended(body["denied"])
        for claim in claims:
            must(claim in self.agreed, f"claim {claim} has a share without its approval")
            self.owed.add(claim)
        (self.emptied.update if body["won"].get("due") else self.emptied.difference_update)(claims)

    def _claim_end(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claim, what = self.claims[body["claim"]], f"claim {body['claim']} is {body['cause']}"
        if body["cause"] == "denied":
            self._enough(what, self._at_stake(claim).named, by)
        elif body["cause"] == "withdrawn" and (claim.award or claim.claimed):
            self._enough(what, self._at_stake(claim), by)
        self._ended(body["claim"])

    def _ended(self, claim: int) -> None:
        self.open.discard(claim)
        self.owed.discard(claim)

    def _payment(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claim = self.claims[body["claim"]]
        hand = self._hand(*claim.hand)
        free = by - self._interested(claim) - hand.approved
        self._enough(f"claim {body['claim']} is paid", self._rule("payment"), free)
        hand.paid |= by
        self.owed.discard(body["claim"])
        award = self.table.awards(claim.hand[1], claim.stake)[claim.award]
        if not self.owed and body["claim"] in self.emptied:
            then = self.meters.pop(award.meter, [])
            gone = {name for utc, by, _ in then if utc < claim.locked_at for name in by}
            self.paid_out.append((award.meter, claim.hand[0], gone))
            stay = [each for each in then if each[0] >= claim.locked_at]
            counts = [(utc, by, False) for utc, by, count in then if count and utc < claim.locked_at]
            self.meters[award.meter] = stay + counts

    def _payment_correction(self, number: int, body: Body, by: set[str], utc: int) -> None:
        claim = self.claims[body["claim"]]
        hand = self._hand(*claim.hand)
        claim.corrected += body["amount"]
        award = self.table.awards(claim.hand[1], claim.stake)[claim.award]
        of_amount = self._rule("share" if award.share else "award", max(abs(body["amount"]), abs(claim.corrected)))
        rule = self._rule("adjustment")
        rule = People(max(rule.persons, of_amount.persons), rule.roles)
        free = by - self._interested(claim) - hand.approved - hand.paid - hand.read
        self._enough(f"claim {body['claim']} is corrected", rule, free)

    def _reading(self, number: int, body: Body, by: set[str], utc: int) -> None:
        if claim := self.claims.get(body.get("claim", 0)):
            self._hand(*claim.hand).read |= by

    # -- how many, and who -------------------------------------------------------------------------------------

    def _rule(self, decision: str, amount: int = 0) -> People:
        rule = self.table.people(decision, amount)
        return People(max(rule.persons, 2), rule.roles - {DEALER}) if decision in PAIRED else rule

    def _at_stake(self, claim: Claim) -> People:
        """Those who may approve everything that it was ever called; without a name, whatever it may win."""
        lines = self.table.awards(claim.hand[1], claim.stake)
        rules = [
            self._rule("share" if lines[event].share else "award", lines[event].fixed)
            for event in claim.awards or lines
        ]  # fmt: skip
        most = max(rules, key=lambda rule: rule.persons)
        roles = frozenset.intersection(*(rule.roles for rule in rules))
        return People(most.persons, roles or most.roles)

    def _enough(self, what: str, rule: People, by: Iterable[str]) -> None:
        right = sorted(name for name in set(by) if self.people.get(name, set()) & rule.roles)
        must(rule.keys or len(right) >= rule.persons, f"{what} by {right}: it takes {rule.persons}")

    # -- the people themselves ---------------------------------------------------------------------------------

    def _init(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self.training = body.get("training", False)

    def _person_roles(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._for_people(f"{body['name']} gets roles", by)
        self.people[body["name"]] = set(body["roles"])

    def _person_removed(self, number: int, body: Body, by: set[str], utc: int) -> None:
        self._for_people(f"{body['name']} is removed", by)
        del self.people[body["name"]]

    def _for_people(self, what: str, by: set[str]) -> None:
        """A training begins with the table's people, and no command changes them there."""
        if self.training:
            return
        answering = {name for name, roles in self.people.items() if roles & ANSWERING}
        must(len(answering) < 2 or len(by & answering) >= 2, f"{what} by {sorted(by)}: it takes two who answer")
