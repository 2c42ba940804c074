"""`aude serve` as a process: how it begins, what it logs, and how it ends; alone and with several processes."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from aude.client import Client, Connection
from aude.server.running import full_collections_every, listening
from aude.wire import Closing, Done, Say
from server import postgres as postgres_server
from server.real import RealServer
from server.test_crash import workers

NOWHERE = "postgresql://aude:secret@127.0.0.1:1/games"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    server = postgres_server.Server()
    try:
        yield server.new()
    finally:
        server.close()


def until_gone(pids: list[int]) -> None:
    """Wait until these processes have ended."""
    begun = time.monotonic()
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < begun + 600, "they live on"
        time.sleep(0.05)


def goodbye(connection: Connection) -> Closing | None:
    """The last message of a connection."""
    last = None
    with pytest.raises(ConnectionClosed):
        while True:
            last = connection.receive()
    return last if isinstance(last, Closing) else None


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--database", NOWHERE], "cannot reach the database games at 127.0.0.1:1"),
        (["--database", NOWHERE, "--processes", "2"], "cannot reach the database games at 127.0.0.1:1"),
        (["--database", "mysql://h/x"], "mysql:// is not a database"),
        (["--data", "/dev/null/games"], "the folder /dev/null/games cannot be written"),
        (["--processes", "2"], "several processes need --database"),
        (["--data", "x", "--database", NOWHERE], "not both"),
        (["--database", "games", "--processes", "2"], "--database needs an address"),
        (["--database", ""], "--database needs an address"),
        (["--database", "postgresql://aude:secret/of#us@db/games"], "it looks like postgresql://NAME:PASSWORD@HOST"),
    ],
    ids=[
        "nowhere",
        "nowhere with processes",
        "another database",
        "folder",
        "processes",
        "both",
        "a name with processes",
        "empty",
        "a password that is not quoted",
    ],
)
def test_whoever_cannot_begin_says_why_in_a_sentence(flags: list[str], says: str) -> None:
    command = [sys.executable, "-m", "aude", "serve", "--port", "0", *flags]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=600, check=False, env={**os.environ, "AUDE_LANG": "en"}
    )
    assert done.returncode == 2 and done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith("aude: ") and says in line and "secret" not in line


def test_a_folder_is_for_one_server_however_it_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "aude", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "AUDE_LANG": "en"}
    with RealServer(tmp_path) as server:
        second = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=environment)
        assert second.returncode == 2 and second.stdout == ""
        [line] = second.stderr.splitlines()
        assert line.startswith(f"aude: another server is using the folder {tmp_path}: ")
        Client(server.address, "Ada").new_table()  # the first goes on
        server.kill()
        server.start()


def test_to_play_where_a_server_runs_already_is_to_go_there(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "AUDE_LANG": "en",
        "XDG_DATA_HOME": str(tmp_path),
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
    }
    with RealServer(tmp_path / "aude") as server:
        again = subprocess.run(
            [sys.executable, "-m", "aude", "play"],
            capture_output=True, text=True, timeout=600, check=False, env=environment,
        )  # fmt: skip
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout == f"Aude is already running at {server.address}\n"


def test_all_that_is_logged_is_json_and_tells_no_secret(tmp_path: Path) -> None:
    """Also what libraries warn of: here of something that is not HTTP, and of text that is not UTF-8.

    Whatever clients do wrong, nothing is an error of the server.
    """
    with RealServer(tmp_path) as server:
        ada = Client(server.address, "Ada")
        table = ada.new_table()
        ada.request(ada.link)
        with ada.connect(table) as connection:
            connection.do(Say("hello"))
            with pytest.raises(ConnectionClosed):
                connection._socket.send(b"\xff\xfe", text=True)
                while True:
                    connection._socket.recv(30)
        begun = "POST /api/me HTTP/1.1\r\nHost: aude\r\n"
        wrong = (f"nonsense {ada.link} {ada.cookie}\r\n\r\n", f"{begun}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n")
        for request in wrong:
            with socket.create_connection(("127.0.0.1", int(server.port))) as raw:
                raw.sendall(request.encode())
                assert b"400" in raw.recv(1000)
        with socket.create_connection(("127.0.0.1", int(server.port))) as raw:
            raw.sendall(f"{begun}Content-Length: 50\r\n\r\n".encode())  # and then goes away
        errors = server.stop()
        assert server.process.returncode == 0
    logged = [json.loads(line) for line in errors.splitlines()]
    assert len(logged) >= 2 and {line["level"] for line in logged} == {"warning"}
    assert all(line["timestamp"] and "exception" not in line for line in logged)
    for secret in (table, ada.cookie.partition("=")[2], ada.link.rpartition("/")[2]):
        assert secret not in errors


def test_answers_are_sent_at_once() -> None:
    """Otherwise an answer that follows another message waits until the client's machine has confirmed that: 40 ms."""

    async def connect() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()
            await writer.wait_closed()

        bound = listening("127.0.0.1", 0)
        async with await asyncio.start_server(came, sock=bound):
            reader, writer = await asyncio.open_connection(*bound.getsockname())
            await reader.read()
            writer.close()
            await writer.wait_closed()
        return await found

    assert asyncio.run(connect())


