"""What litbet is made of, from the lock files alone and without a network: `make dependencies` checks them, `make bom`
writes the bill of materials of a release (CycloneDX 1.6, JSON).

The check knows what is pinned, and whether this environment has exactly that. It cannot know which of these versions
has a known vulnerability, was withdrawn, or has a new owner: that takes data from outside, for instance an advisory
database to which somebody gives the bill of materials.
"""

import hashlib
import importlib.metadata
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
TABLE, DEVELOPMENT = "requirements-pi.lock", "requirements.lock"
EXTRAS = {TABLE: ("pi", "postgres"), DEVELOPMENT: ("postgres",)}  # as tools/lock.sh makes them
OURS = {"litbet", "litbet-testbed"}
TOOLS = {"pip", "setuptools", "wheel"}  # Python's own, in every new environment
UNKNOWN = "Not checked, because it needs data from outside: known vulnerabilities, withdrawn releases, new owners."


@dataclass(frozen=True)
class Pin:
    name: str
    version: str
    marker: str  # where it is installed, such as `sys_platform == 'linux'`
    hashes: tuple[str, ...]


def pins(lock: str) -> dict[str, Pin]:
    """Raises ValueError for a line that pins nothing (an address, a folder, another list), and for a second pin."""
    found: dict[str, Pin] = {}
    # Comments go first: pip continues no comment, whatever it ends with, and would install what follows.
    lines = "".join(f"{line}\n" for line in lock.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    for entry in re.sub(r"\\\n", " ", lines).splitlines():
        match = re.fullmatch(r"([\w.-]+(?:\[[\w,-]+\])?)==([\w.+!-]+)( ;[^#]*?)?((?: +--hash=\S+)*) *", entry)
        if match is None:
            raise ValueError(f"no exact version with hashes: {entry.split(' --hash')[0]}")
        name = canonicalize_name(match[1].split("[")[0])
        if name in found:
            raise ValueError(f"{name} is pinned twice")
        hashes = tuple(re.findall(r"--hash=(\S+)", match[4]))
        found[name] = Pin(name, match[2], (match[3] or "").removeprefix(" ;").strip(), hashes)
    return found


def asked(project: str, lock: str) -> Iterator[Requirement]:
    """What the project itself asks for, and this lock file must answer."""
    data = tomllib.loads(project)
    lines = [*data["project"]["dependencies"]]
    for extra in EXTRAS[lock]:
        lines += data["project"]["optional-dependencies"][extra]
    if lock == DEVELOPMENT:
        lines += data["dependency-groups"]["dev"]
    return map(Requirement, lines)


def findings(project: str, locks: dict[str, str], installed: dict[str, str]) -> Iterator[str]:
    """What is wrong; `installed` has the versions in this environment by name."""
    pinned = {}
    for lock, text in locks.items():
        try:
            pinned[lock] = pins(text)
        except ValueError as error:
            yield f"{lock}: {error}. Run `make lock`."
            return
    for lock, found in pinned.items():
        for pin in found.values():
            if not pin.hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes):
                yield f"{lock}: {pin.name} has no SHA-256. Run `make lock`."
        for wanted in asked(project, lock):
            answer = found.get(canonicalize_name(wanted.name))
            has = answer.version if answer else "none"
            if answer is None or Version(has) not in wanted.specifier:
                yield f"{lock}: pyproject.toml asks for {wanted}, and it has {has}. Run `make lock`."
    for name in sorted(pinned[TABLE].keys() & pinned[DEVELOPMENT].keys()):
        table, development = pinned[TABLE][name], pinned[DEVELOPMENT][name]
        if (table.version, set(table.hashes)) != (development.version, set(development.hashes)):
            yield f"{name}: the tests run with {development.version}, a table with {table.version}. Run `make lock`."
    for name, version in sorted(installed.items()):
        pin_here = pinned[DEVELOPMENT].get(name)
        if name not in OURS | TOOLS and (pin_here is None or Version(pin_here.version) != Version(version)):
            yield f"{name} {version} is installed here, and {DEVELOPMENT} has {pin_here and pin_here.version}."
    for pin in pinned[DEVELOPMENT].values() if installed else ():
        if pin.name not in installed and (not pin.marker or Marker(pin.marker).evaluate()):
            yield f"{pin.name} is not installed here, and {DEVELOPMENT} has {pin.version}."


def environment() -> dict[str, str]:
    """The versions that are installed here, by name."""
    here = importlib.metadata.distributions()
    return {canonicalize_name(each.metadata["Name"]): each.version for each in here}


def bill(project: str, lock: str) -> dict[str, object]:
    """The same lock file gives the same bill: it has no time of its own."""
    facts = tomllib.loads(project)["project"]
    table = {"type": "application", "name": facts["name"], "version": facts["version"], "bom-ref": facts["name"]}
    table["licenses"] = [{"license": {"id": facts["license"]}}]
    found = pins(lock)
    components = [
        {
            "type": "library",
            "name": pin.name,
            "version": pin.version,
            "bom-ref": f"pkg:pypi/{pin.name}@{pin.version}",
            "purl": f"pkg:pypi/{pin.name}@{pin.version}",
            "hashes": [{"alg": "SHA-256", "content": each.removeprefix("sha256:")} for each in sorted(pin.hashes)],
            **({"properties": [{"name": "litbet:where", "value": pin.marker}]} if pin.marker else {}),
        }
        for pin in sorted(found.values(), key=lambda pin: pin.name)
    ]
    direct = sorted({canonicalize_name(each.name) for each in asked(project, TABLE)})
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(hashlib.sha256(lock.encode()).hexdigest()[:32], version=4)}",
        "version": 1,
        "metadata": {"component": table},
        "components": components,
        "dependencies": [
            {"ref": facts["name"], "dependsOn": [f"pkg:pypi/{name}@{found[name].version}" for name in direct]}
        ],
    }


def main(words: list[str]) -> int:
    project, locks = (ROOT / "pyproject.toml").read_text(), {name: (ROOT / name).read_text() for name in EXTRAS}
    if words == ["bom"]:
        print(json.dumps(bill(project, locks[TABLE]), indent=1))
        return 0
    wrong = list(findings(project, locks, environment()))
    print(*wrong, *([] if wrong else [f"{len(pins(locks[TABLE]))} libraries are pinned, and the same here."]), sep="\n")
    print(UNKNOWN)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
