"""`aude review`: shows what could have been chosen instead in a saved game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude.api import Game
from aude.catalog.texts import Texts
from aude.cli.shared import Json, Lang, Plain, chosen, guarded, print_table, split, stdout
from aude.formats.files import check_writable, write_file
from aude.game.game import GameCore
from aude.study import report
from aude.study.page import review_page
from aude.study.review import Review
from aude.study.review import review as reviewed
from aude.terminal.screen import open_game, print_folded

MOST_SIMULATIONS = 100_000


@guarded
def review(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="RECORD", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", show_default=False)] = None,
    simulations: Annotated[
        int | None, typer.Option("--simulations", metavar="N", min=0, max=MOST_SIMULATIONS, show_default=False)
    ] = None,
    boxes: Annotated[str, typer.Option("--boxes", metavar="FOLDERS")] = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Review a saved game."""
    game, _ = open_game(file, deal=False, folders=split(boxes), make=Game)
    texts = game.texts(chosen(context, lang))
    if out is not None:
        check_writable(out)
    found = _with_progress(game, simulations, texts)
    if out is not None:
        write_file(out, review_page(found, texts))
    if json_:
        print(json.dumps(report.to_json(found), indent=2, ensure_ascii=False))
        return
    show(found, texts, plain)
    if out is not None:
        stdout().print(texts("cli.review.written", path=out), soft_wrap=True)


def _with_progress(game: GameCore, simulations: int | None, texts: Texts) -> Review:
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.review.moves"), total=len(game.moves))
        return reviewed(game, simulations, lambda done: bar.update(task, completed=done))


def show(found: Review, texts: Texts, plain: bool) -> None:
    """Print the review."""
    out = stdout()
    print_table(out, *report.seat_rows(found, texts), plain=plain)
    out.print(texts("study.course"))
    for line in report.course_lines(found, texts, plain):
        out.print(f"  {line}", soft_wrap=True)
    out.print()
    out.print(texts("study.turning" if found.turning_points else "study.no_turning"))
    for one in found.turning_points:
        print_folded(out, f"  {report.turning_title(one, texts)}.")
        for line in report.turning_reasons(one, texts):
            print_folded(out, f"    {line}", hang=10)
    out.print()
    head, rows = report.decision_rows(found, texts)
    if rows:
        print_table(out, head, rows, title=texts("study.decisions"), left=4, plain=plain)
    else:
        out.print(texts("study.no_decisions"))
    for says in report.about(found, texts):
        print_folded(out, says)
