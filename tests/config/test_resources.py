"""The shipped files are found in a checkout, and from a wheel."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from support.spoken import problem

from controller.config.resources import shipped
from controller.config.settings import ConfigError

ROOT = Path(__file__).resolve().parents[2]
PRINT = "from controller.config.resources import shipped; print(shipped('config')); print(shipped('systemd'))"


def test_in_a_checkout() -> None:
    assert shipped("config") == ROOT / "config"
    assert shipped("systemd") == ROOT / "systemd"


def test_a_folder_that_is_not_there() -> None:
    with problem(ConfigError, "install litbet again"):
        shipped("no-such-folder")


def test_in_a_wheel(tmp_path: Path) -> None:
    """Built and imported from: the table's reference passes its own check there."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    check = "from controller.config.load import check; print(check(shipped('config') / 'table.toml')[0])"
    done = subprocess.run(
        [sys.executable, "-c", f"{PRINT}; {check}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=True,
        capture_output=True,
        text=True,
    )
    inside = site / "controller" / "_shipped"
    assert done.stdout.splitlines() == [str(inside / "config"), str(inside / "systemd"), "()"]
