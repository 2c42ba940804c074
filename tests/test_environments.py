"""The environments pass the tests of the projects for which they are made, with games of many kinds."""

from __future__ import annotations

import itertools
import pickle
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from absl import flags
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_checker import data_equivalence as same
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, seed_test

from aude import Game, Illegal
from aude.arena.playing import FORFEIT
from aude.catalog.boxes import BOXES, expansions
from aude.engine.arrays import COMPILED
from aude.env import gymnasium as against_bots
from aude.env import openspiel, pettingzoo
from aude.env.numbers import leads, outcome
from make_research import PLAYTHROUGH, SMALL, playthrough

EVERYTHING = " ".join(expansions("carcassonne"))

# Two to six seats, each box in one of them at least.
GAMES: dict[str, dict[str, Any]] = {
    "base": {},
    "five": {"players": 5, "boxes": ["anniversary_river"], "reward": "result"},
    "some": {"players": 3, "boxes": ["river", "inns_and_cathedrals", "traders_and_builders", "abbot"]},
    "more": {"players": 4, "boxes": ["princess_and_dragon", "tower", "count"]},
    "everything": {"players": 6, "boxes": expansions("carcassonne")},
    "city": {"game": "the_city", "players": 3},
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """These projects warn about observations with a mask, as their own environments have; all else is an error."""
    with warnings.catch_warnings():
        for known in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be",
            "Agents have different observation space sizes",
            ".*Box observation space maximum and minimum values are equal",
            ".*Not able to test alternative render modes",
        ):
            warnings.filterwarnings("ignore", message=known)
        yield


def test_every_box_is_in_one_of_the_games() -> None:
    named = {box for what in GAMES.values() for box in [what.get("game", "carcassonne"), *what.get("boxes", [])]}
    assert named >= set(BOXES)


# -- PettingZoo -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its `api_test` and its `seed_test`."""
    api_test(pettingzoo.env(**GAMES[name]), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: pettingzoo.env(**GAMES[name]), num_cycles=40)


@pytest.mark.parametrize("reward", ["lead", "result"])
def test_an_agent_is_paid_what_the_game_was_worth(reward: str) -> None:
    env = pettingzoo.env(players=3, reward=reward)
    env.reset(seed=4)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, payment, termination, _, _ = env.last()
        paid[agent] += payment
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
    scores = list(env.unwrapped.game.scores.values())
    assert list(paid.values()) == pytest.approx(leads(scores) if reward == "lead" else outcome(scores))


def test_a_seed_names_a_game_and_all_that_follow() -> None:
    def played(seed: int) -> list[str]:
        env = pettingzoo.raw_env()
        records = []
        for begin in (seed, None):
            env.reset(seed=begin)
            for _ in range(30):
                env.step(int(env.last()[0]["action_mask"].argmax()))
            records.append(env.game.record)
        return records

    assert played(5) == played(5) and played(5)[0] != played(5)[1] and played(5) != played(6)


def test_who_chooses_what_is_not_offered_loses_at_once() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(Illegal):
        env.unwrapped.step(wrong)
    loser = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wrapper tells it on the screen
        env.step(wrong)
    assert env.terminations[loser] and env.rewards[loser] == -FORFEIT


def test_the_board_is_shown_in_text_or_as_a_picture() -> None:
    env = pettingzoo.raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    env.render_mode = "rgb_array"
    picture = env.render()
    assert isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape[2] == 3
    with pytest.raises(ValueError, match="a render mode is one of ansi, rgb_array, not 'human'"):
        pettingzoo.raw_env(render_mode="human")


# -- Gymnasium --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "what",
    [
        {},
        {"opponents": ["random", "friendly"], "players": 3, "boxes": ["river", "tower"], "reward": "result"},
        {"game": "the_city", "opponents": "greedy", "seat": "blue"},
        {"players": 6, "opponents": "random", "boxes": expansions("carcassonne")},
    ],
    ids=["base", "three", "city", "everything"],
)
def test_gymnasium_accepts_the_games(what: dict[str, Any]) -> None:
    """Its `check_env`."""
    check_env(gymnasium.make(f"aude.env.gymnasium:{against_bots.ID}", **what).unwrapped)


@pytest.mark.parametrize("reward", ["lead", "result"])
def test_the_learner_is_paid_what_the_game_was_worth(reward: str) -> None:
    env = against_bots.AgainstBots(opponents=["greedy", "random"], players=3, reward=reward, seat="green")
    for seed in range(2):
        observation, told = env.reset(seed=seed)
        paid, over = 0.0, False
        while not over:
            assert told["seat"] == env.game.actor == "green" and env.action_masks().sum() > 0
            action = int(np.flatnonzero(observation["action_mask"])[-1])
            observation, payment, over, _, told = env.step(action)
            paid += payment
        scores = list(told["scores"].values())
        assert env.game.over and not observation["action_mask"].any()
        assert paid == pytest.approx((leads(scores) if reward == "lead" else outcome(scores))[2])


