"""Compares an installed program with a list of its files. It needs Python alone, so that it can be run from other media
and on another machine, where a replaced program has no say:

    python3 -I -S -B verify.py MANIFEST FOLDER      a release's list (`litbet identity`), or one that --list made
    python3 -I -S -B verify.py --list FOLDER        every file below it, for a list of the whole installation

FOLDER is the one that has `controller`: /opt/litbet/lib/python3.…/site-packages. The compiled files that the program
loads, /opt/litbet/pycache, belong to it. Each line of the answer is a code and a file, the last one is the SHA-256 of
MANIFEST. Exit status 1 if anything differs, or if MANIFEST does not list the compiled files, as that of a release: then
remove them, which costs time at each start, or take a list of the whole installation.
"""

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

SHIPPED = ("config", "systemd")  # folders that a wheel carries in controller/_shipped
COMPILED = "../../../pycache"  # as pip writes names outside FOLDER; the program loads no other compiled file
LINK = "link"  # in the place of a digest: what is behind a link may change after it was read


def listed(folder: Path) -> dict[str, str]:
    """Every file below a folder with its SHA-256, but for compiled files in the places where Python puts them by
    itself: the program never loads those."""
    return {escaped(path.relative_to(folder).as_posix()): _digest(path) for path in _paths(folder)}


def compiled(folder: Path) -> dict[str, str]:
    """Every file in the folder of compiled files that belongs to FOLDER."""
    place = folder / COMPILED
    if place.is_symlink():
        return {COMPILED: LINK}
    return {f"{COMPILED}/{name}": digest for name, digest in listed(place).items()}


def escaped(name: str) -> str:
    """On one line, printable, and different for different names: a file's name may be any bytes."""
    return "".join(
        each if each.isprintable() and each != "\\" else each.encode("unicode_escape").decode() for each in name
    )


def as_manifest(files: Mapping[str, str]) -> str:
    """In the format of `sha256sum`."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))


def of_manifest(text: str) -> dict[str, str]:
    """The files that a list in the format of `sha256sum` names, with their digests."""
    lines = (line.partition("  ") for line in text.splitlines() if not line.startswith("#"))
    return {name: digest for digest, _, name in lines if name}


def differences(manifest: str, folder: Path) -> Iterator[tuple[str, str]]:
    """What is `changed`, `missing` or `added`. A release's list knows no libraries, so it tells additions to its own
    folders alone; a list of the whole installation tells all. Compiled files of which a list knows none are
    `uncovered`."""
    wanted = {
        f"controller/_shipped/{name}" if name.split("/")[0] in SHIPPED else name: digest
        for name, digest in of_manifest(manifest).items()
    }
    whole = any(name.endswith(".dist-info/RECORD") for name in wanted)
    ours = {name.split("/")[0] for name in wanted}
    there = {name: digest for name, digest in listed(folder).items() if whole or name.split("/")[0] in ours}
    made = compiled(folder)
    if made and not any(name.startswith(COMPILED) for name in wanted):
        yield "uncovered", COMPILED
        made = {}
    yield from compared(wanted, there | made)


def compared(wanted: Mapping[str, str], there: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, digest in sorted(wanted.items()):
        if there.get(name) != digest:
            yield ("changed" if name in there else "missing"), name
    yield from (("added", name) for name in sorted(there.keys() - wanted.keys()))


def _paths(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        compiled = os.path.basename(place) == "__pycache__"
        yield from (Path(place, name) for name in (*files, *links) if not (compiled and name.endswith(".pyc")))


def _digest(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return LINK
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main(words: list[str]) -> int:
    match words:
        case ["--list", folder]:
            print(as_manifest(listed(Path(folder)) | compiled(Path(folder))), end="")
            return 0
        case [manifest, folder]:
            text = Path(manifest).read_text(encoding="utf-8")
            found = list(differences(text, Path(folder)))
            for code, name in found:
                print(code, name)
            if ("uncovered", COMPILED) in found:
                print("The list does not cover the compiled files. Remove them, and check again.", file=sys.stderr)
            print("different" if found else "same", hashlib.sha256(text.encode()).hexdigest())
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
