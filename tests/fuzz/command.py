"""The command: searches every surface, or one, keeps what it finds and prints how to repeat it."""

import argparse
import json
import logging
import resource
import secrets
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from fuzz.reach import ROOT
from fuzz.search import FOUND, Failure, failing, keep, renew, search
from fuzz.surface import Surface
from fuzz.surfaces import SURFACES

from benchmarks.figures import RESULTS

MEMORY = 3 << 30  # bytes; who asks for more has found an input without bounds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("surface", nargs="?", choices=SURFACES, help="one of them; all if none is named")
    parser.add_argument("--for", dest="minutes", type=float, default=2.0, metavar="MINUTES", help="of each surface (2)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="repeats a search")
    parser.add_argument("--input", type=Path, metavar="FILE", help="try this one alone")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    logging.lastResort = None
    if asked.input:
        return _again(SURFACES[asked.surface or asked.input.parent.name](), asked.input)
    print(f"seed {asked.seed}")
    names = [asked.surface] if asked.surface else list(SURFACES)
    return max([_search(SURFACES[name](), asked.seed, asked.minutes * 60) for name in names])


def _search(surface: Surface, seed: int, seconds: float) -> int:
    began = time.monotonic()
    found = search(surface, Random(f"{seed}/{surface.name}"), lambda _inputs: time.monotonic() - began < seconds)
    took = time.monotonic() - began
    stored = renew(surface, found)
    surface.close()
    for failure in found.failures:
        _tell(surface, failure)
    print(
        f"{surface.name:16} {found.inputs:8} inputs in {took:4.0f} s, {stored:4} kept, {len(found.new):4} new,"
        f" {len(found.failures)} failures",
        flush=True,
    )
    _write(surface.name, found.inputs, round(took), stored, len(found.new), len(found.failures))
    return int(bool(found.failures))


def _tell(surface: Surface, failure: Failure) -> None:
    path = keep(surface, failure.data, FOUND)
    print(f"\n{failure.text}\n{failure.where}; again with:")
    print(f"python -m tests.fuzz {surface.name} --input {path.relative_to(ROOT)}")


def _again(surface: Surface, path: Path) -> int:
    failure = failing(surface, path.read_bytes())
    surface.close()
    print(failure.text if failure else f"{path.name}: as promised")
    return int(bool(failure))


def _write(surface: str, inputs: int, seconds: int, stored: int, new: int, failures: int) -> None:
    """Beside what was last found of the other surfaces."""
    path = RESULTS / "fuzz.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    results[surface] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"), "inputs": inputs, "seconds": seconds, "corpus": stored,
        "new": new, "failures": failures,
    }  # fmt: skip
    path.write_text(json.dumps(results, indent=2) + "\n")
