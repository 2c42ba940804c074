"""The engine against the naive oracle: the same features, moves and scores after every move of random games."""

from __future__ import annotations

from collections import Counter

import pytest

from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.engine.words import ports_of
from aude.setup import Setup
from oracle import Oracle

OPTIONS = [
    Setup(options={"first_player": "seat1"}),
    Setup(players=("red", "blue", "green"), without=("farmers",)),
    Setup(players=("red", "blue", "green", "yellow"), options={"tiny_city": "on", "edition": "first"}),
    Setup(players=("red", "blue", "green", "yellow", "black"), options={"farm_scoring": "per_city_4"}),
    Setup(players=("red", "blue"), figures={"meeple": 3}, tiles={"base": 1}),
]


def engine_features(state: State) -> Counter[tuple[str, frozenset[tuple[int, int, int]], bool, tuple[int, ...]]]:
    """The features of the table as the oracle describes them."""
    rules = state.rules
    members: dict[int, set[tuple[int, int, int]]] = {}
    for node in range(state.nodes):
        slot = state.node_slot[node]
        cell = state.slot_cell[slot]
        tile = state.slot_tile[slot] >> 2
        index = rules.table.kept[tile][node - state.slot_first[slot]]
        members.setdefault(int(state.root[node]), set()).add((int(state.x_of(cell)), int(state.y_of(cell)), index))
    standing: dict[int, list[int]] = {feature: [0] * rules.seats for feature in members}
    for figure in range(rules.figures):
        if state.figure_at[figure] >= 0:
            standing[int(state.root[state.figure_at[figure]])][rules.figure_seat[figure]] += 1
    found = Counter[tuple[str, frozenset[tuple[int, int, int]], bool, tuple[int, ...]]]()
    for feature, nodes in members.items():
        kind = rules.kinds[state.kind_of(feature)]
        complete = kind.completes and state.is_complete(feature)
        found[kind.name, frozenset(nodes), complete, tuple(standing[feature])] += 1
    return found


def play_both(setup: Setup, seed: int) -> int:
    """Play a random game in the engine and repeat every move in the oracle. The points that were made in it."""
    rules = setup.rules()
    tiles = {tile.id: tile for tile, _ in setup.tile_list()}
    values = setup.values()
    oracle = Oracle(
        tiles,
        len(setup.players),
        farmers="farmers" in setup.elements(),
        tiny_city=values["tiny_city"] == "on",
        farm_scoring=values["farm_scoring"],
        meeples=setup.figures.get("meeple", 7),
    )
    random = Random(seed)
    state = opening(rules)
    for name, x, y, turn in rules.start:
        oracle.lay(name, x, y, turn)
    laid = False
    while state.actor != NOBODY:
        step = rules.program[state.place]
        player = int(state.player)
        action = step.sample(state, random)
        words = step.words(state, action)
        if step.name == "place":
            offered = {(*map(int, step.words(state, code)[1].split(",")), int(code & 3)) for code in state.legal()}
            tile = rules.table.tiles[state.tile].id
            assert offered == oracle.placements(tile), f"placements of {tile}"
            x, y = map(int, words[1].split(","))
            state.play(action)
            oracle.lay(tile, x, y, int(action & 3))
            laid = True
            if step.name == "place" and rules.program[state.place].name == "deploy":
                spots = set()
                for code in state.legal()[1:]:
                    node = int(code - 1) & 0xFFFFFF
                    spots.add((x, y, rules.kinds[state.kind_of(node)].name, frozenset(ports_of(state, node))))
                assert spots == oracle.spots(player)
                continue
            assert not oracle.spots(player)
        elif step.name == "deploy":
            if words != ["pass"]:
                node = int(action - 1) & 0xFFFFFF
                cell = state.slot_cell[state.node_slot[node]]
                kind = rules.kinds[state.kind_of(node)].name
                ports = frozenset(ports_of(state, node))
                oracle.deploy(player, int(state.x_of(cell)), int(state.y_of(cell)), kind, ports)
            state.play(action)
        else:
            state.play(action)
        if laid and (state.actor < 0):
            oracle.finish_turn()
            laid = False
            if state.actor == NOBODY:
                oracle.finish_game()
            else:
                assert list(if_ended_now(state)) == oracle.if_ended_now()
                assert engine_features(state) == Counter(tuple(feature) for feature in oracle.features())
            assert list(state.scores) == oracle.scores
            assert list(state.supply) == oracle.supply
    return sum(state.scores)


@pytest.mark.parametrize("setup", OPTIONS, ids=lambda setup: " ".join(setup.players))
def test_the_engine_agrees_with_the_oracle(setup: Setup, game_seeds: range) -> None:
    """Placements, spots, features, occupants, scores and forecasts are the same after every move."""
    points = [play_both(setup, seed) for seed in game_seeds]
    assert sum(points)  # a single game may well end without any
