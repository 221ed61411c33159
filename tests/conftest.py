"""For every test: how properties are searched, and which output fails a test that passes otherwise."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings
from support.processes.litbet import new_errors

# A developer's run searches new examples; CI repeats the same ones, so that its result depends on the change alone.
settings.register_profile("desk", deadline=None)  # no test asserts wall-clock time
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Tests quote English sentences, whatever the developer's language.
for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Lines that only a fault in the product or its tests prints.
LOOSE_ENDS = (
    "never retrieved", "never awaited", "was destroyed but it is pending", "ResourceWarning", "Exception ignored",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The folders with the longest files first, so that at the end no core waits for the other."""
    longest = ("tests/testbed/", "tests/e2e/")
    items.sort(key=lambda item: not item.nodeid.startswith(longest))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """At its teardown a test fails for what it and its processes have printed and logged."""
    report = yield
    if report.when == "teardown":
        printed = new_errors() + "".join(text for name, text in report.sections if "stderr" in name)
        logged = "".join(text for name, text in report.sections if "log" in name)
        found = [line for line in (printed + logged).splitlines() if any(end in line for end in LOOSE_ENDS)]
        found += [line for line in printed.splitlines() if "Traceback" in line]
        if found and report.passed:
            report.outcome = "failed"
            report.longrepr = "\n".join(["The test passes, and this was printed:", *found, "", printed])
    return report
