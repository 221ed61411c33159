"""The ledger that the state machines compare with is independent of what they test."""

import ast
from pathlib import Path

from support.table import reference_ledger


def test_the_reference_ledger_imports_nothing_of_the_product() -> None:
    tree = ast.parse(Path(reference_ledger.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert modules == {"collections", "dataclasses", "typing"}
