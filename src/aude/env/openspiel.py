"""Games for OpenSpiel: importing this registers `python_aude`, a game with explicit chance (see docs/research.md).

>>> import pyspiel
>>> game = pyspiel.load_game("python_aude(players=3,boxes=river inns_and_cathedrals)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.action_to_string(state.legal_actions()[0])
(True, 'start red')
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from aude.api import Game
from aude.bots.base import option_with
from aude.env.numbers import Numbers, leads, outcome
from aude.game.options import Option
from aude.game.setup import COLOURS, Setup

NAME = "python_aude"
PARAMETERS: dict[str, Any] = {
    "players": 2,
    "game": "carcassonne",
    "boxes": "",
    "options": "",
    "tiles": "",
    "reward": "lead",
    "radius": 0,
}
MOST_POINTS = 100_000.0  # nobody is ever so far ahead, even after reckless bids
MORE_DRAWS = 1 << 14  # outcomes of chance that have no number, in games with a form that is written as one
MOVES = 64  # for each tile of the game, more than there ever are

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Python Aude (Carcassonne)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def pairs(text: str) -> dict[str, str]:
    """`name:value name:value` as a mapping."""
    return dict(entry.split(":", 1) for entry in text.split())


def setup_for(parameters: dict[str, Any]) -> Setup:
    """The set-up that the parameters of a game mean."""
    return Setup(
        parameters["game"],
        tuple(parameters["boxes"].split()),
        COLOURS[: parameters["players"]],
        pairs(parameters["options"]),
        tiles={name: int(count) for name, count in pairs(parameters["tiles"]).items()},
    )


def has_numbers(numbers: Numbers) -> bool:
    """Whether chance may draw a number in these games, as for a shot."""
    return any(field.type == "number" for form in numbers.rules.forms.values() for field in form.facts)


class AudeGame(pyspiel.Game):  # type: ignore[misc]
    """A set-up. `boxes` are names with blanks between them, `options` are `name:value`, with blanks too."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        self.numbers = Numbers(setup_for(given), given["radius"])
        self.reward = given["reward"]
        tiles = sum(self.numbers.rules.table.bag)
        seats = len(self.numbers.setup.players)
        is_result = self.reward == "result"
        information = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.actions,
            max_chance_outcomes=self.numbers.actions + (MORE_DRAWS if has_numbers(self.numbers) else 0),
            num_players=seats,
            min_utility=-1.0 if is_result else -MOST_POINTS,
            max_utility=seats - 1.0 if is_result else MOST_POINTS,
            utility_sum=0.0,
            max_game_length=MOVES * tiles,
        )
        super().__init__(GAME_TYPE, information, params or {})

    def new_initial_state(self) -> AudeState:
        """The beginning of a game."""
        return AudeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No more than there are moves."""
        return int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer | Recall:
        """What a player sees; with perfect recall, the moves that have led there."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return Recall()
        return Observer(self.numbers, params)


class Held:
    """A game, copied as OpenSpiel copies states: by `copy.deepcopy`."""

    def __init__(self, numbers: Numbers, game: Game, reward: str) -> None:
        self.numbers = numbers
        self.game = game
        self.reward = reward
        self.codes: dict[int, int] | None = None  # of the actions that are offered now, once somebody has asked,
        self.options: dict[int, Option] = {}  # and the option of each code; of a range, of the first

    def __reduce__(self) -> tuple[Any, ...]:
        return Held, (self.numbers, self.game, self.reward)

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.numbers, self.game.copy(), self.reward)


class AudeState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game. Seats are players, chance is asked for what is drawn."""

    def __init__(self, game: AudeGame) -> None:
        super().__init__(game)
        core = Game(game.numbers.setup, deal=False)
        core.observes = False
        self.held = Held(game.numbers, core, game.reward)

    def current_player(self) -> int:
        """The number of the seat that is asked, or what OpenSpiel writes for chance and for the end."""
        game = self.held.game
        if game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if game.actor == "chance" else game.seats.index(str(game.actor))

    def _codes(self) -> dict[int, int]:
        """The engine's code of each action. Chance may draw more than has numbers: the others follow behind them."""
        if self.held.codes is not None:
            return self.held.codes
        numbers, game = self.held.numbers, self.held.game
        self.held.codes = offered = dict(numbers.offered_codes(game))
        if game.actor == "chance":
            known = set(offered.values())
            others = [code for code, _ in game.fast().outcomes() if code not in known]
            offered.update(enumerate(others, numbers.actions))
        return offered

    def _option(self, action: int) -> Option:
        code = self._codes()[int(action)]
        if not self.held.options:
            self.held.options = {option.code: option for option in self.held.game.options}
        option = self.held.options.get(code)
        if option is None or option.low is not None:
            ranges = [option for option in self.held.options.values() if option.low is not None]
            return option_with(ranges, code)
        return option

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._codes())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn, with the probability of each."""
        probability = dict(self.held.game.fast().outcomes())
        return sorted((action, probability[code]) for action, code in self._codes().items())

    def _apply_action(self, action: int) -> None:
        self.held.game.play(self._option(action))
        self.held.codes, self.held.options = None, {}

    def _action_to_string(self, player: int, action: int) -> str:
        return self._option(action).text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held.game.over

    def returns(self) -> list[float]:
        """What the game is worth to each player; nothing before it is over."""
        scores = list(self.held.game.scores.values())
        if not self.held.game.over:
            return [0.0] * len(scores)
        return outcome(scores) if self.held.reward == "result" else leads(scores)

    def __str__(self) -> str:
        """The points, the question, and the board as lines of a position."""
        game = self.held.game
        points = ", ".join(f"{seat} {number}" for seat, number in game.scores.items())
        asked = "over" if game.over else f"{game.actor} to {game.step}" + (f" {game.tile}" if game.tile else "")
        tiles = [f"{tile.id} {tile.cell[0]},{tile.cell[1]} {tile.rotation}" for tile in game.board.tiles]
        figures = [f"{figure.seat} {figure.kind} {figure.where}" for figure in game.board.figures]
        return "\n".join([f"{points}; {asked}", *tiles, *figures])


class Observer:
    """Planes and facts of a state; with the parameter `tensor=none`, only its words."""

    def __init__(self, numbers: Numbers, params: dict[str, Any] | None) -> None:
        wanted = dict(params or {})
        wanted.pop("name", None)
        if wanted not in ({}, {"tensor": "none"}):
            raise ValueError(f"an observer has no parameters but tensor=none, not {wanted}")
        self.numbers = numbers
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, Any] = {}
        if not wanted:
            size = int(np.prod(numbers.shape))
            self.tensor = np.zeros(size + len(numbers.fact_names), np.float32)
            self.dict = {"planes": self.tensor[:size].reshape(numbers.shape), "facts": self.tensor[size:]}

    def set_from(self, state: AudeState, player: int) -> None:
        """Fill `tensor`, of which the entries of `dict` are parts, as this player sees the state."""
        if self.tensor is not None:
            game = state.held.game
            self.numbers.planes(game, game.seats[player], self.dict["planes"])
            self.numbers.facts(game, game.seats[player], self.dict["facts"])

    def string_from(self, state: AudeState, player: int) -> str:
        """The state in words, which are the same for all."""
        return str(state)


class Recall:
    """The information state: everybody sees everything, so it is the history."""

    tensor = None
    dict: dict[str, Any] = {}  # noqa: RUF012

    def set_from(self, state: AudeState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: AudeState, player: int) -> str:
        """The actions so far."""
        return str(state.history_str())


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, AudeGame)
