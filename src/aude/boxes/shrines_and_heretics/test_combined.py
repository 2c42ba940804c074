"""Shrines & Heretics with other boxes on the table: those of the catalog, and figures from elsewhere."""

from __future__ import annotations

from itertools import pairwise

import pytest

from aude import Game, Setup
from aude.boxes.shrines_and_heretics.test_rules import (
    CAP,
    CURVE,
    HERETIC,
    LOWER,
    MONASTERY,
    MONK,
    NAME,
    RING,
    SHRINE,
    STRAIGHT,
    UPPER,
    fill,
    ring,
)
from aude.catalog import boxes
from aude.engine.drive import opening
from aude.engine.figures import deploy, free_figure
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.engine.state import State
from aude.testing import rule, spots, table, told

WITH_INNS = [f"boxes {NAME} inns_and_cathedrals", f"boxes inns_and_cathedrals {NAME}"]
EXPANSIONS = list(boxes.expansions("carcassonne"))


# -- boxes of the catalog ---------------------------------------------------------------------------------------------
@rule("R-SH-15", "R-IC-04", "COMB-00")
@pytest.mark.parametrize("head", WITH_INNS)
def test_a_large_follower_may_be_a_heretic(head: str) -> None:
    """In whichever order the boxes are named, it may be placed on a shrine, and lost there."""
    game = table(head, f"red draw {SHRINE}   place 0,1 turn 0")
    assert {"meeple shrine", "large_follower shrine"} <= set(spots(game))
    game = ring("1,0 0,3", MONK, f"stand blue large_follower shrine at {LOWER}", head=head)
    fill(game, "1,0")
    assert told(game, "outdone") == [f"blue outdone large_follower shrine at {LOWER}"]
    assert game.supply["blue"] == {"meeple": 7, "large_follower": 1} and game.scores["blue"] == 0


@rule("SH-05", "COMB-00")
@pytest.mark.parametrize("head", WITH_INNS)
def test_weight_does_not_win_a_challenge(head: str) -> None:
    """A large follower beside a meeple: the race is decided by tiles, not by strength."""
    game = ring("1,0 0,3", f"stand red large_follower monastery at {UPPER}", HERETIC, head=head)
    fill(game, "0,3")
    assert game.scores == {"red": 0, "blue": 9} and game.supply["red"]["large_follower"] == 1


@rule("R-SH-15", "COMB-00")
def test_builder_and_pig_do_not_go_onto_a_shrine() -> None:
    """They are not followers: with Red's meeple on it they are still not offered there."""
    game = table(f"boxes {NAME} traders_and_builders", f"red draw {SHRINE}   place 0,1 turn 0")
    assert [spot for spot in spots(game) if "shrine" in spot] == ["meeple shrine"]


@rule("R-SH-12")
def test_all_followers_of_the_losing_building_go_back() -> None:
    """Two followers of Blue and one of Red stand on the shrine: three go back, none scores."""
    game = ring(
        "1,0 0,3", MONK, HERETIC, HERETIC, f"stand red meeple shrine at {LOWER}", head=f"boxes {NAME} crop_circles"
    )
    assert game.if_ended_now == {"red": 8, "blue": 8}  # the majority on the shrine is Blue's
    game.play(f"draw {RING['1,0'].split()[0]}")
    game.play("place 1,0 turn 0")
    assert game.if_ended_now == {"red": 9, "blue": 0}
    game.play("pass")
    assert len(told(game, "outdone")) == 3
    assert game.scores == {"red": 9, "blue": 0} and game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("COMB-00", "CC-03")
def test_crop_circles_leave_monks_and_heretics_alone() -> None:
    """No circle concerns them: with nobody else on the table nobody is asked."""
    game = table(
        f"boxes {NAME} crop_circles",
        f"lay {MONASTERY} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        MONK,
        HERETIC,
        "red draw crop_circles/CCFF-circle-city   place 1,1 turn 90   pass",
    )
    assert game.player == "blue" and game.supply["blue"]["meeple"] == 6


@rule("R-SH-13")
def test_a_building_wins_against_all_its_opponents() -> None:
    """Laid by hand, two shrines stand beside the monastery: both heretics go back."""
    lines = [f"lay {RING[cell]}" for cell in ("-1,0", "-1,1", "-1,2", "1,2")]
    game = table(
        f"boxes {NAME}",
        f"lay {MONASTERY} {UPPER}",
        f"lay {SHRINE} {LOWER}",
        "lay cult/RFRF-shrine 1,1",
        *lines,
        MONK,
        HERETIC,
        "stand green meeple shrine at 1,1",
        players="red blue green",
    )
    game.play(f"draw {RING['1,0'].split()[0]}")
    game.play("place 1,0 turn 0")
    assert game.if_ended_now == {"red": 9, "blue": 0, "green": 0}
    game.play("pass")
    assert sorted(told(game, "outdone")) == [
        f"blue outdone meeple shrine at {LOWER}",
        "green outdone meeple shrine at 1,1",
    ]
    assert game.scores == {"red": 9, "blue": 0, "green": 0}


