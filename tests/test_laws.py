"""The laws that hold the house up, enforced on its own source."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE = ("controller/table", "controller/games")
PURE_STDLIB = {
    "collections", "contextlib", "dataclasses", "datetime", "enum", "functools", "itertools", "json", "math", "re",
    "types", "typing", "operator", "fractions", "hashlib", "hmac", "unicodedata",
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
            ours = name.startswith(("controller.table", "controller.games", "controller.present", "words"))
            assert ours or name.split(".")[0] in PURE_STDLIB, f"{path.relative_to(ROOT)} imports {name}"


def test_pure_folders_never_ask_for_the_time_or_touch_a_file() -> None:
    forbidden = re.compile(r"\b(datetime\.now|datetime\.utcnow|date\.today|open\(|print\(|float\()")
    for path in modules(*PURE):
        found = forbidden.search(re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL))
        assert not found, f"{path.relative_to(ROOT)} uses {found and found[0]}"


ROOMS = sorted(path.parent for path in (ROOT / "controller").glob("*/__init__.py"))


def rooms_of(path: Path) -> set[str]:
    """The rooms, and the other packages of ours, that a file imports."""
    ours = {"buses", "display", "drivers", "kinds", "testbed", "words"}
    found = {name.split(".")[1] if name.startswith("controller.") else name.split(".")[0] for name in imports(path)}
    return found & ({room.name for room in ROOMS} | ours)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_imports_what_its_first_lines_allow_and_no_more(room: Path) -> None:
    line = re.search(r"^May import: (.*)\.$", (room / "__init__.py").read_text(), re.MULTILINE)
    assert line, "say which rooms it may import"
    allowed = {name.strip() for name in re.sub(r" \(.*?\)", "", line[1]).split(",")}
    imported = set().union(*map(rooms_of, room.rglob("*.py"))) - {room.name}
    assert imported == allowed


def test_drivers_and_buses_import_nothing_of_the_controller() -> None:
    for room in ("buses", "drivers"):
        for path in modules(room):
            ours = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names
            assert not ours & {"buses", "controller", "display", "drivers"} - {room}, path


def test_the_words_import_nothing_of_ours_and_kinds_know_messages_alone() -> None:
    for path in modules("words"):
        for name in imports(path):
            ours = name in ("words.languages", "words.message")
            known = ours or name.split(".")[0] in sys.stdlib_module_names | {"polib"}
            assert known, f"{path.relative_to(ROOT)} imports {name}"
    for path in modules("buses", "drivers"):
        assert not [name for name in imports(path) if name.startswith("words") and name != "words.message"], path
    for path in modules("kinds"):
        for name in imports(path):
            known = name == "words.message" or name.split(".")[0] in sys.stdlib_module_names
            assert known, f"{path.relative_to(ROOT)} imports {name}"


def test_the_pages_hold_no_authority() -> None:
    """They know the controller by its socket and the bus's topics alone; only their command line builds them."""
    for path in modules("display"):
        ours = [
            name for name in imports(path) if name.split(".")[0] in ("controller", "drivers", "sqlalchemy", "sqlite3")
        ]
        assert not ours, f"{path.relative_to(ROOT)} imports {ours}"
    for path in modules("buses", "controller", "drivers", "kinds"):
        if any(name.split(".")[0] == "display" for name in imports(path)):
            assert path == ROOT / "controller/cli/display.py", path


def test_the_board_imports_nothing_of_the_host() -> None:
    """The other end of the line proves nothing if it shares the code of this end."""
    for path in modules("firmware-sim"):
        hosts = [name for name in imports(path) if name.split(".")[0] in ("controller", "drivers", "testbed")]
        assert not hosts, f"{path.relative_to(ROOT)} imports {hosts}"


def test_the_product_knows_nothing_of_the_test_bed() -> None:
    """A casino's table does not carry it; one file adds its commands where it is installed."""
    for path in modules("buses", "controller", "display", "drivers", "kinds"):
        if any(name.split(".")[0] == "testbed" for name in imports(path)):
            assert path == ROOT / "controller/cli/testbed.py", path


