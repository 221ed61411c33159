"""Whether a message has the shape that `display/messages.d.ts` declares. Reads as much TypeScript as that needs."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[3] / "display/messages.d.ts"
PRIMITIVES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "null": type(None),
    "unknown": object,
}


@cache
def declared() -> dict[str, str]:
    """Each name with its type; of an interface that extends another, both together."""
    text = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", SOURCE.read_text(), flags=re.DOTALL)
    types = dict(re.findall(r"^export type (\w+) =\s*(.*?);$", text, re.DOTALL | re.MULTILINE))
    interfaces = re.findall(r"^export interface (\w+)(?: extends (\w+))? (\{.*?^\})", text, re.DOTALL | re.MULTILINE)
    return types | {name: f"{parent} & {body}" if parent else body for name, parent, body in interfaces}


def faults(kind: str, value: Any, where: str) -> list[str]:
    """Where `value` is not of the type; empty if it is."""
    kind = kind.strip()
    if len(either := _split(kind, "|")) > 1:
        return [] if any(not faults(each, value, where) for each in either) else [f"{where} is no {kind}: {value!r}"]
    if len(both := _split(kind, "&")) > 1:
        return [fault for each in both for fault in faults(each, value, where)]
    if kind in declared():
        return faults(declared()[kind], value, where)
    if kind.endswith("[]") and isinstance(value, list):
        return [fault for n, each in enumerate(value) for fault in faults(kind[:-2], each, f"{where}[{n}]")]
    if (of := re.fullmatch(r"Record<string, (.*)>", kind)) and isinstance(value, dict):
        return [fault for name, each in value.items() for fault in faults(of[1], each, f"{where}.{name}")]
    if kind.startswith("{") and isinstance(value, dict):
        return [fault for field in _split(kind[1:-1], ";") for fault in _field(field, value, where)]
    if kind in PRIMITIVES:
        fits = isinstance(value, PRIMITIVES[kind]) and (kind != "number" or not isinstance(value, bool))
    else:
        fits = re.fullmatch(r'".*"|true|false|\d+', kind) is not None and json.loads(kind) == value
    return [] if fits else [f"{where} is no {kind}: {value!r}"]


def _field(field: str, value: dict[str, Any], where: str) -> list[str]:
    name, _, kind = field.partition(":")
    optional = name.strip().endswith("?")
    name = name.strip().removesuffix("?").strip('"')
    if name in value:
        return faults(kind, value[name], f"{where}.{name}")
    return [] if optional else [f"{where} has no {name}"]


def _split(text: str, mark: str) -> list[str]:
    """At the marks that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "{<[(") - (letter in "}>])")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]