def test_everything_is_searched_for_garbage_only_now_and_then() -> None:
    """Otherwise the server stands still for a second when a thousand tables are in memory."""

    def full_collections() -> int:
        return int(gc.get_stats()[2]["collections"])

    async def fill_memory() -> tuple[int, int]:
        before = full_collections()
        async with full_collections_every(0.2):
            grown = [[] for _ in range(1_000_000)]  # type: ignore[var-annotated]
            meanwhile = full_collections() - before
            while full_collections() == before + meanwhile:
                await asyncio.sleep(0.01)
        return len(grown), meanwhile

    usual = gc.get_threshold()
    assert asyncio.run(asyncio.wait_for(fill_memory(), 60)) == (1_000_000, 0)
    assert gc.get_threshold() == usual


def test_clients_that_go_away_do_not_end_the_server(tmp_path: Path) -> None:
    """Answers then meet a closed connection, which is a SIGPIPE: it ends programs that let it."""
    with RealServer(tmp_path) as server:
        for _ in range(40):
            with socket.create_connection(("127.0.0.1", int(server.port))) as raw:
                raw.sendall(b"GET /api/catalog HTTP/1.1\r\nHost: aude\r\n\r\n" * 3)
        Client(server.address, "Ada").new_table()
        assert server.stop() == "" and server.process.returncode == 0


def test_a_server_opens_as_many_sockets_as_it_may(tmp_path: Path) -> None:
    """Not only the 1,024 that most systems begin with: that would be 500 games."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard > 1024
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        server = RealServer(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with server:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        [line] = [line for line in limits.splitlines() if line.startswith("Max open files")]
        assert line.split()[3] == str(hard)


def test_several_processes_say_goodbye_and_all_end(database: str) -> None:
    with RealServer(database, "--processes", "2") as server:
        ada = Client(server.address, "Ada")
        table = ada.new_table()
        pids = workers(server)
        assert len(pids) == 2
        with ada.connect(table) as connection:
            assert isinstance(connection.do(Say("hello")), Done)
            errors = server.stop()
            closing = goodbye(connection)
        assert closing is not None and closing.code == "stopping" and closing.retry
        assert errors == "" and server.process.returncode == 0
        until_gone(pids)


def test_no_process_outlives_the_first(database: str) -> None:
    """Not even if it is killed: otherwise they would keep the port."""
    with RealServer(database, "--processes", "2") as server:
        pids = workers(server)
        os.kill(server.process.pid, signal.SIGKILL)
        until_gone(pids)
        server.process.communicate()
        server.start()
        assert len(workers(server)) == 2
