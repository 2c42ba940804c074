"""Anything that a client can send, over the socket and over HTTP: no failure of the server, and nothing changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest import SkipTest

import msgspec
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from aude.server.app import create
from aude.server.identity import Identity
from aude.server.running import settings as uvicorn_settings
from aude.server.sockets import MAX_MESSAGE
from aude.wire import PHRASES, NewTable, Sit, Start
from server.inside import Guest, inside
from sizes import sized

BATCH = 40  # messages, on average
EXAMPLES = sized(12, soak=3_300)  # of so many messages each
REQUESTS = sized(5, soak=100)  # for each path
ADA, BO, EVE = Identity("a" * 24, "Ada"), Identity("b" * 24, "Bo"), Identity("e" * 24, "Eve")

numbers = st.one_of(st.integers(-5, 40), st.sampled_from([2**31, 2**63, -(2**63), 10**30]))
texts = st.one_of(st.text(max_size=12), st.sampled_from(["red", "blue", "chance", "", "\x00", "x" * 500]))
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(allow_nan=False, allow_infinity=False), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
actions = st.one_of(
    st.fixed_dictionaries(
        {"verb": st.sampled_from(["place", "deploy", "pass", "draw", "start", "bid", "fly"])},
        optional={"cell": anything, "rotation": anything, "tile": anything, "figure": anything, "spot": anything},
    ),
    st.dictionaries(texts, anything, max_size=5),
)
seats = st.sampled_from(["red", "blue", "chance", "nobody", ""])
people = st.sampled_from([ADA.id, BO.id, EVE.id, "nobody"])

# What Eve, who is not at the table, may send: everything that there is.
any_command = st.one_of(
    st.fixed_dictionaries({"do": st.just("act"), "seat": seats, "action": actions, "seen": numbers}),
    st.fixed_dictionaries({"do": st.sampled_from(["confirm", "undo"]), "seat": seats, "seen": numbers}),
    st.fixed_dictionaries({"do": st.just("ask_take_back"), "seat": seats, "position": numbers}),
    st.fixed_dictionaries({"do": st.just("answer_take_back"), "agree": st.booleans()}),
    st.fixed_dictionaries({"do": st.just("sit"), "seat": seats, "contribution": st.sampled_from(["ab", "AB", "ab\n"])}),
    st.fixed_dictionaries({"do": st.sampled_from(["stand", "resign"]), "seat": seats}),
    st.fixed_dictionaries({"do": st.just("seat_bot"), "seat": seats, "bot": st.sampled_from(["club", "run:sh"])}),
    st.fixed_dictionaries({"do": st.sampled_from(["remove", "hand_over"]), "person": people}),
    st.fixed_dictionaries({"do": st.sampled_from(["start", "leave", "rematch"])}),
    st.fixed_dictionaries({"do": st.just("pause"), "paused": st.booleans()}),
    st.fixed_dictionaries({"do": st.just("say"), "phrase": st.sampled_from([*PHRASES, "rude"])}),
)
# What Bo may send, whose turn it is not: for Ada's seat, for chance, too early, too late, and what only a host does.
not_his = st.sampled_from(["red", "chance", "nobody"])
foreign_command = st.one_of(
    st.fixed_dictionaries({"do": st.just("act"), "seat": not_his, "action": actions, "seen": numbers}),
    st.fixed_dictionaries({"do": st.just("act"), "seat": st.just("blue"), "action": actions, "seen": numbers}),
    st.fixed_dictionaries({"do": st.sampled_from(["confirm", "undo"]), "seat": not_his, "seen": numbers}),
    st.fixed_dictionaries({"do": st.sampled_from(["confirm", "undo"]), "seat": st.just("blue"), "seen": numbers}),
    st.fixed_dictionaries({"do": st.just("ask_take_back"), "seat": seats, "position": numbers}),
    st.fixed_dictionaries({"do": st.just("answer_take_back"), "agree": st.booleans()}),
    st.fixed_dictionaries({"do": st.just("resign"), "seat": not_his}),
    st.fixed_dictionaries({"do": st.sampled_from(["remove", "hand_over"]), "person": people}),
    st.fixed_dictionaries({"do": st.sampled_from(["start", "rematch"])}),
    st.fixed_dictionaries({"do": st.sampled_from(["sit", "stand", "seat_bot"]), "seat": seats}),
)
keys = st.one_of(st.text("abc123", min_size=1, max_size=5), texts)


def encoded(command: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda key, what: json.dumps({"type": "do", "key": key, "command": what}), keys, command
    )  # surrogates and all


malformed = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    anything.map(json.dumps),
    st.builds(
        lambda what, extra: json.dumps({**what, **extra}), st.just({"type": "do"}), st.dictionaries(texts, anything)
    ),
    st.sampled_from(
        [
            "",
            "{",
            "[" * 3000,
            '{"a":' * 2000,
            "x" * (MAX_MESSAGE + 1),
            b"\xff" * 300,
            "9" * 5000,
            '"\\ud800"',
            "nul\x00",
        ]
    ),
)


class Table:
    """A running game in a server that lives as long as the test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.runner.run(self.open(folder, monkeypatch))

    async def open(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server = await self.stack.enter_async_context(inside(folder, monkeypatch))
        hub = self.server.hub
        setup = {"options": {"first_player": "seat1"}}
        self.id = await hub.open(NewTable(setup=setup), ADA.id, ADA.name)
        await hub.come(self.id, BO.id, BO.name)
        await hub.do(self.id, ADA.id, "first", Sit("red", "aa"))
        await hub.do(self.id, BO.id, "second", Sit("blue", "bb"))
        await hub.do(self.id, ADA.id, "third", Start())
        self.live = await hub.live(self.id)
        self.n, self.about = self.live.table.n, msgspec.json.encode(self.live.picture.about)
        self.guests = {who.id: await self.server.guest(who, self.id) for who in (ADA, BO, EVE)}
        self.count = 0

    async def send(self, guest: Guest, messages: list[str | bytes]) -> None:
        """Each is answered, by a refusal; nothing changes, and nobody else hears of it."""
        before = len(guest.frames)
        for message in messages:
            guest.send(message)
        await guest.until(lambda: len(guest.frames) >= before + len(messages))
        answers = [msgspec.json.decode(frame) for frame in guest.frames[before:]]
        for message, answer in zip(messages, answers, strict=True):
            assert answer["type"] in ("refused", "pong"), (message, answer)
            assert answer["type"] == "pong" or answer["text"], message
        del guest.frames[before:]
        guest._read = len(guest.frames)
        self.count += len(messages)
        live = await self.server.hub.live(self.id)
        assert live is self.live and live.table.n == self.n
        assert msgspec.json.encode(live.picture.about) == self.about
        ada = self.guests[ADA.id]
        assert len(ada.frames) == 1 and ada.closing is None
        assert self.server.logs == []

    def close(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()


@pytest.mark.parametrize(
    ("who", "messages"),
    [
        (BO, encoded(foreign_command)),
        (EVE, encoded(any_command)),
        (BO, malformed),
    ],
    ids=["foreign", "not at the table", "malformed"],
)
def test_nothing_changes_whatever_is_sent(
    who: Identity, messages: st.SearchStrategy[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    guest = table.guests[who.id]

    @settings(  # batches are not made smaller, which takes long: a message that does harm is found by its answer
        max_examples=max(1, EXAMPLES // 3),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    @given(st.lists(messages, min_size=BATCH // 2, max_size=BATCH * 2))
    def run(batch: list[str | bytes]) -> None:
        table.runner.run(table.send(guest, batch))

    try:
        run()
    finally:
        print(f"{table.count} messages")
        table.close()


# -- HTTP -------------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread, over real HTTP; only its limits of rate are lifted."""
    app = create(str(tmp_path_factory.mktemp("fuzz")))
    server = uvicorn.Server(uvicorn_settings(app, port=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    app.state.site.requests._size = 1e9
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)


def test_no_request_makes_the_server_fail(address: str) -> None:
    """All that the description of the API lets one think of, and what it does not."""
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
    schema.config.update(base_url=address)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 8
    count = 0
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(
                max_examples=REQUESTS,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                phases=[Phase.generate],
            )
            @given(operation.as_strategy(generation_mode=mode))
            def run(case: Any) -> None:
                nonlocal count
                count += 1
                answer = case.call(timeout=600)
                assert answer.status_code < 500, (case.as_curl_command(), answer.text[:500])

            with contextlib.suppress(SkipTest, Unsatisfiable):  # what is always right cannot be made wrong
                run()
    print(f"{count} requests")
