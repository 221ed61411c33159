"""Whoever can write beside the installed program: each poisoning is found, or the program never loads it. The wheel is
installed into an environment of its own, with the libraries that a table uses."""

import base64
import csv
import hashlib
import importlib.metadata
import importlib.util
import json
import marshal
import os
import py_compile
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import ROOT

SHOUT = "import os\nos.write(2, b'POISON')\n"
PYTHON = f"python{sys.version_info[0]}.{sys.version_info[1]}"


@dataclass(frozen=True)
class Installation:
    home: Path

    @property
    def packages(self) -> Path:
        return self.home / "lib" / PYTHON / "site-packages"

    @property
    def compiled(self) -> Path:
        return self.home / "pycache"

    def run(self, *words: str | Path, start: Sequence[str] = (), **env: str) -> "subprocess.CompletedProcess[str]":
        command = [*(start or (str(self.home / "bin/litbet"),)), *map(str, words)]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=600, check=False, env={**os.environ, **env}, cwd="/"
        )

    def identity(self, **env: str) -> dict[str, Any]:
        done = self.run("identity", "--json", **env)
        assert done.stdout, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        assert done.returncode == (1 if found["damage"] else 0)
        return found

    def unit(self) -> list[str]:
        """How the units start the program, here."""
        found: set[str] = set()
        for name in ("litbet.service", "litbet-sign.service", "litbet-dealer.service"):
            (line,) = re.findall(r"^ExecStart=(.*bin/litbet) ", (ROOT / "systemd" / name).read_text(), re.MULTILINE)
            found.add(line.replace("/opt/litbet", str(self.home)))
        (line,) = found
        return line.split()


def libraries() -> Iterator[importlib.metadata.Distribution]:
    """What the project asks for, with all that this requires."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    seen, wanted = set(), [re.split(r"[ ;<>=!~\[(]", line, maxsplit=1)[0] for line in asked]
    while wanted:
        each = re.sub(r"[-_.]+", "-", wanted.pop()).lower()
        if each in seen:
            continue
        seen.add(each)
        try:
            found = importlib.metadata.distribution(each)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform
        yield found
        needs = [line for line in found.requires or () if "extra ==" not in line]
        wanted += [re.split(r"[ ;<>=!~\[(]", line, maxsplit=1)[0] for line in needs]


def wheel_of(folder: Path) -> Path:
    for name in ("buses", "controller", "display", "drivers", "kinds", "words", "config", "systemd"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    return next((folder / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    made = Installation(tmp_path_factory.mktemp("opt") / "litbet")
    venv.create(made.home, symlinks=True)
    wheel = wheel_of(tmp_path_factory.mktemp("release"))
    pip = [sys.executable, "-m", "pip", "--python", str(made.home / "bin/python"), "--disable-pip-version-check"]
    install = [*pip, "install", "--quiet", "--no-compile", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    for each in libraries():
        for file in each.files or ():
            to = made.packages / file
            if to.resolve().is_relative_to(made.packages) and "__pycache__" not in to.parts:
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(file.locate()), to)
        unlist(made.packages, each)
    done = made.run("identity", "--compile", PYTHONDONTWRITEBYTECODE="1")  # of the .pth files that it runs when typed
    assert done.returncode == 0, done.stderr
    return made


def unlist(packages: Path, each: importlib.metadata.Distribution) -> None:
    """Takes what was not copied out of a library's list: scripts, and compiled files."""
    record = packages / next(str(file) for file in each.files or () if file.name == "RECORD")
    lines = [line for line in record.read_text().splitlines() if (packages / line.split(",")[0]).exists()]
    record.write_text("\n".join(lines) + "\n")


