"""What a second copy of every row costs a LOCK, from its byte on the serial line to the sign's receipt, beside the same
rounds without. Both copies lie on one disk here, so its syncs wait for each other: a second medium costs no more.

    .venv/bin/python -m benchmarks.second_copy --n 200
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.figures import percentile, write
from benchmarks.lock import to_sign
from benchmarks.rig import rig
from controller.config.load import load
from controller.config.resources import shipped

MOST = 2.5
RUNS = 5


def locks(folder: Path, n: int, *, copied: bool) -> list[int]:
    """Nanoseconds for each of n rounds."""
    with (
        tempfile.TemporaryDirectory(dir=folder) as own,
        tempfile.TemporaryDirectory(dir=folder) as medium,
        rig(Path(own)) as table,
    ):
        copy = Path(medium).absolute() / "bj-1.journal"
        text = (shipped("config") / "table.toml").read_text()
        text = text.replace('"/var/lib/litbet" ', f'"{Path(own).absolute()}" ', 1)
        if copied:
            text = text.replace("#second_copy =", f'second_copy = "{copy}" #', 1)
        file = Path(own) / "table.toml"
        file.write_text(text)
        table.config, table.where = load(file), []
        table.init()
        table.start()
        table.do("table open")
        took = to_sign(table, n)
        if copied:
            status = table.do("status")["status"]
            copy = status["second_copy"]
            assert copy["row"] == status["seq"], f"the copy fell behind: {copy['why']}"
        return took


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=200, help="rounds in each run")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    runs: dict[str, list[list[int]]] = {"without": [], "with": []}
    for _ in range(RUNS):
        for name, each in runs.items():
            each.append(locks(chosen.folder, chosen.n, copied=name == "with"))
    p50 = {name: min(percentile(run, 0.5) for run in each) / 1e6 for name, each in runs.items()}
    p99 = {name: min(percentile(run, 0.99) for run in each) / 1e6 for name, each in runs.items()}
    ratio = p50["with"] / p50["without"]
    write(
        "second_copy",
        {
            **{f"LOCK to sign {name} a second copy, p50 ms": round(ms, 3) for name, ms in p50.items()},
            **{f"{name}, p99 ms (best of {RUNS})": round(ms, 3) for name, ms in p99.items()},
            "with / without, p50": round(ratio, 2),
        },
    )
    if ratio > MOST:
        raise SystemExit(f"LOCK takes more than {MOST} times as long with a second copy")


if __name__ == "__main__":
    main()
