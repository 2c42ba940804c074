"""Printed underpasses as tunnels: TUN-06, on tiles of the tests' own that show what those of other boxes show."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import bots
from aude.api import Game
from aude.boxes.tunnel.rules import Tunnel, with_exits
from aude.engine.tiles import Segment, Tile
from aude.game.setup import Setup
from aude.testing import part_of, play, rule, spots

FIELD = "base/FFFF-monastery"
END = "base/FFRF-monastery"
PASSAGE = ("city E W", "road N S tunnel=underpass", "field NL NR beside 0", "field SL SR beside 0")
INN = ("city E W", "road N S tunnel=underpass inn", "field NL NR beside 0", "field SL SR beside 0")

BOX = 'id = "passages"\ntitle = "Passages"\nextends = "carcassonne"\ntiles = ["passages"]\n'
RULES = "def parts(rules):\n    return []\n"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A box of tiles with a road below a city, one of them at an inn."""
    tiles = "[sets.passages]\ntitle = 'Passages'\n"
    for name, segments in (("plain", PASSAGE), ("inn", INN)):
        tiles += f"[[tile]]\nid = 'passages/{name}'\ncount = 2\nsegments = {list(segments)}\n"
    for name, text in (("box.toml", BOX), ("rules.py", RULES), ("tiles.toml", tiles)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path)


def game_with(folder: str, option: str, *more: str) -> Game:
    """A game in which the road of the start tile is closed in the west and Red stands on it."""
    options = {"tunnel_other_tiles": option, "first_player": "seat1"}
    game = Game(Setup(boxes=("tunnel", folder, *more), options=options), deal=False)
    for action in (f"draw {END}", "place -1,0 turn 270", "deploy meeple road", f"draw {FIELD}", "place 0,1", "pass"):
        game.play(action)
    return game


@rule("TUN-06", "R-TUN-04")
def test_as_a_rule_the_road_runs_through_by_itself(folder: str) -> None:
    """`off`: the passage is one road, no exit; nobody is asked for a token."""
    game = play(game_with(folder, "off"), "draw passages/plain", "place 1,0 turn 90")
    assert spots(game) == ["meeple city N.S", "meeple field EL.ER", "meeple field WL.WR"]  # the road is Red's
    play(game, "pass")
    assert game.player == "blue" and game.step == "draw"
    play(game, f"draw {END}", "place 2,0 turn 90", "pass")
    assert [event.line() for event in game.events if event.name == "scored"] == ["red scores 4: tiles 4"]
    assert Setup(boxes=("tunnel",)).values()["tunnel_other_tiles"] == "off"


@rule("TUN-06", "R-TUN-04", "R-TUN-03")
def test_with_the_option_the_road_needs_tokens(folder: str) -> None:
    """`on`: two exits, a road on either side of the city; two tokens make them one, and the tile counts once."""
    game = play(game_with(folder, "on"), "draw passages/plain", "place 1,0 turn 90")
    assert spots(game) == ["meeple city N.S", "meeple road E", "meeple field EL.ER", "meeple field WL.WR"]
    play(game, "deploy meeple road E")
    assert [option.text for option in game.options] == ["pass", "tunnel road E", "tunnel road W"]
    play(game, "tunnel road W")
    play(game, f"draw {END}", "place 2,0 turn 90", "pass", "pass")
    assert game.scores == {"red": 0, "blue": 0} and game.if_ended_now == {"red": 5, "blue": 0}  # 3 and 2 tiles
    play(game, f"draw {FIELD}", "place 0,2", "pass", "tunnel road E at 1,0 to road W at 1,0")
    assert [event.line() for event in game.events if event.name == "scored"] == ["red scores 4: tiles 4"]


@rule("R-TUN-04")
def test_a_tile_with_an_underpass_keeps_its_segments() -> None:
    """City and fields are as before, under their numbers; a tile without an underpass is not changed."""
    tile = Tile("t/passage", tuple(map(Segment.read, PASSAGE)), 1, 1, ("dragon",), {"notes": "x"})
    changed = with_exits(tile)
    assert [changed.segments[index] for index in (0, 2, 3)] == [tile.segments[index] for index in (0, 2, 3)]
    assert [(road.ports, road.traits) for road in (changed.segments[1], changed.segments[4])] == [
        (("N",), {"tunnel:end": 1}),
        (("S",), {"tunnel:end": 1}),
    ]
    assert (changed.id, changed.symbols, changed.more) == (tile.id, tile.symbols, tile.more)
    for plain, _ in Setup(boxes=("tunnel",)).tile_list():
        assert with_exits(plain) == plain


@rule("R-TUN-16")
def test_an_inn_at_an_underpass_lies_at_both_ends(folder: str) -> None:
    """Red's road to the inn is worth nothing while it is open, on whichever side of the city Red stands."""
    game = play(game_with(folder, "on", "inns_and_cathedrals"), "draw passages/inn", "place 1,0 turn 90")
    assert game.if_ended_now["red"] == 0
    play(game, "deploy meeple road E", "tunnel road W", f"draw {END}", "place 2,0 turn 90", "pass", "pass")
    assert game.if_ended_now["red"] == 0
    play(game, f"draw {FIELD}", "place 0,2", "pass", "tunnel road E at 1,0 to road W at 1,0")
    assert [event.line() for event in game.events if event.name == "scored"] == ["red scores 8: tiles 8"]


@rule("R-TUN-04")
@pytest.mark.parametrize("option", ["off", "on"])
def test_games_with_underpasses_come_to_an_end(folder: str, option: str) -> None:
    """Random games are played and read back from their records."""
    for seed in range(3):
        game = Game(Setup(boxes=(folder, "tunnel"), options={"tunnel_other_tiles": option}), seed=seed)
        tunnel = part_of(game, Tunnel)
        chooser = bots.make("random", seed)
        while not game.over:
            game.play(chooser.choose(game))
        assert (len(tunnel.exits(game.state)) > 10) is (option == "on")  # the box's own, and others
        assert Game.read(game.record, folders=[folder]) == game
