"""The Wheel of Fortune: followers on crown spaces."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.wheel_of_fortune.conftest import ABOVE, BOX, SECTORS, STRAIGHT, before, draw, on_crowns, pig, with_pig
from aude.errors import Unreadable
from aude.testing import offered, play, refusal, rule, scored, table, told

PLAIN = (f"draw {STRAIGHT}", ABOVE)
CROWNS = [f"crown meeple {sector}" for sector in SECTORS]


@rule("WOF-16", "D-WOF-01", "TURN-07")
def test_instead_of_the_tile_a_follower_goes_to_a_crown_space() -> None:
    """Six segments to choose from, beside the spots of the tile; it is one figure and the turn goes on."""
    game = play(table(BOX), *PLAIN)
    assert offered(game, "crown") == CROWNS
    assert offered(game, "deploy") and offered(game)[0] == "pass"
    play(game, "crown meeple storm")
    assert on_crowns(game) == {"storm": {"red": 1}}
    assert game.supply["red"]["meeple"] == 6
    assert told(game, "crown_storm") == ["red crown_storm meeple"]
    assert game.player == "blue"


@rule("WOF-16")
def test_a_tile_with_no_free_spot_still_lets_a_follower_onto_the_wheel() -> None:
    """The road south of the wheel is Blue's, and so are the fields on both sides of it."""
    lines = (f"lay {STRAIGHT} 1,3", "stand blue meeple road at 1,3", "stand blue meeple field SL at 1,3")
    game = table(BOX, *lines, "stand blue meeple field at 1,2")
    play(game, f"draw {STRAIGHT}", "place 2,3 turn 0")
    assert offered(game) == ["pass", *CROWNS]


@rule("WOF-16", "WOF-17", "R-WOF-18")
def test_a_crown_space_holds_one_follower() -> None:
    """Fortune has one space: it is full. Taxes have two: the second is free for anyone, and then they are full."""
    game = table(BOX, "hold blue crown_fortune 1", "hold red crown_taxes 1", "hold blue crown_storm 2")
    play(game, *PLAIN)
    assert offered(game, "crown") == [f"crown meeple {name}" for name in ("taxes", "famine", "inquisition", "plague")]
    assert refusal(game, "crown meeple fortune") == ("WOF-16", "crown_taken")
    assert refusal(game, "crown meeple storm") == ("WOF-16", "crown_taken")
    play(game, "crown meeple taxes")
    assert on_crowns(game)["taxes"] == {"red": 2}
    play(game, f"draw {STRAIGHT}", "place 1,3 turn 0")
    assert "crown meeple taxes" not in offered(game)


@rule("WOF-17")
def test_another_player_may_take_the_second_space() -> None:
    game = table(BOX, "hold red crown_plague 1", "turn blue")
    play(game, *PLAIN, "crown meeple plague")
    assert on_crowns(game) == {"plague": {"red": 1, "blue": 1}}


@rule("WOF-16")
def test_refusals_of_the_wheel_say_why() -> None:
    """A segment or a figure that is not there; no follower left; and nobody else puts one there."""
    game = play(table(BOX, "figures meeple 1", "hold blue crown_taxes 1"), *PLAIN)
    assert refusal(game, "crown meeple luck") == ("WOF-16", "crown_unknown")
    assert refusal(game, "crown dragon taxes") == ("WOF-16", "crown_unknown")
    assert refusal(game, "crown meeple famine", "blue") == ("BASE-10", "not_asked")
    play(game, "pass", f"draw {STRAIGHT}", "place 1,3 turn 0")
    assert game.actor == "chance"  # Blue's one follower is on the wheel, so there is nothing to ask


@rule("WOF-16")
def test_nobody_is_put_there_before_the_tile_lies() -> None:
    game = play(table(BOX), f"draw {STRAIGHT}")
    assert refusal(game, "crown meeple taxes") == ("BASE-11", "not_now")


# -- scoring ----------------------------------------------------------------------------------------------------------
@rule("WOF-06", "WOF-19")
@pytest.mark.parametrize("sector", ["fortune", "famine", "inquisition"])
def test_alone_on_the_only_crown_space_scores_3(sector: str) -> None:
    game = play(before(table(BOX, f"hold blue crown_{sector} 1"), sector), draw(1))
    assert "blue scores 3: crown 3" in scored(game)
    assert on_crowns(game) == {} and game.supply["blue"]["meeple"] == 7
    assert told(game, "uncrowned") == ["blue uncrowned meeple"]


