"""The engine against the naive oracle: the same questions, options, features and scores after every decision."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings

from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import NOBODY, SUPPLY
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.game.setup import Setup
from aude.game.view import vec_of
from in_words import Wording
from oracle import AFRESH, CHANCE, Oracle, Question, stacks
from oracle.land import around
from sizes import SOAK, sized
from strategies import SEEDS, setups

# Mixed games: 10,000 at length, in parts of which each is told when it is done.
GAMES = sized(6, soak=50)
PARTS = range(200 if SOAK else 1)
# The questions and options are compared at every decision; everything on the table takes longer, and where ten thousand
# games are played it is compared at one decision in four.
COMPARED = 4 if SOAK else 1
KNOWN = (
    "inns_and_cathedrals",
    "traders_and_builders",
    "king_and_robber",
    "crop_circles",
    "crop_circles_ii",
    "abbot",
    "shrines_and_heretics",
    "tunnel",
    "cathars",
    "besiegers",
    "anniversary",
    "river",
    "river_ii",
    "anniversary_river",
    "gq11",
    "princess_and_dragon",
    "abbey_and_mayor",
    "wheel_of_fortune",
    "count",
    "catapult",
    "tower",
    "bridges_castles_and_bazaars",
)
"""The boxes that the oracle has learnt."""

FOUR = ("red", "blue", "green", "yellow")
SIX = (*FOUR, "black", "pink")
ALL = tuple(box for box in KNOWN if box != "anniversary_river")  # which goes with no other river
SETUPS = {
    "base": Setup(options={"first_player": "seat1"}),
    "without farmers": Setup(players=("red", "blue", "green"), without=("farmers",)),
    "first edition": Setup(players=FOUR, options={"tiny_city": "on", "edition": "first"}),
    "per_city_4": Setup(players=(*FOUR, "black"), options={"farm_scoring": "per_city_4"}),
    "three meeples": Setup(figures={"meeple": 3}),
    **{box: Setup(boxes=(box,), players=("red", "blue", "green")) for box in KNOWN},
    "many sieges": Setup(
        boxes=("cathars", "traders_and_builders"),
        tiles={"cathars": 4},
        options={"escape_timing": "end_of_turn", "escape_reach": "any_city_tile", "double_turn_counts": "two_turns"},
    ),
    "many arrows": Setup(
        boxes=("anniversary", "traders_and_builders"),
        tiles={"anniversary_20": 3},
        options={"extra_turn_stacking": "each_source", "anniversary_unchosen_bonus": "off"},
    ),
    "many circles": Setup(boxes=("crop_circles", "inns_and_cathedrals"), tiles={"crop_circles": 4}, players=FOUR),
    "many dragons": Setup(
        boxes=("princess_and_dragon", "traders_and_builders", "inns_and_cathedrals"), tiles={"princess_dragon": 2}
    ),
    "many dragons, otherwise": Setup(
        boxes=("princess_and_dragon", "river_ii", "tunnel"),
        tiles={"princess_dragon": 2},
        players=("red", "blue", "green"),
        options={
            "princess_action": "must",
            "princess_large": "free",
            "princess_builder": "off",
            "dragon_timing": "after_scoring",
            "fairy_on": "meeple",
            "fairy_after_volcano": "on",
            "volcano_skips": "follower_only",
            "tunnel_other_tiles": "on",
            "tunnel_timing": "any_time",
        },
    ),
    "many barns": Setup(
        boxes=("abbey_and_mayor", "traders_and_builders", "gq11"), tiles={"abbey_mayor": 3}, players=FOUR
    ),
    "many barns, otherwise": Setup(
        boxes=("abbey_and_mayor", "shrines_and_heretics", "cathars", "anniversary"),
        tiles={"abbey_mayor": 3},
        options={
            "barn_shared": "on",
            "barn_pig_herd": "off",
            "barn_scoring": "step17",
            "wagon_move": "adjacent_tiles",
            "escape_timing": "end_of_turn",
        },
    ),
    "the wheel by itself": Setup(boxes=("wheel_of_fortune",), tiles={"base": 0}, players=("red", "blue", "green")),
    "many wheels": Setup(
        boxes=("wheel_of_fortune", "traders_and_builders", "abbot"),
        tiles={"wheel_of_fortune": 4},
        options={"wheel_tiles": "symbol_only", "wheel_tax": "per_city", "farm_scoring": "per_city_4"},
        players=("red", "blue", "green"),
    ),
    "the count, otherwise": Setup(
        boxes=("count", "abbot", "shrines_and_heretics", "princess_and_dragon"),
        options={
            "count_move": "follow_meeple",
            "count_trigger": "tile_scoring",
            "count_to_unoccupied": "on",
            "count_final": "market_only",
            "count_market_barn": "on",
            "carcassonne_is_city": "off",
            "dragon_carcassonne": "city_only",
        },
        players=FOUR,
    ),
    "start blocks by hand": Setup(
        boxes=("river", "wheel_of_fortune", "count"),
        options={"start_blocks": "manual", "count_move": "clockwise", "wheel_famine": "per_farmer"},
    ),
    "barns and the count": Setup(
        boxes=("abbey_and_mayor", "count"), tiles={"abbey_mayor": 3}, players=("red", "blue", "green")
    ),
    "barns and the count, otherwise": Setup(
        boxes=("abbey_and_mayor", "count"),
        tiles={"abbey_mayor": 3},
        options={
            "barn_scoring": "step17",
            "barn_shared": "on",
            "count_market_barn": "on",
            "count_move": "clockwise",
        },
    ),
    "barns and the wheel": Setup(
        boxes=("abbey_and_mayor", "wheel_of_fortune"),
        tiles={"base": 0, "abbey_mayor": 2},
        players=("red", "blue", "green"),
    ),
    "many fairs": Setup(
        boxes=("catapult", "traders_and_builders", "crop_circles"),
        tiles={"catapult": 3},
        options={"catapult_mode": "scatter"},
        players=FOUR,
    ),
    "many fairs, otherwise": Setup(
        boxes=("catapult", "abbot", "princess_and_dragon"),
        tiles={"catapult": 3},
        options={"catapult_mode": "uniform", "catapult_timing": "after_scoring", "fairy_on": "meeple"},
    ),
    "many fairs, reported": Setup(
        boxes=("catapult", "inns_and_cathedrals", "anniversary"),
        tiles={"catapult": 3},
        options={"catapult_mode": "manual"},
        players=("red", "blue", "green"),
    ),
    "fairs without a catapult": Setup(boxes=("catapult",), options={"catapult_mode": "off"}),
    "many towers": Setup(boxes=("tower", "inns_and_cathedrals", "traders_and_builders"), tiles={"tower": 2}),
    "many towers, otherwise": Setup(
        boxes=("tower", "princess_and_dragon", "crop_circles", "abbot"),
        players=("red", "blue", "green"),
        options={
            "tower_capture_own": "on",
            "tower_capture_special": "off",
            "ransom_timing": "own_turn_once",
            "ransom_min_score": "none",
            "fairy_on": "meeple",
        },
    ),
    "towers and fairs beside count and wheel": Setup(
        boxes=("tower", "catapult", "wheel_of_fortune", "count"),
        tiles={"base": 0, "catapult": 3},
        options={"catapult_mode": "scatter", "safe_zones": "no_catapult"},
        players=("red", "blue", "green"),
    ),
    "towers and fairs beside barns": Setup(
        boxes=("tower", "catapult", "abbey_and_mayor", "count"),
        tiles={"catapult": 2, "abbey_mayor": 2},
        options={"catapult_mode": "manual", "count_trigger": "tile_scoring", "ransom_min_score": "none"},
    ),
    "many castles": Setup(
        boxes=("bridges_castles_and_bazaars", "princess_and_dragon", "abbey_and_mayor"),
        tiles={"bridges_castles_bazaars": 4},
        without=("bridges", "bazaars"),
        players=("red", "blue", "green"),
    ),
    "many bazaars": Setup(
        boxes=("bridges_castles_and_bazaars", "traders_and_builders", "cathars"),
        tiles={"bridges_castles_bazaars": 2},
        players=("red", "blue", "green"),
        options={
            "bazaar_timing": "step16",
            "bridge_forced": "must",
            "bridge_follower": "new_tile_only",
            "castle_field": "any",
            "farm_scoring": "per_city_4",
        },
    ),
    "bazaars without auctions": Setup(
        boxes=("bridges_castles_and_bazaars", "river_ii", "princess_and_dragon"),
        tiles={"bridges_castles_bazaars": 2},
        options={"bazaar_auction": "off", "bazaar_chain": "ignored"},
    ),
    "all, six seats": Setup(boxes=ALL, players=SIX),
    "all, otherwise": Setup(
        boxes=tuple(box for box in KNOWN if box not in ("river", "river_ii")),
        options={
            "tiny_city": "on",
            "farm_scoring": "per_city_4",
            "inn_cathedral_final": "ignore",
            "builder_second_tile": "must",
            "king_scoring": "continuous",
            "crop_add": "may",
            "crop_timing": "end_of_turn",
            "shrine_tiles": "six",
            "tunnel_timing": "any_time",
            "escape_timing": "end_of_turn",
            "siege_pig": "single",
            "river_uturn": "strict",
            "gq11_pig_herd": "on",
            "fairy_on": "meeple",
            "fairy_after_volcano": "on",
            "barn_scoring": "step17",
            "abbey_final_round": "off",
            "count_to_unoccupied": "on",
            "wheel_famine": "per_farmer",
            "catapult_mode": "scatter",
            "tower_capture_own": "on",
            "ransom_timing": "own_turn",
            "castle_field": "any",
            "bazaar_timing": "step16",
        },
    ),
}

CASTLES_BELOW_TOWERS = Setup(
    boxes=("tower", "bridges_castles_and_bazaars", "king_and_robber", "crop_circles"),
    tiles={"tower": 3, "bridges_castles_bazaars": 6},
    figures={"meeple": 10},
    without=("bridges", "bazaars", "farmers"),
    players=("red", "blue", "green"),
)
CASTLES_AND_THE_COUNT = Setup(
    boxes=("count", "abbey_and_mayor", "bridges_castles_and_bazaars", "inns_and_cathedrals", "king_and_robber"),
    tiles={"bridges_castles_bazaars": 4},
    figures={"meeple": 1},
    without=("bridges", "bazaars", "farmers"),
    players=("red", "blue", "green"),
)
BRIDGES_OVER_RIVERS = Setup(
    boxes=("abbey_and_mayor", "river_ii", "gq11", "bridges_castles_and_bazaars"),
    options={"river_blocking": "allowed"},
)
KEPT = {
    "R-TOW-12: nobody is captured in a castle": (CASTLES_BELOW_TOWERS, 5),
    "R-CNT-06: nobody joins a castle at the end": (CASTLES_AND_THE_COUNT, 7),
    "R-RIV-08: a river tile that is discarded instead of bridged": (BRIDGES_OVER_RIVERS, 1),
}
"""Games about which engine and oracle once disagreed: what they are about, and their seeds."""

Segment = tuple[int, int, int]
"""A segment on the table, as the oracle names it: its cell, and its index in the tile data."""


def cell_at(state: State, slot: int) -> tuple[int, int]:
    """Where a laid tile lies."""
    cell = state.slot_cell[slot]
    return int(state.x_of(cell)), int(state.y_of(cell))


def segment_at(state: State, node: int) -> Segment:
    """The name of a segment on the table."""
    slot = int(state.node_slot[node])
    tile = state.slot_tile[slot] >> 2
    kept = state.rules.table.kept[tile]
    printed = node - state.slot_first[slot]
    if printed < state.rules.table.tile_segments[tile]:
        return *cell_at(state, slot), kept[printed]
    first = int(state.slot_first[slot] + state.rules.table.tile_segments[tile])
    before = sum(state.node_slot[other] == slot for other in range(first, node))  # laid over the tile
    return *cell_at(state, slot), len(state.rules.table.tiles[tile].segments) + before


def engine_census(
    state: State, segments: list[Segment]
) -> Counter[tuple[str, frozenset[Segment], bool, frozenset[object]]]:
    """The features of the table and who stands on them, as the oracle describes them.

    `segments` are those of the table, as far as they have been seen before: what is laid never changes its name.
    """
    rules = state.rules
    segments += [segment_at(state, node) for node in range(len(segments), state.nodes)]
    members: dict[int, set[Segment]] = {}
    for node, root in enumerate(state.root[: state.nodes]):
        members.setdefault(root, set()).add(segments[node])
    standing: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)
    for figure in range(rules.figures):
        if state.figure_at[figure] >= 0:
            kind = rules.figure_kinds[rules.figure_kind[figure]].name
            standing[int(state.root[state.figure_at[figure]])][int(rules.figure_seat[figure]), kind] += 1
    found = Counter[tuple[str, frozenset[Segment], bool, frozenset[object]]]()
    for feature, nodes in members.items():
        kind_of = rules.kinds[state.kind_of(feature)]
        if kind_of.name == "river":  # nobody stands there and it brings nothing; where it may run shows in the options
            continue
        complete = bool(kind_of.completes and state.is_complete(feature))
        crowd = frozenset(standing[feature].items() if feature in standing else ())
        found[kind_of.name, frozenset(nodes), complete, crowd] += 1
    return found


def engine_pieces(state: State) -> Counter[tuple[tuple[int, ...], int, str]]:
    """What lies on the table besides tiles and figures, as the oracle describes it."""
    found = Counter[tuple[tuple[int, ...], int, str]]()
    for display in state.rules.displays:
        for at, seat, name in display.tokens_laid(state):
            found[segment_at(state, at) if at >= 0 else cell_at(state, -1 - at), seat, name] += 1
    return found


def compare(state: State, oracle: Oracle, segments: list[Segment]) -> None:
    """Everything that can be seen of a game, between two decisions; for `segments` see `engine_census`."""
    rules = state.rules
    assert list(state.scores) == oracle.scores
    for seat in range(rules.seats):
        supply = {
            kind.name: int(state.supply[number * rules.seats + seat]) for number, kind in enumerate(rules.figure_kinds)
        }
        assert supply == oracle.supply[seat]
        held = {name: number for display in rules.displays for name, number in display.holdings(state, seat)}
        assert held == oracle.holdings(seat)
    assert list(if_ended_now(state)) == oracle.if_ended_now(oracle.player)
    assert engine_census(state, segments) == oracle.census()
    assert engine_pieces(state) == Counter(oracle.pieces())
    away = [figure for figure in range(rules.figures) if state.figure_at[figure] < SUPPLY]
    assert Counter(
        (int(rules.figure_seat[figure]), rules.figure_kinds[rules.figure_kind[figure]].name) for figure in away
    ) == Counter((figure.seat, figure.kind) for figure in oracle.away)


def compare_interrupts(state: State, oracle: Oracle, asked: Question, wording: Wording) -> list[tuple[int, str, int]]:
    """What all seats may do out of turn: the seat, the words, and the engine's code."""
    found = []
    for seat in range(state.rules.seats):
        for part in state.rules.interrupts:
            for code in part.interrupts(state, seat, vec_of([])):
                choice = part.describe_interrupt(state, seat, code)
                assert choice is not None
                found.append((seat, wording.of_choice(state, choice), int(code)))
    seats = () if asked.seat == CHANCE else oracle.seats  # R-TOW-18
    expected = [(seat, words) for seat in seats for words in oracle.interrupts(seat)]
    assert sorted((seat, words) for seat, words, _ in found) == sorted(expected)
    return found


