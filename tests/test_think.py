"""How bots judge positions, and search: what must hold in every game."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings

from aude import Game, Setup
from aude.bots.thinking import evaluation_for
from aude.bots.weights import Learned, known, suitable
from aude.catalog.boxes import expansions
from aude.engine.drive import opening
from aude.engine.greedy import remember
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.scoring import if_ended_now
from aude.engine.snapshot import dump
from aude.engine.state import State
from aude.think.endings import expected
from aude.think.evaluation import Evaluation
from aude.think.outlook import Outlook
from aude.think.search import Limits, Search, shuffled
from aude.think.turns import Thinker, is_placement
from strategies import SEEDS, setups

EVERYTHING = expansions("carcassonne")


def sampled(state: State, random: Random) -> None:
    """Play something that is allowed."""
    state.play(state.rules.program[state.step].sample(state, random))


def thinker_of(setup: Setup) -> tuple[State, Thinker]:
    rules = setup.rules()
    return opening(rules), Thinker(evaluation_for(rules, suitable(setup)), Random(1))


def lead(state: State, seat: int) -> float:
    """How far ahead a seat is at the end, against the mean of the others."""
    others = [float(points) for other, points in enumerate(state.scores) if other != seat]
    return float(state.scores[seat]) - sum(others) / len(others)


# -- the evaluation ---------------------------------------------------------------------------------------------------
@given(setups(), SEEDS)
@settings(max_examples=12)
def test_law_a_placement_is_worth_what_the_whole_table_is_worth_after_it(setup: Setup, seed: int) -> None:
    """What is followed of a placement and what is found by looking at everything are the same."""
    state, _ = thinker_of(setup)
    parts, spare, whole = (evaluation_for(state.rules, suitable(setup)) for _ in range(3))
    outlook = Outlook(parts, spare)
    random = Random(seed)
    followed = 0
    while state.actor != NOBODY:
        if is_placement(state) and random.below(5) == 0:
            remember(state)
            for evaluation in (parts, spare, whole):
                evaluation.begin(state)
            outlook.look(state)
            for place in list(state.legal())[:12]:
                after = state.copy()
                after.play(place)
                outlook.judge(after, state.cell_of_code(place))
                whole.evaluate(after)
                assert list(outlook.current.values) == pytest.approx(list(whole.values), abs=1e-6)
                followed += outlook.current is parts
        sampled(state, random)
    assert followed


@given(setups(), SEEDS)
@settings(max_examples=12)
def test_law_with_no_tile_left_a_position_is_worth_its_final_score(setup: Setup, seed: int) -> None:
    """Only what features are worth now counts then, and what boxes give at the end."""
    state, thinker = thinker_of(setup)
    random = Random(seed)
    while state.actor != NOBODY:
        if state.bag_size == 0 and state.actor != CHANCE and setup.game == "carcassonne":
            thinker.evaluation.begin(state)
            thinker.evaluation.evaluate(state)
            assert list(thinker.evaluation.values) == pytest.approx([float(x) for x in if_ended_now(state)])
        sampled(state, random)
    thinker.evaluation.evaluate(state)
    assert list(thinker.evaluation.values) == [float(points) for points in state.scores]


@pytest.mark.parametrize(
    "setup",
    [Setup(), Setup(game="the_city"), Setup(boxes=EVERYTHING, players=("red", "blue", "green"))],
    ids=["base", "the city", "everything"],
)
def test_thinking_changes_nothing(setup: Setup) -> None:
    state, thinker = thinker_of(setup)
    random = Random(3)
    for _ in range(120):
        if state.actor not in (CHANCE, NOBODY):
            before = dump(state)
            code = thinker.choose(state)
            assert dump(state) == before
            assert code in state.legal() or state.rules.program[state.step].high(state) >= 0
        sampled(state, random)


# -- weights ----------------------------------------------------------------------------------------------------------
def test_weights_say_where_they_came_from() -> None:
    for learned in known():
        assert {"game", "boxes", "players", "rounds", "games", "made by"} <= set(learned.source)
        assert all(len(row) == len(next(iter(learned.weights.values()))) for row in learned.weights.values())


def test_the_most_similar_weights_are_taken() -> None:
    four = ("red", "blue", "green", "yellow")
    assert suitable(Setup()).source["boxes"] == [] and suitable(Setup()).source["players"] == 2
    assert suitable(Setup(players=four)).source["players"] == 4
    assert suitable(Setup(game="the_city")).source["game"] == "the_city"
    assert set(suitable(Setup(boxes=EVERYTHING)).source["boxes"]) == set(EVERYTHING)
    alone = suitable(Setup(boxes=("tower",)))
    assert alone.source["boxes"] == [] and "tower.pieces" in alone.weights  # which only others have learned


# -- searching --------------------------------------------------------------------------------------------------------
def middle(setup: Setup, tiles_left: int, seed: int = 5) -> tuple[State, Thinker]:
    """A position in which a tile is to be laid, with so many tiles left."""
    state, thinker = thinker_of(setup)
    random = Random(seed)
    while state.bag_size > tiles_left or not is_placement(state):
        if state.actor == CHANCE:
            sampled(state, random)
        else:
            thinker.play_turn(state)
    return state, thinker


def test_a_search_with_a_number_of_simulations_is_repeatable() -> None:
    found = []
    for _ in range(2):
        state, thinker = middle(Setup(), 30)
        search = Search(thinker, Random(7))
        found.append([(one.code, one.figure, one.value) for one in search.think(state, Limits(0.0, 64))])
    assert found[0] == found[1]
    assert 40 <= search.simulations <= 64


@pytest.mark.parametrize("boxes", [(), EVERYTHING], ids=["base", "everything"])
def test_a_search_stops_in_time(boxes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that moves on by a millisecond whenever somebody looks at it: nobody looks long after the deadline."""
    state, thinker = middle(Setup(boxes=boxes), 40)
    now = [100.0]

    def tick() -> float:
        now[0] += 0.001
        return now[0]

    monkeypatch.setattr(time, "perf_counter", tick)
    search = Search(thinker, Random(7))
    search.think(state, Limits(0.3))
    assert 100.25 < now[0] <= 100.315
    assert search.simulations


