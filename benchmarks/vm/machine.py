"""A virtual machine without network or screen: started, frozen, woken again, and switched off by pulling its plug.

Commands run in it through the guest agent. QEMU is told what to do through its monitor (QMP); both speak JSON lines.
"""

import base64
import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 300.0  # s: a generous stop against hanging, never a measure
WITH_US = ("setpriv", "--pdeathsig", "KILL")  # whatever happens to us, no machine goes on
KERNEL = (
    "console=ttyS0 root=/dev/vda quiet loglevel=3 mitigations=off nokaslr apparmor=0 audit=0 random.trust_cpu=on "
    "systemd.show_status=0"
)


class MachineError(Exception):
    """The machine, or a command in it, failed."""


class Line:
    """JSON, a line at a time, on a Unix socket."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(patience)
        self._rest = b""
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise

    def hear(self) -> dict[str, Any]:
        while b"\n" not in self._rest:
            more = self._socket.recv(1 << 20)
            if not more:
                raise MachineError("the machine hung up")
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line.lstrip(b"\xff"))
        return message

    def call(self, command: str, **facts: Any) -> Any:
        self.say(json.dumps({"execute": command, "arguments": facts}).encode() + b"\n")
        while True:
            message = self.hear()  # events come in between
            if "error" in message:
                raise MachineError(f"{command}: {message['error']}")
            if "return" in message:
                return message["return"]

    def say(self, line: bytes) -> None:
        self._socket.sendall(line)

    def close(self) -> None:
        self._socket.close()


class Machine:
    """One machine at a time in `folder`; `image` is what tools/vm/prepare.sh has made, and stays as it is."""

    def __init__(self, image: Path, folder: Path, *wires: str) -> None:
        self.image, self.folder = image, folder
        self._wires = wires  # more devices, as QEMU's arguments
        self._disk, self._frozen = folder / "disk.qcow2", folder / "frozen"
        self._process: subprocess.Popen[bytes] | None = None

    # -- power ---------------------------------------------------------------------------------------------------

    def new_disk(self) -> None:
        """The installed system; what the machine writes goes beside it."""
        _overlay(self.image / "disk.raw", "raw", self._disk)

    def start(self, clock: str = "") -> None:
        """Boot, on the disk as it is; `clock` is what the machine's own clock says, such as 2026-11-20T08:00:00."""
        self._power("-rtc", f"base={clock or 'utc'}")
        self._meet()
        self.run("systemctl is-system-running --wait || true")

    def freeze(self) -> None:
        """Keep the booted machine as it is in this moment, for `wake`."""
        self.run("sync")
        self.monitor.call("stop")
        self.monitor.call("migrate", uri=f"exec:cat >{self._frozen}.memory")
        while (status := self.monitor.call("query-migrate")["status"]) != "completed":
            if status == "failed":
                raise MachineError("the machine cannot be frozen")
            time.sleep(0.05)
        self.cut()
        shutil.copy(self._disk, f"{self._frozen}.qcow2")

    def wake(self) -> None:
        """The machine as it was frozen, however often; but another boot, at the time that it is."""
        _overlay(Path(f"{self._frozen}.qcow2"), "qcow2", self._disk)
        self._power("-incoming", f"exec:cat {self._frozen}.memory")
        while self.monitor.call("query-migrate").get("status") != "completed":
            time.sleep(0.02)
        self.monitor.call("cont")
        self._meet()
        self.run(f"date -s @{time.time():.3f}; cat /proc/sys/kernel/random/uuid >/run/boot_id")

    def cut(self) -> None:
        """Pull the plug: what was in memory is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            with contextlib.suppress(AttributeError):
                self.monitor.close()
                self._agent.close()

    def switch_off(self) -> None:
        """As a person does, in good order."""
        assert self._process is not None
        self.monitor.call("system_powerdown")
        try:
            self._process.wait(PATIENCE)
        finally:
            self.cut()

    def _power(self, *how: str) -> None:
        for name in ("monitor", "agent"):
            (self.folder / name).unlink(missing_ok=True)
        # fmt: off
        command = [
            *WITH_US, "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2", "-m", "768",
            "-nodefaults", "-display", "none",
            "-kernel", f"{self.image}/vmlinuz", "-initrd", f"{self.image}/initrd.img", "-append", KERNEL,
            "-drive", f"file={self._disk},format=qcow2,if=none,id=system,cache=unsafe",
            "-device", "virtio-blk-pci,drive=system", "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0",
            "-chardev", f"file,id=console,path={self.folder}/console.txt,append=on", "-serial", "chardev:console",
            "-qmp", f"unix:{self.folder}/monitor,server=on,wait=off", *self._wires, *how,
        ]
        # fmt: on
        with (self.folder / "qemu.txt").open("wb") as output:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.monitor = self._until(lambda: Line(self.folder / "monitor"), "QEMU's monitor")
        self.monitor.hear()
        self.monitor.call("qmp_capabilities")

    def _meet(self) -> None:
        """Until the guest agent answers."""
        self._agent = self._until(self._agent_line, "the guest agent")

    def _agent_line(self) -> Line:
        line = Line(self.folder / "agent", patience=1.0)
        token = time.monotonic_ns() & 0x7FFFFFFF
        try:
            sync = {"execute": "guest-sync-delimited", "arguments": {"id": token}}
            line.say(b"\xff" + json.dumps(sync).encode() + b"\n")
            while line.hear().get("return") != token:
                pass
        except BaseException:
            line.close()
            raise
        line.close()
        return Line(self.folder / "agent")

    def _until(self, made: Callable[[], Line], what: str) -> Line:
        deadline = time.monotonic() + PATIENCE
        while True:
            assert self._process is not None
            if self._process.poll() is not None:
                raise MachineError(f"QEMU ended:\n{(self.folder / 'qemu.txt').read_text()}")
            try:
                return made()
            except (OSError, ValueError, MachineError) as error:
                if time.monotonic() > deadline:
                    raise MachineError(f"{what}: not within {PATIENCE:g} s") from error
                time.sleep(0.05)

    # -- what happens in it --------------------------------------------------------------------------------------

    def run(self, script: str, *, check: bool = True, stdin: str = "") -> str:
        """A shell script, run as root; returns what it printed, on both channels."""
        more = {"input-data": base64.b64encode(stdin.encode()).decode()} if stdin else {}
        began = self._agent.call(
            "guest-exec", path="/bin/bash", arg=["-uc", script], **{"capture-output": True}, **more
        )
        deadline = time.monotonic() + PATIENCE
        while not (state := self._agent.call("guest-exec-status", pid=began["pid"]))["exited"]:
            if time.monotonic() > deadline:
                raise MachineError(f"{script!r}: not within {PATIENCE:g} s")
            time.sleep(0.05)
        text = b"".join(base64.b64decode(state.get(name, "")) for name in ("out-data", "err-data")).decode()
        if check and state.get("exitcode") != 0:
            raise MachineError(f"{script!r}: {state.get('exitcode', 'ended by a signal')}\n{text}")
        return text

    def spawn(self, program: str, *arguments: str) -> None:
        """A program that keeps running; its output is not read here."""
        self._agent.call("guest-exec", path=program, arg=list(arguments))

    def write(self, path: str, content: bytes) -> None:
        handle = self._agent.call("guest-file-open", path=path, mode="w")
        for at in range(0, len(content), 1 << 15):
            piece = base64.b64encode(content[at : at + (1 << 15)]).decode()
            self._agent.call("guest-file-write", handle=handle, **{"buf-b64": piece})
        self._agent.call("guest-file-close", handle=handle)

    def until(self, true: Callable[[], Any], what: str) -> Any:
        deadline = time.monotonic() + PATIENCE
        while not (found := true()):
            if time.monotonic() > deadline:
                raise MachineError(f"{what}: not within {PATIENCE:g} s")
            time.sleep(0.1)
        return found

    # -- disks ---------------------------------------------------------------------------------------------------

    def plug_disk(self, nodes: Sequence[dict[str, Any]], mounted_at: str) -> None:
        """A disk while the machine runs: QEMU's block nodes, the last of which is called "data"."""
        for node in nodes:
            self.monitor.call("blockdev-add", **node)
        self.monitor.call("device_add", driver="virtio-blk-pci", drive="data", id="disk")
        self.run(f"until [ -b /dev/vdb ]; do sleep 0.05; done; mount /dev/vdb {mounted_at}")

    def pull_disk(self, mounted_at: str) -> None:
        """In good order. Its Linux lets go of it before QEMU does, and a machine frozen in between never wakes."""
        self.run(f"umount {mounted_at}")
        self.monitor.call("device_del", id="disk")
        deadline = time.monotonic() + PATIENCE
        while any(each["name"] == "disk" for each in self.monitor.call("qom-list", path="/machine/peripheral")):
            if time.monotonic() > deadline:
                raise MachineError(f"the disk is not pulled within {PATIENCE:g} s")
            time.sleep(0.05)


def _overlay(base: Path, format: str, disk: Path) -> None:  # noqa: A002  (qemu-img's word)
    disk.unlink(missing_ok=True)
    made = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(base.resolve()), "-F", format, str(disk)]
    subprocess.run(made, check=True)
