"""A whole table on one machine without hardware: broker, simulated board and controller as real processes."""

from pathlib import Path

WORDS = Path(__file__).parent / "words"  # the bench's part of the catalogue
