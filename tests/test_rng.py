"""The random generator: its numbers are those of splitmix64, for ever, and its bounded numbers are even."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from aude import Setup
from aude.engine.drive import opening, roll_out
from aude.engine.rng import Random

WORD = (1 << 64) - 1


def reference(seed: int, n: int, count: int) -> list[int]:
    """splitmix64 as published, its high half scaled to n by multiplication, uneven remainders drawn again."""
    found: list[int] = []
    while len(found) < count:
        seed = (seed + 0x9E3779B97F4A7C15) & WORD
        x = seed
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
        product = ((x ^ (x >> 31)) >> 32) * n
        if product & 0xFFFFFFFF >= (1 << 32) % n:
            found.append(product >> 32)
    return found


@pytest.mark.parametrize("seed", [0, 1, 42, 2**48, 2**63 - 1, -1])
@pytest.mark.parametrize("n", [1, 2, 3, 71, 1000, 2**31])
def test_the_numbers_are_those_of_splitmix64(seed: int, n: int) -> None:
    random = Random(seed)
    assert [int(random.below(n)) for _ in range(200)] == reference(seed & WORD, n, 200)


def test_every_number_is_as_likely_as_another() -> None:
    random = Random(7)
    counts = Counter(int(random.below(6)) for _ in range(60_000))
    assert all(abs(counts[face] - 10_000) < 400 for face in range(6))


def test_a_guessed_placement_is_as_likely_as_another() -> None:
    """Sampling a placement by guesses gives every placement of the list its equal share."""
    state = opening(Setup(options={"first_player": "seat1"}).rules())
    random = Random(3)
    for _ in range(40):
        state.play(state.rules.program[state.step].sample(state, random))
    while state.rules.program[state.step].name != "place" or not 3 < len(state.legal()) < 12:
        state.play(state.rules.program[state.step].sample(state, random))
    step = state.rules.program[state.step]
    options = [int(code) for code in state.legal()]
    share = 24_000 / len(options)
    counts = Counter(int(step.sample(state, random)) for _ in range(24_000))
    assert sorted(counts) == sorted(options)
    assert all(abs(count - share) < 5 * share**0.5 for count in counts.values())


def test_threads_play_on_different_states() -> None:
    """Games of the same rules in several threads end as they do one after the other."""
    first = opening(Setup().rules())

    def play(seed: int) -> list[int]:
        state = first.copy()
        roll_out(state, Random(seed))
        return [int(points) for points in state.scores]

    alone = [play(seed) for seed in range(24)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(24))) == alone
