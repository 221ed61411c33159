"""What tests/conftest.py promises: a test that passes fails all the same for what its loop and its processes print."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.processes.litbet import ROOT

HEAD = """
import asyncio, gc, subprocess, sys
from support.processes.litbet import Process

def python(code):
    Process(sys.executable, "-c", code, stdout=subprocess.DEVNULL).wait()

async def forget():
    future = asyncio.get_running_loop().create_future()
    future.set_exception(ValueError("forgotten"))
    del future
    gc.collect()
"""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("def test(): python('1 / 0')", "Traceback"),
        ("def test(): python('async def f(): pass\\nf()')", "was never awaited"),
        ("async def test(): await forget()", "exception was never retrieved"),
        ("def test(): subprocess.run([sys.executable, '-c', '1 / 0'])", "Traceback"),
        ("def test(): python('import sys; print(1, file=sys.stderr)')", ""),
    ],
)
def test_what_is_printed_beside_a_test_that_passes(tmp_path: Path, body: str, says: str) -> None:
    (tmp_path / "test_it.py").write_text(f"{HEAD}\n{body}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-p", "tests.conftest",
         tmp_path / "test_it.py"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == (1 if says else 0), done.stdout + done.stderr
    assert "1 passed" in done.stdout
    assert says in done.stdout