def interrupt(state: State, seat: int, code: int) -> None:
    """Carry out what a seat does out of turn; whoever is asked is asked again."""
    assert any(part.interrupt(state, seat, code) for part in state.rules.interrupts)
    state.offered = 0


def in_words(state: State, oracle: Oracle, wording: Wording, codes: list[int]) -> list[str]:
    """Options in words; a feature that somebody takes the points of is named by the least of its segments."""
    found = wording.of_codes(state, codes)
    if found[0].startswith("take "):
        for number, words in enumerate(found):
            nodes = [node for node in range(state.nodes) if state.root[node] == state.root[codes[number]]]
            least = oracle.words(min(segment_at(state, node) for node in nodes))
            found[number] = " ".join([*words.split()[:2], least])
    return found


def choose(options: list[str], oracle: Oracle, random: Random) -> int:
    """A random answer of a player who likes company, so that much happens in a game.

    Tiles go where they touch many others, tokens fly to where many stand, and each sort of answer is as likely as the
    others, however many there are.
    """
    verb = options[0].split()[0]
    if verb in ("place", "aim", "land"):
        tried = [int(random.below(len(options))) for _ in range(4 if verb == "place" else 12)]
        cells = [options[number].split()[1].split(",") for number in tried]
        standing = Counter(figure.node[:2] for figure in oracle.standing)
        standing.update(cell for figure in oracle.away if (cell := oracle.token_finds(figure)))
        company = [
            sum(cell in oracle.table for cell in around((int(x), int(y))))
            if verb == "place"
            else standing[int(x), int(y)]
            for x, y in cells
        ]
        return tried[company.index(max(company))]
    sorts = [[word for word in words.split()[:2] if "," not in word] for words in options]
    distinct = sorted({tuple(sort) for sort in sorts})
    chosen = [*distinct[int(random.below(len(distinct)))]]
    alike = [number for number, sort in enumerate(sorts) if sort == chosen]
    return alike[int(random.below(len(alike)))]


