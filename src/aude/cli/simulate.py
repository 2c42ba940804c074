"""`aude simulate`: plays many games between bots."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude import bots as bot_catalog
from aude import crew
from aude.api import Game
from aude.board.sentences import counted
from aude.catalog.errors import about, unreadable
from aude.catalog.texts import Texts
from aude.cli.shared import (
    Boxes,
    Copies,
    Figures,
    GameName,
    Json,
    Lang,
    Options,
    Plain,
    Processes,
    Ray,
    Seed,
    SetupName,
    Without,
    build_setup,
    complain,
    guarded,
    print_table,
    read_bots,
    stdout,
    texts_for,
)
from aude.data import running
from aude.data.keeping import Store, store
from aude.data.plan import Plan, clip_players, seats_of
from aude.data.tally import Results
from aude.engine.arrays import COMPILED

MAX_GAMES = 100_000_000
INTERRUPTED = 130


@guarded
def simulate(
    context: typer.Context,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_GAMES)] = 1000,
    players: Annotated[str | None, typer.Option("--players", "-p", metavar="N|A..B")] = None,
    bot: Annotated[list[str], typer.Option("--bot", metavar="NAME|SEAT=NAME")] = [],  # noqa: B006
    setup: SetupName = None,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    seed: Seed = None,
    processes: Processes = None,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE")] = None,
    times: Annotated[bool, typer.Option("--times", metavar="")] = False,
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games between bots, show the results, and optionally store the games."""
    texts = texts_for(context, lang)
    if times and out is None:
        raise about("--times", unreadable("data.times"))
    chosen = build_setup(setup, game, boxes, option, without, figures, copies)
    low, high, note = clip_players(chosen, players or str(len(chosen.players)))
    seats = seats_of(chosen, high)
    seated = {seat: name for seat, name in chosen.bots.items() if seat in seats}
    chosen = replace(chosen, bots={})
    Game(replace(chosen, players=seats), deal=False)
    if note:
        print(f"aude: {texts.said(note)}", file=sys.stderr)
    names = (_bots_of_all(bot, seats) if bot else seated) or {}
    seed = (chosen.seed or 0) if seed is None else seed
    plan = Plan(chosen, (low, high), seed, names, make=Game, times=times)
    kept = store(out, plan, games) if out is not None else None
    if processes is None and ray is None:
        size = running.AT_RANDOM if kept is None else running.KEPT
        processes = min(crew.cores(), running.busy(plan, games, size))
    begun = time.perf_counter()
    try:
        with crew.make(processes, ray) as hands:
            results = _played(plan, games, kept, hands, texts)
    except KeyboardInterrupt:
        if kept is None:
            raise
        told = {"done": kept.done, "games": games, "place": str(kept.place)}
        complain(texts("cli.simulate.interrupted", **told))
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if kept is not None:
            kept.close()
    seconds = time.perf_counter() - begun
    rate = results.games / seconds if seconds else 0.0
    if json_:
        speed = {"seconds": round(seconds, 3), "games_per_second": round(rate, 1)}
        print(json.dumps({"seed": seed, "compiled": COMPILED, **results.facts(), **speed}, indent=2))
        return
    _show(results, texts, plain=plain)
    stdout().print(
        texts(
            "cli.simulate.speed",
            games=counted(texts, "games", results.games),
            seconds=f"{seconds:.2f}",
            rate=f"{rate:.0f}" if rate >= 100 else f"{rate:.1f}",
            kind=texts("cli.compiled" if COMPILED else "cli.interpreted"),
        )
    )
    if out is not None:
        stdout().print(texts("cli.simulate.kept", file=str(out)), soft_wrap=True)


def _played(plan: Plan, games: int, kept: Store | None, hands: crew.Crew, texts: Texts) -> Results:
    """Play, with a progress bar if the output is a terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.simulate.games"), total=games)

        def tell(done: int) -> None:
            bar.update(task, completed=done)

        if kept is not None:
            return running.keep(plan, kept, hands, tell)
        return running.simulate(plan, games, hands, tell)


def _show(results: Results, texts: Texts, *, plain: bool) -> None:
    """Print the results as a table, with some remarks."""
    out = stdout()
    keys = ("seat", "games", "mean", "sd", "min", "max", "wins", "shared")
    rows = []
    for seat, tally in results.seats.items():
        points = tally.points
        numbers = (points.least, points.most, tally.wins, tally.shared)
        means = (f"{points.mean:.2f}", f"{points.sd:.2f}")
        rows.append([texts.word(seat), str(points.count), *means, *map(str, numbers)])
    head = [texts(f"cli.simulate.{key}") for key in keys]
    print_table(out, head, rows, plain=plain)
    if len(results.players) > 1:
        shares = ", ".join(f"{number}: {count}" for number, count in sorted(results.players.items()))
        out.print(texts("cli.simulate.by_players", shares=shares))
    out.print(texts("cli.simulate.ties", ties=results.ties))
    if results.forfeits:
        lost = {seat: tally.forfeits for seat, tally in results.seats.items() if tally.forfeits}
        shares = ", ".join(f"{texts.word(seat)} {count}" for seat, count in lost.items())
        out.print(texts("cli.simulate.forfeits", shares=shares))
        out.print(texts("cli.simulate.first_forfeit", says=texts.error(results.forfeits[0])), soft_wrap=True)
    out.print(texts("cli.simulate.turns", mean=f"{results.turns.mean:.2f}"))
    out.print(texts("cli.simulate.unplaceable", mean=f"{results.unplaceable.mean:.3f}"))


def _bots_of_all(words: Sequence[str], seats: Sequence[str]) -> dict[str, str] | None:
    """`--bot NAME` for all seats, `--bot SEAT=NAME` for one; None if everybody plays at random."""
    seated = [word for word in words if "=" in word.partition(":")[0]]  # a command may contain this sign too
    single = [word for word in words if word not in seated]
    if len(single) > 1:
        raise about("--bot", unreadable("bots.all_seats", one=single[0], other=single[1]))
    found = read_bots(seated, seats)
    if single:
        bot_catalog.make(single[0], 0)
        found["*"] = single[0]
    return found if set(found.values()) - {"random"} else None
