"""Converts a game that was played to a row, and a row back to a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from aude.catalog import boxes as catalog
from aude.catalog.errors import unreadable
from aude.catalog.texts import read_texts
from aude.data.plan import Plan
from aude.data.playing import Played
from aude.data.schema import (
    VERSION,
    Choice,
    ForfeitRow,
    GameRow,
    MoveRow,
    Number,
    ScoreRow,
    SeatRow,
    SetupRow,
    Start,
    TileRow,
)
from aude.engine.rules import Note
from aude.errors import AudeError
from aude.game.game import GameCore
from aude.game.notation import cell_of_slot
from aude.game.options import Move
from aude.game.setup import Setup

G = TypeVar("G", bound=GameCore)
IN_SETUP = "setup"  # the cause of points that were given in the set-up


def row_of(plan: Plan, played: Played) -> GameRow:
    """The row of a game."""
    game, forfeit = played.game, played.forfeit
    moves = game.moves
    tiles, scores = _Account(game, played.start.tiles, moves).told()
    standing = game.scores if forfeit is None else {**game.if_ended_now, forfeit.seat: None}
    thought = played.thought if plan.times else None
    return GameRow(
        schema=VERSION,
        run=plan.digest,
        number=played.number,
        seed=played.seed,
        setup=setup_row(game.setup),
        seats=tuple(
            SeatRow(
                seat,
                plan.bot_of(seat),
                points if forfeit is None else None,
                1 + sum(_above(other, points) for other in standing.values()),
                thought.get(seat, 0.0) if thought is not None else None,
            )
            for seat, points in standing.items()
        ),
        first=_first(game, moves),
        turns=played.turns,
        unplaceable=played.unplaceable,
        moves=tuple(MoveRow(move.seat, move.text) for move in moves),
        tiles=tiles,
        scores=scores,
        forfeit=None if forfeit is None else ForfeitRow(forfeit.seat, forfeit.bot, forfeit.reason),
        seconds=played.seconds if plan.times else None,
    )


def _above(one: int | None, other: int | None) -> bool:
    """Whether the first of two results is better."""
    return one is not None and (other is None or one > other)


def _first(game: GameCore, moves: list[Move]) -> str:
    """The seat that had the first turn, which is the first one that was asked."""
    return next((move.seat for move in moves if move.seat != "chance"), game.player)


class _Account:
    """Goes through a game and records who laid each tile, and where points came from."""

    def __init__(self, game: GameCore, laid_before: int, moves: list[Move]) -> None:
        self.game = game
        self.moves = moves
        self.laid_before = laid_before
        self.laid_by: list[tuple[int, str]] = []  # the move and the seat for each tile after those
        self.newest: int | None = None  # the last tile that was placed
        self.brought: dict[int, int] = {}  # the points that each tile brought
        self.scores: list[ScoreRow] = []
        self.causes = causes_of(game.setup.game, game.setup.boxes)

    def told(self) -> tuple[tuple[TileRow, ...], tuple[ScoreRow, ...]]:
        """The tiles and the scores."""
        game = self.game
        box = game.setup.infos()[0].id
        opening = game.at(0).scores if game.setup.position else {}
        for seat, points in opening.items():
            if points:
                self.scores.append(ScoreRow(None, seat, IN_SETUP, IN_SETUP, None, box, 1, points, False, None))
        laid_after = [*(move.tiles_before for move in self.moves[1:]), int(game.state.slots)]
        for number, (move, laid) in enumerate(zip(self.moves, laid_after, strict=True)):
            # A move may lay several tiles, if the first player attaches a block of start tiles.
            self.laid_by += [(number, move.seat)] * (laid - self.laid_before - len(self.laid_by))
            for note in move.notes:
                if note.name == "placed":
                    self.newest = note.facts[1]
                elif note.name == "scored":
                    self._score(number, note)
        return tuple(self._tile(slot) for slot in range(game.state.slots)), tuple(self.scores)

    def _score(self, number: int, note: Note) -> None:
        seat, _, feature, complete = note.facts
        kinds = self.game.rules.kinds
        kind = kinds[self.game.state.kind_of(feature)] if feature >= 0 else None
        tile = None
        if kind is not None and kind.completes and complete and not note.is_final:
            tile = self.newest
        for line in note.lines:
            cause, box = self.causes.of(line.label, kind.name if kind is not None else None)
            if tile is not None:
                self.brought[tile] = self.brought.get(tile, 0) + line.points
            self.scores.append(
                ScoreRow(
                    number,
                    self.game.seats[seat],
                    cause,
                    line.label,
                    kind.name if kind is not None else None,
                    box,
                    line.count,
                    line.points,
                    note.is_final,
                    tile,
                )
            )

    def _tile(self, slot: int) -> TileRow:
        state = self.game.state
        move, seat = self.laid_by[slot - self.laid_before] if slot >= self.laid_before else (None, None)
        x, y = cell_of_slot(state, slot)
        name = self.game.rules.table.tiles[state.tile_in(slot)].id
        return TileRow(name, x, y, int(state.rotation_of(slot)) * 90, move, seat, self.brought.get(slot, 0))


# -- causes -----------------------------------------------------------------------------------------------------------
class Causes:
    """Finds the cause and the box that a line of a score belongs to.

    A label or a kind of feature belongs to the box that has it in its texts. A line that an expansion adds is a cause
    of its own (`fairy`, `barn`), and so is a line that does not belong to a feature. For everything that the game
    itself counts on a feature, the cause is the feature's kind, and the box is the one that adds the kind.
    """

    def __init__(self, game: str, labels: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        self.game = game
        self.labels = labels
        self.kinds = kinds

    def of(self, label: str, kind: str | None) -> tuple[str, str]:
        """The cause and the box of a line with this label, about a feature of this kind."""
        owner = self.labels.get(label, self.game)
        if kind is None or owner != self.game:
            return label, owner
        return kind, self.kinds.get(kind, self.game)


@lru_cache(maxsize=64)
def causes_of(game: str, boxes: tuple[str, ...]) -> Causes:
    """The causes in games with these boxes."""
    labels: dict[str, str] = {}
    kinds: dict[str, str] = {}
    infos = Setup(game, boxes).infos()
    for box in infos:
        for folder in box.text_folders:
            path = folder / "texts.toml"
            for key in read_texts(path) if path.exists() else ():
                head, _, name = key.partition(".")
                owners = {"lines": labels, "words": kinds}.get(head)
                if owners is not None:
                    owners.setdefault(name, box.id)
    return Causes(infos[0].id, labels, kinds)


# -- set-ups, and games again -----------------------------------------------------------------------------------------
def setup_row(setup: Setup) -> SetupRow:
    """The row of a set-up."""
    return SetupRow(
        game=setup.game,
        boxes=setup.boxes,
        options=tuple(Choice(name, value) for name, value in setup.options.items()),
        without=setup.without,
        figures=tuple(Number(name, number) for name, number in setup.figures.items()),
        tiles=tuple(Number(name, number) for name, number in setup.tiles.items()),
        start=tuple(Start(*start) for start in setup.start),
        order=setup.order,
        rest=setup.rest,
        position=setup.position,
    )


def setup_of(row: GameRow) -> Setup:
    """The set-up of the game in a row."""
    kept = row.setup
    return Setup(
        game=kept.game,
        boxes=kept.boxes,
        players=tuple(seat.seat for seat in row.seats),
        options={option.name: option.value for option in kept.options},
        without=kept.without,
        figures={entry.name: entry.number for entry in kept.figures},
        tiles={entry.name: entry.number for entry in kept.tiles},
        start=tuple((start.tile, start.x, start.y, start.rotation) for start in kept.start),
        order=kept.order,
        rest=kept.rest,
        position=kept.position,
    )


def replay(row: GameRow, make: type[G], *, folders: Iterable[str] = ()) -> G:
    """Play the game in a row again.

    A box in a folder is code: it is loaded only if `folders` names it too.
    """
    for box in (row.setup.game, *row.setup.boxes):
        if catalog.is_folder(box) and box not in tuple(folders):
            raise unreadable("boxes.folder_in_record", box=box)
    game = make(setup_of(row), deal=False)
    for number, move in enumerate(row.moves):
        try:
            game.play(move.action, move.seat)
        except AudeError as error:
            raise unreadable("data.move", game=row.number, move=number, says=error) from None
    return game