@rule("R-SH-13", "R-SH-14")
def test_a_building_loses_once_against_two() -> None:
    """Laid by hand, a shrine stands beside two monasteries that one tile completes: its points are lost once."""
    game = table(
        f"boxes {NAME}",
        f"lay {MONASTERY} 0,1",
        f"lay {MONASTERY} 1,1",
        f"lay {SHRINE} 0,2",
        f"lay {CAP} 1,2 turn 180",
        *(f"lay {RING[cell]}" for cell in ("-1,0", "-1,1", "-1,2")),
        f"lay {STRAIGHT} 2,1 turn 90",
        f"lay {STRAIGHT} 2,2 turn 90",
        f"lay {CURVE} 2,0",
        MONK,
        HERETIC,
        "stand green meeple monastery at 1,1",
        players="red blue green",
    )
    assert game.if_ended_now == {"red": 8, "blue": 6, "green": 8}
    game.play(f"draw {STRAIGHT}")
    game.play("place 1,0 turn 0")
    assert game.if_ended_now == {"red": 9, "blue": 0, "green": 9}
    game.play("pass")
    assert game.scores == {"red": 9, "blue": 0, "green": 9} and len(told(game, "outdone")) == 1


# -- figures that come otherwise than with their tile -----------------------------------------------------------------
def put(game: Game, seat: int, cell: str, kind: str) -> None:
    """Put a meeple onto a building that lies there already, as a portal would."""
    state = game.state
    x, y = (int(number) for number in cell.split(","))
    first = state.slot_first[state.board_at(x, y) - 1]
    kinds = [state.rules.kinds[state.kind_of(node)].name for node in range(first, first + 2)]
    deploy(state, free_figure(state, 0, seat), first + kinds.index(kind))


@rule("R-SH-04", "COMB-041")
@pytest.mark.parametrize("first", ["monk", "heretic"])
def test_a_challenge_may_arise_later(first: str) -> None:
    """Both buildings lie there, one is occupied; somebody comes to the other, and they race."""
    game = ring("1,0 0,3", MONK if first == "monk" else HERETIC)
    if first == "monk":
        put(game, 1, LOWER, "shrine")
    else:
        put(game, 0, UPPER, "monastery")
    fill(game, "1,0")
    assert game.scores == {"red": 9, "blue": 0} and told(game, "outdone") == [f"blue outdone meeple shrine at {LOWER}"]


@rule("R-SH-06", "BASE-17")
def test_the_loser_leaves_a_free_building() -> None:
    """Blue's shrine is free after the loss: whoever comes there then scores it in full."""
    game = fill(ring("1,0 0,3", MONK, HERETIC), "1,0")
    assert game.if_ended_now == {"red": 9, "blue": 0}
    put(game, 1, LOWER, "shrine")
    assert game.if_ended_now == {"red": 9, "blue": 8}
    fill(game, "0,3")
    assert game.scores == {"red": 9, "blue": 9}


@rule("R-SH-06", "SH-05")
def test_nobody_scores_the_free_building() -> None:
    """Left alone, the loser's building brings nothing when it is complete."""
    game = fill(fill(ring("1,0 0,3", MONK, HERETIC), "1,0"), "0,3")
    assert game.scores == {"red": 9, "blue": 0} and game.if_ended_now == game.scores


# -- random games -----------------------------------------------------------------------------------------------------
def opponents(state: State) -> dict[tuple[int, int], int]:
    """How many opponents each building has: worked out from the tiles' own facts."""
    sorts = {}
    for slot in range(state.slots):
        cell = state.slot_cell[slot]
        kinds = {segment.kind for segment in state.rules.table.tiles[state.slot_tile[slot] >> 2].segments}
        for sort in kinds & {"shrine", "monastery"}:
            sorts[int(state.x_of(cell)), int(state.y_of(cell))] = sort
    return {
        (x, y): sum(
            sorts.get((x + dx, y + dy), sort) != sort for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        )
        for (x, y), sort in sorts.items()
    }  # fmt: skip


@rule("SH-06", "R-SH-02", "COMB-00")
@pytest.mark.parametrize("chosen", [(NAME,), tuple(EXPANSIONS), tuple(reversed(EXPANSIONS))])
def test_random_games_come_to_their_end(chosen: tuple[str, ...]) -> None:
    """With this box alone and with the whole catalog; no building ever has two opponents, and some have one."""
    met = 0
    for seed in range(8):
        setup = Setup(boxes=chosen, players=("red", "blue", "green"), options={"shrine_tiles": "six"})
        state = opening(setup.rules())
        random = Random(seed)
        while state.actor != NOBODY:
            state.play(state.rules.program[state.step].sample(state, random))
        found = opponents(state).values()
        assert max(found) <= 1
        met += sum(found)
    assert met


@rule("SH-05", "R-SH-14")
def test_the_forecast_holds_through_a_race() -> None:
    """Passing on, the forecast of every moment after the winning tile stays what it was before the scoring."""
    game = ring("1,0 0,3", MONK, HERETIC)
    seen = []
    for action in (f"draw {RING['1,0'].split()[0]}", "place 1,0 turn 0", "pass", f"draw {CAP}", "place 0,-1 turn 180"):
        game.play(action)
        seen.append(game.if_ended_now)
    assert seen[0] == {"red": 8, "blue": 8} and all(one == other for one, other in pairwise(seen[1:]))
