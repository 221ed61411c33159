"""What a table costs that is open while nobody plays: its board speaks ten times a second (half as often again as the
protocol asks), the controller answers, keeps its second's tick and tells the signs that it lives.

    .venv/bin/python -m bench.idle --seconds 60
"""

import argparse
import tempfile
import time
from pathlib import Path

from bench.figures import write
from bench.rig import rig

MOST = 1.0  # % of one processor; the target is 0.5
FRAME_EVERY = 100  # ms


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
        time.sleep(2.0)  # what a start leaves behind
        assert table.daemon is not None
        board, pid = table.board.board, table.daemon.pid
        frames, before, began = board.seq, used(pid), time.monotonic()
        time.sleep(chosen.seconds)
        share = (used(pid) - before) / (time.monotonic() - began)
        frames = board.seq - frames
    write(
        "idle",
        {
            "seconds": chosen.seconds,
            "frames of the board a second": round(frames / chosen.seconds, 1),
            "idle, % of one processor": round(100 * share, 2),
        },
    )
    if 100 * share > MOST:
        raise SystemExit(f"an idle table takes more than {MOST} % of a processor")


if __name__ == "__main__":
    main()
