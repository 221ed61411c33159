"""A table without hardware, disk or real time: the rules, driven by the verbs of a test's story."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from support.spoken import say

from controller.config.catalogue import find_paytable
from controller.games.cards import Suit
from controller.games.game import Looks
from controller.ledger.bookkeeping import to_entry, to_rows
from controller.ledger.rows import GENESIS
from controller.present.to_do import todo
from controller.table import records
from controller.table.authority import MATTERS
from controller.table.codec import decode, encode
from controller.table.continuity import continuity
from controller.table.events import (
    AddPerson,
    ChipSensed,
    CoinsCounted,
    ConfirmClaim,
    Event,
    KeyPressed,
    Linked,
    Moment,
    Open,
    OpenClaim,
    ReopenClaims,
    Started,
    Tick,
    Touched,
    Unlinked,
    VoidSpot,
    WithdrawClaim,
)
from controller.table.funding import DAILY_PERCENT
from controller.table.funding.base import Funding, Terms
from controller.table.journal import Entry, apply
from controller.table.lamps import lamps
from controller.table.money import DOLLAR
from controller.table.rules import (
    Authority,
    Collect,
    Jackpot,
    Key,
    Posting,
    Removal,
    Rules,
    Sensor,
    SignPolicy,
    Spot,
    TaxRule,
    Thresholds,
    Wager,
)
from controller.table.runs import genesis
from controller.table.sensors import fresh, next_wake
from controller.table.state import Book, State, phase_of
from controller.table.step import Outcome, step
from controller.table.table_terms import digest_of, rules_by, table_terms
from words.message import typed

NEW_YORK = ZoneInfo("America/New_York")
FEDERAL = (300, "W-2G", "5754", 5000 * DOLLAR, 2400, 2400)  # of a tax rule

AUTHORITY = (
    Authority("award", 50 * DOLLAR, ("dealer", "floor", "manager"), 1),
    Authority("award", None, ("floor", "manager"), 1),
    Authority("share", None, ("floor", "manager"), 2),
    Authority("payment", None, ("floor", "manager", "cage"), 1),
    Authority("round", None, ("floor", "manager"), 1),
    Authority("service", None, ("floor", "manager", "technician"), 1),
    Authority("post", None, ("manager", "accounting"), 1),
    Authority("adjustment", None, ("manager", "accounting"), 2),
    Authority("parameters", None, ("manager", "administrator"), 2),
    Authority("take_over", None, ("manager", "accounting"), 2),
)
PEOPLE = {  # name -> roles; everybody whom the tests let answer for something
    "admin": ("administrator",),
    "dealer": ("dealer",),
    "Ann": ("dealer",),
    "Bob": ("dealer",),
    "floor": ("floor",),
    "pit": ("floor",),  # the floor person who adds bets, locks late and opens claims again, where "floor" approves
    "manager": ("manager",),
    "shift": ("manager",),
    "accounting": ("accounting",),
    "auditor": ("accounting",),
    "cage": ("cage",),
    "technician": ("technician",),
}
ASKS = {  # command -> who gives it, where a story names nobody
    OpenClaim: ("dealer",),
    WithdrawClaim: ("floor", "manager"),
    ReopenClaims: ("pit",),
    VoidSpot: ("pit",),
}
PROGRESSIVE_RISES = ("wager", "reset", "variance", "malfunction", "take_over")
PROGRESSIVE_FALLS = ("award", "malfunction", "over_limit", "nondisplayed", "seed_recovery")
MAY = {  # decision -> people enough for it
    "round": ("floor",),
    "service": ("floor",),
    "post": ("manager",),
    "adjustment": ("accounting", "auditor"),  # so that the manager has no part in what follows
    "payment": ("cage",),
    "take_over": ("manager", "accounting"),
    "parameters": ("manager", "admin"),
}


def make_rules(
    sensor: Sensor = Sensor.BUTTON,
    seats: int = 6,
    collect: Collect = Collect.SETTLEMENT,
    *,
    settle_after: int = 0,
    deal_input: bool = False,
    automatic: bool = True,
    min_interval_hours: int = 0,
    rate_bp: int = 1000,
    unreasonable: int = 100_000 * DOLLAR,
    roll: int = 360,
    multiple_winners: str = "split",
    reseed: str = "confirmed",
    close_betting: bool = True,
    funding: Funding = DAILY_PERCENT,
    base: int = 1250 * DOLLAR,
    reserve_bp: int = 0,
    limit: int = 0,
    own: dict[str, int] | None = None,
    amounts: tuple[int, ...] = (5 * DOLLAR,),
) -> Rules:
    custodial = funding.custodial
    jackpot = Jackpot(
        id="main",
        title="Galaxy Bonus Jackpot",
        funding=funding,
        base=base,
        terms=Terms(
            reset=base,
            rate_bp=rate_bp,
            reserve_bp=reserve_bp,
            limit=limit,
            unreasonable=unreasonable,
            multiple_winners=multiple_winners,
            own=own or {},
        ),
        awards=({"event": "Three suited aces", "pays": "Jackpot"},),
        disclosure="",
        text_id="",
    )
    galaxy = find_paytable("brook-galaxy-bonus-jackpot")
    wager = Wager("gbj", amounts, ("main",), galaxy, Looks.UP, collect)
    spots = {
        f"{seat}/gbj": Spot(f"{seat}/gbj", seat, "gbj", sensor, 5 if sensor is Sensor.COIN else 0, 200, 500)
        for seat in range(1, seats + 1)
    }
    return Rules(
        table="bj-7",
        zone=NEW_YORK,
        roll=roll,
        spots=spots,
        wagers={"gbj": wager},
        jackpots={"main": jackpot},
        posting=Posting(automatic=automatic, min_interval_hours=min_interval_hours),
        authority=AUTHORITY,
        reseed=reseed,
        win_pays="higher",
        tax=(TaxRule("2026-01-01", 2000 * DOLLAR, *FEDERAL), TaxRule("2000-01-01", 600 * DOLLAR, *FEDERAL)),
        decks=6,
        suit=Suit.HEARTS,
        settle_after=settle_after,
        deal_input=deal_input,
        signs=SignPolicy(("sign-1",), 60_000, close_betting),
        flat_bet=True,
        may_rise=frozenset(PROGRESSIVE_RISES if custodial else ("post", "reset", "malfunction", "take_over")),
        may_fall=frozenset(PROGRESSIVE_FALLS if custodial else ("award", "malfunction")),
        removal=Removal(0, 0, ("house", "transfer")),
        thresholds=Thresholds(1, 25 * DOLLAR, 100 * DOLLAR, 200 * DOLLAR, 7),
    )


def with_share(rules: Rules, share: int) -> Rules:
    """The award that takes of the meter takes this part of it, in basis points."""
    wager = rules.wagers["gbj"]
    lines = tuple(replace(line, shares=(share,)) if line.shares else line for line in wager.paytable.lines)
    return replace(rules, wagers={"gbj": replace(wager, paytable=replace(wager.paytable, lines=lines))})


def utc(text: str, zone: tzinfo = NEW_YORK) -> int:
    """`2026-11-18 10:00` in the table's zone, as ms."""
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC).timestamp() * 1000)


