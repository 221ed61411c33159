"""Any story of each shipped example table, with every kind of step that its profile knows: what must hold after each.

Money is conserved account by account, and each account is what the reference ledger says (reference_ledger.py). A
bonus sign stands through the gaming day, but for wins and management; a progressive's falls for the listed reasons only
and rises by its part of each wager; a hand pays no more than its policy gives (R050-R077, R091, R095, R140-R149).
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from support.config.shipped import TABLES, shipped_rules
from support.table.transfers import ask_of, key_of, with_partners
from support.table.watched_story import Watched, past_round_of

from controller.table import events, meter_events
from controller.table.codec import decode, encode
from controller.table.counters import Parts
from controller.table.events import Event
from controller.table.funding import MANUAL_HOUSE
from controller.table.money import CENT, DOLLAR
from controller.table.rules import Sensor
from controller.table.state import Book, Phase, Stage, phase_of
from controller.table.transfers import Note

SEATS = 3
TWO = ("floor", "manager")
CAUSES = ["malfunction", "over_limit", "nondisplayed", "seed_recovery", "variance", "discontinued"]
MENDS = [events.Unlock, events.Unlock, events.AddSpot, events.AddSpot, events.VoidSpot, events.Void]

whiches = st.integers(0, 11)  # of spots, jackpots and awards, whatever the table has
higher = st.frozensets(whiches)  # spots with a higher tier, where the table has them


class AShippedTable(RuleBasedStateMachine):
    name = ""
    table: Watched

    @initialize()
    def build(self) -> None:
        self.table = Watched(with_partners(shipped_rules(self.name)))
        rules = self.table.rules
        self.spots = [spot.id for spot in rules.spots.values() if spot.seat <= SEATS]
        self.jackpots = list(rules.jackpots)
        self.tiers = any(len(wager.amounts) > 1 for wager in rules.wagers.values())
        self.button = rules.spots[self.spots[0]].sensor is Sensor.BUTTON

    def _spot(self, which: int) -> str:
        return self.spots[which % len(self.spots)]

    def _jackpot(self, which: int) -> str:
        return self.jackpots[which % len(self.jackpots)]

    def _award(self, spot: str, which: int) -> str:
        """Mostly a share, now and then a small prize, or none named."""
        table = self.table.rules
        lines = table.wagers[table.spots[spot].wager].paytable.lines
        shares = [line.event for line in lines if line.shares]
        small = [line.event for line in lines if not line.shares and not line.loses]
        return {10: small[-1], 11: ""}.get(which, shares[which % len(shares)])

    # -- the felt ------------------------------------------------------------------------------------------------

    @rule(which=whiches, raised=st.booleans())
    def bet(self, which: int, raised: bool) -> None:
        if raised:
            self.table.key("tier")
        self.table.touch(self._spot(which))
        self.table.wait(1)

    @rule(which=whiches)
    def lift(self, which: int) -> None:
        spot = self._spot(which)
        if self.table.rules.spots[spot].sensor is Sensor.PRESENCE:
            self.table.take(spot)
            self.table.wait(1)
        elif self.table.rules.spots[spot].sensor is Sensor.COIN:
            self.table.do(events.RefundCoins, spot=spot)

    @rule(
        key=st.sampled_from(["lock", "lock", "win", "settle", "clear", "open_close"]), seconds=st.sampled_from([0, 9])
    )
    def key(self, key: str, seconds: int) -> None:
        self.table.key(key)
        self.table.wait(seconds)

    @rule(playing=st.frozensets(whiches, max_size=4), raised=higher, end=st.booleans())
    def hand(self, playing: frozenset[int], raised: frozenset[int], end: bool) -> None:
        """A hand as it should be played, from whatever is."""
        table = self.table
        self._ready()
        in_service = {spot for spot in self.spots if not table.state.book.spot(spot).out}
        spots = {self._spot(which) for which in playing} & in_service
        tens = {self._spot(which) for which in raised} if self.tiers else set()
        for spot in sorted(spots):
            if spot in tens:
                table.key("tier")
            table.touch(spot)
        table.wait(1)
        table.key("lock")
        if table.state.book.locked and not table.refused:
            ended = table.state.book.over(self.jackpots)
            coins = {spot for spot in self.spots if table.rules.spots[spot].sensor is Sensor.COIN}
            assert ended or spots <= set(table.state.book.locked.spots) <= spots | coins, "what is lit is what plays"
            assert ended or set(table.state.book.locked.tiers) == spots & tens
        if end:
            table.wait(10)
            table.key("clear")
            table.wait(9)

    def _ready(self) -> None:
        """To the next bets, with nothing on the felt."""
        table = self.table
        for code in table.state.book.faults:
            table.do(events.ClearFault, code=code, reason="looked into")
        if table.state.book.funds:
            table.do(meter_events.ReleaseFunds, reason="paid in")
        if not table.trusts_clock():
            table.do(events.ConfirmClock)
        table.do(events.Resume)
        if table.state.book.locked:
            table.wait(9)
            table.key("settle")
            table.take(*table.lying)
            table.wait(1)
            table.key("clear")
        table.take(*table.lying)
        table.wait(9)
        if phase_of(table.state) is Phase.CLOSED:
            table.do(events.Open)
        for spot in self.spots if self.button else ():
            if table.shows(spot) in ("lit", "raised"):
                table.touch(spot)
        table.wait(1)

    @rule(which=whiches, higher=st.booleans())
    def tier(self, which: int, higher: bool) -> None:
        spot = self._spot(which)
        amount = self.table.rules.wagers[self.table.rules.spots[spot].wager].amounts[-1 if higher else 0]
        self.table.do(events.SetTier, spot=spot, amount=amount, by=("floor",), reason="the chips say so")

    @rule(playing=st.lists(st.frozensets(whiches, max_size=4), min_size=2, max_size=4), raised=higher)
    def hands(self, playing: list[frozenset[int]], raised: frozenset[int]) -> None:
        for spots in playing:
            self.hand(spots, raised, end=True)

    @rule(
        playing=st.frozensets(whiches, min_size=1, max_size=4),
        raised=higher,
        mends=st.lists(st.tuples(st.sampled_from(MENDS), whiches), min_size=1, max_size=4),
        claim=st.booleans(),
    )
    def mended_hand(
        self, playing: frozenset[int], raised: frozenset[int], mends: list[tuple[type[Event], int]], claim: bool
    ) -> None:
        self.hand(playing, raised, end=False)
        for command, which in mends:
            if claim:
                self.claim(which, which)
            if self.tiers and which % 2:
                self.tier(which, higher=which > 6)
            self.mend(command, which, "lock")

    @precondition(lambda self: self.table.state.book.locked)
    @rule(command=st.sampled_from(MENDS), which=whiches, then=st.sampled_from(["lock", "clear", "late"]))
    def mend(self, command: type[Event], which: int, then: str) -> None:
        """An unlocked hand gets another bet and is locked again, or cleared, or locked late."""
        table = self.table
        if command is not events.Unlock:
            facts = {} if command is events.Void else {"spot": self._spot(which)}
            table.do(command, reason="seen", **facts)
        elif not table.do(events.Unlock):
            table.touch(self._spot(which))
            table.wait(1)
            moment = table.utc
            table.key("clear" if then == "late" else then)
            if then == "late":
                table.do(events.LateLock, moment=moment)

    @rule(which=whiches)
    def drop(self, which: int) -> None:
        self.table.do(events.DropSpot, spot=self._spot(which))

    @rule(back=st.integers(0, 5))
    def late_lock(self, back: int) -> None:
        """At one of the moments that a person is offered."""
        book, live = self.table.state.book, self.table.state.live
        seen = (*(book.missed.seen if book.missed else ()), *live.seen)
        if seen:
            self.table.do(events.LateLock, moment=seen[-1 - back % len(seen)].utc)

    # -- winners -------------------------------------------------------------------------------------------------

    @rule(which=whiches, award=whiches)
    def claim(self, which: int, award: int) -> None:
        spot = self._spot(which)
        self.table.do(events.OpenClaim, spot=spot, award=self._award(spot, award))

    @rule(which=whiches)
    def claim_by_seat(self, which: int) -> None:
        self.table.key("win")
        self.table.touch(self._spot(which))

    @rule(back=st.integers(1, 4), which=whiches, award=whiches)
    def claim_late(self, back: int, which: int, award: int) -> None:
        number, spot = self.table.state.book.round - back, self._spot(which)
        found = past_round_of(self.table, number)
        if found:
            facts = {"award": self._award(spot, award), "past": found, "reference": "camera 3", "by": ("floor",)}
            self.table.do(events.OpenClaim, spot=spot, **facts)

    @precondition(lambda self: self.table.state.book.claims)
    @rule(
        data=st.data(),
        command=st.sampled_from(
            [*[events.ConfirmClaim] * 3, events.DenyClaim, events.WithdrawClaim, *[events.PayClaim] * 2]
        ),
        by=st.sampled_from([("manager",), TWO, TWO]),
    )
    def decide(self, data: st.DataObject, command: type[Event], by: tuple[str, ...]) -> None:
        claim = data.draw(st.sampled_from([claim.number for claim in self.table.state.book.claims]))
        facts = {"reason": "the cards"} if command is events.DenyClaim else {}
        self.table.do(command, by=by, claim=claim, **facts)

    @rule(claim=st.integers(1, 5), amount=st.sampled_from([-100 * DOLLAR, DOLLAR]))
    def correct(self, claim: int, amount: int) -> None:
        self.table.do(events.CorrectWin, claim=claim, amount=amount, reason="variance")

    @rule()
    def reopen(self) -> None:
        self.table.do(events.ReopenClaims, reason="overlooked")

    @rule(playing=st.frozensets(whiches, min_size=1, max_size=3), raised=higher, award=whiches, pay=st.booleans())
    def winners(self, playing: frozenset[int], raised: frozenset[int], award: int, pay: bool) -> None:
        """Nothing left out. In a calm book what they get and what is left is known to the micro-dollar."""
        table = self.table
        self._ready()
        self.hand(playing, raised, end=False)
        calm = not table.state.book.claims and not any(count.pending for count in table.state.book.jackpots.values())
        held = {name: table.state.book.parts(name) for name in self.jackpots}
        locked = table.state.book.locked
        for spot in locked.spots if locked else ():
            table.do(events.OpenClaim, spot=spot, award=self._award(spot, award % 10))
        for claim in table.state.book.claims:
            table.do(events.ConfirmClaim, by=TWO, claim=claim.number)
        if calm:
            for name in self.jackpots:
                self._exact(name, held[name])
        for claim in table.state.book.claims if pay else ():
            table.do(events.PayClaim, claim=claim.number)
        if calm and pay:
            for name in self.jackpots:
                self._reset(name, held[name])

    def _decide_all(self) -> None:
        """The money of every claim leaves the book."""
        for command in (events.DenyClaim, events.ConfirmClaim, events.PayClaim):
            for claim in self.table.state.book.claims:
                unnamed = {"reason": "no award"} if command is events.DenyClaim else {}
                if not (unnamed and claim.award):
                    self.table.do(command, claim=claim.number, by=("manager", "floor", "accounting"), **unnamed)

    def _exact(self, name: str, held: Parts) -> None:
        claims = [claim for claim in self.table.state.book.claims if claim.jackpot == name]
        if not claims:
            return
        assert all(claim.stage is Stage.OWED for claim in claims)
        parts = [self.table.ledger.share(claim.number) for claim in claims]
        whole = max(sum(parts), 10_000) if self.table.rules.jackpots[name].terms.multiple_winners == "split" else 10_000
        for claim, part in zip(claims, parts, strict=True):
            assert abs(Fraction(held.meter * part, whole) - claim.amount) < CENT
        if whole > 10_000:
            assert sum(claim.amount for claim in claims) == held.meter // CENT * CENT, "all of it, and no cent more"

    def _reset(self, name: str, held: Parts) -> None:
        """What is left, or the reset amount: the players' money first, the house's for what is missing (R077)."""
        claims = [claim for claim in self.table.state.book.claims if claim.jackpot == name]
        book, jackpot = self.table.state.book, self.table.rules.jackpots[name]
        left = held.meter - min(sum(claim.amount for claim in claims), held.meter)
        if not claims or left >= CENT:
            assert book.meter(name) == (left if claims else held.meter)
            return
        reset = book.terms(jackpot).reset
        assert book.meter(name) == reset
        if jackpot.funding.custodial:
            reserve = held.reserve + left
            assert book.reserve(name) == max(reserve - reset, 0)
            assert book.overflow(name) == held.overflow - min(max(reset - reserve, 0), held.overflow)

    # -- days ----------------------------------------------------------------------------------------------------

    @rule(hours=st.sampled_from([0.01, 3, 23, 24]))
    def time_passes(self, hours: float) -> None:
        self.table.wait(hours * 3600)

    @rule(days=st.sampled_from([1, 1, 1, 4]), hour=st.sampled_from(["05:59:59", "06:00", "11:00"]), calm=st.booleans())
    def morning(self, days: int, hour: str, calm: bool) -> None:
        if calm:
            self._ready()
        self.table.until_later(days, hour)

    @rule(command=st.sampled_from([meter_events.HoldPost, meter_events.ReleasePost, meter_events.Post]))
    def post(self, command: type[Event]) -> None:
        self.table.do(command, **({"reason": "disputed"} if command is meter_events.HoldPost else {}))

    @rule(back=st.integers(0, 3), which=whiches, wagers=st.integers(-3, 3))
    def recount(self, back: int, which: int, wagers: int) -> None:
        days = sorted({row.day for row in self.table.journal if row.day})
        wager = self.table.rules.spots[self._spot(which)].wager
        self.table.do(
            meter_events.CorrectCount,
            day=days[max(-len(days), -1 - back)],
            wager=wager,
            wagers=wagers,
            reason="recount",
        )

    # -- management ----------------------------------------------------------------------------------------------

    @rule(which=whiches, dollars=st.integers(400, 20_000), calm=st.booleans())
    def set(self, which: int, dollars: int, calm: bool) -> None:
        if calm:
            self._ready()
        self.table.set(self._jackpot(which), dollars)

    @rule(
        which=whiches,
        amount=st.sampled_from([1, CENT, 3 * DOLLAR]),
        account=st.sampled_from(["displayed", "reserve", "overflow"]),
        cause=st.sampled_from(CAUSES),
        whole=st.booleans(),
    )
    def lower(self, which: int, amount: int, account: str, cause: str, whole: bool) -> None:
        name = self._jackpot(which)
        if whole:
            amount = self.table.state.book.balances.get(f"{'jackpot' if account == 'displayed' else account}/{name}", 0)
        facts = {"amount": amount, "account": account, "cause": cause, "reason": "seen"}
        self.table.do(meter_events.LowerMeter, jackpot=name, **facts)

    @rule(
        which=whiches,
        amount=st.sampled_from([1, CENT, 3 * DOLLAR, 60_000 * DOLLAR]),
        source=st.sampled_from(["house", "house", "reserve", "overflow"]),
        cause=st.sampled_from(["malfunction", "malfunction", "variance", "award"]),
    )
    def rise(self, which: int, amount: int, source: str, cause: str) -> None:
        facts = {"amount": amount, "source": source, "cause": cause, "reason": "seen"}
        self.table.do(meter_events.RaiseMeter, jackpot=self._jackpot(which), **facts)

    @rule(hold=st.booleans())
    def funds(self, hold: bool) -> None:
        self.table.do(meter_events.HoldFunds if hold else meter_events.ReleaseFunds, reason="the bank")

    @rule(
        which=whiches,
        reset=st.sampled_from([600, 1250, 20_000]),
        rate=st.sampled_from([0, 500]),
        limit=st.sampled_from([0, 1, 30_000]),
    )
    def reconfigure(self, which: int, reset: int, rate: int, limit: int) -> None:
        """Another file at the next start; `limit` is above what is shown, by little or much."""
        name, table = self._jackpot(which), self.table
        jackpot = table.rules.jackpots[name]
        room = table.state.book.posted(name) + limit * DOLLAR if limit else 0
        terms = replace(jackpot.terms, reset=reset * DOLLAR, limit=max(room, reset * DOLLAR) if limit else 0)
        if jackpot.funding != MANUAL_HOUSE:
            terms = replace(terms, rate_bp=jackpot.terms.rate_bp + rate)
        table.with_rules(jackpots={**table.rules.jackpots, name: replace(jackpot, terms=terms)})
        table.restart()
        if rate:
            table.do(meter_events.AcceptTerms)
            self._ready()
            table.do(events.Close)
            table.do(events.Open)

    @rule()
    def accept(self) -> None:
        self.table.do(meter_events.AcceptTerms)

    @precondition(lambda self: self.table.state.book.round > 5)
    @rule(which=whiches, then=st.sampled_from(["keep", "keep", "house", "charity", "bj-99"]))
    def retire(self, which: int, then: str) -> None:
        """Announced, and taken back; or at its end all of it goes somewhere."""
        table, name = self.table, self._jackpot(which)
        here = datetime.fromtimestamp(table.utc / 1000, UTC).astimezone(table.rules.zone).date()
        last = here + timedelta(days=table.rules.removal.notice_days)
        table.do(meter_events.Retire, jackpot=name, last_day=last.isoformat(), reason="a new game")
        if then == "keep":
            table.do(meter_events.Keep, jackpot=name, reason="it stays")
            return
        self._ready()
        self._decide_all()
        table.wait((table.rules.removal.notice_days + 1) * 86_400)
        table.do(events.Close)
        for each in self.jackpots:
            if then == "bj-99":
                self._send(each, then)
            else:
                table.do(meter_events.Dispose, jackpot=each, to=then, reason="a new game")

    @precondition(lambda self: self.table.state.book.round > 2)
    @rule(which=whiches, away=st.booleans())
    def transfer(self, which: int, away: bool) -> None:
        """To another table and back; or something comes from there."""
        table, name = self.table, self._jackpot(which)
        self._ready()
        self._decide_all()
        table.do(events.Close)
        if away:
            self._send(name, "bj-99")
        count, jackpot = table.state.book.jackpots[name], table.rules.jackpots[name]
        more = Parts(7 * DOLLAR + 5, 3, 2, DOLLAR) if jackpot.funding.custodial else Parts(7 * DOLLAR)
        table.do(meter_events.TransferAsk, jackpot=name, giver="bj-99")
        for each in table.state.book.asks:
            if each.jackpot == name:
                note = Note("bj-99", table.rules.table, name, jackpot.type, each.nonce, count.sent if away else more)
                table.do(meter_events.TransferIn, jackpot=name, note=note.text(key_of("bj-99", table.rules.table)))

    def _send(self, name: str, to: str) -> None:
        table = self.table
        nonce = f"{len(table.journal):032x}"
        asked = ask_of(to, table.rules.table, name, table.rules.jackpots[name].type, nonce)
        table.do(meter_events.TransferOut, jackpot=name, ask=asked, cause="approved", reason="a new place")

    # -- the machine ---------------------------------------------------------------------------------------------

    @rule(boot=st.sampled_from(["boot-1", "boot-2"]), synced=st.booleans())
    def power_cut(self, boot: str, synced: bool) -> None:
        table = self.table
        assert decode(Book, encode(table.state.book)) == table.state.book
        locked, table.synced = table.state.book.locked, synced
        table.restart(boot)
        assert table.state.book.locked == locked

    @rule(seconds=st.sampled_from([-90_000, -3600, 61, 86_400]), confirm=st.booleans())
    def clock_jumps(self, seconds: int, confirm: bool) -> None:
        self.table.step_clock(seconds)
        if confirm:
            self.table.do(events.ConfirmClock)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.audit()


@pytest.mark.parametrize("name", TABLES)
def test_any_story_of(name: str) -> None:
    machine = type(name, (AShippedTable,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=120, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
