"""The laws that hold the house up, enforced on its own source."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE = ("controller/core", "controller/games")
PURE_STDLIB = {
    "collections", "contextlib", "dataclasses", "datetime", "enum", "functools", "itertools", "json", "math", "re",
    "types", "typing", "operator", "fractions", "hashlib",
}  # fmt: skip


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write absolute imports"
            yield node.module or ""


def test_pure_folders_import_only_each_other_and_pure_modules() -> None:
    for path in modules(*PURE):
        for name in imports(path):
            pure = name.startswith(("controller.core", "controller.games")) or name.split(".")[0] in PURE_STDLIB
            assert pure, f"{path.relative_to(ROOT)} imports {name}"


def test_pure_folders_never_ask_for_the_time_or_touch_a_file() -> None:
    forbidden = re.compile(r"\b(datetime\.now|datetime\.utcnow|date\.today|open\(|print\(|float\()")
    for path in modules(*PURE):
        found = forbidden.search(re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL))
        assert not found, f"{path.relative_to(ROOT)} uses {found and found[0]}"


def test_drivers_import_nothing_of_the_controller() -> None:
    for path in modules("drivers"):
        assert not [name for name in imports(path) if name.startswith("controller")], path


def test_the_pages_hold_no_authority() -> None:
    """They know the controller by its socket and the broker's topics alone; only their command line builds them."""
    for path in modules("display"):
        ours = [
            name for name in imports(path) if name.split(".")[0] in ("controller", "drivers", "sqlalchemy", "sqlite3")
        ]
        assert not ours, f"{path.relative_to(ROOT)} imports {ours}"
    for path in modules("controller", "drivers"):
        if any(name.split(".")[0] == "display" for name in imports(path)):
            assert path == ROOT / "controller/cli/display.py", path


def test_the_board_imports_nothing_of_the_host() -> None:
    """The other end of the line proves nothing if it shares the code of this end."""
    for path in modules("firmware-sim"):
        hosts = [name for name in imports(path) if name.split(".")[0] in ("controller", "drivers")]
        assert not hosts, f"{path.relative_to(ROOT)} imports {hosts}"


@pytest.mark.parametrize(
    ("library", "owners"),
    [
        ("aiohttp", {"display"}),
        ("aiomqtt", {"controller/publisher.py", "controller/bench/world.py", "display/hearing.py"}),
        ("paho", {"controller/publisher.py"}),
        ("pydantic", {"controller/config"}),
        ("sqlalchemy", {"controller/ledger"}),
        ("alembic", {"controller/ledger"}),
        ("serial", {"drivers/serial_line.py"}),
        ("gpiozero", {"drivers/gpio.py"}),
        ("fpdf", {"controller/documents/pdf.py"}),
        ("matplotlib", {"controller/gameplay/charts.py"}),
        ("structlog", {"controller/log.py"}),
    ],
)
def test_a_library_has_one_owner(library: str, owners: set[str]) -> None:
    for path in modules("controller", "display", "drivers"):
        if any(name.split(".")[0] == library for name in imports(path)):
            name = str(path.relative_to(ROOT))
            assert any(name.startswith(owner) for owner in owners), f"{name} imports {library}"


def test_a_command_loads_only_what_it_needs() -> None:
    """`litbet status` is asked in a hurry; and the process that reads a table's files starts before all the rest."""
    code = (
        "import sys, controller.__main__\n"
        "heavy = 'sqlalchemy', 'aiomqtt', 'pydantic', 'structlog', 'asyncio'\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_a_running_table_loads_only_what_it_needs() -> None:
    """Memory on a Pi: no migrations, no GPIO library where there is a board, no ORM, no checker."""
    code = (
        "import sys, controller.__main__, controller.cli.serving, drivers.serial_board\n"
        "heavy = 'alembic', 'gpiozero', 'sqlalchemy.orm', 'psycopg', 'fpdf', 'matplotlib', 'aiohttp', 'display',"
        " 'controller.bench', 'controller.config', 'pydantic'\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_every_file_says_what_it_is_for() -> None:
    for path in modules("controller", "display", "drivers", "firmware-sim", "bench", "tools", "tests"):
        if path.name != "__init__.py" or path.read_text().strip():
            assert ast.get_docstring(ast.parse(path.read_text())), path.relative_to(ROOT)


def test_every_file_of_the_pages_says_what_it_is_for() -> None:
    begins = {".js": ("// ",), ".css": ("/* ",), ".html": ("<!doctype html>\n<!-- ",), ".toml": ("# ",)}
    for path in sorted((ROOT / "display").rglob("*.*")):
        if path.suffix in begins:
            assert path.read_text().startswith(begins[path.suffix]), path.relative_to(ROOT)


def test_the_diagram_in_the_architecture_is_the_table() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import diagram
    finally:
        sys.path.pop(0)
    text = (ROOT / "ARCHITECTURE.md").read_text()
    assert diagram.BEGIN in text
    assert diagram.redrawn(text) == text, "run `make diagram`"


def test_the_table_of_what_was_tried_is_what_its_commands_left() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import reliability
    finally:
        sys.path.pop(0)
    text = reliability.PAGE.read_text()
    assert reliability.redrawn(text) == text, "run `make reliability`"


def test_the_tree_names_no_machine_and_no_registry() -> None:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    registry = re.compile(r"https?://[^\s\"')]*(pypi|npmjs|deb\.debian)")
    machine = (f"{ROOT}/", f"{Path.home()}/")
    for name in told.stdout.split():
        path = ROOT / name
        if (
            path.suffix in (".py", ".md", ".toml", ".sh", ".lock", ".yaml", ".js", ".css", ".html", ".service")
            and path.name != "test_laws.py"
            and path.exists()
        ):
            text = path.read_text()
            assert not registry.search(text), name
            assert not [folder for folder in machine if folder in text], name
