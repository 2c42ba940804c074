"""Those who look at a table, and the messages that wait for them."""

from __future__ import annotations

import asyncio

import msgspec

from aude.wire import Closing, FromServer

MAX_QUEUED = 256  # messages that wait for a slow viewer

_encode = msgspec.json.Encoder().encode


class Viewer:
    """Somebody who looks at a table: messages wait here until the socket has taken them."""

    def __init__(self, person: str, language: str) -> None:
        self.person = person
        self.language = language
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED)
        self.closed = False

    def send(self, message: FromServer) -> None:
        """Put a message into the queue."""
        self.put(_encode(message))

    def put(self, data: bytes) -> None:
        """Put an encoded message into the queue; a viewer who does not read is let go."""
        if self.closed:
            return
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            self.close(Closing("too_slow", "the connection is too slow; connect again", True))
            return
        self.queue.put_nowait(data)

    def close(self, why: Closing) -> None:
        """Say why, and end the connection after that."""
        if not self.closed:
            self.closed = True
            self.queue.put_nowait(_encode(why))
            self.queue.put_nowait(None)
