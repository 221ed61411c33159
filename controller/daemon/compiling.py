"""Compiles the program once, at its installation, because a start compiles nothing for the next one (decision 18).

Python loads such a file only if the hash in it is that of the source, so an update of the system's Python, or of the
program, costs time at each start and nothing else. identity.py compares the files with the list that is written here,
and controller/litbet.py uses them only if nobody but the program's owner can have written them.
"""

import os
import py_compile
import shutil
import sys
from importlib import import_module
from pathlib import Path

from controller.daemon.identity import LIST, PACKAGES, ROOT, identity
from controller.daemon.verify import COMPILED, as_manifest, listed
from words.message import Problem

ACTING = ("__main__", "controller/ledger/migrations/")  # what does something as soon as it is imported


def compile_program() -> tuple[Path, int]:
    """Makes the folder of compiled files anew, in the place of the one before; says how many there are."""
    if identity().origin == "checkout":
        raise Problem("identity.compile_checkout")
    os.umask(0o022)  # every service reads them, and nobody else writes them
    folder = Path(os.path.normpath(ROOT / COMPILED))
    new = folder.with_name(f"{folder.name}.new")
    _remove(new)
    new.mkdir()
    sources = _sources()
    for source in sources:
        _compile(source, new)
    (new / Path(LIST).name).write_text(as_manifest(listed(new)), encoding="utf-8")
    os.sync()  # after a power cut, files without content would look like an attack
    _remove(folder)
    new.rename(folder)
    return folder, len(sources)


def _sources() -> list[Path]:
    """The program's modules, and those that they import: of libraries and of Python itself. A library of one file
    may be imported later, by a function."""
    ours = [name for name in identity().files if name.endswith(".py") and name.split("/")[0] in PACKAGES]
    for name in ours:
        if not any(acting in name for acting in ACTING):
            import_module(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    loaded = {Path(spec.origin) for spec in specs if spec and spec.origin and spec.origin.endswith(".py")}
    return sorted(loaded | {ROOT / name for name in ours} | set(ROOT.glob("*.py")))


def _compile(source: Path, folder: Path) -> None:
    """Where Python looks for it. The content does not tell where the source lies, so that the same source is the same
    file on each machine."""
    to = Path(folder, *source.parts[1:]).with_suffix(f".{sys.implementation.cache_tag}.pyc")
    checked = py_compile.PycInvalidationMode.CHECKED_HASH
    py_compile.compile(str(source), str(to), dfile=source.name, doraise=True, invalidation_mode=checked)


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
