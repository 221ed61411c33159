"""The keys of backups, in the format of age: the property keeps the private ones, the terms have the public ones."""

import re
from collections.abc import Iterable
from pathlib import Path

import pyrage
from pyrage.x25519 import Identity as PrivateKey
from pyrage.x25519 import Recipient

from controller.ledger.disk import new_file, sync
from controller.ledger.errors import NoKey
from words.message import Problem

__all__ = ["PrivateKey", "decrypt", "encrypt", "make_key", "read_keys"]

_PRIVATE = re.compile(r"^AGE-SECRET-KEY-1[0-9A-Z]{58}$", re.MULTILINE)


def make_key(path: Path) -> str:
    """Writes a new private key, as `age-keygen` does, and gives its public one. It overwrites nothing."""
    key = PrivateKey.generate()
    try:
        new_file(path, f"# public key: {key.to_public()}\n{key}\n".encode())
        sync(path.parent)
    except OSError as error:
        raise NoKey("key_unwritten", path=path, error=error.strerror) from None
    return str(key.to_public())


def read_keys(paths: Iterable[Path]) -> dict[str, PrivateKey]:
    """Private keys from their files, each by its public one."""
    return {str(key.to_public()): key for key in map(_read, paths)}


def _read(path: Path) -> PrivateKey:
    try:
        (found,) = _PRIVATE.findall(path.read_text())
        return PrivateKey.from_str(found)
    except OSError as error:
        raise NoKey("key_unread", path=path, error=error.strerror) from None
    except (ValueError, pyrage.IdentityError):
        raise NoKey("no_key", path=path) from None


def encrypt(plain: Path, to: Path, keys: Iterable[str]) -> None:
    """Each of the keys alone opens the file."""
    pyrage.encrypt_file(str(plain), str(to), [Recipient.from_str(key) for key in keys])


def decrypt(file: Path, to: Path, keys: Iterable[PrivateKey]) -> None:
    if not (known := list(keys)):
        raise Problem("backup.encrypted", file=str(file))
    try:
        pyrage.decrypt_file(str(file), str(to), known)
    except pyrage.DecryptError as error:
        raise NoKey("not_its_key", path=file, error=error) from None
