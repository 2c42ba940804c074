"""The assertions in a save, judged one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from aude.errors import Unreadable
from aude.jcz.meanings import PASS, TUNNELS, Meaning, equal_turn
from aude.jcz.pointers import Cell, Spot, ports_of
from aude.jcz.shelf import FIGURE_CLASSES
from aude.jcz.standing import KNOWN_PHASES, Standing

SKIPPED = None
CELL = re.compile(r"\[(-?\d+),\s*(-?\d+)\]")
TURNS = re.compile(r"\[(-?\d+),\s*(-?\d+)\]\s*-\s*\[([\d,\s]+)\]")
SPOT = re.compile(r"\{(?:([\w.]+),\s*)?(\w+),\s*([\w.]+),\s*\[(-?\d+),\s*(-?\d+)\]\}")
Options = set[tuple[object, ...]]


@dataclass(frozen=True)
class Verdict:
    """What came of an assertion: `holds` is None if it was not judged. `why` says what is so instead."""

    text: str
    holds: bool | None
    why: str = ""


def judge(standing: Standing, text: str) -> Verdict:
    """Judge one assertion."""
    line = text.strip().removesuffix(".").strip()
    for pattern, judged in FORMS:
        found = re.fullmatch(pattern, line)
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
    return can == (word == "can"), f"the player {'can' if can else 'cannot'}"


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
        return bool(standing.tunnel_spots(which)), "it is not offered"
    if which is not None and action == "Meeple":
        if which not in FIGURE_CLASSES:
            raise Unreadable(f"{which!r} is a figure of none of our boxes")
        which = FIGURE_CLASSES[which]
    names = {name for meaning in found for name in (meaning.what, meaning.figure)}
    return bool(found) and (which is None or which in names), f"there is {_list(offered)}"


def _tiles(standing: Standing, tile: str, items: str) -> Judged:
    found = {
        (meaning.cell, meaning.number)
        for meaning in standing.offered()
        if meaning.type == "PLACE_TILE" and meaning.what == tile
    }
    ours = standing.run.layout.ours.get(tile, "")
    if ours not in standing.game.rules.table.index:
        return False, f"there is no tile {tile}"
    wanted: Options = set()
    for x, y, turns in TURNS.findall(items):
        for turn in turns.split(","):
            wanted.add(((int(x), int(y)), equal_turn(standing.game, ours, int(turn) // 90 % 4)))
    if tile == "AM/A":
        wanted = {(cell, 0) for cell, _ in wanted}
    return _same(set(found), wanted)


def _meeples(standing: Standing, name: str, items: str) -> Judged:
    if name not in FIGURE_CLASSES:
        raise Unreadable(f"{name!r} is a figure of none of our boxes")
    found = {
        (meaning.spot,)
        for meaning in standing.offered()
        if meaning.type == "DEPLOY_MEEPLE" and meaning.figure == FIGURE_CLASSES[name]
    }
    return _same(set(found), {(spot,) for _, spot in _spots(items)})


def _tunnels(standing: Standing, token: str, items: str) -> Judged:
    return _same({(spot,) for spot in standing.tunnel_spots(token)}, {(spot,) for _, spot in _spots(items)})


def _towers(standing: Standing, items: str) -> Judged:
    found = {(m.spot.cell,) for m in standing.offered() if m.what == "TOWER_PIECE" and m.spot is not None}
    return _same(set(found), {(cell,) for cell in _cells(items)})


def _returns(standing: Standing, source: str, items: str) -> Judged:
    found = [meaning for meaning in standing.offered() if (meaning.type, meaning.what) == ("RETURN_MEEPLE", source)]
    return _same(_figures(found), _named(items))


def _captures(standing: Standing, items: str) -> Judged:
    found = [meaning for meaning in standing.offered() if meaning.type == "CAPTURE_FOLLOWER"]
    return _same(_figures(found), _named(items))


def _no_auction(standing: Standing, value: str) -> Judged:
    auction = standing.game.setup.values().get("bazaar_auction", "on")
    return (auction == "off") == (value == "true"), f"the auctions are {auction}"


def _undo(standing: Standing) -> Judged:
    return SKIPPED, "what may be undone is no rule of the game"


# Forms of assertions: a pattern, and what judges its parts.
FORMS: tuple[tuple[str, Callable[..., Judged]], ...] = (
    (r"(.+) has (-?\d+) points?", _points),
    (r"(.+) scored (\S+) for (-?\d+) points?", _scored),
    (r"(.+) has (\w+) tokens? with (?:size|count) (\d+)", _token),
    (r"Player (can't|can) pass", _pass),
    (r"[Pp]hase is (\w+)", _phase),
    (r"Available action (\w+)(?: for (\S+))?", _available),
    (r"TilePlacement (\S+) options:\s*(.*)", _tiles),
    (r"Meeple (\w+) options:\s*(.*)", _meeples),
    (r"Tunnel token (\w+) options:\s*(.*)", _tunnels),
    (r"Tower piece (?:\w+ )?options:\s*(.*)", _towers),
    (r"ReturnMeeple (\w+) options:\s*(.*)", _returns),
    (r"CaptureFollower options:\s*(.*)", _captures),
    (r"Bazaar noAuction: (true|false)", _no_auction),
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
def _cells(items: str) -> list[Cell]:
    return [(int(x), int(y)) for x, y in CELL.findall(items)]


def _spots(items: str) -> list[tuple[str, Spot]]:
    """`{Feature,Location,[x,y]}` or `{meepleId,Feature,Location,[x,y]}`, one after the other."""
    found: list[tuple[str, Spot]] = []
    for name, feature, location, x, y in SPOT.findall(items):
        found.append((name, Spot((int(x), int(y)), feature, ports_of(location, feature, "the assertion"))))
    if len(found) != items.count("{"):
        raise Unreadable("its list of places cannot be read")
    return found


def _named(items: str) -> Options:
    """Figures without their number: those of one kind are all the same."""
    return {(name.rpartition(".")[0], spot) for name, spot in _spots(items)}


def _figures(found: list[Meaning]) -> Options:
    return {(f"{meaning.seat}.{meaning.figure}", meaning.spot) for meaning in found}


def _same(found: Options, wanted: Options) -> Judged:
    more = ", ".join(sorted(" ".join(map(str, item)) for item in found - wanted))
    less = ", ".join(sorted(" ".join(map(str, item)) for item in wanted - found))
    says = [f"offered as well: {more}" if more else "", f"not offered: {less}" if less else ""]
    return found == wanted, "; ".join(part for part in says if part)


def _list(offered: list[Meaning]) -> str:
    return "; ".join(sorted({str(meaning) for meaning in offered})[:8]) or "nothing"
