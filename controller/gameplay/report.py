"""What a simulation found, for people and as JSON."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from controller.core.document import Block, Document, Items, Table
from controller.core.money import dollars
from controller.core.rules import Funding
from controller.gameplay import table as players
from controller.gameplay.compare import FAR, BetFound, Found, mean_expected
from controller.gameplay.life import DAY, Life
from controller.gameplay.tally import Tally
from controller.games.phrases import decimal, hundredths, listed, money, percent


@dataclass(frozen=True, slots=True)
class Played:
    """A whole run."""

    table: players.Table
    seed: int
    tally: Tally
    found: Found
    lives: Sequence[Life]

    @property
    def summary(self) -> str:
        return f"{self.found.far} of {len(self.found.lines)} lines are farther than {FAR} standard deviations off"


def document(played: Played) -> Document:
    return Document(played.table.felt.game.title, "Simulation of whole rounds", tuple(_blocks(played)))


def _blocks(played: Played) -> Iterator[Block]:
    found = played.found
    yield Items(tuple(_outline(played)))
    for bet in found.bets:
        yield _bet(played, bet)
    for life in played.lives:
        yield Items(tuple(_life(life, found)))
    if not played.lives and any(bet.paytable.meters for bet in found.bets):
        yield Items(("No meter: name a table's file with --config to see its life; shares count as nothing here",))
    yield Items((played.summary,))


def _outline(played: Played) -> Iterator[str]:
    table, found, tally = played.table, played.found, played.tally
    yield (
        f"{tally.rounds:,} rounds from seed {played.seed}: {table.felt.decks} decks, {len(table.seats)} seats, "
        f"strategy {table.strategy}, every bet at its lowest amount"
    )
    yield from table.left_out
    if tally.void:
        yield f"{tally.void:,} rounds were void since the shoe ran out, and dealt again"
    yield (
        f"{listed((table.felt.game.main.title, *table.felt.game.main.bigger))}: house edge {hundredths(found.edge)}, "
        f"standard error {found.edge_error:.2%}; with doubles and splits {decimal(found.staked, 4)} times the bets "
        "before the deal were staked"
    )


def _bet(played: Played, found: BetFound) -> Table:
    opening = played.table.opening(found.bet.id)
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
    return Table(
        f"{found.bet.title}, {found.paytable.id}, for {money(found.wager)}: returned {hundredths(found.returned)}, "
        f"standard error {found.error:.2%}, exactly {hundredths(found.exact)}{stands}",
        ("Hand", "Hits", "Simulated", "Exact", "Difference", "z"),
        tuple(rows),
    )


def _life(life: Life, found: Found) -> Iterator[str]:
    jackpot = life.pot.jackpot
    when = {
        Funding.PER_WAGER: f"{percent(jackpot.rate_bp)} of each wager is added at once",
        Funding.DAILY_PERCENT: f"{percent(jackpot.rate_bp)} of a day's wagers is added the next morning",
        Funding.MANUAL_HOUSE: "nothing is added but by management",
    }[jackpot.funding]
    yield f"Meter {jackpot.title}: opens at {money(jackpot.base)}, starts again at {money(jackpot.reset)}; {when}"
    if life.pot.jackpot.funding is Funding.DAILY_PERCENT:
        yield f"A day is {DAY} rounds; after the last one the meter stands at {money(life.points[-1][1])}"
    mean, expected = life.mean_at_hit, mean_expected(life, found)
    if mean is None:
        yield "It was not won"
    else:
        exact = f", exactly {money(round(expected))} in the long run" if expected is not None else ""
        yield f"Won {len(life.at_hits):,} times, at {money(round(mean))} on average{exact}"


def facts(played: Played) -> dict[str, Any]:
    table, found, tally = played.table, played.found, played.tally
    return {
        "game": table.felt.game.id,
        "decks": table.felt.decks,
        "rounds": tally.rounds,
        "seed": played.seed,
        "seats": len(table.seats),
        "strategy": table.strategy,
        "void": tally.void,
        "left_out": list(table.left_out),
        "main": {
            "house_edge": float(found.edge),
            "standard_error": found.edge_error,
            "staked": dollars(tally.staked["main"]),
        },
        "side_bets": [_bet_facts(bet) for bet in found.bets],
        "lines": len(found.lines),
        "far": found.far,
        "meters": [_life_facts(life, found) for life in played.lives],
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
    return {
        "id": life.pot.jackpot.id,
        "hits": len(life.at_hits),
        "mean_at_hit": None if mean is None else dollars(math.floor(mean)),
        "exact_mean_at_hit": None if expected is None else dollars(math.floor(expected)),
        "ends_at": dollars(life.points[-1][1]),
    }
