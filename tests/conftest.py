"""What holds for every test: how properties are searched, and that nothing is left unsaid by a test that passes."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings
from support.processes.litbet import new_errors

# Properties are searched anew at every desk; CI repeats the same examples, so that its verdict is about the change.
settings.register_profile("desk", deadline=None)  # no test judges by the clock
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Lines that only a fault of ours prints, though the test around it passes.
LOOSE_ENDS = (
    "never retrieved", "never awaited", "was destroyed but it is pending", "ResourceWarning", "Exception ignored",
)  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The last report of a test looks at all that was printed and logged meanwhile, here and by its processes."""
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
