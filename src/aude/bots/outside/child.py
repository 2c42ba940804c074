"""A program that answers line by line, kept within limits: it can be slow, silent, loud or dead, and does no harm.

Three threads per program carry its lines, so that nobody waits for a pipe that is full: what it is told, what it says,
and what it writes on standard error, of which the last lines are kept.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO, TypeAlias

from aude.catalog.texts import Phrase

MAX_LINE = 1 << 16  # bytes of a line that a program says
MAX_WAITING = 8  # lines that nobody has asked for; a program that goes on is not read any more
CHUNK = 1 << 16
KEPT_LINES = 5  # of standard error
KEPT_BYTES = 200  # of each of them
POLITELY = 2.0  # seconds that a program has to end when it is told to quit
FIRMLY = 0.5  # seconds that it has when it is terminated; then it is killed
PATIENCE = 0.01
LISTENING = 0.2  # seconds after which to look whether a silent program is still there


class Ended:
    """Nothing more will be said."""


class TooLong:
    """A line was longer than may be."""


Said: TypeAlias = bytes | Ended | TooLong


class Broken(Exception):
    """A program has not kept to the protocol; `why` says what it did."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass
class Lines:
    """What goes to and from a program. Threads hold this, not the `Child`: it can be given up while they wait."""

    process: subprocess.Popen[bytes]
    owner: int = field(default_factory=os.getpid)
    told: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    said: queue.SimpleQueue[Said] = field(default_factory=queue.SimpleQueue)
    errors: deque[bytes] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    threads: list[threading.Thread] = field(default_factory=list)


class Child:
    """A running program. It is ended by `end`, when nobody holds it any more, and when the interpreter exits."""

    def __init__(self, command: Sequence[str]) -> None:
        # In a session of its own Ctrl-C does not reach it, and whatever it starts is ended with it.
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Broken(Phrase("errors.forfeit.not_started", reason=error.strerror or str(error))) from None
        self.lines = lines = Lines(process)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        for work, pipe in ((_tell, process.stdin), (_hear, process.stdout), (_keep_errors, process.stderr)):
            thread = threading.Thread(target=work, args=(lines, pipe), daemon=True)
            thread.start()
            lines.threads.append(thread)
        self._end = weakref.finalize(self, _end, lines)

    @property
    def pid(self) -> int:
        return self.lines.process.pid

    def tell(self, line: bytes) -> None:
        """Send a line. If the program does not read it, `hear` will notice."""
        self.lines.told.put(line)

    def unasked(self) -> bytes | None:
        """A line that was said before anybody asked. `Broken` if nothing will be said any more."""
        try:
            said = self.lines.said.get_nowait()
        except queue.Empty:
            return None
        return self._line(said)

    def hear(self, seconds: float, late: Phrase) -> bytes:
        """The next line. `Broken` if none comes in time, or the program has ended."""
        deadline = time.monotonic() + seconds
        while True:
            # What a program has started may hold its output open after its end: nobody will say so.
            ended = _exits(self.lines.process, 0)
            left = deadline - time.monotonic()
            try:
                return self._line(self.lines.said.get(timeout=max(min(left, LISTENING), 0)))
            except queue.Empty:
                if ended:
                    self._line(Ended())
                if left <= 0:
                    raise Broken(late) from None

    def _line(self, said: Said) -> bytes:
        if isinstance(said, TooLong):
            raise Broken(Phrase("errors.forfeit.too_long", most=MAX_LINE))
        if isinstance(said, bytes):
            return said
        process = self.lines.process
        if not _exits(process, FIRMLY):
            raise Broken(Phrase("errors.forfeit.closed"))
        how = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        if how is not None and how.si_code != os.CLD_EXITED:
            raise Broken(Phrase("errors.forfeit.signal", signal=how.si_status))
        raise Broken(Phrase("errors.forfeit.ended", code=how.si_status if how is not None else 0))

    def end(self, farewell: bytes = b"") -> None:
        """End the program: politely if there is a farewell and it listens, firmly otherwise."""
        if farewell and self._end.alive:
            self.tell(farewell)
            self.lines.told.put(None)
            _exits(self.lines.process, POLITELY)
        self._end()

    def last_errors(self) -> str:
        """The last lines that it wrote on standard error, once it has ended."""
        said = (line.decode("utf-8", "replace") for line in self.lines.errors)
        return " / ".join("".join(sign if sign.isprintable() else " " for sign in line).strip() for line in said)


# -- ending -----------------------------------------------------------------------------------------------------------
def _exits(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a program ends within this time. Its number stays taken until it is waited for."""
    deadline = time.monotonic() + seconds
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(PATIENCE)
    return True


def _end(lines: Lines) -> None:
    """End a program with all that it has started: ask, then kill. Nothing of it is left, not even a zombie."""
    if os.getpid() != lines.owner:
        return  # a fork of the process that started it
    process = lines.process
    if not _exits(process, 0):
        _signal(process, signal.SIGTERM)
        _exits(process, FIRMLY)
    _signal(process, signal.SIGKILL)  # what it has started, too
    process.wait()
    lines.told.put(None)
    for thread in lines.threads:
        thread.join(FIRMLY)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):  # it has just gone; some systems say so in the other way
        pass


# -- the threads ------------------------------------------------------------------------------------------------------
def _tell(lines: Lines, pipe: IO[bytes]) -> None:
    # Writing to a program that has gone is an error here; the signal would end the whole process.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        with pipe:
            while (line := lines.told.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]
    except OSError:
        pass  # whoever listens to it will hear that it has ended


def _hear(lines: Lines, pipe: IO[bytes]) -> None:
    begun = b""
    with pipe:
        while chunk := pipe.read(CHUNK):
            *whole, begun = (begun + chunk).split(b"\n")
            for line in whole:
                lines.said.put(line if len(line) <= MAX_LINE else TooLong())
            if len(begun) > MAX_LINE:
                lines.said.put(TooLong())
                begun = b""
            if lines.said.qsize() > MAX_WAITING:
                return
    lines.said.put(Ended())


def _keep_errors(lines: Lines, pipe: IO[bytes]) -> None:
    begun = b""
    with pipe:
        while chunk := pipe.read(CHUNK):
            *whole, begun = (begun + chunk).split(b"\n")
            lines.errors.extend(line[-KEPT_BYTES:] for line in whole if line.strip())
            begun = begun[-KEPT_BYTES:]
    if begun.strip():
        lines.errors.append(begun)
