"""`aude tiles`: shows every tile of a box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from aude.board.sentences import counted
from aude.catalog import boxes as catalog
from aude.catalog.errors import unreadable
from aude.catalog.texts import title_of
from aude.cli.shared import Json, Lang, Plain, guarded, texts_for
from aude.engine.tiles import BLANK
from aude.terminal.descriptions import describe_tile
from aude.terminal.glyphs import Look, styled
from aude.terminal.screen import Screen, side_by_side
from aude.terminal.tilepicture import tile_rows


@guarded
def tiles(
    context: typer.Context,
    box: Annotated[str, typer.Argument(metavar="BOX")] = "carcassonne",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Show every tile of a box: its picture, its letter, and how many there are."""
    info = catalog.info(catalog.meant(box))
    texts = texts_for(context, lang, text_folders(info))
    sets = info.tile_sets()
    if not sets:
        raise unreadable("boxes.no_tiles", box=info.id)
    if json_:
        facts = [
            {
                "id": tile.id, "set": tile.set, "count": tile.count, "first_edition": tile.first_edition,
                "letter": tile.more.get("letter"), "symbols": list(tile.symbols),
                "segments": [
                    {"kind": s.kind, "ports": list(s.ports), "traits": s.traits, "beside": list(s.beside)}
                    for s in tile.segments
                ],
            }
            for found in sets.values() for tile in found.tiles
        ]  # fmt: skip
        print(json.dumps(facts, indent=2))
        return
    screen = Screen(plain=plain)
    for found in sets.values():
        known = {tile.id: tile for tile in found.tiles}
        kinds = counted(texts, "kinds", len(known))
        copies = counted(texts, "tiles", sum(tile.count for tile in found.tiles))
        title = found.title if len(sets) > 1 else title_of(info, texts.language)
        screen.heading(texts("cli.tiles.set", title=title, kinds=kinds, copies=copies))
        blocks = []
        for tile in found.tiles:
            letter = tile.more.get("letter")
            counts = texts("cli.tiles.count", count=tile.count)
            if tile.first_edition != tile.count:
                counts += texts("cli.tiles.first_edition", count=tile.first_edition)
            if tile.id == found.start:
                counts += texts("cli.tiles.start")
            if plain:
                named = f"{tile.id} ({letter})" if letter else tile.id
                screen.say(f"{named}, {counts}: {describe_tile(known, tile.id, 0, texts)}.")
            else:
                start = texts("cli.tiles.start_short") if tile.id == found.start else ""
                caption = f"{tile.count}{'x' if screen.ascii else '×'} {letter or ''}".rstrip() + start
                name = tile.id.partition("/")[2] or tile.id
                blocks.append((f"{caption}\n{name}", tile_rows(known, tile.id, plain=screen.ascii)))
        if blocks:
            screen.show(styled(side_by_side(blocks, screen.width, below=1)))
            look = Look(found.tiles, plain=screen.ascii)
            kinds_shown = {segment.kind for tile in found.tiles for segment in tile.segments if segment.ports}
            signs = {**look.middles, **{kind: look.area(kind) for kind in sorted(kinds_shown)}, **look.marks}
            if not all(tile.segments for tile in found.tiles):
                signs[BLANK] = look.area(BLANK)
            if signs:
                screen.say("   ".join(f"{sign} {texts.word(name)}" for name, sign in signs.items()), "dim")


def text_folders(box: catalog.BoxInfo) -> list[Path]:
    """The folders with the words for a box's tiles, including boxes that give a meaning to what is printed on them."""
    others = [folder for name in catalog.BOXES for folder in catalog.info(name).text_folders]
    return [*others, *box.text_folders]
