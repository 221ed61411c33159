"""What a release is made of: pinned, listed, and the same bytes for everybody who builds it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import dependencies
import jsonschema  # type: ignore[import-untyped]
import pytest
from support.processes.litbet import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text()
HERE = dependencies.environment()
LOCKS = {name: (ROOT / name).read_text() for name in dependencies.EXTRAS}
CYCLONEDX: dict[str, Any] = {  # what version 1.6 of its schema requires of the parts that a bill has
    "type": "object",
    "required": ["bomFormat", "specVersion"],
    "properties": {
        "bomFormat": {"const": "CycloneDX"},
        "specVersion": {"const": "1.6"},
        "serialNumber": {"pattern": "^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},
        "version": {"type": "integer", "minimum": 1},
        "metadata": {"properties": {"component": {"$ref": "#/$defs/component"}}, "required": ["component"]},
        "components": {"type": "array", "minItems": 20, "uniqueItems": True, "items": {"$ref": "#/$defs/component"}},
        "dependencies": {
            "type": "array",
            "items": {"required": ["ref"], "properties": {"dependsOn": {"minItems": 10}}},
        },
    },
    "$defs": {
        "component": {
            "required": ["type", "name", "version", "bom-ref"],
            "properties": {
                "type": {"enum": ["application", "library"]},
                "purl": {"pattern": "^pkg:pypi/[a-z0-9-]+@[^/]+$"},
                "hashes": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "required": ["alg", "content"],
                        "properties": {"alg": {"const": "SHA-256"}, "content": {"pattern": "^[0-9a-f]{64}$"}},
                    },
                },
            },
        }
    },
}


def wrong(installed: dict[str, str] | None = None, changed: dict[str, str] | None = None) -> list[str]:
    return list(dependencies.findings(PROJECT, {**LOCKS, **(changed or {})}, installed or {}))


def test_the_lock_files_answer_the_project() -> None:
    assert not wrong()


def test_this_environment_is_that_of_the_lock_file() -> None:
    done = subprocess.run(
        [sys.executable, "tools/dependencies.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "Not checked, because it needs data from outside: known vulnerabilities" in done.stdout


@pytest.mark.parametrize(
    ("found", "put", "says"),
    [
        ("polib==", "polib @ https://example.org/polib.whl #", "no exact version"),
        ("polib==", "polib>=", "no exact version"),
        ("polib==", "-e ./polib #", "no exact version"),
        ("polib==1", "polib==3", "asks for polib"),
        ("polib==", "another==", "it has none"),
        ("--hash=sha256:", "--hash=md5:", "has no SHA-256"),
        ("polib==", "polib==1.0 --hash=sha256:00\npolib==", "polib is pinned twice"),
        ("polib==", "# via evil \\\npolib==1.0 --hash=sha256:00\npolib==", "polib is pinned twice"),  # pip takes it
    ],
)
def test_a_lock_file_that_pins_something_else_is_refused(found: str, put: str, says: str) -> None:
    for name in ("requirements.lock", "requirements-pi.lock"):
        assert found in LOCKS[name]
        assert any(says in each for each in wrong(changed={name: LOCKS[name].replace(found, put, 1)}))


def test_a_table_runs_what_was_tested() -> None:
    lock = LOCKS["requirements-pi.lock"]
    (line,) = [line for line in lock.splitlines() if line.startswith("polib==")]
    (finding,) = wrong(changed={"requirements-pi.lock": lock.replace(line, "polib==1.2.999 \\")})
    assert finding.startswith("polib: the tests run with")


def test_a_library_that_nobody_pinned_is_found() -> None:
    (finding,) = wrong({**HERE, "evil": "1.0", "litbet": "0.1.0", "pip": "1"})
    assert finding.startswith("evil 1.0 is installed here")


def test_a_pinned_library_that_is_not_here_is_missed() -> None:
    (finding,) = wrong({name: version for name, version in HERE.items() if name != "pyrage"})
    assert finding.startswith("pyrage is not installed here")


def test_the_bill_has_what_its_schema_requires_and_all_that_a_table_installs() -> None:
    done = subprocess.run(
        [sys.executable, "tools/dependencies.py", "bom"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    bill = json.loads(done.stdout)
    jsonschema.Draft202012Validator(CYCLONEDX).validate(bill)
    named = {each["name"]: each["version"] for each in bill["components"]}
    pinned = dependencies.pins(LOCKS["requirements-pi.lock"])
    assert named == {pin.name: pin.version for pin in pinned.values()}
    assert bill["metadata"]["component"]["name"] == "litbet"
    refs = {each["bom-ref"] for each in bill["components"]}
    assert refs >= {ref for each in bill["dependencies"] for ref in each["dependsOn"]}
    assert dependencies.bill(PROJECT, LOCKS["requirements-pi.lock"]) == bill, "the same each time"


@pytest.mark.parametrize("project", [".", "testbed"])
def test_two_builds_are_the_same_bytes(project: str, tmp_path: Path) -> None:
    """In other folders, in another order, at another time, and by somebody with other permissions."""
    built = []
    for number, when in enumerate((1_700_000_000, 1_800_000_000)):
        tree = tmp_path / f"tree-{number}"
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in sorted(names.decode().split("\0")[:-1], reverse=bool(number)):
            if name.startswith(("docs/", "tests/", "benchmarks/")) or not (ROOT / name).is_file():
                continue
            to = tree / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to)
            to.chmod(to.stat().st_mode & (0o777 if number else 0o700))
            os.utime(to, (when, when))
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / f"dist-{number}")]
        subprocess.run(build, cwd=tree / project, check=True, capture_output=True)
        built.append(next((tmp_path / f"dist-{number}").glob("*.whl")))
    assert built[0].name == built[1].name
    assert built[0].read_bytes() == built[1].read_bytes()