def test_nothing_stands_on_the_command_line() -> None:
    for path in modules("buses", "controller", "display", "drivers", "kinds"):
        if any(name.startswith("controller.cli") for name in imports(path)):
            assert path.is_relative_to(ROOT / "controller/cli") or path == ROOT / "controller/__main__.py", path


@pytest.mark.parametrize(
    ("library", "owners"),
    [
        ("aiohttp", {"display"}),
        ("aiomqtt", {"buses/mqtt_bus.py"}),
        ("paho", {"buses/mqtt_bus.py"}),
        ("pydantic", {"controller/config"}),
        ("sqlalchemy", {"controller/ledger"}),
        ("alembic", {"controller/ledger"}),
        ("serial", {"drivers/serial_line.py"}),
        ("gpiozero", {"drivers/gpio.py"}),
        ("fpdf", {"controller/reports/layout/pdf.py"}),
        ("PIL", {"controller/reports/layout/png.py"}),
        ("structlog", {"controller/daemon/log.py"}),
        ("polib", {"words/catalogue.py"}),
        ("pyrage", {"controller/ledger/keys.py", "controller/config/schema.py"}),
    ],
)
def test_a_library_has_one_owner(library: str, owners: set[str]) -> None:
    for path in modules("buses", "controller", "display", "drivers", "kinds", "words"):
        if any(name.split(".")[0] == library for name in imports(path)):
            name = str(path.relative_to(ROOT))
            assert any(name.startswith(owner) for owner in owners), f"{name} imports {library}"


def loaded_with(modules: str) -> list[str]:
    """All that a fresh interpreter has in memory once it has imported these."""
    code = f"import sys, {modules}; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("module", ["controller.__main__", "testbed.bench.controller"])
def test_a_command_loads_only_what_it_needs(module: str) -> None:
    """`litbet status` is asked in a hurry; and the process that reads a table's files starts before all the rest."""
    heavy = {"sqlalchemy", "aiomqtt", "pydantic", "structlog", "asyncio", "polib"}
    assert not heavy.intersection(loaded_with(module))


def test_a_running_table_loads_only_what_it_needs() -> None:
    """Memory on a Pi: no migrations, no GPIO library where there is a board, no ORM, no checker."""
    heavy = {
        "alembic", "gpiozero", "sqlalchemy.orm", "psycopg", "fpdf", "PIL", "aiohttp", "display", "testbed",
        "controller.config.load", "pydantic",
    }  # fmt: skip
    assert not heavy.intersection(loaded_with("controller.__main__, controller.daemon.service, drivers.serial_board"))


def test_every_file_says_what_it_is_for() -> None:
    for path in modules(
        "benchmarks", "buses", "controller", "display", "drivers", "firmware-sim", "kinds", "testbed", "tests", "tools",
        "words",
    ):  # fmt: skip
        if path.name != "__init__.py" or path.read_text().strip():
            assert ast.get_docstring(ast.parse(path.read_text())), path.relative_to(ROOT)


def test_every_file_of_the_pages_says_what_it_is_for() -> None:
    begins = {".js": "// ", ".ts": "// ", ".css": "/* ", ".html": "<!doctype html>\n<!-- "}
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
    result = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    registry = re.compile(r"https?://[^\s\"')]*(pypi|npmjs|deb\.debian)")
    machine = (f"{ROOT}/", f"{Path.home()}/")
    for name in result.stdout.split():
        path = ROOT / name
        if (
            path.suffix
            in (".py", ".md", ".toml", ".sh", ".lock", ".yaml", ".js", ".ts", ".json", ".css", ".html", ".service")
            and path.name != "test_laws.py"
            and path.exists()
        ):
            text = path.read_text()
            assert not registry.search(text), name
            assert not [folder for folder in machine if folder in text], name


def test_the_checkers_of_the_pages_are_pinned_and_no_registry_is_named() -> None:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    packages = {name: facts for name, facts in locked.items() if name}
    for name, facts in packages.items():
        assert facts["integrity"].startswith("sha512-"), name
        assert "resolved" not in facts, f"{name}: write the lock file with the settings of .npmrc"
    wanted = json.loads((ROOT / "package.json").read_text())
    assert "dependencies" not in wanted, "the pages need no package"
    for name, version in wanted["devDependencies"].items():
        assert packages[f"node_modules/{name}"]["version"] == version
