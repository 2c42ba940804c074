"""`aude puzzles`: positions from saved games in which the best turn is hard to find."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude.api import Game
from aude.board.sentences import capital
from aude.catalog.texts import Texts, title_of
from aude.cli.shared import Json, Lang, Plain, chosen, guarded, split, stdout, texts_for
from aude.formats.files import check_writable, write_file
from aude.study import puzzles as finding
from aude.study.page import puzzle_page
from aude.study.puzzles import Demands, Puzzle
from aude.study.words import advised
from aude.terminal.descriptions import describe, describe_tile
from aude.terminal.screen import open_game, print_folded
from aude.terminal.textboard import sheet

MOST_SIMULATIONS = 1_000_000
WIDTH = 78  # of a board in characters


@guarded
def puzzles(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="RECORDS", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", show_default=False)] = None,
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE", show_default=False)] = None,
    gap: Annotated[float, typer.Option("--gap", metavar="POINTS", min=0.0)] = finding.GAP,
    simulations: Annotated[
        int, typer.Option("--simulations", metavar="N", min=finding.FIRST, max=MOST_SIMULATIONS)
    ] = finding.CLOSER,
    most: Annotated[int | None, typer.Option("--most", metavar="N", min=1, show_default=False)] = None,
    boxes: Annotated[str, typer.Option("--boxes", metavar="FOLDERS")] = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Find puzzles in saved games."""
    texts = texts_for(context, lang)
    games = [open_game(file, deal=False, folders=split(boxes), make=Game)[0] for file in files]
    for path in (out, page):
        if path is not None:
            check_writable(path)
    found: list[Puzzle] = []
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.review.moves"), total=sum(len(game.moves) for game in games))
        before = 0
        for game in games:
            here = finding.puzzles(
                game,
                Demands(gap, closer=simulations),
                lambda done, before=before: bar.update(task, completed=before + done),  # type: ignore[misc]
            )
            found += islice(here, None if most is None else most - len(found))
            before += len(game.moves)
            if len(found) == most:
                break
    if out is not None:
        lines = [json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n" for puzzle in found]
        write_file(out, "".join(lines))
    if page is not None:
        write_file(page, puzzle_page(found, texts))
    if json_:
        print(json.dumps([puzzle.to_json() for puzzle in found], indent=2, ensure_ascii=False))
        return
    for number, puzzle in enumerate(found, 1):
        show(number, puzzle, chosen(context, lang), plain)
    stdout().print(texts("cli.puzzles.found", count=len(found)))


def show(number: int, puzzle: Puzzle, language: str, plain: bool) -> None:
    """A puzzle as text: the board, the tile, and the answer."""
    out, game = stdout(), puzzle.game(Game)
    texts: Texts = game.texts(language)
    boxes = ", ".join(title_of(box, language) for box in game.setup.infos())
    out.print(f"{number}. {texts('study.puzzle', seat=capital(texts.word(puzzle.seat)), boxes=boxes)}", soft_wrap=True)
    board = describe(game, texts) if plain else sheet(game, width=WIDTH, texts=texts, plain=not out.is_terminal).text()
    out.print(board, soft_wrap=True)
    print_folded(out, describe_tile(game, str(game.tile), 0, texts))
    head, *reasons = advised(puzzle.answer, puzzle.next_best, puzzle.why, texts)
    print_folded(out, f"{texts('study.answer')}: {head}")
    for says in reasons:
        print_folded(out, f"    {says}", hang=10)
    out.print()
