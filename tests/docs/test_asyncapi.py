"""docs/asyncapi.yaml and docs/schemas/: what they say of the topics is what a table publishes (R201)."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from support.signs.schemas import valid
from support.spoken import problem
from support.table.story import Table, make_rules

from controller.present import sign_events, views
from controller.signs.acknowledgements import AckError, read_ack
from controller.table.events import AddPerson, Close, ConfirmClaim, Event, OpenClaim, PayClaim, SignsSilent
from controller.table.rules import Sensor
from words.message import typed

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "asyncapi.yaml").read_text()


def test_the_document_names_every_topic_and_schema_there_is() -> None:
    addresses = set(re.findall(r"address: (\S+)", TEXT))
    table = "litbet/{table}"
    jackpot = f"{table}/jackpot/{{jackpot}}"
    assert addresses == {
        f"{table}/status", f"{table}/head", f"{table}/round", f"{table}/event", f"{jackpot}/meter", f"{jackpot}/value",
        f"{table}/sign/{{sign}}/ack",
    }  # fmt: skip
    named = set(re.findall(r"schemas/(\w+)\.json", TEXT.partition("asyncapi:")[2]))
    assert named == {path.stem for path in (DOCS / "schemas").glob("*.json")}


def test_the_documents_references_lead_somewhere() -> None:
    for path in set(re.findall(r'\$ref: "#/(\S+)"', TEXT)):
        indent, rest = 0, TEXT
        for part in path.split("/"):
            found = re.search(rf"^{' ' * indent}{part}:$", rest, re.MULTILINE)
            assert found, path
            rest, indent = rest[found.end() :], indent + 2


class Stories:
    """A table whose every publication is held against the schemas."""

    def __init__(self, **rules: Any) -> None:
        self.table = Table(make_rules(**rules))
        self.states: set[str] = set()
        self.phases: set[str] = set()
        self.events: set[str] = set()

    def look(self) -> None:
        table = self.table
        phase = views.round_view(table.rules, table.state, 7, table.mono, table.utc)
        meter = views.meter(table.rules, table.state, table.rules.jackpots["main"], 7, table.utc)
        valid("round", phase)
        valid("meter", meter)
        self.states.add(meter["state"])
        self.phases.add(phase["phase"])
        if events := sign_events.events_of(table.wrote):
            head = {key: phase[key] for key in ("v", "table", "epoch", "seq", "pub", "at")}
            valid("event", {**head, "events": events})
            self.events |= {each["what"] for each in events}

    def do(self, command: type[Event], **facts: Any) -> None:
        assert not self.table.do(command, **facts)
        self.look()

    def key(self, name: str) -> None:
        assert not self.table.key(name)
        self.look()


def test_a_day_is_valid_in_every_state() -> None:
    story = Stories()
    table = story.table
    assert not table.do(AddPerson, name="floor2", roles=("floor",), by=("admin", "manager"))
    story.look()
    table.open()
    story.look()
    table.press(1, 2)
    story.look()
    story.key("lock")
    story.do(OpenClaim, spot="1/gbj", cards="Ah Ah Ah", by=("floor",))
    story.do(ConfirmClaim, claim=1, by=("floor2",))
    story.do(ConfirmClaim, claim=1, by=("manager",))
    story.do(PayClaim, claim=1, by=("cage",))
    story.key("settle")
    story.key("clear")
    table.tell(SignsSilent(table.at, typed("No sign has acknowledged.")))
    story.look()
    story.do(Close)
    table.wait(86_400)
    story.look()
    table.restart(linked=False)
    story.look()
    assert story.states >= {"closed", "open", "locked", "verifying", "won", "suspended", "fault"}
    assert story.phases >= {"closed", "betting", "locked", "settled", "fault"}
    assert story.events >= {"open", "lock", "claim", "award", "paid", "clear", "close"}


@pytest.mark.parametrize("sensor", list(Sensor))
def test_every_kind_of_table_is_valid(sensor: Sensor) -> None:
    story = Stories(sensor=sensor)
    story.look()
    story.table.open()
    story.look()


def test_an_acknowledgement_as_documented_is_understood() -> None:
    ack = {"jackpot": "bonus", "epoch": 1, "seq": 2, "pub": 3, "cents": 4, "at": ""}
    valid("ack", ack)
    assert read_ack(json.dumps(ack).encode()).cents == 4
    for name in ack:
        less = {key: value for key, value in ack.items() if key != name}
        with problem(AckError, name):
            read_ack(json.dumps(less).encode())
        with pytest.raises(jsonschema.ValidationError):
            valid("ack", less)


def test_the_schemas_refuse() -> None:
    with pytest.raises(jsonschema.ValidationError):
        valid("status", {"v": 1, "table": "bj-1", "state": "online"})
    with pytest.raises(jsonschema.ValidationError):
        valid("round", {"phase": "betting", "more": 1})
