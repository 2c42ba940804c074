"""The real server in a process of its own, and what it takes of the machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

TICKS = os.sysconf("SC_CLK_TCK")
STOPS_WITHIN = 20  # seconds


class Server:
    """`aude serve` on a folder."""

    def __init__(self, folder: Path, *flags: str) -> None:
        command = [sys.executable, "-m", "aude", "serve", "--port", "0", "--data", str(folder), *flags]
        environment = {**os.environ, "AUDE_LANG": "en"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise SystemExit("the server does not start")
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])

    def memory(self) -> float:
        """What the server process holds now, in MB; its bots are not counted."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def seconds(self) -> float:
        """The time that the server process has computed, without its bots."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
