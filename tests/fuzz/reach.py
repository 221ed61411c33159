"""Which ways through the code an input takes: every step from one line to another in chosen files."""

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[2]

Step = tuple[str, int, int]  # a function, and two lines of it that followed each other


class Reach:
    """Follows the given source files, in every thread that begins while it is `watching`."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = tuple(str(ROOT / file) for file in files)
        self._known: dict[CodeType, str] = {}  # "" where it is not followed
        self._steps: set[Step] = set()

    @contextmanager
    def watching(self) -> Iterator[set[Step]]:
        """The set fills while the body runs."""
        steps: set[Step] = set()
        self._steps = steps
        before = sys.gettrace()
        threading.settrace(self._enter)
        sys.settrace(self._enter)
        try:
            yield steps
        finally:
            sys.settrace(before)
            threading.settrace(before)

    def _enter(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        name = self._known.get(code)
        if name is None:
            followed = code.co_filename.startswith(self._files)
            name = self._known[code] = f"{Path(code.co_filename).name}:{code.co_name}" if followed else ""
        if not name:
            return None
        steps, last = self._steps, 0

        def line(frame: FrameType, event: str, _arg: Any) -> Any:
            nonlocal last
            if event == "line":
                steps.add((name, last, frame.f_lineno))
                last = frame.f_lineno
            return line

        return line
