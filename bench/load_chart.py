"""The load's drawing: memory, handles, write-ahead log and lateness of every table over the time."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

from bench.load_watch import Sample

mpl.use("agg")
from matplotlib import pyplot

DRAWN = ("RSS MB", "handles", "WAL MB", "answer ms")


def draw(series: Mapping[str, Sequence[Sample]], path: Path) -> None:
    mpl.rcParams["svg.hashsalt"] = "litbet"  # the same figures make the same file
    figure, every = pyplot.subplots(len(DRAWN), 1, sharex=True, figsize=(8, 9), layout="constrained")
    for axes, name in zip(every, DRAWN, strict=True):
        for table, samples in series.items():
            minutes = [(each["at"] - samples[0]["at"]) / 60 for each in samples]
            axes.plot(minutes, [each[name] for each in samples], linewidth=0.7, label=table)
        most = max(each[name] for samples in series.values() for each in samples)
        axes.set_ylim(0, 1.1 * most)
        axes.set_ylabel(name, fontsize=8)
        axes.tick_params(labelsize=8)
    every[-1].set_ylim(1, None)
    every[-1].set_yscale("log")
    every[-1].set_xlabel("minutes", fontsize=8)
    every[0].legend(fontsize=7, ncols=4, loc="lower right")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
