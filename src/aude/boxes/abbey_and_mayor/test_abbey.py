"""The abbey, rule by rule."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.abbey_and_mayor.abbeys import Abbeys
from aude.boxes.abbey_and_mayor.conftest import AM, BOX, CAP, CHAPEL, FAR, GAP, MONASTERY, NO_CORNER, STRAIGHT, standing
from aude.engine.rules import CONTINUE
from aude.testing import leave_in_stack, offered, play, refusal, rule, scenario, scored, spots, table


@rule("AM-01", "D-AM-01", "TURN-02")
def test_the_abbey_is_laid_instead_of_a_tile() -> None:
    """Red is asked before anything is drawn. With the abbey laid nothing is drawn, and the figure comes next."""
    game = table(BOX, *GAP)
    assert (game.step, game.actor, offered(game)) == ("abbey", "red", ["keep", "abbey 1,0"])
    assert refusal(game, "abbey 1,0", "blue")[0] == "BASE-10"
    left = game.state.bag_size
    play(game, "abbey 1,0")
    assert (game.step, game.actor, game.state.bag_size) == ("deploy", "red", left)
    assert [event.name for event in game.events] == ["placed"]
    play(game, "pass")
    assert (game.player, game.actor) == ("blue", "chance")  # Blue has an abbey, but there is no gap any more


@rule("AM-01")
def test_the_abbey_is_kept_and_a_tile_drawn() -> None:
    """Who keeps the abbey draws, and is asked again in the next turn; who has laid it is not."""
    game = play(table(BOX, *GAP), "keep")
    assert (game.actor, game.step) == ("chance", "draw")
    play(game, *FAR, "pass", "keep", f"draw {STRAIGHT}", "place -3,0", "pass")
    assert (game.player, game.step, offered(game)) == ("red", "abbey", ["keep", "abbey 1,0"])
    used = table(BOX, *GAP, "hold red abbey 0")
    assert (used.actor, used.holdings["red"], used.holdings["blue"]) == ("chance", {"abbey": 0}, {"abbey": 1})


@rule("AM-01", "SETUP-01")
def test_everybody_has_one_abbey_and_none_is_drawn() -> None:
    """The abbeys are not among the tiles; each seat holds one."""
    game = Game(boxes=["abbey_and_mayor"], players=6, deal=False)
    assert f"{AM}abbey" not in game.tiles_left
    assert sum(count for tile, count in game.tiles_left.items() if tile.startswith(AM)) == 12
    assert all(held == {"abbey": 1} for held in game.holdings.values())
    assert game.supply["pink"] == {"meeple": 7, "mayor": 1, "wagon": 1, "barn": 1}


@rule("AM-02", "EX-AM-04")
def test_a_gap_has_a_tile_on_each_of_its_four_sides() -> None:
    """With four neighbours the abbey may lie there, whatever they show; with three it may not."""
    assert offered(table(BOX, *GAP)) == ["keep", "abbey 1,0"]
    three = [line for line in GAP if not line.endswith(("1,1", "2,1"))]
    assert table(BOX, *three).actor == "chance"
    game = table(BOX, *GAP)
    assert refusal(game, "abbey 3,0") == ("AM-02", "no_gap")
    assert refusal(game, "abbey 9,9") == ("AM-02", "no_gap")
    assert refusal(game, "abbey 0,0") == ("BASE-12", "cell_taken")
    assert refusal(game, "abbey here") == ("AM-02", "not_offered")


@rule("AM-02")
def test_tiles_at_the_corners_of_a_gap_do_not_matter() -> None:
    assert offered(table(BOX, *NO_CORNER)) == ["keep", "abbey 1,0"]


@rule("AM-03")
def test_the_sides_around_the_abbey_need_not_match() -> None:
    """City, road, city and road meet the abbey; a field does too. No drawn tile fits there."""
    assert offered(table(BOX, *GAP))[1:] == ["abbey 1,0"]
    fields = table(BOX, *(line.replace(CHAPEL, "base/CFFF-garden") for line in GAP))
    assert offered(fields)[1:] == ["abbey 1,0"]
    play(fields, "keep", f"draw {MONASTERY}")
    assert refusal(fields, "place 1,0") == ("BASE-13", "sides_differ")


@rule("AM-04", "TURN-07a", "R-AM-31")
def test_a_follower_becomes_a_monk_of_the_abbey() -> None:
    """Meeple and wagon may stand there, the mayor may not, and a barn has no corner."""
    game = play(table(BOX, *GAP), "abbey 1,0")
    assert offered(game) == ["pass", "deploy meeple abbey", "deploy wagon abbey"]
    assert refusal(game, "deploy mayor abbey") == ("AM-06", "spot_unfit")
    play(table(BOX, *NO_CORNER), "abbey 1,0", "deploy meeple abbey")


@rule("AM-05", "SC-08")
def test_a_surrounded_abbey_scores_nine() -> None:
    game = play(table(BOX, *GAP), "abbey 1,0", "deploy meeple abbey")
    assert scored(game) == ["red scores 9: tiles 9"]
    assert game.supply["red"]["meeple"] == 7


@rule("AM-05", "SC-18")
def test_an_abbey_is_completed_later_or_counted_at_the_end() -> None:
    """Seven tiles lie around it: 8 points if the game ended now; the eighth completes it."""
    game = play(table(BOX, *NO_CORNER), "abbey 1,0", "deploy meeple abbey")
    assert (game.scores["red"], game.if_ended_now["red"]) == (0, 8)
    play(game, f"draw {MONASTERY}", "place 2,1", "pass")
    assert scored(game) == ["red scores 9: tiles 9"]


@rule("R-AM-13", "AM-03", "COMB-007")
def test_an_abbey_closes_what_ends_at_its_sides() -> None:
    """Two roads and two cities are complete with the abbey: four scores, and everybody comes home."""
    figures = (
        "stand blue meeple road at 0,0",
        "stand blue meeple city at 1,-1",
        "stand red meeple road at 2,0",
        "stand blue mayor city at 1,1",
    )
    game = table(BOX, *GAP, *figures)
    assert game.if_ended_now == {"red": 1, "blue": 3}
    play(game, "abbey 1,0")
    assert game.if_ended_now == {"red": 1, "blue": 4}  # complete, though not scored yet
    play(game, "pass")
    assert sorted(scored(game)) == [
        "blue scores 2: tiles 2",
        "blue scores 2: tiles 2",
        "red scores 1: tiles 1",
    ]
    assert standing(game) == []


@rule("R-AM-13", "COMB-007")
def test_an_abbey_joins_no_fields() -> None:
    """The fields to its north and south stay two."""
    around = ("1,-1", "2,-1", "0,1", "1,1")
    game = table(BOX, *GAP[:2], *(f"lay {MONASTERY} {cell}" for cell in around), f"lay {STRAIGHT} 2,0")
    play(game, "abbey 1,0")
    state = game.state
    north, south = (state.board_at(1, y) - 1 for y in (-1, 1))
    fields = [state.root[state.slot_first[slot] + 1] for slot in (north, south)]
    assert fields[0] != fields[1]
    assert [game.rules.kinds[state.kind_of(field)].name for field in fields] == ["field", "field"]


@rule("AM-01", "EX-AM-04")
def test_scenario_an_abbey_is_laid() -> None:
    game = scenario("abbey")
    assert game.holdings["blue"] == {"abbey": 0}


# -- after the last tile ----------------------------------------------------------------------------------------------
SEATS = "red blue green yellow black pink".split()


def last_tile(game: Game) -> Game:
    """The first seat keeps the abbey and lays the last tile."""
    leave_in_stack(game, STRAIGHT)
    return play(game, "keep", *FAR, "pass")


@rule("R-AM-14", "D-AM-04")
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_everybody_is_asked_once_more_after_the_last_tile(number: int) -> None:
    """From the left of whoever laid it, clockwise, that player last; nobody else may answer."""
    seats = SEATS[:number]
    game = last_tile(table(BOX, *GAP, players=" ".join(seats)))
    for seat in [*seats[1:], seats[0]]:
        assert (game.step, game.actor, game.player) == ("last_abbey", seat, seat)
        assert offered(game) == ["keep", "abbey 1,0"]
        for other in seats:
            if other != seat:
                assert refusal(game, "abbey 1,0", other) == ("BASE-10", "not_asked")
        play(game, "keep")
    assert game.over


@rule("R-AM-14", "D-AM-04")
def test_the_last_abbeys_bring_figure_and_scoring() -> None:
    """Blue lays the abbey with a monk and completes Red's road; Green has no gap left and is not asked."""
    game = table(BOX, *GAP, "stand red meeple road at 0,0", players="red blue green")
    game = play(last_tile(game), "abbey 1,0")
    assert (game.step, game.actor, game.over) == ("deploy", "blue", False)
    assert refusal(game, "pass", "red")[0] == "BASE-10"
    play(game, "deploy meeple abbey")
    assert game.over
    assert scored(game) == ["blue scores 9: tiles 9", "red scores 2: tiles 2"]
    assert game.scores == {"red": 2, "blue": 9, "green": 0}


