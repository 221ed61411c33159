"""Files that survive a power cut, and their digests: the only code that syncs a path."""

import hashlib
import os
import secrets
from pathlib import Path


def sync(path: Path) -> None:
    """When this returns, the bytes of a file, or the names in a folder, are on the medium."""
    opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def replace_file(path: Path, content: bytes, mode: int = 0o600, owner: tuple[int, int] | None = None) -> None:
    """Replaces a file with a new one: a power cut leaves one of the two, complete, and nobody else can read the new one
    at any moment. If `path` is a link, the link is replaced, and what it points to stays."""
    unfinished = path.with_name(f".litbet-{secrets.token_hex(8)}")
    try:
        new_file(unfinished, content, mode, owner)
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    sync(path.parent)


def new_file(path: Path, content: bytes, mode: int = 0o600, owner: tuple[int, int] | None = None) -> None:
    """Overwrites nothing, and follows no link. The name is on the medium once its folder is synced."""
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with open(opened, "wb") as file:
        file.write(content)
        if owner:
            os.fchown(opened, *owner)
        os.fchmod(opened, mode)
        file.flush()
        os.fsync(opened)


def sha256(path: Path) -> str:
    """The digest of a file in the format of `sha256sum`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
