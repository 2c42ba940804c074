"""The real server as a process of its own, and people who play at its tables."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from aude.client import Client, Connection
from aude.wire import Act, Confirm, Sit, Start

READY = "Aude is ready at "
AUDE = ("-m", "aude")
SAME_CHANCE = (str(Path(__file__).with_name("same_chance.py")),)  # the same tiles come in every run


class RealServer:
    """`aude serve` in a process; it can be killed and started again on the same port."""

    def __init__(self, place: Path | str, *flags: str, program: Sequence[str] = AUDE) -> None:
        self.program = program
        self.flags = [*(["--database", place] if isinstance(place, str) else ["--data", str(place)]), *flags]
        self.address = ""
        self.port = "0"
        self.start()

    def start(self) -> float:
        """Start it; the seconds until it is ready."""
        begun = time.monotonic()
        command = [sys.executable, *self.program, "serve", "--port", self.port, *self.flags]
        environment = {**os.environ, "AUDE_LANG": "en", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(READY), (line, self.process.stderr and self.process.stderr.read())
        self.address = line.removeprefix(READY).strip()
        self.port = self.address.rstrip("/").rpartition(":")[2]
        return time.monotonic() - begun

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self._wait()

    def stop(self) -> str:
        """End it in order; what it wrote on standard error."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> str:
        _, errors = self.process.communicate(timeout=600)
        return errors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()


def play_on(connection: Connection, seat: str, until: int = 10**9) -> None:
    """Play the last option of this seat whenever it is asked, until the game is over or the position is reached."""
    while connection.state != "over" and connection.position < until:
        question = connection.question
        if question is not None and question.confirm == seat:
            connection.do(Confirm(seat, connection.position))
        elif question is not None and question.actor == seat and question.offers.get(seat):
            action = question.offers[seat][-1].action
            number = action.get("number")
            if isinstance(number, dict):
                action = {**action, "number": number["low"]}
            connection.do(Act(seat, action, connection.position))
        else:
            connection.receive()


def begun(server: RealServer, setup: dict[str, object] | None = None, **wish: object) -> tuple[Client, str, Connection]:
    """Ada at a table with a bot in the second seat; the game has begun."""
    ada = Client(server.address, "Ada")
    table = ada.new_table(setup, **(wish or {"bots": {"blue": "greedy"}}))
    connection = ada.connect(table)
    connection.do(Sit("red", "c0ffee"))
    connection.do(Start())
    return ada, table, connection
