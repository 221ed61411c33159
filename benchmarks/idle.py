"""What an open table costs while nobody plays, and whether that grows.

Its board speaks ten times a second (half as often again as the protocol asks), the controller answers, ticks
once a second and sends its heartbeat to the signs.

    .venv/bin/python -m benchmarks.idle --seconds 60
"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.figures import write
from benchmarks.load_watch import EVERY, grown, stays, weigh
from benchmarks.rig import rig

MOST = 1.0  # % of one processor; the target is 0.5
FRAME_EVERY = 100  # ms
SETTLING = 0.1  # of the time, until everything has been seen once
LONG = 600.0  # s; a shorter run says nothing of growth


def used(pid: int) -> float:
    """Seconds of processor that a process has had, all its threads, to the nanosecond."""
    return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid(3)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    import board_logic

    board_logic.STATE_EVERY = FRAME_EVERY
    with tempfile.TemporaryDirectory(dir=chosen.folder) as own, rig(Path(own)) as table:
        table.init()
        table.start()
        table.do("table open")
        table.board.until("waiting")
        time.sleep(max(2.0, chosen.seconds * SETTLING))
        assert table.daemon is not None
        board, pid, samples = table.board.board, table.daemon.pid, []
        frames, before, began = board.seq, used(pid), time.monotonic()
        while time.monotonic() < began + chosen.seconds:
            samples.append(weigh(pid, table.folder))
            time.sleep(EVERY)
        took = time.monotonic() - began
        share, frames = (used(pid) - before) / took, board.seq - frames
    found = stays(samples)
    write(
        f"idle-{chosen.seconds:g}",
        {
            "seconds": round(took),
            "frames of the board a second": round(frames / took, 1),
            "idle, % of one processor": round(100 * share, 2),
            **found,
        },
    )
    if 100 * share > MOST:
        raise SystemExit(f"an idle table takes more than {MOST} % of a processor")
    if chosen.seconds >= LONG and (wrong := list(grown(found))):
        raise SystemExit(f"an idle table does not stay as it was: {wrong[0]}")


if __name__ == "__main__":
    main()
