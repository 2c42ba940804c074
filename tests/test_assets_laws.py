"""Laws of what boxes tell bots: assets only look, treat seats alike, and chances are 0 only where nothing can come."""

from __future__ import annotations

import re

import pytest

from aude import Game, Setup, bots
from aude.bots.thinking import evaluation_for
from aude.bots.weights import Learned
from aude.catalog.boxes import expansions
from aude.engine.drive import opening, roll_out
from aude.engine.placing import rotations_allowed, rotations_that_fit
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.snapshot import dump
from aude.engine.state import State
from aude.testing import assets
from aude.think.evaluation import Evaluation
from aude.think.outlook import Outlook
from aude.think.terms import SIDES_CLASS
from aude.think.turns import is_placement

SEATS = ("red", "blue")
EVERY = tuple(box for box in expansions("carcassonne") if box not in ("river_ii", "anniversary_river"))
LATE = 8  # tiles left: so few that features are dead, and all of them can be laid in many ways
WAYS = 12  # in which a late position goes on


def swapped(text: str) -> str:
    """The same move with the two seats exchanged."""
    return re.sub("red|blue", lambda found: SEATS[found[0] == "red"], text)


@pytest.mark.parametrize(("game", "boxes", "common"), [("the_city", (), 2), ("carcassonne", EVERY, 20)])
def test_assets_change_nothing_and_treat_seats_alike(game: str, boxes: tuple[str, ...], common: int) -> None:
    """A random game, and the same one with the seats exchanged: what one seat has here the other has there."""
    setup = Setup(game=game, boxes=boxes, players=SEATS)
    one, other = Game(setup, seed=7), Game(setup, deal=False)
    random = bots.make("random", 3)
    seen = set()  # assets of which somebody had any
    while True:
        for move in list(one.moves)[len(other.moves) :]:
            other.play(swapped(move.text))
        before = dump(one.state)
        for asset in one.rules.assets:
            counts = assets(one, asset.name)
            assert counts == assets(other, asset.name)[::-1], asset.name
            if any(counts):
                seen.add(asset.name)
        assert dump(one.state) == before
        if one.over:
            break
        one.play(random.choose(one))
    assert len(seen) >= common


# -- chances ----------------------------------------------------------------------------------------------------------
def late(game: str, boxes: tuple[str, ...], seed: int) -> State:
    """A position of a random game with few tiles left, before one is drawn."""
    rules = Game(game=game, boxes=boxes, players=3, deal=False).rules
    state, random = opening(rules), Random(seed)
    while state.actor != NOBODY and not (
        state.bag_size <= LATE and state.actor == CHANCE and state.step == rules.draw_step
    ):
        state.play(rules.program[state.step].sample(state, random))
    return state


def judged(state: State) -> Evaluation:
    """The evaluation, after it has looked at a position."""
    evaluation = evaluation_for(state.rules, Learned.nothing())
    evaluation.begin(state)
    evaluation.evaluate(state)
    return evaluation


MIXES = [
    ("carcassonne", ()),
    ("carcassonne", ("abbey_and_mayor",)),
    ("carcassonne", ("bridges_castles_and_bazaars",)),
    ("carcassonne", ("tunnel",)),
    ("carcassonne", ("abbey_and_mayor", "bridges_castles_and_bazaars", "tunnel")),
    ("carcassonne", ("shrines_and_heretics",)),
    ("carcassonne", ("princess_and_dragon", "shrines_and_heretics")),
    ("carcassonne", EVERY),
    ("the_city", ()),
]


