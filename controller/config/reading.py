"""Reads a table's files in a child process while this process loads everything else.

The code that checks the files takes a fifth of a running table's memory and is needed once. Only the end of a process
frees that memory.
"""

import pickle
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from controller.config.child import child
from words.message import message

if TYPE_CHECKING:
    from controller.config.settings import Config


class Reading:
    """Starts the child process at once."""

    def __init__(self, path: Path) -> None:
        words = (*child("controller.config"), str(path))
        self._child = subprocess.Popen(words, stdout=subprocess.PIPE)  # noqa: S603 (our own program)

    def config(self) -> "Config":
        from controller.config.settings import Config, ConfigError  # imported after the child has started

        output, _ = self._child.communicate()
        if self._child.returncode:
            raise ConfigError(message("config.reader_ended", status=self._child.returncode))
        found = pickle.loads(output)  # noqa: S301 (from our own program)
        if not isinstance(found, Config):
            raise ConfigError(*found)
        return found
