"""Bots in processes of their own: they give way to the server, and one that is killed is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from aude import Game
from aude.server.thinking import NICE, Thinkers


def niceness(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])


def test_bots_give_way_and_one_that_is_killed_is_replaced() -> None:
    async def main() -> None:
        thinkers = Thinkers(1)
        try:
            game = Game(players=["red", "blue"], seed=1)
            offered = [option.action.to_json() for option in game.options]
            assert await thinkers.choose(game, "greedy") in offered
            [process] = thinkers._pool._processes
            assert niceness(process) == niceness(os.getpid()) + NICE
            os.kill(process, signal.SIGKILL)
            answers = await asyncio.gather(*(thinkers.choose(game, "greedy") for _ in range(3)))
            assert all(answer in offered for answer in answers)
        finally:
            thinkers.close()

    asyncio.run(main())