@rule("WOF-20", "EX-WOF-04")
@pytest.mark.parametrize("sector", ["taxes", "storm", "plague"])
def test_alone_in_a_segment_with_two_spaces_scores_6(sector: str) -> None:
    game = play(before(table(BOX, f"hold red crown_{sector} 1"), sector), draw(1))
    assert "red scores 6: crown 6" in scored(game)
    assert on_crowns(game) == {}


@rule("WOF-21", "EX-WOF-04", "SC-31")
def test_two_in_a_segment_score_3_each() -> None:
    game = play(table(BOX, "hold red crown_taxes 1", "hold blue crown_taxes 1"), draw(1))
    assert scored(game) == ["red scores 3: crown 3", "blue scores 3: crown 3"]
    assert on_crowns(game) == {}


@rule("WOF-21")
def test_two_of_one_player_score_3_each_too() -> None:
    game = play(table(BOX, "hold red crown_taxes 2"), draw(1))
    assert scored(game) == ["red scores 3: crown 3", "red scores 3: crown 3"]
    assert game.supply["red"]["meeple"] == 7


@rule("WOF-06")
def test_other_segments_wait() -> None:
    """Only the segment where the pig stops is scored, not those that it passes."""
    lines = ("hold red crown_fortune 1", "hold red crown_taxes 1", "hold blue crown_famine 1")
    game = play(table(BOX, *lines), draw(2))
    assert pig(game) == "famine"
    assert scored(game) == ["blue scores 3: crown 3"]
    assert on_crowns(game) == {"fortune": {"red": 1}, "taxes": {"red": 1}}


@rule("WOF-05", "WOF-06")
def test_the_event_comes_before_the_crown_spaces() -> None:
    """In a storm the follower on the wheel is not in the supply yet."""
    game = play(before(table(BOX, "hold red crown_storm 1"), "storm"), draw(1))
    assert scored(game) == ["red scores 6: storm 6", "blue scores 7: storm 7", "red scores 6: crown 6"]


@rule("WOF-06", "WOF-07")
def test_a_follower_from_the_wheel_is_free_for_the_same_turn() -> None:
    """It came home in step 3, and goes out again in step 7, even back to the wheel."""
    game = play(table(BOX, "figures meeple 1", "hold red crown_taxes 1"), draw(1), ABOVE)
    assert "deploy meeple road E.W" in offered(game) and "crown meeple taxes" in offered(game)


# -- positions, records, snapshots ------------------------------------------------------------------------------------
def test_followers_on_the_wheel_are_laid_by_hand_and_kept() -> None:
    """`hold` stands them there, as many as there is room for; a snapshot and a record bring them back."""
    game = play(table(BOX, "hold red crown_taxes 1"), *PLAIN, "crown meeple plague")
    assert on_crowns(game) == {"taxes": {"red": 1}, "plague": {"red": 1}}
    again = Game.read(game.record)
    assert again == game and on_crowns(again) == on_crowns(game)
    other = table(BOX)
    other.restore(game.to_bytes())
    assert on_crowns(other) == on_crowns(game)
    with pytest.raises(Unreadable, match=r"red cannot hold 3 on the wheel \(taxes\)"):
        table(BOX, "hold red crown_taxes 3")
    with pytest.raises(Unreadable, match=r"blue cannot hold 1 on the wheel \(fortune\)"):
        table(BOX, "hold red crown_fortune 1", "hold blue crown_fortune 1")


@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_everything_of_the_wheel_can_be_read(language: str) -> None:
    """Options, events, questions, tokens and holdings have words in every language."""
    game = with_pig(table(BOX), "storm")
    texts = game.texts(language)
    for sector in SECTORS:
        for key in (f"events.wheel_{sector}", f"events.crown_{sector}", f"words.big_pig_{sector}", f"words.{sector}"):
            assert texts.has(key), key
        assert texts.has(f"words.crown_{sector}")
        assert sector == "plague" or texts.has(f"lines.{sector}")
    assert all(texts.has(key) for key in ("lines.crown", "events.uncrowned", "events.stricken", "steps.plague"))
    play(game, *PLAIN)
    for option in game.options:
        assert "{" not in option.sentence(texts)
    assert texts.word("taxes") in texts.option("crown", [("figure", ["meeple"]), ("sector", ["taxes"])])
