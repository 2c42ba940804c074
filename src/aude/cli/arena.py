"""`aude arena`: which bot is stronger, and by how much."""

from __future__ import annotations

import json
import math
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude import bots as bot_catalog
from aude import crew
from aude.api import Game
from aude.arena import Contest, Plan
from aude.arena.plan import LIMIT
from aude.arena.plot import plot, signed
from aude.arena.results import Results, within
from aude.arena.sequential import LEVEL
from aude.board.sentences import counted
from aude.catalog.errors import unreadable
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
    grid_of,
    guarded,
    print_table,
    stdout,
    texts_for,
)
from aude.crew import Crew
from aude.data.plan import seats_of
from aude.formats.files import write_file
from aude.game.setup import COLOURS

MAX_GAMES = 1_000_000
MAX_BOTS = 20
MAX_SECONDS = 86_400
REDRAW = 0.25  # seconds between two updates of the live table
INTERRUPTED = 130
TOLD = 3  # how many forfeits of a bot for the same reason are listed one by one


@guarded
def arena(
    context: typer.Context,
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT…", show_default=False)],
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_GAMES)] = 400,
    players: Annotated[int | None, typer.Option("--players", "-p", metavar="N", min=2, max=len(COLOURS))] = None,
    every: Annotated[bool, typer.Option("--all", metavar="")] = False,
    processes: Processes = None,
    ray: Ray = None,
    limit: Annotated[float, typer.Option("--limit", metavar="SECONDS", min=0.1, max=MAX_SECONDS)] = LIMIT,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER")] = None,
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
    """Let bots play each other on the same decks until it is clear who is stronger."""
    texts = texts_for(context, lang)
    if not 2 <= len(bots) <= MAX_BOTS:
        raise unreadable("arena.bots", most=MAX_BOTS)
    for name in bots:
        bot_catalog.make(name, 0)
    chosen = build_setup(setup, game, boxes, option, without, figures, copies)
    if seed is None:
        seed = chosen.seed or 0
    seats = seats_of(chosen, players or len(chosen.players))
    if len(seats) < 2:
        raise unreadable("arena.seats")
    chosen = replace(chosen, players=seats, bots={}, seed=None, title={})
    Game(chosen, deal=False)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    records = out is not None
    plan = Plan(tuple(bots), games, chosen, seed, all_games=every, records=records, limit=limit, make=Game)
    contest = Contest(plan)
    with ExitStack() as stack:
        hands = None if ray is None else stack.enter_context(crew.make(processes, ray))
        processes = hands.size if hands else processes or crew.cores()
        begun = time.perf_counter()
        interrupted = False
        try:
            _run(contest, processes, hands, texts, is_shown=not plain)
        except KeyboardInterrupt:
            interrupted = True
        seconds = time.perf_counter() - begun
    facts = {**contest.results.facts(), "interrupted": interrupted, "time": _times(contest.results, seconds, processes)}
    if out is not None:
        _write(out, contest.results, facts, texts)
    if json_:
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        _show(contest, texts, plain=plain)
        played = counted(texts, "games", len(contest.results.games))
        stdout().print(texts("arena.time", games=played, seconds=f"{seconds:.1f}"))
    if interrupted:
        complain(texts("arena.interrupted"))
        raise typer.Exit(INTERRUPTED)


def _run(contest: Contest, processes: int, hands: Crew | None, texts: Texts, *, is_shown: bool) -> None:
    """Play, with a live table if the output is a terminal."""
    console = Console(stderr=True)
    if not (console.is_terminal and is_shown):
        contest.run(processes, hands=hands)
        return
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    task = bar.add_task(texts("arena.games"), total=contest.games_left)
    told = 0.0
    with Live(bar, console=console, transient=True, auto_refresh=False) as live:

        def tell() -> None:
            nonlocal told
            done = len(contest.results.games)
            bar.update(task, completed=done, total=done + contest.games_left)
            if time.perf_counter() - told > REDRAW:
                head, rows = _pairs(contest.results, texts)
                live.update(Group(grid_of(head, rows), bar), refresh=True)
                told = time.perf_counter()

        contest.run(processes, tell, hands)


