"""Where the simulated board and sign are: in a checkout at its root, in a wheel inside the package."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def firmware_sim() -> Path:
    """The folder `firmware-sim`. Its files are no package: MicroPython takes them as they are."""
    inside = HERE / "_shipped" / "firmware-sim"
    return inside if inside.is_dir() else HERE.parent / "firmware-sim"
