"""A private MQTT broker for the bench and the tests: a mosquitto child process that listens only on loopback, stores
nothing on disk and dies with the process that started it. A real table uses the casino's broker (config/mosquitto/)."""

import os
import pwd
import shutil
import socket
import subprocess
import time
import weakref
from pathlib import Path
from typing import Self

from testbed.bench.errors import BenchError

START_S = 5.0
STOP_S = 2.0


class BrokerError(BenchError):
    """The broker cannot be started."""


class Broker:
    """Start it from a thread that lives as long as the broker must: the broker ends with that thread."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.port = port or free_port(self)
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def config(self) -> str:
        # Without `user`, a mosquitto started by root changes its identity, which cancels --pdeathsig.
        return (
            f"listener {self.port} 127.0.0.1\n"
            f"user {pwd.getpwuid(os.geteuid()).pw_name}\n"
            "allow_anonymous true\n"
            "persistence false\n"
            "set_tcp_nodelay true\n"
        )

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Returns when the broker answers."""
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        if program is None:
            raise BrokerError("bench.no_mosquitto")
        config, output = (self._folder / f"mosquitto-{self.port}.{end}" for end in ("conf", "log"))
        config.write_text(self.config())
        with output.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603
                ["setpriv", "--pdeathsig", "KILL", program, "-c", config],  # noqa: S607
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_S
        # A connection would prove nothing, because another broker may use this port. This log line follows the bind.
        while b" running" not in (printed := output.read_bytes()):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                lines = printed.decode(errors="replace").strip().splitlines()
                if not lines:
                    raise BrokerError("bench.mosquitto_silent", port=self.port)
                raise BrokerError("bench.mosquitto_fails", port=self.port, why=lines[-1])
            time.sleep(0.005)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def free_port(owner: object) -> int:
    """A local port that nobody else gets while `owner` lives. It is bound but never listened to, so the kernel gives it
    to no other socket; but a server that is told its number (and may reuse addresses, as mosquitto and asyncio do) can
    listen there, as often as it is started."""
    held = socket.socket()
    weakref.finalize(owner, held.close)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port: int = held.getsockname()[1]
    return port
