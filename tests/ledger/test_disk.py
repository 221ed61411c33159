"""Files that survive a power cut: what is synced, and in which order."""

import os
from pathlib import Path

import pytest

from controller.ledger.disk import replace_file, sync

ROOT = Path(__file__).parents[2]


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The paths that are synced, in order."""
    paths: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda file: paths.append(Path(f"/proc/self/fd/{file}").readlink()))
    return paths


def test_a_file_and_a_folder_are_synced(tmp_path: Path, synced: list[Path]) -> None:
    (tmp_path / "file").write_bytes(b"")
    sync(tmp_path / "file")
    sync(tmp_path)
    assert synced == [tmp_path / "file", tmp_path]


def test_a_replaced_file_is_synced_before_its_new_name_and_its_folder_after_it(
    tmp_path: Path, synced: list[Path]
) -> None:
    replace_file(tmp_path / "file", b"new")
    unfinished, folder = synced
    assert (unfinished.parent, folder) == (tmp_path, tmp_path)
    assert unfinished.name.startswith(".litbet-")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "aim").write_bytes(b"old")
    (tmp_path / "file").symlink_to(tmp_path / "aim")
    replace_file(tmp_path / "file", b"new")
    assert ((tmp_path / "file").read_bytes(), (tmp_path / "aim").read_bytes()) == (b"new", b"old")


def test_nothing_else_syncs_a_path() -> None:
    """A file that is open already is synced by its own handle."""
    by_handle = {
        "controller/ledger/second_copy_file.py",
        "controller/signs/acknowledgements.py",
        "display/kept_heads.py",
    }
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in ("buses", "controller", "display", "drivers", "kinds", "words")
        for path in (ROOT / folder).rglob("*.py")
        if "os.fsync(" in path.read_text()
    }
    assert found == {"controller/ledger/disk.py", *by_handle}
