"""What a simulation found, for people and as JSON."""

import math
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Any

from controller.cli.speech import say
from controller.games.phrases import decimal, hundredths, listed, money, percent
from controller.reports.layout.document import Block, Document, Items
from controller.reports.layout.document import Table as Grid
from controller.table.money import dollars
from testbed.rounds.compare import FAR, BetFound, Found, mean_expected
from testbed.rounds.life import DAY, Life
from testbed.rounds.simulate import Simulated
from testbed.rounds.tally import MAIN
from words.message import as_json

BASIC = "basic"
STRETCHES = 30  # of the hits of a meter
ADDED = {  # by funding type
    "per_wager": "{rate} of each wager is added at once",
    "daily_percent": "{rate} of a day's wagers is added the next morning",
    "manual_house": "nothing is added but by management",
}


def document(of: Simulated) -> Document:
    return Document(of.table.felt.game.title, "Simulation of whole rounds", tuple(_blocks(of)))


def _blocks(of: Simulated) -> Iterator[Block]:
    found = of.found
    yield Items(tuple(_outline(of)))
    for bet in found.bets:
        yield _bet(of, bet)
    for life in of.lives:
        yield Items(tuple(_life(life, found)))
    if not of.lives and any(bet.paytable.meters for bet in found.bets):
        yield Items(("No meter: name a table's file with --config to see its life; shares count as nothing here",))
    yield Items((f"{found.far} of {len(found.lines)} lines are farther than {FAR} standard deviations off",))


def _outline(of: Simulated) -> Iterator[str]:
    table, found, tally = of.table, of.found, of.tally
    main = table.felt.game.main
    yield (
        f"{tally.rounds:,} rounds from seed {of.seed}: {table.felt.decks} decks, {len(table.seats)} seats, "
        f"strategy {table.strategy}, every bet at its lowest amount"
    )
    if table.strategy == BASIC and not table.felt.game.play.dealer_hits_soft_17:
        yield "The basic strategy is the chart for a dealer who hits soft 17; this dealer stands on it"
    yield from map(say, table.left_out)
    if tally.void:
        yield f"{tally.void:,} rounds were void since the shoe ran out, and dealt again"
    yield (
        f"{listed((main.title, *main.bigger))}: house edge {hundredths(found.edge)}, "
        f"standard error {100 * found.edge_error:.2f} %; with doubles and splits {decimal(found.staked, 4)} times "
        "the bets before the deal were staked"
    )


def _bet(of: Simulated, found: BetFound) -> Grid:
    opening = of.table.opening(found.bet.id)
    stands = f", meter at its opening amount of {listed(map(money, opening.values()))}" if any(opening.values()) else ""
    rows = [
        (
            line.line.title if line.line else "Nothing",
            f"{line.hits:,}",
            decimal(line.frequency, 8),
            decimal(line.exact, 8),
            decimal(line.frequency - line.exact, 8),
            f"{line.z:+.2f}",
        )
        for line in found.lines
    ]
    return Grid(
        f"{found.bet.title}, {found.paytable.id}, for {money(found.wager)}: returned {hundredths(found.returned)}, "
        f"standard error {100 * found.error:.2f} %, exactly {hundredths(found.exact)}{stands}",
        ("Hand", "Hits", "Simulated", "Exact", "Difference", "z"),
        tuple(rows),
    )


def _life(life: Life, found: Found) -> Iterator[str]:
    jackpot = life.pot.jackpot
    when = ADDED[jackpot.funding.name].format(rate=percent(jackpot.terms.rate_bp))
    yield f"Meter {jackpot.title}: opens at {money(jackpot.base)}, starts again at {money(jackpot.terms.reset)}; {when}"
    if jackpot.funding.posts:
        yield f"A day is {DAY} rounds; after the last one the meter stands at {money(life.points[-1][1])}"
    mean, expected = life.mean_at_hit, mean_expected(life, found)
    if mean is None:
        yield "It was not won"
    else:
        exact = f", exactly {money(round(expected))} in the long run" if expected is not None else ""
        error = _error_at_hit(life)
        give = f", standard error {money(round(error))}" if error is not None else ""
        yield f"Won {len(life.at_hits):,} times, at {money(round(mean))} on average{give}{exact}"


def _error_at_hit(life: Life) -> float | None:
    """The standard error of the mean meter, by means of stretches of hits: a part of what one hit leaves in the meter
    is still in it at the next ones, so that hits beside each other are alike."""
    hits = len(life.at_hits)
    if hits < 2:
        return None
    length = max(1, hits // STRETCHES)
    means = [fmean(life.at_hits[at : at + length]) for at in range(0, hits - length + 1, length)]
    return stdev(means) / math.sqrt(len(means))


def facts(of: Simulated) -> dict[str, Any]:
    table, found, tally = of.table, of.found, of.tally
    return {
        "game": table.felt.game.id,
        "decks": table.felt.decks,
        "rounds": tally.rounds,
        "seed": of.seed,
        "seats": len(table.seats),
        "strategy": table.strategy,
        "void": tally.void,
        "left_out": as_json(table.left_out),
        "main": {
            "house_edge": float(found.edge),
            "standard_error": found.edge_error,
            "staked": dollars(tally.staked[MAIN]),
        },
        "side_bets": [_bet_facts(bet) for bet in found.bets],
        "lines": len(found.lines),
        "far": found.far,
        "meters": [_life_facts(life, found) for life in of.lives],
    }


def _bet_facts(found: BetFound) -> dict[str, Any]:
    return {
        "id": found.bet.id,
        "paytable": found.paytable.id,
        "wager": dollars(found.wager),
        "rtp": float(found.returned),
        "standard_error": found.error,
        "exact_rtp": float(found.exact),
        "events": [
            {
                "name": line.line.event if line.line else "nothing",
                "hits": line.hits,
                "frequency": float(line.frequency),
                "probability": float(line.exact),
                "z": line.z,
            }
            for line in found.lines
        ],
    }


def _life_facts(life: Life, found: Found) -> dict[str, Any]:
    mean, expected = life.mean_at_hit, mean_expected(life, found)
    error = _error_at_hit(life)
    return {
        "id": life.pot.jackpot.id,
        "hits": len(life.at_hits),
        "mean_at_hit": None if mean is None else dollars(math.floor(mean)),
        "standard_error": None if error is None else dollars(math.ceil(error)),
        "exact_mean_at_hit": None if expected is None else dollars(math.floor(expected)),
        "ends_at": dollars(life.points[-1][1]),
    }
