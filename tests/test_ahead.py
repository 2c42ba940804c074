"""What playing on shows: games that are played once more, and points that are found where they came from."""

from __future__ import annotations

import random
from math import fsum

import pytest
from hypothesis import given, settings

from aude import Game, Setup
from aude.catalog import boxes as catalog
from aude.catalog.texts import LANGUAGES, SLOT
from aude.game.values import Spot
from aude.study.ahead import Key, Side, end_of, finds
from aude.study.judge import Judge, Judged
from aude.study.lines import ready
from aude.study.reasons import AHEAD, BEGUN, FEATURE, FREE, Explanation, Reason, Stake
from aude.study.words import together, told
from aude.testing import table
from strategies import SEEDS, setups

EVERYTHING = Setup(boxes=tuple(catalog.expansions("carcassonne")), players=("red", "blue", "green"))
CITY = Spot("city", ("N",), (0, -1))


def play_on(game: Game, chance: random.Random, most: int) -> None:
    """Play at random until a seat is asked, and so many choices have been made."""
    while not game.over and (most > 0 or game.actor == "chance"):
        option = chance.choice(list(game.options))
        low, high = option.low, option.high
        game.play(option if low is None or high is None else option.at(chance.randint(low, high)))
        most -= 1


def two_answers(game: Game, times: int) -> tuple[Judge, list[Judged]]:
    judge = Judge(game)
    return judge, judge.compared(game, [(int(option.code),) for option in list(game.options)[:2]], times)


def check(game: Game) -> Explanation:
    """Games that are played once more end where they ended; the reasons add up, exactly."""
    judge, found = two_answers(game, 3)
    seat = game.seats.index(str(game.actor))
    for one in found:
        for lead, seed in zip(one.leads, one.seeds, strict=True):
            end = end_of(judge.thinker, ready(game.state), one.codes, judge.turns, seed)
            others = [value for at, value in enumerate(end.account.values) if at != seat]
            assert end.account.values[seat] - fsum(others) / len(others) == pytest.approx(lead, abs=1e-9)
    why = judge.why(game, found[0], found[1])
    assert fsum(reason.points for reason in why.reasons) == pytest.approx(why.difference, abs=1e-9)
    assert why.difference == pytest.approx(found[0].above(found[1])[0], abs=1e-9)
    return why


def asks(game: Game) -> bool:
    return not game.over and len(game.options) > 1 and all(option.low is None for option in game.options)


@given(setups(), SEEDS)
@settings(max_examples=8, deadline=None)
def test_what_was_played_on_is_found_again_in_every_mix(setup: Setup, seed: int) -> None:
    game, chance = Game(setup, seed=seed), random.Random(seed)
    for _ in range(2):
        play_on(game, chance, 17)
        if asks(game):
            check(game)


def test_what_was_played_on_is_found_again_with_every_box() -> None:
    game, chance = Game(EVERYTHING, seed=11), random.Random(5)
    for _ in range(6):
        play_on(game, chance, 14)
        if asks(game):
            check(game)


def test_playing_on_finds_where_the_points_come_from() -> None:
    """Red can complete the city of blue, which brings blue 10; left open, blue completes it in some games only."""
    game = table(
        "tiles base 0", "tiles base/CFFF 2", "tiles base/FFRR-rSW 5", "tiles base/CFFC-cNW 1",
        "tiles base/FCFC-cEW-pennant 1", "tiles base/CRFR-rEW 1", "start base/CRFR-rEW 0,0 turn 0",
        "lay base/CFFC-cNW 0,-1 turn 180", "lay base/FCFC-cEW-pennant 1,-1 turn 0",
        "stand blue meeple city E.S at 0,-1", "turn red", "red draw base/CFFF",
    )  # fmt: skip
    answers = {option.text: (int(option.code), 0) for option in game.options if option.text.startswith("place")}
    gift, other = answers["place 2,-1 turn 270"], next(code for text, code in answers.items() if "2,-1" not in text)
    (node,) = (node for node, spot in enumerate(game.board.spots) if str(spot) == "city E.S at 0,-1")
    thinker = Judge(game).thinker
    sides = [
        Side(game.seats, {node: 7}, [end_of(thinker, ready(game.state), codes, 4, seed) for seed in range(20)])
        for codes in (gift, other)
    ]
    assert [sums[Key("blue", 7)] for sums in sides[0].sums()] == [10.0] * 20
    assert sides[0].completed(7) == 1.0
    done = [sums[Key("blue", 7)] >= 10.0 for sums in sides[1].sums()]
    assert 0 < sum(done) < 20 and sides[1].completed(7) == sum(done) / 20
    (city,) = (one for one in finds((sides[0], sides[1]), {}) if one.key == Key("blue", 7))
    assert city.completed == (1.0, sides[1].completed(7))
    assert city.points == pytest.approx(10.0 - fsum(sums[Key("blue", 7)] for sums in sides[1].sums()) / 20)


