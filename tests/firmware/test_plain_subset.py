"""The board's logic keeps to the Python that MicroPython runs."""

import ast
import builtins
from pathlib import Path

LOGIC = Path(__file__).parents[2] / "firmware-sim/board_logic.py"
IMPORTS = {"struct", "binascii"}
NODES = """
    Module Import ImportFrom alias FunctionDef ClassDef arguments arg keyword Return Assign AnnAssign AugAssign
    For While If Raise Expr Pass Break Continue BoolOp BinOp UnaryOp Lambda IfExp Compare Call Constant Attribute
    Subscript Slice Name List Tuple ListComp comprehension And Or Add Sub Mult Mod FloorDiv BitAnd BitOr LShift
    USub Not Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn Load Store
"""
BUILTINS = {"len", "range", "bytes", "bytearray", "min", "max", "sum", "list", "ValueError"}
ANNOTATIONS = {"int", "str", "bool", "tuple"}


def faults(tree: ast.Module) -> list[str]:
    found = []
    for node in ast.walk(tree):
        where = f"line {getattr(node, 'lineno', '?')}"
        if type(node).__name__ not in NODES.split():
            found.append(f"{where}: {type(node).__name__}")
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module}
            found += [f"{where}: import {name}" for name in names - IMPORTS]
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
            found.append(f"{where}: decorator")
        if isinstance(node, ast.arguments) and (node.vararg or node.kwarg or node.kwonlyargs or node.posonlyargs):
            found.append("arguments that are not plain")
        if isinstance(node, ast.Name) and node.id in dir(builtins) and node.id not in BUILTINS | ANNOTATIONS:
            found.append(f"{where}: builtin {node.id}")
        if isinstance(node, ast.Call) and any(k.arg != "key" for k in node.keywords):
            found.append(f"{where}: keyword argument")
    return found


def test_board_logic_is_plain() -> None:
    assert faults(ast.parse(LOGIC.read_text(encoding="utf-8"))) == []


def test_the_check_can_fail() -> None:
    for text in (
        "import os", "from typing import Any", "x = f'{1}'", "del x[:2]", "if (y := 1): pass", "print(1)",
        "def f(*, a): pass", "def f(*a): pass", "async def f(): pass", "@staticmethod\ndef f(): pass",
        "match 1:\n case _: pass", "x = max([], default=0)", "x = {1: 2}", "with x: pass", "x = 1.0 / 2",
    ):  # fmt: skip
        assert faults(ast.parse(text)), text
