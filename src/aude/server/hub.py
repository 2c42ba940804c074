"""The tables that this process keeps ready: commands are decided, stored, applied and told, in this order.

A table in memory is a cache. It is made from its rows when somebody asks for it, and forgotten when many others were
used since. Other processes may serve the same table: whoever stores a row first wins, the other reads it and decides
again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import msgspec
import structlog

from aude.server.metrics import Metrics
from aude.server.storage import Conflict, Row, Storage, StorageError
from aude.server.summaries import summary_of
from aude.server.thinking import Thinkers
from aude.server.viewers import Viewer
from aude.tables.deciding import ID_BYTES, act, come, decide, open_table, rematch_id, rematch_of, tick
from aude.tables.refusal import Refusal
from aude.tables.rows import AnyRow, Opened, Rematched, TookBack, decode, encode
from aude.tables.table import Table
from aude.tables.view import Picture
from aude.wire import AnyCommand, Changed, Closing, NewTable

LEASE = 5_000  # milliseconds for which a process looks after a table; if it is killed, others wait so long
RENEW = LEASE / 4000  # seconds after which it goes on with that
TURN = 15_000  # milliseconds after which other tables that are due come first
POLL = 5.0  # seconds between two looks at what is due
SOON, LATE = 0.02, 0.25  # seconds before looking again for what is due already, if others share the storage, or not
CLAIMED_AT_ONCE = 64
RETRIES = 20  # when other processes are faster

REMOVED = Closing("removed", "you were removed from this table", False)
TABLE_ID = re.compile("[0-9a-f]{24}")

T = TypeVar("T")
Decided: TypeAlias = Callable[[Table], Sequence[AnyRow]]
log = structlog.get_logger()
_encode = msgspec.json.Encoder().encode


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass
class Live:
    """A table that is kept ready, and who looks at it."""

    table: Table
    picture: Picture
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)


class Hub:
    """All tables, as this process knows them."""

    def __init__(self, storage: Storage, thinkers: Thinkers, metrics: Metrics, secret: bytes, keep: int = 500) -> None:
        self.storage = storage
        self._secret = secret
        self.thinkers = thinkers
        self.metrics = metrics
        self.owner = secrets.token_hex(8)
        self._keep = keep
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._caring: set[str] = set()  # tables that are looked after here,
        self._leased: set[str] = set()  # and those of them that no other process may look after
        self._next_look = 0  # when tables that are due are looked for again
        self._wake = asyncio.Event()

    async def start(self) -> None:
        """Listen to other processes, and look after what is due."""
        await self.storage.listen(self._heard)
        await self.storage.forget_leases()
        self._spawn(self._look_after_tables())
        self._spawn(self._renew_leases())

    def say_goodbye(self) -> None:
        """Tell everybody who is connected that the server stops."""
        for live in self._lives.values():
            for viewer in list(live.viewers):
                viewer.close(Closing("stopping", "the server is stopping; connect again in a moment", True))

    async def stop(self) -> None:
        """End everything that is under way; what is stored stays stored."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- tables -------------------------------------------------------------------------------------------------------
    async def open(self, wish: NewTable, person: str, name: str) -> str:
        """Make a table. The same person's same key makes it once."""
        # The id is the secret of a private table: nobody can guess it, and the same key leads to the same one.
        key = f"{person} {wish.key}" if wish.key else secrets.token_hex(ID_BYTES)
        id = hmac.digest(self._secret, key.encode(), "sha256")[:ID_BYTES].hex()
        if wish.key and await self.storage.find(id) is not None:
            return id
        await self._store_new(id, open_table(wish, person, name, secrets.token_bytes))
        return id

    async def _store_new(self, id: str, rows: Sequence[AnyRow]) -> None:
        at = now()
        opened = rows[0]
        assert isinstance(opened, Opened)
        table = Table(id, opened, at)
        for row in rows[1:]:
            table.apply(row, at)
        stored = [Row(id, n, at, "", encode(row)) for n, row in enumerate(rows, 1)]
        try:
            await self.storage.append(stored, summary_of(table, people=True))
        except Conflict:
            return  # somebody was faster with the same table

    async def live(self, id: str) -> Live:
        """A table, made from its rows if it is not ready. Raises `LookupError` if there is none."""
        if not TABLE_ID.fullmatch(id):
            raise LookupError(id)
        live = self._lives.get(id)
        if live is not None:
            self._lives.move_to_end(id)
            return live
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Live:
        try:
            rows = await self.storage.load(id)
            if not rows:
                raise LookupError(id)
            opened = decode(rows[0].data)
            assert isinstance(opened, Opened)
            table = Table(id, opened, rows[0].at)
            for row in rows[1:]:
                table.apply(decode(row.data), row.at, _key_of(row))
            self.metrics.rebuilt.inc()
            return self._remember(Live(table, Picture(table)))
        finally:
            del self._loading[id]

    def _remember(self, live: Live) -> Live:
        self._lives[live.table.id] = live
        for id, other in list(self._lives.items())[: max(0, len(self._lives) - self._keep)]:
            if not other.viewers and not other.lock.locked() and id not in self._caring:
                del self._lives[id]
        self.metrics.tables.set(len(self._lives))
        return live

    # -- commands -----------------------------------------------------------------------------------------------------
    async def do(self, id: str, person: str, key: str, command: AnyCommand) -> int:
        """Carry out a command of a person: the number of rows when it was stored. Raises `Refusal`."""
        if is_overdue((await self.live(id)).table):
            await self._tick(id)
        return await self._change(id, lambda table: decide(table, person, command), (person, key))

    async def come(self, id: str, person: str, name: str) -> None:
        """Let somebody come to a table."""
        await self._change(id, lambda table: come(table, person, name))

    async def _change(self, id: str, decided: Decided, key: tuple[str, str] | None = None) -> int:
        """Store what is decided, apply it, and tell everybody. If another process was faster, decide again.

        It is carried through even if the client that asked for it goes away meanwhile.
        """
        return await asyncio.shield(self._spawn(self._change_in_turn(id, decided, key)))

    async def _change_in_turn(self, id: str, decided: Decided, key: tuple[str, str] | None) -> int:
        while True:
            live = await self.live(id)
            async with live.lock:
                if self._lives.get(id) is live:  # it may have been forgotten while others changed it
                    return await self._decide_and_store(live, decided, key)

    async def _decide_and_store(self, live: Live, decided: Decided, key: tuple[str, str] | None) -> int:
        for _ in range(RETRIES):
            table = live.table
            done = table.row_of(*key) if key is not None else None
            if done is not None:
                return done
            try:
                rows = decided(table)
            except Refusal:
                if await self._is_behind(live):
                    continue
                raise
            if not rows:
                if await self._is_behind(live):
                    continue
                return table.n
            if any(isinstance(row, Rematched) for row in rows):  # before anybody hears of it
                await self._store_new(rematch_id(table), rematch_of(table, secrets.token_bytes))
            at = max(now(), table.at)
            if await self._store(live, rows, at, key):
                self._tell(live, rows)
                self._see_to(live.table)
                return live.table.n
            self.metrics.conflicts.inc()
            await self._catch_up(live)
        raise Refusal("stale", stale=True)

    async def _store(self, live: Live, rows: Sequence[AnyRow], at: int, key: tuple[str, str] | None) -> bool:
        """Store rows; the table is what they make of it from then on. False if others are there already."""
        table = live.table
        after = table.after(rows, at, key)
        stored = [
            Row(table.id, n, at, " ".join(key) if key is not None and n == after.n else "", encode(row))
            for n, row in enumerate(rows, table.n + 1)
        ]
        try:
            await self.storage.append(stored, summary_of(after, people=set(after.people) != set(table.people)))
        except Conflict:
            return False
        except BaseException:
            self._lives.pop(table.id, None)  # they may be stored or not: the next command reads the table again
            for viewer in live.viewers:
                viewer.close(Closing("stopping", "the table has to be read again; connect again", True))
            raise
        live.table = after
        return True

    async def _is_behind(self, live: Live) -> bool:
        """Whether another process has stored something that this one had not heard of yet; now it knows.

        Somebody may come from there faster than the news: with a choice that nobody was asked for here, or with a
        command that is done already.
        """
        before = live.table.n
        if self.storage.is_shared:
            await self._catch_up(live)
        return live.table.n > before

    async def _catch_up(self, live: Live) -> None:
        """Apply what other processes have stored."""
        rows = await self.storage.load(live.table.id, live.table.n)
        for row in rows:
            live.table = live.table.after([decode(row.data)], row.at, _key_of(row))
        if rows:
            self._tell(live, [decode(row.data) for row in rows])

    def _tell(self, live: Live, rows: Sequence[AnyRow]) -> None:
        """Tell everybody who looks at the table what has changed."""
        table, before = live.table, live.picture
        live.picture = after = Picture(table, before)
        kept = min([before.position, *(row.position for row in rows if isinstance(row, TookBack))])
        made: dict[tuple[str, tuple[str, ...]], bytes] = {}
        at = now()
        for viewer in list(live.viewers):
            if viewer.person and viewer.person in table.removed:
                viewer.close(REMOVED)
                continue
            same = viewer.language, tuple(table.seats_of(viewer.person))
            if same not in made:
                changed: Changed = after.changed(before, kept, viewer.person, viewer.language, at)
                made[same] = _encode(changed)
            viewer.put(made[same])

    # -- what nobody asks for -----------------------------------------------------------------------------------------
    def _heard(self, heard: tuple[str, int] | None) -> None:
        """Another process has stored something; None: anything may have changed."""
        for id in [*self._lives, *self._loading] if heard is None else [heard[0]]:
            live = self._lives.get(id)
            is_older = live is not None and (heard is None or live.table.n < heard[1])
            if is_older or id in self._loading:  # what is being loaded may have been read before
                self._spawn(self._follow(id))

    async def _follow(self, id: str) -> None:
        live = await self.live(id)
        async with live.lock:
            await self._catch_up(live)

    def _see_to(self, table: Table) -> None:
        """Somebody has to look after a table that has changed: at once, or later.

        Where no other process shares the storage, nothing has to be leased: that would be two more transactions for
        every turn of a bot.
        """
        if table.bot_to_act is not None and not self.storage.is_shared:
            self._begin_care(table.id)
        elif table.due is not None and table.due < self._next_look:
            self._wake.set()

    def _begin_care(self, id: str) -> None:
        if id not in self._caring:
            self._caring.add(id)
            self._spawn(self._care(id))

    async def _look_after_tables(self) -> None:
        """Find tables at which a bot is to act or a clock has run out, whichever process served them before."""
        while True:
            try:
                await self._look_once()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.error("cannot look after tables", error=str(error))
                await asyncio.sleep(1)

    async def _look_once(self) -> None:
        self._wake.clear()
        found = await self.storage.claim(now(), now() + LEASE, CLAIMED_AT_ONCE, self.owner)
        self._leased.update(found)
        for id in found:
            self._begin_care(id)
        if len(found) == CLAIMED_AT_ONCE:
            return
        self._next_look = now() + int(POLL * 1000)  # whoever is due before that wakes us
        due = await self.storage.next_due()
        late = SOON if self.storage.is_shared else LATE
        wait = POLL if due is None else min(POLL, max(late, (due - now()) / 1000))
        self._next_look = now() + int(wait * 1000)
        try:
            await asyncio.wait_for(self._wake.wait(), wait)
        except TimeoutError:
            pass

    async def _renew_leases(self) -> None:
        """Keep what this process looks after, as long as it lives."""
        while True:
            await asyncio.sleep(RENEW)
            try:
                if self._leased:
                    await self.storage.renew(list(self._leased), self.owner, now() + LEASE)
            except StorageError as error:
                log.error("leases are not renewed", error=str(error))

    async def _care(self, id: str) -> None:
        """Let bots act as long as they are asked, and clocks run out."""
        until = now() + TURN
        try:
            while now() < until:
                table = (await self.live(id)).table
                if table.bot_to_act is not None:
                    await self._let_bot_act(table)
                elif not await self._tick(id):
                    break
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("a table cannot be looked after", table=id[:6], error=repr(error))
            await asyncio.sleep(1)
        finally:
            self._caring.discard(id)
            if id in self._leased:
                self._leased.discard(id)
                with contextlib.suppress(StorageError):  # then it runs out
                    await self.storage.release(id, self.owner)
                self._wake.set()

    async def _tick(self, id: str) -> bool:
        """Let a clock that has run out end what it ends; whether anything has changed."""
        before = (await self.live(id)).table.n
        return await self._change(id, lambda table: tick(table, now())) > before

    async def _let_bot_act(self, table: Table) -> None:
        to_act = table.bot_to_act
        game = table.game
        assert to_act is not None and game is not None
        seat, bot = to_act
        begun = time.perf_counter()
        try:
            action = await self.thinkers.choose(game, bot)
        except Exception as error:
            self.metrics.failed_bots.inc()
            log.error("a bot gave no answer", bot=bot, error=repr(error))
            option = game.options_of(seat)[0]
            action = (option if option.low is None else option.at(option.low)).action.to_json()
        self.metrics.thinking.labels(bot).observe(time.perf_counter() - begun)

        def rows(now_is: Table) -> Sequence[AnyRow]:
            if now_is.bot_to_act != to_act or now_is.game != game:
                return []  # the table has changed while it was thinking
            return act(now_is, seat, action, None)

        await self._change(table.id, rows)

    def _spawn(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def is_overdue(table: Table) -> bool:
    """Whether the clock that runs has run out, and nobody has noticed yet."""
    runs_out = table.clocks.runs_out
    return runs_out is not None and runs_out <= now()


def _key_of(row: Row) -> tuple[str, str] | None:
    person, _, key = row.key.partition(" ")
    return (person, key) if key else None
