"""What a simulated round costs, in The Brook's game with six seats and all wagers; and in a long run as in a short one?

.venv/bin/python -m benchmarks.play --rounds 1000000
"""

import argparse
import os
import resource
import time

from benchmarks.figures import write
from controller.config.catalogue import find_game, find_paytable
from controller.config.load import load
from controller.config.resources import shipped
from controller.games.offer import offer
from controller.table.money import dollars
from testbed.rounds.compare import mean_expected
from testbed.rounds.simulate import Simulated, simulate
from testbed.rounds.table import Table, felt_jackpots, full_table

SHORT = 10_000
MOST = 1.25  # times the cost in a short run
RUNS = 3
SEED = 1


def brook() -> Table:
    game = find_game("brook")
    named = {each: find_paytable(each) for bet in game.side_bets.values() for each in bet.paytables}
    felt = offer(game, 6, named)
    return full_table(felt, "basic", felt_jackpots(load(shipped("config") / "table.toml"), felt))


def timed(table: Table, rounds: int, jobs: int) -> tuple[Simulated, float, float]:
    """Seconds by the clock, and of all processors together: those do not count what others do on the machine."""
    began, used = time.perf_counter(), _used()
    simulated = simulate(table, rounds, SEED, jobs, lambda done, of: None)
    return simulated, time.perf_counter() - began, _used() - used


def _used() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--rounds", type=int, default=100_000, help="of the long run")
    options.add_argument("--jobs", type=int, default=2)
    chosen = options.parse_args()
    table = brook()
    timed(table, SHORT // 10, 1)  # what is loaded and cached once
    short = min(timed(table, SHORT, 1)[2] for _ in range(RUNS)) / SHORT
    simulated, seconds, used = timed(table, chosen.rounds, chosen.jobs)
    found, (meter,) = simulated.found, simulated.lives
    mean, expected = meter.mean_at_hit, mean_expected(meter, found)
    ratio = round(used / chosen.rounds / short, 2)
    write(
        f"play-{chosen.rounds}",
        {
            "rounds": chosen.rounds,
            "seats": len(table.seats),
            "processes": chosen.jobs,
            "load of the machine before": round(os.getloadavg()[2], 1),
            "seconds": round(seconds, 1),
            "processor's microseconds a round": round(used / chosen.rounds * 1e6),
            f"the same, of {SHORT} rounds": round(short * 1e6),
            "a round, long run / short run": ratio,
            "main bets: house edge %": round(100 * float(found.edge), 3),
            "main bets: standard error %": round(100 * found.edge_error, 3),
            "lines compared": len(found.lines),
            "lines with |z| above 3": found.far,
            "largest |z|": round(max(abs(line.z) for line in found.lines), 2),
            "jackpot won": len(meter.at_hits),
            "meter at a hit, mean": mean and dollars(int(mean)),
            "meter at a hit, exact mean": expected and dollars(int(expected)),
        },
    )
    if ratio > MOST:
        raise SystemExit(f"a round of a long run costs more than {MOST} times one of a short run")


if __name__ == "__main__":
    main()
