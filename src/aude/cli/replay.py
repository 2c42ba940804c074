"""`aude replay`: shows a saved game again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from aude.api import Game
from aude.catalog.errors import unreadable
from aude.cli.shared import Json, Lang, Plain, chosen, guarded, split
from aude.errors import Unreadable
from aude.game.events import Event
from aude.game.game import GameCore
from aude.terminal.replay import Replay
from aude.terminal.screen import open_game


@guarded
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    all_: Annotated[bool, typer.Option("--all", metavar="")] = False,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0)] = None,
    position: Annotated[bool, typer.Option("--position", metavar="")] = False,
    boxes: Annotated[str, typer.Option("--boxes", metavar="FOLDERS")] = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Show a saved game again, with every point explained."""
    game, _ = open_game(file, deal=False, folders=split(boxes), make=Game)
    if at is not None and at > len(game.moves):
        raise unreadable("no_move", number=at, moves=len(game.moves))
    if position:
        print("\n".join(last_table(game, len(game.moves) if at is None else at)))
        return
    if json_:
        print(json.dumps(replay_facts(game if at is None else game.at(at)), indent=2, ensure_ascii=False))
        return
    table = Replay(game, language=chosen(context, lang), plain=plain)
    if at is not None:
        table.move_to(at)
        table.picture()
        table.result()
    elif all_ or not (sys.stdin.isatty() and sys.stdout.isatty()):
        table.play_all()
    elif table.run() == "interrupted":
        raise typer.Exit(130)


def last_table(game: GameCore, number: int) -> list[str]:
    """The lines of the table between two turns, at or before a move, with a comment that says after which move."""
    while True:
        try:
            return [f"# {number}/{len(game.moves)}", *game.at(number).position_lines()]
        except Unreadable:
            if number == 0:
                raise
            number -= 1


def replay_facts(game: GameCore) -> dict[str, Any]:
    """A game as JSON data: its set-up, its moves with their events, its scores."""
    setup = game.setup
    return {
        "game": setup.game,
        "boxes": list(setup.boxes),
        "players": list(setup.players),
        "options": dict(setup.options),
        "moves": [
            {
                "number": number,
                "seat": move.seat,
                "action": move.text,
                "events": [event_facts(event) for event in move.events],
            }
            for number, move in enumerate(game.moves, 1)
        ],
        "scores": game.scores,
        "if_ended_now": game.scores if game.over else game.if_ended_now,
        "over": game.over,
        "winners": game.winners,
        "asked": game.actor,
    }


def event_facts(event: Event) -> dict[str, Any]:
    """An event as JSON data."""
    facts: dict[str, Any] = {"name": event.name, **event.facts}
    if event.lines:
        facts["lines"] = [{"label": x.label, "count": x.count, "points": x.points} for x in event.lines]
    return facts
