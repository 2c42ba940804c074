"""Helpers for tests: naming the rules that a test is about, and setting up games.

    @rule("BASE-23")
    def test_a_road_scores_a_point_for_each_tile() -> None: ...

`make rules` counts the rules that passing tests name. An id that no specification has is an error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mypy_extensions import i64

from aude.api import Game
from aude.bots.thinking import evaluation_for
from aude.bots.weights import Learned
from aude.engine.arrays import vec
from aude.engine.rules import Part, PartsOf, Rules
from aude.engine.spots import slot_at
from aude.engine.start import begin
from aude.engine.state import State
from aude.errors import Illegal

if TYPE_CHECKING:
    import pytest

P = TypeVar("P", bound=Part)


def rule(*ids: str) -> pytest.MarkDecorator:
    """Name the numbered rules, examples or rulings that a test (or a class of tests) is about."""
    if not ids:
        raise ValueError("rule() needs the id of at least one rule")
    try:
        import pytest
    except ImportError:
        raise ImportError("rule() marks tests for pytest, which is not installed here: pip install pytest") from None
    return pytest.mark.rule(*ids)


def scenario(name: str) -> Game:
    """Read the game in `scenarios/NAME.txt` beside the calling test; this checks its ``=`` lines."""
    folder = Path(sys._getframe(1).f_code.co_filename).parent / "scenarios"
    return Game.read((folder / f"{name}.txt").read_text(encoding="utf-8"))


def table(*lines: str, players: str = "red blue") -> Game:
    """A game from the lines of a record. The first seat begins unless the lines say otherwise.

    >>> game = table("boxes river", "seed 4", "tiles base 0")
    >>> game.actor, game.tile
    ('red', 'river/FSRS-sEW-monastery')
    """
    head = ["aude 1", f"players {players}"]
    if not any(line.startswith("option first_player") for line in lines):
        head.append("option first_player seat1")
    return Game.read("\n".join([*head, *lines]))


def beside(head: str, stand_in: Part, *lines: str, players: str = "red blue", **options: str) -> Game:
    """A game with the boxes that `head` names, a part made for the test, and a position."""
    game = table(head, *(f"option {name} {value}" for name, value in options.items()), players=players)
    setup = game.setup
    boxes: list[PartsOf] = [*(info.parts() for info in setup.infos()), lambda _: [stand_in]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    game.rules = Rules(boxes, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game.state = State(game.rules)
    begin(game.state)
    again = game.at(0)
    if lines:
        again.lay("\n".join(lines))
    return again


def part_of(game: Game, kind: type[P]) -> P:
    """The part of a game that has this class."""
    [part] = [part for part in game.rules.parts if isinstance(part, kind)]
    return part


def play(game: Game, *actions: str) -> Game:
    """Play several actions."""
    for action in actions:
        game.play(action)
    return game


def told(game: Game, *names: str) -> list[str]:
    """The events with these names, in the notation of records."""
    return [event.line() for event in game.events if event.name in names]


def scored(game: Game) -> list[str]:
    """All scores so far, in the notation of records."""
    return told(game, "scored")


def assets(game: Game, name: str) -> list[float]:
    """How much of an asset each seat has (see `aude.engine.assets`)."""
    counts = vec[float]([0.0] * len(game.seats))
    [asset] = [asset for asset in game.rules.assets if asset.name == name]
    asset.count(game.state, counts)
    return list(counts)


def chance_of(game: Game, x: int, y: int, kind: str) -> float:
    """The completion probability that bots assume for the first feature of this kind on the tile in a cell."""
    rules, state = game.rules, game.state
    evaluation = evaluation_for(rules, Learned.nothing())
    evaluation.begin(state)
    evaluation.evaluate(state)
    first = state.slot_first[slot_at(state, x, y)]
    nodes = [node for node in range(first, state.nodes) if rules.kinds[state.kind_of(node)].name == kind]
    return evaluation.chance_of(state, state.root[nodes[0]])


def spots(game: Game) -> list[str]:
    """Where the seat to act may put a figure."""
    return [option.text.removeprefix("deploy ") for option in game.options if option.text.startswith("deploy ")]


def offered(game: Game, *verbs: str) -> list[str]:
    """The options of the seat to act; with `verbs`, only options with these."""
    return [option.text for option in game.options if not verbs or option.action.verb in verbs]


def refusal(game: Game, action: str, seat: str | None = None) -> tuple[str, str]:
    """The rule that forbids an action, and the key of the reason; checks that nothing changes."""
    before, moves = game.to_bytes(), len(game.moves)
    try:
        game.play(action, seat)
    except Illegal as error:
        assert "_" not in error.says, "a key, not a sentence"
        assert game.to_bytes() == before and len(game.moves) == moves
        return error.rule, str(error.key).removeprefix("refusals.")
    raise AssertionError(f"{action!r} is not refused")


def leave_in_stack(game: Game, *tiles: str) -> None:
    """Leave only these tiles in the stack, so that the game ends when they are used up."""
    known = [tile.id for tile in game.rules.table.tiles]
    if not set(tiles) <= set(known):
        raise ValueError(f"not among the tiles: {set(tiles) - set(known)}")
    game.state.bag = vec[i64]([tiles.count(tile) for tile in known])
    game.state.bag_size = len(tiles)


def finish(game: Game, tile: str, place: str) -> None:
    """Play the last turn of the game with this tile and without a figure."""
    leave_in_stack(game, tile)
    for action in (f"draw {tile}", f"place {place}", "pass"):
        if not game.over:
            game.play(action)
