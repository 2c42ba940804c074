"""`aude simulate`: many games without people."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude import bots as bot_catalog
from aude.api import Game
from aude.board.sentences import counted
from aude.bots import simulate as many_games
from aude.catalog.errors import about, unreadable
from aude.cli.shared import (
    Boxes,
    Copies,
    Figures,
    GameName,
    Json,
    Lang,
    Options,
    Plain,
    Seed,
    SetupName,
    Without,
    build_setup,
    guarded,
    print_table,
    read_bots,
    stdout,
    texts_for,
)
from aude.engine.arrays import COMPILED

MAX_GAMES = 100_000_000


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
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games without people and show the results."""
    texts = texts_for(context, lang)
    chosen = build_setup(setup, game, boxes, option, without, figures, copies)
    low, high, note = many_games.clip_players(chosen, players or str(len(chosen.players)))
    seats = many_games.seats_of(chosen, high)
    seated = {seat: name for seat, name in chosen.bots.items() if seat in seats}
    chosen = replace(chosen, bots={})
    Game(replace(chosen, players=seats), deal=False)
    if note:
        print(f"aude: {texts.said(note)}", file=sys.stderr)
    names = _bots_of_all(bot, seats) if bot else seated or None
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.simulate.games"), total=games)
        result = many_games.simulate(
            chosen, games, players=(low, high), seed=(chosen.seed or 0) if seed is None else seed,
            bots=names, make=Game, progress=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
    if json_:
        print(json.dumps(result.facts(), indent=2))
        return
    out = stdout()
    keys = ("seat", "games", "mean", "sd", "min", "max", "wins", "shared")
    rows = []
    for seat, tally in result.seats.items():
        points = tally.points
        numbers = (points.least, points.most, tally.wins, tally.shared)
        means = (f"{points.mean:.2f}", f"{points.sd:.2f}")
        rows.append([texts.word(seat), str(points.count), *means, *map(str, numbers)])
    head = [texts(f"cli.simulate.{key}") for key in keys]
    print_table(out, head, rows, plain=plain)
    if len(result.players) > 1:
        shares = ", ".join(f"{number}: {count}" for number, count in sorted(result.players.items()))
        out.print(texts("cli.simulate.by_players", shares=shares))
    out.print(texts("cli.simulate.ties", ties=result.ties))
    if result.forfeits:
        lost = {seat: tally.forfeits for seat, tally in result.seats.items() if tally.forfeits}
        shares = ", ".join(f"{texts.word(seat)} {count}" for seat, count in lost.items())
        out.print(texts("cli.simulate.forfeits", shares=shares))
        out.print(texts("cli.simulate.first_forfeit", says=texts.error(result.forfeits[0])), soft_wrap=True)
    out.print(texts("cli.simulate.turns", mean=f"{result.turns.mean:.2f}"))
    out.print(texts("cli.simulate.unplaceable", mean=f"{result.unplaceable.mean:.3f}"))
    kind = texts("cli.compiled" if COMPILED else "cli.interpreted")
    rate = f"{result.games_per_second:.0f}" if result.games_per_second >= 100 else f"{result.games_per_second:.1f}"
    out.print(
        texts(
            "cli.simulate.speed",
            games=counted(texts, "games", result.games),
            seconds=f"{result.seconds:.2f}",
            rate=rate,
            kind=kind,
        )
    )


def _bots_of_all(words: Sequence[str], seats: Sequence[str]) -> dict[str, str] | None:
    """`--bot NAME` for all seats, `--bot SEAT=NAME` for one; None if everybody plays at random."""
    seated = [word for word in words if "=" in word.partition(":")[0]]  # a command may have this sign, too
    single = [word for word in words if word not in seated]
    if len(single) > 1:
        raise about("--bot", unreadable("bots.all_seats", one=single[0], other=single[1]))
    found = read_bots(seated, seats)
    if single:
        bot_catalog.make(single[0], 0)
        found["*"] = single[0]
    return found if set(found.values()) - {"random"} else None
