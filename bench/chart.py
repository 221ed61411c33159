"""The drawing of the figures: each beside its target and its bound, and as it was in every run of the history."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.targets import Target

GOOD, SHORT, GREY = "#2e7d4f", "#b3541e", "#555555"


def draw(measured: Mapping[Target, float], history: Sequence[Mapping[str, Any]], path: Path) -> None:
    """What has neither target nor bound is left to the table."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # Each as a share of its target, or of its bound where nothing was asked: then one axis serves all.
    shown = {target: float(target.most or target.bound or 0) for target in measured if target.most or target.bound}
    figure = Figure(figsize=(13, 0.34 * len(shown) + 1.4), layout="constrained")
    now, then = figure.subplots(1, 2, width_ratios=(2, 1), sharey=True)
    for place, (target, whole) in enumerate(reversed(shown.items())):
        value = measured[target]
        color = GREY if target.most is None else GOOD if value <= target.most else SHORT
        now.barh(place, value / whole, color=color, height=0.6)
        now.text(value / whole, place, f" {value:g}", va="center", fontsize=8)
        if target.bound is not None:
            now.plot(target.bound / whole, place, "|", color="black", markersize=12)
        runs = [run["ratios"].get(target.title) for run in history]
        past = [each / whole for each in runs if each is not None]
        then.plot(past, [place] * len(past), "o", color=color, alpha=0.35, markersize=5)
        then.plot(past[-1:], [place] * len(past[-1:]), "o", color=color, markersize=5)
    now.set_yticks(range(len(shown)), [target.title for target in reversed(shown)], fontsize=8)
    now.set_title(
        "this run: green meets its target, brown does not, grey has none; the stroke is CI's bound", fontsize=9
    )
    then.set_title(f"runs of the history: {len(history)}; the newest is the full dot", fontsize=9)
    for axes in (now, then):
        axes.axvline(1, color=GREY, linewidth=1, linestyle="--")
        axes.set_xlim(left=0)
        axes.set_xlabel("share of the target, or of the bound where there is no target", fontsize=8)
        axes.tick_params(axis="x", labelsize=8)
    with rc_context({"svg.hashsalt": "litbet"}):
        figure.savefig(path, metadata={"Date": None})
