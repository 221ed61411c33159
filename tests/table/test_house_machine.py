"""Any story of a table whose amounts management sets, with $5 and $10: what must hold after each of its events.

Money is conserved account by account; a sign changes only after a win or by management; a hand pays no more than its
policy gives; no meter is set twice within 24 elapsed hours without a paid win between.
"""

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.table.story import body_of
from support.table.three_meters import BASES, FIVE, MAJOR, MEGA, MINOR, TEN, tiered
from support.table.watched_story import Watched

from controller.table import events
from controller.table.events import Event
from controller.table.rules import Sensor
from controller.table.state import Claim, Phase, Stage, phase_of
from controller.table.step import Outcome

A_WIN = {"meter_award", "payment"}  # rows after which a sign may show another amount


class OwnSigns(Watched):
    """A sign changes for its own meter's reasons only, not for another's."""

    def tell(self, event: Event) -> Outcome:
        shown = self.signs()
        outcome = super().tell(event)
        rows = {row.kind: row for row in outcome.entries}
        for name, cents in self.signs().items():
            if cents == shown[name] or rows.keys() & {*A_WIN, "claim_end"}:
                continue
            if "meter_set" in rows:
                assert body_of(rows["meter_set"])["jackpot"] == name
            else:  # of a hand that has won already one more claims: the amount of its lock stands there again (R091)
                asked = rows.keys() & {"claim", "award_name"}
                assert asked, f"the sign changed by {set(rows)}"
                number = body_of(rows[asked.pop()])["claim"]
                claim = next(each for each in self.state.book.claims if each.number == number)
                assert self.state.book.taken(name, claim.round)
        return outcome


seats = st.integers(1, 3)
AWARDS = [MEGA, MEGA, MAJOR, MINOR, "three-queens", ""]


