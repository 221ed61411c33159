"""Who played for what in which round, and how it ended: one projection of the journal for past rounds, replays, sheets,
statistics, the log and the bench. All rows of a round are in one gaming day, except for those of its claims."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from controller.history.bets import Bet, stakes_of, wager_of
from controller.history.claims import Win, claims_in, folded
from controller.table import records
from controller.table.claim_book import deeds_in
from controller.table.duties import Deed
from controller.table.journal import Entry


class State(StrEnum):
    LOCKED = "locked"
    OVER = "over"
    UNLOCKED = "unlocked"
    VOID = "void"
    NOT_LOCKED = "not_locked"


@dataclass(slots=True)
class Round:
    number: int
    state: State = State.NOT_LOCKED
    late: bool = False
    recovered: bool = False  # the power failed while it was locked
    day: str = ""
    utc: int = 0  # time of the lock; if the hand was not locked, of its end
    trusted: bool = False
    row: int = 0  # row of the lock; if the hand was not locked, of its end; 0: that row was not read
    empty: bool = False  # no spot was lit at the lock
    stakes: dict[str, int] = field(default_factory=dict)  # spot -> micro-dollars; for a void round, what was returned
    meters: dict[str, int] = field(default_factory=dict)  # in the row of the lock
    contributions: dict[str, int] = field(default_factory=dict)  # the part that its own wagers added at the lock
    added: dict[str, int] = field(default_factory=dict)  # contributions of wagers added by hand
    alarms: dict[str, str] = field(default_factory=dict)  # spot -> the alarm that was not acknowledged at the end
    claims: dict[int, Win] = field(default_factory=dict)
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # spot -> what people did on its hand

    @property
    def played(self) -> bool:
        return self.row > 0 and self.state in (State.LOCKED, State.OVER)

    @property
    def posted(self) -> dict[str, int]:
        """The amounts that the round is played for: a spot added by hand was there at the lock (R091)."""
        return {jackpot: amount + self.added.get(jackpot, 0) for jackpot, amount in self.meters.items()}

    @property
    def wins(self) -> list[Win]:
        return [win for _, win in sorted(self.claims.items())]


class Rounds:
    """Takes entries in order. A reader of many days uses one for each day."""

    def __init__(self) -> None:
        self._rounds: dict[int, Round] = {}
        self._claims: dict[int, Round] = {}  # later rows of a claim may not name its round

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Rounds":
        rounds = cls()
        for entry in entries:
            rounds.take(entry)
        return rounds

    @property
    def all(self) -> list[Round]:
        return list(self._rounds.values())

    def round(self, number: int) -> Round:
        """The round, as far as the rows so far tell."""
        return self._rounds.get(number) or Round(number)

    def take(self, entry: Entry) -> list[Bet]:
        """The bets that the row adds, changes or takes back."""
        for claim in claims_in(entry.record):
            self._claim(claim, entry)
        if isinstance(entry.record, records.Start):
            for each in self._rounds.values():
                each.recovered |= each.state is State.LOCKED
        bets = self._bets(entry)
        if found := self._rounds.get(entry.round):
            spots = {claim: win.spot for claim, win in found.claims.items()}
            for spot, deeds in deeds_in(entry, spots).items():
                found.deeds[spot] = tuple(dict.fromkeys((*found.deeds.get(spot, ()), *deeds)))
        return bets

    def _claim(self, claim: int, entry: Entry) -> None:
        if isinstance(entry.record, records.Claim) and entry.round in self._rounds:
            self._claims[claim] = self._rounds[entry.round]
        if (found := self._claims.get(claim)) and (win := folded(found.claims.get(claim), entry)):
            found.claims[claim] = win

    def _bets(self, entry: Entry) -> list[Bet]:
        number, record = entry.round, entry.record
        match record:
            case records.Locking():
                found = self._rounds[number] = _locked(self.round(number), entry, record)
                return [Bet(number, spot, 0, stake) for spot, stake in found.stakes.items()]
            case records.NotLocked(meters=meters):
                self._rounds[number] = Round(
                    number,
                    day=entry.day,
                    utc=entry.at.utc,
                    trusted=entry.trusted,
                    row=entry.seq,
                    meters=meters,
                    deeds=self.round(number).deeds,  # of a lock that was taken back
                )
            case records.AddSpot(spot=spot, contributions=contributions):
                found = self._opened(number)
                found.stakes |= stakes_of(entry)
                for jackpot, put in contributions.items():
                    found.added[jackpot] = found.added.get(jackpot, 0) + put.displayed
                return [Bet(number, spot, 0, found.stakes[spot])]
            case records.StakeChange(spot=spot, before=before, after=after):
                self._opened(number).stakes[spot] = after
                return [Bet(number, spot, before, after)]
            case records.VoidSpot(spot=spot):
                return [Bet(number, spot, self._opened(number).stakes.pop(spot, 0), 0)]
            case records.Unlock() | records.Void():
                found = self._opened(number)
                found.state = State.VOID if isinstance(record, records.Void) else State.UNLOCKED
                return [Bet(number, spot, stake, 0) for spot, stake in found.stakes.items()]
            case records.Clear(alarms=alarms):
                found = self._opened(number)
                found.state, found.alarms = State.OVER, alarms
        return []

    def _opened(self, number: int) -> Round:
        return self._rounds.setdefault(number, Round(number))


def _locked(found: Round, entry: Entry, record: records.Locking) -> Round:
    """An unlocked round may be locked again; earlier claims stay on record."""
    match record:
        case records.LateLock(moment=utc, finished=finished):
            late, state = True, State.OVER if finished else State.LOCKED
        case _:
            late, state, utc = False, State.LOCKED, entry.at.utc
    return Round(
        found.number,
        state=state,
        late=late,
        day=entry.day,
        utc=utc,
        trusted=entry.trusted,
        row=entry.seq,
        empty=not record.spots,
        stakes=stakes_of(entry),
        meters=record.meters,
        contributions={jackpot: put.displayed for jackpot, put in record.contributions.items()},
        claims=found.claims,
        deeds=found.deeds,
    )


def locked_in(entries: Iterable[Entry], wager: str, day: str) -> int:
    """Micro-dollars of a wager that were locked on a day according to the sensors and people's corrections, which its
    chips must add up to. A correction's row may belong to a later day."""
    rounds, total = Rounds(), 0
    for entry in entries:
        total += sum(bet.amount for bet in rounds.take(entry) if wager_of(bet.spot) == wager)
        match entry.record:
            case records.CountCorrection(for_day=of, wagers=wagers, additions=additions) if of == day:
                total += next(iter(additions.values())).base if wager in wagers else 0
    return total
