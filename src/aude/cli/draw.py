"""`aude draw`: pictures of boards and tiles, and films of games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aude.api import Game
from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.cli.shared import Lang, chosen, guarded, split, texts_for
from aude.formats.jcz import open_save
from aude.formats.setupfile import load_setup
from aude.game.game import GameCore
from aude.terminal.screen import open_game, read_file

PICTURES = (".svg", ".png")


@guarded
def draw(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", show_default=False)] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False)] = None,
    tile: Annotated[str | None, typer.Option("--tile", metavar="ID")] = None,
    layers: Annotated[str, typer.Option("--layers", metavar="A,B")] = "",
    legend: Annotated[bool, typer.Option("--legend", metavar="")] = False,
    names: Annotated[str, typer.Option("--names", metavar="A,B")] = "",
    night: Annotated[bool, typer.Option("--night", metavar="")] = False,
    move: Annotated[int | None, typer.Option("--move", metavar="N", min=0)] = None,
    width: Annotated[int | None, typer.Option("--width", metavar="PIXELS")] = None,
    seconds: Annotated[float, typer.Option("--seconds", "-s", min=0.02, max=60.0)] = 0.7,
    boxes: Annotated[str, typer.Option("--boxes", metavar="FOLDERS")] = "",
    caption: Annotated[bool, typer.Option("--caption", metavar="")] = False,
    lang: Lang = None,
) -> None:
    """Draw a board, a tile, or a whole game turn by turn."""
    from aude.draw import board, tile_picture
    from aude.draw.film import FORMATS
    from aude.draw.picture import WIDTH

    language = chosen(context, lang)
    if output is None and not caption:
        raise unreadable("draw.output")
    ending = output.suffix.lower() if output is not None else ""
    if output is not None and ending not in (*PICTURES, *FORMATS):
        raise unreadable("draw.ends", name=output.name)
    if (file is None) == (tile is None):
        raise unreadable("draw.file_or_tile")
    if tile is not None:
        if ending in FORMATS or layers or move is not None or legend:
            raise unreadable("draw.one_tile")
        picture = tile_picture(tile, night=night, language=language, folders=split(boxes))
    else:
        assert file is not None
        game = _open(file, split(boxes))
        if move is not None:
            if move > len(game.moves):
                raise unreadable("no_move", number=move, moves=len(game.moves))
            game = game.at(move)
        if ending in FORMATS and legend:
            raise unreadable("draw.legend_film")
        called = [name.strip() for name in names.split(",")] if names else []
        if called and not legend:
            raise unreadable("draw.names")
        picture = board(game, layers, night=night, language=language, panel=legend, names=called)
        if output is not None and ending in FORMATS:
            _film(game, output, width, seconds, layers, night, texts_for(context, lang))
    if output is not None and ending in PICTURES:
        picture.save(output, WIDTH if width is None else width)
    if caption:
        print(picture.caption)


def _open(file: Path, folders: list[str]) -> GameCore:
    """The game in a file: a set-up (.toml), a save of JCloisterZone (which is JSON), or a record."""
    if file.suffix.lower() == ".toml":
        return Game(load_setup(file, folders=folders), deal=False)
    text = read_file(file)
    if text.lstrip().startswith("{"):
        return open_save(text)[1].game
    return open_game(file, deal=False, folders=folders, to_score=True, make=Game)[0]


def _film(
    game: GameCore, output: Path, width: int | None, seconds: float, layers: str, night: bool, texts: Texts
) -> None:
    from aude.draw import film

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.draw.turns"), total=len(film.turns_of(game)))
        film.film(
            game, output, width=film.WIDTH if width is None else width, seconds=seconds,
            layers=layers or ("last",), night=night, progress=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