def test_each_game_may_be_played_from_another_seat() -> None:
    env = against_bots.AgainstBots(opponents="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {"red", "blue"}


def test_the_same_seed_plays_the_same_games_against_the_same_bots() -> None:
    one, other = (against_bots.AgainstBots(opponents="friendly") for _ in range(2))
    assert same(one.reset(seed=3), other.reset(seed=3))
    for _ in range(20):
        action = int(one.action_masks().argmax())
        assert same(one.step(action), other.step(action))
    assert one.game.record == other.game.record


def test_an_action_that_is_not_offered_loses_the_game() -> None:
    env = against_bots.AgainstBots()
    env.reset(seed=2)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    _, payment, over, _, told = env.step(wrong)
    assert over and payment == -FORFEIT and told["illegal"] == wrong


class Left:
    """A bot that wants to know when it is not needed."""

    name = "left"
    games: list[Game] = []  # noqa: RUF012

    def choose(self, game: Game) -> Any:
        assert not game.is_dealt
        return game.options[0]

    def leave(self, game: Game) -> None:
        self.games.append(game)


def test_bots_see_a_fair_copy_and_are_told_to_leave() -> None:
    env = against_bots.AgainstBots(opponents=f"{__name__}:Left", seat="red")
    sys.modules[__name__].Left.games.clear()
    env.reset(seed=1)
    for _ in range(6):
        env.step(int(env.action_masks().argmax()))
    assert len(env.game.moves) > 8
    env.close()
    env.close()
    assert sys.modules[__name__].Left.games == [env.game]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"opponents": ["random"] * 2}, "1 opponents are needed, not 2"),
        ({"seat": "purple"}, "there is no seat 'purple'; seats: red, blue"),
        ({"reward": "glory"}, "a reward is one of"),
    ],
)
def test_what_is_not_possible_is_told(what: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        against_bots.AgainstBots(**what)


# -- Gymnasium, many games --------------------------------------------------------------------------------------------
def many(count: int, **what: Any) -> against_bots.ManyAgainstBots:
    made = gymnasium.make_vec(f"aude.env.gymnasium:{against_bots.ID}", num_envs=count, **what)
    assert isinstance(made, against_bots.ManyAgainstBots)
    return made


@pytest.mark.parametrize(
    "what",
    [
        {"opponents": "random"},
        {"players": 3, "boxes": ["river", "tower"], "reward": "result"},
        {"game": "the_city", "seat": "blue", "opponents": "random"},
    ],
    ids=["base", "three", "city"],
)
def test_many_games_are_as_gymnasium_wants_them(what: dict[str, Any]) -> None:
    """Spaces, shapes and types; rewards of each game add up to what it was worth; other seats are never asked."""
    env = many(3, **what)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and env.num_envs == 3
    observations, told = env.reset(seed=4)
    paid = np.zeros(3)
    finished = 0
    while finished < 4:
        assert env.observation_space.contains(observations)
        assert observations["action_mask"].any(axis=1).all()
        seats = told["seat"]
        assert (seats == np.array(env.seats)[env.games.actor]).all() and set(seats) <= {
            what.get("seat", seat) for seat in env.seats
        }
        actions = env.action_space.sample(mask=tuple(observations["action_mask"]))
        observations, rewards, over, truncated, told = env.step(actions)
        assert rewards.shape == over.shape == truncated.shape == (3,) and not truncated.any()
        paid += rewards
        assert over.tolist() == told.get("_final_obs", np.zeros(3, bool)).tolist()
        for game in np.flatnonzero(over):
            last = told["final_obs"][game]
            assert env.single_observation_space.contains(last) and not last["action_mask"].any()
            scores = [int(told["final_info"]["scores"][seat][game]) for seat in env.seats]
            at = env.seats.index(seats[game])
            facts = dict(zip(env.numbers.fact_names, last["facts"].tolist(), strict=True))
            assert [facts[f"points {number}"] for number in range(len(scores))] == scores[at:] + scores[:at]
            worth = outcome if env.reward == "result" else leads
            assert paid[game] == pytest.approx(worth(scores)[at])
            paid[game] = 0
            finished += 1


def test_many_games_are_those_of_their_seeds_against_the_same_bot() -> None:
    """One that is played by hand, with the choices that the bot made, ends as it does."""
    one, other = many(2, opponents="greedy"), many(2, opponents="greedy")
    assert same(one.reset(seed=3), other.reset(seed=3)) and not same(one.reset(seed=3), other.reset(seed=4))
    other.reset(seed=3)
    greedy_lead = 0.0
    for _ in range(150):
        actions = one.games.greedy()
        assert (actions == other.games.greedy()).all()
        found = one.step(actions)
        assert same(found, other.step(actions))
        greedy_lead += float(found[1].sum())
    assert one.games.finished > 2


def test_greedy_is_a_stronger_opponent_than_random() -> None:
    def paid(opponents: str) -> float:
        env = many(8, opponents=opponents)
        env.reset(seed=1)
        total = 0.0
        while env.games.finished < 8:
            total += float(env.step(env.games.random())[1].sum())
        return total

    assert paid("greedy") < paid("random") - 100


def test_an_action_that_is_not_offered_loses_one_of_many_games() -> None:
    env = many(3, reward="lead")
    observations, _ = env.reset(seed=2)
    actions = observations["action_mask"].argmax(axis=1)
    actions[1] = int(observations["action_mask"][1].argmin())
    _, rewards, over, _, told = env.step(actions)
    assert over.tolist() == [False, True, False] and rewards[1] == -FORFEIT
    assert told["final_info"]["illegal"][1] == actions[1] and (env.games.actor == env._asked).all()


def test_what_is_observed_stays_unless_it_is_not_to_be_copied() -> None:
    for copy in (True, False):
        env = many(2, copy=copy, opponents="random")
        observations, _ = env.reset(seed=1)
        kept = {name: array.copy() for name, array in observations.items()}
        env.step(env.games.random())
        assert same(kept, observations) == (copy or not COMPILED)


def test_its_statistics_wrapper_understands_many_games() -> None:
    env = RecordEpisodeStatistics(many(4, opponents="random"))
    env.reset(seed=1)
    finished = 0
    while not finished:
        *_, told = env.step(env.unwrapped.games.random())  # type: ignore[attr-defined]
        finished = len(env.return_queue)
    assert told["_episode"].sum() == finished


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"opponents": "club"}, "in many games at once the bots are greedy or random, not 'club'"),
        ({"seat": "purple"}, "there is no seat 'purple'; seats: red, blue"),
    ],
)
def test_what_is_not_possible_with_many_games_is_told(what: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        many(2, **what)


# -- OpenSpiel --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "name",
    [
        SMALL,
        "python_aude(players=6,reward=result,boxes=inns_and_cathedrals)",
        "python_aude(players=3,game=the_city)",
        f"python_aude(radius=8,tiles=base:0,options=catapult_mode:scatter,boxes={EVERYTHING})",
    ],
    ids=["small", "six", "city", "everything"],
)
def test_openspiel_accepts_the_games(name: str) -> None:
    """Its random simulation, with serialization where the game is small: that plays it again from the start."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=name == SMALL, verbose=False)


def test_openspiel_plays_what_it_has_played_before() -> None:
    """Its playthrough of a small game, written anew and played again."""
    text = PLAYTHROUGH.read_text(encoding="utf-8")
    assert playthrough() == text
    flags.FLAGS.mark_as_parsed()  # it asks them how to replay
    assert generate_playthrough.replay(str(PLAYTHROUGH))[1].rstrip() == text.rstrip()


def test_chance_draws_every_tile_as_often_as_it_is_left() -> None:
    state = pyspiel.load_game("python_aude").new_initial_state()
    assert state.is_chance_node() and [probability for _, probability in state.chance_outcomes()] == [0.5, 0.5]
    state.apply_action(0 + state.legal_actions()[0])
    outcomes = {state.action_to_string(action): probability for action, probability in state.chance_outcomes()}
    left = state.held.game.tiles_left
    assert outcomes == pytest.approx({f"draw {tile}": count / 71 for tile, count in left.items()})


def test_chance_may_draw_more_than_has_numbers() -> None:
    """The wobble of a shot is one of ten thousand: with every box, some outcomes follow behind the actions."""
    game = pyspiel.load_game(f"python_aude(radius=8,boxes={EVERYTHING})")
    random = np.random.default_rng(1)
    most = 0
    while most < game.num_distinct_actions():
        state = game.new_initial_state()
        while not state.is_terminal() and most < game.num_distinct_actions():
            actions = state.legal_actions()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert [action for action, _ in outcomes] == actions
                assert sum(probability for _, probability in outcomes) == pytest.approx(1)
                most = max(most, actions[-1])
            state.apply_action(int(random.choice(actions)))
    assert most < game.max_chance_outcomes()


def test_copies_of_a_state_go_their_own_ways() -> None:
    game = pyspiel.load_game(SMALL)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    copy = state.clone()
    before = str(state)
    assert str(copy) == before and copy.history() == state.history()
    copy.apply_action(copy.legal_actions()[-1])
    assert str(state) == before != str(copy)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == before and again.legal_actions() == state.legal_actions()


def test_observers_fill_one_tensor_and_refuse_other_parameters() -> None:
    game = pyspiel.load_game("python_aude")
    observer = game.make_py_observer()
    state = game.new_initial_state()
    for player in (0, 1):
        observer.set_from(state, player)
        core = state.held.game
        assert (observer.dict["planes"] == game.numbers.planes(core, core.seats[player])).all()
        assert (observer.tensor[-len(game.numbers.fact_names) :] == game.numbers.facts(core, core.seats[player])).all()
    with pytest.raises(ValueError, match="an observer has no parameters but tensor=none"):
        game.make_py_observer(params={"colour": "red"})


def test_pairs_of_a_parameter_are_read() -> None:
    assert openspiel.pairs("a:b c:d:e") == {"a": "b", "c": "d:e"}
    assert list(itertools.chain(openspiel.pairs(""))) == []
