"""Actions and events are values: equal, hashable, rebuilt by repr and JSON, and the same as their words."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

import make_actions
from aude import Action, Event, Game, Illegal, Option, Range, ScoreLine, Setup, Spot, Unreadable
from aude.engine.rng import Random
from aude.game.actions import Facts
from sizes import sized
from strategies import SEEDS, setups

GAMES = sized(12, soak=200)
NAMES = {"Action": Action, "Event": Event, "Spot": Spot, "Range": Range, "ScoreLine": ScoreLine}


def rebuilt(value: Facts) -> object:
    return eval(repr(value), {}, NAMES)


def some(options: Sequence[Option], random: Random) -> Option:
    option = options[int(random.below(len(options)))]
    if option.low is None or option.high is None:
        return option
    return option.at(option.low + int(random.below(min(option.high - option.low, 20) + 1)))


# -- laws -------------------------------------------------------------------------------------------------------------
@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_words_actions_and_json_mean_the_same(setup: Setup, seed: int) -> None:
    """Words → action → words and JSON → action → JSON are identities, for every option of every seat and of chance."""
    game = Game(setup, seed=seed)
    chance = game.copy()
    random = Random(seed)
    number = 0
    while not game.over:
        number += 1
        if number % 5 == 0:
            for seat in game.seats:
                options = game.options_of(seat)
                assert len({option.action for option in options}) == len({option.code for option in options})
                for option in options:
                    check_action(game, option)
        game.play(some(game.options, random))
    for event in game.events:
        data = event.to_json()
        assert Event.from_json(data) == event == rebuilt(event)
        assert Event.from_json(data).to_json() == data and hash(Event.from_json(data)) == hash(event)
    while chance.actor == "chance":
        for option in chance.options[:50]:
            check_action(chance, option)
        chance.play(some(chance.options, random))


def check_action(game: Game, option: Option) -> None:
    action, text = option.action, option.text
    assert game.action(text) == action
    assert game.text(action) == text
    data = action.to_json()
    assert Action.from_json(data) == action == rebuilt(action) == pickle.loads(pickle.dumps(action))
    assert Action.from_json(data).to_json() == data
    assert hash(Action.from_json(data)) == hash(action)


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_an_action_is_played_as_its_option(setup: Setup, seed: int) -> None:
    """Options, actions, JSON and words lead to the same position; records are read as they were written."""
    games = [Game(setup, seed=seed) for _ in range(4)]
    random = Random(seed)
    first = games[0]
    while not first.over:
        option = some(first.options, random)
        action = option.action
        said_so: list[str | Action | Option] = [option, action, Action.from_json(action.to_json()), option.text]
        for game, said in zip(games, said_so, strict=True):
            game.play(said, option.seat)
    assert len({game.fingerprint() for game in games}) == 1
    assert len({game.record for game in games}) == 1
    assert Game.read(first.record) == first


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_a_game_is_copied_pickled_and_taken_back_exactly(setup: Setup, seed: int) -> None:
    game = Game(setup, seed=seed)
    random = Random(seed)
    number = 0
    while not game.over:
        number += 1
        before = game.fingerprint(), len(game.moves)
        game.play(some(game.options, random))
        if number % 17 == 0:
            twins = [pickle.loads(pickle.dumps(game)), copy.deepcopy(game), game.copy(dealer=True)]
            follow = Random(number)
            for twin in twins:
                assert twin == game and [move.text for move in twin.moves] == [move.text for move in game.moves]
            if not game.over:
                option = some(game.options, follow)
                ends = {(twin.play(option.action, option.seat) and twin.fingerprint()) or "" for twin in twins}
                assert len(ends) == 1  # the same dealer draws the same tile
            if len(game.moves) == before[1] + 1 and not game.over:  # nothing was drawn
                taken = game.undo()
                assert (game.fingerprint(), len(game.moves)) == before
                game.play(taken[0].action, taken[0].seat)


# -- values -----------------------------------------------------------------------------------------------------------
def test_an_action_has_names_and_values() -> None:
    game = Game(seed=7, first_player="seat1")
    action = game.options[0].action
    assert action == Action("place", cell=(1, 0), rotation=0) == Action("place", rotation=0, cell=(1, 0))
    assert action != Action("place", cell=(1, 0), rotation=90) and action != "place 1,0 turn 0"
    assert action.verb == "place" and action.cell == (1, 0) and action.facts["rotation"] == 0
    assert repr(action) == "Action('place', cell=(1, 0), rotation=0)"
    assert {action: 1}[Action("place", cell=(1, 0), rotation=0)] == 1
    with pytest.raises(AttributeError, match="'place' holds cell, rotation, not 'figure'"):
        _ = action.figure
    with pytest.raises(TypeError):
        action.facts["cell"] = (0, 0)  # type: ignore[index]


def test_a_spot_knows_its_feature_and_a_score_its_lines() -> None:
    game = Game(deal=False, first_player="seat1")
    for action in ("draw base/FRRR", "place 1,0 turn 0", "deploy meeple road W"):
        events = game.play(action)
    assert events == [Event("deployed", seat="red", figure="meeple", spot=Spot("road", ("W",), (1, 0)))]
    game.play("draw base/FRRR")
    game.play("place -1,0 turn 180")
    [scored] = [event for event in game.play("pass") if event.name == "scored"]
    assert scored.points == 3 and scored.complete is True and scored.feature.kind == "road"
    assert scored.lines == (ScoreLine("tiles", 3, 3),)
    feature = game.board.feature_at(scored.feature)
    assert feature is not None and feature.kind == "road"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "an action is an object with a 'verb'"),
        ([], "an action is an object with a 'verb'"),
        ({"cell": [0, 0]}, "an action is an object with a 'verb'"),
        ({"verb": 3}, "an action is an object with a 'verb'"),
        ({"verb": "place", "cell": [0]}, "is not a fact"),
        ({"verb": "place", "cell": [0.5, 1]}, "is not a fact"),
        ({"verb": "place", "cell": None}, "is not a fact"),
        ({"verb": "deploy", "spot": {"kind": "city"}}, "is not a fact"),
        ({"verb": "deploy", "spot": {"kind": "city", "sides": [], "cell": "0,0"}}, "is not a fact"),
    ],
)
def test_json_that_is_not_an_action_is_told(data: object, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        Action.from_json(data)


@pytest.mark.parametrize("data", [None, {"name": "scored"}, {"event": "scored", "lines": [{"label": "tiles"}]}])
def test_json_that_is_not_an_event_is_told(data: object) -> None:
    with pytest.raises(Unreadable, match="event"):
        Event.from_json(data)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Action("place", cell=(9, 9), rotation=0), "BASE-12"),
        (Action("place", cell=(0, 0), rotation=0), "BASE-12"),
        (Action("place", cell=(0, -1), rotation=0), "BASE-13"),
        (Action("place", cell=(10**9, 0), rotation=0), "BASE-13"),
        (Action("place", cell=(0, 1), rotation=45), "BASE-13"),
        (Action("place", cell="0,1", rotation=0), "BASE-13"),
        (Action("place", cell=(0, 1)), "BASE-13"),
        (Action("deploy", figure="meeple", spot=Spot("road", (), (0, 0))), "BASE-11"),
        (Action("deploy", nonsense=1), "BASE-11"),
    ],
)
def test_an_action_that_is_not_offered_is_refused_with_its_rule(action: Action, rule: str) -> None:
    game = Game(deal=False, first_player="seat1")
    game.play("draw base/CFFF")
    before = game.fingerprint()
    with pytest.raises(Illegal) as caught:
        game.play(action)
    assert caught.value.rule == rule and game.fingerprint() == before


def test_words_that_are_no_action_are_told() -> None:
    game = Game(seed=1)
    for text in ("", "jump", "place", "place 1,0 turn 45", "deploy meeple"):
        with pytest.raises(Unreadable, match="is not an action of this game"):
            game.action(text)
    with pytest.raises(Unreadable, match="is not an action of this game"):
        game.text(Action("jump"))


def test_an_option_belongs_to_its_game() -> None:
    game = Game(seed=7, first_player="seat1")
    option = game.options[0]
    with pytest.raises(TypeError, match="send its action instead"):
        pickle.dumps(option)
    game.play(option)
    with pytest.raises(Illegal):
        game.play(option)
    assert option.text == "place 1,0 turn 0"  # what it was it stays, though the game has gone on


def test_a_range_has_numbers() -> None:
    option = next(
        option for option in Game(boxes=["bridges_castles_and_bazaars"], seed=1).options if option.low is None
    )
    with pytest.raises(ValueError, match="is not one of the numbers"):
        option.at(3)


# -- the page ---------------------------------------------------------------------------------------------------------
def test_the_page_of_actions_is_up_to_date() -> None:
    """`python tools/make_actions.py` writes it."""
    assert make_actions.PAGE.read_text(encoding="utf-8") == make_actions.page()
