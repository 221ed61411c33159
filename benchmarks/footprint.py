"""What a played round costs a flash card, and what the running daemon weighs.

.venv/bin/python -m benchmarks.footprint
"""

import argparse
import re
import sqlite3
import tempfile
from pathlib import Path

from benchmarks.figures import write
from benchmarks.rig import rig

MOST_SYNCS = 2.05  # a round: LOCK and CLEAR, and now and then the write-ahead log goes into the file
MOST_RSS = 58  # MB; the target is 55


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=300, help="rounds")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as own, rig(Path(own)) as table:
        table.init()
        table.start()
        table.do("table open")
        table.play(chosen.n)
        assert table.daemon is not None
        rss = kilobytes(table.daemon.pid, "VmRSS") / 1024
        written = _written(table.daemon.pid)
        table.play(chosen.n)
        written = _written(table.daemon.pid) - written
        table.do("table close")
        table.stop()
        trace = Path(own) / "trace"
        table.start("strace", "-D", "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace))
        table.do("table open")
        before = _syncs(trace)
        table.play(chosen.n)
        syncs = _syncs(trace) - before
        table.do("table close")
        table.stop()
        rows = sqlite3.connect(Path(own) / "ledger.db")
        query = "SELECT sum(length(body) + length(transfers) + 32) FROM journal WHERE kind IN ('lock', 'clear')"
        logical = rows.execute(query).fetchone()[0] / (3 * chosen.n)
        file = Path(own, "ledger.db").stat().st_size / (3 * chosen.n)
        rows.close()
    figures = {
        "syncs a round": round(syncs / chosen.n, 2),
        "journal bytes a round": round(logical),
        "ledger file bytes a round": round(file),
        "bytes written to the disk a round": round(written / chosen.n),
        "resident memory MB": round(rss, 1),
    }
    write("footprint", figures)
    if figures["syncs a round"] > MOST_SYNCS or rss > MOST_RSS:
        raise SystemExit(f"more than {MOST_SYNCS} syncs a round, or more than {MOST_RSS} MB")


def kilobytes(pid: int, field: str) -> int:
    found = re.search(rf"{field}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])


def _written(pid: int) -> int:
    """Bytes that the process has sent to the disk so far."""
    found = re.search(r"write_bytes: (\d+)", Path(f"/proc/{pid}/io").read_text())
    assert found is not None
    return int(found[1])


def _syncs(trace: Path) -> int:
    return len(re.findall(r"f(?:data)?sync\(", trace.read_text()))


if __name__ == "__main__":
    main()
