"""Sentences about tiles, and helpers for all sentences about boards."""

from __future__ import annotations

from collections.abc import Sequence

from aude.board.tiles import LaidTile, Segment, marks_on, sectors_of
from aude.catalog.texts import Texts
from aude.engine.tiles import BLANK, SIDES, arrow_of


def counted(texts: Texts, what: str, count: int) -> str:
    """`1 point`, `7 points`: the text in `counts`, or else the number and the word."""
    key = f"counts.{what}_one" if count == 1 else f"counts.{what}"
    return texts(key, count=count) if texts.has(key) else f"{count} {texts.word(what)}"


def listed(texts: Texts, names: Sequence[str]) -> str:
    """`red`, `red and blue`, `red, blue and green`."""
    return texts("table.and", names=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def capital(sentence: str) -> str:
    """The sentence with a capital letter, unless it begins with the name of a tile.

    >>> capital("red draws"), capital("base/CFFF fits nowhere")
    ('Red draws', 'base/CFFF fits nowhere')
    """
    return sentence if "/" in sentence.partition(" ")[0] else sentence[:1].upper() + sentence[1:]


def full_stop(sentence: str) -> str:
    """The sentence with a full stop, unless it is a question."""
    return sentence if sentence.endswith("?") else f"{sentence}."


def sides_text(segments: Sequence[Segment], texts: Texts) -> str:
    """`north city, east road, south field, west road; road E.W joined; in the middle: monastery`"""
    parts = [f"{texts(f'table.side_{side}')} {texts.word(kind_at(segments, side) or BLANK)}" for side in SIDES]
    said = [", ".join(parts)]
    joined = [segment for segment in segments if sum(len(port) == 1 for port in segment.ports) > 1]
    for segment in joined:
        sides = [texts(f"table.side_{port}") for port in segment.ports if len(port) == 1]
        said.append(texts("table.joined", kind=texts.word(segment.kind), sides=", ".join(sides)))
    inner = [texts.word(segment.kind) for segment in segments if not segment.ports]
    if inner:
        said.append(texts("table.in_the_middle", kinds=", ".join(inner)))
    for segment in segments:
        marks = ", ".join(texts.word(mark) for mark in marks_on(segment))
        if marks:
            said.append(texts("table.marked", kind=texts.word(segment.kind), marks=marks))
    return "; ".join(said)


def kind_at(segments: Sequence[Segment], side: str) -> str | None:
    """The kind of segment that a tile has at a side."""
    owners = {port: segment.kind for segment in segments for port in segment.ports}
    return owners.get(side) or owners.get(side + "L") or owners.get(side + "R")


def tile_text(tile: LaidTile, texts: Texts) -> str:
    """What a tile shows in its rotation: its sides, then what is printed on it as a whole."""
    return "; ".join([sides_text(tile.segments, texts), *symbols_text(tile, texts)])


def tile_name(tile: LaidTile, texts: Texts) -> str:
    """The name of a tile by what it shows, clockwise from the north: `city, road, field, road; road joined`."""
    kinds = [kind_at(tile.segments, side) or BLANK for side in SIDES]
    if len(set(kinds)) == 1:
        said = [texts("table.all_sides", kind=texts.word(kinds[0]))]
    else:
        said = [", ".join(texts.word(kind) for kind in kinds)]
    for kind in dict.fromkeys(kinds):
        sides = [side for side, shown in zip(SIDES, kinds, strict=True) if shown == kind]
        holders = [s for s in tile.segments if s.kind == kind and set(s.ports) & set(sides)]
        if len(sides) > 1 and holders:  # whole sides, not the halves of fields
            if len(holders) == 1:
                said.append(texts("table.sides_joined", kind=texts.word(kind)))
            elif len(holders) == len(sides):
                said.append(texts("table.sides_apart", kind=texts.word(kind)))
            else:
                together = next(s for s in holders if len(set(s.ports) & set(sides)) > 1)
                named = ", ".join(texts.side(side) for side in SIDES if side in together.ports)
                said.append(texts("table.joined", kind=texts.word(kind), sides=named))
    said += [texts.word(segment.kind) for segment in tile.segments if not segment.ports]
    said += [texts.word(mark) for segment in tile.segments for mark in marks_on(segment)]
    return "; ".join([*said, *symbols_text(tile, texts)])


def symbols_text(tile: LaidTile, texts: Texts) -> list[str]:
    """What is printed on a tile as a whole: `crop circle: city`, `extra turn, arrow south`, `well: Petit Puits`."""
    said = []
    for symbol in tile.symbols:
        word, _, value = symbol.partition(":")
        if arrow_of(symbol) >= 0:
            said.append(texts("table.arrow", mark=texts.word(word), side=texts(f"table.side_{value}")))
        else:
            said.append(f"{texts.word(word)}: {texts.word(value)}" if value else texts.word(word))
    if said and "building" in tile.facts.more:
        said[-1] += f": {tile.facts.more['building']}"
    return said + [texts.word(sector) for sector in sectors_of(tile.facts)]
