"""Errors that end a command: each is printed as one sentence, with exit status 1, or 2 after wrong usage."""

import errno
import os
import sys
from collections.abc import Callable

from controller.cli.speech import say, text
from words.message import Problem, UsageError

# By the number of the operating system's error. It has its words for any other.
_SYSTEM = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
}


def exit_status(go: Callable[[], int]) -> int:
    """Runs a command and returns its exit status. Errors meant for people are printed; all others are raised."""
    try:
        return go()
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:  # `litbet status | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        code = _SYSTEM.get(error.errno or 0, "other")
        path, why = str(error.filename or "litbet"), error.strerror or str(error)
        print(text(f"system.{code}", path=path, error=why), file=sys.stderr)
        return 1
    except UsageError as misuse:
        print(f"litbet: {say(misuse.message)}", file=sys.stderr)
        return 2
    except Problem as problem:
        print(say(problem.message), file=sys.stderr)
        return 1
