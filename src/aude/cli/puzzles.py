"""`aude puzzles`: shows a collection of puzzles, or finds puzzles in saved games."""

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
from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts, title_of
from aude.cli.shared import Json, Lang, Plain, chosen, guarded, split, stdout, texts_for
from aude.formats.files import check_writable, write_file
from aude.study import puzzles as finding
from aude.study.collection import collection
from aude.study.page import puzzle_page
from aude.study.puzzles import Demands, Puzzle
from aude.study.words import advised, typed
from aude.terminal.descriptions import describe, describe_tile
from aude.terminal.screen import open_game, print_folded
from aude.terminal.textboard import sheet

MOST_SIMULATIONS = 1_000_000
WIDTH = 78  # of a board in characters


@guarded
def puzzles(
    context: typer.Context,
    files: Annotated[list[Path] | None, typer.Argument(metavar="RECORDS", show_default=False)] = None,
    number: Annotated[int | None, typer.Option("--number", "-n", metavar="N", min=1, show_default=False)] = None,
    answer: Annotated[bool, typer.Option("--answer", metavar="")] = False,
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
    """Show the collection of puzzles, or find puzzles in saved games."""
    texts, language = texts_for(context, lang), chosen(context, lang)
    for path in (out, page):
        if path is not None:
            check_writable(path)
    if files:
        games = [open_game(file, deal=False, folders=split(boxes), make=Game)[0] for file in files]
        shown = list(enumerate(found_in(games, Demands(gap, closer=simulations), most, texts), 1))
    else:
        shown = list(enumerate(collection(), 1))
    if number is not None:
        if number > len(shown):
            raise unreadable("no_puzzle", number=number, most=len(shown))
        shown = [shown[number - 1]]
    if out is not None:
        lines = [json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n" for _, puzzle in shown]
        write_file(out, "".join(lines))
    if page is not None:
        write_file(page, puzzle_page([puzzle for _, puzzle in shown], texts))
    if json_:
        print(json.dumps([puzzle.to_json() for _, puzzle in shown], indent=2, ensure_ascii=False))
        return
    if not files and number is None:
        for at, puzzle in shown:
            stdout().print(title(at, puzzle, puzzle.game(Game), language), soft_wrap=True)
        print_folded(stdout(), texts("cli.puzzles.hint"))
        return
    for at, puzzle in shown:
        show(at, puzzle, language, plain, answer=answer or bool(files))
    if files:
        stdout().print(texts("cli.puzzles.found", count=len(shown)))


def found_in(games: list[Game], demands: Demands, most: int | None, texts: Texts) -> list[Puzzle]:
    """Find puzzles in these games, `most` at most, showing progress."""
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
                demands,
                lambda done, before=before: bar.update(task, completed=before + done),  # type: ignore[misc]
            )
            found += islice(here, None if most is None else most - len(found))
            before += len(game.moves)
            if len(found) == most:
                break
    return found


def title(number: int, puzzle: Puzzle, game: Game, language: str) -> str:
    """The heading of a puzzle: its number, whose turn it is, and the boxes of the game."""
    texts: Texts = game.texts(language)
    boxes = ", ".join(title_of(box, language) for box in game.setup.infos())
    return f"{number}. {texts('study.puzzle', seat=capital(texts.word(puzzle.seat)), boxes=boxes)}"


def show(number: int, puzzle: Puzzle, language: str, plain: bool, answer: bool) -> None:
    """Print a puzzle: the board, the tile, and optionally the answer."""
    out, game = stdout(), puzzle.game(Game)
    texts: Texts = game.texts(language)
    out.print(title(number, puzzle, game, language), soft_wrap=True)
    board = describe(game, texts) if plain else sheet(game, width=WIDTH, texts=texts, plain=not out.is_terminal).text()
    out.print(board, soft_wrap=True)
    print_folded(out, describe_tile(game, str(game.tile), 0, texts))
    if answer:
        head, *reasons = advised(typed(puzzle.answer, texts), typed(puzzle.next_best, texts), puzzle.why, texts)
        print_folded(out, f"{texts('study.answer')}: {head}")
        for says in reasons:
            print_folded(out, f"    {says}", hang=10)
    out.print()
