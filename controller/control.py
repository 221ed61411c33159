"""The local control socket: one JSON object a line, asked and answered in turn (docs/CONTROL.md). It carries commands
to the core and brings its answers back; it decides nothing."""

import asyncio
import json
import logging
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.app import App
from controller.clock import now
from controller.commands import ACTIONS, BadRequestError
from controller.core.entries import Entry
from controller.core.events import Event, Moment
from controller.ledger.errors import StoreError

log = logging.getLogger(__name__)

LONGEST = 65_536  # bytes of a line
LONGEST_PATH = 107  # bytes, by Linux
BEHIND = 262_144  # bytes that a watcher may leave unread; then it is let go

Answer = dict[str, Any]
Query = Callable[[], Answer]


class ControlError(Exception):
    """The socket cannot be used; the text says what to do."""


class Control:
    """The socket of one running table."""

    def __init__(self, app: App, path: Path, queries: dict[str, Query]) -> None:
        self._app, self._path = app, path
        self._queries: dict[str, Query] = {"status": app.status, **queries}
        self._watchers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        app.committed = self._tell_watchers

    async def start(self) -> None:
        if len(bytes(self._path)) > LONGEST_PATH:
            raise ControlError(
                f"{self._path}: a socket's path has at most {LONGEST_PATH} bytes; name a folder with a shorter path"
            )
        if _answers(self._path):
            raise ControlError(f"{self._path}: another controller listens there; stop it first")
        if self._path.exists() and not self._path.is_socket():
            raise ControlError(f"{self._path}: is no socket but something else; choose another path for the socket")
        try:
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST)
            self._path.chmod(0o660)
        except OSError as error:
            raise ControlError(f"{self._path}: cannot listen there ({error.strerror}); choose another socket") from None

    async def close(self) -> None:
        if self._server:
            self._server.close()
            for watcher in self._watchers:
                watcher.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                answer = await self._answer(line)
                writer.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
                await writer.drain()
                if answer.get("watching"):
                    self._watchers.add(writer)
        except (ValueError, ConnectionError):  # a line beyond all bounds, or nobody there any more
            log.info("control: a connection was ended")
        finally:
            self._watchers.discard(writer)
            writer.close()

    async def _answer(self, line: bytes) -> Answer:
        try:
            asked = json.loads(line.decode(), parse_constant=_no_constant)
            if not isinstance(asked, dict) or not isinstance(asked.get("do"), str):
                raise BadRequestError('write one JSON object a line, such as {"do": "status"}')
            answer = await self._do(asked["do"], asked.get("with", {}))
        except (BadRequestError, ValueError, RecursionError) as error:
            text = str(error) if isinstance(error, BadRequestError) else f"this is not JSON: {error}"
            return {"ok": False, "code": "bad_request", "say": text}
        return answer | ({"id": asked["id"]} if "id" in asked else {})

    async def _do(self, command: str, facts: Any) -> Answer:
        if not isinstance(facts, dict):
            raise BadRequestError('"with" takes a JSON object')
        if command == "watch":
            return {"ok": True, "watching": True}
        if command in self._queries:
            try:
                return {"ok": True, command: self._queries[command]()}
            except StoreError as error:
                return {"ok": False, "code": "ledger", "say": str(error)}
        action = ACTIONS.get(command)
        if action is None:
            raise BadRequestError(f"there is no command {command!r}")
        action.build(facts, self._app.rules, now(self._app.clock))  # said before it waits its turn

        def ask(at: Moment) -> Event:
            return action.build(facts, self._app.rules, at)

        outcome = await self._app.ask(ask)
        if outcome.refused:
            return {"ok": False, "code": outcome.refused.code, "say": str(outcome.refused)}
        rows = [{"seq": entry.seq, "kind": entry.kind, "round": entry.round} for entry in outcome.entries]
        return {"ok": True, "rows": rows}

    def _tell_watchers(self, entries: tuple[Entry, ...]) -> None:
        if not self._watchers or not entries:
            return
        rows = [{"seq": entry.seq, "kind": entry.kind, "round": entry.round} for entry in entries]
        line = json.dumps({"committed": rows, "ns": time.monotonic_ns()}, separators=(",", ":")).encode() + b"\n"
        for watcher in list(self._watchers):
            if watcher.transport.get_write_buffer_size() > BEHIND:
                self._watchers.discard(watcher)
                watcher.transport.abort()
            else:
                watcher.write(line)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0


def ask(path: Path, command: str, facts: dict[str, Any], patience: float = 10.0) -> Answer:
    """One question to a running controller, from another process."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience)
            line.connect(str(path))
            with line.makefile("rwb") as stream:
                stream.write(json.dumps({"do": command, "with": facts}).encode() + b"\n")
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
