"""A busy progressive for years, through the core itself: every bet, lock, claim, approval, payment and day, by a
virtual clock and dealt cards. At the end every account must add up, and its meter be hit where the exact odds say.

    .venv/bin/python -m benchmarks.years --years 10
"""

import argparse
import itertools
import math
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from benchmarks.figures import write
from benchmarks.history import FIRST
from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.games.cards import CARDS, Card, Suit
from controller.games.odds import odds
from controller.table import events
from controller.table.continuity import continuity
from controller.table.events import Event, Moment
from controller.table.gaming_day import DAY, starts_at
from controller.table.money import CENT, dollars, percentage
from controller.table.progressive import liability
from controller.table.rules import Jackpot, Key
from controller.table.runs import genesis
from controller.table.sensors import fresh
from controller.table.state import Claim, Stage, State
from controller.table.step import step
from words.catalogue import catalogue

JACKPOT = "progressive"
FLOOR, CAGE = ("floor", "manager"), ("cage",)
MOST = 4.0  # standard errors between the mean meter and the exact one
YEAR = 365
SHOWN = 30.0  # seconds between two lines of progress
CATALOGUE = catalogue("en")


class Found(NamedTuple):
    """The result of one table; amounts are micro-dollars."""

    rounds: int
    steps: int
    wagers: int
    hits: int
    at_hits: int  # what the meter stood at, all hits together
    grown: int  # contributions to the meter since the opening
    fixed: int  # awards that are no share
    advanced: int
    breaches: tuple[str, ...]


def example() -> Config:
    """The shipped one, with no limit: the exact figure knows none."""
    config = load(shipped("config") / "examples/wa-progressive.toml")
    jackpot = config.rules.jackpots[JACKPOT]
    unlimited = replace(jackpot, terms=replace(jackpot.terms, limit=0))
    return replace(config, rules=replace(config.rules, jackpots={JACKPOT: unlimited}))


class Play:
    """One table with six seats. Beside the core it keeps the money by itself, as one adds it up on paper."""

    def __init__(self, config: Config, seed: int) -> None:
        self.rules = config.rules
        (self.wager,) = self.rules.wagers.values()
        self.jackpot: Jackpot = self.rules.jackpots[JACKPOT]
        self.shoe: list[Card] = [*CARDS] * config.decks
        self.random = random.Random(seed)
        self.at = Moment(0, starts_at(FIRST, self.rules.roll, self.rules.zone))
        book, _entry = genesis(self.rules, self.at, epoch=1, config="bench", version="bench", by=["bench"])
        self.state = State(book, fresh(self.rules))
        self.steps = self.rounds = self.hits = self.at_hits = self.fixed = self.paid = 0
        self.tell(events.Started(self.at, "bench", synced=True, version="bench", config="bench", drivers=("board",)))
        self.tell(events.Linked(self.at, "board", 1, tuple(self.rules.spots)))
        self.tell(events.AddPerson(self.at, (), "admin", ("administrator",)))
        for place, name in enumerate(FLOOR):
            self.tell(events.AddPerson(self.at, ("admin", *FLOOR[:place]), name, ("floor", "manager")))
        self.tell(events.AddPerson(self.at, ("admin", FLOOR[0]), CAGE[0], ("cage",)))
        self.tell(events.Open(self.at, FLOOR[:1]))

    def tell(self, event: Event) -> None:
        outcome = step(self.rules, self.state, event)
        if outcome.refused:
            raise SystemExit(f"{event} was refused: {outcome.refused}")
        self.state = outcome.state
        self.steps += 1

    def wait(self, seconds: int) -> None:
        self.at = Moment(self.at.mono + 1000 * seconds, self.at.utc + 1000 * seconds)
        self.tell(events.Tick(self.at, synced=True))

    def round(self) -> None:
        for spot in self.rules.spots:
            self.tell(events.Touched(self.at, spot))
        self.wait(20)
        self.tell(events.KeyPressed(self.at, Key.LOCK))
        self.rounds += 1
        self.deal()
        self.wait(30)
        self.tell(events.KeyPressed(self.at, Key.CLEAR))
        self.wait(10)

    def deal(self) -> None:
        """Six pairs and the dealer's first card from a full shoe; all that win are claimed before one is approved."""
        cards = self.random.sample(self.shoe, 2 * len(self.rules.spots) + 1)
        up, stood, shares = cards[-1], self.state.book.meter(JACKPOT), False
        for place, spot in enumerate(self.rules.spots):
            pair = cards[2 * place], cards[2 * place + 1]
            if line := self.wager.paytable.decide(pair, (up,), Suit.HEARTS):
                named = " ".join(card.name for card in (*pair, up))
                self.tell(events.OpenClaim(self.at, ("admin",), spot, cards=named))
                shares = shares or bool(line.shares)
        for claim in self.claims(Stage.OPEN):
            for by in FLOOR:
                if any(each.number == claim.number for each in self.claims(Stage.OPEN)):
                    self.tell(events.ConfirmClaim(self.at, (by,), claim=claim.number))
            self.fixed += next((each.amount for each in self.claims(Stage.PAID) if each.number == claim.number), 0)
        for claim in self.claims(Stage.OWED):
            self.paid += claim.amount
            self.tell(events.PayClaim(self.at, CAGE, claim=claim.number))
        if shares:
            self.hits += 1
            self.at_hits += stood

    def claims(self, stage: Stage) -> list[Claim]:
        here = self.state.book.locked
        return [each for each in self.state.book.claims if each.stage is stage and here and each.round == here.number]

    def found(self) -> Found:
        book, jackpot = self.state.book, self.jackpot
        custody = book.jackpots[JACKPOT].custody
        if custody is None:
            raise SystemExit(f"{JACKPOT} holds no players' money")
        wagers = self.rounds * len(self.rules.spots)
        grown = percentage(wagers * self.wager.amount, jackpot.terms.rate_bp)
        reserved = percentage(wagers * self.wager.amount, jackpot.terms.reserve_bp)
        held = sum(liability(self.rules, book)[JACKPOT].values())
        due = grown + reserved + custody.outstanding - self.paid  # the opening amount is the house's first advance
        breaches = [CATALOGUE.say(breach) for breach in continuity(book)]
        if held != due:
            breaches.append(f"{held} micro-dollars are the players', {due} should be")
        if not 0 <= self.at_hits - self.paid < max(CENT * self.hits, 1):
            breaches.append(f"{self.paid} were paid of meters that stood at {self.at_hits}")
        return Found(
            self.rounds,
            self.steps,
            wagers,
            self.hits,
            self.at_hits,
            grown,
            self.fixed,
            custody.advanced,
            tuple(breaches),
        )


