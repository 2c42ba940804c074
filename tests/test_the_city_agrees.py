"""The City against its naive oracle: the same questions, options, walls and scores after every decision."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude.catalog import boxes
from aude.engine.choice import Choice
from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.game.notation import action_of, cell_of_slot, newest_cell, words_of
from aude.game.setup import Setup
from aude.game.values import cell_text
from aude.testing import rule
from oracle.land import AROUND
from oracle.the_city import City
from oracle.turns import Question
from sizes import sized
from strategies import COLOURS, SEEDS

GAMES = sized(4, soak=300)

OTHERWISE = {
    "first_player": "youngest",
    "youngest": "2",
    "city_phase_switch": "last_tile_drawn",
    "city_wall_trigger": "any",
    "city_returned_as_guard": "on",
    "city_tower": "other_end",
}
SETUPS = {
    "two": Setup(game="the_city"),
    "three": Setup(game="the_city", players=COLOURS[:3], options={"first_player": "seat1"}),
    "four": Setup(game="the_city", players=COLOURS[:4]),
    "two, otherwise": Setup(game="the_city", options=OTHERWISE),
    "three, otherwise": Setup(game="the_city", players=COLOURS[:3], options=OTHERWISE),
    "four, otherwise": Setup(game="the_city", players=COLOURS[:4], options=OTHERWISE),
    "few followers": Setup(game="the_city", players=COLOURS[:3], figures={"follower": 2}),
}

# Set-ups, how much company the players like, and seeds, so that games end in every way that there is.
ANY = {"city_wall_trigger": "any"}
ENDS = {
    "pieces": (Setup(game="the_city", tiles={"the_city": 2}, options=ANY), 1, 0),
    "closed wall": (Setup(game="the_city", players=COLOURS[:4], options=ANY), 6, 0),
    "small gap": (Setup(game="the_city", options=ANY), 6, 0),
    "tiles": (Setup(game="the_city"), 6, 0),
    "tiles, without a gate": (Setup(game="the_city", figures={"follower": 1}), 12, 0),
}


def engine_walls(state: State) -> Counter[tuple[str, str, int]]:
    """Everything that stands at sides of tiles: what, where and whose."""
    [display] = state.rules.displays
    return Counter(
        (name, f"{'NESW'[side]} at {cell_text(cell_of_slot(state, slot))}", seat)
        for slot, side, seat, name in display.pieces_at_sides(state)
    )


def oracle_walls(city: City) -> Counter[tuple[str, str, int]]:
    """The same in the oracle's city."""
    found = {("gate", city.gate, -1)} if city.gate else set()
    found |= {("wall", side, -1) for end in city.ends for side in end}
    found |= {("city_tower", side, seat) for side, seat in city.towers.items()}
    found |= {("guard", side, seat) for side, seat in city.guards.items()}
    return Counter((name, f"{side} at {x},{y}", seat) for name, ((x, y), side), seat in found)


def engine_standing(state: State) -> Counter[tuple[int, str]]:
    """Where the followers of the seats stand on tiles: the cell is enough, for the options show the rest."""
    rules = state.rules
    return Counter(
        (int(rules.figure_seat[figure]), cell_text(cell_of_slot(state, int(state.node_slot[at]))))
        for figure, at in enumerate(state.figure_at)
        if at >= 0
    )


def compare(state: State, city: City) -> None:
    """Everything that can be seen of a game, between two decisions."""
    [display] = state.rules.displays
    assert list(state.scores) == city.scores
    assert list(state.supply) == city.supply
    for seat in city.seats:
        assert dict(display.holdings(state, seat)) == {
            "city_tower": city.towers_left[seat],
            "resting": city.resting[seat],
        }
    assert engine_walls(state) == oracle_walls(city)
    assert engine_standing(state) == Counter((seat, f"{x},{y}") for (x, y, _), seat in city.standing.items())
    assert list(if_ended_now(state)) == city.if_ended_now()


def in_words(state: State, choice: Choice) -> str:
    """A choice as records write it."""
    return " ".join(words_of(state.rules.forms[choice.form], action_of(state, choice), newest_cell(state)))


def choose(options: list[str], city: City, random: Random, company: int) -> int:
    """A random answer of somebody who likes company (the more, the denser the city) and often puts a follower."""
    if options[0].startswith("place"):
        tried = [int(random.below(len(options))) for _ in range(company)]
        cells = [tuple(map(int, options[number].split()[1].split(","))) for number in tried]
        near = [sum((x + dx, y + dy) in city.table for dx, dy in AROUND) for x, y in cells]
        return tried[near.index(max(near))]
    if options[0] == "pass" and random.below(4):
        return 1 + int(random.below(len(options) - 1))
    return int(random.below(len(options)))


def play_both(setup: Setup, seed: int, company: int = 0) -> City:
    """Play a random game in the engine and repeat every move in the oracle. The oracle's city, as it is at the end."""
    rules = setup.rules()
    state = opening(rules)
    city = City(setup.tile_list(), setup.players, setup.values(), setup.figures.get("follower", 7))
    random = Random(seed)
    company = company or 1 + int(random.below(12))
    game = city.game()
    asked: Question | None = next(game)
    while state.actor != NOBODY:
        assert asked is not None, f"the oracle's game is over, the engine asks {state.actor}"
        step = rules.program[state.step]
        codes = list(step.legal(state))
        options = [in_words(state, step.describe(state, code)) for code in codes]
        assert (int(state.actor), sorted(options)) == (asked.seat, sorted(asked.options)), step.name
        assert asked.seat < 0 or int(state.player) == city.player
        compare(state, city)
        chosen = choose(options, city, random, company)
        state.play(codes[chosen])
        try:
            asked = game.send(options[chosen])
        except StopIteration:
            asked = None
    assert asked is None, f"the engine's game is over: {asked}"
    compare(state, city)
    return city


@pytest.mark.parametrize("name", SETUPS)
def test_the_city_agrees_with_its_oracle(name: str, game_seeds: range) -> None:
    """Questions, options, walls, guards, towers, supplies, scores and forecasts are the same after every decision."""
    cities = [play_both(SETUPS[name], seed) for seed in game_seeds[::4]]
    assert sum(sum(city.scores) for city in cities)
    assert any(city.gate for city in cities)


@rule("CITY-48", "CITY-49", "R-CITY-17", "R-CITY-19", "R-CITY-31")
@pytest.mark.parametrize("name", ENDS)
def test_the_city_agrees_with_its_oracle_however_it_ends(name: str) -> None:
    """The same in games that end in each way; another deal may need another seed."""
    setup, company, seed = ENDS[name]
    assert play_both(setup, seed, company).ended_by == name


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """2 to 4 seats, any house rules, and now and then other numbers of tiles and followers."""
    seats = draw(st.integers(min_value=2, max_value=4))
    options = {
        option.name: draw(st.sampled_from(option.values))
        for option in boxes.info("the_city").options
        if option.name != "youngest"
    }
    options["youngest"] = str(draw(st.integers(min_value=1, max_value=seats)))
    return Setup(
        game="the_city",
        players=COLOURS[:seats],
        options=options,
        figures=draw(st.sampled_from([{}, {}, {"follower": 1}, {"follower": 3}, {"follower": 20}])),
        tiles=draw(st.sampled_from([{}, {}, {}, {"the_city": 2}])),
    )


@settings(max_examples=GAMES, deadline=None)
@given(setups(), SEEDS)
def test_the_city_agrees_with_its_oracle_by_any_house_rules(setup: Setup, seed: int) -> None:
    """The same over random seats, options and supplies."""
    play_both(setup, seed)
