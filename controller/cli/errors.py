"""Errors that end a command: each is printed as one sentence, with exit status 1, or 2 after wrong usage."""

import os
import sys
from collections.abc import Callable

from controller.cli.speech import say
from words.message import Problem, UsageError


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
        print(f"{error.filename or 'litbet'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except UsageError as misuse:
        print(f"litbet: {say(misuse.message)}", file=sys.stderr)
        return 2
    except Problem as problem:
        print(say(problem.message), file=sys.stderr)
        return 1
