"""Castles beside Traders & Builders: what becomes of the goods."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import Game, Setup
from aude.testing import rule

BOX = 'id = "caps"\ntitle = "Caps"\nextends = "carcassonne"\ntiles = ["caps"]\n'
RULES = "def parts(rules):\n    return []\n"
TILES = """
[sets.caps]
title = "Caps"

[[tile]]
id = "caps/wine"
count = 1
segments = ["city N goods=wine", "field EL ER SL SR WL WR beside 0"]
"""


@rule("R-TB-06")
@pytest.mark.parametrize(("decision", "wine"), [("castle", 0), ("score", 1)])
def test_a_city_that_becomes_a_castle_gives_no_goods(tmp_path: Path, decision: str, wine: int) -> None:
    """No printed tile has goods on a cap, so one is drawn up: its city of two tiles is scored, or it is not."""
    folder = tmp_path / "caps"
    folder.mkdir()
    for name, text in (("box.toml", BOX), ("rules.py", RULES), ("tiles.toml", TILES)):
        (folder / name).write_text(text, encoding="utf-8")
    setup = Setup(
        boxes=("traders_and_builders", "bridges_castles_and_bazaars", str(folder)),
        without=("bridges", "bazaars"),
        options={"first_player": "seat1"},
    )
    game = Game(setup, deal=False)
    game.play("draw caps/wine")
    game.play("place 0,-1 turn 180")
    game.play("deploy meeple city")
    assert {option.action.verb for option in game.options} == {"castle", "score"}
    game.play(decision)
    assert game.holdings["red"].get("wine", 0) == wine
    assert game.scores["red"] == (4 if decision == "score" else 0)
