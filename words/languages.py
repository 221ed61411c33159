"""The available languages: each PO file in this folder is one."""

from pathlib import Path

FOLDER = Path(__file__).parent
SOURCE = "en"


def languages_in(folder: Path) -> tuple[str, ...]:
    """The source first."""
    return (SOURCE, *sorted(path.stem for path in folder.glob("*.po") if path.stem != SOURCE))


LANGUAGES = languages_in(FOLDER)
