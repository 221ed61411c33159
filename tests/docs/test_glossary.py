"""docs/GLOSSARY.md: one row for each term, in the order of the alphabet, and the code knows the names in it."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    tuple(cell.strip() for cell in line.strip("| ").split(" | "))
    for line in (ROOT / "docs" / "GLOSSARY.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| term ")
]
CODE = (
    "benchmarks", "buses", "config", "controller", "display", "drivers", "firmware-sim", "kinds", "systemd", "testbed",
    "words",
)  # fmt: skip
NAMES = sorted({name for row in ROWS for name in re.findall(r"`([^`]+)`", " ".join(row))} - {"litbet audit"})


def test_terms_are_in_order_and_none_comes_twice() -> None:
    terms = [row[0].lower() for row in ROWS]
    assert len(terms) > 100
    assert terms == sorted(set(terms))


def test_a_term_is_explained_in_one_or_two_sentences() -> None:
    for row in ROWS:
        assert 1 <= len(re.findall(r"[.!](?= |$)", row[1])) <= 3, row


@pytest.mark.parametrize("term", sorted({each for row in ROWS for each in re.findall(r"\*([^*]+)\*", row[1])}))
def test_what_is_referred_to_is_explained(term: str) -> None:
    assert term in {row[0] for row in ROWS}


@cache
def code() -> tuple[tuple[str, ...], str]:
    """The names of the code's files, and all they say."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *CODE]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    paths = [ROOT / file for file in files if file.endswith((".py", ".toml"))]
    return tuple(f"/{file}" for file in files), "\n".join(path.read_text() for path in paths if path.exists())


@pytest.mark.parametrize("name", NAMES)
def test_the_code_knows_the_name(name: str) -> None:
    """A file or folder, or a word somewhere in the code: `Claim.stage` is the word `stage`."""
    files, text = code()
    if name.endswith((".py", "/")):
        assert any(f"/{name}" in file for file in files)
    else:
        assert re.search(rf"\b{re.escape(name.rpartition('.')[2])}\b", text)
