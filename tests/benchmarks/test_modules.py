"""Every benchmark starts: a module that is renamed elsewhere is noticed here, and not by the next long run."""

import importlib
from pathlib import Path

import pytest

import benchmarks
from benchmarks.__main__ import STAGES, Stage

FOLDER = Path(str(benchmarks.__file__)).parent
MODULES = sorted(
    ".".join(("benchmarks", *path.relative_to(FOLDER).with_suffix("").parts)) for path in FOLDER.rglob("*.py")
)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_the_benchmarks_can_be_imported(name: str) -> None:
    importlib.import_module(name)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.module)
def test_every_stage_is_a_module_that_can_be_run(stage: Stage) -> None:
    assert callable(importlib.import_module(f"benchmarks.{stage.module}").main)
