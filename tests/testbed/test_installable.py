"""The test bed is an installable of its own: what a casino's table carries, and what it says of the rest."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import PATIENCE, ROOT

from controller import __version__

REFUSAL = "litbet: `litbet {}` belongs to the test bed: install it with pip install 'litbet[testbed]'"
ASKED = {"bench": ["--hands", "1", "--json"], "sim": ["--seeds", "1"], "games play": ["brook", "--rounds", "10"]}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheels")
    for project in (ROOT, ROOT / "testbed"):
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=project, check=True, capture_output=True)
    return {path.name.partition("-")[0]: zipfile.ZipFile(path) for path in folder.glob("*.whl")}


def installed(site: Path, *wheels: zipfile.ZipFile) -> dict[str, str]:
    """The environment of a process that finds these wheels, and of other people's packages all."""
    for wheel in wheels:
        wheel.extractall(site)
    return {**os.environ, "PYTHONPATH": f"{site}:{sysconfig.get_path('purelib')}"}


def litbet(env: dict[str, str], *args: str) -> "subprocess.CompletedProcess[str]":
    """-S: the checkout that is installed here for developers is not looked at."""
    command = [sys.executable, "-S", "-P", "-m", "controller", *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_table_carries_nothing_of_the_test_bed(wheels: dict[str, zipfile.ZipFile]) -> None:
    benches = [name for name in wheels["litbet"].namelist() if re.search("bench|testbed|firmware|simul", name)]
    assert benches == ["controller/cli/testbed.py"], "the one file that says what to install"


def test_the_test_bed_carries_its_board_and_its_page(wheels: dict[str, zipfile.ZipFile]) -> None:
    names = wheels["litbet_testbed"].namelist()
    inside = {name.partition("/")[0] for name in names}
    assert inside == {"testbed", f"litbet_testbed-{__version__}.dist-info"}
    for name in ("_shipped/firmware-sim/__main__.py", "bench/site/bench/index.html", "bench/words/es.po"):
        assert f"testbed/{name}" in names
    assert "testbed/pyproject.toml" not in names


@pytest.mark.parametrize("command", ASKED)
def test_without_it_its_commands_say_what_to_install(
    wheels: dict[str, zipfile.ZipFile], tmp_path: Path, command: str
) -> None:
    done = litbet(installed(tmp_path, wheels["litbet"]), *command.split(), *ASKED[command])
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", REFUSAL.format(command))


def test_without_it_nothing_offers_its_commands(wheels: dict[str, zipfile.ZipFile], tmp_path: Path) -> None:
    env = installed(tmp_path, wheels["litbet"])
    for result in (litbet(env, "--help"), litbet(env, "games", "--help"), litbet(env, "completion", "bash")):
        assert result.returncode == 0, result.stderr
        assert not re.search(r"\b(bench|sim|play)\b", result.stdout), result.stdout


def test_with_it_a_bench_plays(wheels: dict[str, zipfile.ZipFile], tmp_path: Path) -> None:
    """From the two wheels alone: the board, the page's files and the controller are found there."""
    env = installed(tmp_path, *wheels.values())
    done = litbet(env, "bench", "--hands", "1", "--speed", "300", "--json")
    assert done.returncode == 0, done.stderr
    assert '"audit": "ok"' in done.stdout
    assert "bench" in litbet(env, "--help").stdout


def test_both_are_of_one_version() -> None:
    def project(folder: Path) -> dict[str, Any]:
        found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        return found

    product, testbed = project(ROOT), project(ROOT / "testbed")
    assert product["version"] == testbed["version"] == __version__
    assert testbed["dependencies"] == [f"litbet=={__version__}"]
    assert product["optional-dependencies"]["testbed"] == [f"litbet-testbed=={__version__}"]