@pytest.mark.parametrize("simulations", [4, 16, 24, 400])
def test_few_simulations_are_not_spread_over_many_candidates(simulations: int) -> None:
    state, thinker = middle(Setup(), 30)
    search = Search(thinker, Random(7))
    found = search.think(state, Limits(0.0, simulations))
    assert len(found) == min(12, simulations // 2)
    assert search.simulations <= simulations
    assert found[0].simulations == max(one.simulations for one in found)


@pytest.mark.parametrize(("box", "step"), [("bridges_castles_and_bazaars", "bid"), ("catapult", "aim")])
def test_answers_whose_effect_shows_later_are_compared_by_simulations(box: str, step: str) -> None:
    """The evaluation cannot tell bids and aims apart, for others or chance answer first."""
    state, thinker = thinker_of(Setup(boxes=(box,)))
    random = Random(1)
    while state.rules.program[state.step].name != step:
        if state.actor == CHANCE:
            sampled(state, random)
        else:
            state.play(thinker.choose(state))
    found = Search(thinker, Random(3)).think(state, Limits(0.0, 80))
    legal = state.rules.program[state.step]
    codes = [one.code for one in found]
    assert len(codes) == len(set(codes)) > 2
    assert all(code in legal.legal(state) or legal.low(state) <= code <= legal.high(state) for code in codes)
    assert all(one.simulations for one in found)
    assert len({one.value for one in found}) > 1


def test_orders_hold_what_is_left_and_begin_evenly() -> None:
    state, thinker = middle(Setup(boxes=("river",)), 75)
    search = Search(thinker, Random(3))
    firsts: dict[int, int] = {}
    orders = 400
    for _ in range(orders):
        order = list(search._order(state))
        assert sorted(order) == sorted(shuffled(state, Random(1)))
        firsts[order[0]] = firsts.get(order[0], 0) + 1
    total = sum(int(state.bag[tile]) for tile in firsts)  # of the river
    assert total < state.bag_size
    for tile, number in firsts.items():
        assert abs(number - orders * int(state.bag[tile]) / total) < 4


def best_by_trying(state: State, seat: int) -> float:
    """The lead that a seat can expect if everybody tries everything, to the end: slow and simple."""
    if state.actor == NOBODY:
        return lead(state, seat)
    step = state.rules.program[state.step]
    if state.actor == CHANCE:
        draws = [step.nth(state, k) for k in range(step.count(state))]
        total = 0.0
        for draw in draws:
            after = state.copy()
            after.play(draw)
            total += best_by_trying(after, seat)
        return total / len(draws)
    found = []
    for code in step.legal(state):
        after = state.copy()
        after.play(code)
        found.append(best_by_trying(after, seat))
    return max(found) if state.actor == seat else min(found)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_turn_is_exact(seed: int) -> None:
    """With no tile left after it, the best turn by the evaluation is the best of all."""
    state, thinker = middle(Setup(), 0, seed)
    seat = int(state.actor)
    assert expected(thinker, state.copy(), seat) == pytest.approx(best_by_trying(state, seat))


def test_a_choice_does_not_know_what_will_be_drawn() -> None:
    """The same position, whatever will be drawn: a state holds a bag, not an order, and a bot sees nothing else."""
    one, other = Game(seed=1, first_player="seat1"), Game(seed=2, first_player="seat1", deal=False)
    for move in one.moves:
        other.play(move.text)
    found = []
    for game in (one, other):
        thinker = Thinker(evaluation_for(game.rules, suitable(game.setup)), Random(1))
        found.append(Search(thinker, Random(2)).think(game.state.copy(), Limits(0.0, 32))[0].code)
    assert found[0] == found[1]


def test_without_learned_weights_terms_have_defaults() -> None:
    rules = Setup().rules()
    evaluation: Evaluation = evaluation_for(rules, Learned.nothing())
    state = opening(rules)
    evaluation.begin(state)
    evaluation.evaluate(state)
    assert evaluation.lead(0) == pytest.approx(-evaluation.lead(1))
