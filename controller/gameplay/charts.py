"""The drawing of a simulation: what each side bet returned as the rounds went on, and below it each meter's life."""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.money import DOLLAR
from controller.gameplay.compare import BetFound, mean_expected
from controller.gameplay.life import DAY, Life
from controller.gameplay.run import Point
from controller.gameplay.simulate import Simulated
from controller.gameplay.table import Table
from controller.games.phrases import money

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, GREY, BAND = "#1f5fa8", "#555555", "#dde6f0"
IN_A_ROW = 3


def draw(of: Simulated, path: Path) -> None:
    """PNG or SVG, as the path's ending says."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    bets = of.found.bets
    columns = len(bets) if len(bets) <= IN_A_ROW else math.ceil(len(bets) / 2)
    above = math.ceil(len(bets) / columns)
    figure = Figure(figsize=(max(8, 4 * columns), 3 * (above + len(of.lives)) + 0.6), layout="constrained")
    grid = figure.add_gridspec(above + len(of.lives), columns)
    for number, bet in enumerate(bets):
        axes = figure.add_subplot(grid[number // columns, number % columns])
        _convergence(axes, bet, of.way, of.table)
    for row, life in enumerate(of.lives, start=above):
        _life(figure.add_subplot(grid[row, :]), life, mean_expected(life, of.found), of.tally.rounds)
    felt = of.table.felt
    figure.suptitle(f"{felt.game.id}, {felt.decks} decks: {of.tally.rounds:,} rounds from seed {of.seed}")
    with rc_context({"svg.hashsalt": "litbet"}):  # with no date either, the same run gives the same file
        figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)


def _convergence(axes: "Axes", found: BetFound, way: Sequence[Point], table: Table) -> None:
    rounds = [point.rounds for point in way]
    last = rounds[-1]
    exact = 100 * float(found.exact)
    band = [200 * found.error * math.sqrt(last / at) for at in rounds]
    a_round = len(table.seats) * found.wager
    returned = [100 + 100 * point.net[found.bet.id] / (point.rounds * a_round) for point in way]
    low, high = [exact - each for each in band], [exact + each for each in band]
    axes.fill_between(rounds, low, high, color=BAND, label="two standard errors")
    axes.axhline(exact, color=GREY, linewidth=1, label=f"exact {exact:.2f} %")
    axes.plot(rounds, returned, color=BLUE, linewidth=1.2, label=f"simulated {returned[-1]:.2f} %")
    axes.set_xscale("log")
    axes.set_xlim(min(rounds[0], last / 2), last)
    # What the first rounds bring is far off and says little: the frame leaves out a thirtieth of the way.
    frame = 2.5 * max((each for at, each in zip(rounds, band, strict=True) if at * 30 >= last), default=1) or 1
    axes.set_ylim(exact - frame, exact + frame)
    opening = ", meter at its opening" if any(table.opening(found.bet.id).values()) else ""
    axes.set_title(f"{found.bet.title}\n{found.paytable.id}{opening}", fontsize=9)
    axes.set_xlabel("rounds", fontsize=8)
    axes.set_ylabel("returned, %", fontsize=8)
    axes.tick_params(labelsize=8, which="both")  # less than a decade of rounds has labels at minor ticks alone
    axes.legend(fontsize=7, loc="upper right", framealpha=0.9)


def _life(axes: "Axes", life: Life, expected: Fraction | None, rounds: int) -> None:
    days, dollars = [at / DAY for at, _ in life.points], [micros / DOLLAR for _, micros in life.points]
    axes.plot(days, dollars, color=BLUE, linewidth=1.2, drawstyle="steps-post", label="meter")
    for mean, style, name in ((life.mean_at_hit, "--", "mean at a hit"), (expected, "-", "exact mean at a hit")):
        if mean is not None:
            label = f"{name} {money(round(mean))}"
            axes.axhline(float(mean / DOLLAR), color=GREY, linewidth=1, linestyle=style, label=label)
    axes.set_xlim(0, rounds / DAY)
    axes.set_ylim(0, 1.25 * max(*dollars, float((expected or 0) / DOLLAR)))  # with room for the legend
    axes.yaxis.set_major_formatter("${x:,.0f}")
    axes.set_title(f"{life.pot.jackpot.title}: won {len(life.at_hits):,} times", fontsize=9)
    axes.set_xlabel(f"gaming days of {DAY} rounds", fontsize=8)
    axes.tick_params(labelsize=8)
    axes.legend(fontsize=7, loc="upper right", ncols=3, framealpha=0.9)
