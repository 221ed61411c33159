"""Power cuts. Each is held to all that was promised since the ledger was made; the control takes the controller's syncs
away and must lose something, or the method would find nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.vm.disks import CRASH_KINDS, FLUSH, Record, VolatileDisk, copy, crash_state, format_disk, mounted, plain
from benchmarks.vm.machine import Machine, MachineError
from benchmarks.vm.promises import Life, Verdict, verdict
from benchmarks.vm.table import ROOT, STATE, Account, Line, begin, furnish, play, prepared

NO_SYNC = "int fsync(int f) { return 0; } int fdatasync(int f) { return 0; }\n"
DROP_IN = "/run/systemd/system/litbet.service.d/no-sync.conf"
LAST_START = """
import sqlite3
ledger = sqlite3.connect("file:/var/lib/litbet/ledger.db?mode=ro", uri=True)
print(ledger.execute("SELECT max(seq) FROM journal WHERE kind = 'start'").fetchone()[0])
"""
Tell = Callable[[str], None]


@dataclass
class Figures:
    """Of many cuts."""

    cuts: int = 0
    acknowledged: int = 0  # rows, over all lives
    harmed: int = 0  # cuts after which something was wrong
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)

    def add(self, found: Verdict) -> None:
        self.cuts += 1
        self.harmed += not found.ok()
        self.lost += found.lost
        self.doubled += found.doubled
        self.unsound += found.unsound

    def ok(self) -> bool:
        return not self.harmed


class FrozenTable:
    """A table installed and furnished, asleep in a booted machine; its ledger lies on a disk of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.account = folder, Account(folder)
        self.machine = Machine(prepared(), folder, *self.account.wires())
        self._fresh = folder / "fresh.raw"
        try:
            self.machine.new_disk()
            self.machine.start()
            format_disk(self._fresh)
            self.making = Record(self._fresh)
            self.machine.plug_disk(self.making.nodes(), STATE)
            self.machine.run(f"chown litbet: {STATE}; chmod 700 {STATE}")
            furnish(self.machine)
            self.made = self.making.length()  # so many writes, and the ledger and its first person were told of
            self.machine.pull_disk(STATE)
            self.machine.freeze()
        except BaseException:
            self.machine.cut()
            raise

    def disk(self) -> Path:
        """A ledger as it was made."""
        disk = self.folder / "ledger.raw"
        copy(self._fresh, disk)
        return disk

    def take_syncs_away(self) -> None:
        """From the controller in the machine that runs now."""
        library = self.folder / "nosync.so"
        subprocess.run(["gcc", "-shared", "-xc", "-", "-o", str(library)], input=NO_SYNC.encode(), check=True)
        self.machine.write("/usr/local/lib/nosync.so", library.read_bytes())
        self.machine.run(f"mkdir -p $(dirname {DROP_IN})")
        self.machine.write(DROP_IN, b"[Service]\nEnvironment=LD_PRELOAD=/usr/local/lib/nosync.so\n")
        self.machine.run("systemctl daemon-reload")

    def judge(self, disk: Path, lives: list[Life]) -> Verdict:
        """The disk itself stays as the cut has left it."""
        state = self.folder / "judged.raw"
        copy(disk, state)
        with mounted(state) as folder:
            return verdict(folder / "ledger.db", lives)


def power_cuts(table: FrozenTable, cuts: int, random: Random, tell: Tell, *, sync: bool = True) -> Figures:
    """Lives of one ledger after one another; one in five ends while the controller starts. Without syncs, up to the
    first cut that harms: a controller may not even start on what that leaves."""
    figures, lives, disk = Figures(), [], table.disk()
    rows = table.judge(disk, []).rows
    for number in range(1, cuts + 1):
        life = Life(rows)
        lives.append(life)
        in_start = sync and number % 5 == 0
        _live(table, disk, life, random, sync=sync, in_start=in_start)
        found = table.judge(disk, lives)
        rows = found.rows
        figures.add(found)
        figures.acknowledged += life.count()
        tell(
            f"cut {number}{' during a start' if in_start else ''}: {life.count()} rows acknowledged, {rows} there, "
            f"{len(found.lost)} lost, {len(found.doubled)} doubled, audit {'ok' if not found.unsound else 'failed'}"
        )
        for what in (*found.lost[:5], *found.doubled[:5], *found.unsound[:5]):
            tell(f"  {what}")
        if figures.harmed and not sync:
            break
    return figures


def _live(table: FrozenTable, disk: Path, life: Life, random: Random, *, sync: bool, in_start: bool) -> None:
    machine, account = table.machine, table.account
    volatile = VolatileDisk(disk)
    try:
        machine.wake()
        account.listen()
        machine.plug_disk(volatile.nodes(), STATE)
        if not sync:
            table.take_syncs_away()
        if in_start:
            machine.run("systemctl start --no-block litbet")
            account.hear(random.uniform(1, 10))  # nobody plays, only time passes
        else:
            begin(machine)
            life.ready = True
            play(machine, random.randrange(1 << 30))
            life.hear(account.until("locked"))
            for _ in range(random.randint(0, 30)):
                life.hear(account.hear(1.0))
    except MachineError as error:
        error.add_note(machine.run("journalctl -u litbet -n 100 --no-pager; cat /srv/player.txt", check=False))
        account.close()
        raise
    finally:
        volatile.cut()
        machine.cut()
    life.hear(account.to_the_end())


