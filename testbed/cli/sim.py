"""`litbet sim`: the whole controller in simulated worlds, each from a seed."""

import argparse
import json
import secrets
import time
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, whole
from controller.cli.speech import text

if TYPE_CHECKING:
    from testbed.simulation.history import History
    from testbed.simulation.run import Total

MOST = 1 << 32


def add(groups: Any) -> None:
    made = command(groups, "sim", sim, "sim --seeds 1000 --days 3 --jobs 2")
    made.add_argument("--seeds", type=whole(1, 10**7), default=100, metavar="N")
    made.add_argument("--first", type=whole(0, MOST), default=0, metavar="N")
    made.add_argument("--fresh", action="store_true")
    made.add_argument("--days", type=whole(1, 1000), default=3, metavar="N")
    made.add_argument("--jobs", type=whole(1, 256), default=1, metavar="N")
    made.add_argument("--for", type=whole(1, 10_000), dest="minutes", metavar="MINUTES")
    made.add_argument("--seed", type=whole(0, MOST + 10**7), metavar="N")


def sim(args: argparse.Namespace) -> int:
    return _one(args) if args.seed is not None else _many(args)


def _one(args: argparse.Namespace) -> int:
    from testbed.simulation.history import play

    history = play(args.seed, args.days)
    short = _shortened(history) if history.wrong else history
    if args.json:
        print(json.dumps({**history.facts(), "shortened": short.story if history.wrong else None}))
    else:
        print("\n".join(history.story))
        _print(history, short)
    return 1 if history.wrong else 0


def _many(args: argparse.Namespace) -> int:
    from controller.cli.terminal import bar, line_ended
    from testbed.simulation.run import run

    first = secrets.randbelow(MOST) if args.fresh else args.first
    if not args.json:
        print(text("sim.seeds", first=first, days=args.days), flush=True)
    seeds: Iterable[int] = count(first) if args.minutes else range(first, first + args.seeds)
    began = time.monotonic()
    until = began + 60 * args.minutes if args.minutes else 0.0

    def progress(done: int) -> None:
        if args.minutes:
            minutes = min(int((time.monotonic() - began) / 60), args.minutes - 1)
            bar(minutes, args.minutes, text("sim.minutes", worlds=done))
        else:
            bar(done, args.seeds, text("sim.worlds"))

    with line_ended():
        total = run(seeds, args.days, args.jobs, progress, until)
    if args.json:
        print(json.dumps({"first": first, **total.facts()}))
    else:
        _summary(total)
    return 1 if total.failed else 0


def _summary(total: "Total") -> None:
    print(text("sim.total", worlds=total.seeds, days=total.days, steps=total.steps, rows=total.rows))
    for kind, times in sorted(total.faults.items()):
        print(f"  {kind}: {times}")
    if total.failed:
        history = total.failed[0]
        _print(history, _shortened(history))
        print(text("sim.violations", worlds=len(total.failed), seeds=tuple(each.seed for each in total.failed)))
    else:
        print(text("sim.no_violation"))


def _shortened(history: "History") -> "History":
    from controller.cli.terminal import bar, line_ended
    from testbed.simulation.history import play
    from testbed.simulation.shrink import TRIES, shrink

    with line_ended():
        return shrink(
            history,
            lambda without: play(history.seed, history.days, without),
            lambda done, _of: bar(done, TRIES, text("sim.tries")),
        )


def _print(history: "History", short: "History") -> None:
    print(
        text(
            "sim.history",
            seed=history.seed,
            table=history.table,
            days=history.days,
            steps=history.steps,
            rows=history.rows,
        )
    )
    print(text("sim.digest", digest=history.messages))
    if history.wrong:
        print(text("sim.wrong", finding=history.wrong[0]))
        print(text("sim.in_short"))
        print("\n".join(f"  {line}" for line in short.story))
        print(text("sim.and_then", finding=short.wrong[0]))
        print(text("sim.again", seed=history.seed, days=history.days))