@pytest.fixture
def here(fresh: Installation) -> Iterator[Installation]:
    """Put back as it was after each attack."""
    folders = {path for path in fresh.packages.rglob("*") if path.is_dir()}
    before = {path: path.read_bytes() for path in fresh.packages.rglob("*") if path.is_file()}
    compiled = fresh.home / "compiled before"
    if not compiled.exists():
        shutil.copytree(fresh.compiled, compiled)
    yield fresh
    put_back(compiled, fresh.compiled)
    for path in sorted(fresh.packages.rglob("*"), reverse=True):  # what is in a folder before the folder
        if path.is_symlink() or (path.is_file() and path not in before):
            path.unlink()
        elif path.is_dir() and path not in folders:
            path.rmdir()
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def put_back(saved: Path, folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(saved, folder)


def poisoned_cache(source: Path, code: str) -> Path:
    """A compiled file that Python takes for that of its source: same time, same size."""
    other = source.with_name("other.py")
    other.write_text(code)
    cache = Path(importlib.util.cache_from_source(str(source)))
    cache.parent.mkdir(exist_ok=True)
    py_compile.compile(str(other), cfile=str(cache), doraise=True)
    other.unlink()
    facts = source.stat()
    head = cache.read_bytes()[:8] + int(facts.st_mtime).to_bytes(4, "little") + facts.st_size.to_bytes(4, "little")
    cache.write_bytes(head + cache.read_bytes()[16:])
    return cache


def test_a_sound_installation_says_so(here: Installation) -> None:
    found = here.identity()
    assert (found["origin"], found["damage"], found["preloaded"]) == ("installed", None, None)
    assert len(found["installation"]) == 64


def test_a_service_leaves_no_compiled_file_behind(here: Installation) -> None:
    """Typed by hand, Python runs .pth files before the command starts itself isolated."""
    assert here.run("identity", start=here.unit(), PYTHONDONTWRITEBYTECODE="").returncode == 0
    assert not list(here.packages.rglob("*.pyc"))


@pytest.mark.parametrize(
    "module", ["controller/daemon/identity.py", "controller/__init__.py", "words/catalogue.py", "polib.py"]
)
def test_a_poisoned_compiled_file_is_never_loaded(module: str, here: Installation) -> None:
    poisoned_cache(here.packages / module, f"{SHOUT}raise SystemExit(0)\n")
    name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    plain = subprocess.run(
        [here.home / "bin/python", "-c", f"import {name}"],
        capture_output=True, text=True, check=False, cwd="/",
    )  # fmt: skip
    assert "POISON" in plain.stderr, "the poison works where it is loaded"
    done = here.run("identity")
    assert "POISON" not in done.stderr
    assert "identity.py\n" in done.stdout
    assert "POISON" not in here.run("identity", start=here.unit()).stderr


@pytest.mark.parametrize(
    "name", ["x.pth", "sitecustomize.py", "usercustomize.py", ".hidden.py", ".hidden/x.py", "json.py", "sqlalchemy.so",
             "evil/__init__.py", "evil/x.pyc", "evil/__pycache__/x.py"],
)  # fmt: skip
def test_a_file_beside_the_program_is_found_and_runs_in_no_unit(name: str, here: Installation) -> None:
    path = here.packages / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("import os; os.write(2, b'POISON')\n")
    done = here.run("identity", start=here.unit())
    assert "POISON" not in done.stderr
    assert f"{name} was not installed" in done.stdout
    assert done.returncode == 1


def test_a_link_to_a_folder_or_a_file_is_found(here: Installation, tmp_path: Path) -> None:
    (tmp_path / "evil").mkdir()
    (here.packages / "evil").symlink_to(tmp_path / "evil")
    assert "evil was not installed" in here.run("identity").stdout
    money = here.packages / "controller/table/money.py"
    shutil.move(money, tmp_path / "money.py")
    money.symlink_to(tmp_path / "money.py")  # the same content, for now
    assert "controller/table/money.py was changed" in here.run("identity").stdout
    money.unlink()


@pytest.mark.parametrize("name", ["sitecustomize.py", "polib.py", "controller/__init__.py", "json/__init__.py"])
def test_what_the_environment_names_is_not_loaded(name: str, here: Installation, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(SHOUT)
    env = {"PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": str(path), "PYTHONINSPECT": "", "PYTHONHOME": ""}
    done = here.run("identity", start=here.unit(), **env)
    assert ("POISON" in done.stderr, done.returncode) == (False, 0)
    assert here.identity(**env)["damage"] is None


def test_a_changed_library_with_a_changed_list_is_another_installation(here: Installation) -> None:
    before = here.identity()
    library = here.packages / "polib.py"
    library.write_text(library.read_text() + "\n")
    assert "polib.py was changed" in here.run("identity").stdout
    (record,) = here.packages.glob("polib-*.dist-info/RECORD")
    digest = base64.urlsafe_b64encode(hashlib.sha256(library.read_bytes()).digest()).rstrip(b"=").decode()
    with record.open(newline="") as file:
        lines = [[name, f"sha256={digest}" if name == "polib.py" else noted, ""] for name, noted, _ in csv.reader(file)]
    record.write_text("".join(",".join(line) + "\n" for line in lines))
    after = here.identity()
    assert after["damage"] is None, "pip's own list says so"
    assert after["digest"] == before["digest"]
    assert after["installation"] != before["installation"]


def test_a_program_that_lies_about_itself_is_found_from_outside(here: Installation, tmp_path: Path) -> None:
    """Its own list is changed with it, so only a list from elsewhere tells. A release's list needs the compiled files
    removed."""
    shutil.rmtree(here.compiled)
    verify, lists = tmp_path / "verify.py", {"release": tmp_path / "r.sha256", "whole": tmp_path / "w.sha256"}
    shutil.copy(ROOT / "controller/daemon/verify.py", verify)
    check = [sys.executable, "-I", "-S", "-B", str(verify)]
    lists["release"].write_text(here.run("identity").stdout)
    lists["whole"].write_text(here.run("--list", here.packages, start=check).stdout)
    for each in lists.values():
        done = here.run(each, here.packages, start=check)
        assert (done.returncode, done.stdout.split()[0]) == (0, "same"), done.stdout
    liar = here.packages / "controller/daemon/identity.py"
    liar.write_text("raise SystemExit(print('every file is as it was') or 0)\n")
    (here.packages / "polib.py").write_text("")
    (here.packages / "x.pth").write_text("")
    extra = Path("words", "x.so")
    (here.packages / extra).write_text("")
    assert here.run("identity").returncode == 0
    ours = {"changed controller/daemon/identity.py", f"added {extra}"}
    for name, wanted in (("release", ours), ("whole", {*ours, "changed polib.py", "added x.pth"})):
        found = here.run(lists[name], here.packages, start=check)
        assert (found.returncode, {*found.stdout.splitlines()[:-1]}) == (1, wanted)


def test_what_the_machine_loads_first_is_told(here: Installation) -> None:
    """A library that hides itself is not seen from inside."""
    done = here.run("identity", LD_LIBRARY_PATH="/nonexistent")
    assert "LD_LIBRARY_PATH: /nonexistent" in done.stdout
    assert done.returncode == 0


def test_the_processes_of_a_table_are_as_isolated_as_it_is(here: Installation) -> None:
    """The check of the table's file is a process of its own when a table starts."""
    (here.packages / "x.pth").write_text("import os; os.write(2, b'POISON')\n")
    poisoned_cache(here.packages / "controller/config/load.py", SHOUT)
    start = here.unit()
    code = (
        "import sys; sys.path.append(sys.argv[1]); from pathlib import Path; "
        "from controller.config.reading import Reading; print(Reading(Path(sys.argv[2])).config().rules.table)"
    )
    here_file = here.packages / "controller/_shipped/config/table.toml"
    done = here.run("-c", code, here.packages, here_file, start=start[:-1])
    assert done.stdout == "bj-1\n", done.stderr
    assert not done.stderr


def compiled_of(here: Installation, module: str) -> Path:
    source = here.packages / module
    return Path(here.compiled, *source.parts[1:]).with_suffix(f".{sys.implementation.cache_tag}.pyc")


def poison(here: Installation, module: str, source: bytes | None = None) -> Path:
    """A compiled file in the folder of compiled files, of other code, with the hash that Python wants to see in it."""
    cache = compiled_of(here, module)
    code = marshal.dumps(compile(SHOUT, "x", "exec"))
    seen = importlib.util.source_hash((here.packages / module).read_bytes() if source is None else source)
    cache.write_bytes(importlib.util.MAGIC_NUMBER + (0b11).to_bytes(4, "little") + seen + code)
    return cache


def list_anew(here: Installation) -> None:
    """As the program's own command does."""
    files = [path for path in here.compiled.rglob("*") if path.is_file() and path.name != "compiled.sha256"]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(here.compiled)}\n" for path in files]
    (here.compiled / "compiled.sha256").write_text("".join(sorted(lines, key=lambda line: line[66:])))


HARMLESS = "controller/ledger/migrations/__init__.py"  # what no command of these tests needs


def test_compiled_files_are_loaded_whoever_starts_the_program(here: Installation) -> None:
    """The other tests would prove nothing without it."""
    poison(here, "polib.py")
    (here.packages / "polib.py").touch()  # its time does not matter
    for start in ((), here.unit()):
        assert "POISON" in here.run("identity", start=start, LANG="es_ES.UTF-8").stderr


def test_compiled_files_are_the_same_bytes_each_time(here: Installation) -> None:
    before = {path: path.read_bytes() for path in here.compiled.rglob("*") if path.is_file()}
    assert here.run("identity", "--compile").returncode == 0  # from compiled files; the ones before were not
    assert {path: path.read_bytes() for path in here.compiled.rglob("*") if path.is_file()} == before
    assert not any(str(here.home).encode() in content for path, content in before.items() if path.suffix == ".pyc")
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "compiled.sha256"],
        cwd=here.compiled, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("attack", ["changed", "added", "missing", "listed", "unlisted", "linked list"])
