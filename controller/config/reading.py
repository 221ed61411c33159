"""A table's files, read by a process of its own while this one loads everything else.

What checks the files weighs a fifth of what a running table weighs, and is needed for a moment. A process that ends is
the one way to be rid of a library.
"""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.config.settings import Config


class Reading:
    """Under way from the start."""

    def __init__(self, path: Path) -> None:
        # -P: the folder in which somebody stands is no place to look for the program's modules
        words = [sys.executable, "-P", "-m", "controller.config", str(path)]
        self._child = subprocess.Popen(words, stdout=subprocess.PIPE)  # noqa: S603 (our own program)

    def config(self) -> "Config":
        from controller.config.settings import Config, ConfigError  # not before the other process is on its way

        said, _ = self._child.communicate()
        if self._child.returncode:
            raise ConfigError(
                [f"the process that reads the table's files ended with {self._child.returncode}: see above"]
            )
        config = pickle.loads(said)  # noqa: S301 (from our own program)
        if not isinstance(config, Config):
            raise config
        return config