# -- tables -----------------------------------------------------------------------------------------------------------
def _show(contest: Contest, texts: Texts, *, plain: bool) -> None:
    out = stdout()
    results = contest.results
    for head, rows in (_pairs(results, texts), _bots(results, texts)):
        print_table(out, head, rows, plain=plain)
    if results.ratings().bounded:
        out.print(texts("arena.bounded"))
    forfeits: dict[tuple[str, str], list[int]] = {}
    for number, game in enumerate(results.games, 1):
        forfeit = game.played.forfeit
        if forfeit is not None:
            bot = results.plan.labels[game.fixture.seating[forfeit.seat]]
            forfeits.setdefault((bot, forfeit.reason), []).append(number)
    for (bot, reason), numbers in forfeits.items():
        for number in numbers[:TOLD]:
            out.print(texts("arena.forfeit", bot=bot, game=number, reason=reason), soft_wrap=True)
        if numbers[TOLD:]:
            more = counted(texts, "games", len(numbers[TOLD:]))
            out.print(texts("arena.forfeits_more", bot=bot, games=more), soft_wrap=True)


def _pairs(results: Results, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """The table of pairs: the margin first, with its error and its interval."""
    plan = results.plan
    head = [texts(f"arena.{key}") for key in ("pair", "margin", "interval", "won", "interval", "games", "answer")]
    rows = []
    for first, second in plan.pairs:
        pair = results.pair(first, second)
        margin = pair.margin
        names = f"{plan.labels[first]} : {plan.labels[second]}"
        if not pair.games:
            rows.append([names, "", "", "", "", "0", ""])
            continue
        low, high = within(pair.won, pair.games)
        answer = results.answer(first, second)
        said = texts("arena.open") if answer is None else texts("arena.level") if answer == LEVEL else answer
        ends = f"{signed(margin.mean - margin.radius)} … {signed(margin.mean + margin.radius)}"
        rows.append(
            [
                names,
                _with_error(texts, margin.mean, margin.error, 1),
                ends if math.isfinite(margin.radius) else "",
                f"{100 * pair.won:.1f} %",
                f"{100 * low:.1f} … {100 * high:.1f}",
                str(pair.games),
                said,
            ]
        )
    return head, rows


def _bots(results: Results, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """The table of bots: ratings, points and times; ranks and forfeits if there are any."""
    has_ranks = results.plan.seats > 2
    has_forfeits = any(standing.forfeits for standing in results.standings)
    more = [key for key, is_shown in (("rank", has_ranks), ("forfeits", has_forfeits)) if is_shown]
    keys = ["bot", "elo", "points", "wins", *more, "decision", "longest", "turn", "longest"]
    ratings = results.ratings()
    rows = []
    for bot, standing in enumerate(results.standings):
        if not standing.seats:
            rows.append([results.plan.labels[bot], *([""] * (len(keys) - 1))])
            continue
        further = {"rank": f"{standing.ranks / standing.seats:.2f}", "forfeits": str(standing.forfeits)}
        clock = standing.clock.facts()
        times = [clock[name] for name in ("mean_ms", "max_ms", "turn_mean_ms", "turn_max_ms")]
        rows.append(
            [
                results.plan.labels[bot],
                _with_error(texts, ratings.rating[bot], ratings.error[bot], 0),
                f"{standing.points / standing.seats:.1f}",
                f"{100 * standing.wins / standing.seats:.1f} %",
                *(further[key] for key in more),
                *(f"{milliseconds:.1f}" for milliseconds in times),
            ]
        )
    return [texts(f"arena.{key}") for key in keys], rows


def _with_error(texts: Texts, mean: float, error: float, digits: int) -> str:
    """`+4.1 ± 0.8`; without the error if it is unknown, and for the bot that ratings are relative to."""
    said = signed(mean, digits=digits)
    return texts("arena.with_error", mean=said, error=f"{error:.{digits}f}") if 0 < error < math.inf else said


# -- files ------------------------------------------------------------------------------------------------------------
def _times(results: Results, seconds: float, processes: int) -> dict[str, object]:
    """What differs from one run to the next."""
    clocks = [standing.clock.facts() for standing in results.standings]
    by_bot = dict(zip(results.plan.labels, clocks, strict=True))
    return {"seconds": round(seconds, 3), "processes": processes, "bots": by_bot}


def _write(folder: Path, results: Results, facts: dict[str, object], texts: Texts) -> None:
    """Write results, plot and records."""
    write_file(folder / "results.json", json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    write_file(folder / "plot.svg", plot(results, texts).svg)
    for number, game in enumerate(results.games, 1):
        if game.played.record:
            write_file(folder / f"game-{number:05}.aude", game.played.record)
