"""The table of `llj` for the core's stories: three meters that management sets, $5 and $10 on one sensor or on two;
and a table with two jackpot games at each seat. Spots go by their names here, for a seat may have two."""

from dataclasses import replace

from support.table.story import Table, make_rules, utc

from controller.config.catalogue import find_paytable
from controller.games.game import Looks
from controller.present.views import status
from controller.table import events, meter_events
from controller.table.events import ChipSensed, CoinsCounted, Linked, Touched
from controller.table.funding import MANUAL_HOUSE
from controller.table.lamps import lamps
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Posting, Rules, Sensor, Spot, Wager
from controller.table.state import Claim, Stage

FIVE, TEN = 5 * DOLLAR, 10 * DOLLAR
BASES = {"mega": 10_000 * DOLLAR, "major": 4_000 * DOLLAR, "minor": 1_000 * DOLLAR}
MEGA, MAJOR, MINOR = "three-queens-of-hearts", "three-queens-same-suit", "three-queens-same-color"
LADIES = find_paytable("llj-lucky-ladies-jackpot")


def _spot(seat: int, wager: str, sensor: Sensor, rivals: tuple[str, ...] = ()) -> Spot:
    return Spot(f"{seat}/{wager}", seat, wager, sensor, 5 if sensor is Sensor.COIN else 0, 200, 500, rivals)


def tiered(
    sensor: Sensor = Sensor.BUTTON, seats: int = 3, *, rivals: bool = False, hours: int = 24, policy: str = "split"
) -> Rules:
    """`rivals`: two sensors at each seat, one for $5 and one for $10, and not one for both."""
    rules = make_rules(sensor, seats)
    one = rules.jackpots["main"]
    jackpots = {
        name: replace(
            one,
            id=name,
            title=name.upper(),
            funding=MANUAL_HOUSE,
            base=base,
            terms=replace(one.terms, reset=base, rate_bp=0, multiple_winners=policy),
        )
        for name, base in BASES.items()
    }
    amounts = {"five": (FIVE,), "ten": (TEN,)} if rivals else {"ll": (FIVE, TEN)}
    wagers = {
        name: Wager(name, several, tuple(jackpots), LADIES, Looks.UP, Collect.SETTLEMENT)
        for name, several in amounts.items()
    }
    spots = [
        _spot(seat, name, sensor, tuple(f"{seat}/{other}" for other in wagers if other != name))
        for seat in range(1, seats + 1)
        for name in wagers
    ]
    return replace(
        rules,
        jackpots=jackpots,
        wagers=wagers,
        spots={spot.id: spot for spot in spots},
        posting=Posting(automatic=True, min_interval_hours=hours, again_after_win=True),
        may_rise=rules.may_rise | {"management"},
        may_fall=rules.may_fall | {"management"},
    )


def two_games(sensor: Sensor = Sensor.BUTTON, seats: int = 3) -> Rules:
    """R004: a Galaxy jackpot and a Suited Royals jackpot at each seat."""
    rules = make_rules(sensor, seats)
    jackpot, galaxy = rules.jackpots["main"], rules.wagers["gbj"]
    wagers = {
        "gbj": galaxy,
        "ll": Wager("ll", (FIVE, TEN), ("mega", "major", "minor"), LADIES, Looks.UP, Collect.SETTLEMENT),
    }
    jackpots = {"main": jackpot} | {
        name: replace(jackpot, id=name, title=name, base=base, terms=replace(jackpot.terms, reset=base, rate_bp=2000))
        for name, base in BASES.items()
    }
    spots = [_spot(seat, name, sensor) for seat in range(1, seats + 1) for name in wagers]
    return replace(rules, jackpots=jackpots, wagers=wagers, spots={spot.id: spot for spot in spots})


class Felt(Table):
    """A table whose spots are named."""

    def __init__(self, rules: Rules, start: str = "2026-11-18 10:00") -> None:
        self.lying: set[str] = set()
        super().__init__(rules, start)
        self.open()

    def link(self, boot: int = 7) -> None:
        self.connected = True
        self.tell(Linked(self.at, "board", boot, tuple(self.rules.spots)))
        for rule in self.rules.spots.values():
            if rule.sensor is Sensor.PRESENCE:
                self.tell(ChipSensed(self.at, rule.id, on=rule.id in self.lying))
            elif rule.sensor is Sensor.COIN:
                self.tell(CoinsCounted(self.at, rule.id, boot, self.coins.get(rule.id, 0)))

    def touch(self, *spots: str) -> None:
        """As a player or a dealer does it on this sensor: press, put a chip, drop a $5 coin."""
        for spot in spots:
            sensor = self.rules.spots[spot].sensor
            if sensor is Sensor.BUTTON:
                self.tell(Touched(self.at, spot))
            elif sensor is Sensor.PRESENCE:
                self.lying.add(spot)
                self.tell(ChipSensed(self.at, spot, on=True))
            else:
                self.coins[spot] = self.coins.get(spot, 0) + 5
                self.tell(CoinsCounted(self.at, spot, 7, self.coins[spot]))

    def take(self, *spots: str) -> None:
        self.lying -= set(spots)
        for spot in spots:
            self.tell(ChipSensed(self.at, spot, on=False))

    def raise_(self, *spots: str) -> None:
        """TIER, and the touch of the seat."""
        for spot in spots:
            self.key("tier")
            self.touch(spot)

    def lock_with(self, fives: str = "", tens: str = "") -> None:
        """`"1/ll 2/ll"`: a hand up to the lock at a table of buttons."""
        self.touch(*fives.split())
        self.raise_(*tens.split())
        self.wait(5)
        assert not self.key("lock"), self.refused

    def clear(self) -> None:
        self.wait(20)
        assert not self.key("clear"), self.refused
        self.wait(9)

    def wins(self, **awards: str) -> None:
        """`wins(**{"1/ll": MEGA})`: claimed and confirmed, not paid."""
        for spot, award in awards.items():
            assert not self.do(events.OpenClaim, spot=spot, award=award), self.refused
        self.confirm()

    def confirm(self, *by: str) -> None:
        for claim in self.state.book.claims:
            if claim.stage is Stage.OPEN:
                assert not self.do(events.ConfirmClaim, by=by or ("floor", "manager"), claim=claim.number), self.refused

    def pay(self) -> None:
        for claim in self.state.book.claims:
            if claim.stage is Stage.OWED:
                assert not self.do(events.PayClaim, claim=claim.number), self.refused

    def set(self, jackpot: str, dollars: int, **facts: object) -> str:
        return self.do(
            meter_events.SetMeter, **{"jackpot": jackpot, "amount": dollars * DOLLAR, "reason": "promotion", **facts}
        )

    def claim_of(self, spot: str) -> Claim:
        return next(claim for claim in reversed(self.state.book.claims) if claim.spot == spot)

    def paid(self) -> dict[str, int]:
        """Spot -> micro-dollars of what its claim was decided to be."""
        return {claim.spot: claim.amount for claim in self.state.book.claims}

    def meter_of(self, jackpot: str) -> int:
        return self.state.book.meter(jackpot)

    def shows(self, spot: str) -> str:
        return lamps(self.rules, self.state, self.mono)[spot].value

    def stake(self, spot: str) -> str:
        stake: str = status(self.rules, self.state, self.mono, self.utc)["spots"][spot]["stake"]
        return stake


__all__ = ["BASES", "FIVE", "MAJOR", "MEGA", "MINOR", "TEN", "Felt", "tiered", "two_games", "utc"]
