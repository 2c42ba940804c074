"""The Wheel of Fortune: the plague."""

from __future__ import annotations

from aude import Game
from aude.boxes.wheel_of_fortune.conftest import BOX, LONG_CITY, MONASTERY, TWO_KNIGHTS, before, draw, on_crowns
from aude.testing import offered, play, refusal, rule, scored, table, told

THREE = "red blue green"
# Each has two followers or more: Red in a city, Blue on two roads, Green on a monastery and a field.
RED = (*LONG_CITY, *TWO_KNIGHTS)
BLUE = ("stand blue meeple road at 2,1", "stand blue meeple road at 1,-1")
GREEN = (f"lay {MONASTERY} 3,2", "stand green meeple monastery at 3,2", "stand green meeple field at 1,2")


def plague(*lines: str, players: str = "red blue") -> Game:
    """The plague has just been drawn by the seat whose turn it is."""
    return play(before(table(BOX, *lines, players=players), "plague"), draw(1))


@rule("WOF-13", "D-WOF-02", "WOF-07")
def test_everybody_takes_a_follower_back_clockwise_from_the_drawer() -> None:
    """Blue has drawn: Blue, Green, Red are asked, each for an own follower, and nobody else may answer."""
    game = plague(*RED, *BLUE, *GREEN, "turn blue", players=THREE)
    assert (game.actor, game.step, game.player) == ("blue", "plague", "blue")
    assert offered(game) == ["plague meeple road E at 2,1", "plague meeple road N at 1,-1"]
    for seat in ("red", "green"):
        assert refusal(game, "plague meeple road E at 2,1", seat) == ("BASE-10", "not_asked")
    game.play("plague meeple road E at 2,1")
    assert game.actor == "green"
    for seat in ("red", "blue"):
        assert refusal(game, "plague meeple monastery", seat) == ("BASE-10", "not_asked")
    assert offered(game) == ["plague meeple monastery", "plague meeple field EL.ER.SL.SR.WL.WR at 1,2"]
    game.play("plague meeple monastery")
    assert game.actor == "red"
    assert refusal(game, "plague meeple road N at 1,-1", "blue") == ("BASE-10", "not_asked")
    game.play("plague meeple city E.W at 3,-1")
    assert (game.actor, game.step, game.player) == ("blue", "place", "blue")
    assert told(game, "stricken") == ["blue stricken meeple", "green stricken meeple", "red stricken meeple"]
    assert [supply["meeple"] for supply in game.supply.values()] == [6, 6, 6]
    assert scored(game) == []


@rule("WOF-13")
def test_a_follower_on_a_crown_space_may_not_be_chosen() -> None:
    """Red's followers on the wheel are not offered; the one in the field is taken without asking."""
    game = plague("hold red crown_taxes 2", "stand red meeple field at 1,2", *BLUE)
    assert told(game, "stricken") == ["red stricken meeple"]
    assert on_crowns(game) == {"taxes": {"red": 2}}
    assert game.actor == "blue"
    other = plague("hold red crown_taxes 1", *RED)
    assert refusal(other, "plague meeple taxes") == ("WOF-13", "crown_safe")


@rule("R-WOF-06")
def test_a_player_without_a_removable_follower_is_skipped() -> None:
    """Red has none on the table, Blue only one on the wheel; Green is asked."""
    game = plague("hold blue crown_fortune 1", *GREEN, players=THREE)
    assert game.actor == "green"
    assert told(game, "stricken") == []
    play(game, "plague meeple monastery")
    assert (game.actor, game.step) == ("red", "place")


@rule("R-WOF-20")
def test_a_single_follower_is_taken_without_asking() -> None:
    """Red's is taken and told, then Blue is asked."""
    game = plague("stand red meeple field at 1,2", *BLUE)
    assert told(game, "stricken", "returned") == [
        "red stricken meeple",
        "red returned meeple field EL.ER.SL.SR.WL.WR at 1,2",
    ]
    assert game.actor == "blue"


@rule("R-WOF-20", "WOF-13")
def test_if_nobody_can_choose_everybody_loses_one_all_the_same() -> None:
    """Green has drawn: Green, Red and Blue give up their only follower on the table, once each, and Green lays on."""
    lines = ("stand red meeple field at 1,2", BLUE[0], *GREEN[:2], "turn green")
    game = plague(*lines, players=THREE)
    assert told(game, "stricken") == ["green stricken meeple", "red stricken meeple", "blue stricken meeple"]
    assert (game.actor, game.step) == ("green", "place")


@rule("R-WOF-20")
def test_like_figures_on_one_spot_are_one_answer() -> None:
    """With crop circles two meeples can stand on one spot: there is nothing to choose between them."""
    lines = ("boxes wheel_of_fortune crop_circles", "stand red meeple field at 1,2", "stand red meeple field at 1,2")
    game = play(before(table(*lines), "plague"), draw(1))
    assert told(game, "stricken") == ["red stricken meeple"]
    assert game.supply["red"]["meeple"] == 6
    two = table(*lines, "stand red meeple road at 2,1")
    play(before(two, "plague"), draw(1))
    assert offered(two) == ["plague meeple field EL.ER.SL.SR.WL.WR at 1,2", "plague meeple road E at 2,1"]


@rule("WOF-13", "COMB-010")
def test_the_plague_takes_knights_thieves_monks_and_farmers_alike() -> None:
    lines = (*RED, f"lay {MONASTERY} 3,2", "stand red meeple monastery at 3,2", "stand red meeple field at 1,2")
    game = plague(*lines, "stand red meeple road at 2,1")
    kinds = [text.split()[2] for text in offered(game)]
    assert sorted(set(kinds)) == ["city", "field", "monastery", "road"]
    play(game, "plague meeple field")
    assert game.supply["red"]["meeple"] == 3


@rule("WOF-13", "WOF-06")
def test_the_crown_spaces_of_the_plague_are_scored_after_everybody_has_answered() -> None:
    """The follower there is safe, scores 6 and comes home when the last seat has given one up."""
    game = plague(*RED, *BLUE, "hold red crown_plague 1")
    play(game, offered(game)[0])
    assert scored(game) == [] and on_crowns(game) == {"plague": {"red": 1}}
    play(game, offered(game)[0])
    assert scored(game) == ["red scores 6: crown 6"] and on_crowns(game) == {}


@rule("WOF-13")
def test_the_freed_feature_is_free_again() -> None:
    """Red gives up the road in the east; the tile just drawn may go on there, and Red may stand on it again."""
    game = plague("stand red meeple road at 2,1")
    play(game, "place 3,1 turn 0")
    assert "deploy meeple road E.W" in offered(game)


@rule("WOF-13")
def test_a_position_in_the_middle_of_the_plague_can_be_kept() -> None:
    """A snapshot between two answers goes on with the seat that is asked; the forecast asks nobody."""
    game = plague(*RED, *BLUE)
    play(game, offered(game)[0])
    other = table(BOX)
    other.restore(game.to_bytes())
    assert (other.actor, other.step, offered(other)) == (game.actor, game.step, offered(game)) and other.actor == "blue"
    was = game.to_bytes()
    assert game.if_ended_now == {"red": 7, "blue": 2} and game.to_bytes() == was


@rule("WOF-13")
def test_what_the_plague_does_not_take_is_refused() -> None:
    """Another's follower, and a spot where nobody stands."""
    game = plague(*RED, *BLUE)
    assert refusal(game, "plague meeple road E at 2,1") == ("WOF-13", "not_offered")
    assert refusal(game, "plague meeple field at 1,2") == ("WOF-13", "not_offered")
    assert refusal(game, "pass")[0] == "BASE-11"