TWO_GAPS = (*GAP, *(f"lay {MONASTERY} {cell}" for cell in ("3,-1", "4,-1", "4,0", "3,1")))


@rule("R-AM-14")
def test_two_abbeys_after_the_last_tile() -> None:
    """Blue takes one gap, Red (asked last) the other: the game ends after both."""
    game = last_tile(table(BOX, "tiles base 2", *TWO_GAPS, players="red blue green"))
    play(game, "abbey 3,0", "pass")
    assert (game.actor, offered(game)) == ("green", ["keep", "abbey 1,0"])
    play(game, "keep")
    assert game.actor == "red"
    play(game, "abbey 1,0")
    assert game.if_ended_now["red"] == 0
    play(game, "deploy meeple abbey")
    assert game.over and game.scores["red"] == 9


@rule("R-AM-14", "R-AM-28")
def test_without_the_last_round_abbeys_are_lost() -> None:
    game = last_tile(table(BOX, "option abbey_final_round off", *GAP))
    assert game.over and game.holdings["blue"] == {"abbey": 1}


@rule("R-AM-28")
def test_no_new_turn_begins_for_an_abbey() -> None:
    """The last tile lies: Blue is asked in the round of R-AM-14, once, and not at the start of a turn as well."""
    game = last_tile(table(BOX, *GAP))
    assert [game.step, game.actor] == ["last_abbey", "blue"]
    play(game, "keep", "keep")
    assert game.over
    assert [move.text for move in game.moves].count("keep") == 3


