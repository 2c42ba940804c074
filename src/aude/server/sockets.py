"""The socket of a table: the whole table first, then every change; commands come in, answers go out."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from aude.server.hub import REMOVED, Hub, Live, now
from aude.server.identity import Identity
from aude.server.limits import Bucket
from aude.server.storage import StorageError
from aude.server.viewers import Viewer
from aude.tables.refusal import Refusal
from aude.tables.view import refusal_told
from aude.wire import Closing, Do, Done, FromClient, Ping, Pong, Say

MAX_MESSAGE = 16 * 1024  # bytes
COMMANDS = 200.0  # that a connection may send at once: a bot plays a game as fast as the server answers
COMMANDS_A_SECOND = 50.0  # and in the long run
PHRASE = 25.0  # messages that a phrase counts as, besides its own: chat must not fill the storage
MAX_MISTAKES = 20  # messages that cannot be read, before the connection is ended

NO_STORAGE = Closing("stopping", "the database does not answer; connect again in a moment", True)

log = structlog.get_logger()
_decoder: msgspec.json.Decoder[Do | Ping] = msgspec.json.Decoder(FromClient)


async def attend(socket: WebSocket, hub: Hub, live: Live, who: Identity | None, language: str) -> None:
    """Serve one connection until it ends."""
    viewer = Viewer(who.id if who is not None else "", language)
    live.viewers.add(viewer)  # before anything is waited for, so that no change is missed
    if viewer.person in live.table.removed:
        viewer.close(REMOVED)
    else:
        viewer.send(live.picture.whole(viewer.person, language, now()))
    hub.metrics.viewers.inc()
    try:
        await socket.accept()
    except BaseException:
        live.viewers.discard(viewer)
        hub.metrics.viewers.dec()
        raise
    sending = asyncio.create_task(_send(socket, viewer, hub))
    receiving = asyncio.create_task(_receive(socket, viewer, hub, live.table.id))
    try:
        await asyncio.wait([sending, receiving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.viewers.discard(viewer)
        hub.metrics.viewers.dec()
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()


async def _send(socket: WebSocket, viewer: Viewer, hub: Hub) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (data := await viewer.queue.get()) is not None:
            hub.metrics.sent.inc(len(data))
            await socket.send_text(data.decode())


async def _receive(socket: WebSocket, viewer: Viewer, hub: Hub, table: str) -> None:
    bucket = Bucket(COMMANDS, COMMANDS_A_SECOND, time.monotonic())
    mistakes = 0
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or b""
            if not bucket.take(time.monotonic()):
                return await _too_many(viewer)
            try:
                message = _read(data)
            except msgspec.MsgspecError as error:
                mistakes += 1
                refused = refusal_told(Refusal("unreadable_message", says=str(error)[:300]), "", viewer.language)
                viewer.send(refused)
                if mistakes >= MAX_MISTAKES:
                    viewer.close(Closing("unreadable", "too many messages that cannot be read", False))
                    return await _until_closed()
                continue
            if isinstance(message, Ping):
                viewer.send(Pong(now()))
            elif isinstance(message.command, Say) and not bucket.take(time.monotonic(), PHRASE):
                return await _too_many(viewer)
            else:
                await _do(message, viewer, hub, table)


async def _too_many(viewer: Viewer) -> None:
    viewer.close(Closing("too_many", "too many messages; wait a little", True))
    await _until_closed()


async def _until_closed() -> None:
    """The sender ends the connection when it has said why."""
    await asyncio.sleep(10)


def _read(data: str | bytes) -> Do | Ping:
    if len(data) > MAX_MESSAGE:
        raise msgspec.ValidationError(f"a message has at most {MAX_MESSAGE} bytes")
    try:
        return _decoder.decode(data)
    except (RecursionError, UnicodeError) as error:
        raise msgspec.ValidationError(str(error)) from None


async def _do(message: Do, viewer: Viewer, hub: Hub, table: str) -> None:
    begun = time.perf_counter()
    try:
        n = await hub.do(table, viewer.person, message.key, message.command)
    except Refusal as refusal:
        hub.metrics.commands.labels("refused").inc()
        viewer.send(refusal_told(refusal, message.key, viewer.language))
    except StorageError as error:
        log.error("storage failed", error=str(error))
        hub.metrics.commands.labels("failed").inc()
        viewer.close(NO_STORAGE)
    except Exception as error:
        log.error("a command failed", command=type(message.command).__name__, error=repr(error)[:300])
        hub.metrics.commands.labels("failed").inc()
        viewer.close(Closing("stopping", "the server has made a mistake; connect again", True))
    else:
        hub.metrics.commands.labels("done").inc()
        hub.metrics.seconds.observe(time.perf_counter() - begun)
        viewer.send(Done(message.key, n))
