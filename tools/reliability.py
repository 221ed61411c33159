"""Writes the table in docs/RELIABILITY.md from the results that its commands left in benchmarks/results/."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from marked import filled

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/RELIABILITY.md"
RESULTS = ROOT / "benchmarks/results"
BEGIN, END = "<!-- table: begin (make reliability) -->", "<!-- table: end -->"

SIM = "litbet sim --first {first} --seeds {seeds} --days {days} --jobs 2 --json > benchmarks/results/simulation.json"
VM = "python -m benchmarks.vm --cuts {cuts} --states {states}"
FUZZ = "make fuzz"
LOAD = "python -m benchmarks.load --minutes {minutes}"
PACE = "times a person's speed"


class Line(NamedTuple):
    what: str
    much: str
    violations: int
    command: str


def lines() -> Iterator[Line]:
    yield from _simulation(_result("simulation"))
    yield from _machine(_result("vm"))
    yield from _fuzzing(_result("fuzz"))
    yield from _load(_longest("load"))


def _simulation(result: dict[str, Any]) -> Iterator[Line]:
    command = SIM.format(first=result["first"], seeds=result["seeds"], days=result["days"] // result["seeds"])
    yield Line("made-up worlds", _n(result["seeds"]), result["violations"], command)
    for what, much in (
        ("days of play in them", result["days"]),
        ("deeds and mishaps", result["steps"]),
        ("rows, each audited and reckoned a second time", result["rows"]),
        *((f"of these: {fault}", times) for fault, times in result["faults"].items()),
    ):
        yield Line(what, _n(much), result["violations"], "")


def _machine(result: dict[str, Any]) -> Iterator[Line]:
    command = VM.format(cuts=result["cuts"], states=result["states"])
    yield Line("power cuts of a virtual machine", _n(result["cuts"]), result["cuts: with losses"], command)
    yield Line("rows acknowledged before them", _n(result["cuts: rows acknowledged"]), result["cuts: with losses"], "")
    yield Line("disk states that a cut may leave", _n(result["states"]), result["states: with losses"], "")


def _fuzzing(result: dict[str, Any]) -> Iterator[Line]:
    for surface, each in sorted(result.items()):
        yield Line(f"inputs made up for {surface}", _n(each["inputs"]), each["failures"], FUZZ)


def _load(result: dict[str, Any]) -> Iterator[Line]:
    command = LOAD.format(minutes=round(result["seconds"] / 60))
    hands = f"hands of {result['tables']} tables on one core, {result[PACE]:g} times a person's speed"
    wrong = len(result["wrong"])
    yield Line(hands, _n(result["hands"]), wrong, command)
    for what in ("wagers", "wins", "outages of the broker"):
        yield Line(f"{what} among them", _n(result[what]), wrong, "")


def _result(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text())
    return result


def _longest(kind: str) -> dict[str, Any]:
    """The longest of several runs of a benchmark whose duration can be chosen."""
    results = [_result(path.stem) for path in RESULTS.glob(f"{kind}-*.json")]
    return max(results, key=lambda each: float(each["seconds"]))


def _n(number: float) -> str:
    return f"{number:,}"


def table() -> str:
    rows = [f"| {each.what} | {each.much} | {each.violations} | {_code(each.command)} |" for each in lines()]
    return "\n".join(["| what | how much | violations | the command |", "|---|---:|---:|---|", *rows])


def _code(command: str) -> str:
    return f"`{command}`" if command else ""


def redrawn(text: str) -> str:
    """`text` with the table made from the results."""
    return filled(text, BEGIN, END, table())


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text()))
