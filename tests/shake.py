"""`make shake`: the tests of browsers, processes and links again and again, in batches of random files in random order,
beside a busy loop on each core. It finds tests that wait for a time, and tests that depend on another one.

    python -m tests.shake --for MINUTES [--seed SEED] [FILE ...]

Each batch has a seed, and prints it; with `--seed` that batch is the first one. With files, only these are shaken.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = ("daemon", "display", "drivers", "e2e", "firmware", "ledger", "signs", "testbed/bench")
BATCH = 6  # files: enough that two of them run beside each other, few enough to be run again
CORES = os.cpu_count() or 1


@contextmanager
def load() -> Iterator[None]:
    busy = ["setpriv", "--pdeathsig", "KILL", sys.executable, "-c", "while True: pass"]
    loops = [subprocess.Popen(busy) for _ in range(CORES)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def batch(named: list[str], seed: int) -> list[str]:
    found = (path for folder in FOLDERS for path in (HERE / folder).rglob("test_*.py"))
    files = named or sorted(str(path.relative_to(HERE.parent)) for path in found)
    return random.Random(seed).sample(files, len(named) or BATCH)


def shake(named: list[str], minutes: float, seed: int) -> int:
    end = time.monotonic() + 60 * minutes
    with load():
        while time.monotonic() < end:
            print(f"\nbatch {seed}; again: python -m tests.shake --seed {seed}", *named, flush=True)
            done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", str(CORES), *batch(named, seed)])
            if done.returncode:
                return done.returncode
            seed += 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shake", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--for", dest="minutes", type=float, default=15, help="no batch is begun after so many")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the first batch")
    parser.add_argument("files", nargs="*", help="to shake these alone")
    args = parser.parse_args()
    return shake(args.files, args.minutes, args.seed)


if __name__ == "__main__":
    sys.exit(main())
