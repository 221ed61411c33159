"""`python -m tests.fuzz`: the tests' folders, as pytest has them, and then the command."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "firmware-sim")]
    from fuzz.command import main

    sys.exit(main())
