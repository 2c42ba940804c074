"""What a search remembers about a table holds in every copy of it, whatever is played there."""

from __future__ import annotations

from hypothesis import given, settings

from aude import Setup
from aude.engine.drive import opening
from aude.engine.memo import Memo
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.engine.scoring import if_ended_now
from aude.engine.snapshot import dump
from aude.engine.state import State
from strategies import SEEDS, setups

EVERY = 9  # decisions of a game between two that are looked at
BRANCHES = 3  # ways in which the game goes on from there,
LENGTH = 12  # so many decisions each


def sample(state: State, random: Random) -> int:
    return int(state.rules.program[state.step].sample(state, random))


def check(state: State) -> None:
    """With the memo the scores are the same as without it."""
    bare = state.copy()
    bare.memo = None
    assert list(if_ended_now(state)) == list(if_ended_now(bare))


@settings(max_examples=10)
@given(setups(), SEEDS)
def test_law_what_is_remembered_about_a_table_holds_in_its_copies(setup: Setup, seed: int) -> None:
    """Branches of a random game share a memo, and later ones begin another that goes on from it."""
    state = opening(setup.rules())
    random = Random(seed)
    number = 0
    while state.actor != NOBODY:
        number += 1
        if number % EVERY == 0:
            before = list(dump(state))
            begun = state.copy()
            begun.memo = Memo(begun)
            for _ in range(BRANCHES):
                branch = begun.copy()
                for step in range(LENGTH):
                    if branch.actor == NOBODY:
                        break
                    branch.play(sample(branch, random))
                    check(branch)
                    if step == LENGTH // 3 and branch.actor != NOBODY:
                        branch.memo = Memo(branch)
                        twig = branch.copy()
                        twig.play(sample(twig, random))
                        check(twig)
                check(begun)
            assert list(dump(state)) == before, "copies share nothing that they change"
        state.play(sample(state, random))
