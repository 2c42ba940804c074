"""Bots think in processes of their own, so that nobody waits for them, and see nothing but the table.

They are handed a set-up and a snapshot. A snapshot has a bag, not an order, and no dealer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from typing import Any, TypeVar

from aude import bots
from aude.api import Game
from aude.bots.base import Bot
from aude.game.game import GameCore
from aude.game.setup import Setup
from aude.study.advice import advice
from aude.tables.view import texts_of

T = TypeVar("T")
NICE = 5  # bots stand back where processors are busy: people wait for the server, not for them
KEPT = 64  # bots that a process keeps: making one takes longer than its answer


class Thinkers:
    """Processes in which bots think."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_begin)

    async def choose(self, game: GameCore, bot: str) -> dict[str, Any]:
        """The action that a bot chooses for the seat that is asked."""
        return await self._think(_choose, game, bot)

    async def advise(self, game: GameCore, language: str) -> list[str]:
        """The best answer to the open question and why, in sentences."""
        return await self._think(_advise, game, language)

    async def _think(self, what: Callable[[Setup, bytes, str], T], game: GameCore, how: str) -> T:
        loop = asyncio.get_running_loop()
        task = partial(what, game.setup, game.to_bytes(), how)
        pool = self._pool
        try:
            return await loop.run_in_executor(pool, task)
        except BrokenProcessPool:  # a process was killed: begin again with new ones
            if self._pool is pool:  # all who waited for it come here
                self._pool = self._new_pool()
                pool.shutdown(wait=False)
            return await loop.run_in_executor(self._pool, task)

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        processes = list(getattr(self._pool, "_processes", None) or {})
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child.pid in processes:
                child.terminate()


def _begin() -> None:
    """Ctrl-C is meant for the server, which ends these processes itself. If it was killed, they end too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


@lru_cache(KEPT)
def _bot(name: str, digest: bytes) -> Bot:
    """A bot for games with one set-up."""
    return bots.make(name, seed=secrets.randbits(48))


def _restored(setup: Setup, snapshot: bytes) -> Game:
    game = Game(setup, deal=False)
    game.restore(snapshot)
    return game


def _advise(setup: Setup, snapshot: bytes, language: str) -> list[str]:
    return advice(_restored(setup, snapshot), texts_of(setup, language), spoken=True)


def _choose(setup: Setup, snapshot: bytes, name: str) -> dict[str, Any]:
    game = _restored(setup, snapshot)
    before = len(game.moves)
    bots.let_play(_bot(name, setup.resolved()[1]), game)
    return game.moves[before].action.to_json()
