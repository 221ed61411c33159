"""docs/SECURITY.md names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/SECURITY.md").read_text()


def test_each_file_of_tests_that_it_names_exists() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE))
    assert named
    assert not [path for path in sorted(named) if not (ROOT / path).is_file()]


def test_each_test_that_it_names_exists() -> None:
    text = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    existing = set(re.findall(r"def (test_\w+)", text))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - existing
