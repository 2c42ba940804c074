"""Judges the assertions in a save one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from aude.errors import Unreadable
from aude.formats.jcz.catalog import FIGURE_CLASSES
from aude.formats.jcz.meanings import ABBEY, PASS, TUNNELS, Meaning, equal_rotation
from aude.formats.jcz.pointers import Pointer, ports_of
from aude.formats.jcz.standing import KNOWN_PHASES, Standing
from aude.game.values import Cell

SKIPPED = None
# Items of lists, without the blanks in them.
CELL = re.compile(r"\[(-?\d+),(-?\d+)\]")
ROTATED = re.compile(r"\[(-?\d+),(-?\d+)\]-\[(\d+(?:,\d+)*)\]")
POINTER = re.compile(r"\{(\w+),([\w.]+),\[(-?\d+),(-?\d+)\]\}")
FIGURE = re.compile(r"\{([\w-]+\.[\w-]+)\.\d+,(\w+),([\w.]+),\[(-?\d+),(-?\d+)\]\}")
Options = set[str]  # in the notation of assertions


@dataclass(frozen=True)
class Verdict:
    """The result of an assertion: `holds` is None if it was not judged. `why` says what is true instead."""

    text: str  # of the assertion
    holds: bool | None  # None if it was not judged
    why: str = ""  # what is true instead


def judge(standing: Standing, text: str) -> Verdict:
    """Judge one assertion. Blanks and case do not matter, and the last full stop may be missing."""
    line = " ".join(text.split()).removesuffix(".").strip()
    for pattern, judged in FORMS:
        found = re.fullmatch(pattern, line, re.IGNORECASE)
        if found:
            try:
                holds, why = judged(standing, *found.groups())
            except Unreadable as error:
                return Verdict(text, False, error.says)
            return Verdict(text, holds, "" if holds else why)
    return Verdict(text, False, "no such assertion is known")


def judge_all(standing: Standing, texts: tuple[str, ...]) -> list[Verdict]:
    """Judge every assertion of a save."""
    return [judge(standing, text) for text in texts]


Judged = tuple[bool | None, str]


def _seat(standing: Standing, player: str) -> str:
    if player not in standing.players:
        raise Unreadable(f"nobody is called {player!r}")
    return standing.players[player]


def _points(standing: Standing, player: str, points: str) -> Judged:
    have = standing.scores[_seat(standing, player)]
    return have == int(points), f"it is {have}"


def _scored(standing: Standing, player: str, name: str, points: str) -> Judged:
    found = standing.scored(_seat(standing, player), name)
    return int(points) in found, f"it is {', '.join(map(str, sorted(found))) or 'nothing'}"


def _token(standing: Standing, player: str, token: str, number: str) -> Judged:
    have = standing.tokens(_seat(standing, player), token)
    return have == int(number), f"it is {'none' if have is None else have}"


def _pass(standing: Standing, word: str) -> Judged:
    can = PASS in standing.offered()
    return can == (word.lower() == "can"), f"the player {'can' if can else 'cannot'}"


def _phase(standing: Standing, name: str) -> Judged:
    if name not in KNOWN_PHASES:
        return SKIPPED, "we have no such phase"
    return name in standing.phases, f"it is {' or '.join(standing.phases) or standing.game.step}"


def _available(standing: Standing, action: str, which: str | None) -> Judged:
    offered = standing.offered()
    if action not in ACTIONS:
        return SKIPPED, "we have no such action"
    found = [meaning for meaning in offered if ACTIONS[action](meaning)]
    if which is not None and action == "Tunnel":
        return bool(standing.tunnel_pointers(which)), "it is not offered"
    if which is not None and action == "Meeple":
        if which not in FIGURE_CLASSES:
            raise Unreadable(f"{which!r} is not a figure of any of our boxes")
        which = FIGURE_CLASSES[which]
    names = {name for meaning in found for name in (meaning.what, meaning.figure)}
    return bool(found) and (which is None or which in names), f"there is {_list(offered)}"


def _tiles(standing: Standing, tile: str, items: str) -> Judged:
    ours = standing.run.layout.ours.get(tile, "")
    if ours not in standing.game.rules.table.index:
        raise Unreadable(f"there is no tile {tile}")
    found = {
        _rotated(meaning.cell, meaning.number)
        for meaning in standing.offered()
        if meaning.type == "PLACE_TILE" and meaning.what == tile and meaning.cell is not None
    }
    wanted: Options = set()
    for x, y, rotations in _items(ROTATED, items):
        for degrees in map(int, rotations.split(",")):
            if degrees % 90:
                raise Unreadable(f"{degrees} degrees are not quarter turns")
            rotation = 0 if tile == ABBEY else equal_rotation(standing.board, ours, degrees % 360)
            wanted.add(_rotated((int(x), int(y)), rotation))
    return _same(found, wanted)


def _meeples(standing: Standing, name: str, items: str) -> Judged:
    if name not in FIGURE_CLASSES:
        raise Unreadable(f"{name!r} is not a figure of any of our boxes")
    found = {
        str(meaning.pointer)
        for meaning in standing.offered()
        if meaning.type == "DEPLOY_MEEPLE" and meaning.figure == FIGURE_CLASSES[name]
    }
    return _same(found, _pointers(items))


def _tunnels(standing: Standing, token: str, items: str) -> Judged:
    return _same({str(pointer) for pointer in standing.tunnel_pointers(token)}, _pointers(items))


def _towers(standing: Standing, items: str) -> Judged:
    found = {
        _cell(*meaning.pointer.cell)
        for meaning in standing.offered()
        if meaning.what == "TOWER_PIECE" and meaning.pointer is not None
    }
    return _same(found, {_cell(x, y) for x, y in _items(CELL, items)})


def _returns(standing: Standing, source: str, items: str) -> Judged:
    found = [meaning for meaning in standing.offered() if (meaning.type, meaning.what) == ("RETURN_MEEPLE", source)]
    return _same(_figures(found), _named(items))


def _captures(standing: Standing, items: str) -> Judged:
    found = [meaning for meaning in standing.offered() if meaning.type == "CAPTURE_FOLLOWER"]
    return _same(_figures(found), _named(items))


def _no_auction(standing: Standing, value: str) -> Judged:
    auction = standing.game.setup.values().get("bazaar_auction", "on")
    return (auction == "off") == (value.lower() == "true"), f"the auctions are {auction}"


def _undo(standing: Standing) -> Judged:
    return SKIPPED, "what may be undone is not a rule of the game"


# Forms of assertions: a pattern, and what judges its parts.
FORMS: tuple[tuple[str, Callable[..., Judged]], ...] = (
    (r"(.+) has (-?\d+) points?", _points),
    (r"(.+) scored (\S+) for (-?\d+) points?", _scored),
    (r"(.+) has (\w+) tokens? with (?:size|count) (\d+)", _token),
    (r"Player (can|can['’]t|cannot) pass", _pass),
    (r"Phase is (\w+)", _phase),
    (r"Available action (\w+)(?: for (\S+))?", _available),
    (r"TilePlacement (\S+) options ?:(.*)", _tiles),
    (r"Meeple (\w+) options ?:(.*)", _meeples),
    (r"Tunnel token (\w+) options ?:(.*)", _tunnels),
    (r"Tower piece (?:\w+ )?options ?:(.*)", _towers),
    (r"ReturnMeeple (\w+) options ?:(.*)", _returns),
    (r"CaptureFollower options ?:(.*)", _captures),
    (r"Bazaar noAuction ?: ?(true|false)", _no_auction),
    (r"Undo is (?:not )?allowed", _undo),
)
ACTIONS: dict[str, Callable[[Meaning], bool]] = {
    "TilePlacement": lambda meaning: meaning.type == "PLACE_TILE",
    "Meeple": lambda meaning: meaning.type == "DEPLOY_MEEPLE",
    "TowerPiece": lambda meaning: meaning.what == "TOWER_PIECE",
    "Tunnel": lambda meaning: meaning.what in ("TUNNEL", *TUNNELS),
    "ReturnMeeple": lambda meaning: meaning.type == "RETURN_MEEPLE",
    "CaptureFollower": lambda meaning: meaning.type == "CAPTURE_FOLLOWER",
    "BazaarSelectTile": lambda meaning: meaning.type == "BAZAAR_BID",
}


# -- lists of options -------------------------------------------------------------------------------------------------
def _items(form: re.Pattern[str], items: str) -> list[tuple[str, ...]]:
    """The parts of every item of a list; there may be none."""
    bare = "".join(items.split())
    if form.sub("", bare).strip(";,"):
        raise Unreadable("its list cannot be read")
    return form.findall(bare)


def _cell(x: object, y: object) -> str:
    return f"[{x},{y}]"


def _rotated(cell: Cell, rotation: int) -> str:
    return f"{_cell(*cell)} - [{rotation}]"


def _pointer(feature: str, location: str, x: str, y: str) -> Pointer:
    return Pointer((int(x), int(y)), feature, ports_of(location, feature, "the assertion"))


def _pointers(items: str) -> Options:
    """`{Feature,Location,[x,y]}`, one after the other."""
    return {str(_pointer(*parts)) for parts in _items(POINTER, items)}


def _named(items: str) -> Options:
    """`{meepleId,Feature,Location,[x,y]}`; figures without their number: those of one kind are all the same."""
    return {f"{name} {_pointer(*parts)}" for name, *parts in _items(FIGURE, items)}


def _figures(found: list[Meaning]) -> Options:
    return {f"{meaning.seat}.{meaning.figure} {meaning.pointer}" for meaning in found}


def _same(found: Options, wanted: Options) -> Judged:
    more, less = "; ".join(sorted(found - wanted)), "; ".join(sorted(wanted - found))
    says = [f"offered as well: {more}" if more else "", f"not offered: {less}" if less else ""]
    return found == wanted, "; ".join(part for part in says if part)


def _list(offered: list[Meaning]) -> str:
    return "; ".join(sorted({str(meaning) for meaning in offered})[:8]) or "nothing"
