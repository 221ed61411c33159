"""From nothing to READY=1, beside a bare interpreter that imports the same libraries (every module of a third party
that the controller itself loaded until then) and says READY=1 as well. New processes; the files are in the page cache.

    .venv/bin/python -m benchmarks.cold_start
"""

import argparse
import os
import re
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from benchmarks.figures import write
from benchmarks.rig import PATIENCE, Rig, rig

MOST = 2.5
IMPORTED = re.compile(r"^import time: +\d+ \| +\d+ \| +([\w.]+)$", re.MULTILINE)
SITE = sysconfig.get_path("purelib")
TRIED = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    print(name)
"""


def libraries(table: Rig) -> list[str]:
    """Modules of third parties, in the order in which the controller came to have them."""
    imports = table.folder / "imports"
    os.environ["PYTHONPROFILEIMPORTTIME"] = "1"
    table.start("sh", "-c", 'exec "$@" 2>"$0"', str(imports))
    del os.environ["PYTHONPROFILEIMPORTTIME"]
    table.stop()
    names = [name for name in IMPORTED.findall(imports.read_text()) if _foreign(name.partition(".")[0])]
    # A library may have tried to import what is not installed.
    tried = subprocess.run([sys.executable, "-c", TRIED, *names], check=True, capture_output=True, text=True)
    return tried.stdout.split()


def _foreign(package: str) -> bool:
    try:
        spec = find_spec(package)
    except ValueError:  # __main__
        return False
    return bool(spec and spec.origin and spec.origin.startswith(SITE))


def seconds(line: socket.socket, begin: Callable[[], object]) -> float:
    """From `begin` to READY=1."""

    def ready() -> float:
        while line.recv(4096) != b"READY=1":
            pass
        return time.monotonic()

    with ThreadPoolExecutor(1) as waiting:
        readiness = waiting.submit(ready)
        began = time.monotonic()
        begin()
        return readiness.result() - began


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=15, help="starts of each")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    took: dict[str, list[float]] = {"controller": [], "libraries": []}
    with (
        tempfile.TemporaryDirectory(dir=chosen.folder) as own,
        rig(Path(own)) as table,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        table.init()
        names = libraries(table)
        bare = f"import {', '.join(names)}\nfrom controller.daemon.systemd import notify\nnotify('READY=1')"
        address = "\0" + "litbet-bench-" + str(os.getpid())
        line.bind(address)
        line.settimeout(PATIENCE)
        os.environ["NOTIFY_SOCKET"] = "@" + address[1:]
        for _ in range(chosen.n):
            took["controller"].append(seconds(line, table.start))
            table.stop()
            imported = [sys.executable, "-c", bare]
            took["libraries"].append(seconds(line, lambda: subprocess.run(imported, check=True)))  # noqa: B023
    best = {name: min(each) for name, each in took.items()}
    middle = {name: median(each) for name, each in took.items()}
    ratio = best["controller"] / best["libraries"]
    write(
        "cold_start",
        {
            **{f"{name}, best of {chosen.n}, s": round(each, 3) for name, each in best.items()},
            **{f"{name}, median, s": round(each, 3) for name, each in middle.items()},
            "modules of third parties": len(names),
            "controller / libraries, best": round(ratio, 2),
            "controller / libraries, median": round(middle["controller"] / middle["libraries"], 2),
        },
    )
    if ratio > MOST:
        raise SystemExit(f"a cold start takes more than {MOST} times importing the same libraries")


if __name__ == "__main__":
    main()
