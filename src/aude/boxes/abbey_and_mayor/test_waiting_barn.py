"""With `barn_scoring = step17` farmers wait in a barn's field; somebody may be put beside them before that."""

from __future__ import annotations

from aude import Game
from aude.boxes.abbey_and_mayor.conftest import BARN, BIG, BLUE_FARMER, LOWER, UPPER, standing
from aude.testing import play, rule, scored, table

CIRCLE = ("draw crop_circles/CRFF-circle-field", "place 2,1 turn 90", "deploy barn corner NW")
ANOTHER = "stand green meeple field at 1,1"


def land(*lines: str) -> Game:
    """The fields of a barn to come, with a farmer of Blue and one of Green in the upper one."""
    head = ("boxes abbey_and_mayor crop_circles", "option crop_add may", *lines)
    return table(*head, BIG, *UPPER, *LOWER, BLUE_FARMER, ANOTHER, players="red blue green")


@rule("R-AM-38", "R-AM-02")
def test_a_crop_circle_adds_a_farmer_to_a_waiting_barn() -> None:
    """Blue adds a farmer beside the first, Green does not: Blue alone has the majority, and all three go home."""
    game = play(land("option barn_scoring step17"), *CIRCLE)
    assert game.step == "circle" and scored(game) == []
    play(game, "all-add", "add meeple field")
    assert game.actor == "green" and standing(game).count("blue meeple field 0,1") == 2
    play(game, "pass")
    assert scored(game) == ["blue scores 9: cities 9"]
    assert standing(game) == [] and game.supply["blue"]["meeple"] == 7


@rule("R-AM-38")
def test_without_an_addition_the_waiting_farmers_share() -> None:
    """The same with nobody added: both have one farmer and both score."""
    game = play(land("option barn_scoring step17"), *CIRCLE, "all-add", "pass", "pass")
    assert sorted(scored(game)) == ["blue scores 9: cities 9", "green scores 9: cities 9"]


@rule("R-AM-38")
def test_at_once_nobody_waits() -> None:
    """`immediate`: the farmers are scored and gone before the crop circle asks."""
    game = play(land(), *CIRCLE)
    assert sorted(scored(game)) == ["blue scores 9: cities 9", "green scores 9: cities 9"]
    assert game.step != "circle" and standing(game) == []


@rule("R-AM-38")
def test_add_brings_a_farmer_beside_one_who_waits() -> None:
    """Blue joins the own farmer's field to Red's barn with a tile whose `ADD` points at another, and adds a second."""
    lower = "stand blue meeple field EL at 0,2"
    head = ("boxes abbey_and_mayor anniversary", "option barn_scoring step17")
    game = play(table(*head, BIG, *UPPER, *LOWER, lower, players="red blue green"), *BARN)
    play(game, "draw anniversary_20/AN-A", "place 2,2 turn 90")
    play(game, "deploy meeple field EL at 0,2")
    assert scored(game) == ["blue scores 5: cities 5"]
    assert standing(game) == [] and game.supply["blue"]["meeple"] == 7
