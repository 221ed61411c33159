"""A question to a running controller, from another process: all that a command needs of it."""

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Answer = dict[str, Any]


class ControlError(Exception):
    """The socket cannot be used; the text says what to do."""


def line_of(answer: Answer) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def ask(path: Path, command: str, facts: Answer, who: Sequence[Answer] = (), patience: float = 30.0) -> Answer:
    """One question to a running controller, from another process."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience)
            line.connect(str(path))
            with line.makefile("rwb") as stream:
                stream.write(line_of({"do": command, "with": facts, "who": list(who)}))
                stream.flush()
                answer = json.loads(stream.readline() or b"null")
    except (FileNotFoundError, ConnectionRefusedError):
        raise ControlError(f"{path}: no controller listens there; is `litbet run` running with this folder?") from None
    except PermissionError:
        raise ControlError(f"{path}: this user may not use the control socket; join the group that owns it") from None
    except (OSError, ValueError) as error:
        raise ControlError(f"{path}: the controller does not answer ({error}); see its log") from None
    if not isinstance(answer, dict):
        raise ControlError(f"{path}: the controller ended the connection; see its log")
    return answer
