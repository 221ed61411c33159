"""`litbet sim`: the whole controller in made-up worlds, each from a seed."""

import argparse
import json
import secrets
import time
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from controller.cli.shared import command, whole

if TYPE_CHECKING:
    from testbed.simulation.history import History
    from testbed.simulation.run import Total

MOST = 1 << 32


def add(groups: Any) -> None:
    made = command(
        groups,
        "sim",
        sim,
        "play made-up worlds in which everything goes wrong, and hold the ledger against the laws at every step",
        "sim --seeds 1000 --days 3 --jobs 2",
    )
    made.add_argument("--seeds", type=whole(1, 10**7), default=100, metavar="N", help="how many worlds (100)")
    made.add_argument("--first", type=whole(0, MOST), default=0, metavar="N", help="the first of them (0)")
    made.add_argument("--fresh", action="store_true", help="begin with a seed that nobody knows; it is printed")
    made.add_argument("--days", type=whole(1, 1000), default=3, metavar="N", help="of play in each (3)")
    made.add_argument("--jobs", type=whole(1, 256), default=1, metavar="N", help="processes (1)")
    made.add_argument(
        "--for", type=whole(1, 10_000), dest="minutes", metavar="MINUTES", help="as many worlds as there is time for"
    )
    made.add_argument("--seed", type=whole(0, MOST + 10**7), metavar="N", help="this one alone, with its story")


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
        _tell(history, short)
    return 1 if history.wrong else 0


def _many(args: argparse.Namespace) -> int:
    from controller.cli.terminal import bar, line_ended
    from testbed.simulation.run import run

    first = secrets.randbelow(MOST) if args.fresh else args.first
    if not args.json:
        print(f"seeds from {first} on, {args.days} days each", flush=True)
    seeds: Iterable[int] = count(first) if args.minutes else range(first, first + args.seeds)
    began = time.monotonic()
    until = began + 60 * args.minutes if args.minutes else 0.0

    def progress(done: int) -> None:
        if args.minutes:
            minutes = min(int((time.monotonic() - began) / 60), args.minutes - 1)
            bar(minutes, args.minutes, f"minutes, {done} worlds")
        else:
            bar(done, args.seeds, "worlds")

    with line_ended():
        total = run(seeds, args.days, args.jobs, progress, until)
    if args.json:
        print(json.dumps({"first": first, **total.facts()}))
    else:
        _summary(total)
    return 1 if total.failed else 0


def _summary(total: "Total") -> None:
    print(f"{total.seeds:,} worlds, {total.days:,} days, {total.steps:,} deeds and mishaps, {total.rows:,} rows")
    for kind, times in sorted(total.faults.items()):
        print(f"  {kind}: {times:,}")
    if total.failed:
        history = total.failed[0]
        _tell(history, _shortened(history))
        others = ", ".join(str(each.seed) for each in total.failed[1:])
        print(f"violations in {len(total.failed)} worlds{f', of these seeds too: {others}' if others else ''}")
    else:
        print("no violation")


def _shortened(history: "History") -> "History":
    from controller.cli.terminal import bar, line_ended
    from testbed.simulation.history import play
    from testbed.simulation.shrink import TRIES, shrink

    with line_ended():
        return shrink(
            history,
            lambda without: play(history.seed, history.days, without),
            lambda done, _of: bar(done, TRIES, "shorter stories tried"),
        )


def _tell(history: "History", short: "History") -> None:
    print(f"seed {history.seed}: {history.table}, {history.days} days, {history.steps} steps, {history.rows} rows")
    print(f"digest of every row and message: {history.messages}")
    if history.wrong:
        print(f"WRONG: {history.wrong[0]}")
        print("In short:")
        print("\n".join(f"  {line}" for line in short.story))
        print(f"  and then: {short.wrong[0]}")
        print(f"Again: litbet sim --seed {history.seed} --days {history.days}")