# -- in words ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_playing_on_finds_has_a_sentence(language: str) -> None:
    texts = Game().texts(language)
    later = [Reason(AHEAD, "red", sign * 3.0, CITY, worth=(sign * 3.0, 0.0)) for sign in (1, -1)]
    later += [Reason(AHEAD, "red", 3.0, CITY, worth=(3.0, 0.0), completed=(0.8, 0.25))]
    later += [Reason(AHEAD, "red", 3.0, name=name, worth=(w, 0.0)) for name in (BEGUN, "meeple") for w in (3.0, -3.0)]
    claims = Reason(FEATURE, "red", 2.0, CITY, here=Stake(figures=1, now=3, complete=6, chance=0.5, cells=2))
    free = Reason(FREE, "red", 1.0, name="meeple", counts=(3, 2))
    said = [told(Explanation("red", one.points, (one,)), texts)[0][1] for one in later]
    said += [told(Explanation("red", 5.0, (claims, one)), texts)[0][1] for one in later[:3]]
    said += [told(Explanation("red", 4.0, (free, one)), texts)[0][1] for one in later[-2:]]
    assert len(set(said)) == len(said)
    assert all(text and not SLOT.search(text) and "study." not in text for text in said)
    if language == "en":
        assert said[2] == (
            "Looking ahead: red gets 3.0 more from city N at 0,-1; completed in 80 % of these games instead of 25 %"
        )
        assert said[-2] == "Red has 3 meeples free instead of 2; looking ahead, red gets 3.0 more from that"


def test_a_reason_is_told_with_what_playing_on_adds_to_it() -> None:
    claims = Reason(FEATURE, "red", 4.0, CITY)
    less = Reason(AHEAD, "red", -3.0, CITY, worth=(-3.0, 0.0))
    rest = Reason(AHEAD, "red", 2.0)
    others = Reason(AHEAD, "blue", -0.5, CITY, worth=(0.5, 0.0))
    points = together((claims, less, rest, others))
    assert [(one.reason, one.later, one.points) for one in points] == [
        (rest, None, 2.0), (claims, less, 1.0), (others, None, -0.5),
    ]  # fmt: skip
    lines = told(Explanation("red", 2.5, (claims, less, rest, others)), Game().texts())
    assert sum(points for points, _ in lines) == 2.5


def test_what_was_hardly_anything_before_is_told_by_what_came_of_it() -> None:
    little = Reason(FEATURE, "red", 0.01, CITY)
    later = Reason(AHEAD, "red", 3.0, CITY, worth=(3.0, 0.0))
    assert told(Explanation("red", 3.01, (little, later)), Game().texts()) == [
        (3.0, "Looking ahead: red gets 3.0 more from city N at 0,-1")
    ]


def test_reasons_as_data_read_back() -> None:
    game = table("red draw base/CFFF")
    play_on(game, random.Random(1), 30)
    judge, found = two_answers(game, 12)
    why = judge.why(game, found[0], found[1])
    assert any(one.kind == AHEAD for one in why.reasons)
    assert tuple(Reason.from_json(one.to_json()) for one in why.reasons) == why.reasons
