"""What helps whoever plays, looks on, or looks back: sentences, the score if the game ended now, earlier moments."""

from __future__ import annotations

from aude.board import Board
from aude.game.game import GameCore
from aude.tables.refusal import Refusal
from aude.tables.table import Table
from aude.tables.view import Picture
from aude.terminal.descriptions import describe
from aude.wire import Aids, Course, InWords, Moment


def words_of(picture: Picture, language: str) -> InWords:
    """The table in sentences, as the table in the terminal tells it to those who listen."""
    return InWords(describe(begun(picture.table), picture.texts(language)).splitlines())


def aids_of(table: Table) -> Aids:
    """The score if the game ended now, and the empty cells that no tile fits which may still be drawn."""
    game = begun(table)
    if table.opened.purist and table.state != "over":
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
    return Moment(position, Board(game.at(position).state).to_json(fits=False), move)


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


def begun(table: Table) -> GameCore:
    """The game of a table, if it has begun."""
    if table.game is None:
        raise Refusal("not_begun")
    return table.game