def test_compiled_files_that_are_not_as_they_were_made_are_found(attack: str, here: Installation) -> None:
    cache, listing = compiled_of(here, "controller/present/__init__.py"), here.compiled / "compiled.sha256"
    named = f"../../../pycache/{cache.relative_to(here.compiled)}"
    match attack:
        case "changed":
            wanted = f"{named} was changed"
            poison(here, "controller/present/__init__.py", b"")  # the hash of another source: Python does not load it
        case "added":
            wanted = f"{named.replace('__init__', 'evil')} was not installed"
            shutil.copy(cache, cache.with_name(cache.name.replace("__init__", "evil")))
        case "missing":
            wanted = f"{named} is missing"
            cache.unlink()
        case "listed":
            wanted = "../../../pycache/x.pyc is missing"
            listing.write_text(listing.read_text() + f"{'0' * 64}  x.pyc\n")
        case "unlisted":
            wanted = "../../../pycache/compiled.sha256 is missing"
            listing.unlink()
        case _:
            wanted = "../../../pycache/compiled.sha256 was changed"
            shutil.move(listing, here.home / "list")
            listing.symlink_to(here.home / "list")
    done = here.run("identity")
    assert done.returncode == 1
    assert wanted in done.stdout


def test_poison_with_the_right_hash_and_its_list_is_another_installation(here: Installation) -> None:
    before = here.identity()
    poison(here, HARMLESS)
    assert "was changed" in here.run("identity").stdout
    list_anew(here)
    after = here.identity()
    assert after["damage"] is None, "both were changed together"
    assert after["digest"] == before["digest"]
    assert after["installation"] != before["installation"]


