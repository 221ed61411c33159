"""Anything may happen in any order: chips, keys, commands, claims, cables, clocks, nights, power cuts, lost commits.
Whatever it was, the laws hold after each step (R053, R054, R061, R064, R104, R107, R108, R160, R185, R196; E31, E33).

Every account is compared with the reference ledger after each row."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from support.table.reference_ledger import ReferenceLedger
from support.table.story import Table, as_on_disk, body_of, make_rules, with_share
from support.table.watched_story import past_round_of

from controller.table import events, meter_events
from controller.table.accounts import owed_account
from controller.table.codec import decode, encode
from controller.table.continuity import continuity
from controller.table.events import Event, KeyPressed, Lock
from controller.table.journal import Entry, apply
from controller.table.lamps import Lamp, lamps
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Key, Rules, Sensor
from controller.table.sensors import bets, plays
from controller.table.state import Book, Phase, Stage, hard_fault, phase_of
from controller.table.step import Outcome, step
from words.message import typed

SEATS = 3
ENDS = {"clear", "void", "unlock"}
NEVER_FALL = (
    *("seeded", "posted", "posts", "raised", "lowered", "reseeded", "unseeded", "won", "restored", "wins", "won_round"),
    *("wagers", "returned"),
)


class Watched(Table):
    """A table whose every step is looked at."""

    def __init__(self, rules: Rules) -> None:
        self.ledger = ReferenceLedger(rules)
        self.folded = Book("", 0)
        self.kinds: set[str] = set()
        super().__init__(rules)

    def tell(self, event: Event) -> Outcome:
        before = self.state
        if not self.folded.seq:
            self._fold(self.journal[0])
        outcome = super().tell(event)
        assert step(self.rules, before, event).state == outcome.state, "the same story is told the same way"
        for row in outcome.entries:
            self.kinds.add(row.kind)
            self._fold(row)
            self.ledger.read(row, event)
            assert self.folded.balances == self.ledger.balances(), row.kind
        self._laws_of_change(before.book, outcome)
        self._laws()
        return outcome

    def _fold(self, row: Entry) -> None:
        """As the disk has it."""
        self.folded = apply(self.folded, as_on_disk(row))

    def _laws(self) -> None:
        book = self.state.book
        assert continuity(book) == []
        assert self.folded == book, "the book is the fold of its rows"
        assert decode(Book, encode(book)) == book
        owed = {owed_account(claim.number): claim.amount for claim in book.claims if claim.stage is Stage.OWED}
        accounts = {name: amount for name, amount in book.balances.items() if name.startswith("owed/")}
        assert accounts == {name: amount for name, amount in owed.items() if amount}, "what is owed is set aside"
        assert book.slips == self.ledger.slips
        credit = {f"credit/{spot}": state.credit for spot, state in book.spots.items() if state.credit}
        assert credit == {name: amount for name, amount in book.balances.items() if name.startswith("credit/")}
        counters = book.jackpots["main"]
        assert counters.wagers - counters.returned == len(self.ledger.stakes)
        self._lamps_tell_the_truth()

    def _lamps_tell_the_truth(self) -> None:
        state = self.state
        shown = lamps(self.rules, state, self.mono)
        trial = state.live.sensor_test
        tested = (*trial.waiting, *trial.taken) if trial else ()
        takes = phase_of(state) is Phase.BETTING and not hard_fault(state)
        lit = bets(self.rules, state, self.mono) if takes else ()
        for spot, lamp in shown.items():
            if spot not in tested:
                assert (lamp is Lamp.LIT) == (spot in lit), "no light, no bet"
                assert (lamp in (Lamp.LOCKED, Lamp.REMOVED, Lamp.CLAIMED)) == plays(state, spot)

    def _laws_of_change(self, before: Book, outcome: Outcome) -> None:
        after, rows = outcome.state.book, outcome.entries
        kinds = {row.kind for row in rows}
        assert [row.seq for row in rows] == list(range(before.seq + 1, after.seq + 1))
        moved = sum(body_of(row)["amount"] for row in rows if row.kind == "post")
        moved += sum(body_of(row)["after"] - body_of(row)["before"] for row in rows if row.kind == "meter_award")
        moved += sum(body_of(row).get("reseeded", 0) for row in rows if row.kind == "payment")
        assert after.meter("main") - before.meter("main") == moved, "only posts and wins move a bonus meter"
        for name in NEVER_FALL:
            assert getattr(after.jackpots["main"], name) >= getattr(before.jackpots["main"], name)
        for row in rows:
            assert row.kind != "post" or row.trusted, "no post on an untrusted clock"
        if before.locked and not kinds & ENDS:
            assert after.locked
            assert after.locked.meters == before.locked.meters
            lost = set(before.locked.spots) - set(after.locked.spots)
            assert lost == {body_of(row)["spot"] for row in rows if row.kind == "void_spot"}, "no seat is lost"
            assert not kinds & {"post", "day"}
        withdrawn = {body_of(row)["claim"] for row in rows if row.kind == "claim_end"}
        if kinds & {"lock", "late_lock"}:
            withdrawn |= {claim.number for claim in before.claims if claim.stage is Stage.PAID}
        assert {claim.number for claim in before.claims} - {claim.number for claim in after.claims} <= withdrawn
        for claim in before.claims:
            now = next((each for each in after.claims if each.number == claim.number), claim)
            assert now.amount == claim.amount or claim.stage is not Stage.PAID, "who is paid keeps it"


seats = st.integers(1, SEATS)
Commands = dict[type[Event], tuple[str, ...]]
IN_A_ROUND: Commands = {
    events.Unlock: (),
    events.Settle: (),
    events.Void: ("reason",),
    events.VoidSpot: ("spot", "reason"),
    events.AddSpot: ("spot", "reason"),
    events.AckSpot: ("spot",),
}
BETWEEN_SHOES: Commands = {events.ShoeEnded: (), events.StopOffering: ("reason",), events.Offer: ()}
COMMANDS: Commands = {
    **IN_A_ROUND,
    **BETWEEN_SHOES,
    events.Open: (),
    events.Close: (),
    events.LastShoe: (),
    events.Clear: (),
    events.DropSpot: ("spot",),
    events.ConfirmSpot: ("spot",),
    events.ExcludeSpot: ("spot", "reason"),
    events.FlatBet: ("spot",),
    events.RefundCoins: ("spot",),
    events.TrySpots: (),
    events.WithdrawClaim: ("claim",),
    events.ReopenClaims: ("reason",),
    events.ConfirmClock: (),
    meter_events.Post: (),
    meter_events.HoldPost: ("reason",),
    meter_events.ReleasePost: (),
    events.Resume: (),
    events.ClearFault: ("code", "reason"),
}


class AnythingMayHappen(RuleBasedStateMachine):
    table: Watched

    @initialize(
        sensor=st.sampled_from(Sensor),
        collect=st.sampled_from(Collect),
        settle_after=st.sampled_from([0, 20_000]),
        deal_input=st.booleans(),
        automatic=st.booleans(),
        hours=st.sampled_from([0, 24]),
        rate=st.integers(0, 5000),
        policy=st.sampled_from(["full_each", "split", "ordered"]),
        reseed=st.sampled_from(["confirmed", "paid"]),
        share=st.sampled_from([10_000, 5000, 3333]),
    )
    def build(
        self,
        sensor: Sensor,
        collect: Collect,
        settle_after: int,
        deal_input: bool,
        automatic: bool,
        hours: int,
        rate: int,
        policy: str,
        reseed: str,
        share: int,
    ) -> None:
        self.sensor = sensor
        rules = make_rules(
            sensor,
            SEATS,
            collect,
            settle_after=settle_after,
            deal_input=deal_input,
            automatic=automatic,
            min_interval_hours=hours,
            rate_bp=rate,
            multiple_winners=policy,
            reseed=reseed,
        )
        self.table = Watched(with_share(rules, share))
        self.table.open()

    # -- the felt ----------------------------------------------------------------------------------------------

    def _bet(self, seat: int) -> None:
        if self.sensor is Sensor.BUTTON:
            self.table.press(seat)
        elif self.sensor is Sensor.COIN:
            self.table.drop(seat, 5)
        else:
            self.table.place(seat)

    @rule(seat=seats)
    def bet(self, seat: int) -> None:
        self._bet(seat)

    @rule(seat=seats)
    def unbet(self, seat: int) -> None:
        if self.sensor is Sensor.PRESENCE:
            self.table.lift(seat)
        elif self.sensor is Sensor.BUTTON:
            self.table.press(seat)
        else:
            self.table.drop(seat, 1)

    @rule(seconds=st.sampled_from([0.1, 0.4, 1.0, 9.0, 21.0]))
    def time_passes(self, seconds: float) -> None:
        self.table.wait(seconds)

    @rule(key=st.sampled_from(list(Key)[:7]))
    def key(self, key: Key) -> None:
        self.table.tell(KeyPressed(self.table.at, key))

    @rule()
    def lock(self) -> None:
        """What is lit is what plays."""
        table = self.table
        lit = {seat for seat in range(1, SEATS + 1) if table.lamp(seat) == "lit"}
        may = phase_of(table.state) is Phase.BETTING and not hard_fault(table.state)
        trial = table.state.live.sensor_test
        table.tell(Lock(table.at))
        if may and not table.refused:
            assert set(table.locked) == (lit if not trial else set(table.locked))

    @rule(hands=st.lists(st.frozensets(seats), min_size=1, max_size=4), finish=st.booleans())
    def hands(self, hands: list[frozenset[int]], finish: bool) -> None:
        """Hands as they should be played, from whatever is; the last one may still be on the felt."""
        table = self.table
        if table.state.book.faults:
            self._ask(events.ClearFault)
        for key in ("clear", "open_close"):
            if table.phase != "betting":
                table.do(events.Resume)
                table.key(key)
        for number, hand in enumerate(hands, 1):
            for seat in hand:
                self._bet(seat)
            table.wait(1)
            table.tell(Lock(table.at))
            if number == len(hands) and not finish:
                return
            table.wait(10)
            table.key("settle")
            if self.sensor is Sensor.PRESENCE:
                table.lift(*hand)
            table.wait(1)
            table.key("clear")
            table.wait(1)

    # -- people ------------------------------------------------------------------------------------------------

    def _ask(self, command: type[Event], seat: int = 1, claim: int = 1, code: str = "ledger") -> None:
        facts = {"spot": f"{seat}/gbj", "reason": "because", "claim": claim, "code": code}
        self.table.do(command, **{name: facts[name] for name in COMMANDS[command]})

    @rule(
        command=st.sampled_from(list(COMMANDS)),
        seat=seats,
        claim=st.integers(1, 3),
        code=st.sampled_from(["ledger", "continuity"]),
    )
    def command(self, command: type[Event], seat: int, claim: int, code: str) -> None:
        self._ask(command, seat, claim, code)

    @precondition(lambda self: self.table.state.book.locked is not None)
    @rule(command=st.sampled_from(list(IN_A_ROUND)), seat=seats)
    def command_in_a_round(self, command: type[Event], seat: int) -> None:
        self._ask(command, seat)

    @rule(asked=st.lists(st.sampled_from(list(BETWEEN_SHOES)), min_size=2, max_size=3))
    def commands_between_shoes(self, asked: list[type[Event]]) -> None:
        for command in asked:
            self._ask(command)

    @rule(data=st.data())
    def late_lock(self, data: st.DataObject) -> None:
        """At one of the moments that a person is offered."""
        book, live = self.table.state.book, self.table.state.live
        seen = (*(book.missed.seen if book.missed else ()), *live.seen)
        if seen:
            moment = data.draw(st.sampled_from([lit.utc for lit in seen]))
            self.table.do(events.LateLock, moment=moment)

    @rule(seat=seats)
    def win(self, seat: int) -> None:
        self.table.key("win")
        self._bet(seat)

    # -- winners -----------------------------------------------------------------------------------------------

    @rule(seat=seats, award=st.sampled_from(["three-aces-suited", "three-aces-suited", "straight", ""]))
    def claim(self, seat: int, award: str) -> None:
        self.table.do(events.OpenClaim, spot=f"{seat}/gbj", award=award)

    @rule(back=st.integers(1, 4), seat=seats)
    def claim_late(self, back: int, seat: int) -> None:
        past = past_round_of(self.table, self.table.state.book.round - back)
        if past:
            facts = {"award": "three-aces-suited", "past": past, "reference": "camera 3"}
            self.table.do(events.OpenClaim, by=("floor",), spot=f"{seat}/gbj", **facts)

    @precondition(lambda self: self.table.state.book.claims)
    @rule(
        data=st.data(),
        command=st.sampled_from([*[events.ConfirmClaim] * 3, events.DenyClaim, *[events.PayClaim] * 2]),
        by=st.sampled_from([("manager",), ("floor", "manager"), ("floor", "manager")]),
    )
    def decide(self, data: st.DataObject, command: type[Event], by: tuple[str, ...]) -> None:
        claim = data.draw(st.sampled_from([claim.number for claim in self.table.state.book.claims]))
        facts = {"reason": "the cards"} if command is events.DenyClaim else {}
        self.table.do(command, by=by, claim=claim, **facts)

    @rule(seats=st.sets(seats, min_size=1, max_size=2), pay=st.booleans())
    def hand_with_winners(self, seats: set[int], pay: bool) -> None:
        """Nothing left out, so that the rare states are reached."""
        self.hands([frozenset(seats)], finish=False)
        for seat in seats:
            self.table.do(events.OpenClaim, spot=f"{seat}/gbj", award="three-aces-suited")
        for claim in self.table.state.book.claims:
            self.table.do(events.ConfirmClaim, by=("floor", "manager"), claim=claim.number)
            if pay:
                self.table.do(events.PayClaim, claim=claim.number)

    @rule(claim=st.integers(1, 3), amount=st.sampled_from([-100 * DOLLAR, DOLLAR]))
    def correct(self, claim: int, amount: int) -> None:
        self.table.do(events.CorrectWin, claim=claim, amount=amount, reason="variance")

    @rule(back=st.integers(0, 3), wagers=st.integers(-3, 3))
    def recount(self, back: int, wagers: int) -> None:
        days = sorted({row.day for row in self.table.journal if row.day})
        if days:
            day = days[max(-len(days), -1 - back)]
            self.table.do(meter_events.CorrectCount, day=day, wager="gbj", wagers=wagers, reason="recount")

    # -- the machine -------------------------------------------------------------------------------------------

    @rule(days=st.sampled_from([1, 1, 1, 4]), hour=st.sampled_from(["05:59:59", "06:00", "11:00"]))
    def morning_comes(self, days: int, hour: str) -> None:
        self.table.until_later(days, hour)

    @rule(
        boot=st.sampled_from(["boot-1", "boot-2", "boot-3"]),
        synced=st.booleans(),
        linked=st.booleans(),
        lost=st.sampled_from([0, 0, 5, 86_400]),
    )
    def power_cut(self, boot: str, synced: bool, linked: bool, lost: int) -> None:
        table = self.table
        locked, lit = table.state.book.locked, [table.lamp(seat) for seat in table.locked]
        table.synced = synced
        table._pass(lost * 1000)
        table.restart(boot, linked=linked)
        assert table.state.book.locked == locked
        if "removed" not in lit:
            assert [table.lamp(seat) for seat in table.locked] == lit

    @rule(key=st.sampled_from([Key.LOCK, Key.CLEAR, Key.OPEN_CLOSE]), gone=st.integers(0, 86_400_000))
    def power_cut_before_the_commit(self, key: Key, gone: int) -> None:
        """What was decided but never written has not been."""
        self.table._pass(gone)
        step(self.table.rules, self.table.state, KeyPressed(self.table.at, key))
        self.table.restart()

    @rule(seconds=st.sampled_from([-90_000, -3600, -59, 45, 61, 3600, 86_400, 40 * 86_400]), tick=st.booleans())
    def clock_jumps(self, seconds: int, tick: bool) -> None:
        self.table.step_clock(seconds, tick=tick)

    @rule(doubted=st.booleans())
    def cable_out(self, doubted: bool) -> None:
        if doubted:
            self.table.tell(events.LedgerDoubted(self.table.at, typed("row 3 does not hash")))
        else:
            self.table.unlink()

    @precondition(lambda self: not self.table.connected)
    @rule(boot=st.sampled_from([7, 7, 7, 8]))
    def cable_in(self, boot: int) -> None:
        if boot == 8:
            self.table.coins.clear()
        self.table.link(boot)

    @rule(seat=seats, storm=st.booleans())
    def sensor_trouble(self, seat: int, storm: bool) -> None:
        at, spot = self.table.at, f"{seat}/gbj"
        if storm:
            self.table.tell(events.SpotStorming(at, spot))
        elif self.sensor is not Sensor.COIN:
            self.table.tell(events.SpotUnsure(at, spot))

    def teardown(self) -> None:
        """The whole history once more, from the first row."""
        self.table.audit()
        days = [body_of(row)["for_day"] for row in self.table.rows("post") if not body_of(row)["correction"]]
        due = [due.day for due in self.table.state.book.due if not due.correction]
        every = [body_of(row)["idle"] for row in self.table.rows("day_start")]
        ran = [row.day for row in self.table.rows("day_start")]
        idle = [day for days_between in every for day in days_between]
        assert sorted([*days, *due]) == sorted([*ran[:-1], *idle]), "each day that ended is posted or due, once"


TestAnythingMayHappen = AnythingMayHappen.TestCase
TestAnythingMayHappen.settings = settings(
    max_examples=300, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)
