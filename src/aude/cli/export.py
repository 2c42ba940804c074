"""`aude export`: writes a saved game in the format of another program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aude.api import Game
from aude.catalog.errors import about, unreadable
from aude.cli.import_ import Output
from aude.cli.shared import Lang, guarded
from aude.formats.jcz.export import write_save
from aude.terminal.screen import open_game

FORMATS = {"jcz": write_save}


@guarded
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    format_: Annotated[str, typer.Option("--format", metavar="jcz")] = "jcz",
    output: Output = None,
    lang: Lang = None,
) -> None:
    """Write a saved game in the format of another program."""
    if format_ not in FORMATS:
        raise about(f"--format {format_}", unreadable("flags.format", formats=list(FORMATS)))
    game, _ = open_game(file, deal=False, make=Game)
    text = FORMATS[format_](game)
    if output is not None:
        output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
