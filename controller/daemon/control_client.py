"""A request to a running controller from another process: everything that a command needs."""

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from words.message import Fact, Problem

Answer = dict[str, Any]


class ControlError(Problem):
    """The socket cannot be used: the reason, and what to do."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"control.{code}", **facts)


def line_of(answer: Answer) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def ask(path: Path, command: str, facts: Answer, who: Sequence[Answer] = (), patience: float = 30.0) -> Answer:
    """Sends one request to a running controller and returns its answer."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience)
            line.connect(str(path))
            with line.makefile("rwb") as stream:
                stream.write(line_of({"do": command, "with": facts, "who": list(who)}))
                stream.flush()
                answer = json.loads(stream.readline() or b"null")
    except (FileNotFoundError, ConnectionRefusedError):
        raise ControlError("no_listener", path=str(path)) from None
    except PermissionError:
        raise ControlError("forbidden", path=str(path)) from None
    except (OSError, ValueError) as error:
        raise ControlError("no_answer", path=str(path), error=str(error)) from None
    if not isinstance(answer, dict):
        raise ControlError("hung_up", path=str(path))
    return answer