def test_a_changed_source_is_never_run_stale(here: Installation) -> None:
    """After an update, compiled files cost time and nothing else."""
    source = here.packages / "controller/__init__.py"
    source.write_text(source.read_text() + SHOUT)
    assert "POISON" in here.run("identity").stderr


@pytest.mark.parametrize(
    ("what", "how"),
    [("folder", "group"), ("folder", "owner"), ("folder", "link"), ("folder in it", "others"), ("file in it", "owner"),
     ("file in it", "link")],
)  # fmt: skip
def test_what_somebody_else_can_write_is_not_loaded(what: str, how: str, here: Installation, tmp_path: Path) -> None:
    cache = poison(here, "controller/__init__.py")
    list_anew(here)
    assert "POISON" in here.run("identity").stderr
    path = {"folder": here.compiled, "folder in it": cache.parent, "file in it": cache}[what]
    match how:
        case "group" | "others":
            path.chmod(path.stat().st_mode | (0o020 if how == "group" else 0o002))
        case "owner":
            if os.geteuid():
                pytest.skip("only root gives files to somebody else")
            os.chown(path, 12345, 12345)
        case _:
            shutil.move(path, tmp_path / "elsewhere")
            path.symlink_to(tmp_path / "elsewhere")
    for start in ((), here.unit()):
        done = here.run("identity", start=start)
        assert "POISON" not in done.stderr
        assert "It was started without compiled files" in done.stdout
        assert done.returncode == (1 if how == "link" else 0), "a link is found; without the folder the table plays"


def test_without_compiled_files_the_program_starts_as_well(here: Installation) -> None:
    shutil.rmtree(here.compiled)
    found = here.identity()
    assert (found["compiled"], found["damage"]) == (False, None)


def test_an_outside_check_knows_the_compiled_files_or_says_that_it_does_not(here: Installation, tmp_path: Path) -> None:
    check = [sys.executable, "-I", "-S", "-B", str(ROOT / "controller/daemon/verify.py")]
    lists = {"release": tmp_path / "r.sha256", "whole": tmp_path / "w.sha256"}
    lists["release"].write_text(here.run("identity").stdout)
    lists["whole"].write_text(here.run("--list", here.packages, start=check).stdout)
    assert here.run(lists["whole"], here.packages, start=check).stdout.startswith("same ")
    cache = poison(here, HARMLESS)
    list_anew(here)
    named = cache.relative_to(here.compiled)
    done = here.run(lists["whole"], here.packages, start=check)
    both = {f"changed ../../../pycache/{named}", "changed ../../../pycache/compiled.sha256"}
    assert (done.returncode, {*done.stdout.splitlines()[:-1]}) == (1, both)
    done = here.run(lists["release"], here.packages, start=check)
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "uncovered ../../../pycache")
    assert "Remove them" in done.stderr
    inside = here.run("identity", "--verify", lists["release"])
    assert (inside.returncode, "which the list does not cover" in inside.stdout) == (1, True)
    shutil.rmtree(here.compiled)
    assert here.run(lists["release"], here.packages, start=check).stdout.startswith("same ")
    assert here.run("identity", "--verify", lists["release"]).returncode == 0


def test_to_compile_follows_no_link_and_leaves_nothing_of_an_interrupted_one(
    here: Installation, tmp_path: Path
) -> None:
    for name in ("pycache", "pycache.new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept").write_text("")
    shutil.rmtree(here.compiled)
    here.compiled.symlink_to(tmp_path / "pycache")
    (here.home / "pycache.new").symlink_to(tmp_path / "pycache.new")
    assert here.run("identity", "--compile").returncode == 0
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["kept", "kept"]
    assert not (here.home / "pycache.new").exists()
    assert here.identity()["compiled"]
