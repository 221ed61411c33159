"""A table's files, read by a process of its own while this one loads everything else.

The code that checks the files takes a fifth of the memory of a running table, and is needed once. Only the end of a
process gives that memory back.
"""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from words.message import message

if TYPE_CHECKING:
    from controller.config.settings import Config


class Reading:
    """The process starts at once."""

    def __init__(self, path: Path) -> None:
        # -P: the folder in which somebody stands is no place to look for the program's modules
        words = [sys.executable, "-P", "-m", "controller.config", str(path)]
        self._child = subprocess.Popen(words, stdout=subprocess.PIPE)  # noqa: S603 (our own program)

    def config(self) -> "Config":
        from controller.config.settings import Config, ConfigError  # only after the other process has started

        output, _ = self._child.communicate()
        if self._child.returncode:
            raise ConfigError(message("config.reader_ended", status=self._child.returncode))
        found = pickle.loads(output)  # noqa: S301 (from our own program)
        if not isinstance(found, Config):
            raise ConfigError(*found)
        return found
