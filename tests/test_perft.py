"""In how many ways a game can go: counts that were confirmed by the oracle, and that nothing may change."""

from __future__ import annotations

import copy

import pytest

from aude import Setup
from aude.engine.drive import count_ways, opening
from oracle import Oracle
from sizes import SOAK

SETUP = Setup(options={"first_player": "seat1"})
ORDERS = {
    "monasteries and crossings": ["base/FFFF-monastery", "base/RRRR", "base/CRRR", "base/FFRF-monastery"],
    "cities": ["base/CFFF", "base/CCFC-cNEW-pennant", "base/CFCF", "base/CCCC-cNESW-pennant"],
    "roads": ["base/FRFR-rEW", "base/FFRR-rSW", "base/FRRR", "base/CRRF-rES"],
}
# Ways after 1, 2, 3 … decisions of the seats. The oracle counts them again: four with every test, all six in a soak.
PINNED = {
    "monasteries and crossings": [1, 3, 6, 52, 520, 3956],
    "cities": [4, 12, 84, 234, 1308, 4792],
    "roads": [3, 12, 120, 426, 5282, 32434],
}
CONFIRMED = 6 if SOAK else 4


def engine_counts(order: list[str], depth: int) -> list[int]:
    state = opening(SETUP.rules())
    tiles = [state.rules.table.index[tile] for tile in order]
    return [int(count_ways(state.copy(), tiles, ply)) for ply in range(1, depth + 1)]


def oracle_ways(oracle: Oracle, order: list[str], player: int, depth: int) -> int:
    """The same count by the naive model: a placement is a decision, and so is a figure where there is a choice."""
    if not order or depth == 0:
        return 1
    total = 0
    for x, y, turns in oracle.placements(order[0]):
        after = copy.deepcopy(oracle)
        after.lay(order[0], x, y, turns)
        if depth == 1:
            total += 1
            continue
        spots = after.deployments(player)
        if not spots:
            after.finish_turn(player)
            total += oracle_ways(after, order[1:], 1 - player, depth - 1)
            continue
        if depth == 2:
            total += len(spots) + 1
            continue
        for spot in [None, *spots.values()]:
            chosen = copy.deepcopy(after)
            if spot is not None:
                chosen.stand(player, *spot)
            chosen.finish_turn(player)
            total += oracle_ways(chosen, order[1:], 1 - player, depth - 2)
    return total


@pytest.mark.parametrize("name", ORDERS)
def test_perft_counts_are_pinned(name: str) -> None:
    """The number of ways to each depth is what it has always been."""
    assert engine_counts(ORDERS[name], len(PINNED[name])) == PINNED[name]


@pytest.mark.parametrize("name", ORDERS)
def test_the_oracle_confirms_perft(name: str) -> None:
    """The naive model counts the same ways, decision by decision."""
    oracle = Oracle([tile for tile, _ in SETUP.tile_list()], 2)
    oracle.lay("base/CRFR-rEW", 0, 0, 0)
    counts = [oracle_ways(oracle, ORDERS[name], 0, depth) for depth in range(1, CONFIRMED + 1)]
    assert counts == PINNED[name][:CONFIRMED]
