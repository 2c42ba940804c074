"""Lines: a turn, or the answer to another question, carried out on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from aude.bots.base import offered, option_with
from aude.engine.greedy import remember
from aude.engine.rules import INTERRUPT
from aude.engine.state import State
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.options import Move
from aude.think.search import Candidate
from aude.think.turns import Thinker, is_figure, is_placement

Codes: TypeAlias = tuple[int, ...]
"""An answer to the open question; a placement comes with the answer to the figure step, if that is asked next."""


@dataclass(frozen=True)
class Line:
    """A way to continue: what is chosen, what the seat then does in the same turn, and the table after that."""

    codes: Codes
    moves: tuple[Move, ...]
    """What is chosen."""
    follow: tuple[Move, ...]
    """What the seat then does in this turn, by the evaluation's choice."""
    before: State
    """The state before them,"""
    game: GameCore
    """and the game after all of them; chance or another seat is asked, or it is over."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The choices in the notation of records."""
        return tuple(move.text for move in self.moves)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens."""
        return tuple(event for move in (*self.moves, *self.follow) for event in move.events)


def line_of(thinker: Thinker, game: GameCore, codes: Codes) -> Line:
    """Carry out an answer and what the seat then decides in the same turn. Does not change the game."""
    after = game.copy()
    seat, player = after.state.actor, after.state.player
    moves = [move for code in codes for move in after.make_moves(option_with(offered(after), code))]
    follow: list[Move] = []
    while after.state.actor == seat and after.state.player == player and not is_placement(after.state):
        code = int(thinker.choose(after.state.copy()))
        follow += after.make_moves(option_with(offered(after), code))
    return Line(codes, tuple(moves), tuple(follow), game.state.copy(), after)


def state_after(state: State, codes: Codes) -> State:
    """A copy of the state after an answer."""
    after = state.copy()
    for code in codes:
        after.play(code)
    return after


def codes_of(state: State, candidate: Candidate) -> Codes:
    """The answer that a candidate of a search stands for."""
    return turn_codes(state, int(candidate.code), int(candidate.figure)) if is_placement(state) else (candidate.code,)


def turn_codes(state: State, place: int, figure: int) -> Codes:
    """A placement with its figure; without it if the next question is not about the figure."""
    seat, after = state.actor, state_after(state, (place,))
    return (place, figure) if is_figure(after, seat) else (place,)


def played_codes(game: GameCore, number: int, state: State) -> Codes:
    """The codes that were chosen in a game at this move: for a placement, with the figure that followed it."""
    move = game.moves[number]
    codes = (int(move.code),)
    if number + 1 == len(game.moves) or not is_placement(state):
        return codes
    after = state_after(state, codes)
    following = game.moves[number + 1]
    if is_figure(after, state.actor) and following.code < INTERRUPT:
        return (*codes, int(following.code))
    return codes


def codes_played(game: GameCore, actions: Iterable[str]) -> Codes:
    """The codes of these actions in the notation of records, if they are played one after the other."""
    after = game.copy()
    codes = []
    for action in actions:
        played = len(after.moves)
        after.play(action)
        codes.append(int(after.moves[played].code))
    return tuple(codes)


def ready(state: State) -> State:
    """A copy of a state that a search may change."""
    copy = state.copy()
    remember(copy)
    return copy
