"""A simulated numeric sign and its driver, in the test's own loop on a real pseudo-terminal."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sim_sign import SimSign

from drivers.serial_digits import SerialDigits


@asynccontextmanager
async def simulated_sign(digits: int = 8, **how: Any) -> AsyncIterator[SimSign]:
    """`sign.port` stays the same when the sign is unplugged and plugged in again."""
    with tempfile.TemporaryDirectory() as folder:
        sign = SimSign(digits, link=Path(folder) / "sign", **how)
        try:
            yield sign
        finally:
            sign.close()


@asynccontextmanager
async def served(
    port: str, text: str = "1250.00", *, digits: int = 8, echo: bool = True
) -> AsyncIterator[tuple[SerialDigits, list[tuple[str, bool]]]]:
    """The driver, and all that it saw."""
    seen: list[tuple[str, bool]] = []
    driver = SerialDigits("left", port, digits, echo=echo)
    driver.show(text)
    driver.start(lambda shows, right: seen.append((shows, right)))
    try:
        yield driver, seen
    finally:
        await driver.close()
        await driver.close()