class HouseAmounts(RuleBasedStateMachine):
    felt: OwnSigns

    @initialize(
        sensor=st.sampled_from(Sensor),
        rivals=st.booleans(),
        policy=st.sampled_from(["split", "split", "full_each", "ordered"]),
        reseed=st.sampled_from(["confirmed", "paid"]),
        start=st.sampled_from(["2026-11-18 10:00", "2026-03-06 10:00", "2026-10-30 10:00"]),
    )
    def build(self, sensor: Sensor, rivals: bool, policy: str, reseed: str, start: str) -> None:
        rules = replace(tiered(sensor, rivals=rivals, policy=policy), reseed=reseed)
        self.policy, self.sensor = policy, sensor
        self.felt = OwnSigns(rules, start)
        self.names = ("five", "ten") if rivals else ("ll",)

    def _spot(self, seat: int, which: int) -> str:
        return f"{seat}/{self.names[which % len(self.names)]}"

    # -- the felt --------------------------------------------------------------------------------------------

    @rule(seat=seats, which=st.integers(0, 1), raised=st.booleans())
    def bet(self, seat: int, which: int, raised: bool) -> None:
        if raised:
            self.felt.key("tier")
        self.felt.touch(self._spot(seat, which))
        self.felt.wait(1)

    @rule(seat=seats, which=st.integers(0, 1))
    def lift(self, seat: int, which: int) -> None:
        if self.sensor is Sensor.PRESENCE:
            self.felt.take(self._spot(seat, which))
            self.felt.wait(1)

    @rule(key=st.sampled_from(["lock", "lock", "tier", "win", "settle", "clear"]), seconds=st.sampled_from([0, 1, 9]))
    def key(self, key: str, seconds: int) -> None:
        self.felt.key(key)
        self.felt.wait(seconds)

    @rule(seat=seats, which=st.integers(0, 1), amount=st.sampled_from([FIVE, TEN]))
    def tier(self, seat: int, which: int, amount: int) -> None:
        self.felt.do(
            events.SetTier, spot=self._spot(seat, which), amount=amount, by=("floor",), reason="the chips say so"
        )

    @precondition(lambda self: self.felt.state.book.locked)
    @rule(
        command=st.sampled_from([events.Unlock, events.Void, events.VoidSpot, events.AddSpot]),
        seat=seats,
        which=st.integers(0, 1),
    )
    def mend(self, command: type[Event], seat: int, which: int) -> None:
        facts = {} if command is events.Unlock else {"reason": "misdeal"}
        if command in (events.VoidSpot, events.AddSpot):
            facts["spot"] = self._spot(seat, which)
        self.felt.do(command, **facts)

    # -- winners ---------------------------------------------------------------------------------------------

    @rule(seat=seats, which=st.integers(0, 1), award=st.sampled_from(AWARDS))
    def claim(self, seat: int, which: int, award: str) -> None:
        self.felt.do(events.OpenClaim, spot=self._spot(seat, which), award=award)

    @precondition(lambda self: self.felt.state.book.claims)
    @rule(
        data=st.data(),
        command=st.sampled_from([*[events.ConfirmClaim] * 3, events.DenyClaim, *[events.PayClaim] * 3]),
    )
    def decide(self, data: st.DataObject, command: type[Event]) -> None:
        claim = data.draw(st.sampled_from([claim.number for claim in self.felt.state.book.claims]))
        facts = {"reason": "the cards"} if command is events.DenyClaim else {}
        self.felt.do(command, by=("floor", "manager"), claim=claim, **facts)

    @rule(playing=st.sets(seats, min_size=1), raised=st.sets(seats), which=st.booleans())
    def hand(self, playing: set[int], raised: set[int], which: bool) -> None:
        """Up to the lock, so that what follows a lock is tried often."""
        felt = self.felt
        self._fresh_hand()
        for seat in playing:
            self.bet(seat, which, seat in raised)
        felt.key("lock")

    @rule(
        playing=st.sets(seats, min_size=1),
        raised=st.sets(seats),
        award=st.sampled_from(AWARDS[:4]),
        pay=st.booleans(),
        which=st.booleans(),
    )
    def winners(self, playing: set[int], raised: set[int], award: str, pay: bool, which: bool) -> None:
        felt = self.felt
        self.hand(playing, raised, which)
        for seat in playing:
            felt.do(events.OpenClaim, spot=self._spot(seat, which), award=award)
        for command in (events.ConfirmClaim, events.PayClaim) if pay else (events.ConfirmClaim,):
            for claim in felt.state.book.claims:
                felt.do(command, by=("floor", "manager"), claim=claim.number)

    def _fresh_hand(self) -> None:
        self.felt.do(events.Resume)
        self.felt.wait(9)
        if self.felt.state.book.locked:
            self.felt.key("settle")
            self.felt.take(*self.felt.lying)
            self.felt.wait(1)
            self.felt.key("clear")
            self.felt.wait(9)

    @rule()
    def reopen(self) -> None:
        self.felt.do(events.ReopenClaims, reason="overlooked")

    # -- management, days, the machine -----------------------------------------------------------------------

    @rule(
        jackpot=st.sampled_from(list(BASES)),
        amounts=st.lists(st.integers(500, 20_000), min_size=1, max_size=2),
        hours=st.sampled_from([0, 23, 24]),
        clear=st.booleans(),
    )
    def set(self, jackpot: str, amounts: list[int], hours: int, clear: bool) -> None:
        for dollars in amounts:
            if clear:
                self._fresh_hand()
                self._nobody_bets()
            self.felt.set(jackpot, dollars)
            self.felt.wait(hours * 3600)

    def _nobody_bets(self) -> None:
        for spot in self.felt.rules.spots:
            if self.sensor is Sensor.BUTTON and self.felt.shows(spot) in ("lit", "raised"):
                self.felt.touch(spot)

    @rule(hours=st.sampled_from([0.1, 3, 21, 23, 24, 25]))
    def time_passes(self, hours: float) -> None:
        self.felt.wait(hours * 3600)

    @rule(days=st.sampled_from([1, 1, 3]), hour=st.sampled_from(["05:59:59", "06:00", "11:00"]))
    def morning(self, days: int, hour: str) -> None:
        self.felt.until_later(days, hour)

    @rule()
    def power_cut(self) -> None:
        locked = self.felt.state.book.locked
        self.felt.restart()
        assert self.felt.state.book.locked == locked

    # -- what holds ------------------------------------------------------------------------------------------

    @invariant()
    def what_is_owed_is_set_aside(self) -> None:
        if not hasattr(self, "felt"):
            return
        book = self.felt.state.book
        owed = {f"owed/{each.number}": each.amount for each in book.claims if each.stage is Stage.OWED and each.amount}
        assert {name: amount for name, amount in book.balances.items() if name.startswith("owed/")} == owed

    @invariant()
    def no_hand_pays_more_than_its_policy_gives(self) -> None:
        if not hasattr(self, "felt"):
            return
        hands: dict[tuple[int, str], list[int]] = {}
        meters: dict[tuple[int, str], int] = {}
        for claim in self.felt.state.book.claims:
            if claim.jackpot and claim.stage in (Stage.OWED, Stage.PAID):
                hands.setdefault((claim.round, claim.jackpot), []).append(claim.amount)
                posted = claim.meters[claim.jackpot]
                if self._reset_since(claim):
                    posted = max(posted, BASES[claim.jackpot])
                meters[claim.round, claim.jackpot] = posted
        for hand, amounts in hands.items():
            if self.policy == "split":
                assert sum(amounts) <= meters[hand]
            elif self.policy == "full_each":
                assert max(amounts) <= meters[hand]
            else:
                assert sum(amounts) <= meters[hand] + len(amounts) * BASES[hand[1]]

    def _reset_since(self, claim: Claim) -> bool:
        """Has the win of an earlier hand brought the reset amount, or will it, since this one was locked?"""
        mine = [won for won in self.felt.state.book.won if won.jackpot == claim.jackpot and won.round < claim.round]
        return claim.jackpot in claim.earlier.moved or any(won.due > won.reseeded for won in mine)

    @invariant()
    def one_seat_has_one_bet(self) -> None:
        if not hasattr(self, "felt"):
            return
        locked = self.felt.state.book.locked
        lit = [spot for spot in self.felt.rules.spots if self.felt.shows(spot) in ("lit", "raised")]
        for spots in (lit if phase_of(self.felt.state) is Phase.BETTING else [], locked.spots if locked else ()):
            assert len({spot.split("/")[0] for spot in spots}) == len(spots)

    def teardown(self) -> None:
        if hasattr(self, "felt"):
            self.felt.audit()


TestHouseAmounts = HouseAmounts.TestCase
TestHouseAmounts.settings = settings(
    max_examples=200, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