def play_both(setup: Setup, seed: int) -> int:
    """Play a random game in the engine and repeat every move in the oracle. The points that were made in it."""
    rules = setup.rules()
    tiles = setup.tile_list()
    oracle = Oracle(
        [tile for tile, _ in tiles],
        len(setup.players),
        boxes=setup.boxes,
        elements=setup.elements(),
        options=setup.options,
        figures=setup.figures,
    )
    blocks, drawn = stacks(tiles, setup.boxes, setup.options, "base/CRFR-rEW")
    state = opening(rules)
    random = Random(seed)
    wording = Wording(rules)
    segments: list[Segment] = []
    decisions = 0
    game = oracle.game(list(setup.players), blocks, drawn)
    asked: Question | None = next(game)
    while state.actor != NOBODY:
        assert asked is not None, f"the oracle's game is over, the engine asks {state.actor}"
        step = rules.program[state.step]
        has_range = step.high(state) >= step.low(state)
        codes = [*step.legal(state), *range(step.low(state), step.high(state) + 1)]
        options = in_words(state, oracle, wording, codes)
        assert (int(state.actor), len(options)) == (asked.seat, len(asked.options)), step.name
        assert set(options) == asked.options, step.name
        if decisions % COMPARED == 0:
            compare(state, oracle, segments)
        decisions += 1
        interrupts = compare_interrupts(state, oracle, asked, wording)
        if interrupts and random.below(8) == 0:
            seat, words, code = interrupts[int(random.below(len(interrupts)))]
            interrupt(state, seat, code)
            oracle.interrupts(seat)[words]()
            asked = game.send(AFRESH)
            continue
        chosen = codes.index(step.sample(state, random)) if has_range else choose(options, oracle, random)
        assert options[chosen] == in_words(state, oracle, wording, [codes[chosen]])[0]
        state.play(codes[chosen])
        try:
            asked = game.send(options[chosen])
        except StopIteration:
            asked = None
    assert asked is None, f"the engine's game is over: {asked}"
    compare(state, oracle, segments)
    return sum(state.scores)


@pytest.mark.parametrize("name", SETUPS)
def test_the_engine_agrees_with_the_oracle(name: str, game_seeds: range) -> None:
    """Questions, options, features, figures, holdings, scores and forecasts are the same after every decision."""
    # Games with many boxes are long, and those with all of them very long.
    boxes = len(SETUPS[name].boxes)
    seeds = game_seeds[::2] if boxes < 3 else game_seeds[::4] if boxes < 8 else game_seeds[::40]
    assert sum(play_both(SETUPS[name], seed) for seed in seeds)  # a single game may well end without any points


@pytest.mark.parametrize("name", KEPT)
def test_the_engine_agrees_with_the_oracle_where_it_once_did_not(name: str) -> None:
    """What random mixes have found stays found."""
    assert play_both(*KEPT[name])


@pytest.mark.parametrize("_part", PARTS)
@settings(max_examples=GAMES)
@given(setup=setups(KNOWN), seed=SEEDS)
def test_the_engine_agrees_with_the_oracle_in_any_mix(_part: int, setup: Setup, seed: int) -> None:
    """The same over random mixes of the boxes that the oracle knows, seats, options, elements and supplies."""
    play_both(setup, seed)
