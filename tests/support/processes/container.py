"""A whole Debian with systemd as its first process, in a container: a table's computer, but for the hardware."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0  # s: a generous stop against hanging, never a measure
SUDO = [] if os.geteuid() == 0 else ["sudo", "-n"]


def prepared() -> tuple[Path, Path]:
    """The tree to boot, and the folder of wheels."""
    made = subprocess.run(
        [ROOT / "tools/system/prepare.sh", sys.executable], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, f"this machine cannot prepare the container:\n{made.stderr}"
    tree, wheels = made.stdout.split()
    return Path(tree), Path(wheels)


class Machine:
    """Booted from a tree that stays as it is: what the machine writes is gone with it."""

    def __init__(self, folder: Path) -> None:
        tree, wheels = prepared()
        (self.wheel,) = wheels.glob("litbet-*.whl")
        self._spawned: list[subprocess.Popen[str]] = []
        self._console = (folder / "console.txt").open("w+")
        self._nspawn = subprocess.Popen(
            [
                *SUDO, "systemd-nspawn", "--quiet", "--boot", f"--directory={tree}", "--volatile=overlay",
                "--private-network", "--keep-unit", "--register=no", "--console=pipe",
                f"--machine=litbet-{os.getpid()}",
                "--system-call-filter=@clock",  # to ask; what sets the clock is a capability that a container has not
                f"--bind-ro={wheels}:/srv/wheels", f"--bind-ro={ROOT}/requirements-pi.lock:/srv/requirements-pi.lock",
                f"--bind-ro={ROOT}/firmware-sim:/srv/firmware-sim",  # the board at the end of its line: not the table's
            ],
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            stdin=subprocess.DEVNULL, stdout=self._console, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._init = self._until(self._first_process, "the container's first process")
        self.until(lambda: self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"))

    def run(self, *command: str, user: str = "", check: bool = True, stdin: str = "") -> str:
        """One command in the machine; what it said, on both channels."""
        done = subprocess.run(
            [*self._inside(user), *command],
            input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0 or not check, f"{command}: {done.returncode}\n{done.stdout}"
        return done.stdout

    def shell(self, script: str) -> str:
        return self.run("sh", "-euc", script)

    def write(self, path: str, text: str) -> None:
        self.run("tee", path, stdin=text)

    def spawn(self, *command: str, user: str) -> "subprocess.Popen[str]":
        made = subprocess.Popen(
            [*self._inside(user), *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._spawned.append(made)
        return made

    def show(self, name: str) -> str:
        """A property of the service, as systemd sees it."""
        return self.run("systemctl", "show", "litbet", "--property", name, "--value").strip()

    def status(self) -> dict[str, Any]:
        """What the table says, or nothing while it does not answer."""
        output = self.run("litbet", "status", "--json", check=False)
        with contextlib.suppress(ValueError):
            found: dict[str, Any] = json.loads(output)
            return found
        return {}

    def until(self, true: Any, what: str = "") -> Any:
        return self._until(true, what or "the machine")

    def stop(self) -> None:
        for process in self._spawned:
            process.kill()
            process.communicate()
        if self._nspawn.poll() is None:
            self.run("systemctl", "--no-block", "poweroff", check=False)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._nspawn.wait(PATIENCE)
        if self._nspawn.poll() is None:
            subprocess.run([*SUDO, "kill", "-KILL", str(self._init)], check=False)
            self._nspawn.wait(PATIENCE)
        self._console.close()

    def _inside(self, user: str) -> list[str]:
        enter = [*SUDO, "nsenter", "--target", str(self._init), "--all", "--wd=/"]
        return [*enter, "runuser", "-u", user, "--"] if user else enter

    def _first_process(self) -> int:
        """The process below nspawn that is number 1 in a name space of its own, and listens."""
        assert self._nspawn.poll() is None, f"no container runs here:\n{self._output()}"
        pids = [self._nspawn.pid]
        for pid in pids:
            try:
                pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
                numbers = re.findall(r"^NSpid:(.*)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)[0].split()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended since its parent named it
            listens = [*SUDO, "nsenter", "--target", str(pid), "--all", "test", "-S", "/run/systemd/private"]
            if numbers[-1] == "1" and len(numbers) > 1 and subprocess.run(listens, check=False).returncode == 0:
                return pid
        return 0

    def _output(self) -> str:
        self._console.seek(0)
        return self._console.read()

    def _until(self, true: Any, what: str) -> Any:
        deadline = time.monotonic() + PATIENCE
        while not (found := true()):
            assert time.monotonic() < deadline, f"{what}: not within {PATIENCE:g} s\n{self._output()}"
            time.sleep(0.05)
        return found
