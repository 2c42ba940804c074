"""Tables with towers, and words to look at them."""

from __future__ import annotations

from aude import Game
from aude.boxes.tower.prisoners import Prisons
from aude.boxes.tower.sites import Sites
from aude.engine.figures import free_figure, move
from aude.engine.spots import slot_at
from aude.testing import part_of

BOX = "boxes tower"
FIELD = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
# The start tile lies at 0,0: a city to the north, a road from east to west, a field on either side of it.
SITE = "lay tower/FFFF-monastery 0,1"
THIEF = "stand blue meeple road at 0,0"
KNIGHT = "stand blue meeple city at 0,0"
TURN = (f"draw {FIELD}", "place 0,2")  # a turn up to its figure step
IDLE = (*TURN, "pass")
CLOSING = ("draw base/CFFF", "place 0,-1 turn 180")  # it completes the city of the start tile


def with_box(*others: str) -> str:
    """The line that names this box and others."""
    return " ".join([BOX, *others])


def site_at(game: Game, cell: str) -> int:
    """The number of the foundation at a cell."""
    x, y = cell.split(",")
    return int(part_of(game, Sites).site_on(game.state, slot_at(game.state, int(x), int(y))))


def height_of(game: Game, cell: str = "0,1") -> int:
    """How many pieces the tower at a cell has."""
    return int(part_of(game, Sites).height_of(game.state, site_at(game, cell)))


def raised(game: Game, height: int, cell: str = "0,1") -> Game:
    """Let the tower at a cell be so high; nobody has paid for it with pieces."""
    game.state.registers[part_of(game, Sites).heights + site_at(game, cell)] = height
    return game


def closed(game: Game, seat: str, cell: str = "0,1", kind: str = "meeple") -> Game:
    """Put a follower of a seat on top of the tower at a cell."""
    figure = free_figure(game.state, kind_number(game, kind), game.seats.index(seat))
    move(game.state, figure, part_of(game, Sites).tops - site_at(game, cell))
    return game


def imprisoned(game: Game, owner: str, captor: str, *kinds: str) -> Game:
    """Let the captor hold figures of the owner's, a meeple if nothing is said."""
    for kind in kinds or ("meeple",):
        figure = free_figure(game.state, kind_number(game, kind), game.seats.index(owner))
        move(game.state, figure, part_of(game, Prisons).locations - game.seats.index(captor))
    return game


def kind_number(game: Game, name: str) -> int:
    """A kind of figure by its name."""
    return [kind.name for kind in game.rules.figure_kinds].index(name)


def prisoners(game: Game) -> list[tuple[str, str, str]]:
    """Who holds whom: captor, owner, kind."""
    rules, found = game.rules, []
    for figure in range(rules.figures):
        captor = part_of(game, Prisons).captor_of(game.state, figure)
        if captor >= 0:
            kind = rules.figure_kinds[rules.figure_kind[figure]].name
            found.append((game.seats[captor], game.seats[rules.figure_seat[figure]], kind))
    return found


def ransoms(game: Game, seat: str) -> list[str]:
    """What a seat may buy back now."""
    return [option.text for option in game.options_of(seat) if option.action.verb == "ransom"]
