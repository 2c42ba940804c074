"""A PostgreSQL server for tests: in a temporary folder, on a socket in it, writing to the disk as a real one does."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

INSTALL = "apt-get install postgresql"
DATABASE = "aude"
USER = "postgres"  # PostgreSQL refuses to run as root
SETTINGS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "max_connections": "60",
    "shared_buffers": "32MB",
}


def program(name: str) -> Path | None:
    """Debian puts programs of the server beside the PATH, one folder for each version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    found = shutil.which(name)
    return Path(found) if found else None


def need(name: str) -> Path:
    """A program of PostgreSQL; installed if that is allowed. Fails with the line that installs it if not."""
    if program(name) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], [*INSTALL.split(), "-q", "-y"]):
            subprocess.run(command, capture_output=True, check=False, env=environment)
    found = program(name)
    if found is None:
        pytest.fail(f"PostgreSQL is needed to test the storage: {INSTALL}", pytrace=False)
    return found


class Server:
    """A server that runs. It has one database for tests, which each of them finds empty."""

    def __init__(self) -> None:
        self.pg_ctl = need("pg_ctl")
        # The path of a socket is at most 107 bytes long, so not in the folder of the test.
        self.folder = Path(tempfile.mkdtemp(prefix="aude-pg-"))
        self.data = self.folder / "data"
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
        self.run(need("initdb"), "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = [f"{name} = '{value}'\n" for name, value in SETTINGS.items()]
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines([*settings, f"unix_socket_directories = '{self.folder}'\n"])
        self.start()
        self.run(need("createdb"), "-h", self.folder, "-U", USER, DATABASE)

    def run(self, *command: str | Path) -> None:
        """Run a program as the user that the server may run as."""
        log = self.folder / "output"
        with log.open("w") as output:  # not a pipe: the server would keep it open
            done = subprocess.run(
                [str(part) for part in command],
                cwd=self.folder,
                user=USER if os.geteuid() == 0 else None,
                group=USER if os.geteuid() == 0 else None,
                extra_groups=[] if os.geteuid() == 0 else None,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
            )
        assert done.returncode == 0, f"{command[0]}: {log.read_text()}"

    def start(self) -> None:
        """Start, and wait until connections are accepted."""
        self.run(self.pg_ctl, "-D", self.data, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop, and break all connections."""
        self.run(self.pg_ctl, "-D", self.data, "-m", mode, "-w", "stop")

    def url(self, name: str = DATABASE) -> str:
        """The address of a database."""
        return f"postgresql:///{name}?host={self.folder}&user={USER}"

    def new(self) -> str:
        """The address of the database, emptied: to make one takes much longer, and to delete it."""
        empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        self.run(need("psql"), "-q", "-h", self.folder, "-U", USER, "-d", DATABASE, "-c", empty)
        return self.url()

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop("immediate")
        shutil.rmtree(self.folder)