class Table:
    """Sends events to the rules. `refused` has the code of the last refusal, `wrote` the last entries."""

    def __init__(self, rules: Rules | None = None, start: str = "2026-11-18 10:00", *, synced: bool = True) -> None:
        self.rules = self.file = rules or make_rules()
        self.mono, self.utc = 1_000_000, utc(start)
        self.synced = synced
        self.boot = "boot-1"
        self.coins: dict[str, int] = {}
        self.chips: set[int] = set()  # what lies on the sensors, reported or not
        self.connected = False
        self.journal: list[Entry] = []
        self.wrote: tuple[Entry, ...] = ()
        self.refused = ""
        book, entry = genesis(
            self.rules, self.at, epoch=1, config="config", version="test", by=("A. Clerk", "B. Witness")
        )
        self.journal.append(entry)
        self.state = State(book, fresh(self.rules))
        self.restart()
        for name, roles in PEOPLE.items():
            by = tuple(each for each in ("admin", "manager") if each in self.state.book.people)
            assert not self.do(AddPerson, name=name, roles=roles, by=by), self.refused

    # -- time --------------------------------------------------------------------------------------------

    @property
    def at(self) -> Moment:
        return Moment(self.mono, self.utc)

    def wait(self, seconds: float) -> None:
        """Time passes, with a tick wherever the core asked for one, and at the end."""
        left = round(seconds * 1000)
        while (wake := next_wake(self.rules, self.state)) is not None and wake < self.mono + left:
            gone = max(wake - self.mono, 1)
            self._pass(gone)
            left -= gone
            self.tick()
        self._pass(left)
        self.tick()

    def until(self, text: str) -> None:
        self.wait((utc(text) - self.utc) / 1000)

    def until_later(self, days: int, time: str) -> None:
        """To this time by the table's wall, so many days later."""
        here = datetime.fromtimestamp(self.utc / 1000, self.rules.zone)
        self.wait((utc(f"{here.date() + timedelta(days=days)} {time}", self.rules.zone) - self.utc) / 1000)

    def _pass(self, ms: int) -> None:
        self.mono += ms
        self.utc += ms

    def step_clock(self, seconds: float, *, tick: bool = True) -> None:
        """The wall clock jumps, the monotonic one does not."""
        self.utc += round(seconds * 1000)
        if tick:
            self.tick()

    def tick(self) -> Outcome:
        return self.tell(Tick(self.at, self.synced))

    # -- events ------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> Outcome:
        before = self.state
        outcome = step(self.rules, self.state, event)
        if outcome.defect:
            raise outcome.defect
        self.refused = outcome.refused.code if outcome.refused else ""
        if outcome.refused:
            disputed = [entry.kind for entry in outcome.entries] == ["dispute"]
            assert disputed or (outcome.state is before and not outcome.entries), "a refusal changes nothing"
        self.state, self.wrote = outcome.state, outcome.entries
        self.journal.extend(outcome.entries)
        if self.rules.proposed and "terms_accepted" in [entry.kind for entry in outcome.entries]:
            self.with_file(self.file)  # as the daemon does, which starts anew
            self.wrote = outcome.entries
        return outcome

    def do(self, command: type[Event], **facts: object) -> str:
        """A command now; gives the refusal's code, or nothing. Where a story names nobody, those ask who may."""
        if command in ASKS:
            facts.setdefault("by", ASKS[command])
        elif command in MATTERS:
            facts.setdefault("by", MAY[MATTERS[command]])
        self.tell(command(self.at, **facts))
        return self.refused

    def key(self, name: str) -> str:
        self.tell(KeyPressed(self.at, Key(name)))
        return self.refused

    def press(self, *seats: int) -> None:
        for seat in seats:
            self.tell(Touched(self.at, f"{seat}/gbj"))

    def place(self, *seats: int) -> None:
        self.chips |= set(seats)
        if self.connected:
            self._tell_levels(*seats)

    def lift(self, *seats: int) -> None:
        self.chips -= set(seats)
        if self.connected:
            self._tell_levels(*seats)

    def _tell_levels(self, *seats: int) -> None:
        for seat in seats:
            self.tell(ChipSensed(self.at, f"{seat}/gbj", on=seat in self.chips))

    def drop(self, seat: int, coins: int = 1, boot: int = 7) -> None:
        spot = f"{seat}/gbj"
        self.coins[spot] = self.coins.get(spot, 0) + coins
        if self.connected:
            self.tell(CoinsCounted(self.at, spot, boot, self.coins[spot]))

    def unlink(self, why: str = "the cable is out", silent: int = 0) -> None:
        self.connected = False
        self.tell(Unlinked(self.at, "board", typed(why), tuple(self.rules.spots), silent))

    def link(self, boot: int = 7) -> None:
        """The board answers (again), and says how everything stands."""
        self.connected = True
        self.tell(Linked(self.at, "board", boot, tuple(self.rules.spots)))
        for rule in self.rules.spots.values():
            if rule.sensor is Sensor.PRESENCE:
                self._tell_levels(rule.seat)
            elif rule.sensor is Sensor.COIN:
                self.tell(CoinsCounted(self.at, rule.id, boot, self.coins.get(rule.id, 0)))

    # -- the power -----------------------------------------------------------------------------------------

    def restart(self, boot: str | None = None, *, linked: bool = True) -> None:
        """Power gone and back: only the book is left, and that through its form on disk."""
        self.boot = boot or self.boot
        book = decode(Book, encode(self.state.book))
        assert book == self.state.book
        self.state = State(book, fresh(self.rules))
        self.connected = False
        self.tell(Started(self.at, self.boot, self.synced, "test", "config", ("board",)))
        if linked:
            self.link()

    # -- short stories ---------------------------------------------------------------------------------------

    def open(self) -> None:
        self.wait(1)  # the presence sensors have been seen empty
        self.do(Open, by=("floor",))
        assert not self.refused, self.refused

    def play(self, *seats: int) -> None:
        """One whole round at a button table."""
        self.press(*seats)
        self.wait(5)
        assert not self.key("lock"), self.refused
        self.wait(20)
        assert not self.key("clear"), self.refused
        self.wait(1)

    def play_wagers(self, count: int) -> None:
        """Whole rounds of up to six seats, until so many wagers have been locked."""
        for before in range(0, count, 6):
            self.play(*range(1, min(6, count - before) + 1))

    # -- looking -------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return phase_of(self.state).value

    def trusts_clock(self) -> bool:
        return self.state.live.clock.trusted

    @property
    def meter(self) -> int:
        return self.state.book.meter("main")

    @property
    def locked(self) -> list[int]:
        locked = self.state.book.locked
        return [int(spot.split("/")[0]) for spot in locked.spots] if locked else []

    def lamp(self, seat: int) -> str:
        return lamps(self.rules, self.state, self.mono)[f"{seat}/gbj"].value

    def rows(self, kind: str) -> list[Entry]:
        return [entry for entry in self.journal if entry.kind == kind]

    def notes(self) -> list[str]:
        return [note.what for note in self.state.live.notes]

    def with_terms(self, **changes: object) -> None:
        """From now on the meter moves by other terms, accepted long ago."""
        count = self.state.book.jackpots["main"]
        new = replace(count, terms=replace(count.terms, **changes))  # type: ignore[arg-type]
        self.state = replace(self.state, book=replace(self.state.book, jackpots={"main": new}))

    def win(self, *seats: int, award: str = "three-aces-suited") -> list[int]:
        """Seats of the locked round claim, and two people confirm each; gives the claims' numbers."""
        claims = []
        for seat in seats:
            assert not self.do(OpenClaim, spot=f"{seat}/gbj", award=award), self.refused
            claims.append(self.state.book.claim_count)
        for claim in claims:
            assert not self.do(ConfirmClaim, claim=claim, by=("floor", "manager")), self.refused
        return claims

    def lock(self, *seats: int) -> None:
        """At a button table: a round with these seats, still on the felt."""
        self.press(*seats)
        self.wait(5)
        assert not self.key("lock"), self.refused

    def clear(self) -> None:
        """The end of it, and a moment for the next bets."""
        self.wait(20)
        assert not self.key("clear"), self.refused
        self.wait(1)

    def with_rules(self, **changes: object) -> None:
        """Other rules, accepted long ago: the ledger began with them."""
        self.rules = replace(self.rules, **changes)  # type: ignore[arg-type]
        first, terms = self.journal[0], table_terms(self.rules)
        assert isinstance(first.record, records.Init)
        self.journal[0] = replace(first, record=replace(first.record, table_terms=terms))
        book = replace(self.state.book, table_terms=digest_of(terms), table_terms_row=first.seq)
        self.state = replace(self.state, book=book)

    def with_file(self, file: Rules) -> None:
        """The table's file says this from now on, and the controller is started with it."""
        self.file = file
        accepted = self.journal[self.state.book.table_terms_row - 1].record
        assert isinstance(accepted, records.Init | records.TermsAccepted)
        self.rules = rules_by(file, accepted.table_terms, ZoneInfo(accepted.table_terms["zone"]))
        self.restart()

    def audit(self) -> None:
        """The journal as the disk has it adds up to the book, which the checkpoint keeps as it is."""
        book = Book("", 0)
        for entry in self.journal:
            book = apply(book, as_on_disk(entry))
            assert not continuity(book)
        assert book == self.state.book
        assert decode(Book, encode(book)) == book


def body_of(entry: Entry) -> dict[str, Any]:
    """What a row says beside its columns, as its JSON has it."""
    body: dict[str, Any] = json.loads(to_rows([entry], GENESIS)[0].body)
    return body


def as_on_disk(entry: Entry) -> Entry:
    """An entry as it comes back from the ledger."""
    return to_entry(to_rows([entry], GENESIS)[0])


def counted(table: Table) -> int:
    """Dollars wagered today."""
    today = table.state.book.today
    return today.base.get("main", 0) // DOLLAR if today else 0


def to_do(table: Table) -> list[str]:
    """The sentences that tell a person what to do now."""
    return [say(ask.message) for ask in todo(table.rules, table.state, table.mono, table.utc)]


def opened(sensor: Sensor = Sensor.BUTTON, collect: Collect = Collect.SETTLEMENT, **more: object) -> Table:
    table = Table(make_rules(sensor, collect=collect, **more))  # type: ignore[arg-type]
    table.open()
    return table


def locked(*seats: int, sensor: Sensor = Sensor.BUTTON) -> Table:
    table = opened(sensor)
    table.press(*seats) if sensor is Sensor.BUTTON else table.place(*seats)
    table.wait(1)
    table.key("lock")
    return table
