"""What a running controller takes of its machine, sampled every few seconds, and whether any of it grows."""

import asyncio
import os
import re
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.figures import percentile
from testbed.bench.world import World

EVERY = 3.0  # s between two looks
TICKS = os.sysconf("SC_CLK_TCK")  # of the processor's time, in a second
MOST_RSS = 1.05  # times the first quarter's
# The loop's, the ledger's, and asyncio's own for what is set aside. Those come one by one, each when it is first needed
# beside the others, and stay: more than all of them is a leak, one more in an hour is not.
MOST_THREADS = 2 + min(32, (os.cpu_count() or 1) + 4)
MOST_WAL = 8.0  # MB; it goes into the file at 4
MOST_LATER = 2.0  # times the first quarter's, from LOCK to the commit at the median
Sample = Mapping[str, float]


class Watch:
    """Of one table's controller, after `warm` seconds."""

    def __init__(self, world: World, warm: float) -> None:
        self._world, self._warm = world, warm
        self.samples: list[Sample] = []

    async def run(self) -> None:
        """It asks for the status as well, as a floor's page does: the answer is as late as the loop is."""
        await asyncio.sleep(self._warm)
        while True:
            began = time.monotonic()
            await self._world.status()
            answer = time.monotonic() - began
            self.samples.append({**weigh(self._world.pid, self._world.folder), "answer ms": answer * 1000})
            await asyncio.sleep(EVERY)


def weigh(pid: int, folder: Path) -> Sample:
    """A controller, and the write-ahead log in its folder."""
    process = Path("/proc", str(pid))
    status = (process / "status").read_text()
    stat = (process / "stat").read_text().rpartition(")")[2].split()
    return {
        "at": time.monotonic(),
        "RSS MB": _number(status, "VmRSS") / 1024,
        "threads": _number(status, "Threads"),
        "handles": len(os.listdir(process / "fd")),
        "WAL MB": (folder / "ledger.db-wal").stat().st_size / 1e6,
        "CPU s": (int(stat[11]) + int(stat[12])) / TICKS,
    }


def _number(status: str, field: str) -> int:
    found = re.search(rf"{field}:\s+(\d+)", status)
    assert found is not None
    return int(found[1])


def stays(samples: Sequence[Sample]) -> dict[str, dict[str, float]]:
    """Each kind of what was seen, in the first quarter and in the last."""
    shares = [(after["CPU s"] - before["CPU s"]) / (after["at"] - before["at"]) for before, after in pairwise(samples)]
    kinds = {name: [each[name] for each in samples] for name in samples[0] if name not in ("at", "CPU s")}
    return {name: _first_and_last(values) for name, values in kinds.items()} | {
        "CPU % of the core": _first_and_last([share * 100 for share in shares])
    }


def keeps(ns: Sequence[int]) -> dict[str, float]:
    """As `stays`, in milliseconds."""
    return _first_and_last([each / 1e6 for each in ns]) | {"p99": round(percentile(ns, 0.99) / 1e6, 2)}


def _first_and_last(values: Sequence[float]) -> dict[str, float]:
    quarter = max(1, len(values) // 4)
    first, last = statistics.median(values[:quarter]), statistics.median(values[-quarter:])
    most = round(max(values), 2)
    return {
        "first": round(first, 2),
        "last": round(last, 2),
        "ratio": round(last / first, 3) if first else 1.0,
        "most": most,
    }


def grown(table: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """What a table must not do however long it runs."""
    if (ratio := table["RSS MB"]["ratio"]) > MOST_RSS:
        yield f"memory grew {ratio} times"
    if (handles := table["handles"])["first"] != handles["last"]:
        yield f"{handles['first']:g} handles became {handles['last']:g}"
    if (threads := table["threads"])["last"] > max(threads["first"], MOST_THREADS):
        yield f"{threads['first']:g} threads became {threads['last']:g}"
    if (most := table["WAL MB"]["most"]) > MOST_WAL:
        yield f"the write-ahead log grew to {most} MB"
    if (locks := table.get("LOCK to commit ms")) and locks["ratio"] > MOST_LATER:
        yield f"LOCK took {locks['ratio']} times as long in the end"
