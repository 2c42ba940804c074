"""Help for those who play, look on or look back: the score if the game ended now, earlier moments, all draws."""

from __future__ import annotations

from itertools import groupby

from aude.board import Board
from aude.game.game import GameCore
from aude.game.options import Option
from aude.tables.board_text import BoardText
from aude.tables.refusal import Refusal
from aude.tables.table import Table
from aude.tables.view import Picture
from aude.wire import Aids, Course, Drawn, Draws, Moment


def aids_of(table: Table) -> Aids:
    """The score if the game ended now, and the empty cells that no tile fits which may still be drawn."""
    game = begun(table)
    if not table.has_aids:
        raise Refusal("purist")
    board = Board(game.state)
    tiles = [*board.tiles_left, *([board.tile] if board.tile else [])]
    fits = {fit.cell for tile in tiles for fit in board.fits(tile, sides_only=True)}
    return Aids(game.if_ended_now, sorted(set(board.empty_cells) - fits))


def moment_of(picture: Picture, position: int, language: str) -> Moment:
    """The table as it was after so many choices."""
    game = begun(picture.table)
    if not 0 <= position <= len(game.moves):
        raise Refusal("no_moment", last=len(game.moves))
    move = picture.told(game.moves[position - 1], language) if position else None
    board = BoardText(Board(game.at(position).state), aids=picture.table.has_aids)
    return Moment(position, board.whole(), move)


def course_of(picture: Picture, language: str) -> Course:
    """The whole game so far: every choice, and the scores and free figures after each of them."""
    game = begun(picture.table)
    then = game.at(0)
    scores, free = [], []
    for number in range(len(game.moves) + 1):
        if number:
            move = game.moves[number - 1]
            then.play(move.action, move.seat)
        scores.append(list(then.scores.values()))
        supply = Board(then.state).supply
        free.append([sum(supply[seat].values()) for seat in then.seats])
    return Course([picture.told(move, language) for move in game.moves], scores, free)


def draws_of(table: Table) -> Draws:
    """Every draw of a game that is over, with what could be drawn: the list that docs/fairness.md counts through."""
    if table.state != "over":
        raise Refusal("not_over")
    game = begun(table)
    then = game.at(0)
    places: dict[str, int] = {}  # of actions, by how records write them
    actions: list[dict[str, object]] = []
    draws: list[Drawn] = []
    observed = 0
    for position, move in enumerate(game.moves):
        if move.seat == "chance":
            state = then.state
            step = then.rules.program[state.step]
            if step.is_observed(state):
                observed += 1
            else:
                among: list[tuple[int, int]] = []
                for code, equal in groupby(int(step.nth(state, k)) for k in range(int(step.count(state)))):
                    option = Option(then.options, code)
                    if option.text not in places:
                        places[option.text] = len(actions)
                        actions.append(option.action.to_json())
                    among.append((places[option.text], sum(1 for _ in equal)))
                draws.append(Drawn(position, among))
        then.play(move.action, move.seat)
    return Draws(actions, draws, observed)


def begun(table: Table) -> GameCore:
    """The game of a table, if it has begun."""
    if table.game is None:
        raise Refusal("not_begun")
    return table.game
