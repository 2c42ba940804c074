"""Two castles of one seat on one tile: what is asked about one of them names it."""

from __future__ import annotations

import pytest

from aude import Game, Unreadable
from aude.boxes.bridges_castles_and_bazaars.conftest import CAP, FIELD
from aude.testing import offered, play, rule, table

BOXES = ("boxes bridges_castles_and_bazaars princess_and_dragon", "tiles base 9", "without bridges bazaars")
# Red has come to both caps of a tile, to the second one through a magic portal.
CAPS = ("lay base/CFCF 0,1 turn 90", "stand red meeple city E at 0,1", "stand red meeple city W at 0,1")


def two_castles() -> Game:
    """Red completes both cities, turn after turn, and founds a castle in each; Red's next tile lies."""
    game = table(*BOXES, "option fairy_on meeple", *CAPS)
    for cap, turn in (("1,1", 270), ("-1,1", 90)):
        play(game, f"draw {CAP}", f"place {cap} turn {turn}", "pass", "pass", "castle")
        play(game, f"draw {FIELD}", f"place 0,{2 if turn == 270 else 3}", "pass")
    return play(game, f"draw {FIELD}", "place 0,4", "pass")


@rule("R-PD-04", "R-BCB-30")
def test_the_fairy_goes_to_the_castle_that_is_named() -> None:
    """Both followers stand at 0,1; the castles are numbered in the order of founding, and the record reads back."""
    castles = ["fairy meeple castle at 0,1 1", "fairy meeple castle at 0,1 2"]
    for number, words in enumerate(castles):
        game = two_castles()
        assert game.step == "fairy" and offered(game) == ["pass", *castles]
        with pytest.raises(Unreadable, match=r"could mean 2 things: .* 0,1 1; .* 0,1 2"):
            game.play("fairy meeple castle at 0,1")
        first = game.options[1 + number]
        game.play(words)
        again = two_castles()
        again.play(first)
        assert again == game and Game.read(game.record) == game
        assert game.moves[-1].text == words or game.moves[-2].text == words
    assert Game.read(two_castles().record).options == two_castles().options
