"""A controller at an open table where nobody plays: what it takes of a core while its board talks and the broker is
told again what has not changed; and whether that stays so.

    .venv/bin/python -m bench.idle --minutes 60
"""

import argparse
import tempfile
import time
from pathlib import Path

from bench.figures import write
from bench.load_watch import EVERY, grown, stays, weigh
from bench.rig import Rig, rig

WARM = 0.1  # of the time, until everything has been seen once


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as own, rig(Path(own)) as table:
        table.init()
        table.start()
        table.do("table open")
        time.sleep(chosen.minutes * 60 * WARM)
        frames, samples = _frames(table), []
        began = time.monotonic()
        while time.monotonic() < began + chosen.minutes * 60:
            assert table.daemon is not None
            samples.append(weigh(table.daemon.pid, table.folder))
            time.sleep(EVERY)
        frames = _frames(table) - frames
    seconds = samples[-1]["at"] - samples[0]["at"]
    found = stays(samples)
    figures = {
        "seconds": round(seconds),
        "frames of the board a second": round(frames / seconds, 1),
        "of a core, %": round((samples[-1]["CPU s"] - samples[0]["CPU s"]) / seconds * 100, 3),
        **found,
    }
    write(f"idle-{chosen.minutes:g}", figures)
    if wrong := list(grown(found)):
        raise SystemExit(f"an idle table does not stay as it was: {wrong[0]}")


def _frames(table: Rig) -> int:
    (board,) = table.ask("status")["status"]["drivers"].values()
    return int(board["states"])


if __name__ == "__main__":
    main()
