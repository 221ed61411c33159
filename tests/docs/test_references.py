"""What the tree refers to is in the tree: every page that is named, and every link of a page with its anchor."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "fuzz" / "corpus"  # bytes by chance


@cache
def files() -> tuple[Path, ...]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    paths = (ROOT / name for name in names)
    return tuple(path for path in paths if path.is_file() and CORPUS not in path.parents)


PAGES = [path for path in files() if path.suffix == ".md"]


def anchors(page: Path) -> set[str]:
    """As the pages' readers make them of headings."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_page_that_is_named_exists() -> None:
    pages = {path.name for path in PAGES}
    texts = ((path, path.read_text(errors="ignore")) for path in files() if path.suffix not in (".lock", ".png"))
    gone = {
        name: str(path) for path, text in texts for name in re.findall(r"\b[A-Z_]{3,}\.md\b", text) if name not in pages
    }
    assert not gone


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)):
        name, _, anchor = link.partition("#")
        if "://" not in link and not link.startswith("mailto:"):
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link
