"""The log: JSON with a priority for systemd's journal, readable lines for people. Everything logs through `logging`,
libraries too; only this file decides the format.

A slow reader costs log lines, never time: a separate thread writes them from a bounded queue. Everything about money is
in the ledger, not here. PINs and passwords are removed, whoever logs them.
"""

import contextlib
import copy
import faulthandler
import logging
import os
import queue
import re
import threading
from collections.abc import Iterator
from typing import TextIO

from structlog import dev, stdlib, tracebacks
from structlog.processors import ExceptionRenderer, JSONRenderer, TimeStamper
from structlog.typing import EventDict, Processor, WrappedLogger

from words.message import Message

MOST = 2000  # lines that wait for a slow reader; further ones are counted and dropped
FAREWELL = 0.3  # s for the last lines before the process ends

PRIORITY = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}  # syslog's, by which journalctl filters

STRUCK = "***"
_NAMES = r"(?:pins?|passwords?|secrets?|tokens?)"
_SECRET_NAME = re.compile(rf"(?i)(?:^|_){_NAMES}$")
_SECRET_TEXT = re.compile(
    rf"""(?ix) (?<![a-z])({_NAMES} \\*["']? \s*[:=]\s*)      # pin=, "pin":, or \\"pin\\": inside a quoted text
    (?: \[[^\]]*\] | (\\*["']) .*? \2 | [^\s,;}}\])"'\\]+ )"""
)


def sentence(message: Message) -> str:
    """In English: all log lines are, so that people can search for them."""
    from words.catalogue import catalogue  # imported only when there is a message to log

    return catalogue("en").say(message)


@contextlib.contextmanager
def logging_to(stream: TextIO) -> Iterator[None]:
    """Sends everything that is logged to `stream` until the end of the block."""
    journal = is_journal(stream)
    outlet = _Outlet(stream, _formatter(journal=journal, colours=stream.isatty()), journal=journal)
    root = logging.getLogger()
    before = root.level
    root.addHandler(outlet)
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)
    faulthandler.enable(stream)  # shows the stack of every thread when the watchdog kills the process
    try:
        yield
    finally:
        faulthandler.disable()
        logging.captureWarnings(False)
        root.setLevel(before)
        root.removeHandler(outlet)
        outlet.close()


def is_journal(stream: TextIO) -> bool:
    """Whether systemd's journal reads the stream."""
    stat = os.fstat(stream.fileno())
    return os.environ.get("JOURNAL_STREAM") == f"{stat.st_dev}:{stat.st_ino}"


def _formatter(*, journal: bool, colours: bool) -> stdlib.ProcessorFormatter:
    first: list[Processor] = [
        stdlib.add_log_level,
        stdlib.add_logger_name,
        stdlib.ExtraAdder(),
        TimeStamper("iso", utc=True),
    ]
    last: list[Processor] = [stdlib.ProcessorFormatter.remove_processors_meta, _strike_out]
    if journal:
        # without the local variables of a traceback, which may hold secrets
        last += [ExceptionRenderer(tracebacks.ExceptionDictTransformer(show_locals=False)), JSONRenderer(default=str)]
    else:
        last += [dev.ConsoleRenderer(colors=colours, exception_formatter=dev.plain_traceback)]
    return stdlib.ProcessorFormatter(foreign_pre_chain=first, processors=last)


def _strike_out(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {name: STRUCK if _SECRET_NAME.search(name) else value for name, value in event.items()}


class _Outlet(logging.Handler):
    """Formats the record in the calling thread and writes it in another."""

    def __init__(self, stream: TextIO, formatter: logging.Formatter, *, journal: bool) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self._journal = journal
        self._lines: queue.Queue[str | None] = queue.Queue(MOST)
        self._lost = 0
        # Not through `stream` itself: a thread stuck in its lock would block the interpreter's exit.
        self._to = stream.fileno()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait(self._line(record))
        except queue.Full:
            self._lost += 1
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(FAREWELL)
        super().close()

    def _line(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple) and any(isinstance(each, Message) for each in record.args):
            args = record.args
            record = copy.copy(record)  # other handlers get the unformatted record
            record.args = tuple(sentence(each) if isinstance(each, Message) else each for each in args)
        text = _SECRET_TEXT.sub(rf"\1\2{STRUCK}\2", self.format(record))
        return f"<{PRIORITY.get(record.levelname, 6)}>{text}\n" if self._journal else f"{text}\n"

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            self._put(line)
            self.acquire()  # the same lock as around `emit`
            lost, self._lost = self._lost, 0
            self.release()
            if lost:
                record = logging.LogRecord(
                    __name__, logging.WARNING, "", 0, "%d lines were lost: nobody read them", (lost,), None
                )
                self._put(self._line(record))

    def _put(self, line: str) -> None:
        rest = line.encode(errors="replace")
        with contextlib.suppress(OSError):  # the reader is gone
            while rest:
                rest = rest[os.write(self._to, rest) :]
