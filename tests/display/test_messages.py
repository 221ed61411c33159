"""The declared shapes of what signs hear and say are those of the published schemas."""

import json
import re
from pathlib import Path

import pytest
from support.display.messages import declared, faults

SCHEMAS = Path(__file__).parents[2] / "docs/schemas"


@pytest.mark.parametrize("kind", ["Meter", "Acknowledgement"])
def test_a_sign_uses_only_facts_of_the_schema(kind: str) -> None:
    name = {"Meter": "meter", "Acknowledgement": "ack"}[kind]
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    fields = set(re.findall(r"^  (\w+):", declared()[kind], re.MULTILINE))
    assert fields
    assert fields <= set(schema["required"])


def test_a_shape_is_told_from_another() -> None:
    """The check itself can fail: of a claim's slip, a person's roles, a link's end."""
    person = {"roles": ["floor"], "pin": True, "locked_out": 0}
    assert faults("Person", person, "who") == []
    assert faults("Person", {**person, "roles": "floor"}, "who") == ["who.roles is no string[]: 'floor'"]
    assert faults("Person", {**person, "pin": 1}, "who") == ["who.pin is no boolean: 1"]
    assert faults("Record<string, Person>", {"a": {"roles": [], "pin": True}}, "all") == ["all.a has no locked_out"]
    assert faults("ClaimStage", "owed", "stage") == []
    assert faults("ClaimStage", "lost", "stage") != []
