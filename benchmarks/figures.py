"""How figures are stated."""

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

RESULTS = Path(__file__).parent / "results"


def percentile(values: Sequence[int], share: float) -> int:
    """The smallest of the values that at least this share of them does not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def times(runs: Sequence[Sequence[int]], floor: Sequence[Sequence[int]], share: float) -> float:
    """How many times its floor's each run took, turn by turn, and the median of the turns: a machine that is shared is
    fast in one minute and slow in the next, and a pair of neighbours has had the same minute."""
    turns = zip(runs, floor, strict=True)
    return median(percentile(run, share) / percentile(beside, share) for run, beside in turns)


def write(name: str, figures: Mapping[str, object]) -> None:
    """Print a benchmark's figures and keep them as its last result."""
    for figure, value in figures.items():
        print(f"{figure:40} {value}")
    RESULTS.mkdir(exist_ok=True)
    result = {"at": datetime.now(UTC).isoformat(timespec="seconds"), **figures}
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
