"""Tables of The City for its tests: tiles, stacks, walls that stand already, and words to look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from aude import Game, Illegal, Setup
from aude.boxes.the_city.walls import AHEAD, BACK, Wall
from aude.engine.figures import free_figure, move
from aude.engine.spots import code_at, xy_of_code, xy_of_slot
from aude.testing import part_of, table

CITY = "the_city/"
# Residential on all sides, with a building:
PUBLIC = f"{CITY}A1-public"  # 2 of them
CASTLE = f"{CITY}A1-chateau-comtal"  # historic, as the next
CHURCH = f"{CITY}A1-saint-nazaire"
# A market at the north side, residential around it:
FISH, GRAIN, LIVESTOCK = f"{CITY}A2-fish", f"{CITY}A2-grain", f"{CITY}A2-livestock"
# Roads:
END = f"{CITY}B1-public"  # from the south to a building; 3 of them
STRAIGHT = f"{CITY}C1-public"  # from north to south; 2 of them
CURVE = f"{CITY}C2-public"  # from east to south
CROSSING = f"{CITY}D1-public"  # to the east, south and west; 4 of them

# Red's citizen stands on a road of one tile, which leads south; a road end at 0,1 completes it for 2 points. Four tiles
# lie beside it in a row to the east, so that the outline is long enough for a wall: 12 sides, then 14.
ROW = (f"lay {END} 0,0", f"lay {PUBLIC} 1,0", f"lay {PUBLIC} 2,0", f"lay {CASTLE} 3,0", f"lay {CHURCH} 4,0")
CITIZEN = "stand red follower road at 0,0"
SCENE = (*ROW, CITIZEN)
CLOSING = (f"draw {END}", "place 0,1 turn 180", "pass")
SIDES = "NESW"
USED_UP = {1: 0, 2: 30, 3: 55}  # how many tiles have been drawn before the first of a stack


def city(*lines: str, players: str = "red blue", stack: int = 1, keep: Iterable[str] = (), drawn: int = 0) -> Game:
    """A game told by lines. Its next tile is the first of a stack, or follows upon so many others.

    The tiles that have been drawn and lie nowhere are none of those to keep, nor those of `CLOSING`.
    """
    head = [line for line in lines if line.split()[0] in ("option", "figures", "tiles", "start")]
    laid = [line for line in lines if line not in head]
    return table("game the_city", *head, *laid, *gone(drawn or USED_UP[stack], laid, keep), players=players)


def gone(drawn: int, lines: Iterable[str], keep: Iterable[str] = ()) -> list[str]:
    """Lines that take tiles away, until so many have left the stacks, with those that the other lines lay."""
    laid = [line.split()[1] for line in lines if line.split()[0] in ("lay", "gone") and "/" in line]
    left = Counter({tile.id: count for tile, count in Setup(game="the_city").tile_list()})
    left.subtract([*laid, *keep, END, END, FISH])
    free = [tile for tile, count in left.items() for _ in range(count)]
    wanted = max(drawn - len(laid), 0)
    assert wanted <= len(free), "too many tiles are kept"
    return [f"gone {tile}" for tile in free[:wanted]]


def answer(game: Game, seat: str, action: str) -> Game:
    """An answer of the seat that is asked; nobody else may give it, and trying changes nothing."""
    assert game.actor == seat
    before, moves = game.to_bytes(), len(game.moves)
    for other in (*game.seats, "chance"):
        if other != seat:
            with pytest.raises(Illegal) as error:
                game.play(action, other)
            assert (error.value.rule, error.value.key) == ("CITY-06", "refusals.not_asked")
    assert game.to_bytes() == before and len(game.moves) == moves
    game.play(action, seat)
    return game


# -- walls ------------------------------------------------------------------------------------------------------------
def wall_of(game: Game) -> Wall:
    """Its wall."""
    return part_of(game, Wall)


def side_code(text: str) -> int:
    """A side of a tile, `N at 0,0`, as the engine writes it."""
    side, _, cell = text.split()
    x, y = map(int, cell.split(","))
    return int(code_at(x, y)) | SIDES.index(side)


def side_text(code: int) -> str:
    """`N at 0,0`"""
    x, y = xy_of_code(code)
    return f"{SIDES[code & 3]} at {x},{y}"


def walled(game: Game, gate: str, ahead: int = 0, back: int = 0) -> Game:
    """Let a gate stand, and so many pieces from there on: with the tiles at the right hand, and at the left."""
    wall = wall_of(game)
    wall.set_gate(game.state, side_code(gate))
    for way, pieces in ((AHEAD, ahead), (BACK, back)):
        for _ in range(pieces):
            wall.build(game.state, way)
    return game


def used(game: Game, pieces: int) -> Game:
    """Let so many pieces of the supply be used up: as if they stood at one end, one upon the other."""
    wall = wall_of(game)
    length = int(game.state.registers[wall.length])
    end = wall.end(game.state, AHEAD)
    for number in range(length, length + pieces):
        game.state.registers[wall.sides + number] = end
    game.state.registers[wall.length] = length + pieces
    return game


def guarded(game: Game, seat: str, side: str) -> Game:
    """Let a guard of a seat stand on the piece at a side."""
    wall, state = wall_of(game), game.state
    for way in (AHEAD, BACK):
        for number in range(1, int(state.registers[wall.length + way]) + 1):
            if side_text(int(wall.side_of(state, way, number))) == side:
                move(state, free_figure(state, 0, game.seats.index(seat)), wall.post(way, number))
                return game
    raise ValueError(f"no piece stands {side}")


def built(game: Game, *names: str) -> list[str]:
    """What stands on the outline, of these names only if some are given: `wall N at 0,0`, `guard red N at 0,0`."""
    found = []
    [display] = game.rules.displays
    for slot, side, seat, name in display.pieces_at_sides(game.state):
        if not names or name in names:
            owner = f" {game.seats[seat]}" if seat >= 0 else ""
            x, y = xy_of_slot(game.state, slot)
            found.append(f"{name}{owner} {SIDES[side]} at {x},{y}")
    return found


def gap(game: Game) -> int:
    """How many sides of the outline are free."""
    return int(wall_of(game).gap(game.state))


def build_on(game: Game, pieces: int = 99) -> list[str]:
    """Build so many pieces of a round, each at the first place that is offered and without guards; who built them."""
    builders: list[str] = []
    while game.step in ("wall", "gate", "guard") and (len(builders) < pieces or game.step == "guard"):
        if game.step == "guard":
            game.play("pass")
        else:
            builders.append(str(game.actor))
            game.play(game.options[0])
    return builders