@pytest.mark.parametrize(("game", "boxes"), MIXES)
def test_what_bots_take_for_dead_is_never_completed(game: str, boxes: tuple[str, ...]) -> None:
    """However the last tiles are laid, and whatever pieces are built: no feature without a chance is completed."""
    dead = 0
    for seed in range(12):
        state = late(game, boxes, seed)
        if state.actor == NOBODY:
            continue
        evaluation = judged(state)
        rules = state.rules
        ends = [kind for kind, named in enumerate(rules.kinds) if named.name != "castle"]  # it ends at no side
        hopeless = [
            node
            for node in range(state.nodes)
            if state.root[node] == node
            and state.open_ends[node] > 0
            and state.kind_of(node) in ends
            and evaluation.kind_class[state.kind_of(node)] == SIDES_CLASS
            and evaluation.chance_of(state, node) == 0.0
        ]
        dead += len(hopeless)
        for way in range(WAYS):
            end = state.copy()
            roll_out(end, Random(1000 * seed + way))
            for node in hopeless:
                assert not end.is_complete(end.root[node]), rules.kinds[state.kind_of(node)].name
    assert dead > 0 or game == "the_city"  # there the wall closes what ends at the outline


def is_banned(state: State, cell: int, tile: int) -> bool:
    return any(ban.forbids(state, cell, tile) for ban in state.rules.bans)


def test_what_boxes_forbid_for_good_stays_forbidden() -> None:
    """A tile that may never lie at a cell is refused there now, and never lies there, however the game goes on."""
    banned = 0
    rules = Game(boxes=("shrines_and_heretics",), players=2, deal=False).rules
    for seed in range(30):
        state, random = opening(rules), Random(seed)
        forbidden: dict[int, set[int]] = {}  # of the code of a cell: the tiles
        while state.actor != NOBODY:
            if state.actor == CHANCE and state.step == rules.draw_step:
                for front in range(state.fronts):
                    code = int(state.front_code[front])
                    cell = state.cell_of_code(code)
                    now = {tile for tile in range(len(state.bag)) if is_banned(state, cell, tile)}
                    assert forbidden.get(code, set()) <= now
                    forbidden[code] = now
            state.play(rules.program[state.step].sample(state, random))
            if is_placement(state) and state.tile >= 0:
                for front in range(state.fronts):
                    cell = state.cell_of_code(state.front_code[front])
                    if is_banned(state, cell, state.tile):
                        assert not rotations_allowed(state, state.tile, front)
                        banned += rotations_that_fit(state, state.tile, front) != 0
    assert banned


def test_where_no_tile_fits_and_nothing_else_helps_a_feature_is_dead() -> None:
    """Without boxes that fill cells otherwise, the chance is 0 exactly if a cell where it ends takes no tile left."""
    found = set()
    for seed in range(20):
        state = late("carcassonne", (), seed)
        evaluation = judged(state)
        tiles = [tile for tile, copies in enumerate(state.bag) if copies]
        stuck = set()
        met = set()
        for front in range(state.fronts):
            evaluation.fronts.look_at_cell(state, front)
            here = {int(evaluation.fronts.here[k]) for k in range(evaluation.fronts.here_count)}
            met |= here
            if not any(rotations_that_fit(state, tile, front) for tile in tiles):
                stuck |= here
        for feature in met:
            assert (evaluation.chance_of(state, feature) == 0.0) == (feature in stuck)
            found.add(feature in stuck)
    assert found == {False, True}


# -- judging by what changes ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("box", ["king_and_robber", "inns_and_cathedrals"])
def test_assets_after_a_placement_are_those_of_the_whole_position(box: str) -> None:
    """Judged by what it changes, a placement is worth what the position after it is worth."""
    rules = Game(boxes=(box,), players=2, deal=False).rules
    assert rules.figure_follows_tile
    parts, whole = (evaluation_for(rules, Learned.nothing()) for _ in range(2))
    outlook = Outlook(parts, whole)
    state, random = opening(rules), Random(11)
    judged_so = 0
    while state.actor != NOBODY:
        if is_placement(state):
            parts.begin(state)
            whole.begin(state)
            outlook.look(state)
            for place in state.legal():
                after = state.copy()
                after.play(place)
                outlook.judge(after, state.cell_of_code(place))
                whole.evaluate(after)
                assert list(outlook.current.values) == pytest.approx(list(whole.values), abs=1e-6)
                judged_so += outlook.current is parts
        state.play(rules.program[state.step].sample(state, random))
    assert judged_so > 100
