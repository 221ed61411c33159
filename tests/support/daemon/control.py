"""A control socket that answers as it is told and writes down what it was asked: for the pages' own tests."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any


class FakeControl:
    """In a thread of its own, so that real processes can ask it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, Any] = {"table show": {"table": "bj-1"}, "floor": {"status": {}, "actions": {}}}
        self.deaf: set[str] = set()  # what it hears and does not answer
        self._loop = asyncio.new_event_loop()
        self._up = threading.Event()
        self._watchers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()
        assert self._up.wait(60)

    def changed(self) -> None:
        """Tell whoever watches that something has changed."""

        def tell() -> None:
            for watcher in self._watchers:
                watcher.write(b'{"changed":true}\n')

        self._loop.call_soon_threadsafe(tell)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_unix_server(self._serve, self.path))
        self._up.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                asked = json.loads(line)
                self.asked.append(asked)
                if asked["do"] == "watch":
                    self._watchers.add(writer)
                if asked["do"] in self.deaf:
                    continue
                answer: dict[str, Any] = {
                    "ok": True,
                    asked["do"]: self.answers.get(asked["do"]),
                    "say": [],
                    "rows": [],
                }
                writer.write(json.dumps(answer).encode() + b"\n")
        finally:
            self._watchers.discard(writer)
            writer.close()

    def commands(self) -> list[str]:
        return [asked["do"] for asked in self.asked]

    def watched(self) -> bool:
        """Is there anybody who wants to hear of changes?"""
        return bool(self._watchers)
