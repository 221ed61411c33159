"""A progressive through anything, in any order: rounds, unlocks, voids, wins, denials, payments, adjustments, mornings,
power cuts (R053, R054, R070-R077, R095, R140, R149).

Every account is compared with the reference ledger after each row; the laws of players' money are checked beside it."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from support.table.progressive import progressive, sign
from support.table.reference_ledger import ReferenceLedger
from support.table.story import Table, as_on_disk, body_of, with_share
from support.table.watched_story import past_round_of

from controller.table import events, meter_events
from controller.table.codec import decode, encode
from controller.table.continuity import continuity
from controller.table.counters import Custody
from controller.table.events import Event
from controller.table.journal import Entry, apply
from controller.table.money import CENT, DOLLAR
from controller.table.rules import Rules
from controller.table.state import Book, Phase, phase_of
from controller.table.step import Outcome

SEATS = 3
WAGER = 5 * DOLLAR
ACES = "three-aces-suited"
ACCOUNTS = ("jackpot/main", "reserve/main", "overflow/main")
COUNTERS = ("seeded", "posted", "raised", "lowered", "reseeded", "unseeded", "won", "restored", "wins", "wagers")
TRUSTED = ("contributed", "reserve_in", "reserve_out", "overflow_in", "overflow_out", "advanced", "recovered")
# All that may lower what signs say: won, or one of the listed causes.
FALLS = {"meter_award", "payment", "meter_lowered"}


def holds(book: Book) -> list[int]:
    return [book.balances.get(account, 0) for account in ACCOUNTS]


class Watched(Table):
    """A table whose every step is looked at."""

    def __init__(self, rules: Rules) -> None:
        self.ledger = ReferenceLedger(rules)
        self.folded = Book("", 0)
        super().__init__(rules)

    def tell(self, event: Event) -> Outcome:
        before = self.state
        if not self.folded.seq:
            self._fold(self.journal[0])
        shown = sign(self)
        outcome = super().tell(event)
        for row in outcome.entries:
            old = self.folded
            self._fold(row)
            self._row(row, old, self.folded)
            self.ledger.read(row, event)
            assert self.folded.balances == self.ledger.balances(), row.kind
        kinds = {row.kind for row in outcome.entries}
        assert sign(self) >= shown or kinds & FALLS, f"the sign fell for {kinds}"
        self._laws(before.book, outcome.state.book)
        return outcome

    def _fold(self, row: Entry) -> None:
        """As the disk has it."""
        self.folded = apply(self.folded, as_on_disk(row))

    def _row(self, row: Entry, old: Book, new: Book) -> None:
        change = [b - a for a, b in zip(holds(old), holds(new), strict=True)]
        if row.kind == "meter_award":
            self._award(body_of(row), change, new)
        elif row.kind == "payment":
            assert change[0] == body_of(row).get("reseeded", 0) >= 0
            assert change[1] <= 0 >= change[2]
        elif row.kind == "meter_lowered":
            assert body_of(row)["cause"] in self.rules.may_fall
            assert sum(change) == (0 if body_of(row)["cause"] == "over_limit" else -body_of(row)["amount"])
        elif row.kind == "meter_raised":
            assert body_of(row)["cause"] in self.rules.may_rise
            assert change[0] == body_of(row)["amount"]

    def _award(self, body: Any, change: list[int], new: Book) -> None:
        won, had = body["won"], body["won_before"]
        amounts = list(body["amounts"].values())
        assert all(amount >= 0 and amount % CENT == 0 for amount in amounts)
        base, reset = won["base"], self.rules.jackpots["main"].terms.reset
        most = {
            "split": base,
            "full_each": base * len(amounts),
            "ordered": base + max(len(amounts) - 1, 0) * max(base, reset),
        }
        if not had["drawn"]:
            assert sum(amounts) <= most[body["policy"]], "never more than the policy gives"
        assert won["drawn"] <= base
        houses = [each["reseeded"] - each["from_reserve"] - each["from_overflow"] for each in (had, won)]
        advance = houses[1] - houses[0]
        assert sum(change) == had["drawn"] - won["drawn"] + advance, "players' money leaves to winners alone"
        if advance > 0 and won["reseeded"] > had["reseeded"]:
            assert holds(new)[1:] == [0, 0], "the house advances only what the players' money cannot"

    def _laws(self, before: Book, after: Book) -> None:
        assert continuity(after) == []
        assert self.folded == after, "the book is the fold of its rows"
        assert decode(Book, encode(after)) == after
        assert min(holds(after)) >= 0
        assert sum(after.balances.values()) == 0
        old, new = before.jackpots["main"], after.jackpots["main"]
        for name in COUNTERS:
            assert getattr(new, name) >= getattr(old, name)
        assert new.custody
        for name in TRUSTED:
            assert getattr(new.custody, name) >= getattr(old.custody, name)
        assert new.custody.outstanding >= 0, "the house recovers no more than it has put in"
        terms = self.rules.jackpots["main"].terms
        returned = len(self.ledger.charged) - len(self.ledger.stakes)
        each = WAGER * (terms.rate_bp + terms.reserve_bp) // 10_000
        assert self.ledger.retained["main"] == returned * each, "what no wager pays for, the house has put in"


seats = st.integers(1, SEATS)
CAUSES = ["malfunction", "over_limit", "nondisplayed", "seed_recovery", "variance"]


class AProgressive(RuleBasedStateMachine):
    table: Watched

    @initialize(
        rate=st.sampled_from([0, 1, 1250, 3333, 5000]),
        reserve=st.sampled_from([0, 250, 1250]),
        base=st.sampled_from([0, CENT // 2, 3 * DOLLAR, 20 * DOLLAR]),
        room=st.sampled_from([0, 0, 1, 4 * DOLLAR]),
        policy=st.sampled_from(["full_each", "split", "ordered"]),
        reseed=st.sampled_from(["confirmed", "paid"]),
        share=st.sampled_from([10_000, 10_000, 5000, 3333]),
    )
    def build(self, rate: int, reserve: int, base: int, room: int, policy: str, reseed: str, share: int) -> None:
        limit = base + room if room else 0
        rules = progressive(
            seats=SEATS,
            rate_bp=rate,
            reserve_bp=reserve,
            base=base,
            limit=limit,
            multiple_winners=policy,
            reseed=reseed,
        )
        self.table = Watched(with_share(rules, share))
        self.table.do(events.AddPerson, name="other", roles=("floor",), by=("admin", "manager"))
        self.table.open()

    # -- rounds ------------------------------------------------------------------------------------------------

    def _ready(self) -> None:
        """To the next bets, from whatever is."""
        table = self.table
        if table.state.book.funds:
            table.do(meter_events.ReleaseFunds, reason="paid in")
        if table.state.live.recovered:
            table.do(events.Resume)
        for key in ("clear", "open_close"):
            if phase_of(table.state) is not Phase.BETTING:
                table.wait(9)
                table.key(key)

    @rule(hands=st.lists(st.frozensets(seats), min_size=1, max_size=4), finish=st.booleans())
    def hands(self, hands: list[frozenset[int]], finish: bool) -> None:
        table = self.table
        for number, hand in enumerate(hands, 1):
            self._ready()
            table.press(*hand)
            table.wait(1)
            table.key("lock")
            if number < len(hands) or finish:
                table.wait(10)
                table.key("clear")
                table.wait(9)

    @precondition(lambda self: self.table.state.book.locked is not None)
    @rule(hand=st.frozensets(seats), again=st.sampled_from(["lock", "lock", "clear", "void", "late"]))
    def unlock(self, hand: frozenset[int], again: str) -> None:
        """Then bets change, and the same number is locked again, or not."""
        table = self.table
        if table.do(events.Unlock):
            return
        table.press(*hand)
        table.wait(9)
        if again == "clear":
            table.key("clear")
        elif again == "late":
            moment = table.utc
            table.wait(1)
            table.key("clear")
            table.wait(1)
            table.do(events.LateLock, moment=moment)
        else:
            table.key("lock")
            if again == "void":
                table.do(events.Void, reason="misdeal")

    @precondition(lambda self: self.table.state.book.locked is not None)
    @rule(
        command=st.sampled_from([events.VoidSpot, events.AddSpot, events.AddSpot, events.Void, events.Clear]),
        seat=seats,
    )
    def mend(self, command: type[Event], seat: int) -> None:
        facts = {"spot": f"{seat}/gbj", "reason": "seen"} if command in (events.VoidSpot, events.AddSpot) else {}
        if command is events.Void:
            facts = {"reason": "misdeal"}
        self.table.do(command, **facts)

    # -- winners -----------------------------------------------------------------------------------------------

    @rule(seat=seats, award=st.sampled_from([ACES, ACES, "straight", ""]))
    def claim(self, seat: int, award: str) -> None:
        self.table.do(events.OpenClaim, spot=f"{seat}/gbj", award=award)

    @rule(back=st.integers(1, 4), seat=seats, award=st.sampled_from([ACES, ACES, "straight"]))
    def claim_late(self, back: int, seat: int, award: str) -> None:
        past = past_round_of(self.table, self.table.state.book.round - back)
        if past:
            facts = {"award": award, "past": past, "reference": "camera 3", "by": ("floor",)}
            self.table.do(events.OpenClaim, spot=f"{seat}/gbj", **facts)

    @precondition(lambda self: self.table.state.book.claims)
    @rule(
        data=st.data(),
        command=st.sampled_from([*[events.ConfirmClaim] * 3, events.DenyClaim, events.DenyClaim, events.PayClaim]),
    )
    def decide(self, data: st.DataObject, command: type[Event]) -> None:
        claim = data.draw(st.sampled_from([claim.number for claim in self.table.state.book.claims]))
        facts = {"reason": "the cards"} if command is events.DenyClaim else {}
        self.table.do(command, by=("other", "manager"), claim=claim, **facts)

    @rule(hand=st.frozensets(seats, min_size=1), then=st.sampled_from(["pay", "deny", "play", "leave"]))
    def hand_with_winners(self, hand: frozenset[int], then: str) -> None:
        """Nothing left out, so that the rare states are reached. A denial at once restores everything (E28)."""
        self.hands([hand], finish=False)
        table = self.table
        before, custody = table.state.book, table.state.book.jackpots["main"].custody
        calm = not any(claim.stage != "paid" for claim in before.claims)
        for seat in hand:
            table.do(events.OpenClaim, spot=f"{seat}/gbj", award=ACES)
        numbers = [claim.number for claim in table.state.book.claims if claim.number > before.claim_count]
        for claim in numbers:
            table.do(events.ConfirmClaim, by=("other", "manager"), claim=claim)
        if then == "play":
            self.hands([frozenset({1, 2})], finish=True)
        for claim in numbers:
            if then == "pay":
                table.do(events.PayClaim, claim=claim)
            elif then != "leave":
                table.do(events.DenyClaim, by=("other", "manager"), claim=claim, reason="the cards")
        if then == "deny" and calm:
            assert table.state.book.balances == before.balances
            assert _outstanding(table.state.book.jackpots["main"].custody) == _outstanding(custody)

    @rule(reason=st.just("overlooked"))
    def reopen(self, reason: str) -> None:
        self.table.do(events.ReopenClaims, reason=reason)

    # -- people ------------------------------------------------------------------------------------------------

    @rule(
        amount=st.sampled_from([1, CENT, 625_000, 3 * DOLLAR]),
        account=st.sampled_from(["displayed", "reserve", "overflow"]),
        cause=st.sampled_from(CAUSES),
        whole=st.booleans(),
    )
    def lower(self, amount: int, account: str, cause: str, whole: bool) -> None:
        there = dict(zip(("displayed", "reserve", "overflow"), holds(self.table.state.book), strict=True))
        amount = there[account] if whole else amount
        facts = {"jackpot": "main", "amount": amount, "account": account, "cause": cause, "reason": "seen"}
        self.table.do(meter_events.LowerMeter, **facts)

    @rule(
        amount=st.sampled_from([1, CENT, 625_000, 3 * DOLLAR]),
        source=st.sampled_from(["house", "reserve", "overflow"]),
        cause=st.sampled_from(CAUSES),
    )
    def rise(self, amount: int, source: str, cause: str) -> None:
        facts = {"jackpot": "main", "amount": amount, "source": source, "cause": cause, "reason": "seen"}
        self.table.do(meter_events.RaiseMeter, **facts)

    @rule(hold=st.booleans())
    def funds(self, hold: bool) -> None:
        self.table.do(meter_events.HoldFunds if hold else meter_events.ReleaseFunds, reason="the bank")

    # -- the machine -------------------------------------------------------------------------------------------

    @rule(days=st.sampled_from([1, 3]))
    def morning_comes(self, days: int) -> None:
        self.table.until_later(days, "06:00")

    @rule()
    def power_cut(self) -> None:
        self.table.restart("boot-2")

    def teardown(self) -> None:
        """The whole history once more, from the first row."""
        if hasattr(self, "table"):
            self.table.audit()


def _outstanding(custody: Custody | None) -> int:
    return custody.outstanding if custody else 0


TestAProgressive = AProgressive.TestCase
TestAProgressive.settings = settings(
    max_examples=100, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
