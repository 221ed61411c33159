"""Finds the simulated board and sign: at the root of a checkout, inside the package in a wheel."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def firmware_sim() -> Path:
    """The folder `firmware-sim`. Its files are not a package: MicroPython runs them as they are."""
    inside = HERE / "_shipped" / "firmware-sim"
    return inside if inside.is_dir() else HERE.parent / "firmware-sim"
