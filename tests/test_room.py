"""States grow, and copies share arrays with what they were copied from until one of the two changes them."""

from __future__ import annotations

import pytest

from aude.dev.bench import ALL_BOXES, BASE
from aude.engine.drive import opening, play_listed, roll_out
from aude.engine.figures import deploy
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.engine.snapshot import dump
from aude.engine.state import State
from aude.game.setup import Setup

EVERY = 9  # decisions from one copy to the next


def play_on(state: State, random: Random) -> None:
    """One decision at random."""
    step = state.rules.program[state.step]
    state.play(step.sample(state, random))


@pytest.mark.parametrize("setup", [BASE, ALL_BOXES, Setup(game="the_city")], ids=["base", "all boxes", "the city"])
def test_a_copy_played_to_the_end_leaves_the_game_as_it_was(setup: Setup) -> None:
    alone = opening(setup.rules())
    random = Random(5)
    while alone.actor != NOBODY:
        play_on(alone, random)

    copied = opening(setup.rules())
    random = Random(5)
    decisions = 0
    while copied.actor != NOBODY:
        decisions += 1
        if decisions % EVERY == 0:
            before = list(dump(copied))
            for play in (roll_out, play_listed):
                other = copied.copy()
                play(other, Random(decisions))
                assert other.actor == NOBODY
            assert list(dump(copied)) == before
        play_on(copied, random)
    assert list(dump(copied)) == list(dump(alone))


def test_copies_of_an_opening_have_room_for_the_whole_game() -> None:
    start = opening(BASE.rules())
    played = start.copy()
    roll_out(played, Random(1))
    for name in ("root", "open_ends", "occupants", "slot_tile", "front_code"):
        assert len(getattr(played, name)) == len(getattr(start, name)), name


def test_what_was_cut_for_a_figure_grows_again_for_the_whole_game() -> None:
    """A figure moves: only what is counted at features is shared no longer, with a little room."""
    start = opening(BASE.rules())
    state = start.copy()
    deploy(state, 0, 0)
    assert state.shares_tiles and not state.shares_counts and len(state.open_ends) < len(state.root)
    assert state.occupants[0] == 1 and start.occupants[0] == 0
    roll_out(state, Random(1))
    assert len(state.open_ends) == len(state.occupants) == len(state.root) == len(start.root)
