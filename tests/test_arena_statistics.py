"""The numbers of the arena: what the sequential test promises, and ratings against closed forms."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import pytest

from aude.arena.elo import POINTS, Z95, Comparison, rate
from aude.arena.results import within
from aude.arena.sequential import CLOSE, ERROR, FIRST, LEAST, LEVEL, SECOND, SMOOTHING, Margins


def margins_of(values: Sequence[float]) -> Margins:
    margins = Margins()
    for value in values:
        margins.add(value)
    return margins


def ratio(values: Sequence[float], mean: float) -> float:
    """The mixture of likelihood ratios, by adding up over effects and standard deviations."""
    above = below = 0.0
    effects = [number / 25 for number in range(-100, 101)]
    prior = [math.exp(-SMOOTHING * effect * effect / 2) for effect in effects]
    for step in range(-60, 100):
        deviation = math.exp(step / 12)  # evenly by its logarithm: the prior 1 / s

        def likelihood(effect: float, deviation: float = deviation) -> float:
            away = sum(((value - mean) / deviation - effect) ** 2 for value in values)
            return math.exp(-away / 2) / deviation ** len(values)

        below += likelihood(0.0)
        weighed = (share * likelihood(effect) for effect, share in zip(effects, prior, strict=True))
        above += sum(weighed) / sum(prior)
    return above / below


def test_the_interval_ends_where_the_mixture_of_ratios_does() -> None:
    """Its closed form against the integral that it stands for."""
    values = [3.0, 9.0, 4.0, 7.0, 5.0, 6.5, 2.0, 8.0]
    margins = margins_of(values)
    for end in (margins.mean - margins.radius, margins.mean + margins.radius):
        assert ratio(values, end) == pytest.approx(1 / ERROR, rel=1e-3)
    assert ratio(values, margins.mean) < 1


def decided(draw: Callable[[random.Random], float], chance: random.Random, heats: int) -> tuple[str | None, int]:
    """The answer of one contest, and after how many heats it came."""
    margins = Margins()
    for heat in range(heats):
        margins.add(draw(chance))
        if margins.answer is not None:
            return margins.answer, heat + 1
    return None, heats


@pytest.mark.parametrize(
    "draw",
    [
        lambda chance: chance.gauss(0, 12),
        lambda chance: chance.choice((-1, 1)) * chance.choice((2.5, 10.0, 20.5)),
        lambda chance: chance.gauss(0, 12) + chance.choice((-25, 25)) * (chance.random() < 0.05),
    ],
    ids=["normal", "few values", "with forfeits"],
)
def test_equal_bots_are_seldom_told_apart(draw: Callable[[random.Random], float]) -> None:
    """Looking after every heat, up to 200 of them: wrong in at most 5 % of contests."""
    chance = random.Random(17)
    answers = [decided(draw, chance, 200)[0] for _ in range(300)]
    assert sum(answer in (FIRST, SECOND) for answer in answers) <= ERROR * len(answers)


def test_the_stronger_bot_is_found_and_soon_if_it_is_much_stronger() -> None:
    chance = random.Random(18)
    heats = {}
    for lead in (4.0, 8.0, 20.0):

        def draw(chance: random.Random, lead: float = lead) -> float:
            return chance.gauss(-lead, 12)

        found = [decided(draw, chance, 600) for _ in range(60)]
        assert [answer for answer, _ in found] == [SECOND] * 60
        heats[lead] = sum(number for _, number in found) / len(found)
    assert LEAST <= heats[20.0] < 15 < heats[8.0] < 40 < heats[4.0] < 120


def test_a_difference_that_does_not_matter_is_level_and_one_that_does_is_not() -> None:
    chance = random.Random(19)
    answers = [decided(lambda chance: chance.gauss(0, 3), chance, 400)[0] for _ in range(60)]
    assert answers.count(LEVEL) >= 55
    answers = [decided(lambda chance: chance.gauss(1.2 * CLOSE, 3), chance, 400)[0] for _ in range(60)]
    assert answers.count(LEVEL) <= ERROR * 60


def test_the_interval_holds_at_every_moment() -> None:
    chance = random.Random(20)
    missed = 0
    for _ in range(200):
        margins = Margins()
        outside = False
        for _ in range(150):
            margins.add(chance.gauss(7, 15))
            outside |= abs(margins.mean - 7) > margins.radius
        missed += outside
    assert missed <= ERROR * 200


def test_few_margins_say_nothing() -> None:
    assert Margins().answer is None and margins_of([5.0]).error == math.inf and margins_of([5.0]).radius == math.inf
    assert margins_of([50.0 + n for n in range(LEAST - 1)]).answer is None
    assert margins_of([50.0 + n for n in range(LEAST)]).answer == FIRST
    assert margins_of([0.0] * LEAST).answer == LEVEL
    margins = margins_of([1.0, 2.0, 3.0, 6.0])
    assert margins.mean == 3.0 and margins.error == pytest.approx(math.sqrt(14 / 3 / 4))


def test_a_share_has_an_interval_even_if_all_was_won() -> None:
    low, high = within(1.0, 20)
    assert low == pytest.approx(20 / (20 + Z95 * Z95)) and high == 1.0
    assert within(0.0, 0) == (0.0, 1.0)


# -- ratings ----------------------------------------------------------------------------------------------------------
def games(first: int, second: int, wins: int, losses: int, deck: int = 0, ties: int = 0) -> list[Comparison]:
    """Every game on a deck of its own."""
    shares = [1.0] * wins + [0.0] * losses + [0.5] * ties
    return [Comparison(deck + number, first, second, share) for number, share in enumerate(shares)]


def test_two_bots_have_the_rating_of_their_odds() -> None:
    ratings = rate(games(0, 1, 25, 75))
    assert ratings.rating == pytest.approx({0: 0.0, 1: 400 * math.log10(3)}) and not ratings.bounded
    assert ratings.error[1] == pytest.approx(POINTS * Z95 / math.sqrt(99 * 0.25 * 0.75))
    with_ties = rate(games(0, 1, 24, 74, ties=2))
    assert with_ties.rating[1] == pytest.approx(400 * math.log10(75 / 25)) and with_ties.error[1] < ratings.error[1]


def test_a_pool_that_agrees_with_the_model_is_found_exactly() -> None:
    """Odds of 2 and 4 make odds of 8; the bot with the lowest number is at 0."""
    found = rate([*games(3, 5, 40, 20), *games(5, 8, 64, 16, 100), *games(3, 8, 80, 10, 200)])
    assert found.rating == pytest.approx({3: 0.0, 5: -400 * math.log10(2), 8: -400 * math.log10(8)})


def test_who_wins_everything_is_bounded() -> None:
    found = rate(games(0, 1, 20, 0))
    assert found.bounded and found.rating[1] == pytest.approx(-400 * math.log10(20.5 / 0.5))
    chain = rate([*games(0, 1, 5, 5), *games(1, 2, 10, 0, 100)])  # the third has taken nothing from anybody
    assert chain.bounded and chain.rating[2] < -300
    ring = rate([*games(0, 1, 10, 0), *games(1, 2, 10, 0, 100), *games(2, 0, 10, 0, 200)])
    assert not ring.bounded and ring.rating == pytest.approx({0: 0, 1: 0, 2: 0}, abs=1e-6)


def test_games_of_one_deck_are_not_counted_as_independent() -> None:
    """The same result four times on each deck says no more than once."""
    once = games(0, 1, 25, 75)
    assert rate(once * 4).error[1] == pytest.approx(rate(once).error[1])


def test_nobody_and_one_deck() -> None:
    assert rate([]).rating == {}
    assert rate([Comparison(0, 0, 1, 1.0), Comparison(0, 0, 1, 0.0)]).error == {0: 0.0, 1: math.inf}
