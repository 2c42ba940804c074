"""`aude statistics`: evaluates the games in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from aude.catalog.texts import Texts
from aude.cli.shared import Json, Lang, Plain, guarded, print_table, stdout, texts_for
from aude.data.keeping import games
from aude.data.report import Report
from aude.data.statistics import WITHOUT, Statistics
from aude.formats.files import check_writable, write_file

TOLD = 20  # games between two updates of the progress


@guarded
def statistics(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="GAMES", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="PAGE", show_default=False)] = None,
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Evaluate games that `aude simulate --out` has stored."""
    texts = texts_for(context, lang)
    if out is not None:
        check_writable(out)
    found = _counted(file, texts)
    report = Report(found, texts.language)
    if out is not None:
        write_file(out, report.page())
    if json_:
        print(json.dumps(found.facts(), indent=2, ensure_ascii=False))
        return
    for says in report.about():
        stdout().print(says, soft_wrap=True)
    for title, (head, rows), names in report.tables():
        print_table(stdout(), head, rows, title=title, left=names, plain=plain)
    stdout().print(texts("statistics.intervals"), soft_wrap=True)
    if out is not None:
        stdout().print(texts("statistics.written", file=str(out)), soft_wrap=True)


def _counted(file: Path, texts: Texts) -> Statistics:
    """Compute the statistics, showing progress if the output is a terminal."""
    found = Statistics()
    console = Console(stderr=True)
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:.0f}"), TimeElapsedColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.simulate.games"), total=None)
        for number, row in enumerate(games(file, without=WITHOUT), 1):
            found.add(row)
            if number % TOLD == 0:
                bar.update(task, completed=number)
    return found
