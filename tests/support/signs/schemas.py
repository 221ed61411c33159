"""Payloads held against docs/schemas/."""

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]

DOCS = Path(__file__).parents[3] / "docs"


def valid(name: str, payload: Any) -> None:
    schema = json.loads((DOCS / "schemas" / f"{name}.json").read_text())
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    kind(schema, format_checker=kind.FORMAT_CHECKER).validate(json.loads(json.dumps(payload)))