def play(days: int, rounds: int, seed: int) -> Found:
    table, shown = Play(example(), seed), time.monotonic()
    for number in range(days):
        begins = starts_at(FIRST + number * DAY, table.rules.roll, table.rules.zone) + 3_600_000
        table.wait(max(begins - table.at.utc, 1000) // 1000)
        for _ in range(rounds):
            table.round()
        if breaches := continuity(table.state.book):
            raise SystemExit(f"day {number + 1} of table {seed}: {CATALOGUE.say(breaches[0])}")
        if time.monotonic() - shown > SHOWN:
            shown = time.monotonic()
            print(f"table {seed}: day {number + 1} of {days}, {table.hits} hits", flush=True)
    return table.found()


def figures(found: list[Found], days: int, seconds: float) -> tuple[dict[str, object], float]:
    config = example()
    (wager,) = config.rules.wagers.values()
    terms = config.rules.jackpots[JACKPOT].terms
    exact = odds(wager.paytable, config.decks).mean_meter(wager.amount, terms.rate_bp, terms.reset)
    hits = sum(each.hits for each in found)
    if exact is None:
        raise SystemExit("the example's jackpot cannot be won")
    grown = sum(each.grown for each in found)
    due = grown / (exact - terms.reset)  # hits, rare and independent: their error is the root of their number
    z = float(due - hits) / math.sqrt(due)
    # What runs since the newest hit counts as well: to leave it out would favour short waits.
    mean = terms.reset + grown / hits if hits else None
    rounds = sum(each.rounds for each in found)
    return {
        "years": round(days / YEAR, 2),
        "rounds": rounds,
        "wagers": sum(each.wagers for each in found),
        "steps of the core": sum(each.steps for each in found),
        "seconds": round(seconds, 1),
        "microseconds a step, each process": round(seconds * 1e6 * len(found) / sum(each.steps for each in found)),
        "jackpot won": hits,
        "jackpot won, expected": round(float(due), 1),
        "meter at a hit, plain mean": dollars(sum(each.at_hits for each in found) // hits) if hits else None,
        "meter at a hit, unfinished waits too": dollars(int(mean)) if mean else None,
        "meter at a hit, exact mean": dollars(int(exact)),
        "z": round(z, 2),
        "fixed awards": dollars(sum(each.fixed for each in found)),
        "advanced by the house, opening too": dollars(sum(each.advanced for each in found) // CENT * CENT),
        "breaches": list(itertools.chain.from_iterable(each.breaches for each in found)),
    }, z


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--years", type=float, default=10.0, help="of one table, shared among the processes")
    options.add_argument("--rounds", type=int, default=700, help="a day")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    days, began = max(1, round(chosen.years * YEAR / chosen.jobs)), time.perf_counter()
    with ProcessPoolExecutor(chosen.jobs) as jobs:
        seeds = range(chosen.seed, chosen.seed + chosen.jobs)
        found = list(jobs.map(partial(play, days, chosen.rounds), seeds))
    result, z = figures(found, days * chosen.jobs, time.perf_counter() - began)
    write(f"years-{chosen.years:g}", result)
    if result["breaches"]:
        raise SystemExit("the money does not add up")
    if abs(z) > MOST:
        raise SystemExit(f"the meter's mean at a hit lies {z:.1f} standard errors from the exact one")


if __name__ == "__main__":
    main()