def crash_states(
    table: FrozenTable, states: int, seconds: float, random: Random, tell: Tell, *, sync: bool = True
) -> Figures:
    """One life on a recorded disk; then many states in which a cut at any of its writes might have left it."""
    figures, disk, state = Figures(), table.disk(), table.folder / "state.raw"
    rows = table.judge(disk, []).rows
    record = Record(disk)
    try:
        ready, batches = _recorded_life(table, record, seconds, random, sync=sync)
        writes = record.writes()
        flushes = sum(bool(write.flags & FLUSH) for write in writes)
        tell(f"recorded: {len(writes)} writes and {flushes} flushes, {ready} of them before the controller was ready")
        asked = [line for _, lines in batches for line in lines if "asked" in line]
        for number in range(states):
            cut, kind = random.randrange(ready, len(writes)), CRASH_KINDS[number % len(CRASH_KINDS)]
            life = Life(rows, ready=True)
            life.hear(asked)  # what was only asked for may be there before it is answered
            for written, lines in batches:
                if written <= cut + 1:
                    life.hear(lines)
            crash_state(record, writes, cut, kind, random, state)
            with mounted(state) as folder:
                found = verdict(folder / "ledger.db", [life])
            figures.add(found)
            figures.acknowledged = max(figures.acknowledged, life.count())
            if not found.ok():
                tell(f"state {number} ({kind}, after write {cut}): {found}")
    finally:
        record.close()
    return figures


def _recorded_life(
    table: FrozenTable, record: Record, seconds: float, random: Random, *, sync: bool
) -> tuple[int, list[tuple[int, list[Line]]]]:
    """How many writes there were when the controller was ready, and by when each thing was reported."""
    machine, account, batches = table.machine, table.account, []
    try:
        machine.wake()
        account.listen()
        machine.plug_disk(record.nodes(), STATE)
        if not sync:
            table.take_syncs_away()
        begin(machine)
        ready = record.length()
        play(machine, random.randrange(1 << 30))
        heard = account.until("locked")
        batches.append((record.length(), heard))
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if heard := account.hear(0.05):
                batches.append((record.length(), heard))
    finally:
        machine.cut()
    account.to_the_end()  # when these were sent is not known
    return ready, batches


def cuts_while_it_is_made(table: FrozenTable, states: int, random: Random, tell: Tell) -> Figures:
    """A cut before `litbet init` has answered leaves nothing in the way of the next one; after it, all is there."""
    figures, state = Figures(), table.folder / "state.raw"
    writes = table.making.writes()
    tell(f"recorded: {len(writes)} writes, {table.made} of them until all was made")
    for number in range(states):
        cut = random.randrange(len(writes)) if number % 2 else random.randrange(table.made, len(writes))
        crash_state(table.making, writes, cut, CRASH_KINDS[number % len(CRASH_KINDS)], random, state)
        with mounted(state) as folder:
            found = verdict(folder / "ledger.db", []) if cut >= table.made else _made_again(folder)
        figures.add(found)
        if not found.ok():
            tell(f"state {number} (after write {cut}): {found}")
    return figures


def _made_again(folder: Path) -> Verdict:
    """By a person who does not know how far the first try has come."""
    config = ROOT / "config/examples/presence.toml"
    os.chown(folder, os.geteuid(), os.getegid())  # the machine's user is none here
    init = [sys.executable, "-m", "controller", "init", "--config", str(config), "--dir", str(folder)]
    again = subprocess.run([*init, "--by", "A", "--by", "B"], capture_output=True, text=True, check=False)
    whole = subprocess.run([*init[:3], "audit", str(folder)], capture_output=True, text=True, check=False)
    return Verdict(
        [], [], [] if whole.returncode == 0 else [f"{again.stderr}{again.stdout} {whole.stdout}{whole.stderr}"]
    )


def kills(table: FrozenTable, times: int, random: Random, tell: Tell) -> Figures:
    """The controller alone, while the machine runs; systemd starts it again."""
    figures, disk, machine, account = Figures(), table.disk(), table.machine, table.account
    lives = [Life(table.judge(disk, []).rows, ready=True)]
    try:
        machine.wake()
        account.listen()
        machine.plug_disk(plain(disk), STATE)
        begin(machine)
        for number in range(1, times + 1):
            play(machine, random.randrange(1 << 30))
            lives[-1].hear(account.until("locked"))
            for _ in range(random.randint(0, 20)):
                lives[-1].hear(account.hear(1.0))
            machine.run("systemctl kill --signal=KILL litbet")
            lives[-1].hear(account.until("gone"))
            machine.until(lambda: machine.run("systemctl is-active litbet", check=False).strip() == "active", "a start")
            lives.append(Life(int(machine.run("python3 -", stdin=LAST_START)) - 1, ready=True))
            tell(f"kill {number}: {lives[-2].count()} rows acknowledged")
        machine.run("systemctl stop litbet")
        machine.pull_disk(STATE)
    finally:
        machine.cut()
    account.to_the_end()
    figures.add(table.judge(disk, lives))
    figures.acknowledged = sum(life.count() for life in lives)
    return figures
