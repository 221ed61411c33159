"""The command `litbet` of this environment, as the README starts it."""

import subprocess
import sys
from pathlib import Path


def test_it_finds_the_program_of_a_checkout() -> None:
    """An editable installation puts the data folders, but not the program, where a wheel has both."""
    command = Path(sys.prefix) / "bin/litbet"
    done = subprocess.run([command, "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bench" in done.stdout
