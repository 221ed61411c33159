"""Which program runs (R163, R164, R245, R309)."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.processes.litbet import ROOT, litbet
from support.spoken import say

import controller.daemon.identity
from controller.daemon.identity import Identity, identify, preloaded
from controller.daemon.verify import differences
from words.message import typed


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made of a copy: other people's tests leave traces in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("buses", "controller", "display", "drivers", "kinds", "words", "config", "systemd"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    return next((folder / "dist").glob("*.whl"))


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """As pip leaves it."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    return tmp_path


def test_a_release_and_its_wheel_are_the_same_program(wheel: Path, installed: Path) -> None:
    checkout, found = identify(wheel.parent.parent), identify(installed)
    assert (checkout.origin, found.origin) == ("checkout", "installed")
    assert checkout.files == found.files
    assert checkout.digest == found.digest
    assert found.damage is None


def test_the_manifest_is_what_other_tools_read(installed: Path) -> None:
    """R309: anybody can check it, and its own SHA-256 is the identity."""
    found = identify(installed)
    assert hashlib.sha256(found.manifest().encode()).hexdigest() == found.digest
    digest, name = next(line for line in found.manifest().splitlines() if "  systemd/" in line).split("  ")
    assert hashlib.sha256((installed / "controller/_shipped" / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize(
    "name", ["controller/table/money.py", "drivers/wire.py", "controller/_shipped/config/table.toml"]
)
def test_one_changed_byte_is_found(installed: Path, name: str) -> None:
    before = identify(installed)
    path = installed / name
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)
    after = identify(installed)
    assert after.digest != before.digest
    assert f"{name} was changed" in say(after.damage)


def test_a_missing_file_is_found(installed: Path) -> None:
    (installed / "drivers/wire.py").unlink()
    assert "drivers/wire.py is missing" in say(identify(installed).damage)


def test_a_file_that_nobody_installed_is_found(installed: Path) -> None:
    """It could be imported in the place of another."""
    (installed / "sitecustomize.py").write_text("print('hello')\n")
    assert "sitecustomize.py was not installed" in say(identify(installed).damage)


def test_a_library_is_looked_at_too(installed: Path) -> None:
    (installed / "some_library.py").write_text("good = True\n")
    info = installed / "some_library-1.2.dist-info"
    info.mkdir()
    noted = "sha256=9EmN2vTqfUJtuEzlHdkzvnnh0eZGUWAHQ6lTKIsGlRg"  # of something else
    (info / "RECORD").write_text(f"some_library.py,{noted},12\nsome_library-1.2.dist-info/RECORD,,\n")
    found = identify(installed)
    assert found.libraries["some_library"] == "1.2"
    assert "some_library.py was changed" in say(found.damage)


@pytest.mark.parametrize("name", ["x.pth", ".hidden.py", "drivers.so", "evil/.x", "evil/__pycache__/x.py"])
def test_no_file_is_overlooked(installed: Path, name: str) -> None:
    (installed / name).parent.mkdir(parents=True, exist_ok=True)
    (installed / name).write_text("")
    assert f"{name} was not installed" in say(identify(installed).damage)


def test_without_its_list_nothing_is_sound(installed: Path) -> None:
    next(installed.glob("litbet-*.dist-info/RECORD")).unlink()
    assert "its own list of files is missing" in say(identify(installed).damage)


def test_python_s_own_cache_changes_nothing(installed: Path) -> None:
    before = identify(installed)
    cache = installed / "controller" / "__pycache__"
    cache.mkdir()
    (cache / "app.cpython-311.pyc").write_bytes(b"compiled")
    assert identify(installed) == before


def test_many_wrong_files_are_one_sentence(installed: Path) -> None:
    shutil.rmtree(installed / "drivers")
    damage = say(identify(installed).damage)
    assert damage.count("is missing") == 3
    assert " more. Install it again" in damage


def test_the_command_line_says_which_program_it_is() -> None:
    result = litbet("--version")
    assert result.returncode == 0
    assert result.stdout.startswith("litbet 0.")
    assert "checkout" in result.stdout
    listed = litbet("identity")
    assert listed.returncode == 0
    assert "  controller/daemon/identity.py\n" in listed.stdout


def test_a_checkout_is_not_compiled() -> None:
    done = litbet("identity", "--compile")
    assert done.returncode == 1
    assert "this is a checkout" in done.stderr
    assert litbet("identity", "--compile", "--verify", "x").returncode == 2


def test_damage_is_told_and_the_status_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from controller import __main__
    from controller.cli import identity as family

    monkeypatch.setattr(
        family, "identity", lambda: Identity("1.0", "ab" * 32, "installed", typed("It was changed."), {}, {}, "")
    )
    assert __main__.main(["identity"]) == 1
    assert "It was changed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (b"os\xff.py", r"os\udcff.py"),
        (rb"os\udcff.py", r"os\\udcff.py"),
        ("os\u00ff.py".encode(), "os\u00ff.py"),
        ("os\u0085.py".encode(), r"os\x85.py"),
        (b"a\n" + b"0" * 64 + b"  wire.py", r"a\n" + "0" * 64 + "  wire.py"),
        (b"\x1b[2Jos.py", r"\x1b[2Jos.py"),
    ],
)
def test_a_file_with_any_name_is_found_and_named(installed: Path, name: bytes, written: str) -> None:
    """Not UTF-8, a second line of the manifest, orders to the terminal: none ends the comparison or hides in it."""
    before = identify(installed)
    for folder in (installed, installed / "drivers"):
        (folder / os.fsdecode(name)).write_bytes(b"")
    found = identify(installed)
    assert f"{written} was not installed" in say(found.damage)
    assert set(found.manifest().splitlines()) > set(before.manifest().splitlines())
    assert len(found.manifest().splitlines()) == len(before.manifest().splitlines()) + 1
    assert ("added", f"drivers/{written}") in list(differences(before.manifest(), installed))


@pytest.mark.parametrize(
    "line", [b"\xff,,\n", b"one\n", b"a,b,c,d\n", b"os\x00.py,sha256=x,1\n", b'"' + b"x" * 200_000]
)
def test_a_librarys_list_that_is_none_is_found(installed: Path, line: bytes) -> None:
    folder = installed / "evil-1.0.dist-info"
    folder.mkdir()
    (folder / "RECORD").write_bytes(line)
    assert "evil-1.0.dist-info/RECORD" in say(identify(installed).damage)


def test_what_is_loaded_before_the_program_may_have_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "preload").write_bytes(b"/usr/\xff.so\n")
    monkeypatch.setattr(controller.daemon.identity, "PRELOAD_FILE", tmp_path / "preload")
    monkeypatch.setenv("LD_PRELOAD", os.fsdecode(b"/usr/\xfe.so"))
    told = say(preloaded())
    assert r"/usr/\udcff.so" in told
    assert r"/usr/\udcfe.so" in told