@rule("R-AM-14", "BASE-14")
def test_the_last_round_begins_left_of_whoever_laid_a_tile() -> None:
    """Blue draws the last tile and cannot lay it: the last tile is Red's, so Blue is asked first."""
    game = table(BOX, *GAP)
    leave_in_stack(game, STRAIGHT, f"{AM}CCCC-cNS-cEW-pennant")
    play(game, "keep", *FAR, "pass", "keep", f"draw {AM}CCCC-cNS-cEW-pennant")
    assert (game.step, game.actor) == ("last_abbey", "blue")


@rule("R-AM-15")
def test_an_abbey_is_not_laid_instead_of_a_tile_in_hand() -> None:
    """The step that asks for the abbey passes by whoever has a tile already, as an auction brings it."""
    state = play(table(BOX, *GAP), "keep").state
    place = state.rules.step_numbers["abbey"]
    step = state.rules.program[place]
    state.tile = state.rules.table.index[STRAIGHT]
    assert step.enter(state) == CONTINUE
    state.tile = -1
    assert step.enter(state) != CONTINUE


@rule("R-AM-35")
def test_without_abbeys_nobody_is_asked() -> None:
    """The element is switched off, or the tiles stay in the box."""
    game = table(BOX, "without abbey", *GAP)
    assert (game.actor, game.holdings["red"]) == ("chance", {})
    assert sum(count for tile, count in game.tiles_left.items() if tile.startswith(AM)) == 12
    bare = table(BOX, "tiles abbey_mayor 0", *GAP)
    assert (bare.actor, bare.holdings["red"]) == ("chance", {})
    assert not any(isinstance(part, Abbeys) for part in bare.rules.parts)
    assert spots(play(bare, f"draw {CAP}", "place 3,0"))
    others = table(BOX, "without mayor", "without wagon", "without barn")
    assert others.supply["red"] == {"meeple": 7}
