"""`aude perft`: counts in how many ways a game can go."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

import typer

from aude.api import Game
from aude.catalog.errors import unreadable
from aude.cli.shared import (
    Boxes,
    Copies,
    Figures,
    GameName,
    Json,
    Lang,
    Options,
    Seed,
    SetupName,
    Without,
    build_setup,
    guarded,
    read_seats,
    stdout,
    texts_for,
)
from aude.dev import perft as counting


@guarded
def perft(
    context: typer.Context,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=200)] = 6,
    tiles: Annotated[str | None, typer.Option("--tiles", metavar="ID,ID,…")] = None,
    seed: Seed = None,
    players: Annotated[str | None, typer.Option("--players", "-p", metavar="NAMES|N")] = None,
    setup: SetupName = None,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Count in how many ways a game can go, decision by decision, for a given order of tiles."""
    if tiles is not None and seed is not None:
        raise unreadable("flags.tiles_or_seed")
    texts = texts_for(context, lang)
    chosen = build_setup(setup, game, boxes, option, without, figures, copies)
    if players is not None:
        chosen = replace(chosen, players=read_seats(players))
    if tiles is not None and chosen.order:
        raise unreadable("flags.order")
    if "first_player" in chosen.choices() and "first_player" not in chosen.options:
        chosen = replace(chosen, options={**chosen.options, "first_player": "seat1"})
    seed = (chosen.seed or 0) if seed is None else seed
    opening = Game(chosen, deal=False)
    rules = opening.rules
    state = counting.before_the_draw(rules, seed, opening.state)
    order = counting.read_tiles(rules, tiles) if tiles is not None else counting.deal_order(state, seed)
    out = stdout()
    found = []
    if not json_:
        shown = [rules.table.tiles[tile].id for tile in order[:depth]]
        out.print(texts("cli.perft.tiles", tiles=", ".join(shown) + (" …" if len(order) > len(shown) else "")))
        head = (texts(f"cli.perft.{key}") for key in ("ply", "ways", "seconds"))
        out.print("{:>5} {:>20} {:>10}".format(*head))
    for ply in counting.perft(state, order, depth):
        found.append(ply)
        if not json_:
            out.print(f"{ply.depth:>5} {ply.ways:>20,} {ply.seconds:>10.3f}".replace(",", " "))
    if json_:
        names = [rules.table.tiles[tile].id for tile in order]
        plies = [{"ply": ply.depth, "ways": ply.ways, "seconds": round(ply.seconds, 6)} for ply in found]
        print(json.dumps({"tiles": names, "plies": plies}, indent=2))
