"""What stops a command: each is one sentence for a person, and the exit status is 1 unless it says otherwise."""

import os
import sys
from collections.abc import Callable

from controller.cli.speech import say
from words.message import Problem


class UsageError(Exception):
    """A command that asks for what cannot be; the exit status is 2."""


def exit_status(go: Callable[[], int]) -> int:
    """Of a command that is run: errors whose text is meant for a person are printed, all others raised."""
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
    except Exception as error:
        if isinstance(error, misused()):
            print(f"litbet: {_sentence(error)}", file=sys.stderr)
            return 2
        if not isinstance(error, foreseen()):
            raise
        print(_sentence(error), file=sys.stderr)
        return 1


def _sentence(error: Exception) -> str:
    return say(error.message) if isinstance(error, Problem) else str(error)


# Both are imported late: a command loads only what it needs.


def misused() -> tuple[type[Exception], ...]:
    """The errors of somebody who asks for what cannot be."""
    from controller.config.catalogue import UnknownNameError
    from controller.reports.errors import ReportQuestionError

    return UsageError, UnknownNameError, ReportQuestionError


def foreseen() -> tuple[type[Exception], ...]:
    """The other errors whose text is meant for a person."""
    from controller.config.settings import ConfigError
    from controller.daemon.control_client import ControlError
    from controller.daemon.pins import PinFileError, ProofError
    from controller.games.bets import RefusedError
    from controller.ledger.errors import StoreError
    from controller.reports.errors import ReportError
    from drivers.contract import DriverError

    return ConfigError, ControlError, RefusedError, StoreError, DriverError, ReportError, PinFileError, ProofError
