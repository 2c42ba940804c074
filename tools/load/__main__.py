"""Measures how many games a server can handle on this machine.

It runs a real `aude serve` on SQLite, with tables in the middle of their games and two people at each, who have their
own sockets and choose at random. First all clients connect at once, then they play, faster from step to step, until
one acknowledgement in a hundred takes longer than a tenth of a second. Progress goes to standard error, JSON to
standard output.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from load.cost import costs
from load.players import Crowd, Measured
from load.preparing import prepare
from load.serving import Server

LIMIT = 0.1  # seconds within which 99 of 100 commands are to be acknowledged
SETTLE = 3.0  # seconds before anything is counted
PACES = (10.0, 7.0, 5.0, 3.5, 2.5, 1.8, 1.3, 1.0)  # seconds between two choices at a table
STAGES = {"base": (5, 130), "all_boxes": (50, 550)}  # choices that were made before


def say(text: str) -> None:
    """Show the progress of the measurement."""
    sys.stderr.write(f"\r\033[K{text}" if sys.stderr.isatty() else f"{text}\n")
    sys.stderr.flush()


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies, in milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) if ordered else 0.0


def summary(measured: Measured, seconds: float, server: float, client: float) -> dict[str, Any]:
    """What a step has shown; the shares of a core that the server and the players took."""
    return {
        "moves": len(measured.waits),
        "moves_a_second": round(len(measured.waits) / seconds, 1),
        "ms_median": share(measured.waits, 0.5),
        "ms_99": share(measured.waits, 0.99),
        "ms_most": share(measured.waits, 1.0),
        "told_ms_99": share(measured.told, 0.99),
        "refused": measured.refused,
        "lost": measured.lost,
        "kB_a_second": round(measured.bytes / seconds / 1000, 1),
        "server_cores": round(server / seconds, 2),
        "server_ms_a_move": round(1000 * server / max(1, len(measured.waits)), 2),
        "players_cores": round(client / seconds, 2),
    }


async def storm(crowd: Crowd, tables: Any) -> dict[str, Any]:
    """Everybody connects at once."""
    begun = time.perf_counter()
    waits = await crowd.enter(tables)
    seconds = time.perf_counter() - begun
    return {
        "sockets": len(waits),
        "seconds": round(seconds, 2),
        "sockets_a_second": round(len(waits) / seconds),
        "ms_median": share(waits, 0.5),
        "ms_99": share(waits, 0.99),
    }


async def ramp(crowd: Crowd, server: Server, paces: Sequence[float], seconds: float, until: float) -> list[Any]:
    """Play faster and faster, until it is too fast."""
    steps = []
    for pace in paces:
        if time.monotonic() + SETTLE + seconds > until:
            say("out of time")
            break
        say(f"{len(crowd.players)} seats, a choice at each table every {pace:g} s")
        settling = asyncio.create_task(crowd.watch(pace, SETTLE, seconds))
        await asyncio.sleep(SETTLE)
        ours, theirs = time.process_time(), server.seconds()
        measured = await settling
        step = {"pace": pace, **summary(measured, seconds, server.seconds() - theirs, time.process_time() - ours)}
        steps.append(step)
        say(f"a choice every {pace:g} s: {step['moves_a_second']} moves/s, 99 % within {step['ms_99']} ms")
        if step["ms_99"] > 1000 * LIMIT or step["lost"]:
            break
    return steps


async def trial(
    mix: str, games: int, bot: str | None, paces: Sequence[float], seconds: float, until: float
) -> dict[str, Any]:
    """Games with one set-up: a storm, a ramp, the memory that they take."""
    with tempfile.TemporaryDirectory() as folder:
        say(f"preparing {games} games ({mix}{f', against {bot}' if bot else ''})")
        tables = await prepare(Path(folder), mix, games, bot, STAGES[mix])
        with Server(Path(folder)) as server:
            empty = server.memory()
            crowd = Crowd(server.port)
            say(f"{games} games: all clients connect at once")
            cold = await storm(crowd, tables)
            loaded = server.memory()
            await crowd.leave()
            warm = await storm(crowd, tables)
            steps = await ramp(crowd, server, paces, seconds, until)
            played = server.memory()
            await crowd.leave()
    good = [step for step in steps if step["ms_99"] <= 1000 * LIMIT and not step["lost"]]
    return {
        "setup": mix,
        "games": games,
        "bot": bot,
        "connecting": {"tables_rebuilt": cold, "tables_ready": warm},
        "MB": {"server": round(empty), "connected": round(loaded), "played": round(played)},
        "kB_a_game": round(1000 * (played - empty) / games),
        "steps": steps,
        "moves_a_second_within_limit": max((step["moves_a_second"] for step in good), default=0.0),
    }


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Everything, within the time that there is."""
    until = time.monotonic() + options.minutes * 60
    found: dict[str, Any] = {"cores": os.cpu_count(), "load_before": os.getloadavg()[0], "trials": []}
    trials = [
        ("base", options.games, None, PACES),
        ("base", options.games // 2, options.bot, PACES[:2]),
        ("all_boxes", options.games // 5, None, PACES),
    ]
    for mix, games, bot, paces in trials:
        if options.only in (None, "bots" if bot else mix):
            chosen = options.pace or paces
            found["trials"].append(await trial(mix, games, bot, chosen, options.seconds, until))
    if options.only in (None, "costs"):
        say("what a move costs")
        found["costs"] = {mix: costs(mix) for mix in STAGES}
    found["load_after"] = os.getloadavg()[0]
    say("")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="number of tables in the first trial")
    parser.add_argument("--seconds", type=float, default=12.0, help="length of each step")
    parser.add_argument("--pace", type=float, action="append", help="seconds between two choices; may be repeated")
    parser.add_argument("--bot", default="casual", help="who plays in the trial with bots")
    parser.add_argument("--minutes", type=float, default=5.0, help="time limit: no step begins after this")
    parser.add_argument("--only", choices=["base", "bots", "all_boxes", "costs"])
    wanted = parser.parse_args()
    gc.disable()  # pauses of the players would count as pauses of the server
    print(json.dumps(asyncio.run(measure(wanted)), indent=1))


if __name__ == "__main__":
    main()
