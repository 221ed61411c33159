"""What the tree refers to is in the tree: pages, files, modules that are started by name, links and their anchors."""

import importlib.util
import re
import subprocess
from collections.abc import Iterator
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
FOLDERS = "|".join({parts[0] for path in files() if len(parts := path.relative_to(ROOT).parts) > 1})
MADE = ("controller/_shipped", "tests/e2e/screens")  # by the build of the wheel, and by the tests of the pages
FOREIGN = {"mqtt_io"}  # a peer of the comparison
ELSEWHERE = (
    "tools/vm/kernel.sh",
    "tests/docs/",
    "tests/testbed/bench/",
)  # they name files of the kernel, or made-up ones


def anchors(page: Path) -> set[str]:
    """As the pages' readers make them of headings."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def texts() -> Iterator[tuple[str, str]]:
    for path in files():
        if path.suffix not in (".lock", ".png", ".json"):
            yield str(path.relative_to(ROOT)), path.read_text(errors="ignore")


def test_every_page_that_is_named_exists() -> None:
    pages = {path.name for path in PAGES}
    named = {(name, page) for name, text in texts() for page in re.findall(r"\b[A-Z_]{3,}\.md\b", text)}
    assert not {(name, page) for name, page in named if page not in pages}


def test_every_file_that_is_named_exists() -> None:
    path = re.compile(rf"(?<![\w./-])(?:{FOLDERS})/[\w./*-]*+(?![{{<])")
    named = {
        (name, found.rstrip("./"))
        for name, text in texts()
        if not name.startswith(ELSEWHERE)
        for found in path.findall(text)
    }
    assert len(named) > 300, "it finds them"
    gone = {found for found in {found for _, found in named} if not any(ROOT.glob(found))}
    assert not {(name, found) for name, found in named if found in gone and not found.startswith(MADE)}


def test_every_module_that_is_started_by_name_exists() -> None:
    """In a line for the shell or a list of arguments."""
    line = r"python3?\b[^\n`]{0,20}? -m (\w+(?:\.\w+)*)"
    arguments = r"""(?:sys\.executable|python"\)|"-P"),\s*"-m",\s*"([\w.]+)\""""
    start = re.compile(f"{line}|{arguments}")
    started = {(name, "".join(found)) for name, text in texts() for found in start.findall(text)}
    modules = {module for _, module in started}
    assert {"venv", "benchmarks", "testbed.bench.display"} <= modules, "it finds them"
    gone = {module for module in modules - FOREIGN if importlib.util.find_spec(module) is None}
    assert not {(name, module) for name, module in started if module in gone}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)):
        name, _, anchor = link.partition("#")
        if "://" not in link and not link.startswith("mailto:"):
            target = (page.parent / name).resolve() if name else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link
