"""What stops a command: it is printed as one sentence, and the exit status is 1, or 2 after wrong use."""

import os
import sys
from collections.abc import Callable

from controller.cli.speech import say
from words.message import Problem


class UsageError(Problem):
    """A command that asks for what cannot be; the exit status is 2."""


def exit_status(go: Callable[[], int]) -> int:
    """Of a command that is run: what is meant for a person is printed, any other error raised."""
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
    except Exception as error:
        if isinstance(error, misused()):
            print(f"litbet: {say(error.message) if isinstance(error, Problem) else error}", file=sys.stderr)
            return 2
        if not isinstance(error, foreseen()):
            raise
        print(say(error.message) if isinstance(error, Problem) else error, file=sys.stderr)
        return 1


def _sentence(error: Exception) -> str:
    return say(error.message) if isinstance(error, Problem) else str(error)


# Both are imported late: a command loads only what it needs.


def misused() -> tuple[type[Exception], ...]:
    """The errors of somebody who asks for what cannot be."""
    from controller.config.catalogue import UnknownNameError
    from controller.reports.errors import ReportQuestionError

    return UnknownNameError, ReportQuestionError


def foreseen() -> tuple[type[Exception], ...]:
    """The other errors whose text is meant for a person."""
    from controller.config.settings import ConfigError
    from controller.games.bets import RefusedError
    from controller.reports.errors import ReportError

    return ConfigError, RefusedError, ReportError
