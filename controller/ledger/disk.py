"""Files that survive a power cut, and their digests: the only code that syncs a path."""

import hashlib
import os
from pathlib import Path


def sync(path: Path) -> None:
    """When this returns, the bytes of a file, or the names in a folder, are on the medium."""
    opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def replace_file(path: Path, content: bytes) -> None:
    """Replaces a file with a new one that only its owner may read: a power cut leaves one of the two, complete."""
    unfinished = path.with_name(f"{path.name}.part")
    opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with open(opened, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(opened)
    unfinished.replace(path)
    sync(path.parent)


def sha256(path: Path) -> str:
    """The digest of a file in the format of `sha256sum`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
