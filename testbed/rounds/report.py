"""The results of a simulation, as a document and as JSON."""

import math
from collections.abc import Iterator
from fractions import Fraction
from statistics import fmean, stdev
from typing import Any

from controller.cli.speech import say, text
from controller.games.phrases import decimal, hundredths
from controller.reports.layout.document import Block, Document, Items
from controller.reports.layout.document import Table as Grid
from controller.table.money import CENT, dollars
from testbed.rounds.compare import FAR, BetFound, Found, mean_expected
from testbed.rounds.meter_life import DAY, MeterLife
from testbed.rounds.simulate import Simulated
from testbed.rounds.tally import MAIN
from words.message import Message, as_json, message

BASIC = "basic"
STRETCHES = 30  # groups of a meter's hits


def document(of: Simulated) -> Document:
    return Document(of.table.felt.game.title, text("rounds.kind"), tuple(_blocks(of)))


def _blocks(of: Simulated) -> Iterator[Block]:
    found = of.found
    yield Items(tuple(_outline(of)))
    for bet in found.bets:
        yield _bet(of, bet)
    for life in of.lives:
        yield Items(tuple(_life(life, found)))
    if not of.lives and any(bet.paytable.meters for bet in found.bets):
        yield Items((text("rounds.no_meter"),))
    yield Items((text("rounds.far", far=found.far, lines=len(found.lines), limit=FAR),))


def _outline(of: Simulated) -> Iterator[str]:
    table, found, tally = of.table, of.found, of.tally
    main = table.felt.game.main
    yield text(
        "rounds.outline",
        rounds=tally.rounds,
        seed=of.seed,
        decks=table.felt.decks,
        seats=len(table.seats),
        strategy=table.strategy,
    )
    if table.strategy == BASIC and not table.felt.game.play.dealer_hits_soft_17:
        yield text("rounds.other_chart")
    for left_out in table.left_out:
        yield say(left_out)
    if tally.void:
        yield text("rounds.void", rounds=f"{tally.void:,}")
    yield text(
        "rounds.main",
        bets=(main.title, *main.bigger),
        edge=hundredths(found.edge),
        error=f"{100 * found.edge_error:.2f}",
        staked=decimal(found.staked, 4),
    )


def _bet(of: Simulated, found: BetFound) -> Grid:
    opening = of.table.opening(found.bet.id)
    rows = [
        (
            line.line.title if line.line else text("rounds.nothing"),
            f"{line.hits:,}",
            decimal(line.frequency, 8),
            decimal(line.exact, 8),
            decimal(line.frequency - line.exact, 8),
            f"{line.z:+.2f}",
        )
        for line in found.lines
    ]
    title = text(
        "rounds.bet_with_meter" if any(opening.values()) else "rounds.bet",
        bet=found.bet.title,
        paytable=found.paytable.id,
        wager=found.wager,
        returned=hundredths(found.returned),
        error=f"{100 * found.error:.2f}",
        exact=hundredths(found.exact),
        amounts=tuple(message("rounds.amount", amount=amount) for amount in opening.values()),
    )
    heads = (text(f"rounds.{name}") for name in ("hand", "hits", "simulated", "exact", "difference"))
    return Grid(title, (*heads, "z"), tuple(rows))


def _life(life: MeterLife, found: Found) -> Iterator[str]:
    jackpot = life.jackpot.configured
    funding = message(f"rounds.{jackpot.funding.name}", **jackpot.funding.facts(jackpot.terms))
    yield text("rounds.meter", title=jackpot.title, base=jackpot.base, reset=jackpot.terms.reset, funding=funding)
    if jackpot.funding.posts:
        yield text("rounds.day", rounds=DAY, amount=life.points[-1][1] // CENT * CENT)
    mean = life.mean_at_hit
    yield text("rounds.not_won") if mean is None else say(_won(life, found, mean))


def _won(life: MeterLife, found: Found, mean: Fraction) -> Message:
    """The number of wins, and the mean with its standard error and the exact mean, if there are any."""
    won = message("rounds.won", hits=len(life.at_hits), mean=_cents(mean))
    error, exact = _error_at_hit(life), mean_expected(life, found)
    if error is not None:
        won = message("rounds.won_error", won=won, error=_cents(error))
    if exact is not None:
        won = message("rounds.won_exact", won=won, exact=_cents(exact))
    return won


def _cents(micros: Fraction | float) -> int:
    """Micro-dollars as whole cents."""
    return round(micros / CENT) * CENT


def _error_at_hit(life: MeterLife) -> float | None:
    """The standard error of the mean meter, from groups of successive hits: some of what one hit leaves in the meter is
    still there at the next ones, so successive hits are not independent."""
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


def _life_facts(life: MeterLife, found: Found) -> dict[str, Any]:
    mean, expected = life.mean_at_hit, mean_expected(life, found)
    error = _error_at_hit(life)
    return {
        "id": life.jackpot.configured.id,
        "hits": len(life.at_hits),
        "mean_at_hit": None if mean is None else dollars(math.floor(mean)),
        "standard_error": None if error is None else dollars(math.ceil(error)),
        "exact_mean_at_hit": None if expected is None else dollars(math.floor(expected)),
        "ends_at": dollars(life.points[-1][1]),
    }
