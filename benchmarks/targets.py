"""Targets and bounds of the figures. A target is the aim; above its bound a benchmark fails. The bound is wider than a
target that is not met yet, so that a regression is noticed. docs/SPEED.md explains each figure."""

from typing import NamedTuple

from benchmarks import audit, cold_start, edge, footprint, growth, idle, lock, second_copy, signs


class Target(NamedTuple):
    module: str  # the benchmark that measures it
    key: str  # its name there
    title: str  # and for people
    most: float | None  # None: reported, nothing was asked
    bound: float | None = None


TARGETS = (
    Target("edge", "commit, litbet / library, p50", "edge to commit / library chain, p50", None, edge.MOST["commit"]),
    Target("edge", "commit, litbet / raw, p50", "edge to commit / raw chain, p50", None),
    Target("edge", "lamp, litbet / library, p50", "edge to lamp / library chain, p50", None, edge.MOST["lamp"]),
    Target("edge", "lamp, litbet / raw, p50", "edge to lamp / raw chain, p50", None),
    Target("lock", "litbet / library, p50", "edge to MQTT receipt / library chain, p50", 1.3, lock.MOST),
    Target("lock", "litbet / raw, p50", "edge to MQTT receipt / raw chain, p50", 2.2),
    Target("lock", "litbet / library, p99", "edge to MQTT receipt / library chain, p99", 2.0),
    Target("second_copy", "with / without, p50", "LOCK with / without a second copy, p50", None, second_copy.MOST),
    Target("cold_start", "controller / libraries, best", "cold start / importing its libraries", 2.5, cold_start.MOST),
    Target("footprint", "resident memory MB", "resident memory, MB", 55, footprint.MOST_RSS),
    Target("idle", "idle, % of one processor", "idle, % of one core", 0.5, idle.MOST),
    Target("footprint", "syncs a round", "syncs a round", 2.0, footprint.MOST_SYNCS),
    Target("footprint", "bytes written to the disk a round", "bytes written to the disk a round", None),
    *(
        Target("growth", f"{what}, old / empty", f"{what}, long history / none", growth.MOST, growth.MOST)
        for what in ("start-up", *(f"{asked} p50" for asked in growth.ASKED))
    ),
    *(
        Target("signs", f"{number} signs and junk / none, p50", f"LOCK with {number} signs and junk / none, p50",
               signs.MOST, signs.MOST)
        for number in (1, 200, 1000)
    ),
    Target("audit", "audit, rows a second", "audit, rows a second", None),
    Target("audit", "audit / scan", "audit / bare scan", None, audit.MOST),
    Target("audit", "audit / scan and SHA-256", "audit / scan and SHA-256", None),
)  # fmt: skip
