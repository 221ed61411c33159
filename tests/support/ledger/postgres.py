"""A PostgreSQL server of our own in a temporary folder, on a unix socket, for as long as a test session."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

_BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/lib/postgresql"))


class Postgres:
    """Started when made. PostgreSQL refuses to run as root, so root lends it the user `postgres`."""

    MISSING = None if (_BIN / "initdb").exists() else "no PostgreSQL server here: apt install postgresql-15"

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="litbet-pg-", dir="/tmp"))
        self._user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._user:
            shutil.chown(self.folder, "postgres")
        self._made = 0
        self._run("initdb", "--pgdata", "data", "--username", "litbet", "--auth", "trust", "--encoding", "UTF8")
        self.start()

    def start(self, *settings: str) -> None:
        options = ["-k", str(self.folder), "-c", "listen_addresses="]
        options += [word for setting in settings for word in ("-c", setting)]
        self._run("pg_ctl", "start", "-w", "-D", "data", "-l", "log", "-o", " ".join(options))

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-D", "data", "-m", mode)

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://litbet:secret@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._made += 1
        name = f"ledger_{self._made}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, database: str, statement: str) -> None:
        with psycopg.connect(host=str(self.folder), dbname=database, user="litbet", autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        with tempfile.TemporaryFile() as log:
            done = subprocess.run(
                [*self._user, str(_BIN / program), *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,  # no pipe: the server would inherit it, and it would never end
            )
            log.seek(0)
            if done.returncode:
                raise RuntimeError(f"{program}: {log.read().decode()}")
