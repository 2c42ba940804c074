"""Runs a program that answers line by line, within limits: it does no harm if it is slow, silent, too loud or dead.

Three threads per program transfer the lines of its standard input, output and error, so that nothing blocks on a full
pipe. Of standard error, the last lines are kept.
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

MAX_LINE = 1 << 16  # bytes of a line that a program may write
MAX_WAITING = 8  # lines that were not asked for; a program that writes more is no longer read
CHUNK = 1 << 16
KEPT_LINES = 5  # of standard error
KEPT_BYTES = 200  # of each of them
POLITELY = 2.0  # seconds for a program to end after `quit`
FIRMLY = 0.5  # seconds for it to end after SIGTERM, before it is killed
PATIENCE = 0.01
LISTENING = 0.2  # seconds after which to check whether a silent program is still running


class Ended:
    """In a queue of lines: there will be no more."""


class TooLong:
    """In a queue of lines: a line was too long."""


Said: TypeAlias = bytes | Ended | TooLong


class Broken(Exception):
    """A program has violated the protocol; `why` says how."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass
class Lines:
    """The lines to and from a program. Threads refer to this and not to the `Child`, so that it can be freed."""

    process: subprocess.Popen[bytes]
    owner: int = field(default_factory=os.getpid)
    told: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    said: queue.SimpleQueue[Said] = field(default_factory=queue.SimpleQueue)
    errors: deque[bytes] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    threads: list[threading.Thread] = field(default_factory=list)


class Child:
    """A running program. It is ended by `end`, when nothing refers to it any more, or when the interpreter exits."""

    def __init__(self, command: Sequence[str]) -> None:
        # In a session of its own it does not get Ctrl-C, and whatever it starts can be ended with it.
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
        """A line that was written before a question. Raises `Broken` if the program has ended."""
        try:
            said = self.lines.said.get_nowait()
        except queue.Empty:
            return None
        return self._line(said)

    def hear(self, seconds: float, late: Phrase) -> bytes:
        """The next line. Raises `Broken` if none comes in time, or the program has ended."""
        deadline = time.monotonic() + seconds
        while True:
            # Programs that it has started may keep its output open after its end, so there may be no end of file.
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
        """End the program: with a farewell, if there is one, and otherwise by signals."""
        if farewell and self._end.alive:
            self.tell(farewell)
            self.lines.told.put(None)
            _exits(self.lines.process, POLITELY)
        self._end()

    def last_errors(self) -> str:
        """The last lines that it wrote to standard error, once it has ended."""
        said = (line.decode("utf-8", "replace") for line in self.lines.errors)
        return " / ".join("".join(sign if sign.isprintable() else " " for sign in line).strip() for line in said)


# -- ending -----------------------------------------------------------------------------------------------------------
def _exits(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a program ends within this time. It is not reaped, so its process id is not reused."""
    deadline = time.monotonic() + seconds
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(PATIENCE)
    return True


def _end(lines: Lines) -> None:
    """End a program and everything it has started, by SIGTERM and then SIGKILL, without leaving a zombie."""
    if os.getpid() != lines.owner:
        return  # this is a fork of the process that started it
    process = lines.process
    if not _exits(process, 0):
        _signal(process, signal.SIGTERM)
        _exits(process, FIRMLY)
    _signal(process, signal.SIGKILL)  # including what it has started
    process.wait()
    lines.told.put(None)
    for thread in lines.threads:
        thread.join(FIRMLY)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):  # it has just ended; some systems report this as PermissionError
        pass


# -- the threads ------------------------------------------------------------------------------------------------------
def _tell(lines: Lines, pipe: IO[bytes]) -> None:
    # Writing to a program that has ended must be an error, because SIGPIPE would end the whole process.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        with pipe:
            while (line := lines.told.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]
    except OSError:
        pass  # the reading thread will notice that it has ended


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
