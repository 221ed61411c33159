"""Layouts of documents: `text` for the terminal, `pdf` for paper."""

import hashlib

from controller import __version__
from controller.reports.layout.document import Document


def stamp(document: Document) -> str:
    """The footer of a submission: the program's version and a digest of the document's content (R245)."""
    return f"litbet {__version__}   SHA-256 {hashlib.sha256(repr(document).encode()).hexdigest()}"
