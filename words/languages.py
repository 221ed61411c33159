"""The languages that there are: a PO file in this folder makes one."""

from pathlib import Path

FOLDER = Path(__file__).parent
SOURCE = "en"
LANGUAGES = (SOURCE, *sorted(path.stem for path in FOLDER.glob("*.po") if path.stem != SOURCE))
