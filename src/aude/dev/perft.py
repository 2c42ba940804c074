"""In how many ways a game can go, ply by ply, when its tiles come in a known order."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from aude.catalog.errors import unreadable
from aude.engine import drive
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.state import State
from aude.errors import Unreadable
from aude.terminal.tilesearch import sight, tiles_named

IN_ONE_GO = 3  # plies that the engine counts without checking for Ctrl-C


@dataclass(frozen=True)
class Ply:
    """In how many ways the first `depth` decisions can be taken."""

    depth: int
    ways: int
    seconds: float


def read_tiles(rules: Rules, text: str) -> list[int]:
    """Tiles separated by commas (ids, with or without the name of the set, or letters), as numbers of the engine."""
    index = rules.table.index
    left = [int(copies) for copies in rules.table.bag]
    for name, *_ in rules.start:
        left[index[name]] -= 1
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        known = tiles_named(rules, word)
        if len({sight(rules, name) for name in known}) > 1:
            raise unreadable("several_tiles", word=word, count=len(known), tiles=known)
        tile = next((index[name] for name in known if left[index[name]]), -1)
        if tile < 0:
            raise Unreadable(f"there are not that many tiles {known[0]} to draw")
        left[tile] -= 1
        found.append(tile)
    if not found:
        raise Unreadable("no tile is given; write ids separated by commas")
    return found


def deal_order(opening: State, seed: int) -> list[int]:
    """The tiles that the dealer with this seed draws, in order."""
    dealer, chooser = Random(seed), Random(0)
    state = opening.copy()
    order = []
    while state.actor != NOBODY:
        step = state.rules.program[state.step]
        if state.actor == CHANCE:
            code = int(step.sample(state, dealer))
            if step.name == "draw":
                order.append(code)
            state.play(code)
        else:
            state.play(step.sample(state, chooser))
    return order


def before_the_draw(rules: Rules, seed: int, opening: State | None = None) -> State:
    """The opening; what chance decides before the first draw (who begins) is decided by the seed."""
    state = drive.opening(rules) if opening is None else opening.copy()
    dealer = Random(seed)
    while state.actor == CHANCE and rules.program[state.step].name != "draw":
        state.play(rules.program[state.step].sample(state, dealer))
    return state


def count_ways(state: State, tiles: list[int], depth: int) -> int:
    """The same as `drive.count_ways`, but takes the first plies here, where Ctrl-C works."""
    if depth <= IN_ONE_GO:
        return int(drive.count_ways(state, tiles, depth))
    at = 0
    while state.actor == CHANCE:
        if at == len(tiles):
            return 1
        state.play(tiles[at])
        at += 1
    if state.actor == NOBODY:
        return 1
    step = state.rules.program[state.step]
    if step.low(state) <= step.high(state):
        raise ValueError("a range of numbers cannot be counted")
    total = 0
    for option in step.legal(state):
        after = state.copy()
        after.play(option)
        total += count_ways(after, tiles[at:], depth - 1)
    return total


def perft(state: State, tiles: list[int], depth: int) -> Iterator[Ply]:
    """In how many ways the decisions can be taken, ply by ply, if these tiles are drawn in this order."""
    for ply in range(1, depth + 1):
        begun = time.perf_counter()
        try:
            ways = count_ways(state.copy(), tiles, ply)
        except ValueError as error:
            raise Unreadable(f"perft: at ply {ply} a box asks for a number, and {error}") from None
        yield Ply(ply, ways, time.perf_counter() - begun)
