"""One browser for the pages' tests of a file, and a stick to copy to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.display.browser import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole session: Playwright keeps an event loop, and other files' tests have their own."""
    with chromium() as found:
        yield found


@pytest.fixture
def usb(tmp_path: Path) -> Path:
    (tmp_path / "usb").mkdir()
    return tmp_path / "usb"
